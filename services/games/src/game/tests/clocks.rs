//! What clocks make of a game.

use super::*;

#[test]
fn the_second_miss_in_a_row_loses_and_a_move_forgives_the_first() {
    let game = two_players(Some(ClockRule::Misses {
        move_ms: 60_000,
        misses: 2,
    }));
    let none = Outages::default();
    assert!(
        overdue(&game, &none, Timestamp(61_000)).is_none(),
        "the deadline itself is in time"
    );

    let missed = overdue(&game, &none, Timestamp(61_001)).unwrap();
    assert_eq!(missed.entries()[0].happening, Happening::Missed);
    let clock = missed.state().clock.unwrap();
    assert_eq!(
        (clock.misses(Side::White), clock.deadline()),
        (1, Some(Timestamp(121_000)))
    );
    assert_eq!(missed.state().to_move, Side::White, "nobody may pass");

    let lost = overdue(&missed, &none, Timestamp(121_001)).unwrap();
    let outcome = lost.state().outcome.clone().unwrap();
    assert_eq!(
        (outcome.result(), outcome.reason()),
        (GameResult::BlackWins, Reason::Timeout)
    );

    let moved = play(&missed, 100_000);
    assert_eq!(moved.state().clock.unwrap().misses(Side::White), 0);
    assert_eq!(
        moved.state().clock.unwrap().deadline(),
        Some(Timestamp(160_000))
    );
}

#[test]
fn the_warning_comes_once_a_turn() {
    let game = two_players(Some(ClockRule::Warning {
        move_ms: 120_000,
        warning_ms: 30_000,
    }));
    let none = Outages::default();
    assert!(overdue(&game, &none, Timestamp(90_999)).is_none());
    let warned = overdue(&game, &none, Timestamp(91_000)).unwrap();
    assert_eq!(warned.entries()[0].happening, Happening::Warned);
    assert!(
        overdue(&warned, &none, Timestamp(121_000)).is_none(),
        "once"
    );
    let moved = play(&warned, 121_000);
    let warned_again = overdue(&moved, &none, Timestamp(211_000)).unwrap();
    assert_eq!(
        warned_again.entries()[2].happening,
        Happening::Warned,
        "the other side's turn"
    );
    let lost = overdue(&warned_again, &none, Timestamp(241_001)).unwrap();
    assert_eq!(
        lost.state().outcome.clone().unwrap().result(),
        GameResult::WhiteWins
    );
}

#[test]
fn an_increment_is_added_after_each_move() {
    let game = two_players(Some(ClockRule::Fischer {
        initial_ms: 10_000,
        increment_ms: 2_000,
    }));
    let game = play(&game, 5_000);
    let clock = game.state().clock.unwrap();
    assert_eq!(
        (
            clock.left(Side::White, Timestamp(6_000)),
            clock.left(Side::Black, Timestamp(6_000))
        ),
        (8_000, 9_000)
    );
    let lost = overdue(&game, &Outages::default(), Timestamp(15_001)).unwrap();
    assert_eq!(
        lost.state().outcome.clone().unwrap().result(),
        GameResult::WhiteWins
    );
    assert_eq!(
        lost.state()
            .clock
            .unwrap()
            .left(Side::Black, Timestamp(99_000)),
        0
    );
}

#[test]
fn a_bots_time_stands_still() {
    let clock = Some(ClockRule::Warning {
        move_ms: 1_000,
        warning_ms: 500,
    });
    let game = new_game(
        Seat::Bot(Level::Easy),
        Seat::Player("bob".to_owned()),
        Side::White,
        clock,
    );
    assert!(overdue(&game, &Outages::default(), Timestamp(1_000_000)).is_none());
    let moved = play(&game, 500_000);
    assert_eq!(
        moved.state().clock.unwrap().deadline(),
        Some(Timestamp(501_000))
    );
}
