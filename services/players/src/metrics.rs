//! How many sign in, and how many are refused.

use std::sync::LazyLock;

use telemetry::metrics::{Counter, KeyValue, counter};
use tonic::{Code, Response, Status};

static SIGN_INS: LazyLock<Counter<u64>> = LazyLock::new(|| {
    counter(
        "shashki.players.sign_ins",
        "{sign_in}",
        "Attempts to sign in",
    )
});

/// Counts an attempt to sign in, of a kind such as `guest`, by what came of it. What failed is counted
/// among the calls that failed.
pub(crate) async fn attempt<T>(
    kind: &'static str,
    attempt: impl Future<Output = Result<Response<T>, Status>>,
) -> Result<Response<T>, Status> {
    let answer = attempt.await;
    let outcome = match answer.as_ref().map_err(Status::code) {
        Ok(_) => "ok",
        Err(Code::ResourceExhausted) => "throttled",
        Err(Code::Unavailable | Code::Internal | Code::DeadlineExceeded | Code::Aborted) => {
            return answer;
        }
        Err(_) => "refused",
    };
    let attributes = [
        KeyValue::new("shashki.sign_in", kind),
        KeyValue::new("shashki.outcome", outcome),
    ];
    SIGN_INS.add(1, &attributes);
    answer
}
