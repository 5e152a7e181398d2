//! Replicas come and go, and no call fails.

use std::time::Duration;

use http_body_util::BodyExt as _;
use support::ReservedPort;

use crate::calls::{Load, call, request, stream};
use crate::name::Name;
use crate::server::Server;

fn start(port: &ReservedPort, numbers: &[u8]) -> Vec<Server> {
    let servers = numbers.iter().map(|number| Server::start(*number, port));
    servers.collect()
}

#[tokio::test]
async fn calls_spread_over_all_that_a_name_leads_to() {
    let port = ReservedPort::reserve();
    let _servers = start(&port, &[2, 3, 4]);
    let name = Name::new(&port, &[2, 3, 4]);
    let load = Load::start(&name.channel());
    load.served_by(&[2, 3, 4]).await;
    load.end().await;
}

#[tokio::test]
async fn a_replica_that_comes_is_called_and_one_that_leaves_is_not() {
    let port = ReservedPort::reserve();
    let mut servers = start(&port, &[2]);
    let name = Name::new(&port, &[2]);
    let load = Load::start(&name.channel());
    load.served_by(&[2]).await;
    servers.extend(start(&port, &[3, 4]));
    name.lead_to(&[2, 3, 4]);
    load.served_by(&[2, 3, 4]).await;
    name.lead_to(&[3, 4]);
    load.served_by(&[3, 4]).await;
    load.end().await;
}

#[tokio::test]
async fn a_replica_that_is_killed_goes_unnoticed_and_is_called_again_once_it_is_back() {
    let port = ReservedPort::reserve();
    let mut servers = start(&port, &[2, 3, 4]);
    let name = Name::new(&port, &[2, 3, 4]);
    let load = Load::start(&name.channel());
    load.served_by(&[2, 3, 4]).await;
    servers.remove(0).kill();
    load.served_by(&[3, 4]).await;
    servers.remove(0).kill();
    load.served_by(&[4]).await;
    servers.extend(start(&port, &[2, 3]));
    load.served_by(&[2, 3, 4]).await;
    load.end().await;
}

#[tokio::test]
async fn a_replica_that_stops_goes_unnoticed() {
    let port = ReservedPort::reserve();
    let servers = start(&port, &[2, 3]);
    let name = Name::new(&port, &[2, 3]);
    let load = Load::start(&name.channel());
    load.served_by(&[2, 3]).await;
    servers[0].stop();
    load.served_by(&[3]).await;
    load.end().await;
}

#[tokio::test]
async fn a_replica_that_hangs_goes_unnoticed_and_is_called_again_once_it_wakes() {
    let port = ReservedPort::reserve();
    let servers = start(&port, &[2, 3]);
    let name = Name::new(&port, &[2, 3]);
    let load = Load::start(&name.channel());
    load.served_by(&[2, 3]).await;
    let frozen = servers[0].freeze().await;
    load.served_by(&[3]).await;
    drop(frozen);
    load.served_by(&[2, 3]).await;
    load.end().await;
}

#[tokio::test]
async fn a_replica_that_hangs_and_is_gone_from_the_name_keeps_nobody_waiting() {
    let port = ReservedPort::reserve();
    let servers = start(&port, &[2, 3]);
    let name = Name::new(&port, &[2, 3]);
    let load = Load::start(&name.channel());
    load.served_by(&[2, 3]).await;
    let _frozen = servers[0].freeze().await;
    name.lead_to(&[3]);
    load.served_by(&[3]).await;
    load.end().await;
}

#[tokio::test]
async fn while_the_name_cannot_be_resolved_those_known_are_called() {
    let port = ReservedPort::reserve();
    let mut servers = start(&port, &[2, 3]);
    let name = Name::new(&port, &[2, 3]);
    let load = Load::start(&name.channel());
    load.served_by(&[2, 3]).await;
    name.lead_to(&[]);
    servers.remove(0).kill();
    load.served_by(&[3]).await;
    load.end().await;
}

#[tokio::test]
async fn a_name_that_leads_nowhere_is_said_to_be_away_until_it_leads_somewhere() {
    let port = ReservedPort::reserve();
    let name = Name::new(&port, &[]);
    let channel = name.channel();
    let refused = call(&channel, request("Who")).await.unwrap_err();
    assert_eq!(refused.code(), tonic::Code::Unavailable);
    let _server = Server::start(2, &port);
    name.lead_to(&[2]);
    while call(&channel, request("Who")).await.is_err() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_stream_stays_with_its_replica_and_is_opened_again_at_another() {
    let port = ReservedPort::reserve();
    let mut servers = start(&port, &[2, 3]);
    let channel = Name::new(&port, &[2, 3]).channel();
    let mut streams = Vec::new();
    // A replica is passed over until it has shown that it is well, so the first may all be at one.
    while [2, 3]
        .iter()
        .any(|number| streams.iter().all(|(who, _)| who != number))
    {
        streams.push(stream(&channel).await);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    servers.remove(0).kill();
    for (_, body) in streams.iter_mut().filter(|(who, _)| *who == 2) {
        let broken = body.frame().await;
        assert!(broken.is_none_or(|frame| frame.is_err()));
        assert_eq!(stream(&channel).await.0, 3);
    }
}
