//! What a live game takes in Redis, in the middle of it, among many others.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::book::Book;
use crate::clients::{FAR, clients, create};
use crate::crowd::crowd;
use crate::moves::request;
use crate::redis_server::Taken;
use crate::suite::Suite;
use crate::table::Table;

/// Games that are there before: enough that Redis keeps the indexes as it does among very many.
const GROUND: u64 = 14_000;

/// Games that are measured.
const MEASURED: u64 = 1_000;

/// How far those are played.
const PLIES: usize = 24;

/// Games in the making at a time.
const WIDTH: usize = 64;

/// Time for what follows a creation by itself.
const SETTLE: Duration = Duration::from_secs(2);

pub(crate) async fn measure(suite: &Suite) -> anyhow::Result<Table> {
    let book = Arc::new(Book::open()?);
    games(suite, &book, "ground", GROUND, 0).await?;
    tokio::time::sleep(SETTLE).await;
    let (before, kinds_before) = (suite.redis.memory().await?, suite.redis.taken().await?);
    let ids = games(suite, &book, "measured", MEASURED, PLIES).await?;
    tokio::time::sleep(SETTLE).await;
    let (after, kinds) = (suite.redis.memory().await?, suite.redis.taken().await?);

    let mut lengths = 0.0;
    let sample: Vec<_> = ids.iter().step_by(50).collect();
    for id in &sample {
        lengths += suite.redis.document_length(id).await?;
    }
    let document = lengths / sample.len() as f64;

    let mut table = Table::new(format!(
        "Memory in Redis: a live game after {PLIES} moves, in bytes"
    ));
    table.row(
        "all of it",
        (after - before) / MEASURED as f64,
        Some(document),
        "≤ 1230",
    );
    for (kind, share) in shares(&kinds, &kinds_before) {
        table.row(format!("keys `{kind}…`"), share, None, "");
    }
    table.note(
        "The floor is the length of the document, which holds the moves and the repetition keys.",
    );
    Ok(table)
}

/// Creates games and plays each so far; gives their ids.
async fn games(
    suite: &Suite,
    book: &Arc<Book>,
    name: &'static str,
    count: u64,
    plies: usize,
) -> anyhow::Result<Vec<String>> {
    let clients = clients(&suite.games[0], 8)?;
    crowd(count, WIDTH, |number| {
        let mut client = clients[number as usize % clients.len()].clone();
        let book = Arc::clone(book);
        Box::pin(async move {
            let line = book.next();
            let name = format!("{name}.{number}");
            let game = create(&mut client, &line.ruleset, &name, FAR).await?;
            for ply in 0..plies {
                client.play_move(request(&game, &name, &line, ply)).await?;
            }
            Ok(game.id)
        })
    })
    .await
}

/// The bytes a measured game that keys of each kind came to take, where they did.
fn shares(after: &BTreeMap<String, Taken>, before: &BTreeMap<String, Taken>) -> Vec<(String, f64)> {
    let grown = after.iter().map(|(kind, taken)| {
        let before = before.get(kind).copied().unwrap_or_default();
        (
            kind.clone(),
            (taken.bytes as f64 - before.bytes as f64) / MEASURED as f64,
        )
    });
    grown.filter(|(_, share)| *share >= 1.0).collect()
}
