//! The server at a socket: accepts connections and runs the task that owns the
//! hub.

use super::accept::accept;
use super::connection::Report;
use super::hub_task::{Act, HubTask};
use super::listener;
use super::metrics::Metrics;
use super::ops;
use super::persistence::Persistence;
use super::tls_identity::TlsIdentity;
use crate::store::{Durability, Store, StoreError, restore};
use chuhe_hub::{Hub, HubConfig, Restored, SetAside};
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

pub use super::accept::Listener;
pub use super::persistence::Data;

/// What may wait to be told to the hub, over all connections; beyond it they
/// are read no further.
pub(super) const REPORTS: usize = 4096;
/// How long the connections together may take to end once the hub has stopped;
/// each on its own takes less.
const DRAIN_TIME: Duration = Duration::from_secs(4);

/// The numbers of players, challenges and games begin at the milliseconds since
/// 1970 times two to this: a server that gives out fewer in a millisecond never
/// gives one twice, in whichever run, and they fit into the 53 bits in which
/// every language counts.
const ID_BITS: u32 = 10;

/// How a server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The most connections at once; [`limits::CONNECTIONS`].
    pub connections: usize,
    /// The most connections at once from one address; [`limits::ADDRESS_CONNECTIONS`].
    pub address_connections: usize,
    /// An address is barred for a while when so many of its greetings have failed;
    /// [`limits::FAILED_GREETINGS`].
    pub failed_greetings: usize,
    /// A connection must have joined within this; [`limits::GREETING_MS`].
    pub greeting_ms: u64,
    /// How long running games may go on after the shutdown has begun.
    pub grace_ms: u64,
    /// Spectators are told of a move when so many plies were played after it; at
    /// most [`limits::WATCH_DELAY_PLIES`].
    pub watch_delay_plies: u8,
    /// How much connections, players and addresses may ask for, and how much may
    /// wait for a connection.
    pub limits: chuhe_hub::Limits,
    /// With what the server shows over TLS who it is; `None`, it speaks in plain.
    pub identity: Option<TlsIdentity>,
    /// Where operators may ask for numbers and health; an address that only this
    /// machine can reach.
    pub ops: Option<SocketAddr>,
    /// Where what happens is kept.
    pub data: Data,
    /// What it outlives before anybody is told of it.
    pub durability: Durability,
}

impl Config {
    /// The usual limits, at `listen`. What happens is kept in memory, so running
    /// games end with the shutdown.
    #[must_use]
    pub fn on(listen: SocketAddr) -> Self {
        Self {
            listen,
            connections: limits::CONNECTIONS,
            address_connections: limits::ADDRESS_CONNECTIONS,
            failed_greetings: limits::FAILED_GREETINGS,
            greeting_ms: limits::GREETING_MS,
            grace_ms: 0,
            watch_delay_plies: 0,
            limits: chuhe_hub::Limits::default(),
            identity: None,
            ops: None,
            data: Data::Memory,
            durability: Durability::Process,
        }
    }
}

/// The time: read once from the machine's calendar and counted on by its
/// monotonic clock, in milliseconds since 1970 began (UTC). So moments of two
/// runs of the server can be compared, and nobody's clock jumps in between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    start: Instant,
    start_at: Timestamp,
}

impl Clock {
    pub(super) fn start() -> Self {
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self::start_at(Timestamp::from_ms(millis(since_1970)))
    }

    /// The same, where it is this moment now.
    fn start_at(now: Timestamp) -> Self {
        Self { start: Instant::now(), start_at: now }
    }

    /// The same, but not before `moment`: should the calendar have been set back
    /// between two runs, the time stands still in between.
    fn not_before(self, moment: Timestamp) -> Self {
        Self { start_at: self.start_at.max(moment), ..self }
    }

    pub(super) fn now(self) -> Timestamp {
        self.start_at.plus_ms(millis(self.start.elapsed()))
    }

    pub(super) fn instant(self, at: Timestamp) -> Instant {
        self.start + Duration::from_millis(at.since(self.start_at))
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// What a server otherwise takes from the machine it runs on.
#[derive(Debug)]
pub struct Environment {
    /// Where what happens is kept; it outlives the server.
    pub store: Box<dyn Store>,
    /// From which all is drawn that is drawn by lot, as [`HubConfig::seed`].
    pub seed: [u8; 32],
    /// What time it is, since a moment that is the same at every start.
    pub now: Timestamp,
}

/// A server that listens.
#[derive(Debug)]
pub struct Server<L = TcpListener> {
    listener: L,
    local_addr: SocketAddr,
    ops: Option<(TcpListener, SocketAddr)>,
    config: Config,
    clock: Clock,
    hub: Hub,
    keeper: Persistence<Act>,
}

/// Why there is no server, or none any more.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The system does not give what it needs.
    #[error(transparent)]
    System(#[from] io::Error),
    /// What happens cannot be kept, or what was kept cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Server {
    /// Begins to listen, and makes of what was kept what it was; must be called
    /// within a tokio runtime. Nobody is served before [`Server::run`].
    ///
    /// # Errors
    /// If an address cannot be had, which the error names, or operators are to be
    /// served at one that others can reach, or the system gives no random seed, or
    /// what was kept cannot be used; it is then left as it is.
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(io::Error::other)?;
        let at = |what: &'static str, address: SocketAddr| {
            move |error: io::Error| io::Error::new(error.kind(), format!("{what} {address}: {error}"))
        };
        let listener = listener::listen(config.listen).map_err(at("cannot listen at", config.listen))?;
        let local_addr = listener.local_addr()?;
        let ops = match config.ops {
            None => None,
            Some(address) => {
                let listener = ops::listen(address).map_err(at("cannot serve operators at", address))?;
                let local_addr = listener.local_addr()?;
                Some((listener, local_addr))
            }
        };
        let data = config.data.clone();
        let opened = tokio::task::spawn_blocking(move || data.open()).await;
        let (store, restored) = opened.map_err(io::Error::other)??;
        let clock = Clock::start().not_before(restored.latest());
        let settings = HubConfig { keeps_games: config.data != Data::Memory, ..HubConfig::seeded(seed) };
        let hub = restore_hub(settings, &config, clock, restored);
        let clock = clock.not_before(hub.now());
        let keeper = Persistence::start(store, config.durability, move || clock.now())?;
        Ok(Self { listener, local_addr, ops, config, clock, hub, keeper })
    }
}

impl<L: Listener> Server<L> {
    /// A server in a world that is simulated: it touches nothing of the machine,
    /// starts no thread for its store, and with the same things given does the
    /// same, to the byte. It listens by `listener`, whatever the configuration
    /// says, keeps what happens in the store it is given, and serves no operators.
    /// Passwords alone are worked on in threads here too.
    ///
    /// Must be called within a tokio runtime of one thread.
    ///
    /// # Errors
    /// If what was kept cannot be used; it is then left as it is.
    pub fn simulated(listener: L, config: Config, given: Environment) -> Result<Self, ServerError> {
        let Environment { mut store, seed, now } = given;
        let restored = restore(store.as_mut())?;
        let clock = Clock::start_at(now).not_before(restored.latest());
        let settings = HubConfig { keeps_games: true, ..HubConfig::seeded(seed) };
        let hub = restore_hub(settings, &config, clock, restored);
        let clock = clock.not_before(hub.now());
        let keeper = Persistence::start_task(store, config.durability, move || clock.now());
        Ok(Self { listener, local_addr: config.listen, ops: None, config, clock, hub, keeper })
    }

    /// Where the server listens: the port that was got, if 0 was asked for.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Where operators are served, if they are.
    #[must_use]
    pub fn ops_addr(&self) -> Option<SocketAddr> {
        self.ops.as_ref().map(|&(_, address)| address)
    }

    /// Serves until `shutdown` is done, then tells everyone, ends in an orderly
    /// way, and returns.
    ///
    /// # Errors
    /// If something could not be kept. Everyone was told only what is.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServerError> {
        self.run_until(shutdown, std::future::pending()).await
    }

    /// As [`Server::run`]; once `now` is done too, running games are given no
    /// further grace.
    ///
    /// # Errors
    /// As [`Server::run`].
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let Self { listener, local_addr: _, ops, config, clock, hub, keeper } = self;
        let metrics = Metrics::new(ops.is_some());
        let (reports, inbox) = mpsc::channel(REPORTS);
        let mut connections = JoinSet::new();
        let ended = {
            let operating = operate(ops, Arc::clone(&metrics), reports.clone());
            let owner = HubTask::new(hub, clock, keeper, reports.clone(), Arc::clone(&metrics));
            let accepting = accept(&listener, clock, &config, metrics, reports, &mut connections);
            tokio::select! {
                biased; // the order is the same in every simulation
                () = accepting => Ok(()),
                () = operating => Ok(()),
                ended = owner.run(inbox, config.grace_ms, shutdown, now) => ended,
            }
        };
        drop(listener);
        let closed = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(DRAIN_TIME, closed).await.is_err() {
            tracing::warn!("some connections are cut");
        }
        Ok(ended?)
    }
}

/// Restores the hub as it is configured, and logs what had to be set aside.
fn restore_hub(settings: HubConfig, config: &Config, clock: Clock, restored: Restored) -> Hub {
    let settings = HubConfig {
        greeting_ms: config.greeting_ms,
        first_id: clock.now().as_ms() << ID_BITS,
        watch_delay_plies: config.watch_delay_plies,
        limits: config.limits.clone(),
        ..settings
    };
    let (hub, set_aside) = Hub::restore(settings, clock.now(), restored);
    for SetAside { value, why } in set_aside {
        tracing::warn!(%value, %why, "stored value set aside");
    }
    hub
}

/// Serves operators for ever, if there is an address for them.
async fn operate(
    ops: Option<(TcpListener, SocketAddr)>,
    metrics: Arc<Metrics>,
    reports: mpsc::Sender<Report>,
) {
    match ops {
        Some((listener, _)) => ops::serve(listener, metrics, reports).await,
        None => std::future::pending().await,
    }
}
