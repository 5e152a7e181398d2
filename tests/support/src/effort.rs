//! How much the slow tests try.

/// What `quick` or `long` is chosen for a slow test, by the environment variable `SHASHKI_TEST_EFFORT`: `quick`
/// if it is not set. Property tests that set no number of cases go by `PROPTEST_CASES`, which `tests/run` sets.
///
/// # Panics
/// When the variable is neither, so that a slip does not make a long run a quick one.
#[expect(
    clippy::disallowed_methods,
    reason = "a test has no settings but its environment"
)]
pub fn by_effort<T>(quick: T, long: T) -> T {
    match std::env::var("SHASHKI_TEST_EFFORT").as_deref() {
        Ok("long") => long,
        Ok("quick" | "") | Err(_) => quick,
        Ok(other) => panic!("SHASHKI_TEST_EFFORT is `quick` or `long`, not `{other}`"),
    }
}
