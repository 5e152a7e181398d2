// Made from proto/openapi.json by ./build: do not edit.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives the public keys that tokens are signed with, as a JSON Web Key Set
         * @description Gives the public keys that tokens are signed with, as a JSON Web Key Set.
         */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Shows this description as a page */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the process is up */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Describes this API */
        get: operations["getDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says whether every service is ready */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/busy-players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says which of some players have a rated game going on
         * @description Says which of some players have a rated game going on. Needs the scope `players.act`.
         */
        get: operations["listBusyPlayers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a game
         * @description Creates a game. With a request id it can be repeated: the first game is answered again.
         */
        post: operations["createGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a game as it stands, or as it ended
         * @description Gives a game as it stands, or as it ended.
         */
        get: operations["getGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/abort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes a game back that has fewer than two plies: it does not count
         * @description Takes a game back that has fewer than two plies: it does not count.
         */
        post: operations["abortGame"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/boosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says which boosts a player may use now, on what, and how many more in this game
         * @description Says which boosts a player may use now, on what, and how many more in this game.
         */
        get: operations["listBoosts"];
        put?: never;
        /**
         * Uses a boost on one's own turn, before the move
         * @description Uses a boost on one's own turn, before the move. Answered when it has taken effect and is paid for; the same boost at the same action number gets the first answer again. A boost that is refused costs nothing. Of several reasons the first one in the rule book's order is told.
         *
         *     BOOST_IN_FLIGHT comes while it is not known yet whether the boost could be paid for. Until then moves, draw offers, their answers and taking the game back get it too; resigning goes before the boost, and what was taken for it is given back.
         */
        post: operations["useBoost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/draw/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts the opponent's draw offer, which ends the game, or declines it
         * @description Accepts the opponent's draw offer, which ends the game, or declines it.
         */
        post: operations["answerDraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/draw/offer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offers a draw to a person
         * @description Offers a draw to a person. One offer is open at a time; it lapses with the opponent's next move.
         */
        post: operations["offerDraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/legal-moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists every legal move of the side to move, each landing sequence once, with its effect
         * @description Lists every legal move of the side to move, each landing sequence once, with its effect.
         */
        get: operations["listLegalMoves"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plays a move
         * @description Plays a move. The same move at the same ply gets the first answer again.
         */
        post: operations["playMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/pdn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Writes a game as PDN, with the time of each move as a clock note
         * @description Writes a game as PDN, with the time of each move as a clock note.
         */
        get: operations["exportGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the positions that a game has gone through: each move with its path, what it took, and the position after it; where boosts were used, each of them and each move with the position after it as well
         * @description Lists the positions that a game has gone through: each move with its path, what it took, and the position after it; where boosts were used, each of them and each move with the position after it as well.
         */
        get: operations["listPositions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/rematch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Offers another game with the colours swapped once a game is over, or accepts the opponent's offer
         * @description Offers another game with the colours swapped once a game is over, or accepts the opponent's offer. However many accept, one game is made. The rematch of a rated game is rated: neither player may have another one going on.
         */
        post: operations["rematch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/resign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a game up; allowed at any time, also when it is the opponent's turn
         * @description Gives a game up; allowed at any time, also when it is the opponent's turn.
         */
        post: operations["resign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/games/{game_id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows a game: first a snapshot, or the events missed since a version, then each event as it happens, none left out
         * @description Follows a game: first a snapshot, or the events missed since a version, then each event as it happens, none left out. The stream ends after the event that ended the game; of a rated game, after the one that says what it made of the ratings.
         */
        get: operations["watchGame"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invites somebody by a code, or anybody from the lobby
         * @description Invites somebody by a code, or anybody from the lobby.
         */
        post: operations["createInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites/{code}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives an invite by its code, in either case of letters, spaces and dashes left aside
         * @description Gives an invite by its code, in either case of letters, spaces and dashes left aside.
         */
        get: operations["getInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites/{code}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accepts an invite: the first to accept plays, and both are out of every queue
         * @description Accepts an invite: the first to accept plays, and both are out of every queue.
         */
        post: operations["acceptInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites/{code}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes back one's own invite
         * @description Takes back one's own invite.
         */
        post: operations["cancelInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites/{code}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Declines an invite that is for the caller by its code
         * @description Declines an invite that is for the caller by its code. One in the lobby cannot be declined.
         */
        post: operations["declineInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites/{code}/qr.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Draws the address of an invite's page as a QR code, by the host that the request came to */
        get: operations["drawInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invites/{code}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows an invite: as it stands, then each change
         * @description Follows an invite: as it stands, then each change. The stream ends when it is no longer open.
         */
        get: operations["watchInvite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/lobby": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the open invites of the lobby, newest first
         * @description Lists the open invites of the lobby, newest first.
         */
        get: operations["listLobby"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a player's profile
         * @description Gives a player's profile. A deleted player is anonymous.
         */
        get: operations["getMyPlayer"];
        put?: never;
        post?: never;
        /**
         * Deletes the calling player: the name is free again, all credentials end, games stay and are anonymous, ratings leave the leaderboards
         * @description Deletes the calling player: the name is free again, all credentials end, games stay and are anonymous, ratings leave the leaderboards.
         */
        delete: operations["deletePlayer"];
        options?: never;
        head?: never;
        /**
         * Changes the caller's display name
         * @description Changes the caller's display name.
         */
        patch: operations["rename"];
        trace?: never;
    };
    "/v1/me/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a player's live games, or the finished ones, newest first
         * @description Lists a player's live games, or the finished ones, newest first.
         */
        get: operations["listMyGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a player's ledger, newest first
         * @description Lists a player's ledger, newest first.
         */
        get: operations["listMyLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/rating-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a player's changes in a pool or in all, in the order in which they were made, newest first
         * @description Lists a player's changes in a pool or in all, in the order in which they were made, newest first.
         */
        get: operations["listMyChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives what a player has in every pool the player has been rated in
         * @description Gives what a player has in every pool the player has been rated in.
         */
        get: operations["getMyPlayerRatings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a player's coins and items
         * @description Gives a player's coins and items. The first time that a player is seen, the gift for it is given.
         */
        get: operations["getMyWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows a player: the live games, then what the player has to know as it happens
         * @description Follows a player: the live games, then what the player has to know as it happens.
         */
        get: operations["watchMyPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/modes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the modes that games can be played in
         * @description Lists the modes that games can be played in.
         */
        get: operations["listModes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives many profiles at once, in the order asked; unknown players are left out
         * @description Gives many profiles at once, in the order asked; unknown players are left out.
         */
        get: operations["listPlayers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a player's profile
         * @description Gives a player's profile. A deleted player is anonymous.
         */
        get: operations["getPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}/games": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a player's live games, or the finished ones, newest first
         * @description Lists a player's live games, or the finished ones, newest first.
         */
        get: operations["listGames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a player's ledger, newest first
         * @description Lists a player's ledger, newest first.
         */
        get: operations["listLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}/rating-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists a player's changes in a pool or in all, in the order in which they were made, newest first
         * @description Lists a player's changes in a pool or in all, in the order in which they were made, newest first.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}/ratings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives what a player has in every pool the player has been rated in
         * @description Gives what a player has in every pool the player has been rated in.
         */
        get: operations["getPlayerRatings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}/wallet": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a player's coins and items
         * @description Gives a player's coins and items. The first time that a player is seen, the gift for it is given.
         */
        get: operations["getWallet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/players/{player_id}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follows a player: the live games, then what the player has to know as it happens
         * @description Follows a player: the live games, then what the player has to know as it happens.
         */
        get: operations["watchPlayer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/analyse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says what the best moves of a position are worth
         * @description Says what the best moves of a position are worth.
         */
        post: operations["analyse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/apply-boost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies one boost
         * @description Applies one boost. What the position forbids is refused for the rule book's reason, in capitals.
         */
        post: operations["applyBoost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/apply-move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Applies one move
         * @description Applies one move.
         */
        post: operations["applyMove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/boosts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says which boosts the side to move may use in a position, and on what
         * @description Says which boosts the side to move may use in a position, and on what.
         */
        post: operations["listBoostsOfPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/hint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Names one strong move
         * @description Names one strong move.
         */
        post: operations["hint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/legal-moves": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists every legal move of the side to move, each landing sequence once, with its effect
         * @description Lists every legal move of the side to move, each landing sequence once, with its effect.
         */
        post: operations["legalMoves"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Says whether the game is over in a position, and why
         * @description Says whether the game is over in a position, and why.
         */
        post: operations["getOutcome"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/pdn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Writes a game as PDN
         * @description Writes a game as PDN. The moves are played on the way: a refused one ends it as in Replay.
         */
        post: operations["writePdn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Plays a list of moves and boosts from a start and gives every position on the way
         * @description Plays a list of moves and boosts from a start and gives every position on the way. The first one that is refused ends it with an error whose metadata `ply` counts the plies that were fine, and `action` the moves and boosts.
         */
        post: operations["replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/positions/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives the position in which a game starts: the ruleset's own, or a written one that is checked
         * @description Gives the position in which a game starts: the ruleset's own, or a written one that is checked.
         */
        post: operations["startPosition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Says how many wait in each queue that somebody waits in
         * @description Says how many wait in each queue that somebody waits in.
         */
        get: operations["listQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{mode}/accept-bot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes the offered bot instead of waiting on: the ticket leaves the queue and a game against the bot begins
         * @description Takes the offered bot instead of waiting on: the ticket leaves the queue and a game against the bot begins. Answers the match if there is one already.
         */
        post: operations["acceptBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{mode}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leaves a queue
         * @description Leaves a queue. The answer holds: either the player is not paired any more, or is already matched, and this is the match.
         */
        post: operations["cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/queues/{mode}/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Waits in a queue for an opponent
         * @description Waits in a queue for an opponent. The stream tells where the player stands and ends with the match. It is the heartbeat too: 15 s after it is lost the ticket lapses; who comes back before keeps the place. A second call by the same player for the same queue is the same ticket, and both streams tell the same. A player with a rated game going on cannot wait for another one.
         */
        get: operations["enqueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ratings/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the pools
         * @description Lists the pools.
         */
        get: operations["listPools"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ratings/{pool}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives a page of a pool's leaderboard: from the top, behind a page, or around a player
         * @description Gives a page of a pool's leaderboard: from the top, behind a page, or around a player. Glicko-2: by rating, then by lower deviation after the last game; points: by points, then by more wins; then by whose first rated game ended first, then by id. Nobody is on it whose rating is provisional: who has become so by playing nothing leaves it within a minute.
         */
        get: operations["getLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ratings/{pool}/players": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives what players have in a pool; who has not played there has what everybody begins with
         * @description Gives what players have in a pool; who has not played there has what everybody begins with.
         */
        get: operations["getRatings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ratings/{pool}/seasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the seasons of a pool, newest first
         * @description Lists the seasons of a pool, newest first.
         */
        get: operations["listSeasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Trades a refresh token for new tokens; it is good once
         * @description Trades a refresh token for new tokens; it is good once. An old one that is used again ends the whole family. A repeat within seconds, as after an answer that was lost, does so too.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a new account
         * @description Makes a new account.
         */
        post: operations["register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rulesets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists every ruleset with its parameters
         * @description Lists every ruleset with its parameters.
         */
        get: operations["listRulesets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gives the offers of the catalogue, with their prices
         * @description Gives the offers of the catalogue, with their prices.
         */
        get: operations["getCatalogue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/shop/purchases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Buys an offer: coins down, items up
         * @description Buys an offer: coins down, items up.
         */
        post: operations["purchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Signs in to an account
         * @description Signs in to an account. Whether the account or the secret is wrong is not told.
         */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in/guest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a new guest: a player without credentials, known by the refresh token alone
         * @description Makes a new guest: a player without credentials, known by the refresh token alone.
         */
        post: operations["signInAsGuest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ends the family of a refresh token, which is all that it needs
         * @description Ends the family of a refresh token, which is all that it needs. Access tokens stay good until they expire.
         */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Opens a WebSocket that carries many streams
         * @description The client sends `ClientFrame`s and gets `ServerFrame`s, each as a text message of JSON.
         */
        get: operations["openSocket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/upgrade": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes the calling guest an account under the same id: games and ratings stay
         * @description Makes the calling guest an account under the same id: games and ratings stay.
         */
        post: operations["upgrade"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What a client sends over `/v1/stream`. */
        ClientFrame: {
            open: {
                /** @description A name of the client's choice, free again once it is closed. */
                id: string;
                /** @description The path of a stream with its query, such as `/v1/games/G/watch?after_version=3`. */
                path: string;
            };
        } | {
            close: {
                id: string;
            };
        } | {
            renew: {
                /** @description Used for what is opened from now on. */
                access_token: string;
            };
        };
        /** @description How the gateway is. */
        Health: {
            /** @enum {string} */
            status: "up" | "ready";
        };
        /** @description A refusal (RFC 9457). */
        Problem: {
            /** @description The name of the gRPC code. */
            code: string;
            /** @description What to do, for people. */
            detail: string;
            /** @description The fields at fault, where it is known. */
            fields?: {
                description: string;
                field: string;
            }[];
            /** @description What goes with the reason. */
            metadata?: {
                [key: string]: string;
            };
            /** @description A stable name for programs. */
            reason: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The HTTP status in words. */
            title: string;
            /** @description Always `about:blank`: go by `reason`. */
            type: string;
        };
        /** @description What a client gets over `/v1/stream`. */
        ServerFrame: {
            id: string;
            message: Record<string, never>;
        } | {
            closed: {
                detail: string;
                problem?: components["schemas"]["Problem"];
                /** @enum {string} */
                reason: "ENDED" | "CLOSED" | "REFUSED" | "SLOW_READER" | "LOST" | "STOPPING" | "FAILED";
                retry: boolean;
            };
            id: string;
        } | {
            heartbeat: Record<string, never>;
        };
        /** @description An analysis. */
        "bots.AnalyseResponse": {
            /** @description How deep the search was finished, in plies. */
            depth: number;
            /** @description The best moves, the best first. */
            lines: components["schemas"]["bots.Line"][];
            /** @description How many positions were looked at. */
            nodes: number;
        };
        /** @description A hint. */
        "bots.HintResponse": {
            /** @description The move. */
            move?: components["schemas"]["rules.Move"];
        };
        /** @description A move with what is expected to follow. */
        "bots.Line": {
            /** @description In hundredths of a man; more is better for the side to move. */
            centimen?: number;
            /** @description It loses in so many plies. */
            loses_in?: number;
            /** @description The moves in full, in the ruleset's own notation. */
            moves: string[];
            /** @description It wins in so many plies. */
            wins_in?: number;
        };
        /** @description A game without a clock saw no move for a day. */
        "games.Abandoned": Record<string, never>;
        /** @description The game is taken back. */
        "games.AbortGameResponse": {
            /** @description The event that it is. */
            event?: components["schemas"]["games.GameEvent"];
        };
        /** @description A player took the game back. */
        "games.Aborted": {
            /**
             * @description The side that did.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description The draw offer is answered. */
        "games.AnswerDrawResponse": {
            /** @description The event that it is. */
            event?: components["schemas"]["games.GameEvent"];
        };
        /** @description A player calls for a boost. */
        "games.BoostCalled": {
            /** @description The number that it will have among the game's actions. */
            action: number;
            /**
             * @description Which boost.
             * @enum {string}
             */
            boost: "unspecified" | "recon" | "rocket" | "shield" | "sabotage";
            /**
             * @description The side.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description How often a player may use each boost in a game. */
        "games.BoostLimits": {
            /** @description Recon. */
            recon: number;
            /** @description Rocket. */
            rocket: number;
            /** @description Sabotage. */
            sabotage: number;
            /** @description Shield. */
            shield: number;
        };
        /** @description Whether a boost may be used now, and on what. */
        "games.BoostOption": {
            /** @description Which boost, why not, and on what. */
            choice?: components["schemas"]["rules.BoostChoice"];
            /** @description How often the player may still use it in this game. */
            left: number;
        };
        /** @description A boost that was called for cannot be had. */
        "games.BoostRefused": {
            /** @description The call. */
            call?: components["schemas"]["games.BoostCalled"];
            /** @description Why: NOT_IN_INVENTORY, or SHOP_UNAVAILABLE when the shop did not answer in time. */
            reason: string;
        };
        /** @description A boost took effect. */
        "games.BoostUsed": {
            /** @description What was used, on what. */
            boost?: components["schemas"]["games.UsedBoost"];
            /** @description The position after it. */
            fen: string;
            /** @description Of a sabotage the ply that it is. */
            move?: components["schemas"]["games.PlayedMove"];
            /**
             * @description Whose turn it is now.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description The clock of a game at a moment. A bot's time stands still. */
        "games.Clock": {
            /** @description How many turns in a row Black has missed. */
            black_misses: number;
            /** @description Black's time left, in milliseconds. */
            black_ms: number;
            /**
             * Format: date-time
             * @description When the time of the side to move ends; left out while no time runs.
             */
            deadline?: string;
            /**
             * Format: date-time
             * @description The moment, by the store's clock, for which the times below hold.
             */
            now?: string;
            /** @description The rule. */
            rule?: components["schemas"]["games.ClockRule"];
            /** @description How many turns in a row White has missed. */
            white_misses: number;
            /** @description White's time left, in milliseconds. */
            white_ms: number;
        };
        /** @description A rule by which the clock decides. */
        "games.ClockRule": {
            /** @description A time for the whole game that grows with each move; who runs out of it loses. */
            fischer?: components["schemas"]["games.FischerRule"];
            /** @description A time for each move; who misses several turns in a row loses. */
            misses?: components["schemas"]["games.MissesRule"];
            /** @description A time for each move with a warning; who runs out of it loses. */
            warning?: components["schemas"]["games.WarningRule"];
        };
        /** @description A rule by which the clock decides. */
        "games.ClockRuleInput": {
            /** @description A time for the whole game that grows with each move; who runs out of it loses. */
            fischer?: components["schemas"]["games.FischerRuleInput"];
            /** @description A time for each move; who misses several turns in a row loses. */
            misses?: components["schemas"]["games.MissesRuleInput"];
            /** @description A time for each move with a warning; who runs out of it loses. */
            warning?: components["schemas"]["games.WarningRuleInput"];
        };
        /** @description The side to move has little time left. Once a turn. */
        "games.ClockWarning": {
            /**
             * @description The side.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description A new game. */
        "games.CreateGameResponse": {
            /** @description The game. */
            game?: components["schemas"]["games.Game"];
        };
        /** @description The players agreed on a draw. */
        "games.DrawAgreed": Record<string, never>;
        /** @description The open draw offer was declined by the side it was made to. */
        "games.DrawDeclined": Record<string, never>;
        /** @description The opponent offers a draw. */
        "games.DrawOfferReceived": {
            /** @description The game. */
            game_id: string;
        };
        /** @description A draw was offered. */
        "games.DrawOffered": {
            /**
             * @description The side that offers it.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description A game as PDN. */
        "games.ExportGameResponse": {
            /** @description The text. */
            pdn: string;
        };
        /** @description A time for the whole game. */
        "games.FischerRule": {
            /** @description What each move adds, in milliseconds. */
            increment_ms: number;
            /** @description What each player starts with, in milliseconds. */
            initial_ms: number;
        };
        /** @description A time for the whole game. */
        "games.FischerRuleInput": {
            /** @description What each move adds, in milliseconds. */
            increment_ms?: number;
            /** @description What each player starts with, in milliseconds. */
            initial_ms?: number;
        };
        /** @description A game as it stands. */
        "games.Game": {
            /** @description How many actions it has seen, moves and boosts: the `expected_action` of the next boost. */
            actions: number;
            /** @description Who plays Black. */
            black?: components["schemas"]["games.Seat"];
            /** @description The boost that is being paid for. Until that is settled nobody moves and no time runs. */
            boost_in_flight?: components["schemas"]["games.BoostCalled"];
            /** @description How often a player may use each boost; left out where there are none. */
            boost_limits?: components["schemas"]["games.BoostLimits"];
            /** @description The boosts used so far, in order. */
            boosts: components["schemas"]["games.UsedBoost"][];
            /** @description The clock; left out when the game has none. */
            clock?: components["schemas"]["games.Clock"];
            /**
             * Format: date-time
             * @description When the game was created.
             */
            created_at?: string;
            /**
             * @description The side whose draw offer is open; left out while none is.
             * @enum {string}
             */
            draw_offered_by?: "unspecified" | "white" | "black";
            /** @description The position now. */
            fen: string;
            /** @description The game's id. */
            id: string;
            /** @description The mode; left out when the game was created by ruleset alone. */
            mode?: string;
            /** @description The moves played. */
            moves: components["schemas"]["games.PlayedMove"][];
            /** @description Set when the game is over. */
            outcome?: components["schemas"]["rules.Outcome"];
            /** @description Moves played so far: the `expected_ply` of the next one. */
            ply: number;
            /** @description Whether it counts for the ratings. */
            rated: boolean;
            /** @description What it made of the players' ratings, once it is over and rated. */
            rating_changes?: components["schemas"]["games.RatingChanges"];
            /** @description Where a rematch stands, once the game is over and one is wanted. */
            rematch?: components["schemas"]["games.Rematch"];
            /** @description The game that this one is the rematch of; left out of all others. */
            rematch_of?: string;
            /** @description The ruleset. */
            ruleset: string;
            /**
             * @description Whose turn it is.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
            /** @description How many watch it without playing it. */
            spectators: number;
            /** @description The position the game started from. */
            start_fen: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at?: string;
            /** @description Grows by one with every change. */
            version: number;
            /** @description Who plays White. */
            white?: components["schemas"]["games.Seat"];
        };
        /** @description Something that happened in a game. */
        "games.GameEvent": {
            /** @description The game was abandoned. */
            abandoned?: components["schemas"]["games.Abandoned"];
            /** @description A player took the game back. */
            aborted?: components["schemas"]["games.Aborted"];
            /**
             * Format: date-time
             * @description When it happened, by the store's clock.
             */
            at?: string;
            /** @description A player calls for a boost, which is being paid for. */
            boost_called?: components["schemas"]["games.BoostCalled"];
            /** @description A boost that was called for cannot be had: nothing has happened, nothing is spent. */
            boost_refused?: components["schemas"]["games.BoostRefused"];
            /** @description A boost took effect. */
            boost_used?: components["schemas"]["games.BoostUsed"];
            /** @description The clock right after it; left out when the game has none. */
            clock?: components["schemas"]["games.Clock"];
            /** @description The side to move has little time left. */
            clock_warning?: components["schemas"]["games.ClockWarning"];
            /** @description The draw offer was accepted. */
            draw_agreed?: components["schemas"]["games.DrawAgreed"];
            /** @description The draw offer was declined. */
            draw_declined?: components["schemas"]["games.DrawDeclined"];
            /** @description A draw was offered. */
            draw_offered?: components["schemas"]["games.DrawOffered"];
            /** @description The game. */
            game_id: string;
            /** @description A move was played. */
            move_played?: components["schemas"]["games.MovePlayed"];
            /** @description Set when it ended the game, or came after that. */
            outcome?: components["schemas"]["rules.Outcome"];
            /** @description The result was rated. Comes after the event that ended the game, and is the last. */
            rated?: components["schemas"]["games.Rated"];
            /** @description A player resigned. */
            resigned?: components["schemas"]["games.Resigned"];
            /** @description Time was given back for an outage of the service. */
            time_given_back?: components["schemas"]["games.TimeGivenBack"];
            /** @description The time of the side to move ran out. */
            time_ran_out?: components["schemas"]["games.TimeRanOut"];
            /** @description The side to move has missed a turn and gets the same time again. */
            turn_missed?: components["schemas"]["games.TurnMissed"];
            /** @description The game's version after it. */
            version: number;
        };
        /** @description A move or a boost of a game, with the position after it. */
        "games.GameStep": {
            /** @description The position after it. */
            after_fen: string;
            /** @description The boost, as the game has it; left out of a move. */
            boost?: components["schemas"]["games.UsedBoost"];
            /** @description How many plies have been played after it: of a move or a sabotage its own number. */
            ply: number;
        };
        /** @description A game. */
        "games.GetGameResponse": {
            /** @description The game. */
            game?: components["schemas"]["games.Game"];
        };
        /** @description Which boosts a player may use. */
        "games.ListBoostsResponse": {
            /** @description Every boost, in the rule book's order. */
            boosts: components["schemas"]["games.BoostOption"][];
        };
        /** @description Who has. */
        "games.ListBusyPlayersResponse": {
            /** @description Those of the players asked that have. */
            player_ids: string[];
        };
        /** @description A page of a player's games. */
        "games.ListGamesResponse": {
            /** @description The games, newest first. */
            games: components["schemas"]["games.Game"][];
            /** @description Where the next page begins; empty on the last one. */
            next_page_token: string;
        };
        /** @description The legal moves of a game as it stands. */
        "games.ListLegalMovesResponse": {
            /** @description The position, in the ruleset's own notation. */
            fen: string;
            /** @description The moves, sorted by their text. Empty when the game is over. */
            moves: components["schemas"]["rules.Move"][];
            /** @description Moves played so far: the `expected_ply` to send with the move chosen. */
            ply: number;
            /**
             * @description The side to move.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
            /** @description The game's version. */
            version: number;
        };
        /** @description The modes. */
        "games.ListModesResponse": {
            /** @description The modes, in the order in which they are offered. */
            modes: components["schemas"]["games.Mode"][];
        };
        /** @description The positions that a game has gone through. */
        "games.ListPositionsResponse": {
            /** @description The moves played, each with the position after it. */
            moves: components["schemas"]["rules.Move"][];
            /** @description The position the game started from, in the ruleset's own notation. */
            start_fen: string;
            /** @description Moves and boosts in order, each with the position after it; empty where no boost was used. */
            steps: components["schemas"]["games.GameStep"][];
        };
        /** @description A player's live games. */
        "games.LiveGames": {
            /** @description The games, newest first. */
            games: components["schemas"]["games.Game"][];
        };
        /** @description A time for each move. Whoever has not moved when it ends has missed the turn and gets the same time again; a move sets the misses back to none. */
        "games.MissesRule": {
            /** @description So many misses in a row lose. */
            misses: number;
            /** @description The time for a move, in milliseconds. */
            move_ms: number;
        };
        /** @description A time for each move. Whoever has not moved when it ends has missed the turn and gets the same time again; a move sets the misses back to none. */
        "games.MissesRuleInput": {
            /** @description So many misses in a row lose. */
            misses?: number;
            /** @description The time for a move, in milliseconds. */
            move_ms?: number;
        };
        /** @description A way of playing that is offered: a ruleset with what goes with it. */
        "games.Mode": {
            /** @description How often each boost may be used by a player in a game; left out where there are none. */
            boosts?: components["schemas"]["games.BoostLimits"];
            /** @description The clock it is played with; none if left out. */
            clock?: components["schemas"]["games.ClockRule"];
            /** @description Its name, such as "classic". */
            id: string;
            /** @description Whether it is played against a bot alone, by a person who plays White. */
            only_with_bots: boolean;
            /** @description The pool in which its rated games count; left out if they cannot be rated. */
            pool?: string;
            /** @description The ruleset it is played by. */
            ruleset: string;
        };
        /** @description A move was played. */
        "games.MovePlayed": {
            /** @description The position after it. */
            fen: string;
            /** @description The move. */
            move?: components["schemas"]["games.PlayedMove"];
            /**
             * @description Whose turn it is now.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description A draw is offered. */
        "games.OfferDrawResponse": {
            /** @description The event that it is. */
            event?: components["schemas"]["games.GameEvent"];
        };
        /** @description A move that was played. */
        "games.PlayMoveResponse": {
            /** @description The event that it is. Every repeat gets the same. */
            event?: components["schemas"]["games.GameEvent"];
        };
        /** @description A move that was played. */
        "games.PlayedMove": {
            /**
             * Format: date-time
             * @description When it was played, by the store's clock.
             */
            played_at?: string;
            /** @description Its number in the game, from 1. */
            ply: number;
            /** @description Whether the opponent made it by sabotage. */
            sabotaged: boolean;
            /**
             * @description The side that played it.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
            /** @description The move in full, in the ruleset's own notation. */
            text: string;
        };
        /** @description The result was rated. */
        "games.Rated": {
            /** @description What it made of both ratings. */
            changes?: components["schemas"]["games.RatingChanges"];
        };
        /** @description What a rated game made of one rating. */
        "games.RatingChange": {
            /** @description The same after it. */
            after: number;
            /** @description The rating or the points before it. */
            before: number;
        };
        /** @description What a rated game made of both ratings. */
        "games.RatingChanges": {
            /** @description Black's. */
            black?: components["schemas"]["games.RatingChange"];
            /** @description The pool. */
            pool: string;
            /** @description White's. */
            white?: components["schemas"]["games.RatingChange"];
        };
        /** @description Another game between the same players with the colours swapped. */
        "games.Rematch": {
            /** @description The game, once the offer is accepted. */
            game_id: string;
            /**
             * @description The side that offered it.
             * @enum {string}
             */
            offered_by: "unspecified" | "white" | "black";
        };
        /** @description The opponent offers a rematch. */
        "games.RematchOfferReceived": {
            /** @description The finished game. */
            game_id: string;
        };
        /** @description Where the rematch stands. */
        "games.RematchResponse": {
            /** @description The offer, and the new game once both want it. */
            rematch?: components["schemas"]["games.Rematch"];
        };
        /** @description The game is given up. */
        "games.ResignResponse": {
            /** @description The event that it is. Every repeat gets the same. */
            event?: components["schemas"]["games.GameEvent"];
        };
        /** @description A player resigned. */
        "games.Resigned": {
            /**
             * @description The side that gave up.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description Who plays a side. */
        "games.Seat": {
            /**
             * @description A bot of this strength.
             * @enum {string}
             */
            bot?: "unspecified" | "easy" | "medium" | "hard";
            /** @description A person, by player id. One player may sit on both sides: two people on one board. */
            player_id?: string;
        };
        /** @description Time was given back to the side to move, because the service was away. */
        "games.TimeGivenBack": {
            /** @description How much, in milliseconds. */
            span_ms: number;
        };
        /** @description The time of the side to move ran out. */
        "games.TimeRanOut": {
            /**
             * @description The side.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description The side to move has missed a turn. */
        "games.TurnMissed": {
            /** @description How many it has missed in a row. */
            misses: number;
            /**
             * @description The side.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description A boost that was used. */
        "games.UseBoostResponse": {
            /** @description The event that it is, with the squares of a recon. Every repeat gets the same. */
            event?: components["schemas"]["games.GameEvent"];
        };
        /** @description A boost that was used. */
        "games.UsedBoost": {
            /** @description Its number among the game's actions, from 1. */
            action: number;
            /**
             * @description Which boost.
             * @enum {string}
             */
            boost: "unspecified" | "recon" | "rocket" | "shield" | "sabotage";
            /** @description Of a recon the squares of a strong move, in turn. Its user alone is told. */
            hint: string[];
            /** @description Of a sabotage the opponent's move, in full. */
            move: string;
            /** @description How many plies had been played before it. */
            ply: number;
            /** @description Whether it burned a shield: the rocket's target stays. */
            shield_burned: boolean;
            /**
             * @description The side that used it.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
            /** @description Of a shield the man it went on, of a rocket the piece that it hit. */
            target: string;
            /**
             * Format: date-time
             * @description When it was used, by the store's clock.
             */
            used_at?: string;
        };
        /** @description A time for each move, with one warning a turn before it ends. */
        "games.WarningRule": {
            /** @description The time for a move, in milliseconds. */
            move_ms: number;
            /** @description The warning comes when so many milliseconds are left. */
            warning_ms: number;
        };
        /** @description A time for each move, with one warning a turn before it ends. */
        "games.WarningRuleInput": {
            /** @description The time for a move, in milliseconds. */
            move_ms?: number;
            /** @description The warning comes when so many milliseconds are left. */
            warning_ms?: number;
        };
        /** @description One message of a game's stream. */
        "games.WatchGameResponse": {
            /** @description What happened next. */
            event?: components["schemas"]["games.GameEvent"];
            /** @description The game as it stands. */
            snapshot?: components["schemas"]["games.Game"];
        };
        /** @description One message of a player's stream. */
        "games.WatchPlayerResponse": {
            /** @description The opponent offers a draw. */
            draw_offer_received?: components["schemas"]["games.DrawOfferReceived"];
            /** @description A game is over. */
            game_over?: components["schemas"]["games.Game"];
            /** @description A game has started. */
            game_started?: components["schemas"]["games.Game"];
            /** @description The live games, first of all. */
            live_games?: components["schemas"]["games.LiveGames"];
            /** @description The opponent offers a rematch. */
            rematch_offer_received?: components["schemas"]["games.RematchOfferReceived"];
            /** @description It is the player's turn in a game. */
            your_turn?: components["schemas"]["games.YourTurn"];
        };
        /** @description It is the player's turn. */
        "games.YourTurn": {
            /** @description The game. */
            game_id: string;
            /** @description Moves played so far: the `expected_ply` of the player's move. */
            ply: number;
            /** @description The game's version. */
            version: number;
        };
        /** @description The game against the bot, or the opponent that was faster. */
        "matchmaking.AcceptBotResponse": {
            /** @description The match. */
            matched?: components["schemas"]["matchmaking.Match"];
        };
        /** @description The invite is accepted. */
        "matchmaking.AcceptInviteResponse": {
            /** @description The invite with its match. Every repeat by the same player gets the same. */
            invite?: components["schemas"]["matchmaking.Invite"];
        };
        /** @description A bot would play. */
        "matchmaking.BotOffered": {
            /**
             * @description The strength it would play with.
             * @enum {string}
             */
            level: "unspecified" | "easy" | "medium" | "hard";
        };
        /** @description The invite is taken back, unless somebody was faster: see its status. */
        "matchmaking.CancelInviteResponse": {
            /** @description The invite. */
            invite?: components["schemas"]["matchmaking.Invite"];
        };
        /** @description Whether the player has left. */
        "matchmaking.CancelResponse": {
            /** @description Left, or never waited: there will be no match. */
            cancelled?: components["schemas"]["matchmaking.Cancelled"];
            /** @description Too late: this is the match. */
            matched?: components["schemas"]["matchmaking.Match"];
        };
        /** @description The ticket was taken out of the queue. */
        "matchmaking.Cancelled": Record<string, never>;
        /** @description A new invite. */
        "matchmaking.CreateInviteResponse": {
            /** @description The invite. */
            invite?: components["schemas"]["matchmaking.Invite"];
        };
        /** @description The invite is declined. */
        "matchmaking.DeclineInviteResponse": {
            /** @description The invite. */
            invite?: components["schemas"]["matchmaking.Invite"];
        };
        /** @description What the one who waits is told. */
        "matchmaking.EnqueueResponse": {
            /** @description Nobody has come within the chosen time: a bot would play. Waiting goes on. */
            bot_offered?: components["schemas"]["matchmaking.BotOffered"];
            /** @description The ticket was taken out of the queue, by Cancel or by AcceptBot elsewhere. The stream ends. */
            cancelled?: components["schemas"]["matchmaking.Cancelled"];
            /** @description An opponent was found. The stream ends. */
            matched?: components["schemas"]["matchmaking.Match"];
            /** @description Where the player stands; at once, then whenever it changes and every few seconds. */
            waiting?: components["schemas"]["matchmaking.Waiting"];
        };
        /** @description An invite. */
        "matchmaking.GetInviteResponse": {
            /** @description The invite. */
            invite?: components["schemas"]["matchmaking.Invite"];
        };
        /** @description An invite to a game. */
        "matchmaking.Invite": {
            /** @description Eight characters that cannot be mistaken for each other. */
            code: string;
            /**
             * @description The colour the inviter wants.
             * @enum {string}
             */
            colour: "by_lot" | "white" | "black";
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expires_at?: string;
            /** @description Who invites. */
            inviter: string;
            /** @description The match, once accepted. */
            match?: components["schemas"]["matchmaking.Match"];
            /** @description The mode. */
            mode: string;
            /** @description Whether it stands in the lobby for everybody. */
            open_to_all: boolean;
            /** @description Whether the game is rated. */
            rated: boolean;
            /**
             * @description How it stands.
             * @enum {string}
             */
            status: "unspecified" | "open" | "accepted" | "declined" | "cancelled" | "expired";
            /** @description The address to hand on; left out if the service does not know the public address of the page. */
            url?: string;
        };
        /** @description A page of the lobby. */
        "matchmaking.ListLobbyResponse": {
            /** @description The invites, newest first. */
            invites: components["schemas"]["matchmaking.Invite"][];
            /** @description Goes on behind this page; empty at the end. */
            next_page_token: string;
        };
        /** @description Who waits. */
        "matchmaking.ListQueuesResponse": {
            /** @description The queues in which somebody waits. */
            queues: components["schemas"]["matchmaking.QueueStatus"][];
        };
        /** @description Two players that were brought together. */
        "matchmaking.Match": {
            /** @description Who plays Black; left out for a bot. */
            black?: string;
            /** @description The game; it is there when this is told. */
            game_id: string;
            /** @description Who plays White; left out for a bot. */
            white?: string;
        };
        /** @description How a queue stands. */
        "matchmaking.QueueStatus": {
            /** @description How many wait in it. */
            length: number;
            /** @description The mode. */
            mode: string;
            /** @description Whether its games are rated. */
            rated: boolean;
        };
        /** @description Where one who waits stands. */
        "matchmaking.Waiting": {
            /** @description How long it will take, from how long others have waited lately, in milliseconds; left out while nobody has been paired lately. */
            estimated_wait_ms?: number;
            /** @description How many wait. */
            length: number;
            /** @description The place in the queue, from 1, by time of arrival. */
            position: number;
            /**
             * Format: date-time
             * @description Since when the player waits.
             */
            since?: string;
            /** @description How far an opponent's rating may be away by now; left out once any opponent will do. */
            window?: number;
        };
        /** @description How an invite stands. */
        "matchmaking.WatchInviteResponse": {
            /** @description The invite. */
            invite?: components["schemas"]["matchmaking.Invite"];
        };
        /** @description How an account proves that it is the account. */
        "players.Credentials": {
            /** @description A secret that the app keeps on the device. */
            device?: components["schemas"]["players.DeviceKey"];
            /** @description An address with a password. */
            email?: components["schemas"]["players.EmailPassword"];
        };
        /** @description The caller is deleted. */
        "players.DeletePlayerResponse": Record<string, never>;
        /** @description A secret that an app makes and keeps. */
        "players.DeviceKey": {
            /** @description At least 32 random characters, at most 256. */
            key: string;
        };
        /** @description An address with a password. */
        "players.EmailPassword": {
            /** @description The address; no letter is sent to it. */
            email: string;
            /** @description At least 8 characters, at most 256. */
            password: string;
        };
        /** @description The public keys. */
        "players.GetJwksResponse": {
            /** @description A JSON Web Key Set (RFC 7517). */
            jwks: string;
        };
        /** @description A profile. */
        "players.GetPlayerResponse": {
            /** @description The player. */
            player?: components["schemas"]["players.Player"];
        };
        /** @description Many profiles. */
        "players.ListPlayersResponse": {
            /** @description The players, in the order asked. */
            players: components["schemas"]["players.Player"][];
        };
        /** @description A player as others see it. */
        "players.Player": {
            /**
             * Format: date-time
             * @description Since when there is this player.
             */
            created_at?: string;
            /** @description Whether the player was deleted. */
            deleted: boolean;
            /** @description Whether it is a guest. */
            guest: boolean;
            /** @description The player's id; never given to anybody else. */
            id: string;
            /** @description What the player is called; empty once deleted. */
            name: string;
        };
        /** @description New tokens. */
        "players.RefreshResponse": {
            /** @description The tokens; the refresh token used is worth nothing any more. */
            tokens?: components["schemas"]["players.Tokens"];
        };
        /** @description A new account. */
        "players.RegisterResponse": {
            /** @description The player. */
            player?: components["schemas"]["players.Player"];
            /** @description The tokens. */
            tokens?: components["schemas"]["players.Tokens"];
        };
        /** @description The new name. */
        "players.RenameResponse": {
            /** @description The player. */
            player?: components["schemas"]["players.Player"];
        };
        /** @description A new guest. */
        "players.SignInAsGuestResponse": {
            /** @description The guest, with a made-up name. */
            player?: components["schemas"]["players.Player"];
            /** @description The tokens. */
            tokens?: components["schemas"]["players.Tokens"];
        };
        /** @description Signed in. */
        "players.SignInResponse": {
            /** @description The player. */
            player?: components["schemas"]["players.Player"];
            /** @description The tokens. */
            tokens?: components["schemas"]["players.Tokens"];
        };
        /** @description Signed out, also if the family had ended before. */
        "players.SignOutResponse": Record<string, never>;
        /** @description What a signed-in player holds. */
        "players.Tokens": {
            /** @description The access token: a JWT that every service verifies, good for 15 minutes. */
            access_token: string;
            /**
             * Format: date-time
             * @description When the access token expires.
             */
            expires_at?: string;
            /** @description Gets the next tokens, once. */
            refresh_token: string;
        };
        /** @description The account. */
        "players.UpgradeResponse": {
            /** @description The player, under the same id. */
            player?: components["schemas"]["players.Player"];
            /** @description New tokens; the guest's refresh token is worth nothing any more. */
            tokens?: components["schemas"]["players.Tokens"];
        };
        /** @description What a game made of a player's rating. */
        "ratings.Change": {
            /** @description The value after it. */
            after: number;
            /**
             * Format: date-time
             * @description When the game ended.
             */
            at?: string;
            /** @description The value before it. */
            before: number;
            /** @description The deviation after it; left out for points. */
            deviation?: number;
            /** @description The game. */
            game_id: string;
            /** @description The opponent. */
            opponent_id: string;
            /** @description The player. */
            player_id: string;
            /** @description The pool. */
            pool: string;
            /**
             * @description How the game ended.
             * @enum {string}
             */
            result: "unspecified" | "white_wins" | "black_wins" | "draw" | "aborted";
            /** @description The season it counted in. */
            season: number;
            /**
             * @description The side the player had.
             * @enum {string}
             */
            side: "unspecified" | "white" | "black";
        };
        /** @description A page of a leaderboard. */
        "ratings.GetLeaderboardResponse": {
            /** @description Goes on behind this page; empty at the end. A walk from page to page shows every player once at most, and everybody once who keeps their place meanwhile: who falls behind places that the walk has passed is left out of what follows, which may make a page shorter. Ranks are those of the moment. When the season is closed meanwhile, the walk goes on through it. */
            next_page_token: string;
            /** @description The places. */
            places: components["schemas"]["ratings.Place"][];
            /** @description How many are on the leaderboard. */
            total: number;
        };
        /** @description All ratings of a player. */
        "ratings.GetPlayerRatingsResponse": {
            /** @description One for each pool, in the pools' order. */
            ratings: components["schemas"]["ratings.Rating"][];
        };
        /** @description Ratings. */
        "ratings.GetRatingsResponse": {
            /** @description One for each player asked, in that order. */
            ratings: components["schemas"]["ratings.Rating"][];
        };
        /** @description Glicko-2, each game a rating period of its own. Idle time makes a deviation grow, by one period's worth every five days, up to the one that everybody begins with: from 60 it passes 110 after 13 months at the usual volatility. */
        "ratings.Glicko2": {
            /** @description The deviation everybody begins with. */
            deviation: number;
            /** @description The rating everybody begins with. */
            rating: number;
            /** @description The volatility everybody begins with. */
            volatility: number;
        };
        /** @description A page of changes. */
        "ratings.ListChangesResponse": {
            /** @description The changes, newest first. */
            changes: components["schemas"]["ratings.Change"][];
            /** @description Goes on behind this page; empty at the end. */
            next_page_token: string;
        };
        /** @description The pools. */
        "ratings.ListPoolsResponse": {
            /** @description The pools, in the order in which they are offered. */
            pools: components["schemas"]["ratings.Pool"][];
        };
        /** @description The seasons. */
        "ratings.ListSeasonsResponse": {
            /** @description Newest first. */
            seasons: components["schemas"]["ratings.Season"][];
        };
        /** @description A place on a leaderboard. */
        "ratings.Place": {
            /** @description From 1; no two players share one. */
            rank: number;
            /** @description Who holds it. */
            rating?: components["schemas"]["ratings.Rating"];
        };
        /** @description Points that are won and lost, never below 0. */
        "ratings.Points": {
            /** @description What a draw adds. */
            draw: number;
            /** @description What a loss takes. */
            loss: number;
            /** @description What a win adds. */
            win: number;
        };
        /** @description A pool of ratings. */
        "ratings.Pool": {
            /** @description By Glicko-2. */
            glicko2?: components["schemas"]["ratings.Glicko2"];
            /** @description Its name, such as "russian". */
            id: string;
            /** @description By points. */
            points?: components["schemas"]["ratings.Points"];
            /** @description The number of the season that is going on, from 1. */
            season: number;
        };
        /** @description What a player has in a pool: points of the season that goes on, or of the season asked for. */
        "ratings.Rating": {
            /** @description The longest row of wins. */
            best_streak: number;
            /** @description The deviation as of now, which has grown with idle time; left out for points. */
            deviation?: number;
            /** @description Games drawn. */
            draws: number;
            /** @description Games lost. */
            losses: number;
            /** @description The highest value so far, provisional ones not counted; left out while there is none above 0. */
            peak?: number;
            /** @description The player. */
            player_id: string;
            /** @description The pool. */
            pool: string;
            /** @description Whether it is too uncertain for the leaderboard: a deviation over 110. Points never are. */
            provisional: boolean;
            /**
             * Format: date-time
             * @description When the last rated game ended; left out before the first (of the season, for points).
             */
            rated_at?: string;
            /** @description Wins in a row if positive, losses in a row if negative. */
            streak: number;
            /** @description The rating or the points. */
            value: number;
            /** @description Games won. */
            wins: number;
        };
        /** @description A season of a pool. */
        "ratings.Season": {
            /**
             * Format: date-time
             * @description When it began.
             */
            began_at?: string;
            /**
             * Format: date-time
             * @description When it was closed; left out while it goes on.
             */
            closed_at?: string;
            /** @description Its number, from 1. */
            number: number;
            /** @description The pool. */
            pool: string;
        };
        /** @description A move or a boost of a game of combat. */
        "rules.ActionInput": {
            /** @description A boost. */
            boost?: components["schemas"]["rules.BoostActionInput"];
            /** @description A move in any accepted form. */
            move?: string;
        };
        /** @description A boost that was applied. */
        "rules.ApplyBoostResponse": {
            /** @description Of a sabotage the move in full. */
            move?: components["schemas"]["rules.Move"];
            /** @description Set when the boost ended the game. */
            outcome?: components["schemas"]["rules.Outcome"];
            /** @description The position after it. */
            position?: components["schemas"]["rules.Position"];
            /** @description Whether it burned a shield: a rocket whose target stays. */
            shield_burned: boolean;
            /**
             * @description The side to move now: whoever used the boost.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
            /** @description The square it was used on, in the notation asked for; empty for recon and sabotage. */
            target: string;
        };
        /** @description A move that was applied. */
        "rules.ApplyMoveResponse": {
            /** @description The move in full. */
            move?: components["schemas"]["rules.Move"];
            /** @description Set when the move ended the game. */
            outcome?: components["schemas"]["rules.Outcome"];
            /** @description The position after it. */
            position?: components["schemas"]["rules.Position"];
            /**
             * @description The side to move now.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description A boost that was used in a game. */
        "rules.BoostActionInput": {
            /**
             * @description The boost.
             * @enum {string}
             */
            boost?: "unspecified" | "recon" | "rocket" | "shield" | "sabotage";
            /** @description Of a sabotage the opponent's move. */
            move?: string;
            /** @description Of a shield or a rocket the square it was used on. */
            target?: string;
        };
        /** @description What a boost may be used on. */
        "rules.BoostChoice": {
            /**
             * @description The boost.
             * @enum {string}
             */
            boost: "unspecified" | "recon" | "rocket" | "shield" | "sabotage";
            /** @description Of a sabotage the opponent's moves to choose from. */
            moves: components["schemas"]["rules.Move"][];
            /** @description Why it cannot be used at all, such as OPPONENT_HAS_NO_MOVE; left out if it can. */
            refused?: string;
            /** @description The squares that it may be used on: of a shield the men to choose from, of a rocket the pieces that it draws one of. */
            targets: string[];
        };
        /** @description Whether a game is over. */
        "rules.GetOutcomeResponse": {
            /** @description Set when it is over. */
            outcome?: components["schemas"]["rules.Outcome"];
        };
        /** @description What the draw rules remember of a game. Callers keep it and hand it back as it is. */
        "rules.History": {
            /** @description Plies since the present class of few pieces arose, such as three kings against one. */
            ending_plies: number;
            /** @description Plies in a row that moved kings and took nothing. */
            king_plies: number;
            /** @description A key for each position since the last move that cannot be undone, the present one last. */
            seen: string[];
        };
        /** @description What the draw rules remember of a game. Callers keep it and hand it back as it is. */
        "rules.HistoryInput": {
            /** @description Plies since the present class of few pieces arose, such as three kings against one. */
            ending_plies?: number;
            /** @description Plies in a row that moved kings and took nothing. */
            king_plies?: number;
            /** @description A key for each position since the last move that cannot be undone, the present one last. */
            seen?: string[];
        };
        /** @description The legal moves of a position. */
        "rules.LegalMovesResponse": {
            /** @description The moves, sorted by their text. Empty when the game is over. */
            moves: components["schemas"]["rules.Move"][];
            /** @description Set when the game is over. */
            outcome?: components["schemas"]["rules.Outcome"];
            /**
             * @description The side to move.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description Which boosts may be used. */
        "rules.ListBoostsResponse": {
            /** @description Every boost, in the rule book's order. */
            boosts: components["schemas"]["rules.BoostChoice"][];
            /** @description Set when the game is over. */
            outcome?: components["schemas"]["rules.Outcome"];
            /**
             * @description The side to move, which may use them.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description All rulesets. */
        "rules.ListRulesetsResponse": {
            /** @description The rulesets in the rule book's order. */
            rulesets: components["schemas"]["rules.Ruleset"][];
        };
        /** @description A move, with everything a board needs to show it. */
        "rules.Move": {
            /** @description The position after the move as FEN. */
            after_fen: string;
            /** @description The squares of the pieces taken, in the order in which they are jumped. */
            captured: string[];
            /** @description Whether the piece is crowned. */
            crowns: boolean;
            /** @description The squares that the piece stands on in turn, the first one included. */
            path: string[];
            /** @description The move in full, every landing square written. */
            text: string;
        };
        /** @description The end of a game. */
        "rules.Outcome": {
            /** @description Other draw rules that hold in the same position. */
            also: ("unspecified" | "no_pieces" | "no_moves" | "resignation" | "timeout" | "agreement" | "threefold" | "fifteen_king_moves" | "twenty_five_king_moves" | "forty_king_moves" | "three_kings" | "three_against_one" | "two_against_one" | "double_road" | "aborted_by_player" | "abandoned")[];
            /**
             * @description The first rule of the ruleset's order that ends the game.
             * @enum {string}
             */
            reason: "unspecified" | "no_pieces" | "no_moves" | "resignation" | "timeout" | "agreement" | "threefold" | "fifteen_king_moves" | "twenty_five_king_moves" | "forty_king_moves" | "three_kings" | "three_against_one" | "two_against_one" | "double_road" | "aborted_by_player" | "abandoned";
            /**
             * @description Who won, if anybody did.
             * @enum {string}
             */
            result: "unspecified" | "white_wins" | "black_wins" | "draw" | "aborted";
        };
        /** @description A move of a PDN game. */
        "rules.PdnMoveInput": {
            /** @description Boosts used on the turn before it, or before the game's end if it has no text. They are written as comments that read back. */
            boosts?: components["schemas"]["rules.BoostActionInput"][];
            /** @description A comment after it, such as a clock note; none if empty. */
            comment?: string;
            /** @description Whether the opponent made it by sabotage. */
            sabotage?: boolean;
            /** @description The move in any accepted form. */
            text?: string;
        };
        /** @description A tag of a PDN game. */
        "rules.PdnTagInput": {
            /** @description Its name: letters, digits and underscores, a letter first. */
            name?: string;
            /** @description Its value. */
            value?: string;
        };
        /** @description A position of a game, with what the draw rules have to remember. */
        "rules.Position": {
            /** @description The position as PDN FEN; read in either notation. */
            fen: string;
            /** @description What went before; left out, the game starts here. */
            history?: components["schemas"]["rules.History"];
        };
        /** @description A position of a game, with what the draw rules have to remember. */
        "rules.PositionInput": {
            /** @description The position as PDN FEN; read in either notation. */
            fen: string;
            /** @description What went before; left out, the game starts here. */
            history?: components["schemas"]["rules.HistoryInput"];
        };
        /** @description A list of moves, played. */
        "rules.ReplayResponse": {
            /** @description The plies in full, each with the position after it: moves, and moves made by sabotage. */
            moves: components["schemas"]["rules.Move"][];
            /** @description Set when the game is over there. */
            outcome?: components["schemas"]["rules.Outcome"];
            /** @description The last position. */
            position?: components["schemas"]["rules.Position"];
            /**
             * @description The side to move there.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description A ruleset: a row of parameters. */
        "rules.Ruleset": {
            /** @description Squares along an edge: 8 or 10. */
            board_size: number;
            /**
             * @description Which captures may be chosen.
             * @enum {string}
             */
            capture_choice: "unspecified" | "any" | "most";
            /** @description The draw rules, in the order in which they are asked. */
            draw_rules: ("unspecified" | "no_pieces" | "no_moves" | "resignation" | "timeout" | "agreement" | "threefold" | "fifteen_king_moves" | "twenty_five_king_moves" | "forty_king_moves" | "three_kings" | "three_against_one" | "two_against_one" | "double_road" | "aborted_by_player" | "abandoned")[];
            /**
             * @description The side that moves first.
             * @enum {string}
             */
            first_mover: "unspecified" | "white" | "black";
            /** @description Whether kings move and capture along the whole diagonal. */
            flying_kings: boolean;
            /** @description Its name, such as "russian-giveaway". */
            id: string;
            /**
             * @description Where a flying king may land.
             * @enum {string}
             */
            king_landing: "none" | "must_continue" | "any";
            /** @description Whether men capture backward as well. */
            men_capture_backward: boolean;
            /**
             * @description The notation in which moves and positions are written unless another is asked for.
             * @enum {string}
             */
            notation: "own" | "algebraic" | "numeric";
            /**
             * @description What a player strives for.
             * @enum {string}
             */
            objective: "unspecified" | "normal" | "giveaway";
            /**
             * @description When a man is crowned in mid-capture.
             * @enum {string}
             */
            promotion: "unspecified" | "on_touch" | "at_end" | "ends_move";
            /** @description The position in which games start. */
            start_fen: string;
        };
        /** @description The start of a game. */
        "rules.StartPositionResponse": {
            /** @description Set when the game is over before it starts. */
            outcome?: components["schemas"]["rules.Outcome"];
            /** @description The position, in a form that is always the same for the same position. */
            position?: components["schemas"]["rules.Position"];
            /**
             * @description The side to move.
             * @enum {string}
             */
            side_to_move: "unspecified" | "white" | "black";
        };
        /** @description A game as PDN. */
        "rules.WritePdnResponse": {
            /** @description The text. */
            pdn: string;
        };
        /** @description What the shop sells. */
        "shop.Catalogue": {
            /** @description What a player gets the first time the shop sees them. */
            gift?: components["schemas"]["shop.Gift"];
            /** @description The offers, in the order in which they are shown. */
            offers: components["schemas"]["shop.Offer"][];
            /** @description Grows by one whenever it is changed. */
            version: number;
        };
        /** @description The catalogue. */
        "shop.GetCatalogueResponse": {
            /** @description The catalogue. */
            catalogue?: components["schemas"]["shop.Catalogue"];
        };
        /** @description A wallet. */
        "shop.GetWalletResponse": {
            /** @description The wallet. */
            wallet?: components["schemas"]["shop.Wallet"];
        };
        /** @description Coins and items for nothing. */
        "shop.Gift": {
            /** @description Coins. */
            coins: number;
            /** @description Items. */
            items: components["schemas"]["shop.Items"][];
        };
        /** @description A change of an item's count. */
        "shop.ItemChange": {
            /** @description How many came (positive) or went. */
            count: number;
            /** @description The item. */
            item: string;
        };
        /** @description So many of an item. */
        "shop.Items": {
            /** @description How many. */
            count: number;
            /** @description The item: a boost by its name in the rule book, such as "rocket". */
            item: string;
        };
        /** @description A row of the ledger. */
        "shop.LedgerRow": {
            /**
             * Format: date-time
             * @description When, by the database's clock.
             */
            at?: string;
            /** @description Coins that came (positive) or went. */
            coins: number;
            /** @description The player's coins after it. */
            coins_after: number;
            /** @description Items that came (positive) or went. */
            items: components["schemas"]["shop.ItemChange"][];
            /** @description What was bought, or what the giver says of a grant. */
            note: string;
            /** @description Its number in the player's ledger, from 1, without gaps. */
            number: number;
            /**
             * @description Why.
             * @enum {string}
             */
            reason: "unspecified" | "gift" | "grant" | "purchase" | "use" | "given_back";
            /** @description The request that it comes from. */
            request_id: string;
        };
        /** @description A page of a ledger. */
        "shop.ListLedgerResponse": {
            /** @description Where the next page begins; empty on the last one. */
            next_page_token: string;
            /** @description The rows, newest first. */
            rows: components["schemas"]["shop.LedgerRow"][];
        };
        /** @description Something that can be bought: one item or a bundle of several. */
        "shop.Offer": {
            /** @description Its name, such as "rocket" or "starter-pack": 1 to 64 of a-z 0-9 -. */
            id: string;
            /** @description What is in it. */
            items: components["schemas"]["shop.Items"][];
            /** @description What it costs, in coins. */
            price: number;
        };
        /** @description Something was bought. */
        "shop.PurchaseResponse": {
            /** @description The row of the ledger. Every repeat gets the same. */
            receipt?: components["schemas"]["shop.LedgerRow"];
            /** @description What the player has now. */
            wallet?: components["schemas"]["shop.Wallet"];
        };
        /** @description What a player has. */
        "shop.Wallet": {
            /** @description Coins. */
            coins: number;
            /** @description Items, sorted by name; those of which there are none are left out. */
            items: components["schemas"]["shop.Items"][];
            /** @description The player. */
            player_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public keys. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    getDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This description. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All are ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
    listBusyPlayers: {
        parameters: {
            query?: {
                /** @description The players, at most 1000. */
                player_ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who has. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListBusyPlayersResponse"];
                };
            };
        };
    };
    createGame: {
        parameters: {
            query?: never;
            header?: {
                /** @description Taken as the request's `request_id`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Who plays Black. */
                    black: components["schemas"]["games.Seat"];
                    /** @description The clock of a game by ruleset; none if left out. A mode has its own. */
                    clock?: components["schemas"]["games.ClockRuleInput"];
                    /** @description A mode. */
                    mode?: string;
                    /** @description Whether it counts for the ratings: a game of a mode with a pool, from its own start, between two players. Needs the scope `games.create`. */
                    rated?: boolean;
                    /** @description Names this request, so that a repeat makes no second game: 1 to 64 of A-Z a-z 0-9 _ - . or empty. A player's names are its own; services share theirs: begin them with something of your own. */
                    request_id?: string;
                    /** @description A ruleset, with nothing around it. */
                    ruleset?: string;
                    /** @description A position to start from instead of the ruleset's own. */
                    start_fen?: string;
                    /** @description Who plays White. */
                    white: components["schemas"]["games.Seat"];
                };
            };
        };
        responses: {
            /** @description A new game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.CreateGameResponse"];
                };
            };
        };
    };
    getGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A game. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.GetGameResponse"];
                };
            };
        };
    };
    abortGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who takes it back. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description The game is taken back. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.AbortGameResponse"];
                };
            };
        };
    };
    listBoosts: {
        parameters: {
            query?: {
                /** @description The player. */
                player_id?: string;
            };
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which boosts a player may use. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListBoostsResponse"];
                };
            };
        };
    };
    useBoost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which boost.
                     * @enum {string}
                     */
                    boost: "unspecified" | "recon" | "rocket" | "shield" | "sabotage";
                    /** @description How many actions the player has seen: the game's `actions`. */
                    expected_action: number;
                    /** @description Of a sabotage the opponent's move in any accepted form. */
                    move?: string;
                    /** @description Who uses it. */
                    player_id?: string;
                    /** @description Of a shield the man it goes on. A rocket's target is drawn. */
                    target?: string;
                };
            };
        };
        responses: {
            /** @description A boost that was used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.UseBoostResponse"];
                };
            };
        };
    };
    answerDraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the offer is accepted. */
                    accept: boolean;
                    /** @description Who answers. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description The draw offer is answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.AnswerDrawResponse"];
                };
            };
        };
    };
    offerDraw: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who offers it. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description A draw is offered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.OfferDrawResponse"];
                };
            };
        };
    };
    listLegalMoves: {
        parameters: {
            query?: {
                /** @description The notation of the moves. */
                notation?: "own" | "algebraic" | "numeric";
            };
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The legal moves of a game as it stands. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListLegalMovesResponse"];
                };
            };
        };
    };
    playMove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How many moves the player has seen: the game's `ply`. */
                    expected_ply: number;
                    /** @description The move in any accepted form. */
                    move: string;
                    /** @description Who plays it. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description A move that was played. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.PlayMoveResponse"];
                };
            };
        };
    };
    exportGame: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A game as PDN. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/plain; charset=utf-8": string;
                };
            };
        };
    };
    listPositions: {
        parameters: {
            query?: {
                /** @description The notation of the moves and of the positions after them. */
                notation?: "own" | "algebraic" | "numeric";
            };
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions that a game has gone through. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListPositionsResponse"];
                };
            };
        };
    };
    rematch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The finished game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who wants it. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description Where the rematch stands. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.RematchResponse"];
                };
            };
        };
    };
    resign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who resigns. */
                    player_id?: string;
                    /**
                     * @description The side that gives up, for a player who sits on both; otherwise the player's own.
                     * @enum {string}
                     */
                    side?: "unspecified" | "white" | "black";
                };
            };
        };
        responses: {
            /** @description The game is given up. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ResignResponse"];
                };
            };
        };
    };
    watchGame: {
        parameters: {
            query?: {
                /** @description The last version seen: events after it are sent and no snapshot. 0 for a snapshot. */
                after_version?: number;
                /** @description The player who watches; whoever gives none, or does not play this game, is a spectator. */
                player_id?: string;
            };
            header?: {
                /** @description With `accept: text/event-stream`, the id of the last event that was seen: the stream goes on behind it. */
                "Last-Event-ID"?: string;
            };
            path: {
                /** @description The game's id. */
                game_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `accept: text/event-stream`: each event has as its data one `games.WatchGameResponse` in JSON. The last one, `closed`, says why it ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    createInvite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Taken as the request's `request_id`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The colour the inviter wants.
                     * @enum {string}
                     */
                    colour?: "by_lot" | "white" | "black";
                    /** @description How long it is good for, in milliseconds: a day if left out; from 10 seconds to 30 days. */
                    expires_after_ms?: number;
                    /** @description The mode. */
                    mode: string;
                    /** @description Whether it stands in the lobby for everybody. */
                    open_to_all?: boolean;
                    /** @description Who invites; the caller if left out. */
                    player_id?: string;
                    /** @description Whether the game is rated. */
                    rated?: boolean;
                    /** @description Names this request, so that a repeat makes no second invite: 1 to 64 of A-Z a-z 0-9 _ - . or empty. One that asks for something else under the same name is refused while the first invite is good. */
                    request_id?: string;
                };
            };
        };
        responses: {
            /** @description A new invite. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.CreateInviteResponse"];
                };
            };
        };
    };
    getInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An invite. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.GetInviteResponse"];
                };
            };
        };
    };
    acceptInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who accepts; the caller if left out. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description The invite is accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.AcceptInviteResponse"];
                };
            };
        };
    };
    cancelInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who invited; the caller if left out. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description The invite is taken back, unless somebody was faster: see its status. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.CancelInviteResponse"];
                };
            };
        };
    };
    declineInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who declines; the caller if left out. */
                    player_id?: string;
                };
            };
        };
        responses: {
            /** @description The invite is declined. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.DeclineInviteResponse"];
                };
            };
        };
    };
    drawInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The invite's code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    watchInvite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its code. */
                code: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `accept: text/event-stream`: each event has as its data one `matchmaking.WatchInviteResponse` in JSON. The last one, `closed`, says why it ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listLobby: {
        parameters: {
            query?: {
                /** @description The mode; every mode if left out. */
                mode?: string;
                /** @description How many at most: 50 if left out, never more than 200. */
                page_size?: number;
                /** @description The page's `next_page_token`, to go on behind it. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the lobby. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.ListLobbyResponse"];
                };
            };
        };
    };
    getMyPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A profile. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.GetPlayerResponse"];
                };
            };
        };
    };
    deletePlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller is deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.DeletePlayerResponse"];
                };
            };
        };
    };
    rename: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name: 2 to 24 characters of any script. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The new name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.RenameResponse"];
                };
            };
        };
    };
    listMyGames: {
        parameters: {
            query: {
                /** @description Which games. */
                filter: "unspecified" | "live" | "finished";
                /** @description How many at most, up to 100; 20 if left out. */
                page_size?: number;
                /** @description Where the page before ended: its `next_page_token`. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a player's games. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListGamesResponse"];
                };
            };
        };
    };
    listMyLedger: {
        parameters: {
            query?: {
                /** @description How many rows at most, up to 200; 50 if left out. */
                page_size?: number;
                /** @description Where the page before ended: its `next_page_token`. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a ledger. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["shop.ListLedgerResponse"];
                };
            };
        };
    };
    listMyChanges: {
        parameters: {
            query?: {
                /** @description The pool; every pool if left out. */
                pool?: string;
                /** @description How many at most: 50 if left out, never more than 200. */
                page_size?: number;
                /** @description The page's `next_page_token`, to go on behind it. */
                page_token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.ListChangesResponse"];
                };
            };
        };
    };
    getMyPlayerRatings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All ratings of a player. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.GetPlayerRatingsResponse"];
                };
            };
        };
    };
    getMyWallet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A wallet. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["shop.GetWalletResponse"];
                };
            };
        };
    };
    watchMyPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `accept: text/event-stream`: each event has as its data one `games.WatchPlayerResponse` in JSON. The last one, `closed`, says why it ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listModes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The modes. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListModesResponse"];
                };
            };
        };
    };
    listPlayers: {
        parameters: {
            query?: {
                /** @description The players' ids, at most 200. */
                player_ids?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Many profiles. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.ListPlayersResponse"];
                };
            };
        };
    };
    getPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player's id; the caller if left out. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A profile. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.GetPlayerResponse"];
                };
            };
        };
    };
    listGames: {
        parameters: {
            query: {
                /** @description Which games. */
                filter: "unspecified" | "live" | "finished";
                /** @description How many at most, up to 100; 20 if left out. */
                page_size?: number;
                /** @description Where the page before ended: its `next_page_token`. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The player. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a player's games. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["games.ListGamesResponse"];
                };
            };
        };
    };
    listLedger: {
        parameters: {
            query?: {
                /** @description How many rows at most, up to 200; 50 if left out. */
                page_size?: number;
                /** @description Where the page before ended: its `next_page_token`. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The player. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a ledger. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["shop.ListLedgerResponse"];
                };
            };
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The pool; every pool if left out. */
                pool?: string;
                /** @description How many at most: 50 if left out, never more than 200. */
                page_size?: number;
                /** @description The page's `next_page_token`, to go on behind it. */
                page_token?: string;
            };
            header?: never;
            path: {
                /** @description The player; the caller if left out. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of changes. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.ListChangesResponse"];
                };
            };
        };
    };
    getPlayerRatings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player; the caller if left out. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All ratings of a player. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.GetPlayerRatingsResponse"];
                };
            };
        };
    };
    getWallet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A wallet. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["shop.GetWalletResponse"];
                };
            };
        };
    };
    watchPlayer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The player. */
                player_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `accept: text/event-stream`: each event has as its data one `games.WatchPlayerResponse` in JSON. The last one, `closed`, says why it ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    analyse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How deep to look at most, in plies: up to 60; as deep as time allows if left out. */
                    depth?: number;
                    /** @description How many of the best moves to follow: 1 to 10; 1 if left out. */
                    lines?: number;
                    /** @description The position. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                    /** @description How long to think in milliseconds: up to 10,000; 1,000 if left out. */
                    time_ms?: number;
                };
            };
        };
        responses: {
            /** @description An analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["bots.AnalyseResponse"];
                };
            };
        };
    };
    applyBoost: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The boost.
                     * @enum {string}
                     */
                    boost: "unspecified" | "recon" | "rocket" | "shield" | "sabotage";
                    /** @description Of a sabotage the opponent's move in any accepted form. */
                    move?: string;
                    /**
                     * @description The notation to answer in.
                     * @enum {string}
                     */
                    notation?: "own" | "algebraic" | "numeric";
                    /** @description The position before it. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                    /** @description Of a shield the man it goes on, of a rocket the piece that was drawn: who calls draws it. */
                    target?: string;
                };
            };
        };
        responses: {
            /** @description A boost that was applied. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.ApplyBoostResponse"];
                };
            };
        };
    };
    applyMove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The move in any accepted form: c3-d4, c5:e3:g5, c5xg5, 22-18, 27x16x7. */
                    move: string;
                    /**
                     * @description The notation to answer in.
                     * @enum {string}
                     */
                    notation?: "own" | "algebraic" | "numeric";
                    /** @description The position before the move. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                };
            };
        };
        responses: {
            /** @description A move that was applied. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.ApplyMoveResponse"];
                };
            };
        };
    };
    listBoostsOfPosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The notation to answer in.
                     * @enum {string}
                     */
                    notation?: "own" | "algebraic" | "numeric";
                    /** @description The position. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                };
            };
        };
        responses: {
            /** @description Which boosts may be used. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.ListBoostsResponse"];
                };
            };
        };
    };
    hint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The position. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                };
            };
        };
        responses: {
            /** @description A hint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["bots.HintResponse"];
                };
            };
        };
    };
    legalMoves: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The notation to answer in.
                     * @enum {string}
                     */
                    notation?: "own" | "algebraic" | "numeric";
                    /** @description The position. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                };
            };
        };
        responses: {
            /** @description The legal moves of a position. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.LegalMovesResponse"];
                };
            };
        };
    };
    getOutcome: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The position. */
                    position: components["schemas"]["rules.PositionInput"];
                    /** @description The ruleset's name. */
                    ruleset: string;
                };
            };
        };
        responses: {
            /** @description Whether a game is over. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.GetOutcomeResponse"];
                };
            };
        };
    };
    writePdn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The moves; at most 2,000. */
                    moves?: components["schemas"]["rules.PdnMoveInput"][];
                    /**
                     * @description The result, where it doesn't follow from the moves, such as after a resignation.
                     * @enum {string}
                     */
                    result?: "unspecified" | "white_wins" | "black_wins" | "draw" | "aborted";
                    /** @description The ruleset's name. */
                    ruleset: string;
                    /** @description The position to start from; empty for the ruleset's own. */
                    start_fen?: string;
                    /** @description Tags to write beside those that follow from the game, such as White, Black and Date. */
                    tags?: components["schemas"]["rules.PdnTagInput"][];
                };
            };
        };
        responses: {
            /** @description A game as PDN. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.WritePdnResponse"];
                };
            };
        };
    };
    replay: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Moves and boosts instead of `moves`; at most 2,000. */
                    actions?: components["schemas"]["rules.ActionInput"][];
                    /** @description The moves, in any accepted form; at most 2,000. */
                    moves?: string[];
                    /**
                     * @description The notation to answer in.
                     * @enum {string}
                     */
                    notation?: "own" | "algebraic" | "numeric";
                    /** @description The ruleset's name. */
                    ruleset: string;
                    /** @description The position to start from; empty for the ruleset's own. */
                    start_fen?: string;
                };
            };
        };
        responses: {
            /** @description A list of moves, played. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.ReplayResponse"];
                };
            };
        };
    };
    startPosition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A position to start from instead of the ruleset's own. */
                    fen?: string;
                    /**
                     * @description The notation to answer in.
                     * @enum {string}
                     */
                    notation?: "own" | "algebraic" | "numeric";
                    /** @description The ruleset's name. */
                    ruleset: string;
                };
            };
        };
        responses: {
            /** @description The start of a game. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.StartPositionResponse"];
                };
            };
        };
    };
    listQueues: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who waits. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.ListQueuesResponse"];
                };
            };
        };
    };
    acceptBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The mode. */
                mode: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who plays; the caller if left out. */
                    player_id?: string;
                    /** @description Whether the queue is the one for rated games. */
                    rated?: boolean;
                };
            };
        };
        responses: {
            /** @description The game against the bot, or the opponent that was faster. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.AcceptBotResponse"];
                };
            };
        };
    };
    cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The mode. */
                mode: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who leaves; the caller if left out. */
                    player_id?: string;
                    /** @description Whether the queue is the one for rated games. */
                    rated?: boolean;
                };
            };
        };
        responses: {
            /** @description Whether the player has left. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["matchmaking.CancelResponse"];
                };
            };
        };
    };
    enqueue: {
        parameters: {
            query?: {
                /** @description Whether the game is rated. A mode has one queue for rated games and one for the others. */
                rated?: boolean;
                /** @description Who waits; the caller if left out. */
                player_id?: string;
                /** @description After so many milliseconds without a match a bot is offered; never if 0. */
                offer_bot_after_ms?: number;
            };
            header?: never;
            path: {
                /** @description The mode. */
                mode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description With `accept: text/event-stream`: each event has as its data one `matchmaking.EnqueueResponse` in JSON. The last one, `closed`, says why it ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listPools: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.ListPoolsResponse"];
                };
            };
        };
    };
    getLeaderboard: {
        parameters: {
            query?: {
                /** @description A season that is closed; the one going on if left out. */
                season?: number;
                /** @description How many at most: 50 if left out, never more than 200. */
                page_size?: number;
                /** @description Behind the page that gave this token. */
                page_token?: string;
                /** @description Around this player: half of the page above. Empty if the player is not on it. */
                around_player_id?: string;
            };
            header?: never;
            path: {
                /** @description The pool. */
                pool: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of a leaderboard. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.GetLeaderboardResponse"];
                };
            };
        };
    };
    getRatings: {
        parameters: {
            query?: {
                /** @description The players, at most 200. */
                player_ids?: string[];
            };
            header?: never;
            path: {
                /** @description The pool. */
                pool: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ratings. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.GetRatingsResponse"];
                };
            };
        };
    };
    listSeasons: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The pool. */
                pool: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The seasons. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ratings.ListSeasonsResponse"];
                };
            };
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The refresh token last given. */
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description New tokens. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.RefreshResponse"];
                };
            };
        };
    };
    register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How it will sign in. */
                    credentials: components["schemas"]["players.Credentials"];
                    /** @description What it is called; a name is made up if left out. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description A new account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.RegisterResponse"];
                };
            };
        };
    };
    listRulesets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All rulesets. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["rules.ListRulesetsResponse"];
                };
            };
        };
    };
    getCatalogue: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The catalogue. */
            200: {
                headers: {
                    /** @description Send it as `If-None-Match` to get 304 where nothing has changed. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["shop.GetCatalogueResponse"];
                };
            };
        };
    };
    purchase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Taken as the request's `request_id`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the buyer has been told that one costs. Nothing is bought at another price. */
                    expected_price: number;
                    /** @description The offer. */
                    offer_id: string;
                    /** @description The player. */
                    player_id?: string;
                    /** @description How many of it: up to 100; one if left out. */
                    quantity?: number;
                    /** @description Names this purchase. */
                    request_id: string;
                };
            };
        };
        responses: {
            /** @description Something was bought. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["shop.PurchaseResponse"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What proves it. */
                    credentials: components["schemas"]["players.Credentials"];
                };
            };
        };
        responses: {
            /** @description Signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.SignInResponse"];
                };
            };
        };
    };
    signInAsGuest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description A new guest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.SignInAsGuestResponse"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A refresh token of the family. */
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description Signed out, also if the family had ended before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.SignOutResponse"];
                };
            };
        };
    };
    openSocket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    upgrade: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description How it will sign in. */
                    credentials: components["schemas"]["players.Credentials"];
                    /** @description What it is called from now on; the guest's name if left out. */
                    name?: string;
                };
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["players.UpgradeResponse"];
                };
            };
        };
    };
}
