//! The jobs that matchmaking has, by name.

/// The kinds of jobs; a job is named by its kind and what it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    /// A pairing's game has to be created.
    Pair,
    /// A queue is gone through: windows have widened, tickets have lapsed.
    Cycle,
    /// An accepted invite's game has to be created.
    Accepted,
    /// An invite expires.
    Expire,
}

impl JobKind {
    const ALL: [Self; 4] = [Self::Pair, Self::Cycle, Self::Accepted, Self::Expire];

    fn prefix(self) -> &'static str {
        match self {
            Self::Pair => "pair/",
            Self::Cycle => "cycle/",
            Self::Accepted => "accepted/",
            Self::Expire => "expire/",
        }
    }

    /// The job's name for what it is about.
    pub(crate) fn of(self, id: &str) -> String {
        format!("{}{id}", self.prefix())
    }

    /// The kind of a job's name, and what it is about.
    pub(crate) fn parse(name: &str) -> Option<(Self, &str)> {
        Self::ALL
            .into_iter()
            .find_map(|kind| Some((kind, name.strip_prefix(kind.prefix())?)))
    }
}
