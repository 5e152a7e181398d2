//! Queues by name.

use std::fmt;

use proto::matchmaking::storage::v1 as storage;

/// A queue: who waits in it plays the same mode for the same stakes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Queue {
    /// The mode.
    pub(crate) mode: String,
    /// Whether the game is rated.
    pub(crate) rated: bool,
}

impl Queue {
    /// The queue that a name says.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let (stakes, mode) = name.split_once('/')?;
        let rated = match stakes {
            "rated" => true,
            "casual" => false,
            _ => return None,
        };
        Some(Self {
            mode: mode.to_owned(),
            rated,
        })
    }

    pub(crate) fn from_document(queue: storage::Queue) -> Self {
        Self {
            mode: queue.mode,
            rated: queue.rated,
        }
    }

    pub(crate) fn to_document(&self) -> storage::Queue {
        storage::Queue {
            mode: self.mode.clone(),
            rated: self.rated,
        }
    }
}

/// Its name, such as `rated/classic`, in keys and jobs.
impl fmt::Display for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stakes = if self.rated { "rated" } else { "casual" };
        write!(f, "{stakes}/{}", self.mode)
    }
}
