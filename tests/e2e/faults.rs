//! Real processes die, freeze and lose each other in the middle of load. Nothing acknowledged is
//! missing, nothing happens twice, nobody is charged for it, and what was due still comes.

use std::time::Duration;

use futures::StreamExt as _;
use proto::games::v1 as games;
use proto::games::v1::clock_rule::Rule;
use support::WAIT_TIMEOUT;
use tokio::time::{Instant, sleep};

use crate::harness::{Client, Kind, Suite, Table, bot, check, event_of, fault_of, player};

/// Tables that are played at while something breaks.
const TABLES: usize = 12;

/// Long enough to play by, too short to sit an outage out.
fn clock() -> Option<games::ClockRule> {
    Some(games::ClockRule {
        rule: Some(Rule::Misses(games::MissesRule {
            move_ms: 8_000,
            misses: 1,
        })),
    })
}

async fn sit_down(suite: &Suite) -> Vec<Table> {
    let mut tables = Vec::new();
    for number in 0..TABLES {
        tables.push(Table::start(suite.clients(), number, clock()).await);
    }
    // Every table is in the middle of a game.
    sleep(Duration::from_millis(400)).await;
    tables
}

async fn check_all(suite: &Suite, tables: Vec<Table>) {
    // Some go on after all is well again; then they come to an end.
    sleep(Duration::from_millis(600)).await;
    tables.iter().for_each(Table::stop);
    let mut client = suite.client();
    for table in tables {
        check(table, &mut client).await;
    }
}

#[tokio::test]
async fn the_whole_suite_is_killed_on_the_embedded_store() {
    let mut suite = Suite::start(Kind::Embedded).await;
    let tables = sit_down(&suite).await;
    for _ in 0..3 {
        suite.kill();
        suite.launch().await;
        sleep(Duration::from_millis(300)).await;
    }
    check_all(&suite, tables).await;
}

#[tokio::test]
async fn the_games_process_is_killed() {
    let mut suite = Suite::start(Kind::Split).await;
    let tables = sit_down(&suite).await;
    for _ in 0..3 {
        suite.kill_one("games");
        suite.launch().await;
        sleep(Duration::from_millis(300)).await;
    }
    check_all(&suite, tables).await;
}

#[tokio::test]
async fn the_rules_process_is_killed() {
    let mut suite = Suite::start(Kind::Split).await;
    let tables = sit_down(&suite).await;
    for _ in 0..3 {
        suite.kill_one("rules");
        sleep(Duration::from_millis(200)).await;
        suite.launch().await;
    }
    check_all(&suite, tables).await;
}

#[tokio::test]
async fn redis_is_killed_and_comes_back_with_its_log() {
    let mut suite = Suite::start(Kind::Split).await;
    let tables = sit_down(&suite).await;
    suite.restart_redis(Duration::from_millis(100)).await;
    suite.ready().await;
    sleep(Duration::from_millis(300)).await;
    // Longer than the clocks allow: the time is given back.
    suite.restart_redis(Duration::from_secs(10)).await;
    suite.ready().await;
    check_all(&suite, tables).await;
}

#[tokio::test]
async fn one_of_two_games_processes_dies() {
    let mut suite = Suite::start(Kind::TwoGames).await;
    let tables = sit_down(&suite).await;
    suite.kill_one("games-2");
    sleep(Duration::from_secs(2)).await;
    suite.launch().await;
    suite.kill_one("games");
    sleep(Duration::from_millis(500)).await;
    suite.launch().await;
    check_all(&suite, tables).await;
}

#[tokio::test]
async fn a_games_process_sleeps_beyond_its_leases_and_wakes() {
    let mut suite = Suite::start(Kind::TwoGames).await;
    let tables = sit_down(&suite).await;
    suite.process("games-2").suspend().await;
    sleep(Duration::from_secs(7)).await;
    suite.process("games-2").signal("CONT");
    check_all(&suite, tables).await;
}

#[tokio::test]
async fn the_wire_between_a_games_process_and_redis_is_cut() {
    let mut suite = Suite::start(Kind::TwoGames).await;
    let tables = sit_down(&suite).await;
    suite.wire().cut();
    sleep(Duration::from_secs(5)).await;
    suite.wire().mend();
    suite.ready().await;
    check_all(&suite, tables).await;
}

/// A player thinks while the whole service is away for longer than the move's time.
#[tokio::test]
async fn downtime_is_given_back_and_told() {
    for kind in [Kind::Embedded, Kind::AllOnRedis] {
        let mut suite = Suite::start(kind).await;
        let mut client = suite.client();
        let request = games::CreateGameRequest {
            rules: Some(games::create_game_request::Rules::Ruleset(
                "russian".to_owned(),
            )),
            white: Some(player("ann")),
            black: Some(player("bob")),
            clock: Some(games::ClockRule {
                rule: Some(Rule::Warning(games::WarningRule {
                    move_ms: 10_000,
                    warning_ms: 500,
                })),
            }),
            ..Default::default()
        };
        let created = Instant::now();
        let game = client
            .games
            .create_game(request)
            .await
            .unwrap()
            .into_inner()
            .game
            .unwrap();
        // Several times as long as the service takes to note that it runs.
        sleep(Duration::from_secs(3)).await;
        suite.kill();
        let ran = i64::try_from(created.elapsed().as_millis()).unwrap();
        sleep(Duration::from_secs(10)).await;
        suite.launch().await;

        let mut updates = client.watch(&game.id, 1).await;
        let event = event_of(updates.next().await.unwrap().unwrap());
        let Some(games::game_event::Happening::TimeGivenBack(back)) = event.happening else {
            panic!("{event:?}")
        };
        assert!(back.span_ms >= 10_000, "{back:?}");
        let clock = event.clock.unwrap();
        assert!(
            (10_000 - ran..9_500).contains(&clock.white_ms),
            "as much as before, after {ran} ms: {clock:?}"
        );
        client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    }
}

/// The bots service is away when its turn comes, and everything is killed meanwhile: the move is
/// played once all are back.
#[tokio::test]
async fn a_pending_bot_move_comes_after_a_kill() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let game = client.create("russian", "", player("ann"), bot()).await;
    suite.kill_one("bots");
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
    let pending = client.game(&game.id).await;
    assert_eq!(pending.ply, 1, "nobody can have moved for the bot");

    suite.kill();
    suite.launch().await;
    assert_bot_moves(suite.client(), &game.id).await;
}

/// On the embedded store the kill falls between the answer and the bot's move, again and again.
#[tokio::test]
async fn a_bot_moves_though_the_process_is_killed_right_after_the_move() {
    let mut suite = Suite::start(Kind::Embedded).await;
    for _ in 0..5 {
        let mut client = suite.client();
        let game = client.create("russian", "", player("ann"), bot()).await;
        client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
        suite.kill();
        suite.launch().await;
        assert_bot_moves(suite.client(), &game.id).await;
    }
}

async fn assert_bot_moves(mut client: Client, id: &str) {
    let mut updates = client.watch(id, 2).await;
    let next = tokio::time::timeout(WAIT_TIMEOUT, updates.next());
    let event = event_of(next.await.expect("the bot moves").unwrap().unwrap());
    assert_eq!(event.version, 3);
    let game = client.game(id).await;
    assert_eq!(game.ply, 2, "the bot moved exactly once");
}

/// Without the rules service nothing is played, and whoever asks is told why.
#[tokio::test]
async fn moves_wait_for_the_rules_service() {
    let mut suite = Suite::start(Kind::Split).await;
    let mut client = suite.client();
    let game = client
        .create("russian", "", player("ann"), player("bob"))
        .await;
    suite.kill_one("rules");
    let refused = client.play(&game.id, "ann", 0, "c3-d4").await.unwrap_err();
    assert_eq!(
        fault_of(&refused),
        (tonic::Code::Unavailable, "RULES_UNAVAILABLE".to_owned())
    );
    suite.launch().await;
    client.play(&game.id, "ann", 0, "c3-d4").await.unwrap();
}
