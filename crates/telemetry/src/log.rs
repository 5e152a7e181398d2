//! The form of log lines: each names the trace that it belongs to.

use std::fmt;

use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

use crate::trace::Trace;

/// JSON lines as another formatter writes them, with the field `trace_id` in front.
pub(crate) struct TracedJson<F>(pub(crate) F);

impl<S, N, F> FormatEvent<S, N> for TracedJson<F>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
    F: FormatEvent<S, N>,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let Some(trace) = Trace::current() else {
            return self.0.format_event(context, writer, event);
        };
        let mut line = String::new();
        self.0
            .format_event(context, Writer::new(&mut line), event)?;
        let Some(fields) = line.strip_prefix('{') else {
            return writer.write_str(&line);
        };
        write!(writer, r#"{{"trace_id":"{}","#, trace.id())?;
        writer.write_str(fields)
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::Value;
    use tracing::Span;
    use tracing::instrument::WithSubscriber as _;
    use tracing_subscriber::fmt::format::JsonFields;

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("the lines").extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_line_names_its_trace() {
        let lines = Lines::default();
        let kept = lines.clone();
        let json = tracing_subscriber::fmt::format().json().flatten_event(true);
        let subscriber = tracing_subscriber::fmt()
            .event_format(TracedJson(json))
            .fmt_fields(JsonFields::new())
            .with_writer(move || kept.clone())
            .finish();
        let trace = Trace::begin();
        let work = async {
            tracing::info!("before");
            let inside = async { tracing::info!(answer = 42, "inside") };
            trace.scope(Span::none(), inside).await;
        };
        work.with_subscriber(subscriber).await;
        let text = String::from_utf8(lines.0.lock().expect("the lines").clone()).expect("text");
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(lines[0]["trace_id"], Value::Null);
        assert_eq!(lines[0]["message"], "before");
        assert_eq!(lines[1]["trace_id"], trace.id().to_string());
        assert_eq!(lines[1]["answer"], 42);
    }
}
