//! Messages out of what the service knows.

use std::time::Duration;

use proto::matchmaking::storage::v1::PairingDocument;
use proto::matchmaking::v1 as messages;

use crate::invites::Found;

/// A time in Unix milliseconds.
pub(crate) fn timestamp(ms: i64) -> prost_types::Timestamp {
    prost_types::Timestamp {
        seconds: ms.div_euclid(1000),
        nanos: i32::try_from(ms.rem_euclid(1000) * 1_000_000).unwrap_or(0),
    }
}

/// A span in milliseconds that is not negative.
pub(crate) fn span(ms: i64) -> Option<Duration> {
    u64::try_from(ms).ok().map(Duration::from_millis)
}

/// The match of a pairing whose game is there.
pub(crate) fn matched(pairing: &PairingDocument) -> messages::Match {
    messages::Match {
        game_id: pairing.game_id.clone(),
        white: person(&pairing.white),
        black: person(&pairing.black),
    }
}

/// A player by id; `None` for a bot, whose id is empty in the store.
fn person(id: &str) -> Option<String> {
    Some(id.to_owned()).filter(|id| !id.is_empty())
}

/// An invite. Its address begins with `links`, if that is known.
pub(crate) fn invite(links: Option<&str>, found: Found) -> messages::Invite {
    let status = found.status();
    let invite = found.invite;
    let accepted = status == messages::InviteStatus::Accepted;
    messages::Invite {
        url: links.map(|links| format!("{links}{}", invite.code)),
        colour: invite.colour,
        created_at: Some(timestamp(invite.created_ms)),
        expires_at: Some(timestamp(invite.expires_ms)),
        status: status.into(),
        r#match: accepted.then_some(messages::Match {
            game_id: invite.game_id,
            white: person(&invite.white),
            black: person(&invite.black),
        }),
        code: invite.code,
        inviter: invite.inviter,
        mode: invite.mode,
        rated: invite.rated,
        open_to_all: invite.open_to_all,
    }
}
