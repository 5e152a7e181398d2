//! Invites that are open to all.

use proto::matchmaking::v1 as messages;
use tonic::Status;

use crate::both::on_both;
use crate::harness::{Player, World, reason};
use crate::invites::wish;

on_both! {
    open_challenges_are_listed_and_taken
    pages_show_each_invite_once
}

impl Player {
    pub(crate) async fn lobby(
        &self,
        mode: &str,
        page_size: u32,
        page_token: &str,
    ) -> Result<(Vec<String>, String), Status> {
        let request = self.says(messages::ListLobbyRequest {
            mode: mode.to_owned(),
            page_size,
            page_token: page_token.to_owned(),
        });
        let page = self.client.clone().list_lobby(request).await?.into_inner();
        let codes = page.invites.into_iter().map(|invite| invite.code);
        Ok((codes.collect(), page.next_page_token))
    }
}

fn open(mode: &str) -> messages::CreateInviteRequest {
    messages::CreateInviteRequest {
        mode: mode.to_owned(),
        open_to_all: true,
        ..wish()
    }
}

async fn open_challenges_are_listed_and_taken(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let hidden = anna.invites(wish()).await.unwrap();
    let classic = anna.invites(open("classic")).await.unwrap();
    let fun = anna.invites(open("fun")).await.unwrap();
    let (all, _) = boris.lobby("", 0, "").await.unwrap();
    assert_eq!(all.len(), 2);
    assert!(!all.contains(&hidden.code));
    let (only, _) = boris.lobby("fun", 0, "").await.unwrap();
    assert_eq!(only, std::slice::from_ref(&fun.code));
    let request = boris.says(messages::DeclineInviteRequest {
        code: fun.code.clone(),
        player_id: String::new(),
    });
    let declined = boris.client.clone().decline_invite(request).await;
    assert_eq!(reason(&declined.unwrap_err()), "LOBBY_INVITE");
    boris.accepts(&fun.code).await.unwrap();
    let (left, _) = boris.lobby("", 0, "").await.unwrap();
    assert_eq!(left, std::slice::from_ref(&classic.code));
    anna.takes_back(&classic.code).await.unwrap();
    assert!(boris.lobby("", 0, "").await.unwrap().0.is_empty());
    assert!(boris.lobby("classic", 0, "").await.unwrap().0.is_empty());
}

async fn pages_show_each_invite_once(world: World) {
    let replica = world.replica().await;
    let mut made = Vec::new();
    for number in 0..25 {
        let player = replica.player(&format!("player{number}"));
        let invite = player.invites(open("classic")).await.unwrap();
        made.push((invite.created_at.unwrap(), invite.code));
    }
    let anna = replica.player("anna");
    let (mut seen, mut token) = (Vec::new(), String::new());
    loop {
        let (page, next) = anna.lobby("", 7, &token).await.unwrap();
        assert!(page.len() <= 7);
        seen.extend(page);
        if next.is_empty() {
            break;
        }
        token = next;
    }
    made.sort_by_key(|(at, code)| std::cmp::Reverse((at.seconds, at.nanos, code.clone())));
    let codes: Vec<_> = made.into_iter().map(|(_, code)| code).collect();
    assert_eq!(seen, codes);
    // More than a page can have is as many as it can have.
    let (page, next) = anna.lobby("", u32::MAX, "").await.unwrap();
    assert_eq!((page, next), (codes, String::new()));
}
