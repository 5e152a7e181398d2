//! Clocks over the wire: warnings, misses, flags, and the last millisecond.

use std::time::Duration;

use futures::StreamExt as _;

use proto::games::v1 as games;
use proto::games::v1::clock_rule::Rule;
use proto::games::v1::create_game_request::Rules;
use proto::games::v1::game_event::Happening;
use proto::rules::v1::Reason;
use tonic::Code;

use crate::harness::{Client, Kind, Suite, event_of, fault_of, player};

async fn create(client: &mut Client, rule: Rule) -> games::Game {
    let request = games::CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        white: Some(player("ann")),
        black: Some(player("bob")),
        clock: Some(games::ClockRule { rule: Some(rule) }),
        ..Default::default()
    };
    client
        .games
        .create_game(request)
        .await
        .unwrap()
        .into_inner()
        .game
        .unwrap()
}

/// The happenings of a game to its end.
async fn told(client: &mut Client, id: &str) -> Vec<games::GameEvent> {
    client
        .watch(id, 1)
        .await
        .map(|update| event_of(update.unwrap()))
        .collect()
        .await
}

#[tokio::test]
async fn a_miss_is_told_and_the_second_loses() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let mut client = suite.client();
        let game = create(
            &mut client,
            Rule::Misses(games::MissesRule {
                move_ms: 300,
                misses: 2,
            }),
        )
        .await;
        let told = told(&mut client, &game.id).await;
        let happened: Vec<_> = told
            .into_iter()
            .map(|event| event.happening.unwrap())
            // A machine that stalls for seconds has time given back.
            .filter(|happening| !matches!(happening, Happening::TimeGivenBack(_)))
            .collect();
        let white = proto::rules::v1::Side::White.into();
        assert_eq!(
            happened,
            [
                Happening::TurnMissed(games::TurnMissed {
                    side: white,
                    misses: 1
                }),
                Happening::TimeRanOut(games::TimeRanOut { side: white }),
            ]
        );
        let outcome = client.game(&game.id).await.outcome.unwrap();
        assert_eq!(outcome.reason(), Reason::Timeout);
        assert_eq!(outcome.result(), proto::rules::v1::Result::BlackWins);
    }
}

#[tokio::test]
async fn the_warning_comes_once_and_a_move_starts_the_next_turn() {
    let suite = Suite::start(Kind::AllOnRedis).await;
    let mut client = suite.client();
    let rule = Rule::Warning(games::WarningRule {
        move_ms: 8_000,
        warning_ms: 7_700,
    });
    let game = create(&mut client, rule).await;
    let mut updates = client.watch(&game.id, 1).await;
    let warned = event_of(updates.next().await.unwrap().unwrap());
    assert!(
        matches!(warned.happening, Some(Happening::ClockWarning(_))),
        "{warned:?}"
    );
    assert_eq!(warned.clock.unwrap().white_ms, 7_700);
    let moved = client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    assert_eq!(moved.clock.unwrap().black_ms, 8_000);
    let kinds: Vec<_> = updates
        .map(|update| event_of(update.unwrap()).happening.unwrap())
        .collect()
        .await;
    assert!(
        matches!(
            kinds[..],
            [
                Happening::MovePlayed(_),
                Happening::ClockWarning(_),
                Happening::TimeRanOut(_)
            ]
        ),
        "{kinds:?}"
    );
}

/// Moves that arrive around the deadline, many times: each game has one outcome, the same for
/// everybody, and a move that was answered was played in time by the store's clock.
#[tokio::test]
async fn deadline_and_move_never_both_win() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let suite = Suite::start(kind).await;
        let games = futures::stream::iter(0..120_u64).map(|number| {
            let mut client = suite.client();
            async move {
                let rule = Rule::Fischer(games::FischerRule {
                    initial_ms: 1_000,
                    increment_ms: 1_000,
                });
                let game = create(&mut client, rule).await;
                let clock = game.clock.unwrap();
                // From before to after, and dense around the deadline itself. Some at once: a machine
                // that is busy enough makes all others come too late.
                if number % 10 > 0 {
                    let wait = u64::try_from(clock.white_ms).unwrap() + number % 66 * 5;
                    tokio::time::sleep(Duration::from_millis(wait.saturating_sub(300))).await;
                }
                let answer = client.play(&game.id, "ann", 0, "c3-d4").await;
                let mut updates = client.watch(&game.id, 1).await;
                let mut first = event_of(updates.next().await.unwrap().unwrap());
                // On a machine that stalls for seconds, time may have been given back.
                let mut deadline = clock.deadline.unwrap();
                while let Some(Happening::TimeGivenBack(_)) = first.happening {
                    deadline = first.clock.unwrap().deadline.unwrap();
                    first = event_of(updates.next().await.unwrap().unwrap());
                }
                match answer {
                    Ok(event) => {
                        assert_eq!(first, event, "the move stands");
                        let at = event.at.unwrap();
                        let in_time = (at.seconds, at.nanos) <= (deadline.seconds, deadline.nanos);
                        assert!(in_time, "{event:?}");
                        true
                    }
                    Err(refused) => {
                        let over = (Code::FailedPrecondition, "GAME_OVER".to_owned());
                        assert_eq!(fault_of(&refused), over);
                        let lost = matches!(first.happening, Some(Happening::TimeRanOut(_)));
                        assert!(lost, "{first:?}");
                        assert!(
                            updates.next().await.is_none(),
                            "nothing comes after the end"
                        );
                        false
                    }
                }
            }
        });
        let games: Vec<_> = games.buffer_unordered(20).collect().await;
        assert!(games.iter().any(|in_time| *in_time), "some were in time");
        assert!(games.iter().any(|in_time| !in_time), "some were too late");
    }
}

/// The process in whose hands the clocks were dies; another one keeps them.
#[tokio::test]
async fn clocks_are_kept_when_the_process_that_kept_them_dies() {
    let mut suite = Suite::start(Kind::TwoGames).await;
    let mut second = suite.clients().remove(1);
    let rule = Rule::Misses(games::MissesRule {
        move_ms: 1_500,
        misses: 1,
    });
    let mut created = Vec::new();
    for _ in 0..60 {
        created.push(create(&mut second, rule).await);
    }
    suite.kill_one("games-2");
    let mut client = suite.client();
    for game in created {
        let told = told(&mut client, &game.id).await;
        let last = told.last().unwrap();
        assert!(
            matches!(last.happening, Some(Happening::TimeRanOut(_))),
            "{told:?}"
        );
    }
}

#[tokio::test]
async fn a_clock_that_cannot_run_is_refused() {
    let suite = Suite::start(Kind::Embedded).await;
    let mut client = suite.client();
    let request = games::CreateGameRequest {
        rules: Some(Rules::Ruleset("russian".to_owned())),
        white: Some(player("ann")),
        black: Some(player("bob")),
        ..Default::default()
    };
    for (rules, rule, reason) in [
        (
            "russian",
            Some(Rule::Misses(games::MissesRule {
                move_ms: 0,
                misses: 2,
            })),
            "MALFORMED_CLOCK",
        ),
        (
            "russian",
            Some(Rule::Misses(games::MissesRule {
                move_ms: 1_000,
                misses: 0,
            })),
            "MALFORMED_CLOCK",
        ),
        (
            "russian",
            Some(Rule::Warning(games::WarningRule {
                move_ms: 5,
                warning_ms: 5,
            })),
            "MALFORMED_CLOCK",
        ),
        (
            "russian",
            Some(Rule::Fischer(games::FischerRule {
                initial_ms: i64::MAX,
                increment_ms: 0,
            })),
            "MALFORMED_CLOCK",
        ),
        ("russian", None, "MISSING_FIELD"),
        (
            "mode",
            Some(Rule::Misses(games::MissesRule {
                move_ms: 1_000,
                misses: 2,
            })),
            "CLOCK_OF_MODE",
        ),
    ] {
        let mut request = request.clone();
        request.clock = Some(games::ClockRule { rule });
        if rules == "mode" {
            request.rules = Some(Rules::Mode("russian".to_owned()));
        }
        let refused = client.games.create_game(request).await.unwrap_err();
        assert_eq!(
            fault_of(&refused),
            (Code::InvalidArgument, reason.to_owned())
        );
    }
}
