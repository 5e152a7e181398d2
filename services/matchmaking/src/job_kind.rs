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

    /// The kind's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Pair => "pair",
            Self::Cycle => "cycle",
            Self::Accepted => "accepted",
            Self::Expire => "expire",
        }
    }

    /// The job's name for what it is about.
    pub(crate) fn of(self, id: &str) -> String {
        format!("{}/{id}", self.name())
    }

    /// The kind of a job's name, and what it is about.
    pub(crate) fn parse(name: &str) -> Option<(Self, &str)> {
        let (named, rest) = name.split_once('/')?;
        let mut kinds = Self::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name() == named)?;
        Some((kind, rest))
    }
}
