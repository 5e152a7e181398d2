//! Every golden position: its whole move list, what the moves lead to, and how it ends.

use draughts::{Game, Notation, Position, RULESETS, perft};

use crate::data::{GoldenEnd, GoldenPosition, position, read, ruleset};

#[test]
fn positions_have_their_moves_and_ends() {
    for ruleset in &RULESETS {
        for golden in read(&format!("positions_{}.jsonl", ruleset.id)) {
            check(&golden);
        }
    }
}

#[test]
fn tricky_positions_refuse_common_mistakes() {
    for golden in read("tricky.jsonl") {
        check(&golden);
    }
}

fn check(golden: &GoldenPosition) {
    let id = &golden.id;
    let ruleset = ruleset(&golden.ruleset);
    let board = ruleset.board;
    let from = position(&golden.fen, ruleset);

    assert_eq!(from, position(&golden.fen_numeric, ruleset), "{id}");
    assert_eq!(from.to_fen(board, Notation::Algebraic), golden.fen, "{id}");
    assert_eq!(
        from.to_fen(board, Notation::Numeric),
        golden.fen_numeric,
        "{id}"
    );
    assert_eq!(
        from.side_to_move().letter().to_string(),
        golden.side,
        "{id}"
    );

    let mut moves: Vec<(String, String)> = from
        .legal_moves(ruleset)
        .iter()
        .map(|legal| {
            let after = from.after(legal).to_fen(board, Notation::Algebraic);
            (legal.to_text(board, Notation::Algebraic), after)
        })
        .collect();
    moves.sort();
    let (texts, after): (Vec<_>, Vec<_>) = moves.into_iter().unzip();
    assert_eq!(texts, golden.moves, "{id}");
    assert_eq!(after, golden.after, "{id}");
    assert_eq!(from.has_legal_move(ruleset), !texts.is_empty(), "{id}");
    assert_eq!(perft::paths(&from, ruleset, 1), golden.paths, "{id}");
    assert_eq!(perft::distinct(&from, ruleset, 1), golden.dedup, "{id}");

    check_texts(golden, &from);
    match (
        &golden.outcome,
        Game::from_position(ruleset, from).outcome(),
    ) {
        (None, None) => {}
        (Some(end), Some(outcome)) => end.check(&outcome, id),
        (_, outcome) => panic!("{id}: {outcome:?}"),
    }
}

/// Each legal move reads back from both notations, and each illegal one is refused.
fn check_texts(golden: &GoldenPosition, from: &Position) {
    let ruleset = ruleset(&golden.ruleset);
    for legal in from.legal_moves(ruleset) {
        for notation in [Notation::Algebraic, Notation::Numeric] {
            let text = legal.to_text(ruleset.board, notation);
            assert_eq!(
                from.find_move(ruleset, &text),
                Ok(legal),
                "{}: {text}",
                golden.id
            );
        }
    }
    for illegal in &golden.illegal {
        let found = from.find_move(ruleset, illegal);
        assert!(found.is_err(), "{}: {illegal} read as {found:?}", golden.id);
    }
}

impl GoldenEnd {
    /// Holds an end against this one. A draw may be given any of the reasons that hold.
    pub(crate) fn check(&self, outcome: &draughts::Outcome, id: &str) {
        let winner = outcome
            .result
            .winner()
            .map(|side| side.letter().to_string());
        assert_eq!(winner, self.winner, "{id}");
        assert_eq!(outcome.result.score(), self.result, "{id}");
        let reason = outcome.reason.as_str();
        if winner.is_some() {
            assert_eq!(reason, self.reason, "{id}");
            assert!(outcome.also.is_empty(), "{id}");
        } else {
            assert_eq!(reason, self.reason, "{id}");
            let mut all = vec![reason];
            all.extend(outcome.also.iter().map(|reason| reason.as_str()));
            let mut expected = self.draw_reasons.clone();
            all.sort_unstable();
            expected.sort_unstable();
            assert_eq!(all, expected, "{id}");
        }
    }
}
