//! Invites by code.

use std::time::Duration;

use proto::matchmaking::v1 as messages;
use proto::matchmaking::v1::{ColourChoice, InviteStatus};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tonic::{Status, Streaming};

use crate::both::on_both;
use crate::harness::{PATIENCE, Player, World, classic, reason};

on_both! {
    a_friend_comes_by_the_link
    fifty_accept_one_invite
    cancelling_races_with_accepting
    an_invite_is_declined
    an_invite_expires
    the_colour_is_the_inviters_choice
    a_repeated_request_makes_no_second_invite
    open_invites_are_bounded
    nobody_in_a_rated_game_accepts_a_rated_invite
    an_invite_outlives_games_being_away
    accepting_takes_both_out_of_their_queues
}

pub(crate) fn wish() -> messages::CreateInviteRequest {
    messages::CreateInviteRequest {
        mode: "classic".to_owned(),
        ..messages::CreateInviteRequest::default()
    }
}

impl Player {
    pub(crate) async fn invites(
        &self,
        wish: messages::CreateInviteRequest,
    ) -> Result<messages::Invite, Status> {
        let answer = self.client.clone().create_invite(self.says(wish)).await?;
        Ok(answer.into_inner().invite.unwrap())
    }

    pub(crate) async fn accepts(&self, code: &str) -> Result<messages::Invite, Status> {
        let request = self.says(messages::AcceptInviteRequest {
            code: code.to_owned(),
            player_id: String::new(),
        });
        let answer = self.client.clone().accept_invite(request).await?;
        Ok(answer.into_inner().invite.unwrap())
    }

    async fn declines(&self, code: &str) -> Result<messages::Invite, Status> {
        let request = self.says(messages::DeclineInviteRequest {
            code: code.to_owned(),
            player_id: String::new(),
        });
        let answer = self.client.clone().decline_invite(request).await?;
        Ok(answer.into_inner().invite.unwrap())
    }

    pub(crate) async fn takes_back(&self, code: &str) -> Result<messages::Invite, Status> {
        let request = self.says(messages::CancelInviteRequest {
            code: code.to_owned(),
            player_id: String::new(),
        });
        let answer = self.client.clone().cancel_invite(request).await?;
        Ok(answer.into_inner().invite.unwrap())
    }

    async fn looks_up(&self, code: &str) -> Result<messages::Invite, Status> {
        let code = code.to_owned();
        let request = self.says(messages::GetInviteRequest { code });
        let answer = self.client.clone().get_invite(request).await?;
        Ok(answer.into_inner().invite.unwrap())
    }

    pub(crate) async fn follows(&self, code: &str) -> Streaming<messages::WatchInviteResponse> {
        let code = code.to_owned();
        let request = self.says(messages::WatchInviteRequest { code });
        let answer = self.client.clone().watch_invite(request).await;
        answer.unwrap().into_inner()
    }
}

pub(crate) async fn next(
    stream: &mut Streaming<messages::WatchInviteResponse>,
) -> Option<messages::Invite> {
    let message = timeout(PATIENCE, stream.message()).await.unwrap().unwrap();
    message.map(|message| message.invite.unwrap())
}

async fn a_friend_comes_by_the_link(world: World) {
    let (here, there) = (world.replica().await, world.replica().await);
    let (anna, boris) = (here.player("anna"), there.player("boris"));
    let invite = anna.invites(wish()).await.unwrap();
    assert_eq!(invite.status(), InviteStatus::Open);
    assert_eq!(invite.code.len(), 8);
    let url = format!("https://shashki.example/invite/{}", invite.code);
    assert_eq!(invite.url, Some(url));
    let day = 24 * 3600;
    let (made, ends) = (invite.created_at.unwrap(), invite.expires_at.unwrap());
    assert_eq!(ends.seconds - made.seconds, day);

    let mut told = anna.follows(&invite.code).await;
    assert_eq!(next(&mut told).await.unwrap(), invite);
    // As it was read out.
    let spoken = format!("{} {}", &invite.code[..4], &invite.code[4..]).to_lowercase();
    assert_eq!(boris.looks_up(&spoken).await.unwrap(), invite);
    assert_eq!(
        reason(&anna.accepts(&spoken).await.unwrap_err()),
        "OWN_INVITE"
    );
    let accepted = boris.accepts(&spoken).await.unwrap();
    let news = timeout(Duration::from_millis(500), next(&mut told)).await;
    assert_eq!(news.unwrap().unwrap(), accepted, "told at once");
    assert_eq!(next(&mut told).await, None);
    let matched = accepted.r#match.clone().unwrap();
    assert_eq!(accepted.status(), InviteStatus::Accepted);
    assert!(!matched.game_id.is_empty());
    assert_eq!(boris.accepts(&spoken).await.unwrap(), accepted);
    assert_eq!(anna.takes_back(&invite.code).await.unwrap(), accepted);
    let late = here.player("clara").accepts(&invite.code).await;
    assert_eq!(reason(&late.unwrap_err()), "INVITE_NOT_OPEN");
    assert_eq!(world.peers.games_of("anna", "boris").len(), 1);
}

async fn fifty_accept_one_invite(world: World) {
    let replicas = [world.replica().await, world.replica().await];
    let invite = replicas[0].player("anna").invites(wish()).await.unwrap();
    let mut crowd = JoinSet::new();
    for number in 0..50 {
        let player = replicas[number % 2].player(&format!("player{number}"));
        let code = invite.code.clone();
        crowd.spawn(async move { (player.id.clone(), player.accepts(&code).await) });
    }
    let mut first = None;
    for (player, answer) in crowd.join_all().await {
        match answer {
            Ok(invite) => {
                let matched = invite.r#match.unwrap();
                assert!([matched.white, matched.black].contains(&Some(player.clone())));
                assert!(first.replace(player).is_none(), "two were first");
            }
            Err(status) => assert_eq!(reason(&status), "INVITE_NOT_OPEN"),
        }
    }
    assert!(first.is_some());
    assert_eq!(world.peers.state().games.len(), 1);
}

async fn cancelling_races_with_accepting(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let mut accepted = 0;
    for _ in 0..40 {
        let invite = anna.invites(wish()).await.unwrap();
        let (cancels, accepts) =
            tokio::join!(anna.takes_back(&invite.code), boris.accepts(&invite.code));
        let cancelled = cancels.unwrap();
        match accepts {
            Ok(invite) => {
                accepted += 1;
                assert_eq!(cancelled, invite);
            }
            Err(status) => {
                assert_eq!(reason(&status), "INVITE_NOT_OPEN");
                assert_eq!(cancelled.status(), InviteStatus::Cancelled);
                assert_eq!(cancelled.r#match, None);
            }
        }
    }
    assert_eq!(world.peers.state().games.len(), accepted);
}

async fn an_invite_is_declined(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let invite = anna.invites(wish()).await.unwrap();
    let mut told = anna.follows(&invite.code).await;
    next(&mut told).await;
    assert_eq!(
        reason(&anna.declines(&invite.code).await.unwrap_err()),
        "OWN_INVITE"
    );
    let declined = boris.declines(&invite.code).await.unwrap();
    assert_eq!(declined.status(), InviteStatus::Declined);
    assert_eq!(next(&mut told).await.unwrap(), declined);
    assert_eq!(next(&mut told).await, None);
    assert_eq!(boris.declines(&invite.code).await.unwrap(), declined);
    let late = boris.accepts(&invite.code).await.unwrap_err();
    assert_eq!(reason(&late), "INVITE_NOT_OPEN");
    assert_eq!(anna.takes_back(&invite.code).await.unwrap(), declined);
    let other = boris.takes_back(&invite.code).await.unwrap_err();
    assert_eq!(reason(&other), "NOT_YOUR_INVITE");
}

async fn an_invite_expires(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let short = messages::CreateInviteRequest {
        expires_after_ms: 10_000,
        open_to_all: true,
        ..wish()
    };
    let invite = anna.invites(short).await.unwrap();
    let mut told = anna.follows(&invite.code).await;
    assert_eq!(next(&mut told).await.unwrap().status(), InviteStatus::Open);
    let expired = next(&mut told).await.unwrap();
    assert_eq!(expired.status(), InviteStatus::Expired);
    assert_eq!(next(&mut told).await, None);
    let late = boris.accepts(&invite.code).await.unwrap_err();
    assert_eq!(reason(&late), "INVITE_NOT_OPEN");
    assert_eq!(boris.looks_up(&invite.code).await.unwrap(), expired);
    assert_eq!(world.peers.state().asked, 0);
}

async fn the_colour_is_the_inviters_choice(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    for (colour, white) in [
        (ColourChoice::White, "anna"),
        (ColourChoice::Black, "boris"),
    ] {
        let wish = messages::CreateInviteRequest {
            colour: colour.into(),
            ..wish()
        };
        let invite = anna.invites(wish).await.unwrap();
        let accepted = boris.accepts(&invite.code).await.unwrap();
        assert_eq!(accepted.r#match.unwrap().white.as_deref(), Some(white));
    }
    let mut by_lot = std::collections::HashSet::new();
    for _ in 0..64 {
        let invite = anna.invites(wish()).await.unwrap();
        let accepted = boris.accepts(&invite.code).await.unwrap();
        by_lot.insert(accepted.r#match.unwrap().white);
        if by_lot.len() == 2 {
            return;
        }
    }
    panic!("always {by_lot:?}");
}

async fn a_repeated_request_makes_no_second_invite(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    let named = messages::CreateInviteRequest {
        request_id: "first".to_owned(),
        ..wish()
    };
    let repeats = (0..10).map(|_| anna.invites(named.clone()));
    let answers = futures::future::join_all(repeats).await;
    let first = answers[0].as_ref().unwrap();
    assert!(
        answers
            .iter()
            .all(|answer| answer.as_ref().unwrap() == first)
    );
    let other = messages::CreateInviteRequest {
        request_id: "second".to_owned(),
        ..wish()
    };
    assert_ne!(anna.invites(other).await.unwrap().code, first.code);
    let day = 24 * 3600 * 1000;
    let in_full = messages::CreateInviteRequest {
        expires_after_ms: day,
        ..named.clone()
    };
    assert_eq!(&anna.invites(in_full).await.unwrap(), first);
    // Something else under the same name is no repeat.
    let changes: [fn(&mut messages::CreateInviteRequest); 5] = [
        |wish| wish.mode = "russian".to_owned(),
        |wish| wish.rated = true,
        |wish| wish.colour = ColourChoice::White.into(),
        |wish| wish.open_to_all = true,
        |wish| wish.expires_after_ms = 60_000,
    ];
    for change in changes {
        let mut wish = named.clone();
        change(&mut wish);
        let refused = anna.invites(wish.clone()).await.unwrap_err();
        assert_eq!(reason(&refused), "REQUEST_ID_TAKEN", "{wish:?}");
        assert_eq!(refused.code(), tonic::Code::AlreadyExists);
    }
    // Another player's request of the same name is another request.
    let boris = replica.player("boris").invites(named).await.unwrap();
    assert_ne!(boris.code, first.code);
}

async fn open_invites_are_bounded(world: World) {
    let replica = world.replica().await;
    let anna = replica.player("anna");
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(anna.invites(wish()).await.unwrap().code);
    }
    let more = anna.invites(wish()).await.unwrap_err();
    assert_eq!(reason(&more), "INVITE_LIMIT");
    anna.takes_back(&codes[7]).await.unwrap();
    anna.invites(wish()).await.unwrap();
}

async fn nobody_in_a_rated_game_accepts_a_rated_invite(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let rated = messages::CreateInviteRequest {
        rated: true,
        ..wish()
    };
    let invite = anna.invites(rated).await.unwrap();
    for (busy, why) in [
        ("boris", "IN_RATED_GAME"),
        ("anna", "INVITER_IN_RATED_GAME"),
    ] {
        world.peers.state().busy = [busy.to_owned()].into();
        assert_eq!(reason(&boris.accepts(&invite.code).await.unwrap_err()), why);
    }
    world.peers.state().busy.clear();
    assert!(boris.accepts(&invite.code).await.unwrap().rated);
    assert!(world.peers.games_of("anna", "boris")[0].rated);
}

async fn an_invite_outlives_games_being_away(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let invite = anna.invites(wish()).await.unwrap();
    let mut told = anna.follows(&invite.code).await;
    next(&mut told).await;
    world.peers.state().away = true;
    let away = boris.accepts(&invite.code).await.unwrap_err();
    assert_eq!(away.code(), tonic::Code::Unavailable);
    // It is accepted all the same: nobody else comes between.
    world.peers.state().away = false;
    assert_eq!(
        next(&mut told).await.unwrap().status(),
        InviteStatus::Accepted
    );
    let other = replica.player("clara").accepts(&invite.code).await;
    assert_eq!(reason(&other.unwrap_err()), "INVITE_NOT_OPEN");
    boris.accepts(&invite.code).await.unwrap();
    assert_eq!(world.peers.state().games.len(), 1);
}

async fn accepting_takes_both_out_of_their_queues(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let invite = anna.invites(wish()).await.unwrap();
    let _waiting = anna.waits(classic()).await;
    boris.accepts(&invite.code).await.unwrap();
    let mut clara = replica.player("clara").waits(classic()).await;
    assert!(clara.stays(Duration::from_millis(300)).await);
}
