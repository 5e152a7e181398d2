//! The jobs that games have, by name.

/// The kinds of jobs that games have; a job is named by its kind and the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JobKind {
    /// Time alone makes something happen.
    Time,
    /// A bot has to move.
    Turn,
    /// The players' lists have to follow the game's start or end.
    Enlist,
    /// The result is to be rated.
    Rate,
    /// The game is over and goes to the archive.
    Archive,
    /// A rematch was accepted and has to be created.
    Rematch,
    /// A boost in flight is to be settled.
    Boost,
    /// What was taken for a boost that came to nothing is to be given back. Named by the game and the
    /// version at which the boost was called for.
    GiveBack,
}

impl JobKind {
    const ALL: [Self; 8] = [
        Self::Time,
        Self::Turn,
        Self::Enlist,
        Self::Rate,
        Self::Archive,
        Self::Rematch,
        Self::Boost,
        Self::GiveBack,
    ];

    /// The kind's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Turn => "turn",
            Self::Enlist => "enlist",
            Self::Rate => "rate",
            Self::Archive => "archive",
            Self::Rematch => "rematch",
            Self::Boost => "boost",
            Self::GiveBack => "giveback",
        }
    }

    /// The job's name for a game.
    pub(crate) fn of(self, game: &str) -> String {
        format!("{}/{game}", self.name())
    }

    /// The kind and the game of a job's name.
    pub(crate) fn parse(name: &str) -> Option<(Self, &str)> {
        let (named, rest) = name.split_once('/')?;
        let mut kinds = Self::ALL.into_iter();
        let kind = kinds.find(|kind| kind.name() == named)?;
        Some((kind, rest))
    }
}
