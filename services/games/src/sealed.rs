//! What one player alone may know: the squares that a recon has shown (rule book, section 6). Games and
//! events become messages sealed, and no caller is handed one that was not opened for it.

use bytes::Bytes;
use prost::Message as _;
use proto::games::v1 as wire;
use proto::games::v1::game_event::Happening;
use proto::rules::v1::Side as WireSide;

use crate::game::{Seats, Side};

/// Who looks at a game, as far as it matters: the sides whose secrets are the viewer's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Viewer {
    white: bool,
    black: bool,
}

impl Viewer {
    /// Somebody to whom nothing is shown that is not for all.
    pub(crate) const NOBODY: Self = Self::new(false, false);

    /// A player of these sides.
    pub(crate) const fn new(white: bool, black: bool) -> Self {
        Self { white, black }
    }

    /// A player; an empty id is nobody.
    pub(crate) fn of(seats: &Seats, player: &str) -> Self {
        Self::new(
            seats.holds(player, Side::White),
            seats.holds(player, Side::Black),
        )
    }

    fn sees(self, side: WireSide) -> bool {
        match side {
            WireSide::White => self.white,
            WireSide::Black => self.black,
            WireSide::Unspecified => false,
        }
    }

    fn look_at(self, boost: &mut wire::UsedBoost) {
        if !self.sees(boost.side()) {
            boost.hint = Vec::new();
        }
    }
}

/// A message with secrets of both sides in it.
#[derive(Clone, Debug)]
pub(crate) struct Sealed<T>(T);

impl<T> Sealed<T> {
    pub(crate) const fn new(message: T) -> Self {
        Self(message)
    }
}

impl Sealed<wire::Game> {
    /// The game as a viewer may see it.
    pub(crate) fn open(self, viewer: Viewer) -> wire::Game {
        let mut game = self.0;
        let boosts = game.boosts.iter_mut();
        boosts.for_each(|boost| viewer.look_at(boost));
        game
    }
}

impl Sealed<wire::GameEvent> {
    /// The event as a viewer may see it.
    pub(crate) fn open(self, viewer: Viewer) -> wire::GameEvent {
        let mut event = self.0;
        if let Some(Happening::BoostUsed(used)) = &mut event.happening
            && let Some(boost) = &mut used.boost
        {
            viewer.look_at(boost);
        }
        event
    }

    /// The event as it is told among the service's own processes.
    pub(crate) fn to_bytes(&self) -> Bytes {
        self.0.encode_to_vec().into()
    }

    /// Reads it back; `None` if the bytes are not one.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        wire::GameEvent::decode(bytes).ok().map(Self)
    }
}
