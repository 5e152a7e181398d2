//! Laws of the ratings.

use proptest::prelude::*;

use super::glicko::{PERIOD_MS, SETTLED, WIDENED};
use super::{Outcome, Place, Rated, Rule, Standing};

const GLICKO: Rule = Rule::Glicko2 {
    rating: 1500.0,
    deviation: 350.0,
    volatility: 0.06,
};
const CLASSIC: Rule = Rule::Points {
    win: 25,
    loss: 15,
    draw: 0,
};
const DAY_MS: i64 = 24 * 60 * 60 * 1000;

fn settled(value: f64, deviation: f64, at_ms: i64) -> Standing {
    Standing {
        value,
        deviation,
        as_of_ms: at_ms,
        rated: Some(Rated {
            first_ms: at_ms,
            last_ms: at_ms,
        }),
        ..GLICKO.start()
    }
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![Outcome::WhiteWins, Outcome::BlackWins, Outcome::Draw])
}

fn any_settled() -> impl Strategy<Value = Standing> {
    (0.0..4000.0, 30.0..350.0, 0.03..0.2, 0..DAY_MS * 1000).prop_map(
        |(value, deviation, volatility, at_ms)| Standing {
            volatility,
            ..settled(value, deviation, at_ms)
        },
    )
}

/// The example in Glickman's paper, game by game: against 1400 (30), 1550 (100) and 1700 (300).
/// With each game a period of its own the end is not quite the paper's 1464.06 (151.52).
#[test]
fn the_papers_example_comes_close() {
    let mut player = settled(1500.0, 200.0, 0);
    for (value, deviation, outcome) in [
        (1400.0, 30.0, Outcome::WhiteWins),
        (1550.0, 100.0, Outcome::BlackWins),
        (1700.0, 300.0, Outcome::BlackWins),
    ] {
        (player, _) = GLICKO.rate(&player, &settled(value, deviation, 0), outcome, 0);
    }
    assert!((player.value - 1464.06).abs() < 3.0, "{player:?}");
    assert!((player.deviation - 151.52).abs() < 3.0, "{player:?}");
    assert!((player.volatility - 0.06).abs() < 0.001, "{player:?}");
}

#[test]
fn a_settled_player_is_provisional_again_after_about_a_year() {
    let player = settled(1500.0, 60.0, 0);
    let until = GLICKO.on_board_until(&player);
    assert!(
        (365 * DAY_MS..400 * DAY_MS).contains(&until),
        "{} days",
        until / DAY_MS
    );
    assert!(!GLICKO.is_provisional(&player, until));
    assert!(GLICKO.is_provisional(&player, until + 1000));
    assert_eq!(PERIOD_MS, 5 * DAY_MS);
}

#[test]
fn a_newcomer_settles_within_a_few_games() {
    let (mut ann, mut bob) = (GLICKO.start(), GLICKO.start());
    let mut games = 0;
    while GLICKO.is_provisional(&ann, games) {
        assert_eq!(ann.peak, 0.0);
        let outcome = if games % 2 == 0 {
            Outcome::WhiteWins
        } else {
            Outcome::BlackWins
        };
        games += 1;
        (ann, bob) = GLICKO.rate(&ann, &bob, outcome, games);
    }
    assert!((8..20).contains(&games), "{games}");
    assert_eq!(ann.peak, ann.value);
}

#[test]
fn a_record_is_kept() {
    let (mut ann, mut bob) = (CLASSIC.start(), CLASSIC.start());
    for (at_ms, outcome) in (1..).zip([
        Outcome::WhiteWins,
        Outcome::WhiteWins,
        Outcome::Draw,
        Outcome::WhiteWins,
        Outcome::BlackWins,
        Outcome::BlackWins,
    ]) {
        (ann, bob) = CLASSIC.rate(&ann, &bob, outcome, at_ms);
    }
    let record = |standing: &Standing| (standing.wins, standing.draws, standing.losses);
    assert_eq!((record(&ann), record(&bob)), ((3, 1, 2), (2, 1, 3)));
    assert_eq!((ann.value, bob.value), (45.0, 50.0));
    assert_eq!((ann.peak, bob.peak), (75.0, 50.0));
    assert_eq!((ann.streak, bob.streak), (-2, 2));
    assert_eq!((ann.best_streak, bob.best_streak), (2, 2));
    let rated = Rated {
        first_ms: 1,
        last_ms: 6,
    };
    assert_eq!(ann.rated, Some(rated));
    // One that ended earlier and is heard of later.
    let (ann, _) = CLASSIC.rate(&ann, &bob, Outcome::Draw, 3);
    assert_eq!(ann.rated, Some(rated));
    assert_eq!(ann.streak, 0);
}

#[test]
fn a_season_begins_anew_or_goes_on() {
    let (points, _) = CLASSIC.rate(&CLASSIC.start(), &CLASSIC.start(), Outcome::WhiteWins, 7);
    assert_eq!(CLASSIC.carry(&points, 9), CLASSIC.start());

    let glicko = Standing {
        wins: 30,
        ..settled(1700.0, 60.0, 7)
    };
    let carried = GLICKO.carry(&glicko, 9);
    assert_eq!((carried.value, carried.deviation), (1700.0, WIDENED));
    assert_eq!((carried.wins, carried.rated), (30, glicko.rated));
    assert!(GLICKO.is_provisional(&carried, 9));
    let idle = GLICKO.carry(&glicko, 2000 * DAY_MS);
    assert!(idle.deviation > WIDENED);
    let rest = GLICKO.deviation_at(&glicko, 2100 * DAY_MS);
    assert!((GLICKO.deviation_at(&idle, 2100 * DAY_MS) - rest).abs() < 0.000_001);
}

#[test]
fn a_leaderboards_order_is_the_stated_one() {
    let of = |rule, value, deviation, wins, first_ms, player| {
        let standing = Standing {
            value,
            deviation,
            wins,
            rated: Some(Rated {
                first_ms,
                last_ms: 99,
            }),
            ..GLICKO.start()
        };
        Place::of(rule, &standing, player)
    };
    let glicko = [
        of(GLICKO, 1500.5, 60.0, 0, 0, "z"),
        of(GLICKO, 1500.0, 60.0, 0, 1, "a"),
        of(GLICKO, 1500.0, 60.5, 9, 0, "a"),
        of(GLICKO, 1500.0, 60.5, 0, 1, "B"),
        of(GLICKO, 1500.0, 60.5, 0, 1, "a"),
        of(GLICKO, 0.0, 60.5, 0, 1, "a"),
        of(GLICKO, -0.5, 60.5, 0, 1, "a"),
        of(GLICKO, -1.0, 60.5, 0, 1, "a"),
    ];
    assert!(glicko.is_sorted_by(|above, below| above < below));
    let points = [
        of(CLASSIC, 50.0, 0.0, 2, 9, "z"),
        of(CLASSIC, 25.0, 0.0, 5, 9, "z"),
        of(CLASSIC, 25.0, 0.0, 4, -1, "z"),
        of(CLASSIC, 25.0, 0.0, 4, 0, "z"),
        of(CLASSIC, 25.0, 0.0, 4, 1, "a"),
        of(CLASSIC, 25.0, 0.0, 4, 1, "a-"),
        of(CLASSIC, -0.0, 0.0, 1, 1, "a"),
        of(CLASSIC, 0.0, 0.0, 1, 1, "b"),
    ];
    assert!(points.is_sorted_by(|above, below| above < below));
    for place in &glicko {
        assert_eq!(Place::parse(place.as_str()).as_ref(), Some(place));
    }
}

proptest! {
    #[test]
    fn points_never_fall_below_zero(outcomes in prop::collection::vec(any_outcome(), 0..60)) {
        let (mut ann, mut bob) = (CLASSIC.start(), CLASSIC.start());
        for (at_ms, outcome) in (0..).zip(outcomes) {
            let (new_ann, new_bob) = CLASSIC.rate(&ann, &bob, outcome, at_ms);
            for (before, after) in [(&ann, &new_ann), (&bob, &new_bob)] {
                prop_assert!(after.value >= 0.0);
                let by = after.value - before.value;
                prop_assert!(by == 25.0 || by == 0.0 || by == -15.0 || after.value == 0.0);
                prop_assert!(after.peak >= after.value);
            }
            (ann, bob) = (new_ann, new_bob);
        }
    }

    /// Colours make no difference.
    #[test]
    fn it_is_the_same_from_either_side(
        one in any_settled(), other in any_settled(), outcome in any_outcome(), at_ms in 0..DAY_MS * 2000
    ) {
        let mirrored = match outcome {
            Outcome::WhiteWins => Outcome::BlackWins,
            Outcome::BlackWins => Outcome::WhiteWins,
            Outcome::Draw => Outcome::Draw,
        };
        let (new_one, new_other) = GLICKO.rate(&one, &other, outcome, at_ms);
        let (mirror_other, mirror_one) = GLICKO.rate(&other, &one, mirrored, at_ms);
        for (here, there) in [(&new_one, &mirror_one), (&new_other, &mirror_other)] {
            prop_assert!((here.value - there.value).abs() < 0.000_001);
            prop_assert!((here.deviation - there.deviation).abs() < 0.000_001);
        }
    }

    #[test]
    fn a_win_raises_and_a_loss_lowers(one in any_settled(), other in any_settled()) {
        let (winner, loser) = GLICKO.rate(&one, &other, Outcome::WhiteWins, DAY_MS * 1000);
        prop_assert!(winner.value >= one.value && winner.value.is_finite());
        prop_assert!(loser.value <= other.value && loser.value.is_finite());
        for after in [&winner, &loser] {
            prop_assert!(after.deviation > 0.0 && after.deviation <= 350.0);
            prop_assert!(after.volatility > 0.0 && after.volatility < 1.0);
        }
    }

    #[test]
    fn a_deviation_grows_with_idle_time(one in any_settled(), idle in 0..DAY_MS * 5000, longer in 0..DAY_MS * 5000) {
        let (soon, late) = (one.as_of_ms + idle, one.as_of_ms + idle + longer);
        let (before, after) = (GLICKO.deviation_at(&one, soon), GLICKO.deviation_at(&one, late));
        prop_assert!(one.deviation <= before && before <= after && after <= 350.0);
    }

    /// The leaderboard and the deviation agree on when a player is too uncertain.
    #[test]
    fn who_is_on_the_board_is_settled(one in any_settled()) {
        let until = GLICKO.on_board_until(&one);
        if one.deviation > SETTLED {
            prop_assert!(until < one.as_of_ms);
        } else {
            prop_assert!(GLICKO.deviation_at(&one, until) <= SETTLED + 0.000_001);
            prop_assert!(GLICKO.is_provisional(&one, until + 1000));
        }
    }

    #[test]
    fn places_sort_as_values(one in any_settled(), other in any_settled()) {
        let (above, below) = (Place::of(GLICKO, &one, "a"), Place::of(GLICKO, &other, "a"));
        prop_assert_eq!(above < below, one.value > other.value
            || (one.value == other.value && one.deviation < other.deviation));
    }
}
