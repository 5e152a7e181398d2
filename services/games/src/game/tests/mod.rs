//! Whatever is asked of a game, in whatever order and at whatever time, these hold.

mod clocks;
mod combat;

use proptest::prelude::*;
use proto::rules::v1::{History, Outcome, Position, Reason, Result as GameResult};

use self::combat::{boost, check_boosts, effect, limits};
use super::*;
use crate::document::{decode, encode};

const PLAYERS: [&str; 3] = ["ann", "bob", "eve"];

/// What a caller may try, and what may come to pass.
#[derive(Clone, Debug)]
enum Try {
    Play {
        player: usize,
        ply_off: i64,
        ends: bool,
    },
    Resign {
        player: usize,
        side: Option<Side>,
    },
    Abort(usize),
    OfferDraw(usize),
    AnswerDraw(usize, bool),
    Rate(f64),
    Use {
        player: usize,
        action_off: i64,
        boost: Boost,
        ends: bool,
    },
    Settle {
        call_off: i64,
        lack: Option<Lack>,
    },
    BotBoost(Boost),
    Wait(i64),
    Away(i64),
}

fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::White), Just(Side::Black)]
}

fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![
        3 => Just(Seat::Player("ann".to_owned())),
        3 => Just(Seat::Player("bob".to_owned())),
        1 => Just(Seat::Bot(Level::Easy)),
        1 => Just(Seat::Bot(Level::Hard)),
    ]
}

fn rule() -> impl Strategy<Value = Option<ClockRule>> {
    prop_oneof![
        Just(None),
        Just(Some(ClockRule::Misses {
            move_ms: 60_000,
            misses: 2
        })),
        Just(Some(ClockRule::Warning {
            move_ms: 120_000,
            warning_ms: 30_000
        })),
        Just(Some(ClockRule::Fischer {
            initial_ms: 180_000,
            increment_ms: 2_000
        })),
    ]
}

fn attempt() -> impl Strategy<Value = Try> {
    let player = 0..3_usize;
    prop_oneof![
        30 => (player.clone(), -2..3_i64, prop::bool::weighted(0.02))
            .prop_map(|(player, ply_off, ends)| Try::Play { player, ply_off, ends }),
        1 => (player.clone(), prop::option::of(side())).prop_map(|(player, side)| Try::Resign { player, side }),
        2 => player.clone().prop_map(Try::Abort),
        4 => player.clone().prop_map(Try::OfferDraw),
        4 => (player.clone(), any::<bool>()).prop_map(|(player, accept)| Try::AnswerDraw(player, accept)),
        2 => (-50.0..50.0).prop_map(Try::Rate),
        15 => (player.clone(), -2..2_i64, boost(), prop::bool::weighted(0.02)).prop_map(
            |(player, action_off, boost, ends)| Try::Use { player, action_off, boost, ends }
        ),
        12 => (prop_oneof![8 => Just(0), 1 => -3..3_i64], prop_oneof![
            3 => Just(None),
            1 => Just(Some(Lack::NotInInventory)),
            1 => Just(Some(Lack::ShopUnavailable)),
        ]).prop_map(|(call_off, lack)| Try::Settle { call_off, lack }),
        3 => boost().prop_map(Try::BotBoost),
        20 => (0..50_000_i64).prop_map(Try::Wait),
        1 => (50_000..200_000_000_i64).prop_map(Try::Wait),
        3 => (3_000..500_000_i64).prop_map(Try::Away),
    ]
}

fn beginning(white: Seat, black: Seat, first: Side, clock: Option<ClockRule>) -> Beginning {
    Beginning {
        pool: None,
        mode: None,
        ruleset: "russian".to_owned(),
        clock,
        seats: Seats { white, black },
        start_fen: "start".to_owned(),
        first,
        boosts: None,
        only_with_bots: false,
        rematch_of: None,
        created_at: Timestamp(1_000),
    }
}

pub(super) fn start() -> Position {
    Position {
        fen: "start".to_owned(),
        history: Some(History::default()),
    }
}

fn new_game(white: Seat, black: Seat, first: Side, clock: Option<ClockRule>) -> Game {
    Game::new(beginning(white, black, first, clock), start())
}

pub(super) fn rating(by: f64) -> RatingChanges {
    let change = |by| RatingChange {
        before: 1500.0,
        after: 1500.0 + by,
    };
    RatingChanges {
        white: change(by),
        black: change(-by),
    }
}

pub(super) fn two_players(clock: Option<ClockRule>) -> Game {
    new_game(
        Seat::Player("ann".to_owned()),
        Seat::Player("bob".to_owned()),
        Side::White,
        clock,
    )
}

/// What the rules service might say of the next move.
fn allowed(game: &Game, ends: bool) -> Allowed {
    let number = game.state().ply + 1;
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
        outcome: ends.then(|| Outcome {
            result: GameResult::Draw.into(),
            reason: Reason::Threefold.into(),
            also: vec![Reason::ThreeKings.into()],
        }),
    }
}

pub(super) fn changed(decision: Decision) -> Game {
    match decision {
        Decision::Change(game) => *game,
        Decision::Repeat { .. } => panic!("a repeat"),
    }
}

fn play(game: &Game, at: i64) -> Game {
    changed(decide(game, Command::Play(allowed(game, false)), Timestamp(at)).unwrap())
}

/// What must hold between a game and the one it has become.
fn check_step(before: &Game, after: &Game) -> Result<(), TestCaseError> {
    prop_assert!(
        before.state().outcome.is_none() || before.awaits_rating(),
        "nothing happens after the end but that a result which counts is rated"
    );
    prop_assert_eq!(
        after.version(),
        before.version() + 1,
        "one change, one event"
    );
    prop_assert!(
        after.state().updated_at >= before.state().updated_at,
        "time runs forward"
    );
    let told: Vec<_> = after.told_after(before.version()).collect();
    prop_assert_eq!(told.len(), 1);
    prop_assert_eq!(&told[0].2, after.state(), "what is told again is what was");
    let state = after.state();
    let waits = state.outcome.is_some() || state.in_flight;
    prop_assert_eq!(after.next_due().is_none(), waits);
    check_boosts(before, after)?;
    let offered_by_mover = after
        .state()
        .draw_offer
        .is_none_or(|by| !after.seats().is_bot(by));
    prop_assert!(offered_by_mover, "bots offer no draws");
    let stored = decode(&encode(after));
    prop_assert_eq!(stored.as_ref(), Some(after), "what is stored is what was");
    Ok(())
}

proptest! {
    #[test]
    fn every_change_is_one_event_and_every_refusal_none(
        white in seat(),
        black in seat(),
        first in side(),
        clock in rule(),
        pool in prop::option::of(Just("russian".to_owned())),
        boosts in limits(),
        only_with_bots in any::<bool>(),
        attempts in prop::collection::vec(attempt(), 1..120),
    ) {
        let beginning = Beginning { pool, boosts, only_with_bots, ..beginning(white, black, first, clock) };
        let mut game = Game::new(beginning, start());
        let mut now = game.beginning().created_at;
        let mut outages = Outages::default();
        for attempt in attempts {
            // Like the service: what time has made of the game comes first.
            while let Some(after) = overdue(&game, &outages, now) {
                check_step(&game, &after)?;
                game = after;
            }
            prop_assert_eq!(outages.owed(&game), Duration::ZERO, "outages are settled once");
            if let Some(deadline) = game.state().clock.as_ref().and_then(Clock::deadline) {
                prop_assert!(now <= deadline, "whose time is over has missed or lost");
            }
            let command = match attempt {
                Try::Wait(span) => {
                    now = Timestamp(now.0 + span);
                    continue;
                }
                Try::Away(span) => {
                    let left = |game: &Game, now| {
                        let clock = game.state().clock?;
                        Some((clock.left(Side::White, now), clock.left(Side::Black, now)))
                    };
                    let before = left(&game, now);
                    let outage = Outage { from: now, to: Timestamp(now.0 + span) };
                    now = outage.to;
                    outages.0.push(outage);
                    if game.state().clock.as_ref().and_then(Clock::running).is_some() {
                        let after = overdue(&game, &outages, now).expect("time is given back");
                        check_step(&game, &after)?;
                        game = after;
                        prop_assert_eq!(left(&game, now), before, "nobody is charged for it");
                    }
                    continue;
                }
                Try::Play { player, ply_off, ends } => {
                    let player = PLAYERS[player];
                    let ply = u32::try_from(i64::from(game.state().ply) + ply_off).unwrap_or(0);
                    match may_move(&game, player, ply) {
                        Ok(Turn::Fresh) => {
                            prop_assert_eq!(ply, game.state().ply);
                            prop_assert!(game.seats().holds(player, game.state().to_move));
                            prop_assert!(game.state().outcome.is_none());
                            Command::Play(allowed(&game, ends))
                        }
                        Ok(Turn::Repeat) => {
                            let played = game.moves().nth(ply as usize).expect("it was played");
                            prop_assert!(game.seats().holds(player, played.side));
                            prop_assert!(!played.sabotaged, "by the player's own hand");
                            continue;
                        }
                        Ok(Turn::InFlight) => panic!("a move is never in flight"),
                        Err(Refusal::BoostInFlight) => {
                            prop_assert!(game.state().in_flight);
                            continue;
                        }
                        Err(_) => continue,
                    }
                }
                Try::Use { player, action_off, boost, ends } => {
                    let player = PLAYERS[player];
                    let actions = game.state().actions;
                    let action = u32::try_from(i64::from(actions) + action_off).unwrap_or(0);
                    match may_use(&game, player, action) {
                        Ok(Turn::Fresh) => {
                            prop_assert_eq!(action, actions);
                            prop_assert!(game.seats().holds(player, game.state().to_move));
                            Command::Call(effect(&game, boost, ends))
                        }
                        Ok(Turn::InFlight) => {
                            prop_assert!(game.in_flight().is_some());
                            prop_assert!(game.seats().holds(player, game.state().to_move));
                            continue;
                        }
                        Ok(Turn::Repeat) => {
                            let taken = game.actions().nth(action as usize).expect("it was taken");
                            prop_assert!(game.seats().holds(player, taken.side));
                            prop_assert!(matches!(taken.deed, Deed::Boost(_)));
                            continue;
                        }
                        Err(_) => continue,
                    }
                }
                Try::Settle { call_off, lack } => {
                    let call = game.version().saturating_add_signed(call_off);
                    match lack {
                        None => Command::Paid { call },
                        Some(lack) => Command::Unpaid { call, lack },
                    }
                }
                Try::BotBoost(boost) => Command::BotBoost(effect(&game, boost, false)),
                Try::Resign { player, side } => Command::Resign { player: PLAYERS[player], side },
                Try::Abort(player) => Command::Abort { player: PLAYERS[player] },
                Try::OfferDraw(player) => Command::OfferDraw { player: PLAYERS[player] },
                Try::AnswerDraw(player, accept) => Command::AnswerDraw { player: PLAYERS[player], accept },
                Try::Rate(by) => Command::Rate(rating(by)),
            };
            match decide(&game, command.clone(), now) {
                Ok(Decision::Change(after)) => {
                    check_step(&game, &after)?;
                    let by_number =
                        matches!(command, Command::Play(_) | Command::Call(_) | Command::BotBoost(_));
                    if !by_number {
                        let version = after.version();
                        let again = decide(&after, command, now);
                        prop_assert_eq!(again, Ok(Decision::Repeat { version }), "once, however often");
                    }
                    game = *after;
                }
                Ok(Decision::Repeat { version }) => {
                    prop_assert!((2..=game.version()).contains(&version));
                }
                Err(Refusal::NotRated) => prop_assert!(!game.awaits_rating()),
                Err(Refusal::BoostInFlight) => prop_assert!(game.state().in_flight),
                Err(Refusal::NoBoosts) => prop_assert_eq!(game.beginning().boosts, None),
                Err(Refusal::LimitReached) => {
                    prop_assert!(matches!(command, Command::Call(_) | Command::BotBoost(_)));
                }
                Err(Refusal::GameOver) => prop_assert!(game.state().outcome.is_some()),
                Err(_) => {}
            }
        }
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
    for (player, result) in [
        ("ann", GameResult::BlackWins),
        ("bob", GameResult::WhiteWins),
    ] {
        let game = two_players(None);
        let after = changed(
            decide(
                &game,
                Command::Resign { player, side: None },
                Timestamp(2_000),
            )
            .unwrap(),
        );
        let outcome = after.state().outcome.clone().unwrap();
        assert_eq!(
            (outcome.result(), outcome.reason()),
            (result, Reason::Resignation)
        );
    }
}

#[test]
fn a_draw_offer_lapses_with_the_opponents_move_and_not_with_ones_own() {
    let offer = |game: &Game, player| decide(game, Command::OfferDraw { player }, Timestamp(2_000));
    let game = changed(offer(&two_players(None), "ann").unwrap());
    let game = play(&game, 3_000);
    assert_eq!(game.state().draw_offer, Some(Side::White));
    assert_eq!(offer(&game, "bob"), Err(Refusal::OfferOpen));
    let game = play(&game, 4_000);
    assert_eq!(game.state().draw_offer, None);
    let accept = Command::AnswerDraw {
        player: "bob",
        accept: true,
    };
    assert_eq!(
        decide(&game, accept, Timestamp(5_000)),
        Err(Refusal::NoOffer)
    );
}

#[test]
fn a_side_takes_the_game_back_only_before_its_first_move() {
    let abort = |game: &Game, player| decide(game, Command::Abort { player }, Timestamp(3_000));
    let game = two_players(None);
    let outcome = changed(abort(&game, "bob").unwrap())
        .state()
        .outcome
        .clone()
        .unwrap();
    assert_eq!(
        (outcome.result(), outcome.reason()),
        (GameResult::Aborted, Reason::AbortedByPlayer)
    );
    let game = play(&game, 2_000);
    assert_eq!(abort(&game, "ann"), Err(Refusal::TooLateToAbort));
    assert!(abort(&game, "bob").is_ok());
    let game = play(&game, 3_000);
    assert_eq!(abort(&game, "bob"), Err(Refusal::TooLateToAbort));
}

#[test]
fn a_game_without_a_clock_is_abandoned_a_day_after_its_last_move() {
    let game = play(&two_players(None), 60_000);
    let due = Timestamp(60_000) + ABANDONED_AFTER;
    assert_eq!(game.next_due(), Some(due));
    assert!(overdue(&game, &Outages::default(), Timestamp(due.0 - 1)).is_none());
    let outcome = overdue(&game, &Outages::default(), due)
        .unwrap()
        .state()
        .outcome
        .clone()
        .unwrap();
    assert_eq!(
        (outcome.result(), outcome.reason()),
        (GameResult::Aborted, Reason::Abandoned)
    );
}
