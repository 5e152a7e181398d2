//! One server, alone or of a cluster.

use ::redis::{Client, ConnectionAddr, RedisError, cmd};

use super::link::{Link, unexpected};
use super::slots::View;
use super::subscriptions::Subscriptions;

/// A node has a connection for commands and one for topics; each is opened when it is needed.
pub(super) struct Node {
    /// As nodes of a cluster name one another: `host:port`.
    pub(super) address: String,
    /// The host by itself.
    host: String,
    pub(super) link: Link,
    pub(super) subscriptions: Subscriptions,
}

impl Node {
    pub(super) fn new(client: Client) -> Self {
        let (host, address) = match client.get_connection_info().addr() {
            ConnectionAddr::Tcp(host, port) | ConnectionAddr::TcpTls { host, port, .. } => {
                (host.clone(), address(host, *port))
            }
            other => (String::new(), other.to_string()),
        };
        Self {
            address,
            host,
            link: Link::new(client.clone()),
            subscriptions: Subscriptions::start(client),
        }
    }

    /// How the cluster looks to this node.
    pub(super) async fn view(&self) -> Result<View, RedisError> {
        let command = |subject| {
            let mut command = cmd("CLUSTER");
            command.arg(subject);
            command
        };
        let [info, slots] = self
            .link
            .send_both(command("INFO"), command("SLOTS"))
            .await?;
        View::parse(info?, slots?, &self.host).ok_or_else(|| unexpected("an unreadable cluster"))
    }

    /// The host and port in a redirection that this node gave: without a host it means its own.
    pub(super) fn place(&self, redirection: &RedisError) -> Result<(String, u16), RedisError> {
        let place = redirection
            .redirect_node()
            .and_then(|(address, _)| address.rsplit_once(':'))
            .and_then(|(host, port)| Some((host, port.parse().ok()?)));
        match place {
            Some(("", port)) => Ok((self.host.clone(), port)),
            Some((host, port)) => Ok((host.to_owned(), port)),
            None => Err(unexpected("a redirection to nowhere")),
        }
    }
}

pub(super) fn address(host: &str, port: u16) -> String {
    format!("{host}:{port}")
}
