use futures::future::join_all;
use tempfile::TempDir;

use super::*;

const DAY_MS: i64 = 24 * 3_600_000;

async fn keyring() -> (TempDir, Keyring) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("records.db").display());
    let records = Records::connect(&url).await.unwrap();
    records.migrate().await.unwrap();
    (folder, Keyring::open(records).await.unwrap())
}

fn number(keyring: &Keyring, at_ms: i64) -> i64 {
    keyring.current(at_ms).unwrap().number
}

fn published(keyring: &Keyring, at_ms: i64) -> usize {
    keyring.published(at_ms).to_json().matches("kid").count()
}

#[tokio::test]
async fn keys_change_by_themselves_and_are_known_before_and_after() {
    let (_folder, keyring) = keyring().await;
    let start = now_ms();
    assert_eq!(
        (number(&keyring, start), published(&keyring, start)),
        (1, 1)
    );
    keyring.look(start + 29 * DAY_MS).await.unwrap();
    assert_eq!(published(&keyring, start + 29 * DAY_MS), 1);

    // Almost an hour before its time the second key is there, and does not sign yet.
    let shortly_before = start + 30 * DAY_MS - 3_590_000;
    for _ in 0..3 {
        keyring.look(shortly_before).await.unwrap();
    }
    assert_eq!(number(&keyring, shortly_before), 1);
    assert_eq!(published(&keyring, shortly_before), 2);

    // It signs, and the first key is still known to whoever has its tokens.
    let shortly_after = start + 30 * DAY_MS + 60_000;
    keyring.look(shortly_after).await.unwrap();
    assert_eq!(number(&keyring, shortly_after), 2);
    assert_eq!(published(&keyring, shortly_after), 2);

    // Nobody has any of them: it is gone.
    let later = start + 31 * DAY_MS;
    keyring.look(later).await.unwrap();
    assert_eq!(
        (number(&keyring, later), published(&keyring, later)),
        (2, 1)
    );
    assert_eq!(keyring.read(<[Key]>::len), 1);
}

#[tokio::test]
async fn of_many_who_find_a_new_key_due_one_makes_it() {
    let (_folder, keyring) = keyring().await;
    let opened = join_all((0..8).map(|_| Keyring::open(keyring.records.clone()))).await;
    let rings: Vec<_> = opened.into_iter().map(Result::unwrap).collect();
    let due = now_ms() + 30 * DAY_MS - 3_590_000;
    for looked in join_all(rings.iter().map(|ring| ring.look(due))).await {
        looked.unwrap();
    }
    keyring.load().await.unwrap();
    assert_eq!(published(&keyring, due), 2);
    for ring in rings {
        assert_eq!(ring.published(due), keyring.published(due));
    }
}

#[tokio::test]
async fn a_service_that_slept_through_its_keys_time_publishes_the_next_before_it_signs() {
    let (_folder, keyring) = keyring().await;
    let much_later = now_ms() + 100 * DAY_MS;
    keyring.look(much_later).await.unwrap();
    assert_eq!(
        (
            number(&keyring, much_later),
            published(&keyring, much_later)
        ),
        (1, 2)
    );
    let then = much_later + millis(ROTATION_LEAD);
    assert_eq!((number(&keyring, then), published(&keyring, then)), (2, 2));
}

#[tokio::test]
async fn a_key_stays_for_as_long_as_a_services_token_is_good() {
    let (_folder, keyring) = keyring().await;
    let start = now_ms();
    let year = Duration::from_secs(365 * 24 * 3600);
    keyring
        .sign_for_service("backend", &[], year)
        .await
        .unwrap();
    for month in 1..=13 {
        keyring.look(start + month * 30 * DAY_MS).await.unwrap();
        keyring
            .look(start + month * 30 * DAY_MS + DAY_MS / 2)
            .await
            .unwrap();
    }
    let first = |keyring: &Keyring| keyring.read(|keys| keys[0].number == 1);
    assert!(!first(&keyring));
    let (_folder, keyring) = self::keyring().await;
    keyring
        .sign_for_service("backend", &[], year)
        .await
        .unwrap();
    for month in 1..=12 {
        keyring.look(start + month * 30 * DAY_MS).await.unwrap();
    }
    assert!(first(&keyring));
    assert!(published(&keyring, start + 364 * DAY_MS) >= 2);
}
