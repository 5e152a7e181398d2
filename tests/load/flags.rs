//! How late flags fall while very many clocks run.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use store::Store;
use store::redis::RedisStore;

use crate::clients::{FAR, clients, create};
use crate::crowd::crowd;
use crate::falling::{Fallen, Falling};
use crate::floors::Floors;
use crate::readings;
use crate::spread::Spread;
use crate::store_clock::StoreClock;
use crate::suite::Suite;
use crate::table::{Figure as _, Table};
use crate::window::Window;

/// Games in the making at a time.
const WIDTH: usize = 128;

/// Connections over which games are created and watched.
const CONNECTIONS: usize = 8;

/// How long the suite is watched while it only waits.
const AT_REST: Duration = Duration::from_secs(4);

/// A flag that has not fallen so long after its deadline will not.
const PATIENCE: Duration = Duration::from_secs(15);

/// What a process that dies has in its hands was due this long before at most.
const IN_HAND: Duration = Duration::from_secs(2);

/// What was due so soon after it can have been on the way to the process.
const ON_THE_WAY: Duration = Duration::from_millis(100);

/// What of that is later than this had to wait for its lease to end.
const LATE: Duration = Duration::from_secs(1);

/// One flag in so many falls right before the kill, so that there is something in hand.
const AT_ONCE: usize = 10;

/// How long after that the kill comes.
const AT_WORK: Duration = Duration::from_millis(15);

/// What is asked of the suite.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Live games whose clocks run far beyond the measurement.
    pub(crate) pending: u64,
    /// Flags that fall, with one replica and with two.
    pub(crate) falling: u64,
    /// The time over which they do.
    pub(crate) spread: Duration,
}

impl Plan {
    /// The places in time at which flags fall, evenly spread.
    fn places(&self) -> Vec<Duration> {
        let place = |number| self.spread.mul_f64(number as f64 / self.falling as f64);
        (0..self.falling).map(place).collect()
    }
}

pub(crate) async fn measure(
    suite: &mut Suite,
    floors: &Floors,
    plan: Plan,
) -> anyhow::Result<Table> {
    let clients = clients(&suite.games[0], CONNECTIONS)?;
    let store = RedisStore::connect(suite.redis.url())
        .await
        .context("the store")?;
    let store: Store = Arc::new(store);
    let (pending, falling) = (plan.pending, plan.falling);
    let seconds = plan.spread.as_secs();
    let mut table = Table::new(format!(
        "Flags: {falling} in {seconds} s among {pending} live games with clocks"
    ));

    let memory = suite.redis.memory().await?;
    let begun = Instant::now();
    crowd(pending, WIDTH, |number| {
        let mut client = clients[number as usize % clients.len()].clone();
        Box::pin(async move {
            create(&mut client, "russian", &format!("pending.{number}"), FAR)
                .await
                .map(|_| ())
        })
    })
    .await?;
    let took = begun.elapsed();
    tokio::time::sleep(AT_REST / 2).await;
    let memory = suite.redis.memory().await? - memory;

    let rest = Window::open(suite).await?;
    tokio::time::sleep(AT_REST).await;
    let rest = rest.close(suite).await?;

    // Flags must not fall before all of them hang.
    let lead = Duration::from_secs(3) + Duration::from_millis(3) * u32::try_from(falling)?;
    let clock = StoreClock::read(&store).await?;
    let hung = Falling::hang(&clients, clock, "one", &plan.places(), lead).await?;
    let early = hung.first.since(clock.now());
    let window = Window::open(suite).await?;
    let (fallen, missing) = hung.all(clock, PATIENCE).await?;
    let busy = window.close(suite).await?;

    if pending > 0 {
        table.figure(
            "games created a second",
            (pending as f64 / took.as_secs_f64()).text(),
        );
        table.figure(
            "Redis: bytes a live game before its first move",
            (memory / pending as f64).text(),
        );
    }
    let share = |cpu: Duration| format!("{:.1} %", 100.0 * cpu.div_duration_f64(rest.span));
    table.figure(
        "games: share of a core while clocks only run",
        share(rest.cpu.games),
    );
    table.figure(
        "Redis: share of a core while clocks only run",
        share(rest.cpu.redis),
    );
    let resident = readings::resident(suite.games[0].process.id()?)?;
    table.figure("games: memory held", format!("{:.0} MB", resident / 1e6));
    let lateness = Spread::of(fallen.iter().map(Fallen::late));
    rows(&mut table, floors, "one replica", &lateness, missing);
    table.note(busy.noise());
    if early.is_zero() {
        table.note("The first flags fell while the last were still being hung up.");
    }

    killed(suite, &mut table, floors, clock, plan, lead).await?;
    Ok(table)
}

/// The same with two replicas, the second of which is killed in the middle.
async fn killed(
    suite: &mut Suite,
    table: &mut Table,
    floors: &Floors,
    clock: StoreClock,
    plan: Plan,
    lead: Duration,
) -> anyhow::Result<()> {
    suite.add_games().await?;
    let clients = clients(&suite.games[0], CONNECTIONS)?;
    let mut places = plan.places();
    places
        .iter_mut()
        .step_by(AT_ONCE)
        .for_each(|place| *place = plan.spread / 2);
    let hung = Falling::hang(&clients, clock, "two", &places, lead).await?;
    let middle = hung.first + plan.spread / 2 + AT_WORK;
    tokio::time::sleep(middle.since(clock.now())).await;
    let mut second = suite.games.pop().context("the second replica")?;
    second.process.kill().await?;
    let killed_at = clock.now();
    let (fallen, missing) = hung.all(clock, PATIENCE).await?;

    let was_in_hand = |fallen: &Fallen| {
        let due = killed_at - IN_HAND..=killed_at + ON_THE_WAY;
        due.contains(&fallen.deadline) && fallen.late() > LATE
    };
    let (in_hand, others): (Vec<_>, Vec<_>) = fallen.iter().partition(|fallen| was_in_hand(fallen));
    let lateness = Spread::of(others.into_iter().map(Fallen::late));
    rows(table, floors, "one of two killed", &lateness, missing);
    let lateness = Spread::of(in_hand.into_iter().map(Fallen::late));
    table.figure("flags in the hands of the one killed", lateness.count());
    if lateness.count() > 0 {
        table.figure("how late those fell, p50", lateness.median().text());
        table.figure("how late those fell, longest", lateness.longest().text());
    }
    Ok(())
}

fn rows(table: &mut Table, floors: &Floors, when: &str, lateness: &Spread, missing: usize) {
    table.figure(format!("flags that fell, {when}"), lateness.count());
    if missing > 0 {
        table.figure(format!("flags that did not fall, {when}"), missing);
    }
    let floor = Some(floors.paced.event);
    table.row(
        format!("how late, {when}, p50"),
        lateness.median(),
        floor,
        "",
    );
    table.row(
        format!("how late, {when}, p99"),
        lateness.at(0.99),
        floor,
        "< 100 ms",
    );
    table.row(
        format!("how late, {when}, longest"),
        lateness.longest(),
        floor,
        "",
    );
}
