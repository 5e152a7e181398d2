//! The command line: every setting, as a flag and as an environment variable.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use platform::telemetry;

use crate::tools::{BoostTool, Moves, Replay};

/// A backend for online draughts. Without a command it runs the whole suite, as `shashki all` does
#[derive(Debug, Parser)]
#[command(name = "shashki", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten, next_help_heading = "Logs and traces")]
    pub(crate) telemetry: telemetry::Options,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Process(Process),
    /// List the legal moves of a position
    Moves(Moves),
    /// Play games from a file and say how they end
    Replay(Replay),
    /// Say what boosts can be used on in a position, or use one
    Boost(BoostTool),
}

impl Default for Command {
    fn default() -> Self {
        Self::Process(Process::All(All::parse_from(["all"])))
    }
}

/// The processes that run until they are stopped.
#[derive(Debug, Subcommand)]
pub(crate) enum Process {
    /// Run the whole suite in one process
    All(All),
    /// Run the rules service: says what is legal
    Rules(Rules),
    /// Run the bots service: chooses moves
    Bots(Bots),
    /// Run the games service: live games
    Games(Games),
    /// Run the gateway: REST, WebSocket and the web page
    Gateway(Gateway),
}

impl Process {
    /// The name under which the process shows up in traces.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::All(_) => "shashki",
            Self::Rules(_) => "shashki-rules",
            Self::Bots(_) => "shashki-bots",
            Self::Games(_) => "shashki-games",
            Self::Gateway(_) => "shashki-gateway",
        }
    }
}

/// Settings of the whole suite in one process.
#[derive(Debug, Parser)]
pub(crate) struct All {
    #[command(flatten)]
    pub(crate) http: Http,

    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) state: State,

    #[command(flatten)]
    pub(crate) games: games::Options,
}

/// Settings of the rules service.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    #[command(flatten)]
    pub(crate) grpc: Grpc,
}

/// Settings of the bots service.
#[derive(Debug, Args)]
pub(crate) struct Bots {
    #[command(flatten)]
    pub(crate) grpc: Grpc,
}

/// Settings of the games service.
#[derive(Debug, Args)]
pub(crate) struct Games {
    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) state: State,

    #[command(flatten)]
    pub(crate) games: games::Options,

    #[command(flatten)]
    pub(crate) peers: Peers,
}

/// Settings of the gateway.
#[derive(Debug, Args)]
pub(crate) struct Gateway {
    #[command(flatten)]
    pub(crate) http: Http,

    #[command(flatten)]
    pub(crate) peers: Peers,

    /// The games service
    #[arg(long, env = "SHASHKI_GAMES_URL", value_name = "URL")]
    pub(crate) games: String,
}

/// The services that others call.
#[derive(Debug, Args)]
pub(crate) struct Peers {
    /// The rules service
    #[arg(long, env = "SHASHKI_RULES_URL", value_name = "URL")]
    pub(crate) rules: String,

    /// The bots service
    #[arg(long, env = "SHASHKI_BOTS_URL", value_name = "URL")]
    pub(crate) bots: String,
}

/// Where HTTP is served.
#[derive(Debug, Args)]
pub(crate) struct Http {
    /// Where the web page and the REST API listen; port 0 takes a free one
    #[arg(
        long,
        env = "SHASHKI_HTTP",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub(crate) http: SocketAddr,
}

/// Where gRPC is served.
#[derive(Debug, Args)]
pub(crate) struct Grpc {
    /// Where gRPC listens; port 0 takes a free one
    #[arg(
        long,
        env = "SHASHKI_GRPC",
        default_value = "127.0.0.1:50051",
        value_name = "ADDRESS"
    )]
    pub(crate) grpc: SocketAddr,
}

/// Where state is kept.
#[derive(Debug, Args)]
pub(crate) struct State {
    /// The folder of the embedded store; made if it isn't there
    #[arg(long, env = "SHASHKI_DATA", default_value = "data", value_name = "DIR")]
    pub(crate) data: PathBuf,

    /// Keep live state in this Redis instead, such as `redis://127.0.0.1:6379`; of a Cluster name
    /// some nodes: `redis://one:6379,two:6379`
    #[arg(long, env = "SHASHKI_REDIS", value_name = "URL")]
    pub(crate) redis: Option<String>,

    /// Keep records, such as finished games, in this database instead of the data folder, such as
    /// `postgres://shashki:secret@127.0.0.1/shashki`
    #[arg(
        long,
        env = "SHASHKI_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub(crate) database: Option<String>,
}
