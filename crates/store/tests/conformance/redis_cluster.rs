//! A Redis cluster of the test's own: three primaries, and replicas if wanted.

use std::time::Duration;

use futures::future::join_all;
use store::{Partition, Store};
use support::{APPEND_ONLY, RedisServer};
use tokio::time::{Instant, sleep};

use crate::kit::{PATIENCE, connect};

/// How many slots each of the primaries has; the last has one more.
const SHARE: u16 = (1 << 14) / 3;

pub(crate) struct RedisCluster {
    /// The primaries, by slot, then the replicas: the first of the first, and so on.
    pub(crate) nodes: Vec<RedisServer>,
}

impl RedisCluster {
    /// Three nodes that keep everything in memory.
    pub(crate) async fn start() -> Self {
        Self::launch(0, &[]).await
    }

    /// Every node has what it acknowledges in a file.
    pub(crate) async fn start_append_only(replicas: usize) -> Self {
        Self::launch(replicas, &APPEND_ONLY).await
    }

    async fn launch(replicas: usize, options: &[&str]) -> Self {
        let cluster = [
            ["--cluster-node-timeout", "1000"],
            // A node works on without the others.
            ["--cluster-require-full-coverage", "no"],
            // A replica gets its copy at once, not after a wait for others to share it.
            ["--repl-diskless-sync-delay", "0"],
        ];
        let options = [cluster.as_flattened(), options].concat();
        let nodes = join_all((0..3 + replicas).map(|_| RedisServer::start_node(&options))).await;
        let places: Vec<_> = nodes
            .iter()
            .map(|node| (node.port().to_string(), node.bus_port().to_string()))
            .collect();
        let cluster = Self { nodes };
        join_all(
            cluster
                .nodes
                .iter()
                .enumerate()
                .map(async |(number, node)| {
                    // The one that asks for the replica's and the other's name must know them.
                    for (port, bus) in &places {
                        node.command(&["CLUSTER", "MEET", "127.0.0.1", port, bus])
                            .await;
                    }
                    let first = u16::try_from(number).unwrap() * SHARE;
                    if number < 3 {
                        let last = if number == 2 {
                            16383
                        } else {
                            first + SHARE - 1
                        };
                        let range = [first.to_string(), last.to_string()];
                        node.command(&["CLUSTER", "ADDSLOTSRANGE", &range[0], &range[1]])
                            .await;
                    }
                }),
        )
        .await;
        cluster.in_order(3 + replicas).await;
        for number in 0..replicas {
            let primary = cluster.nodes[number].command(&["CLUSTER", "MYID"]).await;
            let replica = &cluster.nodes[3 + number];
            replica.command(&["CLUSTER", "REPLICATE", &primary]).await;
            in_step(replica).await;
        }
        cluster
    }

    /// Waits until every node that runs knows so many and has nothing to complain of.
    pub(crate) async fn in_order(&self, known: usize) {
        for node in &self.nodes {
            until("a cluster in order", async || {
                let info = node.command(&["CLUSTER", "INFO"]).await;
                info.contains("cluster_state:ok")
                    && info.contains("cluster_slots_ok:16384")
                    && info.contains(&format!("cluster_known_nodes:{known}\r"))
            })
            .await;
        }
    }

    /// The store by the address of one node: it finds the others.
    pub(crate) async fn store(&self) -> Store {
        connect(&self.nodes[2]).await
    }

    /// The slot of a partition.
    pub(crate) async fn slot(&self, partition: &Partition) -> u16 {
        let key = format!("{{{partition}}}");
        let slot = self.nodes[0].command(&["CLUSTER", "KEYSLOT", &key]).await;
        slot.parse().unwrap()
    }

    /// The number of the primary that serves a slot, as the cluster was started.
    pub(crate) fn owner(slot: u16) -> usize {
        usize::from(slot / SHARE).min(2)
    }
}

/// Waits until a replica has what its primary has.
pub(crate) async fn in_step(replica: &RedisServer) {
    until("a replica in step", async || {
        let info = replica.command(&["INFO", "replication"]).await;
        info.contains("role:slave") && info.contains("master_link_status:up")
    })
    .await;
}

pub(crate) async fn until(what: &str, mut condition: impl AsyncFnMut() -> bool) {
    let since = Instant::now();
    while !condition().await {
        assert!(since.elapsed() < PATIENCE, "still to come: {what}");
        sleep(Duration::from_millis(20)).await;
    }
}
