//! What games are played by.

use proto::games::v1 as games;
use proto::rules::v1 as rules;
use serde::Serialize;
use utoipa::ToSchema;

use super::boosts::BoostLimits;
use super::clock::ClockRule;
use super::values::{CaptureChoice, KingLanding, Notation, Objective, Promotion, Reason, Side};
use crate::fault::Fault;

/// The modes, in the order in which they are offered.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Modes {
    /// The modes.
    modes: Vec<Mode>,
}

/// A way of playing that is offered: a ruleset with what goes with it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Mode {
    /// Its name.
    #[schema(example = "classic")]
    id: String,
    /// The ruleset it is played by.
    #[schema(example = "russian-late-promotion")]
    ruleset: String,
    /// The clock it is played with; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<ClockRule>,
    /// The pool in which its rated games count; left out when they cannot be rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "classic")]
    pool: Option<String>,
    /// How often each boost may be used by a player in a game; left out where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    boosts: Option<BoostLimits>,
    /// Whether it is played against a bot alone, by a person who plays White.
    only_with_bots: bool,
}

impl Mode {
    fn read(mode: games::Mode) -> Option<Self> {
        Some(Self {
            id: mode.id,
            ruleset: mode.ruleset,
            clock: ClockRule::read_optional(mode.clock)?,
            pool: mode.pool,
            boosts: mode.boosts.map(Into::into),
            only_with_bots: mode.only_with_bots,
        })
    }
}

impl TryFrom<games::ListModesResponse> for Modes {
    type Error = Fault;

    fn try_from(answer: games::ListModesResponse) -> Result<Self, Fault> {
        let modes: Option<_> = answer.modes.into_iter().map(Mode::read).collect();
        let modes = modes.ok_or_else(|| Fault::bad_answer("a mode"))?;
        Ok(Self { modes })
    }
}

/// All rulesets.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Rulesets {
    /// The rulesets in the rule book's order.
    rulesets: Vec<Ruleset>,
}

impl TryFrom<rules::ListRulesetsResponse> for Rulesets {
    type Error = Fault;

    fn try_from(answer: rules::ListRulesetsResponse) -> Result<Self, Fault> {
        let rulesets: Option<_> = answer.rulesets.into_iter().map(Ruleset::read).collect();
        let rulesets = rulesets.ok_or_else(|| Fault::bad_answer("a ruleset"))?;
        Ok(Self { rulesets })
    }
}

/// A ruleset: a row of parameters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Ruleset {
    /// Its name.
    #[schema(example = "russian")]
    id: String,
    /// Squares along an edge: 8 or 10.
    #[schema(example = 8)]
    board_size: u32,
    /// The side that moves first.
    first_mover: Side,
    /// What a player strives for.
    objective: Objective,
    /// Whether men capture backward as well.
    men_capture_backward: bool,
    /// Whether kings move and capture along the whole diagonal.
    flying_kings: bool,
    /// When a man is crowned in mid-capture.
    promotion: Promotion,
    /// Which captures may be chosen.
    capture_choice: CaptureChoice,
    /// Where a flying king may land; left out where kings do not fly.
    #[serde(skip_serializing_if = "Option::is_none")]
    king_landing: Option<KingLanding>,
    /// The draw rules, in the order in which they are asked.
    draw_rules: Vec<Reason>,
    /// The notation of moves and positions.
    notation: Notation,
    /// The position in which games start, as PDN FEN.
    #[schema(
        example = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
    )]
    start_fen: String,
}

impl Ruleset {
    fn read(ruleset: rules::Ruleset) -> Option<Self> {
        Some(Self {
            board_size: ruleset.board_size,
            first_mover: Side::read(ruleset.first_mover)?,
            objective: Objective::read(ruleset.objective)?,
            men_capture_backward: ruleset.men_capture_backward,
            flying_kings: ruleset.flying_kings,
            promotion: Promotion::read(ruleset.promotion)?,
            capture_choice: CaptureChoice::read(ruleset.capture_choice)?,
            king_landing: KingLanding::read(ruleset.king_landing),
            draw_rules: ruleset
                .draw_rules
                .into_iter()
                .map(Reason::read)
                .collect::<Option<_>>()?,
            notation: Notation::read(ruleset.notation)?,
            start_fen: ruleset.start_fen,
            id: ruleset.id,
        })
    }
}
