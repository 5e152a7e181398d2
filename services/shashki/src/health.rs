//! `shashki health`: whether a running process is ready, for health checks of containers.

use clap::Args;
use platform::Channel;

use crate::operator::block_on;

/// Asks a process whether it is ready.
#[derive(Debug, Args)]
pub(crate) struct Health {
    /// The process's gRPC port
    #[arg(default_value = "http://127.0.0.1:50051", value_name = "URL")]
    url: String,

    /// Ask for one service of the process by its full gRPC name instead of for all
    #[arg(long, default_value = "", value_name = "NAME")]
    service: String,
}

impl Health {
    /// Fails, and says why, unless it is ready.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        block_on(async {
            let channel = Channel::lazy(&self.url)?;
            platform::ready(channel, &self.service)
                .await
                .map_err(|why| anyhow::anyhow!("{}: {}", self.url, why.trim()))
        })
    }
}
