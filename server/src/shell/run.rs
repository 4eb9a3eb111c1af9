//! The server at a socket: accepts connections and runs the task that owns the
//! hub.

use super::accept::accept;
use super::connection::Report;
use super::identity::Identity;
use super::listener;
use super::metrics::Metrics;
use super::ops;
use super::owner::Owner;
use crate::core::{Hub, Settings};
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
    /// Frames that may wait for one connection; [`limits::SEND_QUEUE_FRAMES`].
    pub send_queue_frames: usize,
    /// Bytes that may wait for one connection; [`limits::SEND_QUEUE_BYTES`].
    pub send_queue_bytes: usize,
    /// A reader that reads nothing for so long is cut; [`limits::UNREAD_MS`].
    pub unread_ms: u64,
    /// How long running games may go on after the shutdown has begun.
    pub grace_ms: u64,
    /// Watchers are told of a move when so many plies were played after it; at
    /// most [`limits::WATCH_DELAY_PLIES`].
    pub watch_delay_plies: u8,
    /// With what the server shows over TLS who it is; `None`, it speaks in plain.
    pub identity: Option<Identity>,
    /// Where operators may ask for numbers and health; an address that only this
    /// machine can reach.
    pub ops: Option<SocketAddr>,
}

impl Config {
    /// The usual limits, at `listen`. Running games end with the shutdown.
    #[must_use]
    pub const fn on(listen: SocketAddr) -> Self {
        Self {
            listen,
            connections: limits::CONNECTIONS,
            address_connections: limits::ADDRESS_CONNECTIONS,
            failed_greetings: limits::FAILED_GREETINGS,
            greeting_ms: limits::GREETING_MS,
            send_queue_frames: limits::SEND_QUEUE_FRAMES,
            send_queue_bytes: limits::SEND_QUEUE_BYTES,
            unread_ms: limits::UNREAD_MS,
            grace_ms: 0,
            watch_delay_plies: 0,
            identity: None,
            ops: None,
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
        Self { start: Instant::now(), start_at: Timestamp::from_ms(millis(since_1970)) }
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

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    local_addr: SocketAddr,
    ops: Option<(TcpListener, SocketAddr)>,
    config: Config,
    seed: [u8; 32],
}

impl Server {
    /// Begins to listen; must be called within a tokio runtime. Nobody is
    /// served before [`Server::run`].
    ///
    /// # Errors
    /// If an address cannot be had, which the error names, or operators are to be
    /// served at one that others can reach, or the system gives no random seed.
    pub async fn bind(config: Config) -> io::Result<Self> {
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
        Ok(Self { listener, local_addr, ops, config, seed })
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
    /// None yet; a later server may fail to keep what has happened.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> io::Result<()> {
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
    ) -> io::Result<()> {
        let Self { listener, local_addr: _, ops, config, seed } = self;
        let metrics = Metrics::new(ops.is_some());
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let mut connections = JoinSet::new();
        {
            let operating = operate(ops, Arc::clone(&metrics), reports.clone());
            let accepting =
                accept(&listener, clock, &config, Arc::clone(&metrics), reports, &mut connections);
            let settings = Settings {
                greeting_ms: config.greeting_ms,
                first_id: clock.now().as_ms() << ID_BITS,
                watch_delay_plies: config.watch_delay_plies,
                ..Settings::seeded(seed)
            };
            let owner = Owner::new(Hub::new(settings), clock, metrics);
            tokio::select! {
                () = accepting => {}
                () = operating => {}
                () = owner.run(inbox, config.grace_ms, shutdown, now) => {}
            }
        }
        drop(listener);
        let ended = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(DRAIN_TIME, ended).await.is_err() {
            tracing::warn!("some connections are cut");
        }
        Ok(())
    }
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
