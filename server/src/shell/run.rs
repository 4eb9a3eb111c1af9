//! The server at a socket: accepts connections and runs the task that owns the
//! hub.

use super::accept::accept;
use super::identity::Identity;
use super::listener;
use super::owner::Owner;
use crate::core::{Hub, Settings};
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
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

/// What the shell limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) greeting_ms: u64,
    pub(super) send_queue_frames: usize,
}

/// How a server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen.
    pub listen: SocketAddr,
    /// The most connections at once; [`limits::CONNECTIONS`].
    pub connections: usize,
    /// A connection must have joined within this; [`limits::GREETING_MS`].
    pub greeting_ms: u64,
    /// Frames that may wait for one connection; [`limits::SEND_QUEUE_FRAMES`].
    pub send_queue_frames: usize,
    /// How long running games may go on after the shutdown has begun.
    pub grace_ms: u64,
    /// With what the server shows over TLS who it is; `None`, it speaks in plain.
    pub identity: Option<Identity>,
}

impl Config {
    /// The usual limits, at `listen`. Running games end with the shutdown.
    #[must_use]
    pub const fn on(listen: SocketAddr) -> Self {
        Self {
            listen,
            connections: limits::CONNECTIONS,
            greeting_ms: limits::GREETING_MS,
            send_queue_frames: limits::SEND_QUEUE_FRAMES,
            grace_ms: 0,
            identity: None,
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
    config: Config,
    seed: [u8; 32],
}

impl Server {
    /// Begins to listen; must be called within a tokio runtime. Nobody is
    /// served before [`Server::run`].
    ///
    /// # Errors
    /// If the address cannot be had, or the system gives no random seed.
    pub async fn bind(config: Config) -> io::Result<Self> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(io::Error::other)?;
        let listener = listener::listen(config.listen)?;
        let local_addr = listener.local_addr()?;
        Ok(Self { listener, local_addr, config, seed })
    }

    /// Where the server listens: the port that was got, if 0 was asked for.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
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
        let Self { listener, local_addr: _, config, seed } = self;
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let limits =
            Limits { greeting_ms: config.greeting_ms, send_queue_frames: config.send_queue_frames.max(1) };
        let mut connections = JoinSet::new();
        {
            let accepting = accept(&listener, clock, limits, &config, reports, &mut connections);
            let settings = Settings {
                greeting_ms: config.greeting_ms,
                first_id: clock.now().as_ms() << ID_BITS,
                ..Settings::seeded(seed)
            };
            let owner = Owner::new(Hub::new(settings), clock);
            tokio::select! {
                () = accepting => {}
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
