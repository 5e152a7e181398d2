//! The command line: every setting, as a flag and as an environment variable.

use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgAction, Args, Parser, Subcommand};
use gateway::Origins;
use platform::identity::Secret;

use crate::health::Health;
use crate::matches::Match;
use crate::operator::{Keys, ShopTask, Token};
use crate::setup::Setup;
use crate::tools::{BoostTool, Moves, Replay};

/// A backend for online draughts. Without a command it runs the whole suite, as `shashki all` does
#[derive(Debug, Parser)]
#[command(name = "shashki", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Threads that serve calls: as many as there are processors if left out. One thread does the most
    /// for each processor, with a replica a processor
    #[arg(long, env = "SHASHKI_THREADS", global = true)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten, next_help_heading = "Logs, traces and metrics")]
    pub(crate) telemetry: telemetry::Options,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Process(Process),
    /// Make a token for a service or another backend, and print it
    Token(Token),
    /// Change the keys that tokens are signed with
    Keys(Keys),
    /// Make the passwords and tokens of a deployment in containers
    Setup(Setup),
    /// Ask a running process whether it is ready, and fail if it is not
    Health(Health),
    /// List the legal moves of a position
    Moves(Moves),
    /// Play games from a file and say how they end
    Replay(Replay),
    /// Say what boosts can be used on in a position, or use one
    Boost(BoostTool),
    /// Let two levels of the bots play each other
    Match(Match),
}

impl Default for Command {
    fn default() -> Self {
        Self::Process(Process::All(Box::new(All::parse_from(["all"]))))
    }
}

/// The processes that run until they are stopped.
#[derive(Debug, Subcommand)]
pub(crate) enum Process {
    /// Run the whole suite in one process
    All(Box<All>),
    /// Run the rules service: says what is legal
    Rules(Rules),
    /// Run the bots service: chooses moves
    Bots(Bots),
    /// Run the games service: live games
    Games(Box<Games>),
    /// Run the players service: guests, accounts and tokens
    Players(Players),
    /// Run the ratings service: ratings, leaderboards and seasons
    Ratings(Ratings),
    /// Run the shop: coins, and what they buy. With a command, do something to it instead
    Shop(Shop),
    /// Run the matchmaking service: queues, invites and the lobby
    Matchmaking(Box<Matchmaking>),
    /// Run the gateway: REST, WebSocket, gRPC-Web, the web page, and one gRPC port for all services
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
            Self::Players(_) => "shashki-players",
            Self::Ratings(_) => "shashki-ratings",
            Self::Shop(_) => "shashki-shop",
            Self::Matchmaking(_) => "shashki-matchmaking",
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

    #[command(flatten)]
    pub(crate) players: players::Options,

    #[command(flatten)]
    pub(crate) ratings: ratings::Options,

    #[command(flatten)]
    pub(crate) shop: shop::Options,

    #[command(flatten)]
    pub(crate) matchmaking: matchmaking::Options,
}

/// Settings of the rules service.
#[derive(Debug, Args)]
pub(crate) struct Rules {
    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) callers: Callers,
}

/// Settings of the bots service.
#[derive(Debug, Args)]
pub(crate) struct Bots {
    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) callers: Callers,
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

    /// The ratings service
    #[arg(long, env = "SHASHKI_RATINGS_URL", value_name = "URL")]
    pub(crate) ratings: String,

    /// The shop service
    #[arg(long, env = "SHASHKI_SHOP_URL", value_name = "URL")]
    pub(crate) shop: String,

    #[command(flatten)]
    pub(crate) peers: Peers,

    #[command(flatten)]
    pub(crate) callers: Callers,

    #[command(flatten)]
    pub(crate) own: Own,
}

/// Settings of the players service.
#[derive(Debug, Args)]
pub(crate) struct Players {
    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) kept: Kept,

    #[command(flatten)]
    pub(crate) players: players::Options,

    /// The ratings service
    #[arg(long, env = "SHASHKI_RATINGS_URL", value_name = "URL")]
    pub(crate) ratings: String,

    #[command(flatten)]
    pub(crate) own: Own,
}

/// Settings of the ratings service.
#[derive(Debug, Args)]
pub(crate) struct Ratings {
    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) kept: Kept,

    #[command(flatten)]
    pub(crate) ratings: ratings::Options,

    #[command(flatten)]
    pub(crate) callers: Callers,
}

/// Settings of the shop, or what is to be done to it.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Shop {
    #[command(subcommand)]
    pub(crate) task: Option<ShopTask>,

    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) kept: Kept,

    #[command(flatten)]
    pub(crate) shop: shop::Options,

    /// The players service, whose keys tokens are verified by
    // Of no use to a task, so not `Callers`, which cannot do without.
    #[arg(long, env = "SHASHKI_PLAYERS_URL", required = true, value_name = "URL")]
    pub(crate) players: Option<String>,
}

/// Settings of the matchmaking service.
#[derive(Debug, Args)]
pub(crate) struct Matchmaking {
    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) state: State,

    #[command(flatten)]
    pub(crate) matchmaking: matchmaking::Options,

    /// The games service
    #[arg(long, env = "SHASHKI_GAMES_URL", value_name = "URL")]
    pub(crate) games: String,

    /// The ratings service
    #[arg(long, env = "SHASHKI_RATINGS_URL", value_name = "URL")]
    pub(crate) ratings: String,

    #[command(flatten)]
    pub(crate) callers: Callers,

    #[command(flatten)]
    pub(crate) own: Own,
}

/// Settings of the gateway.
#[derive(Debug, Args)]
pub(crate) struct Gateway {
    #[command(flatten)]
    pub(crate) http: Http,

    #[command(flatten)]
    pub(crate) grpc: Grpc,

    #[command(flatten)]
    pub(crate) peers: Peers,

    #[command(flatten)]
    pub(crate) callers: Callers,

    #[command(flatten)]
    pub(crate) own: Own,

    /// The games service
    #[arg(long, env = "SHASHKI_GAMES_URL", value_name = "URL")]
    pub(crate) games: String,

    /// The ratings service
    #[arg(long, env = "SHASHKI_RATINGS_URL", value_name = "URL")]
    pub(crate) ratings: String,

    /// The matchmaking service
    #[arg(long, env = "SHASHKI_MATCHMAKING_URL", value_name = "URL")]
    pub(crate) matchmaking: String,

    /// The shop service
    #[arg(long, env = "SHASHKI_SHOP_URL", value_name = "URL")]
    pub(crate) shop: String,
}

/// How a process knows who calls it.
#[derive(Debug, Args)]
pub(crate) struct Callers {
    /// The players service, whose keys tokens are verified by
    #[arg(long, env = "SHASHKI_PLAYERS_URL", value_name = "URL")]
    pub(crate) players: String,
}

/// By what a process calls others: a token of its own, as `shashki token` makes it.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Own {
    /// This process's own token. On the command line others can see it: better set the environment
    /// variable, or use a file
    #[arg(
        long,
        env = "SHASHKI_TOKEN",
        value_name = "TOKEN",
        hide_env_values = true
    )]
    pub(crate) token: Option<Secret>,

    /// A file with this process's own token; it may be replaced while the process runs
    #[arg(long, env = "SHASHKI_TOKEN_FILE", value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
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
    /// Where the web page, the REST API and gRPC-Web listen; port 0 takes a free one
    #[arg(
        long,
        env = "SHASHKI_HTTP",
        default_value = "127.0.0.1:8080",
        value_name = "ADDRESS"
    )]
    pub(crate) http: SocketAddr,

    /// How many proxies of yours stand in front: so many addresses of `x-forwarded-for`, from its
    /// end, are believed when attempts to sign in are counted
    #[arg(
        long,
        env = "SHASHKI_PROXIES",
        default_value_t = 0,
        value_name = "NUMBER"
    )]
    pub(crate) proxies: usize,

    /// Origins whose pages and apps may call from a browser, such as
    /// `https://play.example.com,capacitor://localhost`. The page served here is always allowed
    #[arg(
        long,
        env = "SHASHKI_ORIGINS",
        default_value = "",
        hide_default_value = true,
        value_name = "ORIGINS"
    )]
    pub(crate) origins: Origins,

    /// A quiet WebSocket or stream of events gets a message after so many seconds, for proxies that
    /// cut what is quiet; never if 0
    #[arg(
        long,
        env = "SHASHKI_HEARTBEAT",
        default_value_t = 30,
        value_name = "SECONDS"
    )]
    pub(crate) heartbeat: u64,
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

    /// Whether gRPC describes itself (reflection) to whoever asks; `false` in production
    #[arg(
        long,
        env = "SHASHKI_REFLECTION",
        default_value_t = true,
        action = ArgAction::Set,
        value_name = "BOOL"
    )]
    pub(crate) reflection: bool,
}

/// Where state is kept.
#[derive(Debug, Args)]
pub(crate) struct State {
    #[command(flatten)]
    pub(crate) kept: Kept,

    /// Keep live state in this Redis instead, such as `redis://127.0.0.1:6379`; of a Cluster name
    /// some nodes: `redis://one:6379,two:6379`
    #[arg(
        long,
        env = "SHASHKI_REDIS",
        value_name = "URL",
        hide_env_values = true
    )]
    pub(crate) redis: Option<Secret>,

    /// A file with that URL, which may hold a password
    #[arg(
        long,
        env = "SHASHKI_REDIS_FILE",
        value_name = "FILE",
        conflicts_with = "redis"
    )]
    pub(crate) redis_file: Option<PathBuf>,
}

/// Where records are kept.
#[derive(Debug, Args)]
pub(crate) struct Kept {
    /// The folder of the embedded store; made if it isn't there
    #[arg(long, env = "SHASHKI_DATA", default_value = "data", value_name = "DIR")]
    pub(crate) data: PathBuf,

    /// Keep records, such as players and finished games, in this database instead of the data
    /// folder, such as `postgres://shashki:secret@127.0.0.1/shashki`
    #[arg(
        long,
        env = "SHASHKI_DATABASE",
        value_name = "URL",
        hide_env_values = true
    )]
    pub(crate) database: Option<Secret>,

    /// A file with that URL, which may hold a password
    #[arg(
        long,
        env = "SHASHKI_DATABASE_FILE",
        value_name = "FILE",
        conflicts_with = "database"
    )]
    pub(crate) database_file: Option<PathBuf>,
}
