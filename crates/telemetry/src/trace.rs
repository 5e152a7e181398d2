//! The trace that a task works for: where it came from, and whether its spans are kept.

use std::fmt;
use std::future::Future;
use std::num::NonZeroU32;
use std::sync::OnceLock;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use http::{HeaderMap, HeaderValue};
use opentelemetry::trace::{
    SpanContext, SpanId, TraceContextExt as _, TraceFlags, TraceId, TraceState,
};
use opentelemetry::{Context, Value};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};
use tracing::{Instrument as _, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// The header that names a request's trace (W3C Trace Context).
const HEADER: &str = "traceparent";

tokio::task_local! {
    static CURRENT: Trace;
}

/// What new traces are kept; none before telemetry has started.
static SAMPLING: OnceLock<Sampling> = OnceLock::new();

/// The part of new traces that is kept.
#[derive(Debug)]
pub(crate) struct Sampling {
    ratio: f64,
    most: Option<DefaultDirectRateLimiter>,
}

impl Sampling {
    /// A share of all, but not more than so many a second; 0 sets no limit.
    pub(crate) fn new(ratio: f64, most_a_second: u32) -> Self {
        let quota = NonZeroU32::new(most_a_second).map(Quota::per_second);
        Self {
            ratio,
            most: quota.map(RateLimiter::direct),
        }
    }

    /// From now on this decides.
    pub(crate) fn install(self) {
        // Telemetry is started once; a second start fails elsewhere.
        let _ = SAMPLING.set(self);
    }

    fn keeps_one(&self) -> bool {
        let drawn = self.ratio > 0.0 && (self.ratio >= 1.0 || rand::random::<f64>() < self.ratio);
        drawn && self.has_room()
    }

    fn has_room(&self) -> bool {
        self.most.as_ref().is_none_or(|most| most.check().is_ok())
    }
}

/// The trace that a piece of work belongs to. Small, and the same for everything that a request or
/// a job leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    id: TraceId,
    /// The span elsewhere that the work continues; none if the trace begins here.
    parent: Option<SpanId>,
    kept: bool,
}

impl Trace {
    /// A new trace. Whether it is kept is decided here, for everything that follows.
    #[must_use]
    pub fn begin() -> Self {
        Self {
            id: RandomIdGenerator::default().new_trace_id(),
            parent: None,
            kept: SAMPLING.get().is_some_and(Sampling::keeps_one),
        }
    }

    /// The trace that a request's headers name, or a new one.
    #[must_use]
    pub fn of_request(headers: &HeaderMap) -> Self {
        headers
            .get(HEADER)
            .and_then(|value| Self::continued(value.to_str().ok()?))
            .unwrap_or_else(Self::begin)
    }

    /// The same for a request from outside: it may ask that its trace is kept, but not for more than
    /// a process keeps.
    #[must_use]
    pub fn of_outsider(headers: &HeaderMap) -> Self {
        let trace = Self::of_request(headers);
        let has_room = || SAMPLING.get().is_some_and(Sampling::has_room);
        Self {
            kept: trace.kept && (trace.parent.is_none() || has_room()),
            ..trace
        }
    }

    /// The trace that an [`origin`](Self::origin) names, to go on with; `None` if it is no such text.
    #[must_use]
    pub fn continued(origin: &str) -> Option<Self> {
        // `version-trace-span-flags`; a later version may say more behind, the first has four parts.
        let mut parts = origin.split('-');
        let (version, id, parent, flags) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let whole = version.len() == 2 && id.len() == 32 && parent.len() == 16 && flags.len() == 2;
        if !whole || version == "ff" || (version == "00" && parts.next().is_some()) {
            return None;
        }
        u8::from_str_radix(version, 16).ok()?;
        let id = TraceId::from_hex(id).ok()?;
        let parent = SpanId::from_hex(parent).ok()?;
        let flags = u8::from_str_radix(flags, 16).ok()?;
        if id == TraceId::INVALID || parent == SpanId::INVALID {
            return None;
        }
        Some(Self {
            id,
            parent: Some(parent),
            kept: flags & 1 == 1,
        })
    }

    /// The trace of the present work.
    #[must_use]
    pub fn current() -> Option<Self> {
        CURRENT.try_with(|trace| *trace).ok()
    }

    /// Whether the present work's spans are kept.
    pub(crate) fn is_kept() -> bool {
        CURRENT.try_with(|trace| trace.kept).unwrap_or(false)
    }

    /// The name of the present span, for work that goes on with the trace later: in the form of the
    /// header `traceparent`. `None` where no spans are kept.
    #[must_use]
    pub fn origin() -> Option<String> {
        let trace = Self::current().filter(|trace| trace.kept)?;
        let span = span_id(&Span::current()).or(trace.parent)?;
        Some(trace.named_by(span))
    }

    /// Opens the span that the work in this trace stands in. Below it spans are opened as usual.
    pub fn open(self, span: impl FnOnce() -> Span) -> Span {
        let span = CURRENT.sync_scope(self, span);
        if let Some(parent) = self.parent.filter(|_| self.kept) {
            // Fails only where no spans are sent, and then there is nothing to connect.
            let _ = span.set_parent(Context::new().with_remote_span_context(self.remote(parent)));
        }
        span
    }

    /// The same for work that was planned by what the trace names: the span is linked to it too.
    pub fn open_planned(self, span: impl FnOnce() -> Span) -> Span {
        let span = self.open(span);
        if let Some(parent) = self.parent.filter(|_| self.kept) {
            span.add_link(self.remote(parent));
        }
        span
    }

    /// Does work in this trace and in this span.
    pub fn scope<F: Future>(self, span: Span, work: F) -> impl Future<Output = F::Output> + use<F> {
        CURRENT.scope(self, work.instrument(span))
    }

    /// Names the present trace in a request's headers, with `span` as what the request follows from.
    pub fn pass_on(span: &Span, headers: &mut HeaderMap) {
        let Some(trace) = Self::current() else {
            return;
        };
        let kept = trace.kept.then(|| span_id(span)).flatten();
        let span = kept.or(trace.parent).unwrap_or_else(|| trace.no_span());
        if let Ok(value) = HeaderValue::try_from(trace.named_by(span)) {
            headers.insert(HEADER, value);
        }
    }

    /// The trace's id, as it stands in logs.
    #[must_use]
    pub fn id(&self) -> impl fmt::Display + use<> {
        self.id
    }

    /// The trace's id, for the span that begins it.
    pub(crate) fn root_id() -> Option<TraceId> {
        Self::current().map(|trace| trace.id)
    }

    fn named_by(&self, span: SpanId) -> String {
        format!("00-{}-{span}-0{}", self.id, u8::from(self.kept))
    }

    /// A header must name a span even where there is none.
    fn no_span(&self) -> SpanId {
        let [.., a, b, c, d, e, f, g, h] = self.id.to_bytes();
        SpanId::from_bytes([a, b, c, d, e, f, g, h | 1])
    }

    fn remote(&self, span: SpanId) -> SpanContext {
        let flags = TraceFlags::SAMPLED;
        SpanContext::new(self.id, span, flags, true, TraceState::NONE)
    }
}

/// Notes something about the present work on its span, if that is kept. Nothing about a person: ids
/// of games, modes, plies, results.
pub fn note(name: &'static str, value: impl Into<Value>) {
    if Trace::is_kept() {
        Span::current().set_attribute(name, value);
    }
}

/// The id of a span that is kept.
pub(crate) fn span_id(span: &Span) -> Option<SpanId> {
    let id = span.context().span().span_context().span_id();
    (id != SpanId::INVALID).then_some(id)
}

/// Gives the span that begins a trace the trace's own id, which others know already.
#[derive(Debug, Default)]
pub(crate) struct Ids(RandomIdGenerator);

impl IdGenerator for Ids {
    fn new_trace_id(&self) -> TraceId {
        Trace::root_id().unwrap_or_else(|| self.0.new_trace_id())
    }

    fn new_span_id(&self) -> SpanId {
        self.0.new_span_id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALLERS: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    fn request(traceparent: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(
            HEADER.parse().expect("a name"),
            HeaderValue::from_static(traceparent),
        )])
    }

    #[test]
    fn a_callers_decision_stands() {
        let trace = Trace::of_request(&request(CALLERS));
        assert!(trace.kept);
        assert_eq!(trace.id().to_string(), "4bf92f3577b34da6a3ce929d0e0e4736");
        let unsampled = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";
        assert!(!Trace::of_request(&request(unsampled)).kept);
        let later = "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what";
        assert!(Trace::of_request(&request(later)).kept);
    }

    #[test]
    fn what_is_no_trace_begins_one() {
        for text in [
            "",
            "00",
            "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
            "zz-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ] {
            let trace = Trace::of_request(&request(text));
            assert_eq!(trace.parent, None, "{text}");
            assert_ne!(trace.id, TraceId::INVALID, "{text}");
        }
    }

    #[tokio::test]
    async fn calls_name_the_trace_they_are_made_in() {
        let trace = Trace::of_request(&request(CALLERS));
        let called = async {
            let mut headers = HeaderMap::new();
            Trace::pass_on(&Span::none(), &mut headers);
            headers
        };
        let headers = trace.scope(Span::none(), called).await;
        assert_eq!(headers[HEADER], CALLERS);
        let mut headers = HeaderMap::new();
        Trace::pass_on(&Span::none(), &mut headers);
        assert!(headers.is_empty(), "there is no trace here");
    }

    #[tokio::test]
    async fn a_trace_that_is_not_kept_is_named_too() {
        let trace = Trace::begin();
        let called = async {
            let mut headers = HeaderMap::new();
            Trace::pass_on(&Span::none(), &mut headers);
            (headers, Trace::origin())
        };
        let (headers, origin) = trace.scope(Span::none(), called).await;
        let there = Trace::of_request(&headers);
        assert_eq!((there.id, there.kept), (trace.id, false));
        assert_eq!(origin, None, "nothing is kept for later");
    }

    #[test]
    fn not_more_than_so_many_are_kept() {
        let kept = |sampling: Sampling| (0..1000).filter(|_| sampling.keeps_one()).count();
        assert_eq!(kept(Sampling::new(0.0, 0)), 0);
        assert_eq!(kept(Sampling::new(1.0, 0)), 1000);
        assert!((1..100).contains(&kept(Sampling::new(1.0, 20))));
        assert!((300..700).contains(&kept(Sampling::new(0.5, 0))));
    }
}
