//! `shashki health`: whether a running process is ready, for health checks of containers.

use std::io::{Read as _, Write as _};
use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use anyhow::{Context as _, ensure};
use clap::Args;
use platform::Channel;

use crate::operator::block_on;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks a process whether it is ready.
#[derive(Debug, Args)]
pub(crate) struct Health {
    /// The process's gRPC port; with a path, such as `http://127.0.0.1:8080/readyz`, a page of the
    /// gateway
    #[arg(default_value = "http://127.0.0.1:50051", value_name = "URL")]
    url: String,

    /// Ask for one service of the process by its full gRPC name instead of for all
    #[arg(long, default_value = "", value_name = "NAME")]
    service: String,
}

impl Health {
    /// Fails, and says why, unless it is ready.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let address = self.url.strip_prefix("http://").unwrap_or(&self.url);
        match address.split_once('/') {
            Some((host, path)) if !path.is_empty() => page(host, path),
            _ => block_on(async {
                let channel = Channel::lazy(&self.url)?;
                platform::ready(channel, &self.service)
                    .await
                    .map_err(|why| anyhow::anyhow!("{}: {}", self.url, why.trim()))
            }),
        }
    }
}

/// Asks for a page, which must be there.
fn page(host: &str, path: &str) -> anyhow::Result<()> {
    let answer = get(host, path).with_context(|| format!("http://{host}/{path}"))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1);
    ensure!(status == Some("200"), "http://{host}/{path}: {body}");
    Ok(())
}

/// The whole answer. So old a version of HTTP ends it by closing the connection, and never in pieces.
fn get(host: &str, path: &str) -> anyhow::Result<String> {
    let address = host.to_socket_addrs()?.next().context("no such host")?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET /{path} HTTP/1.0\r\nHost: {host}\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
