//! Inviting somebody, or anybody.

use proto::matchmaking::v1 as matchmaking;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Match;
use crate::fault::Fault;
use crate::model::game::{given, millis};
use crate::model::values::{Colour, InviteStatus};

/// A new invite.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"mode": "classic", "rated": true, "colour": "white"}))]
pub(crate) struct CreateInvite {
    /// Who invites; the caller if left out.
    #[serde(default)]
    player: String,
    /// The mode.
    mode: String,
    /// Whether the game is rated.
    #[serde(default)]
    rated: bool,
    /// The colour the inviter wants; by lot if left out.
    colour: Option<Colour>,
    /// Whether it stands in the lobby for everybody.
    #[serde(default)]
    open_to_all: bool,
    /// How long it is good for, in milliseconds: a day if left out; from 10 seconds to 30 days.
    #[serde(default)]
    expires_after_ms: i64,
    /// Names this request, so that a repeat makes no second invite: 1 to 64 of A-Z a-z 0-9 _ - .
    #[serde(default)]
    request_id: String,
}

impl From<CreateInvite> for matchmaking::CreateInviteRequest {
    fn from(create: CreateInvite) -> Self {
        let lot = matchmaking::ColourChoice::Unspecified;
        Self {
            player_id: create.player,
            mode: create.mode,
            rated: create.rated,
            colour: create.colour.map_or(lot, Into::into).into(),
            open_to_all: create.open_to_all,
            expires_after_ms: create.expires_after_ms,
            request_id: create.request_id,
        }
    }
}

/// An invite to a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "code": "K7MPQ2XW", "url": "https://shashki.example/invite/K7MPQ2XW", "inviter": "ann",
    "mode": "classic", "rated": true, "colour": "white", "open_to_all": false,
    "created_at_ms": 1_790_000_000_000_i64, "expires_at_ms": 1_790_086_400_000_i64,
    "status": "open",
}))]
pub(crate) struct Invite {
    /// Eight characters that cannot be mistaken for each other.
    pub(crate) code: String,
    /// The address to hand on; left out if the service does not know the page's.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Who invites.
    inviter: String,
    /// The mode.
    mode: String,
    /// Whether the game is rated.
    rated: bool,
    /// The colour the inviter wants; left out for by lot.
    #[serde(skip_serializing_if = "Option::is_none")]
    colour: Option<Colour>,
    /// Whether it stands in the lobby for everybody.
    open_to_all: bool,
    /// When it was made, in Unix milliseconds.
    created_at_ms: i64,
    /// When it expires, in Unix milliseconds.
    expires_at_ms: i64,
    /// How it stands.
    status: InviteStatus,
    /// The match, once accepted.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    made: Option<Match>,
}

impl Invite {
    fn read(invite: matchmaking::Invite) -> Option<Self> {
        Some(Self {
            colour: Colour::read(invite.colour),
            created_at_ms: millis(invite.created_at)?,
            expires_at_ms: millis(invite.expires_at)?,
            status: InviteStatus::read(invite.status)?,
            code: invite.code,
            url: invite.url,
            inviter: invite.inviter,
            mode: invite.mode,
            rated: invite.rated,
            open_to_all: invite.open_to_all,
            made: invite.r#match.map(Into::into),
        })
    }
}

impl TryFrom<Option<matchmaking::Invite>> for Invite {
    type Error = Fault;

    fn try_from(invite: Option<matchmaking::Invite>) -> Result<Self, Fault> {
        invite
            .and_then(Self::read)
            .ok_or_else(|| Fault::bad_answer("an invite"))
    }
}

/// A message of an invite's stream.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum InviteMessage {
    /// How the invite stands. The last one is no longer open.
    Invite {
        /// The invite.
        invite: Box<Invite>,
    },
}

impl TryFrom<matchmaking::WatchInviteResponse> for InviteMessage {
    type Error = Fault;

    fn try_from(message: matchmaking::WatchInviteResponse) -> Result<Self, Fault> {
        Ok(Self::Invite {
            invite: Box::new(message.invite.try_into()?),
        })
    }
}

/// A page of the lobby.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Lobby {
    /// The open invites, newest first.
    invites: Vec<Invite>,
    /// Where the next page begins; left out on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_page_token: Option<String>,
}

impl TryFrom<matchmaking::ListLobbyResponse> for Lobby {
    type Error = Fault;

    fn try_from(page: matchmaking::ListLobbyResponse) -> Result<Self, Fault> {
        let invites = page.invites.into_iter();
        let invites: Result<_, _> = invites.map(|invite| Some(invite).try_into()).collect();
        Ok(Self {
            invites: invites?,
            next_page_token: given(page.next_page_token),
        })
    }
}
