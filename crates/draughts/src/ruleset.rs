//! Rulesets: rows of parameters.

use crate::board::BoardSize;
use crate::draws::{DrawCondition, DrawRule, Ending};
use crate::notation::Notation;
use crate::outcome::Reason;
use crate::side::Side;

/// The rules of one kind of draughts, as parameters (rule book §2). Everything else in this crate
/// reads the parameters and never the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The name by which the ruleset is asked for, such as `russian-giveaway`.
    pub id: &'static str,
    /// The board it is played on.
    pub board: BoardSize,
    /// The side that moves first.
    pub first_mover: Side,
    /// What a player strives for.
    pub objective: Objective,
    /// Whether men capture backward as well.
    pub men_capture_backward: bool,
    /// When a man that reaches the last row in mid-capture is crowned.
    pub promotion: Promotion,
    /// Which of the legal captures may be chosen.
    pub capture_choice: CaptureChoice,
    /// Where a king that flies along diagonals may land behind a piece it takes. `None`: kings do
    /// not fly, they move and capture one square.
    pub king_landing: Option<KingLanding>,
    /// The draw rules, in the order in which they are asked (rule book §4).
    pub draw_rules: &'static [DrawRule],
    /// The notation in which moves and positions are written unless another is asked for: files and
    /// ranks for the games that are published so (Russian and Brazilian draughts), numbers for the
    /// international and the English game.
    pub notation: Notation,
    /// The number of the game in PDN's `GameType` tag; that of its parent for a variant.
    pub pdn_game_type: u8,
}

/// What a player strives for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The side to move that has no legal move loses.
    Normal,
    /// The side to move that has no legal move wins.
    Giveaway,
}

/// When a man that reaches the last row in mid-capture is crowned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// At once; it goes on capturing as a king.
    OnTouch,
    /// Only if the move ends there; a man that passes through stays a man.
    AtEnd,
    /// At once, and the move ends with it.
    EndsMove,
}

/// Which of the legal captures may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaptureChoice {
    /// Any of them.
    Any,
    /// Only those that take the most pieces; a king counts as one.
    Most,
}

/// Where a flying king may land behind a piece that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KingLanding {
    /// Only where the capture goes on, if any square behind the piece allows that.
    MustContinue,
    /// On any free square; from there the capture goes on while it can.
    Any,
}

impl Ruleset {
    /// The ruleset of that name.
    #[must_use]
    pub fn by_id(id: &str) -> Option<&'static Self> {
        RULESETS.iter().find(|ruleset| ruleset.id == id)
    }

    /// Whether kings move and capture along the whole diagonal.
    #[inline]
    #[must_use]
    pub const fn flying_kings(&self) -> bool {
        self.king_landing.is_some()
    }
}

const THREEFOLD: DrawRule = DrawRule {
    condition: DrawCondition::Repetition { times: 3 },
    reason: Reason::Threefold,
};

const fn king_moves(plies: u32, reason: Reason) -> DrawRule {
    DrawRule {
        condition: DrawCondition::KingMoves { plies },
        reason,
    }
}

const fn ending(class: Ending, plies: u32, reason: Reason) -> DrawRule {
    DrawRule {
        condition: DrawCondition::Ending { class, plies },
        reason,
    }
}

/// Set R of rule book §4.
const RUSSIAN_DRAWS: &[DrawRule] = &[
    THREEFOLD,
    ending(Ending::ThreeKings, 30, Reason::ThreeKings),
    king_moves(30, Reason::FifteenKingMoves),
];

/// Set P of rule book §4.
const PODDAVKI_DRAWS: &[DrawRule] = &[
    THREEFOLD,
    DrawRule {
        condition: DrawCondition::DoubleRoad,
        reason: Reason::DoubleRoad,
    },
];

/// Set I of rule book §4.
const INTERNATIONAL_DRAWS: &[DrawRule] = &[
    THREEFOLD,
    king_moves(50, Reason::TwentyFiveKingMoves),
    ending(Ending::ThreeAgainstOne, 32, Reason::ThreeAgainstOne),
    ending(Ending::TwoAgainstOne, 10, Reason::TwoAgainstOne),
];

/// Set G of rule book §4.
const GIVEAWAY_DRAWS: &[DrawRule] = &[THREEFOLD, king_moves(50, Reason::TwentyFiveKingMoves)];

/// Set E of rule book §4.
const ENGLISH_DRAWS: &[DrawRule] = &[THREEFOLD, king_moves(80, Reason::FortyKingMoves)];

const RUSSIAN: Ruleset = Ruleset {
    id: "russian",
    board: BoardSize::Eight,
    first_mover: Side::White,
    objective: Objective::Normal,
    men_capture_backward: true,
    promotion: Promotion::OnTouch,
    capture_choice: CaptureChoice::Any,
    king_landing: Some(KingLanding::MustContinue),
    draw_rules: RUSSIAN_DRAWS,
    notation: Notation::Algebraic,
    pdn_game_type: 25,
};

const INTERNATIONAL: Ruleset = Ruleset {
    id: "international",
    board: BoardSize::Ten,
    promotion: Promotion::AtEnd,
    capture_choice: CaptureChoice::Most,
    // The greatest number already forces a landing from which the capture goes on.
    king_landing: Some(KingLanding::Any),
    draw_rules: INTERNATIONAL_DRAWS,
    notation: Notation::Numeric,
    pdn_game_type: 20,
    ..RUSSIAN
};

const ENGLISH: Ruleset = Ruleset {
    id: "english",
    first_mover: Side::Black,
    men_capture_backward: false,
    promotion: Promotion::EndsMove,
    king_landing: None,
    draw_rules: ENGLISH_DRAWS,
    notation: Notation::Numeric,
    pdn_game_type: 21,
    ..RUSSIAN
};

/// Every ruleset (rule book §3). The parent of each PDN game type comes before its variants.
pub static RULESETS: [Ruleset; 9] = [
    RUSSIAN,
    Ruleset {
        id: "russian-giveaway",
        objective: Objective::Giveaway,
        ..RUSSIAN
    },
    Ruleset {
        id: "poddavki",
        objective: Objective::Giveaway,
        king_landing: Some(KingLanding::Any),
        draw_rules: PODDAVKI_DRAWS,
        ..RUSSIAN
    },
    Ruleset {
        id: "russian-late-promotion",
        promotion: Promotion::AtEnd,
        ..RUSSIAN
    },
    INTERNATIONAL,
    Ruleset {
        id: "international-giveaway",
        objective: Objective::Giveaway,
        draw_rules: GIVEAWAY_DRAWS,
        ..INTERNATIONAL
    },
    ENGLISH,
    Ruleset {
        id: "english-giveaway",
        objective: Objective::Giveaway,
        ..ENGLISH
    },
    Ruleset {
        id: "brazilian",
        board: BoardSize::Eight,
        notation: Notation::Algebraic,
        pdn_game_type: 26,
        ..INTERNATIONAL
    },
];
