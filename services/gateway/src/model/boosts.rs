//! Boosts: how often they may be used, which may be used now, and which have been.

use proto::games::v1 as games;
use proto::rules::v1 as rules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::game::{PlayedMove, given, millis};
use super::moves::LegalMove;
use super::values::{Boost, Side};
use crate::fault::Fault;

/// How often a player may use each boost in a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"recon": 3, "rocket": 1, "shield": 2, "sabotage": 1}))]
pub(crate) struct BoostLimits {
    /// Recon.
    recon: u32,
    /// Rocket.
    rocket: u32,
    /// Shield.
    shield: u32,
    /// Sabotage.
    sabotage: u32,
}

impl From<games::BoostLimits> for BoostLimits {
    fn from(limits: games::BoostLimits) -> Self {
        Self {
            recon: limits.recon,
            rocket: limits.rocket,
            shield: limits.shield,
            sabotage: limits.sabotage,
        }
    }
}

/// A boost that was used.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "action": 3, "ply": 2, "side": "white", "boost": "rocket", "target": "d6",
    "shield_burned": false, "used_at_ms": 1_790_000_002_000_i64,
}))]
pub(crate) struct UsedBoost {
    /// Its number among the game's actions, from 1.
    action: u32,
    /// How many plies had been played before it.
    ply: u32,
    /// The side that used it.
    side: Side,
    /// Which boost.
    boost: Boost,
    /// Of a shield the man it went on, of a rocket the piece that it hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    /// Whether it burned a shield: the rocket's target stays.
    shield_burned: bool,
    /// Of a sabotage the opponent's move, in full.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// Of a recon the squares of a strong move, in turn. Its user alone is told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    hint: Vec<String>,
    /// When it was used, in Unix milliseconds.
    used_at_ms: i64,
}

impl UsedBoost {
    pub(super) fn read(used: games::UsedBoost) -> Option<Self> {
        Some(Self {
            action: used.action,
            ply: used.ply,
            side: Side::read(used.side)?,
            boost: Boost::read(used.boost)?,
            target: given(used.target),
            shield_burned: used.shield_burned,
            played: given(used.r#move),
            hint: used.hint,
            used_at_ms: millis(used.used_at)?,
        })
    }
}

impl TryFrom<games::UsedBoost> for UsedBoost {
    type Error = Fault;

    fn try_from(used: games::UsedBoost) -> Result<Self, Fault> {
        Self::read(used).ok_or_else(|| Fault::bad_answer("a boost"))
    }
}

/// A player calls for a boost, which is being paid for.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"action": 3, "side": "white", "boost": "rocket"}))]
pub(crate) struct BoostCalled {
    /// The number that it will have among the game's actions.
    action: u32,
    /// The side.
    side: Side,
    /// Which boost.
    boost: Boost,
}

impl BoostCalled {
    pub(super) fn read(call: games::BoostCalled) -> Option<Self> {
        Some(Self {
            action: call.action,
            side: Side::read(call.side)?,
            boost: Boost::read(call.boost)?,
        })
    }
}

/// A boost took effect.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BoostUsed {
    /// What was used, on what.
    boost: UsedBoost,
    /// The position after it, as PDN FEN.
    fen: String,
    /// Whose turn it is now.
    side_to_move: Side,
    /// Of a sabotage the ply that it is.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    played: Option<PlayedMove>,
}

impl BoostUsed {
    pub(super) fn read(told: games::BoostUsed) -> Option<Self> {
        Some(Self {
            boost: UsedBoost::read(told.boost?)?,
            fen: told.fen,
            side_to_move: Side::read(told.side_to_move)?,
            played: match told.r#move {
                None => None,
                Some(played) => Some(PlayedMove::read(played)?),
            },
        })
    }
}

/// A boost that was called for cannot be had: nothing has happened, nothing is spent.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BoostRefused {
    /// The call.
    call: BoostCalled,
    /// Why.
    #[schema(example = "NOT_IN_INVENTORY")]
    reason: String,
}

impl BoostRefused {
    pub(super) fn read(refused: games::BoostRefused) -> Option<Self> {
        Some(Self {
            call: BoostCalled::read(refused.call?)?,
            reason: refused.reason,
        })
    }
}

/// Which boosts a player may use.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct BoostOptions {
    /// Every boost, in the rule book's order.
    boosts: Vec<BoostOption>,
}

/// Whether a boost may be used now, and on what.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "boost": "shield", "left": 2, "targets": ["c3", "e3"], "moves": [],
}))]
pub(crate) struct BoostOption {
    /// Which boost.
    boost: Boost,
    /// How often the player may still use it in this game.
    left: u32,
    /// Why it cannot be used at all; left out if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "SHIELD_ALREADY_PLACED")]
    refused: Option<String>,
    /// Of a shield the men to choose from, of a rocket the pieces that it draws one of, in the
    /// ruleset's own notation.
    targets: Vec<String>,
    /// Of a sabotage the opponent's moves to choose from, in the ruleset's own notation.
    moves: Vec<LegalMove>,
}

impl BoostOption {
    fn read(option: games::BoostOption) -> Option<Self> {
        let choice = option.choice?;
        Some(Self {
            boost: Boost::read(choice.boost)?,
            left: option.left,
            refused: choice.refused,
            targets: choice.targets,
            moves: choice.moves.into_iter().map(Into::into).collect(),
        })
    }
}

impl TryFrom<games::ListBoostsResponse> for BoostOptions {
    type Error = Fault;

    fn try_from(answer: games::ListBoostsResponse) -> Result<Self, Fault> {
        let boosts: Option<_> = answer.boosts.into_iter().map(BoostOption::read).collect();
        let boosts = boosts.ok_or_else(|| Fault::bad_answer("a boost"))?;
        Ok(Self { boosts })
    }
}

/// A boost to use.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"action": 2, "boost": "shield", "target": "c3"}))]
pub(crate) struct UseBoost {
    /// Who uses it; the caller if left out.
    #[serde(default)]
    player: String,
    /// How many actions the player has seen: the game's `actions`.
    action: u32,
    /// Which boost.
    boost: Boost,
    /// Of a shield the man it goes on. A rocket's target is drawn.
    #[serde(default)]
    target: String,
    /// Of a sabotage the opponent's move in any accepted form.
    #[serde(default, rename = "move")]
    played: String,
}

impl UseBoost {
    pub(crate) fn of_game(self, game_id: String) -> games::UseBoostRequest {
        games::UseBoostRequest {
            game_id,
            player_id: self.player,
            expected_action: self.action,
            boost: rules::Boost::from(self.boost).into(),
            target: self.target,
            r#move: self.played,
        }
    }
}
