//! A Redis of the run's own, set as in production, and what it tells of itself.

use std::collections::BTreeMap;

use anyhow::Context as _;
use clap::ValueEnum;
use redis::aio::MultiplexedConnection;

/// A running Redis.
#[derive(Debug)]
pub(crate) struct RedisServer {
    server: support::RedisServer,
    url: String,
    connection: MultiplexedConnection,
}

/// When Redis has its log on the disk.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Fsync {
    /// Before each answer
    Always,
    /// Every second
    Everysec,
    /// When the system likes
    No,
}

impl Fsync {
    fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Everysec => "everysec",
            Self::No => "no",
        }
    }
}

/// What Redis has done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters {
    /// Bytes read and bytes written.
    pub(crate) bytes_in: f64,
    pub(crate) bytes_out: f64,
    /// Calls of each command, those from scripts included.
    pub(crate) calls: BTreeMap<String, f64>,
}

/// What the keys of one kind take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taken {
    pub(crate) keys: usize,
    pub(crate) bytes: u64,
}

impl RedisServer {
    /// Starts one.
    pub(crate) async fn start(fsync: Option<Fsync>) -> anyhow::Result<Self> {
        let fsync = fsync.map(|fsync| ["--appendfsync", fsync.name()]);
        let options = fsync.as_ref().map_or(&[][..], |option| option);
        let server = support::RedisServer::start_deployed(options).await;
        let url = server.url();
        let client = redis::Client::open(url.as_str())?;
        let connection = client.get_multiplexed_async_connection().await?;
        Ok(Self {
            server,
            url,
            connection,
        })
    }

    /// The number of the process in the system.
    pub(crate) fn process_id(&self) -> u32 {
        self.server.process_id()
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// What it has done so far.
    pub(crate) async fn counters(&self) -> anyhow::Result<Counters> {
        let stats = self.info("stats").await?;
        let commands = self.info("commandstats").await?;
        let calls = commands.iter().filter_map(|(name, values)| {
            let calls = values
                .split(',')
                .find_map(|value| value.strip_prefix("calls="))?;
            Some((
                name.strip_prefix("cmdstat_")?.to_owned(),
                calls.parse().ok()?,
            ))
        });
        Ok(Counters {
            bytes_in: number(&stats, "total_net_input_bytes")?,
            bytes_out: number(&stats, "total_net_output_bytes")?,
            calls: calls.collect(),
        })
    }

    /// The memory it uses, in bytes.
    pub(crate) async fn memory(&self) -> anyhow::Result<f64> {
        number(&self.info("memory").await?, "used_memory")
    }

    /// What the keys of each kind take: kinds are told apart by the name up to its first `/`, without
    /// the partition's number.
    pub(crate) async fn taken(&self) -> anyhow::Result<BTreeMap<String, Taken>> {
        let mut connection = self.connection.clone();
        let keys: Vec<String> = redis::cmd("KEYS")
            .arg("*")
            .query_async(&mut connection)
            .await?;
        let mut kinds = BTreeMap::<String, Taken>::new();
        for some in keys.chunks(1000) {
            let mut sizes = redis::pipe();
            for key in some {
                sizes
                    .cmd("MEMORY")
                    .arg("USAGE")
                    .arg(key)
                    .arg("SAMPLES")
                    .arg(0);
            }
            let sizes: Vec<u64> = sizes.query_async(&mut connection).await?;
            for (key, size) in some.iter().zip(sizes) {
                let kind = key.split('/').next().unwrap_or_default();
                let kind: String = kind
                    .chars()
                    .filter(|letter| !letter.is_ascii_digit())
                    .collect();
                let taken = kinds.entry(kind).or_default();
                taken.keys += 1;
                taken.bytes += size;
            }
        }
        Ok(kinds)
    }

    /// The length of the document of a game.
    pub(crate) async fn document_length(&self, game: &str) -> anyhow::Result<f64> {
        let mut connection = self.connection.clone();
        let pattern = format!("*:d:game/{game}");
        let keys: Vec<String> = redis::cmd("KEYS")
            .arg(pattern)
            .query_async(&mut connection)
            .await?;
        let key = keys.first().context("the game's document")?;
        Ok(redis::cmd("STRLEN")
            .arg(key)
            .query_async(&mut connection)
            .await?)
    }

    async fn info(&self, section: &str) -> anyhow::Result<BTreeMap<String, String>> {
        let mut connection = self.connection.clone();
        let text: String = redis::cmd("INFO")
            .arg(section)
            .query_async(&mut connection)
            .await?;
        let pairs = text.lines().filter_map(|line| line.split_once(':'));
        Ok(pairs
            .map(|(name, value)| (name.to_owned(), value.trim().to_owned()))
            .collect())
    }
}

impl Counters {
    /// What was done since `before`.
    pub(crate) fn since(&self, before: &Self) -> Self {
        let done = |(name, calls): (&String, &f64)| {
            let done = calls - before.calls.get(name).unwrap_or(&0.0);
            (done > 0.0).then(|| (name.clone(), done))
        };
        Self {
            bytes_in: self.bytes_in - before.bytes_in,
            bytes_out: self.bytes_out - before.bytes_out,
            calls: self.calls.iter().filter_map(done).collect(),
        }
    }
}

fn number(info: &BTreeMap<String, String>, name: &str) -> anyhow::Result<f64> {
    let value = info
        .get(name)
        .with_context(|| format!("Redis tells no {name}"))?;
    Ok(value.parse()?)
}
