//! The server at a socket: accepts connections, owns the hub in one task, feeds
//! it what they report, and performs what it asks for.

use super::connection::{self, Handle, Peer, Report, Stalled};
use super::identity::Identity;
use super::listener;
use crate::core::{Address, ConnectionId, Hub, Input, Output, Settings};
use bytes::Bytes;
use chuhe_protocol::{ServerMessage, limits};
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// What may wait to be told to the hub, over all connections; beyond it they
/// are read no further.
const REPORTS: usize = 4096;
/// The most reports that the hub is fed before its timers and sockets get a turn.
const BATCH: usize = 256;
/// Connections over the limit that are told so at the same time; others are
/// closed without a word.
const TURNED_AWAY_AT_ONCE: usize = 64;
/// The first pause after a connection could not be accepted; it doubles up to
/// [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// How long the connections together may take to end once the hub has stopped;
/// each on its own takes less.
const DRAIN_TIME: Duration = Duration::from_secs(4);

/// The numbers of players, challenges and games begin at the milliseconds since
/// 1970 times two to this: a server that gives out fewer in a millisecond never
/// gives one twice, in whichever run, and they fit into the 53 bits in which
/// every language counts.
const ID_BITS: u32 = 10;
/// The part of an IPv6 address that tells the host, not the network.
const HOST_BITS: u32 = 64;

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
            let settings =
                Settings { seed, greeting_ms: config.greeting_ms, first_id: clock.now().as_ms() << ID_BITS };
            let hub = Owner { hub: Hub::new(settings), clock, handles: BTreeMap::new(), stopped: false };
            tokio::select! {
                () = accepting => {}
                () = hub.run(inbox, config.grace_ms, shutdown, now) => {}
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

/// Accepts connections for ever.
async fn accept(
    listener: &TcpListener,
    clock: Clock,
    limits: Limits,
    config: &Config,
    reports: mpsc::Sender<Report>,
    connections: &mut JoinSet<()>,
) {
    let room = Arc::new(Semaphore::new(config.connections));
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY_AT_ONCE));
    let mut next_id = 0;
    loop {
        let (stream, address) = accept_one(listener).await;
        while connections.try_join_next().is_some() {}
        if let Ok(permit) = Arc::clone(&room).try_acquire_owned() {
            let id = ConnectionId(next_id);
            next_id += 1;
            tracing::debug!(connection = %id, %address, "accepted");
            let peer =
                Peer { id, stream, address: limited(address), clock, limits, reports: reports.clone() };
            let identity = config.identity.clone();
            connections.spawn(async move {
                connection::serve(peer, identity).await;
                drop(permit);
            });
        } else if let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() {
            tracing::warn!(%address, "no room for another connection");
            let identity = config.identity.clone();
            connections.spawn(async move {
                connection::turn_away(stream, identity).await;
                drop(permit);
            });
        }
    }
}

/// The address that limits go by.
fn limited(address: SocketAddr) -> Address {
    match address.ip().to_canonical() {
        IpAddr::V4(address) => Address(address.to_bits().into()),
        IpAddr::V6(address) => Address(address.to_bits() >> HOST_BITS << HOST_BITS),
    }
}

/// Accepts a connection. While the system has none to give, for want of
/// descriptors as a rule, it waits longer and longer.
async fn accept_one(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    let mut pause = FIRST_PAUSE;
    loop {
        match listener.accept().await {
            Ok((stream, address)) => {
                // a move must not wait for the answer to the one before
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "no nodelay");
                }
                return (stream, address);
            }
            Err(error) => {
                tracing::warn!(%error, "cannot accept");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

/// The one owner of the hub and of the ways to write to its connections.
struct Owner {
    hub: Hub,
    clock: Clock,
    handles: BTreeMap<ConnectionId, Handle>,
    stopped: bool,
}

impl Owner {
    /// Feeds the hub until it has stopped.
    async fn run(
        mut self,
        mut inbox: mpsc::Receiver<Report>,
        grace_ms: u64,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) {
        let mut batch = Vec::with_capacity(BATCH);
        let (mut stopping, mut hurried) = (false, false);
        tokio::pin!(shutdown, now);
        while !self.stopped {
            let timeout = self.hub.poll_timeout().map(|at| self.clock.instant(at));
            tokio::select! {
                // in this order; what is due is done with every report too, so
                // neither can keep the other from its turn
                biased;
                () = &mut shutdown, if !stopping => {
                    stopping = true;
                    self.tell(Input::Shutdown { grace_ms });
                }
                () = &mut now, if stopping && !hurried => {
                    hurried = true;
                    self.tell(Input::Shutdown { grace_ms: 0 });
                }
                _ = inbox.recv_many(&mut batch, BATCH) => {
                    for report in batch.drain(..) {
                        self.take(report);
                    }
                }
                () = sleep_until(timeout) => self.tell(Input::Tick),
            }
        }
        // those who have just greeted are told of the end too
        inbox.close();
        while let Ok(report) = inbox.try_recv() {
            self.take(report);
        }
    }

    fn take(&mut self, report: Report) {
        match report {
            Report::Opened(handle) => {
                let (id, address, accepted_at) = (handle.id, handle.address, handle.accepted_at);
                self.handles.insert(id, handle);
                self.tell(Input::Connected(id, address, accepted_at));
            }
            Report::Input(input) => {
                if let Input::Disconnected(id) = input {
                    self.handles.remove(&id);
                }
                self.tell(input);
            }
        }
    }

    /// Tells the hub and does what it asks for. Connections that turn out to
    /// read too slowly are told in turn.
    fn tell(&mut self, input: Input) {
        self.hub.handle(self.clock.now(), input);
        let mut stalled = Vec::new();
        loop {
            while let Some(output) = self.hub.poll_output() {
                self.perform(output, &mut stalled);
            }
            let Some(slow) = stalled.pop() else { break };
            self.hub.handle(self.clock.now(), Input::Stalled(slow));
        }
    }

    fn perform(&mut self, output: Output, stalled: &mut Vec<ConnectionId>) {
        match output {
            // nothing is kept yet, and nothing asked
            Output::Save(_) | Output::Ask(..) => {}
            Output::Send(to, message) | Output::Notice(to, message) => self.send(&[to], &message, stalled),
            Output::Broadcast(to, message) => self.send(&to, &message, stalled),
            Output::Close(id, reason) => {
                if let Some(handle) = self.handles.remove(&id) {
                    handle.close(reason);
                }
            }
            Output::Stop => self.stopped = true,
        }
    }

    fn send(&self, receivers: &[ConnectionId], message: &ServerMessage, stalled: &mut Vec<ConnectionId>) {
        let Some(frame) = connection::encode(message) else { return };
        for id in receivers {
            let Some(handle) = self.handles.get(id) else { continue };
            match handle.queue(Bytes::clone(&frame)) {
                Ok(()) => {}
                Err(Stalled) => stalled.push(*id),
            }
        }
    }
}

/// Waits until `at`, or for ever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::greeting::{Answer, Hello};
    use chuhe_protocol::{CloseReason, frame, wire};
    use futures_util::{SinkExt, StreamExt};
    use tokio_util::codec::Framed;

    #[tokio::test]
    async fn one_whose_greeting_the_stop_overtakes_is_told_too() {
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let (near, far) = tokio::io::duplex(4096);
        let limits = Limits { greeting_ms: limits::GREETING_MS, send_queue_frames: 4 };
        let address = Address::default();
        let peer = Peer { id: ConnectionId(1), stream: near, address, clock, limits, reports };
        let served = tokio::spawn(connection::serve(peer, None));
        let mut client = Framed::new(far, frame::server_frames());
        client.send(Bytes::copy_from_slice(&Hello::current().encode())).await.expect("it listens");
        let answer = client.next().await.expect("an answer").expect("a frame");
        assert!(Answer::decode(&answer).expect("a greeting").welcome);
        while inbox.is_empty() {
            tokio::task::yield_now().await;
        }
        let hub = Hub::new(Settings::seeded([1; 32]));
        let owner = Owner { hub, clock, handles: BTreeMap::new(), stopped: false };
        owner.run(inbox, 0, std::future::ready(()), std::future::pending()).await;
        let told = client.next().await.expect("he is told").expect("a frame");
        let closing = ServerMessage::Closing { reason: CloseReason::ShuttingDown };
        assert_eq!(wire::decode::<ServerMessage>(&told), Ok(closing));
        drop(client);
        served.await.expect("it ends");
    }
}
