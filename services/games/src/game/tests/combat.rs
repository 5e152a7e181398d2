//! What must hold of boosts, whatever is asked of a game.

use proptest::prelude::*;

use super::*;

pub(super) fn boost() -> impl Strategy<Value = Boost> {
    prop::sample::select(&Boost::ALL[..])
}

pub(super) fn limits() -> impl Strategy<Value = Option<BoostCounts>> {
    let number = || 0..3_u32;
    let counts = (number(), number(), number(), number());
    prop::option::of(
        counts.prop_map(|(recon, rocket, shield, sabotage)| BoostCounts {
            recon,
            rocket,
            shield,
            sabotage,
        }),
    )
}

/// What the rules service might say of a boost.
pub(super) fn effect(game: &Game, boost: Boost, ends: bool) -> Effect {
    let Allowed {
        text,
        position,
        outcome,
    } = allowed(game, ends);
    let number = game.state().actions;
    let (target, text, hint) = match boost {
        Boost::Recon => (
            String::new(),
            String::new(),
            vec!["c3".to_owned(), "d4".to_owned()],
        ),
        Boost::Rocket | Boost::Shield => (format!("square {number}"), String::new(), Vec::new()),
        Boost::Sabotage => (String::new(), text, Vec::new()),
    };
    let boosted = Boosted {
        boost,
        target,
        text,
        hint,
        shield_burned: boost == Boost::Rocket && number.is_multiple_of(2),
        outcome,
    };
    Effect { boosted, position }
}

/// What must hold of boosts.
pub(super) fn check_boosts(before: &Game, after: &Game) -> Result<(), TestCaseError> {
    let state = after.state();
    let limits = after.beginning().boosts.unwrap_or_default();
    for side in [Side::White, Side::Black] {
        for boost in Boost::ALL {
            prop_assert!(
                state.used(side).of(boost) <= limits.of(boost),
                "within the limits"
            );
        }
    }
    let running = state.clock.and_then(|clock| clock.running());
    prop_assert!(
        !state.in_flight || running.is_none(),
        "no time runs meanwhile"
    );
    prop_assert_eq!(state.in_flight, after.in_flight().is_some());
    prop_assert_eq!(state.in_flight, after.pending().is_some());
    let entry = after.entries().last().expect("something has happened");
    if before.state().in_flight {
        let settles = matches!(
            entry.happening,
            Happening::BoostUsed(_) | Happening::BoostRefused { .. } | Happening::Resigned(_)
        );
        prop_assert!(settles, "nothing else happens while a boost is in flight");
    }

    let actions: Vec<_> = after.actions().collect();
    prop_assert_eq!(actions.len(), state.actions as usize);
    for (number, action) in (1..).zip(&actions) {
        prop_assert_eq!(action.number, number, "actions are numbered without gaps");
    }
    let plies: Vec<_> = after.moves().collect();
    prop_assert_eq!(plies.len(), state.ply as usize);
    for (number, ply) in (1..).zip(&plies) {
        prop_assert_eq!(ply.number, number, "plies are numbered without gaps");
    }
    let own_moves = plies.iter().filter(|ply| !ply.sabotaged).count();
    let first_moves = own_moves.is_multiple_of(2) == (state.to_move == after.beginning().first);
    prop_assert!(
        first_moves,
        "moves hand the turn over, and nothing else does"
    );

    let Happening::BoostUsed(boosted) = &entry.happening else {
        return Ok(());
    };
    let side = before.state().to_move;
    prop_assert_eq!(state.to_move, side, "the turn stays");
    if let (Some(before), Some(clock)) = (before.state().clock, state.clock) {
        let left = |clock: Clock| clock.left(side, entry.at);
        let fresh = match clock.rule() {
            ClockRule::Misses { move_ms, .. } | ClockRule::Warning { move_ms, .. }
                if boosted.boost == Boost::Sabotage =>
            {
                move_ms
            }
            _ => left(before),
        };
        prop_assert_eq!(left(clock), fresh);
    }
    if let Some(pending) = before.pending() {
        prop_assert_eq!(after.position(), pending, "it does what it was called for");
    }
    Ok(())
}

/// A game with boosts between Ann, who plays White, and Bob.
fn combat(clock: Option<ClockRule>) -> Game {
    let boosts = BoostCounts {
        recon: 3,
        rocket: 1,
        shield: 2,
        sabotage: 1,
    };
    let beginning = Beginning {
        boosts: Some(boosts),
        ..two_players(clock).beginning().clone()
    };
    Game::new(beginning, start())
}

fn call(game: &Game, boost: Boost, at: i64) -> Game {
    let command = Command::Call(effect(game, boost, false));
    changed(decide(game, command, Timestamp(at)).unwrap())
}

fn settle(game: &Game, lack: Option<Lack>, at: i64) -> Game {
    let call = game.version();
    let command = match lack {
        None => Command::Paid { call },
        Some(lack) => Command::Unpaid { call, lack },
    };
    changed(decide(game, command, Timestamp(at)).unwrap())
}

const WARNING: ClockRule = ClockRule::Warning {
    move_ms: 120_000,
    warning_ms: 30_000,
};

#[test]
fn the_time_that_is_left_is_left_when_the_boost_is_settled() {
    for (boost, lack, left) in [
        (Boost::Rocket, None, 70_000),
        (Boost::Sabotage, None, 120_000),
        (Boost::Sabotage, Some(Lack::NotInInventory), 70_000),
    ] {
        let game = call(&combat(Some(WARNING)), boost, 51_000);
        let clock = game.state().clock.unwrap();
        assert_eq!(clock.deadline(), None);
        assert_eq!(clock.left(Side::White, Timestamp(900_000)), 70_000);
        let none = Outages::default();
        assert!(overdue(&game, &none, Timestamp(900_000)).is_none());
        let game = settle(&game, lack, 901_000);
        let deadline = game.state().clock.unwrap().deadline();
        assert_eq!(deadline, Some(Timestamp(901_000 + left)));
    }
}

#[test]
fn one_warning_a_turn_is_enough_though_a_boost_comes_between() {
    let none = Outages::default();
    let warned = overdue(&combat(Some(WARNING)), &none, Timestamp(91_000)).unwrap();
    let rocket = settle(&call(&warned, Boost::Rocket, 95_000), None, 96_000);
    assert!(
        overdue(&rocket, &none, Timestamp(120_000)).is_none(),
        "once"
    );
    let sabotage = settle(&call(&rocket, Boost::Sabotage, 100_000), None, 101_000);
    let again = overdue(&sabotage, &none, Timestamp(191_000)).unwrap();
    let last = again.entries().last().unwrap();
    assert_eq!(
        last.happening,
        Happening::Warned,
        "a fresh clock warns anew"
    );
}

#[test]
fn sabotage_forgives_a_missed_turn_and_adds_no_increment() {
    let misses = ClockRule::Misses {
        move_ms: 60_000,
        misses: 2,
    };
    let missed = overdue(
        &combat(Some(misses)),
        &Outages::default(),
        Timestamp(61_001),
    )
    .unwrap();
    let game = settle(&call(&missed, Boost::Sabotage, 70_000), None, 70_000);
    let clock = game.state().clock.unwrap();
    assert_eq!(clock.misses(Side::White), 0);
    assert_eq!(clock.deadline(), Some(Timestamp(130_000)));

    let fischer = ClockRule::Fischer {
        initial_ms: 60_000,
        increment_ms: 5_000,
    };
    let game = call(&combat(Some(fischer)), Boost::Sabotage, 11_000);
    let clock = settle(&game, None, 12_000).state().clock.unwrap();
    let left = |side| clock.left(side, Timestamp(12_000));
    assert_eq!((left(Side::White), left(Side::Black)), (50_000, 60_000));
}

#[test]
fn an_outage_while_a_boost_is_in_flight_charges_nobody() {
    let game = call(&combat(Some(WARNING)), Boost::Shield, 11_000);
    let outage = Outage {
        from: Timestamp(12_000),
        to: Timestamp(3_612_000),
    };
    let outages = Outages(vec![outage]);
    assert!(overdue(&game, &outages, Timestamp(3_612_000)).is_none());
    let game = settle(&game, None, 3_613_000);
    assert!(
        overdue(&game, &outages, Timestamp(3_613_000)).is_none(),
        "nothing is owed"
    );
    let clock = game.state().clock.unwrap();
    assert_eq!(clock.left(Side::White, Timestamp(3_613_000)), 110_000);
}

#[test]
fn a_draw_offer_lapses_with_the_turn_that_sabotage_takes() {
    let offer = |player| {
        let command = Command::OfferDraw { player };
        changed(decide(&combat(None), command, Timestamp(2_000)).unwrap())
    };
    for (player, open) in [("ann", None), ("bob", Some(Side::Black))] {
        let game = settle(&call(&offer(player), Boost::Sabotage, 3_000), None, 3_000);
        assert_eq!(game.state().draw_offer, open, "{player}");
    }
}

#[test]
fn whoever_was_sabotaged_has_not_moved_yet() {
    let game = settle(&call(&combat(None), Boost::Sabotage, 2_000), None, 2_000);
    let abort = |game: &Game, player| decide(game, Command::Abort { player }, Timestamp(3_000));
    assert!(abort(&game, "ann").is_ok() && abort(&game, "bob").is_ok());
    let game = play(&game, 3_000);
    assert_eq!(
        abort(&game, "bob"),
        Err(Refusal::TooLateToAbort),
        "two plies"
    );
}

#[test]
fn a_payment_that_is_told_twice_or_too_late_changes_nothing() {
    let called = call(&combat(None), Boost::Recon, 2_000);
    let call = called.version();
    let used = settle(&called, None, 3_000);
    let tell = |game: &Game, command| decide(game, command, Timestamp(4_000));
    let unpaid = Command::Unpaid {
        call,
        lack: Lack::ShopUnavailable,
    };
    assert_eq!(
        tell(&used, Command::Paid { call }),
        Ok(Decision::Repeat { version: call + 1 })
    );
    assert_eq!(tell(&used, unpaid), Err(Refusal::NotCalled));
    let wrong = Command::Paid { call: call + 1 };
    assert_eq!(tell(&called, wrong), Err(Refusal::NotCalled));
    let resign = Command::Resign {
        player: "bob",
        side: None,
    };
    let over = changed(tell(&called, resign).unwrap());
    assert_eq!(tell(&over, Command::Paid { call }), Err(Refusal::NotCalled));
    assert_eq!((over.in_flight(), over.pending()), (None, None));
}

#[test]
fn games_without_boosts_keep_nothing_of_them() {
    use proto::games::storage::v1::GameDocument;
    let game = play(&two_players(None), 2_000);
    let document: GameDocument = prost::Message::decode(&*encode(&game)).unwrap();
    assert_eq!((document.boosts, document.pending), (None, None));
    assert!(!document.only_with_bots);
}
