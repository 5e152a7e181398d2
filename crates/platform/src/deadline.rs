//! Deadlines travel: a handler's calls to other services get what is left of its caller's time.

use std::time::Duration;

use http::{HeaderMap, HeaderValue};
use tokio::time::Instant;

const HEADER: &str = "grpc-timeout";

/// The answer should still reach the caller, so a service gives up this much earlier.
const MARGIN: Duration = Duration::from_millis(5);

tokio::task_local! {
    /// When the caller of the present handler stops waiting.
    pub(crate) static DEADLINE: Option<Instant>;
}

/// The deadline that a request brings, if any.
pub(crate) fn of_request(headers: &HeaderMap) -> Option<Instant> {
    let span = parse(headers.get(HEADER)?.to_str().ok()?)?;
    Instant::now().checked_add(span - MARGIN.min(span / 10))
}

/// When a call that is about to be made has to be answered, if it says so.
pub(crate) fn of_call(headers: &HeaderMap) -> Option<Instant> {
    let span = parse(headers.get(HEADER)?.to_str().ok()?)?;
    Instant::now().checked_add(span)
}

/// When the caller of the present handler stops waiting, if it said so: for work that should end by
/// itself before. An answer takes a little while to arrive.
#[must_use]
pub fn deadline() -> Option<Instant> {
    DEADLINE.try_with(|deadline| *deadline).ok().flatten()
}

/// Shortens a call's own timeout to what is left of the present handler's deadline.
pub(crate) fn pass_on(headers: &mut HeaderMap) {
    let Some(deadline) = deadline() else {
        return;
    };
    shorten(headers, deadline);
}

/// Shortens a call's own timeout to what is left until a deadline.
pub(crate) fn shorten(headers: &mut HeaderMap, deadline: Instant) {
    let left = deadline.saturating_duration_since(Instant::now());
    let own = headers
        .get(HEADER)
        .and_then(|value| value.to_str().ok())
        .and_then(parse);
    let span = own.map_or(left, |own| own.min(left));
    // At most eight digits are allowed: microseconds go up to 99 seconds, milliseconds beyond.
    let text = match span.as_micros() {
        micros @ ..100_000_000 => format!("{micros}u"),
        _ => format!("{}m", span.as_millis().min(99_999_999)),
    };
    if let Ok(value) = HeaderValue::from_str(&text) {
        headers.insert(HEADER, value);
    }
}

/// Reads the header's form: up to eight digits and a unit.
fn parse(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let digits = text.strip_suffix(unit)?;
    if digits.is_empty() || digits.len() > 8 {
        return None;
    }
    let amount: u64 = digits.parse().ok()?;
    Some(match unit {
        'H' => Duration::from_secs(amount * 3600),
        'M' => Duration::from_secs(amount * 60),
        'S' => Duration::from_secs(amount),
        'm' => Duration::from_millis(amount),
        'u' => Duration::from_micros(amount),
        'n' => Duration::from_nanos(amount),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_read_in_every_unit() {
        assert_eq!(parse("2H"), Some(Duration::from_secs(7200)));
        assert_eq!(parse("3M"), Some(Duration::from_secs(180)));
        assert_eq!(parse("4S"), Some(Duration::from_secs(4)));
        assert_eq!(parse("250m"), Some(Duration::from_millis(250)));
        assert_eq!(parse("99999999u"), Some(Duration::from_micros(99_999_999)));
        assert_eq!(parse("7n"), Some(Duration::from_nanos(7)));
        for bad in ["", "S", "5", "5x", "123456789S", "-1S", "1é"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }

    #[tokio::test]
    async fn a_call_gets_no_more_than_what_is_left() {
        let deadline = Some(Instant::now() + Duration::from_secs(1));
        DEADLINE
            .scope(deadline, async {
                let mut headers = HeaderMap::new();
                headers.insert(HEADER, HeaderValue::from_static("5S"));
                pass_on(&mut headers);
                let left = parse(headers[HEADER].to_str().unwrap()).unwrap();
                assert!(left <= Duration::from_secs(1), "{left:?}");

                headers.insert(HEADER, HeaderValue::from_static("3m"));
                pass_on(&mut headers);
                assert_eq!(
                    parse(headers[HEADER].to_str().unwrap()),
                    Some(Duration::from_millis(3))
                );
            })
            .await;
    }

    #[tokio::test]
    async fn a_handler_knows_its_deadline() {
        let given = Some(Instant::now() + Duration::from_secs(1));
        DEADLINE
            .scope(given, async { assert_eq!(deadline(), given) })
            .await;
        assert_eq!(deadline(), None);
    }

    #[test]
    fn outside_a_handler_a_call_keeps_its_own_timeout() {
        let mut headers = HeaderMap::new();
        headers.insert(HEADER, HeaderValue::from_static("5S"));
        pass_on(&mut headers);
        assert_eq!(headers[HEADER], "5S");
    }
}
