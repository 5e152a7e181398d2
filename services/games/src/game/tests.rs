//! Whatever is asked of a game, in whatever order, these hold.

use proptest::prelude::*;
use proto::bots::v1::Level;
use proto::rules::v1::{History, Outcome, Position, Reason, Result as GameResult};
use store::Timestamp;

use super::*;
use crate::document::{decode, encode};

/// What a caller may try.
#[derive(Clone, Debug)]
enum Try {
    Play {
        player: usize,
        ply_off: i64,
        ends: bool,
    },
    Resign(Side),
    Abandon,
    Wait(i64),
}

const PLAYERS: [&str; 3] = ["ann", "bob", "eve"];

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![
        Just(Seat::Player("ann".to_owned())),
        Just(Seat::Player("bob".to_owned())),
        Just(Seat::Bot(Level::Easy)),
    ]
}

fn attempt() -> impl Strategy<Value = Try> {
    prop_oneof![
        20 => (0..3_usize, -2..3_i64, prop::bool::weighted(0.03))
            .prop_map(|(player, ply_off, ends)| Try::Play { player, ply_off, ends }),
        1 => side().prop_map(Try::Resign),
        1 => Just(Try::Abandon),
        // Clocks may step back a little; days may pass.
        4 => (-50..200_000_000_i64).prop_map(Try::Wait),
    ]
}

fn game(white: Seat, black: Seat, first: Side) -> Game {
    Game {
        mode: None,
        ruleset: "russian".to_owned(),
        seats: Seats { white, black },
        start_fen: "start".to_owned(),
        first,
        position: Position {
            fen: "start".to_owned(),
            history: Some(History::default()),
        },
        to_move: first,
        moves: Vec::new(),
        ending: None,
        created_at: Timestamp(1_000),
    }
}

/// What the rules service might say of the next move.
fn allowed(game: &Game, ends: bool) -> Allowed {
    let number = game.ply() + 1;
    let history = History {
        seen: vec![u64::from(number)],
        king_plies: number,
        ending_plies: 0,
    };
    Allowed {
        text: format!("move {number}"),
        position: Position {
            fen: format!("position {number}"),
            history: Some(history),
        },
        to_move: game.to_move.other(),
        outcome: ends.then(|| Outcome {
            result: GameResult::Draw.into(),
            reason: Reason::Threefold.into(),
            also: vec![Reason::ThreeKings.into()],
        }),
    }
}

proptest! {
    #[test]
    fn every_change_is_one_event_and_every_refusal_none(
        white in seat(),
        black in seat(),
        first in side(),
        attempts in prop::collection::vec(attempt(), 1..80),
    ) {
        let mut game = game(white, black, first);
        let mut now = game.created_at;
        let mut events: Vec<Event> = Vec::new();
        for attempt in attempts {
            let command = match attempt {
                Try::Wait(span) => {
                    now = Timestamp(now.0 + span);
                    continue;
                }
                Try::Play { player, ply_off, ends } => {
                    let player = PLAYERS[player];
                    let ply = u32::try_from(i64::from(game.ply()) + ply_off).unwrap_or(0);
                    match turn(&game, player, ply) {
                        Ok(Turn::Fresh) => {
                            prop_assert_eq!(ply, game.ply());
                            prop_assert!(game.seats.holds(player, game.to_move));
                            prop_assert!(game.ending.is_none());
                            Command::Play(allowed(&game, ends))
                        }
                        Ok(Turn::Repeat) => {
                            prop_assert!(ply < game.ply());
                            prop_assert!(game.seats.holds(player, game.side_at(ply + 1)));
                            continue;
                        }
                        Err(Refusal::NotYourGame) => {
                            prop_assert_eq!(game.seats.sides_of(player).count(), 0);
                            continue;
                        }
                        Err(_) => continue,
                    }
                }
                Try::Resign(side) => Command::Resign(side),
                Try::Abandon => Command::Abandon,
            };
            let abandons = matches!(command, Command::Abandon);
            match decide(&game, command, now) {
                Ok(change) => {
                    prop_assert!(game.ending.is_none(), "nothing happens after the end");
                    prop_assert_eq!(change.event.version, game.version() + 1);
                    prop_assert_eq!(change.game.version(), change.event.version);
                    prop_assert_eq!(change.event.at, change.game.updated_at());
                    prop_assert!(change.game.updated_at() >= game.updated_at(), "time runs forward");
                    prop_assert_eq!(change.event.outcome.is_some(), change.game.ending.is_some());
                    if abandons {
                        prop_assert!(now >= game.updated_at() + ABANDONED_AFTER);
                    }
                    prop_assert!(change.game.ending.is_none() || change.game.abandoned_at().is_none());
                    events.push(change.event);
                    game = change.game;
                }
                Err(refusal) => prop_assert!(
                    game.ending.is_some() == (refusal == Refusal::GameOver),
                    "refused with {:?}", refusal
                ),
            }
            let stored = decode(&encode(&game));
            prop_assert_eq!(stored.as_ref(), Some(&game), "what is stored is what was");
        }
        let versions: Vec<_> = events.iter().map(|event| event.version).collect();
        prop_assert_eq!(versions, (2..=game.version()).collect::<Vec<_>>(), "no gap, nothing twice");
    }

    #[test]
    fn bytes_that_are_no_game_are_not_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        // Whatever is read was written by somebody: it writes back to the same game.
        if let Some(game) = decode(&bytes) {
            prop_assert_eq!(decode(&encode(&game)), Some(game));
        }
    }
}

#[test]
fn whoever_resigns_loses() {
    for (side, result) in [
        (Side::White, GameResult::BlackWins),
        (Side::Black, GameResult::WhiteWins),
    ] {
        let game = game(
            Seat::Player("ann".to_owned()),
            Seat::Player("bob".to_owned()),
            Side::White,
        );
        let change = decide(&game, Command::Resign(side), game.created_at).unwrap();
        let outcome = change.event.outcome.unwrap();
        assert_eq!(
            (outcome.result(), outcome.reason()),
            (result, Reason::Resignation)
        );
    }
}

#[test]
fn a_game_is_abandoned_a_day_after_its_last_move() {
    let game = game(
        Seat::Player("ann".to_owned()),
        Seat::Player("bob".to_owned()),
        Side::White,
    );
    let moved_at = game.created_at + Duration::from_secs(60);
    let game = decide(&game, Command::Play(allowed(&game, false)), moved_at)
        .unwrap()
        .game;
    let due = moved_at + ABANDONED_AFTER;
    let early = decide(&game, Command::Abandon, Timestamp(due.0 - 1)).unwrap_err();
    assert_eq!(early, Refusal::NotAbandoned);
    let outcome = decide(&game, Command::Abandon, due)
        .unwrap()
        .event
        .outcome
        .unwrap();
    assert_eq!(
        (outcome.result(), outcome.reason()),
        (GameResult::Aborted, Reason::Abandoned)
    );
}
