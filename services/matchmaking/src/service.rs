//! The gRPC face: translate, check, call.

use std::sync::Arc;

use platform::Fault;
use platform::identity::Caller;
use proto::matchmaking::v1 as messages;
use proto::matchmaking::v1::cancel_response::Outcome;
use proto::matchmaking::v1::matchmaking_service_server::MatchmakingService;
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::checks;
use crate::desk::Desk;
use crate::invites::{Found, Invites, Proposal, Watcher, code};
use crate::queue::Queue;
use crate::telling::{Told, tell};
use crate::wire::invite;

/// The service behind the generated server.
pub struct Service {
    desk: Desk,
    invites: Invites,
    /// What comes before an invite's code in its address, if that is known.
    links: Option<Arc<str>>,
    shutdown: CancellationToken,
}

impl Service {
    pub(crate) fn new(
        desk: Desk,
        invites: Invites,
        public_url: Option<&str>,
        shutdown: CancellationToken,
    ) -> Self {
        let links = public_url.map(|url| format!("{}/invite/", url.trim_end_matches('/')).into());
        Self {
            desk,
            invites,
            links,
            shutdown,
        }
    }

    fn invite(&self, found: Found) -> messages::Invite {
        invite(self.links.as_deref(), found)
    }
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

/// For which player a request is made.
fn player<T>(request: &Request<T>, named: impl Fn(&T) -> &str) -> Result<String, Fault> {
    let caller = Caller::of(request)?;
    let player = caller.acts_for(named(request.get_ref()))?;
    checks::name("player_id", player)?;
    Ok(player.to_owned())
}

#[tonic::async_trait]
impl MatchmakingService for Service {
    type EnqueueStream = Told<messages::EnqueueResponse>;
    type WatchInviteStream = Told<messages::WatchInviteResponse>;

    async fn enqueue(
        &self,
        request: Request<messages::EnqueueRequest>,
    ) -> Result<Response<Self::EnqueueStream>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let request = request.into_inner();
        let queue = checks::queue(request.mode, request.rated)?;
        let offer = checks::offer(request.offer_bot_after_ms)?;
        let waiter = self.desk.enqueue(queue, &player, offer).await?;
        let told = tell(waiter, self.shutdown.clone(), |update| {
            messages::EnqueueResponse {
                update: Some(update),
            }
        });
        Ok(Response::new(told))
    }

    async fn cancel(
        &self,
        request: Request<messages::CancelRequest>,
    ) -> Result<Response<messages::CancelResponse>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let request = request.into_inner();
        let queue = checks::queue(request.mode, request.rated)?;
        let outcome = match self.desk.cancel(&queue, &player).await? {
            None => Outcome::Cancelled(messages::Cancelled {}),
            Some(matched) => Outcome::Matched(matched),
        };
        Ok(Response::new(messages::CancelResponse {
            outcome: Some(outcome),
        }))
    }

    async fn accept_bot(
        &self,
        request: Request<messages::AcceptBotRequest>,
    ) -> Result<Response<messages::AcceptBotResponse>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let request = request.into_inner();
        let queue = checks::queue(request.mode, request.rated)?;
        let matched = Some(self.desk.accept_bot(&queue, &player).await?);
        Ok(Response::new(messages::AcceptBotResponse { matched }))
    }

    async fn list_queues(
        &self,
        request: Request<messages::ListQueuesRequest>,
    ) -> Result<Response<messages::ListQueuesResponse>, Status> {
        Caller::of(&request)?;
        let lengths = self.desk.lengths().await?;
        let waited_in = lengths.into_iter().filter(|(_, length)| *length > 0);
        let status = |(queue, length): (Queue, usize)| messages::QueueStatus {
            mode: queue.mode,
            rated: queue.rated,
            length: u32::try_from(length).unwrap_or(u32::MAX),
        };
        Ok(Response::new(messages::ListQueuesResponse {
            queues: waited_in.map(status).collect(),
        }))
    }

    async fn create_invite(
        &self,
        request: Request<messages::CreateInviteRequest>,
    ) -> Result<Response<messages::CreateInviteResponse>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let request = request.into_inner();
        checks::name("mode", &request.mode)?;
        if !request.request_id.is_empty() {
            checks::name("request_id", &request.request_id)?;
        }
        let proposal = Proposal {
            colour: checks::colour(request.colour)?,
            good_for: checks::expiry(request.expires_after_ms)?,
            mode: request.mode,
            rated: request.rated,
            open_to_all: request.open_to_all,
            request_id: request.request_id,
        };
        let invite = self.invites.create(&player, proposal).await?;
        Ok(Response::new(messages::CreateInviteResponse {
            invite: Some(self.invite(invite)),
        }))
    }

    async fn get_invite(
        &self,
        request: Request<messages::GetInviteRequest>,
    ) -> Result<Response<messages::GetInviteResponse>, Status> {
        Caller::of(&request)?;
        let code = code::read(&request.into_inner().code)?;
        let invite = self.invites.find(&code).await?;
        Ok(Response::new(messages::GetInviteResponse {
            invite: Some(self.invite(invite)),
        }))
    }

    async fn accept_invite(
        &self,
        request: Request<messages::AcceptInviteRequest>,
    ) -> Result<Response<messages::AcceptInviteResponse>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let code = code::read(&request.into_inner().code)?;
        let invite = self.invites.accept(&code, &player).await?;
        Ok(Response::new(messages::AcceptInviteResponse {
            invite: Some(self.invite(invite)),
        }))
    }

    async fn decline_invite(
        &self,
        request: Request<messages::DeclineInviteRequest>,
    ) -> Result<Response<messages::DeclineInviteResponse>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let code = code::read(&request.into_inner().code)?;
        let invite = self.invites.decline(&code, &player).await?;
        Ok(Response::new(messages::DeclineInviteResponse {
            invite: Some(self.invite(invite)),
        }))
    }

    async fn cancel_invite(
        &self,
        request: Request<messages::CancelInviteRequest>,
    ) -> Result<Response<messages::CancelInviteResponse>, Status> {
        let player = player(&request, |request| &request.player_id)?;
        let code = code::read(&request.into_inner().code)?;
        let invite = self.invites.cancel(&code, &player).await?;
        Ok(Response::new(messages::CancelInviteResponse {
            invite: Some(self.invite(invite)),
        }))
    }

    async fn watch_invite(
        &self,
        request: Request<messages::WatchInviteRequest>,
    ) -> Result<Response<Self::WatchInviteStream>, Status> {
        Caller::of(&request)?;
        let code = code::read(&request.into_inner().code)?;
        let watcher = Watcher::new(self.invites.clone(), code).await?;
        let links = self.links.clone();
        let told = tell(watcher, self.shutdown.clone(), move |found| {
            messages::WatchInviteResponse {
                invite: Some(invite(links.as_deref(), found)),
            }
        });
        Ok(Response::new(told))
    }

    async fn list_lobby(
        &self,
        request: Request<messages::ListLobbyRequest>,
    ) -> Result<Response<messages::ListLobbyResponse>, Status> {
        Caller::of(&request)?;
        let request = request.into_inner();
        if !request.mode.is_empty() {
            checks::name("mode", &request.mode)?;
        }
        let size = checks::page_size(request.page_size);
        let after = match request.page_token.as_str() {
            "" => None,
            token => Some(checks::place(token)?),
        };
        let (page, last) = self.invites.lobby(&request.mode, after, size).await?;
        Ok(Response::new(messages::ListLobbyResponse {
            invites: page.into_iter().map(|found| self.invite(found)).collect(),
            next_page_token: last.map_or_else(String::new, |last| {
                format!("{}.{}", last.score, last.member)
            }),
        }))
    }
}
