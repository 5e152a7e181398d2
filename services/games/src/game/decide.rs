//! What a command, or time alone, does to a game, told like a list of rules.

use std::time::Duration;

use proto::rules::v1::{Outcome, Position};
use store::Timestamp;

use super::{Boost, Deed, Due, Effect, Entry, Game, Happening, Lack, Outages, RatingChanges, Side};

/// A game with fewer plies than this can be taken back (rule book, section 5).
const ABORTABLE_PLIES: u32 = 2;

/// What is asked of a game.
#[derive(Clone, Debug)]
pub enum Command<'a> {
    /// Play a move that the rules service has allowed in the present position.
    Play(Allowed),
    /// Give up; for the side named, or the player's own, or for a player on both sides the one to move.
    Resign {
        /// Who asks.
        player: &'a str,
        /// The side named.
        side: Option<Side>,
    },
    /// Take the game back.
    Abort {
        /// Who asks.
        player: &'a str,
    },
    /// Offer a draw.
    OfferDraw {
        /// Who asks.
        player: &'a str,
    },
    /// Accept or decline the opponent's draw offer.
    AnswerDraw {
        /// Who asks.
        player: &'a str,
        /// Whether it is accepted.
        accept: bool,
    },
    /// Note what the ratings service made of the result.
    Rate(RatingChanges),
    /// Call for a boost that the rules service has allowed in the present position: it has its effect
    /// once it is paid for.
    Call(Effect),
    /// The boost called for at this version is paid for.
    Paid {
        /// The version after the call.
        call: u64,
    },
    /// The boost called for at this version cannot be had.
    Unpaid {
        /// The version after the call.
        call: u64,
        /// Why not.
        lack: Lack,
    },
    /// The bot to move uses a boost, which is not paid for.
    BotBoost(Effect),
}

/// A move with all that the rules service said of it.
#[derive(Clone, Debug)]
pub struct Allowed {
    /// The move in full.
    pub text: String,
    /// The position after it.
    pub position: Position,
    /// How it ends the game, if it does.
    pub outcome: Option<Outcome>,
}

/// What comes of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// The game goes on to this.
    Change(Box<Game>),
    /// The command repeats what happened at this version, and changes nothing.
    Repeat {
        /// The version after it.
        version: u64,
    },
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The player sits on neither side, or not on the one that is meant.
    NotYourGame,
    /// The game is over.
    GameOver,
    /// It is the opponent's turn.
    NotYourTurn,
    /// The player has not seen the last move, or counts one that was not played.
    StalePly {
        /// How many moves were played.
        ply: u32,
    },
    /// The game can't be taken back any more.
    TooLateToAbort,
    /// Draws are not offered to bots, nor by a player to himself.
    NotWithBots,
    /// Another draw offer is open.
    OfferOpen,
    /// The opponent has no draw offer open.
    NoOffer,
    /// The game has no result that counts for the ratings.
    NotRated,
    /// The player has not seen the last action, or counts one that was not taken.
    StaleAction {
        /// How many actions were taken.
        actions: u32,
    },
    /// A boost is being paid for: nothing else happens until that is settled.
    BoostInFlight,
    /// The side has used this boost as often as it may.
    LimitReached,
    /// There are no boosts in this game.
    NoBoosts,
    /// No boost was called for at that version, or it is settled.
    NotCalled,
}

/// Says whether a player may play a move after `expected_ply` moves. A ply that the player has
/// played already is a repeat if the move is the same.
///
/// # Errors
/// The first reason against it.
pub fn may_move(game: &Game, player: &str, expected_ply: u32) -> Result<Turn, Refusal> {
    let state = game.state();
    let seats = game.seats();
    if seats.sides_of(player).next().is_none() {
        return Err(Refusal::NotYourGame);
    }
    let stale = Refusal::StalePly { ply: state.ply };
    if expected_ply < state.ply {
        // What the opponent's sabotage has moved is no move of the player's own.
        let played = game.moves().nth(expected_ply as usize);
        let own = played.is_some_and(|ply| !ply.sabotaged && seats.holds(player, ply.side));
        return if own { Ok(Turn::Repeat) } else { Err(stale) };
    }
    if state.outcome.is_some() {
        return Err(Refusal::GameOver);
    }
    if expected_ply > state.ply {
        return Err(stale);
    }
    if !seats.holds(player, state.to_move) {
        Err(Refusal::NotYourTurn)
    } else if state.in_flight {
        Err(Refusal::BoostInFlight)
    } else {
        Ok(Turn::Fresh)
    }
}

/// Says whether a player may use a boost after `expected_action` actions, as far as whose turn it is
/// goes. An action that the player has taken already, or that is in flight, is a repeat if the boost
/// is the same.
///
/// # Errors
/// The first reason against it.
pub fn may_use(game: &Game, player: &str, expected_action: u32) -> Result<Turn, Refusal> {
    let state = game.state();
    let seats = game.seats();
    if seats.sides_of(player).next().is_none() {
        return Err(Refusal::NotYourGame);
    }
    let stale = Refusal::StaleAction {
        actions: state.actions,
    };
    if expected_action < state.actions {
        let taken = game.actions().nth(expected_action as usize);
        let own = taken.is_some_and(|action| {
            matches!(action.deed, Deed::Boost(_)) && seats.holds(player, action.side)
        });
        return if own { Ok(Turn::Repeat) } else { Err(stale) };
    }
    if state.outcome.is_some() {
        return Err(Refusal::GameOver);
    }
    if expected_action > state.actions {
        return Err(stale);
    }
    if !seats.holds(player, state.to_move) {
        Err(Refusal::NotYourTurn)
    } else if state.in_flight {
        Ok(Turn::InFlight)
    } else {
        Ok(Turn::Fresh)
    }
}

/// Says whether the side to move may still use a boost in this game, whatever the position.
///
/// # Errors
/// [`Refusal::LimitReached`], [`Refusal::NoBoosts`].
pub fn may_boost(game: &Game, boost: Boost) -> Result<(), Refusal> {
    if game.beginning().boosts.is_none() {
        return Err(Refusal::NoBoosts);
    }
    if game.boosts_left(game.state().to_move, boost) == 0 {
        return Err(Refusal::LimitReached);
    }
    Ok(())
}

/// What a player who sends a move at a ply, or a boost at an action, may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Play or use it, if the rules allow.
    Fresh,
    /// The player has already played or used something there.
    Repeat,
    /// The player has called for a boost there, which is being paid for.
    InFlight,
}

/// What time alone has made of a game by now, one thing at a time: to be written before any command.
#[must_use]
pub fn overdue(game: &Game, outages: &Outages, now: Timestamp) -> Option<Game> {
    let owed = outages.owed(game);
    if owed > Duration::ZERO {
        return Some(happened(game, Happening::GivenBack(owed), now));
    }
    let due = game.next_due().filter(|due| *due <= now)?;
    let (at, happening) = match game.state().clock.as_ref().and_then(super::Clock::next) {
        Some((at, Due::Warning)) => (at, Happening::Warned),
        Some((at, Due::Miss)) => (at, Happening::Missed),
        Some((at, Due::Flag)) => (at, Happening::TimedOut),
        None => (due, Happening::Abandoned),
    };
    Some(happened(game, happening, at))
}

/// Carries out a command at a moment, once nothing is [`overdue`].
///
/// # Errors
/// Why it cannot be: the game stays as it is.
pub fn decide(game: &Game, command: Command<'_>, now: Timestamp) -> Result<Decision, Refusal> {
    if let Some(version) = repeated(game, &command) {
        return Ok(Decision::Repeat { version });
    }
    let seats = game.seats();
    let plays = |player: &str| match seats.sides_of(player).next() {
        Some(_) if game.state().outcome.is_some() => Err(Refusal::GameOver),
        Some(side) => Ok(side),
        None => Err(Refusal::NotYourGame),
    };
    // Whoever gives up may do so at any time; all else waits until a boost in flight is settled.
    let in_flight = game.state().in_flight;
    let acts = |player: &str| match plays(player)? {
        _ if in_flight => Err(Refusal::BoostInFlight),
        side => Ok(side),
    };
    let (happening, position) = match command {
        Command::Play(_) | Command::Call(_) | Command::BotBoost(_)
            if game.state().outcome.is_some() =>
        {
            return Err(Refusal::GameOver);
        }
        Command::Play(_) | Command::Call(_) | Command::BotBoost(_) if in_flight => {
            return Err(Refusal::BoostInFlight);
        }
        Command::Play(Allowed {
            text,
            position,
            outcome,
        }) => (Happening::Moved { text, outcome }, Some(position)),
        Command::Call(Effect { boosted, position }) => {
            may_boost(game, boosted.boost)?;
            (Happening::BoostCalled(boosted.into()), Some(position))
        }
        Command::BotBoost(Effect { boosted, position }) => {
            if !game.bot_boosts().contains(&boosted.boost) {
                return Err(Refusal::LimitReached);
            }
            (Happening::BoostUsed(boosted.into()), Some(position))
        }
        Command::Paid { call } => {
            let boosted = called(game, call)?.clone();
            (Happening::BoostUsed(boosted.into()), None)
        }
        Command::Unpaid { call, lack } => {
            let boost = called(game, call)?.boost;
            (Happening::BoostRefused { boost, lack }, None)
        }
        Command::Resign { player, side } => {
            let own = plays(player)?;
            let side = match side {
                Some(side) if !seats.holds(player, side) => return Err(Refusal::NotYourGame),
                Some(side) => side,
                None if seats.holds(player, game.state().to_move) => game.state().to_move,
                None => own,
            };
            (Happening::Resigned(side), None)
        }
        Command::Abort { player } => {
            acts(player)?;
            (
                Happening::Aborted(aborting_side(game, player).ok_or(Refusal::TooLateToAbort)?),
                None,
            )
        }
        Command::OfferDraw { player } => {
            let side = acts(player)?;
            if seats.with_bot() || seats.holds(player, side.other()) {
                return Err(Refusal::NotWithBots);
            }
            if game.state().draw_offer.is_some() {
                return Err(Refusal::OfferOpen);
            }
            (Happening::DrawOffered(side), None)
        }
        Command::AnswerDraw { player, accept } => {
            let side = acts(player)?;
            if game.state().draw_offer != Some(side.other()) {
                return Err(Refusal::NoOffer);
            }
            (
                if accept {
                    Happening::DrawAgreed
                } else {
                    Happening::DrawDeclined
                },
                None,
            )
        }
        Command::Rate(_) if !game.awaits_rating() => return Err(Refusal::NotRated),
        Command::Rate(changes) => (Happening::Rated(changes), None),
    };
    // The store's clock may differ between hosts; a game's never runs backward.
    let entry = Entry {
        at: now.max(game.state().updated_at),
        happening,
    };
    Ok(Decision::Change(Box::new(game.after(entry, position))))
}

/// A side may take the game back before its first move, and before there are two plies.
fn aborting_side(game: &Game, player: &str) -> Option<Side> {
    let has_moved = |side| {
        let mut moves = game.moves();
        moves.any(|ply| ply.side == side && !ply.sabotaged)
    };
    let mut sides = game.seats().sides_of(player);
    sides.find(|side| game.state().ply < ABORTABLE_PLIES && !has_moved(*side))
}

/// The boost in flight, if it is the one called for at a version.
fn called(game: &Game, call: u64) -> Result<&super::Boosted, Refusal> {
    let in_flight = game.in_flight().filter(|(version, _)| *version == call);
    in_flight
        .map(|(_, boosted)| boosted)
        .ok_or(Refusal::NotCalled)
}

/// The version at which the same command had its effect, if nothing has happened that would give it
/// another one. Moves are repeated by their ply: see [`may_move`].
fn repeated(game: &Game, command: &Command<'_>) -> Option<u64> {
    if let Command::Paid { call } | Command::Unpaid { call, .. } = command {
        // What comes right after a call settles it.
        let place = usize::try_from(*call).ok()?.checked_sub(2)?;
        let entries = game.entries().get(place..place + 2)?;
        let called = matches!(entries[0].happening, Happening::BoostCalled(_));
        let same = match command {
            Command::Paid { .. } => matches!(entries[1].happening, Happening::BoostUsed(_)),
            _ => matches!(entries[1].happening, Happening::BoostRefused { .. }),
        };
        let same = called && same;
        return same.then_some(call + 1);
    }
    let holds = |player: &str, side| game.seats().holds(player, side);
    let is_same = |happening: &Happening| match (command, happening) {
        (Command::Resign { player, side }, Happening::Resigned(by)) => {
            holds(player, *by) && side.is_none_or(|side| side == *by)
        }
        (Command::Abort { player }, Happening::Aborted(by)) => holds(player, *by),
        (Command::Rate(_), Happening::Rated(_)) => true,
        (Command::OfferDraw { player }, Happening::DrawOffered(by)) => {
            holds(player, *by) && game.state().draw_offer == Some(*by)
        }
        (
            Command::AnswerDraw {
                player,
                accept: true,
            },
            Happening::DrawAgreed,
        )
        | (
            Command::AnswerDraw {
                player,
                accept: false,
            },
            Happening::DrawDeclined,
        ) => {
            let offer = game
                .entries()
                .iter()
                .rev()
                .find_map(|entry| match entry.happening {
                    Happening::DrawOffered(by) => Some(by),
                    _ => None,
                });
            game.state().draw_offer.is_none() && offer.is_some_and(|by| holds(player, by.other()))
        }
        _ => false,
    };
    // The last of its kind: an offer made anew after an answer is not the one before.
    let place = game
        .entries()
        .iter()
        .rposition(|entry| is_same(&entry.happening))?;
    Some(place as u64 + 2)
}

fn happened(game: &Game, happening: Happening, at: Timestamp) -> Game {
    game.after(
        Entry {
            at: at.max(game.state().updated_at),
            happening,
        },
        None,
    )
}
