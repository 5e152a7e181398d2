//! Bounds on a simulated evening; `cargo bench -p matchmaking --bench simulation` prints more.

use crate::evening::{Evening, percentile};

#[test]
fn an_evening_is_short_waits_and_near_opponents() {
    let evening = Evening::play(1_000, 20.0, 7);
    let (mut waits, mut distances) = (evening.waits_ms, evening.distances);
    waits.sort_unstable();
    distances.sort_unstable();
    assert!(evening.left <= 1, "{} were left waiting", evening.left);
    assert!(waits.len() > 900);
    assert!(
        percentile(&waits, 0.5) < 10_000,
        "{}",
        percentile(&waits, 0.5)
    );
    assert!(
        percentile(&waits, 0.95) < 60_000,
        "{}",
        percentile(&waits, 0.95)
    );
    assert!(
        percentile(&waits, 1.0) < 300_000,
        "{}",
        percentile(&waits, 1.0)
    );
    assert!(
        percentile(&distances, 0.5) < 150,
        "{}",
        percentile(&distances, 0.5)
    );
    assert!(
        percentile(&distances, 0.95) < 700,
        "{}",
        percentile(&distances, 0.95)
    );
}

#[test]
fn on_a_slow_evening_everybody_is_paired_in_the_end() {
    let evening = Evening::play(300, 1.0, 9);
    assert!(evening.left <= 1);
    let longest = evening.waits_ms.into_iter().max().unwrap();
    // Whoever has waited two minutes plays the next to come; a pause may be long.
    assert!(longest < 15 * 60_000, "{longest}");
}
