//! Positions and inputs that other draughts programs got wrong, with the right answer.

use draughts::{
    Fault, FenError, Game, Kind, MoveError, Notation, Position, Reason, Ruleset, Side, Square,
};

use crate::data::{position, ruleset};

/// The legal moves as text, sorted.
fn moves(ruleset: &Ruleset, fen: &str, notation: Notation) -> Vec<String> {
    let legal = position(fen, ruleset).legal_moves(ruleset);
    let mut moves: Vec<String> = legal
        .iter()
        .map(|legal| legal.to_text(ruleset.board, notation))
        .collect();
    moves.sort();
    moves
}

fn algebraic(id: &str, fen: &str) -> Vec<String> {
    moves(ruleset(id), fen, Notation::Algebraic)
}

fn numeric(id: &str, fen: &str) -> Vec<String> {
    moves(ruleset(id), fen, Notation::Numeric)
}

/// A game after the moves, none of which may end it.
fn play(id: &str, fen: &str, moves: &str) -> Game {
    let ruleset = ruleset(id);
    let mut game = Game::from_position(ruleset, position(fen, ruleset));
    for text in moves.split_whitespace() {
        assert_eq!(game.outcome(), None, "over before {text}");
        game.play_text(text)
            .unwrap_or_else(|error| panic!("{error}"));
    }
    game
}

/// Why a move is refused.
fn refused(id: &str, fen: &str, text: &str) -> MoveError {
    let ruleset = ruleset(id);
    position(fen, ruleset).find_move(ruleset, text).unwrap_err()
}

fn fault(id: &str, fen: &str, text: &str) -> Fault {
    match refused(id, fen, text) {
        MoveError::Illegal { why, .. } => why,
        other => panic!("{other:?}"),
    }
}

/// What stands on a square at the end.
fn kind_on(game: &Game, square: &str) -> Kind {
    let square = Square::parse(square, game.ruleset().board).unwrap();
    game.position().piece_at(square).unwrap().kind
}

#[test]
fn a_man_crowned_in_mid_capture_goes_on_as_a_king_that_must_continue() {
    assert_eq!(algebraic("russian", "W:Wh6:Bg7,c5,d2"), ["h6:f8:b4:e1"]);
    assert_eq!(
        numeric("russian", "B:W12,17,19,23,25,27,29:B1,3,4,7,8,10,11,K13,14"),
        ["13x31x24x15", "14x21x30"]
    );
}

#[test]
fn a_short_form_of_two_captures_is_ambiguous() {
    let fen = "W:WK4:B13,32,37,20";
    assert_eq!(numeric("international", fen), ["4x27x38x15", "4x31x42x15"]);
    let error = refused("international", fen, "4x15");
    assert_eq!(error.candidates_text(), ["4x27x38x15", "4x31x42x15"]);
    assert!(
        error.to_string().contains("4x27x38x15, 4x31x42x15"),
        "{error}"
    );
    // A landing square that only one of them visits decides.
    let game = play("international", fen, "4x42x15");
    assert_eq!(game.position().pieces(Side::Black).count(), 1);
}

#[test]
fn promotion_follows_the_ruleset() {
    let fen = "W:Wb6:Bc7,e7";
    assert_eq!(algebraic("english", fen), ["b6:d8"]);
    for id in ["russian", "russian-giveaway", "poddavki"] {
        assert_eq!(algebraic(id, fen), ["b6:d8:f6", "b6:d8:g5", "b6:d8:h4"]);
        assert_eq!(kind_on(&play(id, fen, "b6:d8:h4"), "h4"), Kind::King);
    }
    for id in [
        "russian-late-promotion",
        "brazilian",
        "international",
        "international-giveaway",
    ] {
        assert_eq!(algebraic(id, fen), ["b6:d8:f6"]);
        assert_eq!(kind_on(&play(id, fen, "b6:d8:f6"), "f6"), Kind::Man);
    }
    let tenth = play("international", "W:Wb8:Bc9,e9", "b8:d10:f8");
    assert_eq!(kind_on(&tenth, "f8"), Kind::Man);
}

#[test]
fn promotion_starts_the_king_moves_anew() {
    let game = play("russian", "W:WKh8,c7:BKa3,h4", "h8-g7 a3-c1 g7-h8 c1-a3");
    assert_eq!(game.history().king_plies, 4);
    assert_eq!(game.history().seen.len(), 5);
    let game = play("russian", "W:WKh8,c7:BKa3,h4", "h8-g7 a3-c1 c7-d8");
    assert_eq!(kind_on(&game, "d8"), Kind::King);
    assert_eq!(game.history().king_plies, 0);
    assert_eq!(game.history().seen.len(), 1);
}

#[test]
fn pieces_taken_stand_until_the_end() {
    // c3 is jumped and then shields b2.
    let fen = "W:WKe1:Bb2,b6,c3,d6";
    let b2 = Square::parse("b2", ruleset("russian").board).unwrap();
    let moves = algebraic("russian", fen);
    assert!(moves.contains(&"e1:b4:e7".to_owned()), "{moves:?}");
    for text in moves {
        assert!(
            play("russian", fen, &text)
                .position()
                .pieces(Side::Black)
                .contains(b2),
            "{text}"
        );
    }
}

#[test]
fn threefold_compares_positions_and_not_moves() {
    let fen = "W:WK1,31:BK50,20";
    let moved = play(
        "international",
        fen,
        "1-6 20-24 6-1 24-30 1-6 30-34 6-1 34-39 1-6",
    );
    assert_eq!(moved.outcome(), None);
    for id in ["international", "international-giveaway"] {
        let repeated = play(id, fen, "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50");
        assert_eq!(repeated.outcome().unwrap().reason, Reason::Threefold);
    }
}

#[test]
fn the_draw_counter_counts_king_moves_and_not_moves_since_a_capture() {
    // Nothing was taken in six plies, but men moved in two of them.
    let game = play(
        "russian",
        "W:WKh8,b6:BKa3,h6",
        "b6-c7 h6-g5 h8-g7 a3-c1 g7-h8 c1-a3",
    );
    assert_eq!(game.history().king_plies, 4);
}

#[test]
fn a_blocked_side_has_lost_or_in_giveaway_won() {
    let fen = "W:Wa3:Bb4,c5";
    for (id, score) in [
        ("russian", "0-1"),
        ("russian-giveaway", "1-0"),
        ("poddavki", "1-0"),
    ] {
        let outcome = play(id, fen, "").outcome().unwrap();
        assert_eq!(
            (outcome.result.score(), outcome.reason),
            (score, Reason::NoMoves)
        );
    }
}

#[test]
fn a_capture_written_out_is_read_and_its_landings_are_checked() {
    let fen = "W:W25:B20,9,50";
    for text in [
        "25x14x3",
        "25:14:3",
        "25x3",
        " j6 : h8 : f10 ",
        "J6XF10",
        "j6x14x3",
    ] {
        assert_eq!(
            play("international", fen, &text.replace(' ', ""))
                .history()
                .seen
                .len(),
            1
        );
        let found = position(fen, ruleset("international"))
            .find_move(ruleset("international"), text)
            .unwrap();
        assert_eq!(
            found.to_text(ruleset("international").board, Notation::Numeric),
            "25x14x3"
        );
    }
    assert_eq!(fault("international", fen, "25x13x3"), Fault::Unreachable);
    assert_eq!(fault("international", fen, "25x14"), Fault::GoesOn);
    assert_eq!(
        fault("international", fen, "25-20"),
        Fault::CaptureCompulsory
    );
}

#[test]
fn a_refusal_says_why() {
    let start = "W:Wa1,c3:Bh8,g7";
    assert_eq!(fault("russian", start, "b2-a3"), Fault::NoPiece);
    assert_eq!(fault("russian", start, "h8-g7"), Fault::NotYours);
    assert_eq!(fault("russian", start, "c3:e5"), Fault::NothingToTake);
    assert_eq!(fault("russian", start, "c3-d2"), Fault::Unreachable);
    let most = "B:WKb8,Kc5,f6:BKj2";
    assert_eq!(
        fault("international", most, "j2:e7:a3"),
        Fault::MostCompulsory
    );
    for unreadable in [
        "", "-", "c3", "c3-", "c3-d4-e5", "c3_d4", "c3-d9", "c3-c4", "ж-d4", "99-1",
    ] {
        let error = refused("russian", start, unreadable);
        assert!(
            matches!(error, MoveError::Unreadable { .. }),
            "{unreadable}: {error:?}"
        );
    }
}

#[test]
fn fen_is_read_as_others_write_it() {
    let international = ruleset("international");
    let start = Position::start(international);
    for fen in [
        "W:W31-50:B1-20",
        "W:W31-50:B1-20.",
        "W:B1-20:W31-50",
        "W:W31-50:B1-20:H0:F1",
        "w:w31-50:b1-20",
        " W : W 31 - 50 : B 1 - 20 . ",
        "W:W:W31-50:B1-20",
        "W:W31-40,41-50:B1,2,3-20",
    ] {
        assert_eq!(position(fen, international), start, "{fen}");
    }
    let written = start.to_fen(international.board, Notation::Numeric);
    assert!(
        written.starts_with("W:W31,32,")
            && written.ends_with(":B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20")
    );

    for (fen, canonical) in [
        ("W:WK1-4:B50", "W:WK1,K2,K3,K4:B50"),
        ("W:WK1-K4:B50", "W:WK1,K2,K3,K4:B50"),
        ("B:W50:B", "B:W50:B"),
        ("B:W:B1", "B:W:B1"),
        ("b:wkB2:ba1", "B:WK41:B46"),
    ] {
        let read = position(fen, international);
        assert_eq!(
            read.to_fen(international.board, Notation::Numeric),
            canonical,
            "{fen}"
        );
    }
}

#[test]
fn fen_that_means_nothing_is_refused_with_the_fault() {
    let international = ruleset("international");
    for (fen, says) in [
        ("W:WK4,55:B4", "55"),
        ("W:WK4:B4", "two pieces stand on 4"),
        ("W:WK4,WK5:B7", "\"WK5\" is not a square"),
        ("W:W4,4:B7", "two pieces stand on 4"),
        ("W:W3-5,5:B7", "two pieces stand on 5"),
        ("", "empty"),
        (" . ", "empty"),
        ("X:W1:B2", "\"X\""),
        ("W1:W1:B2", "\"W1\""),
        ("W:W1", "Black's pieces are missing"),
        ("W", "White's pieces are missing"),
        ("W:W1:W2:B3", "White's pieces are listed twice"),
        ("W:W1,,2:B3", "comma"),
        ("W:W1,:B3", "comma"),
        ("W:W5-3:B9", "5-3"),
        ("W:Wa1-c1:B9", "a1-c1"),
        ("W:Wa2:B9", "light"),
        ("W:W0:B9", "0"),
        ("W:W1:B2:Z9", "\"Z9\""),
        ("W:W1:B2:H", "\"H\""),
        ("W:W1 2:B9", "\"1 2\" is not a square"),
    ] {
        let error = Position::from_fen(fen, international);
        let error = error.map(|read| read.to_fen(international.board, Notation::Numeric));
        let error = error.expect_err(fen).to_string();
        assert!(error.contains(says), "{fen}: {error}");
    }
    let russian = ruleset("russian");
    let off = Position::from_fen("W:W33:B1", russian).unwrap_err();
    assert!(
        matches!(
            off,
            FenError::Square {
                side: Side::White,
                ..
            }
        ),
        "{off}"
    );
    assert!(Position::from_fen("W:Wi1:B1", russian).is_err());
}

#[test]
fn numbers_count_from_b8_and_russian_is_written_in_letters() {
    let russian = ruleset("russian");
    let start = position("W:W21-32:B1-12", russian);
    assert_eq!(start, Position::start(russian));
    assert_eq!(russian.notation, Notation::Algebraic);
    assert_eq!(
        position("W:W29:BK1", russian),
        position("W:Wa1:BKb8", russian)
    );
    let written = start.to_fen(russian.board, russian.notation);
    assert_eq!(
        written,
        "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
    );
}
