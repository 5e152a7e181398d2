//! Evenings of a queue in simulated time, by the pure pairing: how long players wait and how far
//! apart their opponents are, at several loads.

#[path = "../tests/it/evening.rs"]
mod evening;

use evening::{Evening, percentile};

/// Tickets of an evening.
const TICKETS: usize = 5_000;

fn main() {
    // `cargo test` runs benches too, without `--bench`: nothing is measured then.
    if !std::env::args().any(|word| word == "--bench") {
        println!(
            "nothing is measured in a test run: cargo bench -p matchmaking --bench simulation"
        );
        return;
    }
    println!("{TICKETS} tickets, ratings 1500 ± 300; a cycle a second\n");
    println!(
        "| arrivals a minute | hours | wait p50 | p95 | max | distance p50 | p95 | max | a third time in a row |"
    );
    println!("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for a_minute in [2.0, 6.0, 20.0, 60.0, 300.0] {
        let evening = Evening::play(TICKETS, a_minute, 42);
        let (mut waits, mut distances) = (evening.waits_ms, evening.distances);
        waits.sort_unstable();
        distances.sort_unstable();
        let seconds = |part| format!("{:.1} s", percentile(&waits, part) as f64 / 1000.0);
        println!(
            "| {a_minute} | {:.1} | {} | {} | {} | {} | {} | {} | {} |",
            evening.hours,
            seconds(0.5),
            seconds(0.95),
            seconds(1.0),
            percentile(&distances, 0.5),
            percentile(&distances, 0.95),
            percentile(&distances, 1.0),
            evening.third_times,
        );
    }
}
