//! The archive on both databases: a file, and a PostgreSQL server that the test starts.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures::future::join_all;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use store::records::{Error, Records};
use support::PostgresServer;
use tokio::runtime::Handle;
use tokio::task::block_in_place;
use tokio::time::{Instant, sleep};

use super::cursor::MalformedCursor;
use super::{Archive, ArchivedGame, Cursor};

macro_rules! on_both {
    ($($case:ident),+ $(,)?) => {
        mod postgres {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let server = super::PostgresServer::start().await;
                    super::$case(super::open(&server.url()).await).await;
                }
            )+
        }

        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $case() {
                    let directory = tempfile::tempdir().unwrap();
                    let file = directory.path().join("records.db");
                    super::$case(super::open(&format!("sqlite:{}", file.display())).await).await;
                }
            )+
        }
    };
}

on_both![
    a_game_is_found_as_it_was_kept,
    the_first_of_fifty_stays,
    pages_hold_each_game_once_while_games_end,
    pages_are_what_sorting_gives,
    what_no_game_can_be_called_is_not_found,
];

async fn open(url: &str) -> Archive {
    let records = Records::connect(url).await.unwrap();
    records.migrate().await.unwrap();
    Archive::new(records)
}

fn game(id: &str, white: Option<&str>, black: Option<&str>, ended_ms: i64) -> ArchivedGame {
    ArchivedGame {
        id: id.to_owned(),
        mode: None,
        ruleset: "russian".to_owned(),
        white: white.map(str::to_owned),
        black: black.map(str::to_owned),
        result: "white_wins".to_owned(),
        reason: "no_moves".to_owned(),
        created_ms: ended_ms.wrapping_sub(1),
        ended_ms,
        document: id.as_bytes().to_vec(),
    }
}

/// Every page of a player, one after the other by their tokens, each no longer than asked.
async fn pages(archive: &Archive, player: &str, limit: usize) -> Vec<ArchivedGame> {
    let mut all = Vec::new();
    let mut token: Option<String> = None;
    loop {
        let after: Option<Cursor> = token.map(|token| token.parse().unwrap());
        let page = archive
            .finished(player, after.as_ref(), limit)
            .await
            .unwrap();
        assert!(page.len() <= limit);
        let Some(last) = page.last() else { return all };
        token = Some(last.cursor().to_string());
        all.extend(page);
    }
}

async fn a_game_is_found_as_it_was_kept(archive: Archive) {
    let plain = game("plain", Some("ann"), Some("bob"), 7);
    let odd = ArchivedGame {
        mode: Some("пятиминутка '\"$1".to_owned()),
        white: None,
        created_ms: i64::MIN,
        document: (0..=255).collect(),
        ..game("odd \u{1f3c1}", None, Some("ann"), i64::MAX - 1)
    };
    let empty = ArchivedGame {
        document: Vec::new(),
        ..game("empty", None, None, 0)
    };
    for kept in [&plain, &odd, &empty] {
        archive.keep(kept).await.unwrap();
        assert_eq!(archive.find(&kept.id).await.unwrap().as_ref(), Some(kept));
    }
    assert_eq!(archive.find("nothing").await.unwrap(), None);
    assert_eq!(
        archive.finished("ann", None, 9).await.unwrap(),
        [odd, plain.clone()]
    );
    assert_eq!(archive.finished("bob", None, 9).await.unwrap(), [plain]);
    assert_eq!(archive.finished("eve", None, 9).await.unwrap(), []);
}

async fn the_first_of_fifty_stays(archive: Archive) {
    let repeats = (0..50).map(|number: i64| {
        let archive = archive.clone();
        tokio::spawn(async move {
            let other = format!("p{number}");
            let repeat = game("once", Some("ann"), Some(&other), 1000 + number);
            archive.keep(&repeat).await.unwrap();
            // Kept is kept for whoever hears so.
            archive.find("once").await.unwrap().unwrap()
        })
    });
    let heard: Vec<ArchivedGame> = join_all(repeats)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    let first = heard[0].clone();
    assert!(heard.iter().all(|game| *game == first));
    assert_eq!(
        pages(&archive, "ann", 9).await,
        std::slice::from_ref(&first)
    );
    for number in 0..50 {
        let player = format!("p{number}");
        let expected = usize::from(first.black.as_deref() == Some(&player));
        assert_eq!(
            pages(&archive, &player, 9).await.len(),
            expected,
            "{player}"
        );
    }
    // Both sides are one player's.
    archive
        .keep(&game("alone", Some("eve"), Some("eve"), 1))
        .await
        .unwrap();
    archive
        .keep(&game("alone", Some("eve"), Some("eve"), 1))
        .await
        .unwrap();
    assert_eq!(pages(&archive, "eve", 9).await.len(), 1);
}

async fn pages_hold_each_game_once_while_games_end(archive: Archive) {
    let mut expected = Vec::new();
    for number in 0..120_i64 {
        // Many end in the same millisecond; upper case comes before lower case everywhere.
        let id = format!("{}{number}", if number % 2 == 0 { "a" } else { "B" });
        let kept = game(&id, Some("ann"), None, number % 5);
        archive.keep(&kept).await.unwrap();
        expected.push(kept);
    }
    expected.sort_by(|one, other| (other.ended_ms, &other.id).cmp(&(one.ended_ms, &one.id)));

    let newcomers = {
        let archive = archive.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let new = game(&format!("new{number}"), None, Some("ann"), 100 + number);
                archive.keep(&new).await.unwrap();
            }
        })
    };
    for limit in [1, 7, 100] {
        let mut seen = pages(&archive, "ann", limit).await;
        seen.retain(|game| !game.id.starts_with("new"));
        assert_eq!(seen, expected, "pages of {limit}");
    }
    newcomers.abort();
    assert!(newcomers.await.unwrap_err().is_cancelled());
}

/// White, Black, the time of the end, the id.
type Drawn = (Option<usize>, Option<usize>, i64, u32);

/// A game of a few players that ends at one of a few times.
fn any_game() -> impl Strategy<Value = Drawn> {
    let seat = || prop::option::of(0..3_usize);
    (seat(), seat(), -2..3_i64, 0..20_u32)
}

async fn pages_are_what_sorting_gives(archive: Archive) {
    let mut runner = TestRunner::new(ProptestConfig {
        cases: support::by_effort(24, 500),
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let rounds = AtomicUsize::new(0);
    let input = (vec(any_game(), 0..40), 1..9_usize);
    let checked = runner.run(&input, |(games, limit)| {
        let round = rounds.fetch_add(1, Ordering::Relaxed);
        block_in_place(|| Handle::current().block_on(check(&archive, round, &games, limit)))
    });
    checked.unwrap();
}

async fn check(
    archive: &Archive,
    round: usize,
    games: &[Drawn],
    limit: usize,
) -> Result<(), TestCaseError> {
    let name = |player: usize| format!("{round}-{player}");
    let mut model: Vec<ArchivedGame> = Vec::new();
    for (white, black, ended_ms, id) in games {
        let (white, black) = (white.map(name), black.map(name));
        let id = format!("{round}-{id}");
        let new = game(&id, white.as_deref(), black.as_deref(), *ended_ms);
        archive.keep(&new).await.unwrap();
        if model.iter().all(|kept| kept.id != id) {
            model.push(new);
        }
    }
    model.sort_by(|one, other| (other.ended_ms, &other.id).cmp(&(one.ended_ms, &one.id)));
    for player in (0..3).map(name) {
        let plays = |game: &&ArchivedGame| {
            [&game.white, &game.black]
                .into_iter()
                .flatten()
                .any(|seat| *seat == player)
        };
        let expected: Vec<ArchivedGame> = model.iter().filter(plays).cloned().collect();
        prop_assert_eq!(pages(archive, &player, limit).await, expected);
    }
    Ok(())
}

async fn what_no_game_can_be_called_is_not_found(archive: Archive) {
    archive
        .keep(&game("a", Some("ann"), None, 1))
        .await
        .unwrap();
    assert_eq!(archive.find("a\0").await.unwrap(), None);
    assert_eq!(archive.finished("ann\0", None, 9).await.unwrap(), []);
    assert_eq!(archive.finished("ann", None, 0).await.unwrap(), []);
    assert_eq!(archive.find(&"a".repeat(1_000_000)).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_kept_outlives_the_server() {
    let mut server = PostgresServer::start().await;
    let archive = open(&server.url()).await;
    let keeper = {
        let archive = archive.clone();
        tokio::spawn(async move {
            for number in 0.. {
                let new = game(&number.to_string(), Some("ann"), Some("bob"), number);
                if let Err(error) = archive.keep(&new).await {
                    assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
                    return number;
                }
            }
            unreachable!("there is no last number");
        })
    };
    sleep(Duration::from_millis(300)).await;
    server.kill();
    let kept = keeper.await.unwrap();
    assert!(kept > 0);

    server.start_again().await;
    let begun = Instant::now();
    // The one that got no answer is kept now, if it was not already.
    let unanswered = game(&kept.to_string(), Some("ann"), Some("bob"), kept);
    while archive.keep(&unanswered).await.is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20));
    }
    let all = pages(&archive, "bob", 100).await;
    let ended: Vec<i64> = all.iter().map(|game| game.ended_ms).collect();
    assert_eq!(ended, (0..=kept).rev().collect::<Vec<_>>());
}

#[test]
fn a_token_that_was_not_given_is_refused() {
    let good = game("g17", None, None, 1234).cursor().to_string();
    let parse = |token: &str| token.parse::<Cursor>();
    assert_eq!(
        parse(&good).unwrap(),
        game("g17", None, None, 1234).cursor()
    );
    for bad in [
        "",
        "1",
        "x",
        &good[1..],
        &good[..good.len() - 1],
        &good[..16],
        &good.replace('d', "D"),
        &format!("+{}", &good[1..]),
        &format!("{good} "),
        &format!("{good}zz"),
        &format!("{good}ff"),
        &format!("{good}00"),
        &format!("{good}é"),
        "00000000000000é0",
    ] {
        assert_eq!(parse(bad), Err(MalformedCursor), "{bad}");
    }
}

proptest! {
    #[test]
    fn a_token_reads_back(ended_ms: i64, id in "\\PC{1,64}") {
        let cursor = game(&id, None, None, 0).cursor();
        let cursor = Cursor { ended_ms, ..cursor };
        let token = cursor.to_string();
        prop_assert!(token.bytes().all(|byte| byte.is_ascii_hexdigit()));
        prop_assert_eq!(token.parse(), Ok(cursor));
    }

    #[test]
    fn any_text_is_a_token_or_refused(text: String) {
        if let Ok(cursor) = text.parse::<Cursor>() {
            prop_assert_eq!(cursor.to_string(), text);
        }
    }
}
