//! What a position is worth, and what to play in it.

use proto::bots::v1 as bots;
use proto::bots::v1::line::Score as WireScore;
use proto::rules::v1 as rules;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::moves::LegalMove;
use crate::fault::Fault;

/// A position to name a strong move of.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "russian", "fen": "W:Wc3,e3:Bf6,h6"}))]
pub(crate) struct AskHint {
    /// The ruleset's name.
    ruleset: String,
    /// The position as PDN FEN, in either notation. What went before it is not known.
    fen: String,
}

impl From<AskHint> for bots::HintRequest {
    fn from(ask: AskHint) -> Self {
        Self {
            ruleset: ask.ruleset,
            position: position(ask.fen),
        }
    }
}

/// A strong move.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Hint {
    /// The move.
    #[serde(rename = "move")]
    best: LegalMove,
}

impl TryFrom<bots::HintResponse> for Hint {
    type Error = Fault;

    fn try_from(answer: bots::HintResponse) -> Result<Self, Fault> {
        let best = answer.r#move.ok_or_else(|| Fault::bad_answer("no move"))?;
        Ok(Self { best: best.into() })
    }
}

/// A position to analyse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ruleset": "russian", "fen": "W:Wc3,e3:Bf6,h6", "lines": 3}))]
pub(crate) struct Analyse {
    /// The ruleset's name.
    ruleset: String,
    /// The position as PDN FEN, in either notation. What went before it is not known.
    fen: String,
    /// How many of the best moves to follow: 1 to 10; 1 if left out.
    #[serde(default)]
    lines: u32,
    /// How long to think in milliseconds: up to 10,000; 1,000 if left out.
    #[serde(default)]
    pub(crate) time_ms: u32,
    /// How deep to look at most, in plies: up to 60; as deep as time allows if left out.
    #[serde(default)]
    depth: u32,
}

impl From<Analyse> for bots::AnalyseRequest {
    fn from(ask: Analyse) -> Self {
        Self {
            ruleset: ask.ruleset,
            position: position(ask.fen),
            lines: ask.lines,
            time_ms: ask.time_ms,
            depth: ask.depth,
        }
    }
}

fn position(fen: String) -> Option<rules::Position> {
    Some(rules::Position { fen, history: None })
}

/// An analysis.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Analysis {
    /// The best moves, the best first.
    lines: Vec<Line>,
    /// How deep the search was finished, in plies.
    depth: u32,
    /// How many positions were looked at.
    nodes: u64,
}

/// A move with what is expected to follow.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"moves": ["c3-d4", "f6-e5"], "centimen": 35}))]
pub(crate) struct Line {
    /// The moves in full, in the ruleset's own notation.
    moves: Vec<String>,
    /// What the side to move makes of it.
    #[serde(flatten)]
    score: Score,
}

/// What the side to move makes of a line: exactly one of these.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Score {
    /// In hundredths of a man; more is better for the side to move.
    Centimen(i32),
    /// It wins in so many plies.
    WinsIn(u32),
    /// It loses in so many plies.
    LosesIn(u32),
}

impl Line {
    fn read(line: bots::Line) -> Option<Self> {
        let score = match line.score? {
            WireScore::Centimen(value) => Score::Centimen(value),
            WireScore::WinsIn(plies) => Score::WinsIn(plies),
            WireScore::LosesIn(plies) => Score::LosesIn(plies),
        };
        Some(Self {
            moves: line.moves,
            score,
        })
    }
}

impl TryFrom<bots::AnalyseResponse> for Analysis {
    type Error = Fault;

    fn try_from(answer: bots::AnalyseResponse) -> Result<Self, Fault> {
        let lines: Option<_> = answer.lines.into_iter().map(Line::read).collect();
        Ok(Self {
            lines: lines.ok_or_else(|| Fault::bad_answer("a line"))?,
            depth: answer.depth,
            nodes: answer.nodes,
        })
    }
}
