//! Players who are wanted for two games at the same time, and play one.

use std::time::Duration;

use bytes::Bytes;
use prost::Message;
use proto::matchmaking::storage::v1::{PairingDocument, PersonDocument, Queue, TicketDocument};
use proto::matchmaking::v1 as messages;
use proto::matchmaking::v1::InviteStatus;
use proto::matchmaking::v1::enqueue_response::Update;
use store::{Commit, Effect, Partitions, Store, Timestamp};
use tokio::time::timeout;

use crate::both::on_both;
use crate::harness::{PATIENCE, Waiting, World, classic, queue, reason};
use crate::invites::{next, wish};

on_both! {
    two_who_wait_in_two_queues_play_one_game
    of_two_pairings_the_older_stays
    an_invite_gives_way_to_an_older_pairing
    a_pairing_gives_way_to_an_older_invite
    an_invite_that_gave_way_stands_in_the_lobby_until_it_expires
    an_invite_whose_game_is_refused_is_taken_back
}

fn casual() -> Queue {
    queue("russian", false)
}

/// The match, or nothing if the ticket was taken out.
async fn end(mut stream: Waiting) -> Option<messages::Match> {
    let end = async {
        loop {
            match stream.next().await.unwrap() {
                Some(Update::Waiting(_)) => {}
                Some(Update::Matched(matched)) => return Some(matched),
                Some(Update::Cancelled(_)) => return None,
                other => panic!("{other:?}"),
            }
        }
    };
    timeout(PATIENCE, end).await.expect("an end")
}

async fn two_who_wait_in_two_queues_play_one_game(world: World) {
    let replica = world.replica().await;
    for round in 0..20 {
        let names = ["anna", "boris"].map(|name| format!("{name}{round}"));
        let [anna, boris] = [&names[0], &names[1]].map(|name| replica.player(name));
        let (first, second) = (anna.waits(classic()).await, anna.waits(casual()).await);
        let come = tokio::join!(boris.enqueue(classic()), boris.enqueue(casual()));
        let ends = tokio::join!(end(first), end(second));
        let other = match ends {
            (Some(matched), None) => {
                assert_eq!(end(come.0.unwrap()).await, Some(matched));
                casual()
            }
            (None, Some(matched)) => {
                assert_eq!(end(come.1.unwrap()).await, Some(matched));
                classic()
            }
            both => panic!("{both:?}"),
        };
        // The other of his streams may have come too late to be taken out: nobody is to meet him in
        // the next round. Where it was taken out, there is nothing to cancel.
        let _ = boris.cancel(other).await;
        assert_eq!(world.peers.games_of(&names[0], &names[1]).len(), 1);
    }
}

/// Two players taken out of both queues, each engaged by the pairing that came first to him.
async fn of_two_pairings_the_older_stays(world: World) {
    let store = world.store().await;
    let now = store.now().await.unwrap();
    let pairings = [
        ("older", classic(), "rated/classic", ["anna", "boris"]),
        ("younger", casual(), "casual/russian", ["boris", "anna"]),
    ];
    for (number, (id, queue, name, players)) in pairings.iter().enumerate() {
        let pairing = PairingDocument {
            id: (*id).to_owned(),
            queue: Some(queue.clone()),
            white: players[0].to_owned(),
            black: players[1].to_owned(),
            paired_ms: now.0 + number as i64,
            ..PairingDocument::default()
        };
        let ticket = |player: &str| TicketDocument {
            player: player.to_owned(),
            since_ms: now.0,
            pairing: (*id).to_owned(),
            ..TicketDocument::default()
        };
        let person = PersonDocument {
            engaged_queue: Some(queue.clone()),
            engaged_pairing: (*id).to_owned(),
            queues: vec![classic(), casual()],
            ..PersonDocument::default()
        };
        let mut effects = vec![put(&format!("pairing/{id}"), &pairing)];
        for player in players {
            effects.push(put(&format!("ticket/{name}/{player}"), &ticket(player)));
        }
        effects.push(Effect::Schedule {
            job: format!("pair/{id}"),
            due: now,
        });
        carry_out(&store, &Partitions::new("q", 16), name, effects).await;
        let white = players[0];
        let effects = vec![put(&format!("person/{white}"), &person)];
        carry_out(&store, &Partitions::new("r", 64), white, effects).await;
    }
    let replica = world.replica().await;
    // Whoever asks is answered when it is settled.
    for player in ["anna", "boris"] {
        let matched = replica.player(player).cancel(classic()).await.unwrap();
        assert_eq!(matched.unwrap().game_id, "game-older");
    }
    // Also the one who was put back into the other queue has left it.
    let keys = ["anna", "boris"].map(|player| format!("ticket/casual/russian/{player}"));
    let partitions = Partitions::new("q", 16);
    let partition = partitions.of("casual/russian");
    let read = store.read(partition, &[&keys[0], &keys[1]]).await.unwrap();
    for found in read.documents {
        let ticket = TicketDocument::decode(found.unwrap().body).unwrap();
        assert!(ticket.cancelled, "{ticket:?}");
    }
    assert_eq!(world.peers.state().games.len(), 1);
}

fn put(key: &str, document: &impl Message) -> Effect {
    Effect::Put {
        key: key.to_owned(),
        body: Bytes::from(document.encode_to_vec()),
        expires: None,
    }
}

async fn carry_out(store: &Store, partitions: &Partitions, id: &str, effects: Vec<Effect>) {
    let guards = Vec::new();
    let commit = Commit { guards, effects };
    let done: Result<Timestamp, _> = store.commit(partitions.of(id), commit).await;
    done.unwrap();
}

async fn an_invite_gives_way_to_an_older_pairing(world: World) {
    let replica = world.replica().await;
    let [anna, boris, clara] = ["anna", "boris", "clara"].map(|name| replica.player(name));
    let invite = anna.invites(wish()).await.unwrap();
    world.peers.state().slow = Duration::from_millis(500);
    let waits = anna.waits(classic()).await;
    let comes = boris.enqueue(classic()).await.unwrap();
    world.peers.asked(1).await;
    for accepts in [&clara, &boris] {
        let refused = accepts.accepts(&invite.code).await.unwrap_err();
        assert_eq!(reason(&refused), "PAIRED_ELSEWHERE");
    }
    assert_eq!(end(waits).await, end(comes).await);
    assert_eq!(world.peers.state().games.len(), 1);
    // What is accepted from now on is another game.
    let accepted = clara.accepts(&invite.code).await.unwrap();
    assert_eq!(accepted.status(), InviteStatus::Accepted);
    assert_eq!(world.peers.games_of("anna", "clara").len(), 1);
}

async fn a_pairing_gives_way_to_an_older_invite(world: World) {
    let replica = world.replica().await;
    let [anna, boris, clara] = ["anna", "boris", "clara"].map(|name| replica.player(name));
    let invite = anna.invites(wish()).await.unwrap();
    let waits = anna.waits(classic()).await;
    world.peers.state().slow = Duration::from_millis(500);
    let accepting = tokio::spawn(async move { clara.accepts(&invite.code).await });
    world.peers.asked(1).await;
    let mut comes = boris.enqueue(classic()).await.unwrap();
    assert_eq!(end(waits).await, None);
    let accepted = accepting.await.unwrap().unwrap();
    assert_eq!(accepted.status(), InviteStatus::Accepted);
    assert!(comes.stays(Duration::from_millis(500)).await);
    assert_eq!(world.peers.state().games.len(), 1);
}

async fn an_invite_that_gave_way_stands_in_the_lobby_until_it_expires(world: World) {
    let replica = world.replica().await;
    let [anna, boris, clara] = ["anna", "boris", "clara"].map(|name| replica.player(name));
    let short = messages::CreateInviteRequest {
        expires_after_ms: 10_000,
        open_to_all: true,
        ..wish()
    };
    let invite = anna.invites(short).await.unwrap();
    world.peers.state().slow = Duration::from_millis(300);
    let _waits = anna.waits(classic()).await;
    let _comes = boris.enqueue(classic()).await.unwrap();
    world.peers.asked(1).await;
    let refused = clara.accepts(&invite.code).await.unwrap_err();
    assert_eq!(reason(&refused), "PAIRED_ELSEWHERE");
    for mode in ["", "classic"] {
        let (codes, _) = clara.lobby(mode, 10, "").await.unwrap();
        assert_eq!(codes, std::slice::from_ref(&invite.code));
    }
    let mut told = anna.follows(&invite.code).await;
    assert_eq!(next(&mut told).await.unwrap(), invite);
    let expired = next(&mut told).await.unwrap();
    assert_eq!(expired.status(), InviteStatus::Expired);
    let (codes, _) = clara.lobby("", 10, "").await.unwrap();
    assert!(codes.is_empty(), "{codes:?}");
}

async fn an_invite_whose_game_is_refused_is_taken_back(world: World) {
    let replica = world.replica().await;
    let (anna, boris) = (replica.player("anna"), replica.player("boris"));
    let invite = anna.invites(wish()).await.unwrap();
    world.peers.state().refuse = true;
    let refused = boris.accepts(&invite.code).await.unwrap_err();
    assert_eq!(reason(&refused), "INVITE_NOT_OPEN");
    let cancelled = anna.takes_back(&invite.code).await.unwrap();
    assert_eq!(cancelled.status(), InviteStatus::Cancelled);
    // Neither is kept from playing.
    world.peers.state().refuse = false;
    let waits = anna.waits(classic()).await;
    let comes = boris.enqueue(classic()).await.unwrap();
    assert_eq!(end(waits).await, end(comes).await);
}
