//! The nodes of a cluster, or the one server: which of them a call goes to.
//!
//! Every node says of a slot that it does not serve where that is now, so a call finds its node
//! whatever the map says; the map saves it the way. A task keeps the map: it looks again every now
//! and then, and at once when a call went astray.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use ::redis::{
    Client, Cmd, ConnectionInfo, ErrorKind, FromRedisValue, RedisError, Script, ServerErrorKind,
    Value, cmd,
};
use futures::future::{join_all, select_ok};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use super::address::{self, sibling};
use super::greeting::{Greeting, Mode};
use super::link::unexpected;
use super::map::Map;
use super::node::{self, Node};
use super::slots::{View, slot_of};
use crate::{Error, Subscription};

/// How long a whole call may take, connecting and going astray included.
const LIMIT: Duration = Duration::from_secs(2);
/// The same for following a topic: it may have to wait for others to be answered.
const FOLLOW_LIMIT: Duration = Duration::from_secs(3);
/// So many attempts of a call follow one another at once: where a node says, where that one says.
const QUICK_ATTEMPTS: u32 = 3;
/// Before any further one the cluster is given this long to settle.
const PAUSE: Duration = Duration::from_millis(20);
/// How often the map is looked at that nobody doubts, and how often at most.
const LOOK: Duration = Duration::from_secs(2);
const LOOK_AT_MOST: Duration = Duration::from_millis(100);
/// How long a node may take to say how it sees the cluster.
const VIEW_LIMIT: Duration = Duration::from_millis(500);

pub(super) struct Nodes {
    board: Arc<Board>,
    /// Ends with the store; there is none for a server that is no cluster.
    _keeper: Option<AbortOnDropHandle<()>>,
}

struct Board {
    /// Where the operator said that Redis is; at least one.
    seeds: Vec<ConnectionInfo>,
    map: RwLock<Arc<Map>>,
    /// The map may be wrong.
    doubt: Notify,
}

/// What is sent to a node.
#[derive(Clone, Copy)]
enum Call<'a> {
    /// A command.
    Plain(&'a Cmd),
    /// `EVALSHA` of a script, which the node may not have.
    Script(&'a Cmd, &'a Script),
    /// A command with `TIME` behind it: both are answered.
    Timed(&'a Cmd),
}

/// Where a call goes that was sent on: to this node, and whether as a question about a slot that it
/// is about to take over.
type Detour = Option<(Arc<Node>, bool)>;

impl Nodes {
    /// Connects to the seed that answers first, and through it to its cluster if it has one.
    pub(super) async fn connect(url: &str) -> Result<Self, Error> {
        let seeds = address::nodes(url).map_err(failure)?;
        let (node, greeting) = within(LIMIT, async {
            let greetings = seeds.iter().map(|seed| Box::pin(greet(seed)));
            select_ok(greetings).await.map(|(greeted, _)| greeted)
        })
        .await?;
        greeting.require_version_7()?;
        match greeting.mode() {
            Mode::Standalone if seeds.len() == 1 => Ok(Self::new(seeds, Map::of_one(node))),
            Mode::Cluster => {
                let nodes = Self::new(seeds, Map::default());
                let view = within(LIMIT, node.view()).await?;
                nodes.board.show(view).map_err(failure)?;
                if nodes.board.map().nodes.is_empty() {
                    return Err(Error::unavailable("the cluster has no slots yet"));
                }
                let board = nodes.board.clone();
                let _keeper = Some(AbortOnDropHandle::new(tokio::spawn(board.keep())));
                Ok(Self { _keeper, ..nodes })
            }
            Mode::Standalone => {
                let text = format!("{} is no cluster, so it takes one address", node.address);
                Err(Error::unavailable(text))
            }
            Mode::Other(mode) => {
                let text = format!("{} is a {mode}, which holds no data", node.address);
                Err(Error::unavailable(text))
            }
        }
    }

    fn new(seeds: Vec<ConnectionInfo>, map: Map) -> Self {
        let board = Board {
            seeds,
            map: RwLock::new(Arc::new(map)),
            doubt: Notify::new(),
        };
        Self {
            board: Arc::new(board),
            _keeper: None,
        }
    }

    /// Sends a command to the node that serves a key.
    pub(super) async fn call<T: FromRedisValue>(
        &self,
        key: &str,
        command: &Cmd,
    ) -> Result<T, Error> {
        within(LIMIT, self.board.send(key, Call::Plain(command))).await
    }

    /// The same, with the node's time right after it.
    pub(super) async fn call_timed<T: FromRedisValue>(
        &self,
        key: &str,
        command: &Cmd,
    ) -> Result<(T, (i64, i64)), Error> {
        within(LIMIT, self.board.send(key, Call::Timed(command))).await
    }

    /// Calls a script by its hash, `command` being `EVALSHA` with it.
    pub(super) async fn run<T: FromRedisValue>(
        &self,
        key: &str,
        script: &Script,
        command: &Cmd,
    ) -> Result<T, Error> {
        within(LIMIT, self.board.send(key, Call::Script(command, script))).await
    }

    /// Sends a command to the first node, by address, that answers: the same one every time, unless
    /// it is away.
    pub(super) async fn call_any<T: FromRedisValue>(&self, command: &Cmd) -> Result<T, Error> {
        let map = self.board.map();
        within(LIMIT, async {
            let mut failure = unexpected("no nodes");
            for node in map.nodes.values() {
                match node.link.send(command).await {
                    Ok(answer) => return Ok(answer),
                    Err(error) => failure = error,
                }
                self.board.doubt.notify_one();
            }
            Err(failure)
        })
        .await
    }

    /// Follows a sharded channel.
    pub(super) async fn follow(&self, topic: &str) -> Result<Subscription, Error> {
        within(FOLLOW_LIMIT, self.board.follow(topic)).await
    }
}

impl Board {
    fn map(&self) -> Arc<Map> {
        self.map
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn owner(&self, slot: u16) -> Result<Arc<Node>, RedisError> {
        let map = self.map();
        map.owner(slot).cloned().ok_or_else(|| {
            self.doubt.notify_one();
            unexpected("no node serves this part of the cluster")
        })
    }

    async fn send<T: FromRedisValue>(&self, key: &str, call: Call<'_>) -> Result<T, RedisError> {
        let slot = slot_of(key);
        let mut detour = None;
        for attempt in 1.. {
            let (node, asking) = match detour.take() {
                Some(detour) => detour,
                None => (self.owner(slot)?, false),
            };
            let answer = match call {
                Call::Timed(command) => node.link.send_timed(command, asking).await,
                Call::Plain(command) | Call::Script(command, _) if asking => {
                    node.link.send_asking(command).await
                }
                Call::Plain(command) | Call::Script(command, _) => node.link.send(command).await,
            };
            let error = match (answer, call) {
                (Ok(answer), _) => return Ok(answer),
                (Err(error), Call::Script(_, script)) if is(&error, ServerErrorKind::NoScript) => {
                    node.link.load(script).await?;
                    detour = Some((node, asking));
                    continue;
                }
                (Err(error), _) => error,
            };
            detour = self.sent_on(&node, error)?;
            if attempt >= QUICK_ATTEMPTS {
                sleep(PAUSE).await;
            }
        }
        Err(unexpected("no end of redirections"))
    }

    async fn follow(&self, topic: &str) -> Result<Subscription, RedisError> {
        let slot = slot_of(topic);
        let mut detour: Detour = None;
        for attempt in 1.. {
            let asked = self.owner(slot)?;
            let node = detour
                .take()
                .map_or_else(|| asked.clone(), |(node, _)| node);
            match node.subscriptions.follow(topic.to_owned()).await {
                // If the slot has moved meanwhile, this topic may have come after the look at what
                // the node still brings.
                Ok(subscription) if Arc::ptr_eq(&asked, &self.owner(slot)?) => {
                    return Ok(subscription);
                }
                Ok(_) => {}
                Err(error) => detour = self.sent_on(&node, error)?,
            }
            if attempt >= QUICK_ATTEMPTS {
                sleep(PAUSE).await;
            }
        }
        Err(unexpected("no end of redirections"))
    }

    /// Where to go with what a node did not do, if it is sure that it did not: anything else is the
    /// caller's to know.
    fn sent_on(&self, node: &Node, error: RedisError) -> Result<Detour, RedisError> {
        if is(&error, ServerErrorKind::Ask) {
            return Ok(Some((self.known(node.place(&error)?)?, true)));
        }
        if is(&error, ServerErrorKind::TryAgain) {
            // Some keys of the slot have gone to another node, some have not.
            return Ok(None);
        }
        self.doubt.notify_one();
        if is(&error, ServerErrorKind::Moved) {
            return Ok(Some((self.known(node.place(&error)?)?, false)));
        }
        Err(error)
    }

    /// The node at a place, which is added if it is new.
    fn known(&self, (host, port): (String, u16)) -> Result<Arc<Node>, RedisError> {
        let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
        let address = node::address(&host, port);
        if let Some(node) = map.nodes.get(&address) {
            return Ok(node.clone());
        }
        let node = Arc::new(Node::new(sibling(&self.seeds[0], host, port)?));
        Arc::make_mut(&mut map).nodes.insert(address, node.clone());
        Ok(node)
    }

    async fn keep(self: Arc<Self>) {
        loop {
            // Woken or not, it is time to look.
            let _ = timeout(LOOK, self.doubt.notified()).await;
            match self.look().await.map(|view| self.show(view)) {
                Some(Ok(())) => {}
                Some(Err(error)) => tracing::warn!(%error, "a node of the cluster has no name"),
                None => tracing::debug!("no node of the cluster answers"),
            }
            sleep(LOOK_AT_MOST).await;
        }
    }

    /// The best view that any node has; the seeds are asked when no other answers, since nodes may
    /// all have come back under new addresses.
    async fn look(&self) -> Option<View> {
        let map = self.map();
        if let Some(view) = best_view(map.nodes.values()).await {
            return Some(view);
        }
        let seeds = self.seeds.iter().cloned();
        let seeds: Vec<_> = (seeds.filter_map(|seed| Client::open(seed).ok()))
            .map(|client| Arc::new(Node::new(client)))
            .collect();
        best_view(&seeds).await
    }

    /// Makes a view the map, and has every node give up the topics that are no longer its own.
    fn show(&self, view: View) -> Result<(), RedisError> {
        if view.spans.is_empty() {
            return Ok(());
        }
        let (old, new) = {
            let mut map = self.map.write().unwrap_or_else(PoisonError::into_inner);
            let mut new = Map::default();
            for span in view.spans {
                let address = node::address(&span.host, span.port);
                let known = new.nodes.get(&address).or_else(|| map.nodes.get(&address));
                let node = match known {
                    Some(node) => node.clone(),
                    None => {
                        let client = sibling(&self.seeds[0], span.host, span.port)?;
                        Arc::new(Node::new(client))
                    }
                };
                new.add(span.first, span.last, node);
            }
            if new.agrees_with(&map) {
                return Ok(());
            }
            let new = Arc::new(new);
            (std::mem::replace(&mut *map, new.clone()), new)
        };
        tracing::info!(nodes = new.nodes.len(), "the cluster is laid out anew");
        for node in old.nodes.values() {
            let (new, address) = (new.clone(), node.address.clone());
            let serves = move |topic: &str| {
                let owner = new.owner(slot_of(topic));
                owner.is_some_and(|owner| owner.address == address)
            };
            node.subscriptions.keep_only(serves);
        }
        Ok(())
    }
}

async fn greet(seed: &ConnectionInfo) -> Result<(Node, Greeting), RedisError> {
    let node = Node::new(Client::open(seed.clone())?);
    let greeting = node.link.send::<Value>(&cmd("HELLO")).await?;
    Ok((node, Greeting::read(&greeting)))
}

async fn best_view(nodes: impl IntoIterator<Item = &Arc<Node>>) -> Option<View> {
    let views = nodes
        .into_iter()
        .map(|node| timeout(VIEW_LIMIT, node.view()));
    let views = join_all(views).await.into_iter();
    views
        .filter_map(|view| view.ok()?.ok())
        .max_by_key(View::rank)
}

async fn within<T>(
    limit: Duration,
    call: impl Future<Output = Result<T, RedisError>>,
) -> Result<T, Error> {
    match timeout(limit, call).await {
        Ok(answer) => answer.map_err(failure),
        Err(late) => Err(Error::unavailable(late)),
    }
}

fn is(error: &RedisError, kind: ServerErrorKind) -> bool {
    error.kind() == ErrorKind::Server(kind)
}

/// Every failure of Redis may pass, except that of finding a value of another kind under a key.
fn failure(error: RedisError) -> Error {
    match (error.kind(), error.code()) {
        (_, Some("WRONGTYPE")) | (ErrorKind::Parse | ErrorKind::UnexpectedReturnType, _) => {
            Error::Corrupt(error.to_string())
        }
        _ => Error::unavailable(error),
    }
}
