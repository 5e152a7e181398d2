//! The rules' own types as messages.

use draughts::combat::Boost;
use draughts::{
    Bitboard, BoardSize, CaptureChoice, Game, GameResult, History, KingLanding, Move, Notation,
    Objective, Outcome, Position, Promotion, Reason, Ruleset, Side, Square,
};
use platform::Fault;
use proto::rules::v1 as rules;

/// A ruleset's parameters.
pub(crate) fn ruleset(ruleset: &Ruleset) -> rules::Ruleset {
    let notation = match ruleset.notation {
        Notation::Algebraic => rules::Notation::Algebraic,
        Notation::Numeric => rules::Notation::Numeric,
    };
    let objective = match ruleset.objective {
        Objective::Normal => rules::Objective::Normal,
        Objective::Giveaway => rules::Objective::Giveaway,
    };
    let promotion = match ruleset.promotion {
        Promotion::OnTouch => rules::Promotion::OnTouch,
        Promotion::AtEnd => rules::Promotion::AtEnd,
        Promotion::EndsMove => rules::Promotion::EndsMove,
    };
    let capture_choice = match ruleset.capture_choice {
        CaptureChoice::Any => rules::CaptureChoice::Any,
        CaptureChoice::Most => rules::CaptureChoice::Most,
    };
    let king_landing = match ruleset.king_landing {
        None => rules::KingLanding::Unspecified,
        Some(KingLanding::MustContinue) => rules::KingLanding::MustContinue,
        Some(KingLanding::Any) => rules::KingLanding::Any,
    };
    rules::Ruleset {
        id: ruleset.id.to_owned(),
        board_size: match ruleset.board {
            BoardSize::Eight => 8,
            BoardSize::Ten => 10,
        },
        first_mover: side(ruleset.first_mover).into(),
        objective: objective.into(),
        men_capture_backward: ruleset.men_capture_backward,
        flying_kings: ruleset.flying_kings(),
        promotion: promotion.into(),
        capture_choice: capture_choice.into(),
        king_landing: king_landing.into(),
        draw_rules: ruleset
            .draw_rules
            .iter()
            .map(|rule| reason(rule.reason).into())
            .collect(),
        notation: notation.into(),
        start_fen: Position::start(ruleset).to_fen(ruleset.board, ruleset.notation),
    }
}

/// A side.
pub(crate) fn side(side: Side) -> rules::Side {
    match side {
        Side::White => rules::Side::White,
        Side::Black => rules::Side::Black,
    }
}

/// The notation to answer in.
pub(crate) fn notation(asked: rules::Notation, ruleset: &Ruleset) -> Notation {
    match asked {
        rules::Notation::Unspecified => ruleset.notation,
        rules::Notation::Algebraic => Notation::Algebraic,
        rules::Notation::Numeric => Notation::Numeric,
    }
}

/// A position with what the draw rules remember.
pub(crate) fn position(game: &Game, notation: Notation) -> rules::Position {
    let history = game.history();
    rules::Position {
        fen: game.position().to_fen(game.ruleset().board, notation),
        history: Some(rules::History {
            seen: history.seen.clone(),
            king_plies: history.king_plies,
            ending_plies: history.ending_plies,
        }),
    }
}

/// Reads a position of the ruleset's board.
pub(crate) fn read_fen(fen: &str, ruleset: &Ruleset, field: &str) -> Result<Position, Fault> {
    Position::from_fen(fen, ruleset).map_err(|error| {
        Fault::malformed(
            field,
            "MALFORMED_FEN",
            format!("the position cannot be read: {error}"),
        )
    })
}

/// What the draw rules remember.
pub(crate) fn read_history(history: rules::History) -> History {
    History {
        seen: history.seen,
        king_plies: history.king_plies,
        ending_plies: history.ending_plies,
    }
}

/// A move that leads to a position.
pub(crate) fn played(
    played: &Move,
    after: &Position,
    board: BoardSize,
    notation: Notation,
) -> rules::Move {
    let text = |square: Square| square.to_text(board, notation);
    let landings = played.landings().iter().copied();
    rules::Move {
        text: played.to_text(board, notation),
        path: std::iter::once(played.from())
            .chain(landings)
            .map(text)
            .collect(),
        captured: played.captured().iter().copied().map(text).collect(),
        crowns: played.crowns(),
        after_fen: after.to_fen(board, notation),
    }
}

/// Moves in the order of their texts.
pub(crate) fn sorted(moves: impl Iterator<Item = rules::Move>) -> Vec<rules::Move> {
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable_by(|one, other| one.text.cmp(&other.text));
    moves
}

/// A boost.
pub(crate) fn boost(boost: Boost) -> rules::Boost {
    match boost {
        Boost::Recon => rules::Boost::Recon,
        Boost::Rocket => rules::Boost::Rocket,
        Boost::Shield => rules::Boost::Shield,
        Boost::Sabotage => rules::Boost::Sabotage,
    }
}

/// The boost that is meant, if one is.
pub(crate) const fn read_boost(boost: rules::Boost) -> Option<Boost> {
    match boost {
        rules::Boost::Unspecified => None,
        rules::Boost::Recon => Some(Boost::Recon),
        rules::Boost::Rocket => Some(Boost::Rocket),
        rules::Boost::Shield => Some(Boost::Shield),
        rules::Boost::Sabotage => Some(Boost::Sabotage),
    }
}

/// Squares in the order of their names.
pub(crate) fn squares(squares: Bitboard, board: BoardSize, notation: Notation) -> Vec<String> {
    let mut squares: Vec<Square> = squares.into_iter().collect();
    match notation {
        Notation::Algebraic => squares.sort_by_key(|square| (square.file(), square.rank())),
        Notation::Numeric => squares.sort_by_key(|square| square.number(board)),
    }
    squares
        .into_iter()
        .map(|square| square.to_text(board, notation))
        .collect()
}

/// The end of a game.
pub(crate) fn outcome(outcome: &Outcome) -> rules::Outcome {
    let result = match outcome.result {
        GameResult::WhiteWins => rules::Result::WhiteWins,
        GameResult::BlackWins => rules::Result::BlackWins,
        GameResult::Draw => rules::Result::Draw,
    };
    rules::Outcome {
        result: result.into(),
        reason: reason(outcome.reason).into(),
        also: outcome
            .also
            .iter()
            .map(|also| reason(*also).into())
            .collect(),
    }
}

fn reason(reason: Reason) -> rules::Reason {
    match reason {
        Reason::NoPieces => rules::Reason::NoPieces,
        Reason::NoMoves => rules::Reason::NoMoves,
        Reason::Resignation => rules::Reason::Resignation,
        Reason::Timeout => rules::Reason::Timeout,
        Reason::Agreement => rules::Reason::Agreement,
        Reason::Threefold => rules::Reason::Threefold,
        Reason::FifteenKingMoves => rules::Reason::FifteenKingMoves,
        Reason::TwentyFiveKingMoves => rules::Reason::TwentyFiveKingMoves,
        Reason::FortyKingMoves => rules::Reason::FortyKingMoves,
        Reason::ThreeKings => rules::Reason::ThreeKings,
        Reason::ThreeAgainstOne => rules::Reason::ThreeAgainstOne,
        Reason::TwoAgainstOne => rules::Reason::TwoAgainstOne,
        Reason::DoubleRoad => rules::Reason::DoubleRoad,
        Reason::AbortedByPlayer => rules::Reason::AbortedByPlayer,
        Reason::Abandoned => rules::Reason::Abandoned,
    }
}
