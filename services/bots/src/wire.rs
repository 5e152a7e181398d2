//! What was found, as messages.

use draughts::{Game, Move, Ruleset, Square};
use engine::{Analysis, Help, Line, Verdict};
use proto::bots::v1 as bots;
use proto::bots::v1::choose_move_response::Choice as Chosen;
use proto::bots::v1::line::Score;
use proto::rules::v1 as rules;

use crate::levels::Choice;

/// What a bot does.
pub(crate) fn choice(choice: &Choice, ruleset: &Ruleset) -> bots::ChooseMoveResponse {
    let text = |chosen: &Move| chosen.to_text(ruleset.board, ruleset.notation);
    let boost = |boost: rules::Boost, chosen: String| {
        Chosen::Boost(rules::BoostAction {
            boost: boost.into(),
            target: String::new(),
            r#move: chosen,
        })
    };
    let choice = match choice {
        Choice::Move(chosen) => Chosen::Move(text(chosen)),
        Choice::Boost(Help::Rocket) => boost(rules::Boost::Rocket, String::new()),
        Choice::Boost(Help::Sabotage(chosen)) => boost(rules::Boost::Sabotage, text(chosen)),
    };
    bots::ChooseMoveResponse {
        choice: Some(choice),
    }
}

/// A move with its effect in the position of `game`.
pub(crate) fn played(game: &Game, played: &Move) -> rules::Move {
    let (board, notation) = (game.ruleset().board, game.ruleset().notation);
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
        after_fen: game.position().after(played).to_fen(board, notation),
    }
}

/// An analysis.
pub(crate) fn analysis(analysis: &Analysis, ruleset: &Ruleset) -> bots::AnalyseResponse {
    bots::AnalyseResponse {
        lines: analysis
            .lines
            .iter()
            .map(|found| line(found, ruleset))
            .collect(),
        depth: analysis.depth,
        nodes: analysis.nodes,
    }
}

fn line(line: &Line, ruleset: &Ruleset) -> bots::Line {
    let moves = line.moves.iter();
    bots::Line {
        moves: moves
            .map(|played| played.to_text(ruleset.board, ruleset.notation))
            .collect(),
        score: Some(match line.score.verdict() {
            Verdict::Centimen(value) => Score::Centimen(value),
            Verdict::WinsIn(plies) => Score::WinsIn(plies),
            Verdict::LosesIn(plies) => Score::LosesIn(plies),
        }),
    }
}
