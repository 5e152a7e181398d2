//! Boosts that bend the game (rule book §6): what each may be used on, and what it does.
//!
//! Limits, inventories and whose turn it is by the clock are the business of whoever runs the game.

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::find::MoveError;
use crate::game::Game;
use crate::moves::Move;
use crate::position::{Kind, Position};
use crate::square::Square;

/// A boost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Boost {
    /// Shows its user one strong move.
    Recon,
    /// Hits an enemy man, or a king if the enemy has no men.
    Rocket,
    /// Saves a man once.
    Shield,
    /// Plays the opponent's turn.
    Sabotage,
}

impl Boost {
    /// All of them, in the rule book's order.
    pub const ALL: [Self; 4] = [Self::Recon, Self::Rocket, Self::Shield, Self::Sabotage];

    /// The rule book's name of it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Recon => "recon",
            Self::Rocket => "rocket",
            Self::Shield => "shield",
            Self::Sabotage => "sabotage",
        }
    }

    /// The boost of a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|boost| boost.as_str() == name)
    }
}

/// What is done in a game with boosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The side to move moves.
    Move(Move),
    /// It uses recon.
    Recon,
    /// Its rocket hits a square.
    Rocket(Square),
    /// It puts a shield on a man.
    Shield(Square),
    /// It makes this move with the opponent's pieces.
    Sabotage(Move),
}

impl Action {
    /// The move that is made, if it is a ply of the game: of the boosts, sabotage alone is.
    #[must_use]
    pub const fn ply(&self) -> Option<&Move> {
        match self {
            Self::Move(played) | Self::Sabotage(played) => Some(played),
            Self::Recon | Self::Rocket(_) | Self::Shield(_) => None,
        }
    }
}

/// Why a boost cannot be used, as the position shows it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refused {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// A rocket does not hit what stands there: enemy men go first, then enemy kings.
    #[error("a rocket cannot hit that square")]
    NotATarget,
    /// There is no man of one's own on the square.
    #[error("a shield goes on a man of your own")]
    NotYourMan,
    /// A king carries no shield.
    #[error("a king carries no shield")]
    IsKing,
    /// The man has a shield already.
    #[error("this man has a shield already")]
    AlreadyShielded,
    /// Another man of one's own has a shield.
    #[error("another man of yours has a shield: one stands at a time")]
    ShieldAlreadyPlaced,
    /// The opponent could not move.
    #[error("the opponent has no legal move that you could make")]
    OpponentHasNoMove,
    /// The text is no legal move of the opponent.
    #[error("not a legal move of the opponent's: {0}")]
    IllegalMove(#[source] MoveError),
}

impl Refused {
    /// The rule book's name of the reason.
    #[must_use]
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::GameOver => "game_over",
            Self::NotATarget => "not_a_target",
            Self::NotYourMan => "not_your_man",
            Self::IsKing => "is_king",
            Self::AlreadyShielded => "already_shielded",
            Self::ShieldAlreadyPlaced => "shield_already_placed",
            Self::OpponentHasNoMove => "opponent_has_no_move",
            Self::IllegalMove(_) => "illegal_move",
        }
    }
}

/// What became of the piece that a rocket hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// It is gone.
    Removed(Kind),
    /// It stays, and its shield is burnt.
    ShieldBurnt,
}

impl Game {
    /// Whether the side to move could use a boost on anything.
    ///
    /// # Errors
    ///
    /// [`Refused::GameOver`]; of a shield [`Refused::IsKing`] where there is no man to put it on,
    /// [`Refused::ShieldAlreadyPlaced`]; of sabotage [`Refused::OpponentHasNoMove`].
    pub fn may_use(&self, boost: Boost) -> Result<(), Refused> {
        match boost {
            // As long as the game goes on, the enemy has a piece that a rocket can hit.
            Boost::Recon | Boost::Rocket => self.may_boost(),
            Boost::Shield => {
                self.may_boost()?;
                let side = self.position().side_to_move();
                let men = self.position().men(side);
                if men.is_empty() {
                    return Err(Refused::IsKing);
                }
                if men.meets(self.position().shields()) {
                    return Err(Refused::ShieldAlreadyPlaced);
                }
                Ok(())
            }
            Boost::Sabotage => self.opponents_turn().map(|_| ()),
        }
    }

    /// What a rocket could hit, each with equal chance: the enemy's men, or the kings of an enemy
    /// without men. Nothing once the game is over.
    #[must_use]
    pub fn rocket_targets(&self) -> Bitboard {
        if self.outcome().is_some() {
            return Bitboard::EMPTY;
        }
        let enemy = self.position().side_to_move().other();
        match self.position().men(enemy) {
            men if men.is_empty() => self.position().kings(enemy),
            men => men,
        }
    }

    /// A rocket hits a square. The turn stays, and the draw rules begin afresh.
    ///
    /// # Errors
    ///
    /// [`Refused::GameOver`], [`Refused::NotATarget`].
    pub fn rocket(&mut self, target: Square) -> Result<Hit, Refused> {
        self.may_boost()?;
        if !self.rocket_targets().contains(target) {
            return Err(Refused::NotATarget);
        }
        let mut position = *self.position();
        let hit = if position.shields().contains(target) {
            position.set_shield(target, false);
            Hit::ShieldBurnt
        } else {
            let king = position.is_king(target);
            position.clear(target);
            Hit::Removed(if king { Kind::King } else { Kind::Man })
        };
        self.set_up(position);
        Ok(hit)
    }

    /// The men that a shield could be put on.
    #[must_use]
    pub fn shield_places(&self) -> Bitboard {
        if self.may_use(Boost::Shield).is_err() {
            return Bitboard::EMPTY;
        }
        self.position().men(self.position().side_to_move())
    }

    /// Puts a shield on a man. The turn stays, and the draw rules begin afresh.
    ///
    /// # Errors
    ///
    /// [`Refused::GameOver`], [`Refused::NotYourMan`], [`Refused::IsKing`],
    /// [`Refused::AlreadyShielded`], [`Refused::ShieldAlreadyPlaced`]; the first that applies.
    pub fn shield(&mut self, square: Square) -> Result<(), Refused> {
        self.may_boost()?;
        let mut position = *self.position();
        let own = position.pieces(position.side_to_move());
        if !own.contains(square) {
            return Err(Refused::NotYourMan);
        }
        if position.is_king(square) {
            return Err(Refused::IsKing);
        }
        if position.shields().contains(square) {
            return Err(Refused::AlreadyShielded);
        }
        if position.shields().meets(own) {
            return Err(Refused::ShieldAlreadyPlaced);
        }
        position.set_shield(square, true);
        self.set_up(position);
        Ok(())
    }

    /// The moves of the opponent that sabotage could make.
    #[must_use]
    pub fn sabotage_moves(&self) -> Vec<Move> {
        self.opponents_turn()
            .map(|turned| turned.legal_moves(self.ruleset()))
            .unwrap_or_default()
    }

    /// Makes a legal move with the opponent's pieces; the player is to move again, and the draw
    /// rules begin afresh. Gives the move in full.
    ///
    /// # Errors
    ///
    /// [`Refused::GameOver`], [`Refused::OpponentHasNoMove`], [`Refused::IllegalMove`]; the first
    /// that applies.
    pub fn sabotage(&mut self, text: &str) -> Result<Move, Refused> {
        let turned = self.opponents_turn()?;
        let chosen = turned
            .find_move(self.ruleset(), text)
            .map_err(Refused::IllegalMove)?;
        self.set_up(turned.after(&chosen));
        Ok(chosen)
    }

    /// The position in which sabotage makes a move: the present one, the opponent to move.
    ///
    /// # Errors
    ///
    /// [`Refused::GameOver`], [`Refused::OpponentHasNoMove`]; the first that applies.
    pub fn opponents_turn(&self) -> Result<Position, Refused> {
        self.may_boost()?;
        let turned = self.position().turned();
        if !turned.has_legal_move(self.ruleset()) {
            return Err(Refused::OpponentHasNoMove);
        }
        Ok(turned)
    }

    /// Whether a boost can be used at all: whoever is blocked has lost already.
    ///
    /// # Errors
    ///
    /// [`Refused::GameOver`].
    pub fn may_boost(&self) -> Result<(), Refused> {
        self.outcome().map_or(Ok(()), |_| Err(Refused::GameOver))
    }
}
