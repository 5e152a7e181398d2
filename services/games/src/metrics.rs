//! What is counted of games, and what their traces say. Nothing of it is about a person.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, PoisonError, RwLock};
use std::time::Duration;

use futures::future::try_join_all;
use proto::rules::v1::Outcome;
use store::{Effect, Error, Partitions, Store};
use telemetry::metrics::{
    BoundCounter, Counter, Gauge, Histogram, KeyValue, counter, durations, gauge,
};
use tokio_util::sync::CancellationToken;

use crate::game::{Game, Happening, Seat};
use crate::names;

/// How often the live games are counted.
const COUNT_EVERY: Duration = Duration::from_secs(5);

/// A partition's tallies of live games are named so, with the mode behind.
const LIVE: &str = "live/";

/// Games of no mode.
const NO_MODE: &str = "none";

static LIVE_GAMES: LazyLock<Gauge<i64>> =
    LazyLock::new(|| gauge("shashki.games.live", "{game}", "Games that are going on"));

static STARTED: LazyLock<Counter<u64>> =
    LazyLock::new(|| counter("shashki.games.started", "{game}", "Games created"));

static FINISHED: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.games.finished",
        "{game}",
        "Games that came to their end",
    )
});

static MOVES: LazyLock<Counter<u64>> =
    LazyLock::new(|| counter("shashki.games.moves", "{move}", "Moves written"));

/// The same by mode, at hand: of players and of bots.
static MOVES_OF: LazyLock<RwLock<HashMap<String, [BoundCounter<u64>; 2]>>> =
    LazyLock::new(RwLock::default);

static BOOSTS: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.games.boosts",
        "{boost}",
        "Boosts called for that were settled",
    )
});

static LATENESS: LazyLock<Histogram<f64>> = LazyLock::new(|| {
    durations(
        "shashki.games.flag.lateness",
        "From when a clock ran out, or was to warn, to when the timer wrote so",
    )
});

fn mode(game: &Game) -> KeyValue {
    let mode = game.beginning().mode.as_deref().unwrap_or(NO_MODE);
    KeyValue::new("shashki.mode", mode.to_owned())
}

/// What a commit adds to the number of live games.
pub(crate) fn live(game: &Game, by: i64) -> Effect {
    let mode = game.beginning().mode.as_deref().unwrap_or(NO_MODE);
    Effect::Tally {
        name: format!("{LIVE}{mode}"),
        by,
    }
}

/// A game was created.
pub(crate) fn started(game: &Game) {
    STARTED.add(1, &[mode(game)]);
    note(game);
}

/// A game was changed, by one entry.
pub(crate) fn changed(before: &Game, after: &Game) {
    match after.entries().last().map(|entry| &entry.happening) {
        Some(Happening::Moved { .. }) => {
            let by_bot = matches!(before.seats().of(before.state().to_move), Seat::Bot(_));
            moved(after.beginning().mode.as_deref().unwrap_or(NO_MODE), by_bot);
        }
        Some(Happening::BoostUsed(boosted)) => settled(boosted.boost.name(), "used"),
        Some(Happening::BoostRefused { boost, .. }) => settled(boost.name(), "refused"),
        _ => {}
    }
    note(after);
    if before.state().outcome.is_none()
        && let Some(outcome) = &after.state().outcome
    {
        let [result, reason] = in_words(outcome);
        telemetry::note("shashki.result", result.clone());
        let attributes = [
            mode(after),
            KeyValue::new("shashki.result", result),
            KeyValue::new("shashki.reason", reason),
        ];
        FINISHED.add(1, &attributes);
    }
}

/// Each move comes here, so the attributes are looked up once a mode.
fn moved(mode: &str, by_bot: bool) {
    let known = MOVES_OF.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(counters) = known.get(mode) {
        counters[usize::from(by_bot)].add(1);
        return;
    }
    drop(known);
    let counters = ["player", "bot"].map(|by| {
        MOVES.bind(&[
            KeyValue::new("shashki.mode", mode.to_owned()),
            KeyValue::new("shashki.moved_by", by),
        ])
    });
    counters[usize::from(by_bot)].add(1);
    let mut known = MOVES_OF.write().unwrap_or_else(PoisonError::into_inner);
    known.insert(mode.to_owned(), counters);
}

fn settled(boost: &'static str, outcome: &'static str) {
    let attributes = [
        KeyValue::new("shashki.boost", boost),
        KeyValue::new("shashki.outcome", outcome),
    ];
    BOOSTS.add(1, &attributes);
}

/// The rule book's names of a result and its reason.
fn in_words(outcome: &Outcome) -> [String; 2] {
    [
        names::of(outcome.result().as_str_name(), "RESULT_"),
        names::of(outcome.reason().as_str_name(), "REASON_"),
    ]
}

fn note(game: &Game) {
    telemetry::note("shashki.ply", i64::from(game.state().ply));
    if let Some(mode) = game.beginning().mode.clone() {
        telemetry::note("shashki.mode", mode);
    }
}

/// Time made something happen, so much later than it was to.
pub(crate) fn late(by: Duration) {
    LATENESS.record(by.as_secs_f64(), &[]);
}

/// Counts the live games of the whole store now and then, if anybody looks.
pub(crate) async fn count_live(store: Store, partitions: Partitions, shutdown: CancellationToken) {
    if !telemetry::metrics::are_kept() {
        return;
    }
    let mut known = BTreeMap::new();
    loop {
        // A store that is away is told by whoever needs it.
        if let Ok(found) = tallies(&store, &partitions).await {
            // A mode that nobody plays any more stands at nothing.
            known.values_mut().for_each(|games| *games = 0);
            known.extend(found);
            for (mode, games) in &known {
                let mode = KeyValue::new("shashki.mode", mode.clone());
                LIVE_GAMES.record(*games, &[mode]);
            }
        }
        let pause = tokio::time::sleep(COUNT_EVERY);
        if shutdown.run_until_cancelled(pause).await.is_none() {
            return;
        }
    }
}

async fn tallies(store: &Store, partitions: &Partitions) -> Result<BTreeMap<String, i64>, Error> {
    let each = partitions.iter().map(|partition| store.tallies(partition));
    let mut sums = BTreeMap::new();
    for (name, tally) in try_join_all(each).await?.into_iter().flatten() {
        if let Some(mode) = name.strip_prefix(LIVE) {
            *sums.entry(mode.to_owned()).or_default() += tally;
        }
    }
    Ok(sums)
}
