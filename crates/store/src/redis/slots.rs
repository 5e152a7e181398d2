//! The slots of a cluster: which one a key is in, and which node has said that it serves it.

use ::redis::{FromRedisValue, Value};

/// How many slots a cluster has.
pub(super) const COUNT: u16 = 1 << 14;

/// The slot of a key or a sharded channel: what its hash tag says.
pub(super) fn slot_of(key: &str) -> u16 {
    let tag = key
        .split_once('{')
        .and_then(|(_, rest)| rest.split_once('}'))
        .map_or(key, |(tag, _)| if tag.is_empty() { key } else { tag });
    crc16(tag.as_bytes()) % COUNT
}

/// CRC-16/XMODEM.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            (crc << 1) ^ if crc & 0x8000 == 0 { 0 } else { 0x1021 }
        })
    })
}

/// Neighbouring slots that one node serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) first: u16,
    pub(super) last: u16,
    pub(super) host: String,
    pub(super) port: u16,
}

/// How the cluster looks to one of its nodes.
#[derive(Debug)]
pub(super) struct View {
    /// The node sees a majority and all that it needs.
    in_order: bool,
    /// Grows with every change of who serves what.
    epoch: u64,
    /// By slot.
    pub(super) spans: Vec<Span>,
}

impl View {
    /// Reads the answers of a node to `CLUSTER INFO` and `CLUSTER SLOTS`; `host` is where that node
    /// was reached. `None` if they are not as they should be.
    pub(super) fn parse(info: Value, slots: Value, host: &str) -> Option<Self> {
        let info = String::from_redis_value(info).ok()?;
        let field = |name| {
            let mut lines = info.lines().filter_map(|line| line.split_once(':'));
            lines.find_map(|(field, value)| (field == name).then_some(value))
        };
        let Value::Array(rows) = slots else {
            return None;
        };
        let spans = rows.into_iter().filter_map(|row| span(row, host));
        let mut spans: Vec<_> = spans.collect();
        spans.sort_by_key(|span| span.first);
        Some(Self {
            in_order: field("cluster_state")? == "ok",
            epoch: field("cluster_current_epoch")?.parse().ok()?,
            spans,
        })
    }

    /// The better known of two views has the higher one. A node that is cut off from the majority
    /// believes for ever what it saw last.
    pub(super) fn rank(&self) -> (bool, u64) {
        (self.in_order, self.epoch)
    }
}

/// A row: the slots, then the nodes that have them, the primary first, each with host and port.
fn span(row: Value, asked: &str) -> Option<Span> {
    let (first, last, primary, ..) = match row {
        Value::Array(row) => {
            let mut row = row.into_iter();
            (row.next()?, row.next()?, row.next()?)
        }
        _ => return None,
    };
    let Value::Array(primary) = primary else {
        return None;
    };
    let mut primary = primary.into_iter();
    let host = Option::<String>::from_redis_value(primary.next()?).ok()?;
    Some(Span {
        first: number(&first)?,
        last: number(&last)?,
        // A node that does not know its own name is where it was found.
        host: match host {
            Some(host) if !host.is_empty() => host,
            _ => asked.to_owned(),
        },
        port: number(&primary.next()?)?,
    })
}

fn number(value: &Value) -> Option<u16> {
    match value {
        Value::Int(number) => u16::try_from(*number).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use ::redis::Value;

    use super::{Span, View, slot_of};

    #[test]
    fn slots_are_those_of_redis() {
        // By `CLUSTER KEYSLOT`.
        assert_eq!(slot_of("123456789"), 12739);
        assert_eq!(slot_of("foo"), 12182);
        assert_eq!(slot_of("{foo}:d:game"), 12182);
        assert_eq!(slot_of("x{foo}{bar}"), 12182);
        assert_eq!(slot_of(""), 0);
    }

    #[test]
    fn keys_without_a_whole_tag_count_as_they_are() {
        assert_eq!(slot_of("foo{}{bar}"), 8363);
        assert_ne!(slot_of("{foo"), slot_of("foo"));
    }

    fn text(text: &str) -> Value {
        Value::BulkString(text.into())
    }

    fn row(first: i64, last: i64, host: Value, port: i64) -> Value {
        let replica = Value::Array(vec![text("replica"), Value::Int(1), text("id")]);
        let primary = Value::Array(vec![host, Value::Int(port), text("id")]);
        Value::Array(vec![Value::Int(first), Value::Int(last), primary, replica])
    }

    #[test]
    fn a_view_is_read() {
        let info = text("cluster_state:ok\r\ncluster_current_epoch:7\r\n");
        let slots = Value::Array(vec![
            row(100, 16383, Value::Nil, 7001),
            row(0, 99, text("10.0.0.1"), 7000),
            row(5, 5, text(""), -1),
        ]);
        let view = View::parse(info, slots, "here").expect("a view");
        assert_eq!(view.rank(), (true, 7));
        let span = |first, last, host: &str, port| Span {
            first,
            last,
            host: host.to_owned(),
            port,
        };
        let expected = [
            span(0, 99, "10.0.0.1", 7000),
            span(100, 16383, "here", 7001),
        ];
        assert_eq!(view.spans, expected);
    }

    #[test]
    fn nonsense_is_no_view() {
        assert!(View::parse(text(""), Value::Array(vec![]), "here").is_none());
        assert!(View::parse(Value::Nil, Value::Nil, "here").is_none());
    }
}
