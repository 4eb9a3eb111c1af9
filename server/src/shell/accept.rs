//! Accepts connections within the limits, and starts a task for each.

use super::clock::Clock;
use super::config::Config;
use super::connection::{self, Destination, Limits, Peer};
use super::connection_end::{CutReason, GreetingFailure};
use super::live::LiveConfig;
use super::log_limits::{self, Line};
use super::metrics::Metrics;
use super::movable_stream::{MovableStream, Mover};
use super::peer_address::limited_address;
use super::tls_identity::TlsIdentity;
use super::{proxy_header, security_log};
use chuhe_hub::{Admission, ConnectionId, NotAdmitted};
use chuhe_protocol::CloseReason;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::JoinSet;

/// Maximum number of rejected connections that are being sent the reason. Beyond it,
/// connections are closed without one.
const MAX_REJECTIONS: usize = 64;
/// Number of connections accepted before other tasks run. Yielding after each one would
/// let the system's backlog overflow when all clients reconnect after a restart.
const ACCEPTS_PER_YIELD: u64 = 128;
/// Maximum number of connections from proxies whose header is read or that wait to be admitted.
/// A proxy sends the header at once, so only a broken one has many of them.
const MAX_PROXIED: usize = 256;
/// First pause after a failed accept; it doubles up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_secs(1);

/// A source of incoming connections.
pub trait Listener: Send + Sync {
    /// The byte stream of one connection.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Waits for the next connection; returns it with the peer's address.
    ///
    /// Must be cancel safe: dropping the future loses no connection.
    ///
    /// # Errors
    /// If the system cannot accept the connection. The server retries.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;

    /// Returns what moves a stream to another runtime; nothing by default.
    fn mover(_stream: &Self::Stream) -> Mover {
        Mover::default()
    }
}

impl Listener for TcpListener {
    type Stream = MovableStream;

    async fn accept(&self) -> io::Result<(MovableStream, SocketAddr)> {
        let (stream, address) = Self::accept(self).await?;
        // with Nagle's algorithm a move would wait for the acknowledgement of the one before
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%address, %error, "cannot set TCP_NODELAY");
        }
        Ok((MovableStream::new(stream), address))
    }

    fn mover(stream: &MovableStream) -> Mover {
        stream.mover()
    }
}

/// An accepted stream, and who connects.
struct Accepted<S> {
    stream: S,
    address: IpAddr,
    /// Whether a proxy connects on its own behalf, as for a health check.
    is_proxys_own: bool,
}

/// Accepts connections forever.
pub(super) async fn accept<L: Listener>(
    listener: &L,
    clock: Clock,
    config: &Config,
    live: watch::Receiver<LiveConfig>,
    metrics: Arc<Metrics>,
    destination: Destination,
    connections: &mut JoinSet<()>,
) {
    let gate = Arc::new(Gate::new(clock, config, metrics));
    let rejections = Arc::new(Semaphore::new(MAX_REJECTIONS));
    let proxied_slots = Arc::new(Semaphore::new(MAX_PROXIED));
    let (proxied, mut clients) = mpsc::channel(MAX_PROXIED);
    let (mut next_id, mut accepted) = (0, 0_u64);
    loop {
        while connections.try_join_next().is_some() {}
        accepted += 1;
        if accepted.is_multiple_of(ACCEPTS_PER_YIELD) {
            tokio::task::yield_now().await;
        }
        let Accepted { stream, address, is_proxys_own } = tokio::select! {
            biased; // the simulation needs a fixed order
            Some(client) = clients.recv() => client,
            (stream, peer) = accept_one(listener) => {
                let address = peer.ip().to_canonical();
                if config.proxy_from.iter().any(|network| network.contains(&address)) {
                    let Ok(slot) = Arc::clone(&proxied_slots).try_acquire_owned() else {
                        gate.metrics.record_cut(CutReason::Crowd);
                        continue;
                    };
                    let (gate, proxied) = (Arc::clone(&gate), proxied.clone());
                    let reading = read_proxied(stream, address, gate, config.greeting_ms, proxied);
                    connections.spawn(async move {
                        reading.await;
                        drop(slot);
                    });
                    continue;
                }
                Accepted { stream, address, is_proxys_own: false }
            }
        };
        let id = ConnectionId(next_id);
        let denial = match gate.admit(id, address) {
            Ok(admitted) => {
                next_id += 1;
                tracing::debug!(connection = %id, %address, "accepted");
                let (destination, identity) = (destination.clone(), live.borrow().identity.clone());
                let limits = Limits::new(config.greeting_ms, &live.borrow().limits);
                let mover = L::mover(&stream);
                let peer = Peer { id, stream, address, clock, limits, destination, mover, identity };
                let peer = Box::new(peer);
                connections.spawn(async move {
                    match connection::serve(peer).await {
                        Ok(None) => {}
                        Ok(Some(cut)) => admitted.gate.metrics.record_cut(cut),
                        // a health check ends without a greeting, and is no attack
                        Err(failure) if is_proxys_own => {
                            tracing::debug!(connection = %id, reason = %failure, "a proxy's own connection ended");
                        }
                        Err(failure) => admitted.record_failure(failure),
                    }
                });
                continue;
            }
            Err(denial) => denial,
        };
        let identity = live.borrow().identity.clone();
        turn_away(stream, address, denial, &gate, &rejections, identity, connections);
    }
}

/// Closes a connection that is not admitted: with a reason, unless too many others receive theirs.
fn turn_away<S>(
    stream: S,
    address: IpAddr,
    denial: Denial,
    gate: &Gate,
    rejections: &Arc<Semaphore>,
    identity: Option<TlsIdentity>,
    connections: &mut JoinSet<()>,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let reason = match denial {
        Denial::ServerFull => CloseReason::ServerFull,
        Denial::Address(NotAdmitted::AddressFull) => CloseReason::AddressFull,
        Denial::Address(NotAdmitted::Barred) => return gate.metrics.record_cut(CutReason::Barred),
    };
    gate.metrics.record_closing(reason);
    let Ok(permit) = Arc::clone(rejections).try_acquire_owned() else {
        return gate.metrics.record_cut(CutReason::Crowd);
    };
    if log_limits::admits(Line::ConnectionRejected) {
        tracing::warn!(%address, ?reason, "connection rejected");
    }
    connections.spawn(async move {
        connection::reject(stream, identity, reason).await;
        drop(permit);
    });
}

/// Reads the header of a proxy's connection, and passes it on with the address of its client.
async fn read_proxied<S: AsyncRead + Unpin>(
    mut stream: S,
    proxy: IpAddr,
    gate: Arc<Gate>,
    timeout_ms: u64,
    proxied: mpsc::Sender<Accepted<S>>,
) {
    let reading = proxy_header::read(&mut stream);
    let address = tokio::time::timeout(Duration::from_millis(timeout_ms), reading).await;
    match address.unwrap_or(Err(GreetingFailure::Late)) {
        Ok(client) => {
            let address = client.unwrap_or(proxy);
            // fails only if the server has stopped
            let _ = proxied.send(Accepted { stream, address, is_proxys_own: client.is_none() }).await;
        }
        Err(failure) => {
            gate.metrics.record_greeting_failure(failure);
            if log_limits::admits(Line::ProxyHeaderInvalid) {
                tracing::warn!(%proxy, reason = %failure, "connection from a proxy rejected");
            }
        }
    }
}

/// Why a connection is not admitted.
enum Denial {
    /// The server has as many connections as it may.
    ServerFull,
    /// The address has reached one of its limits.
    Address(NotAdmitted),
}

/// Counts the open connections, in total and by address.
struct Gate {
    clock: Clock,
    slots: Arc<Semaphore>,
    addresses: Mutex<Admission>,
    metrics: Arc<Metrics>,
}

impl Gate {
    fn new(clock: Clock, config: &Config, metrics: Arc<Metrics>) -> Self {
        let admission = Admission::new(config.address_connections, config.failed_greetings);
        let slots = Arc::new(Semaphore::new(config.connections));
        Self { clock, slots, addresses: Mutex::new(admission), metrics }
    }

    fn addresses(&self) -> MutexGuard<'_, Admission> {
        // nothing panics between two changes that belong together, so poisoned counts are consistent
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admit(self: &Arc<Self>, id: ConnectionId, address: IpAddr) -> Result<Admitted, Denial> {
        let permit = Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Denial::ServerFull)?;
        self.addresses().admit(limited_address(address), self.clock.now()).map_err(Denial::Address)?;
        self.metrics.record_connected();
        Ok(Admitted { gate: Arc::clone(self), id, address, _permit: permit })
    }
}

/// An admitted connection, counted until this is dropped.
struct Admitted {
    gate: Arc<Gate>,
    id: ConnectionId,
    address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Admitted {
    fn record_failure(&self, failure: GreetingFailure) {
        self.gate.metrics.record_greeting_failure(failure);
        if !failure.is_peers_fault() {
            tracing::debug!(connection = %self.id, reason = %failure, "connection rejected");
            return;
        }
        security_log::record_greeting_failure(self.address, self.id, failure);
        let is_barred = self.gate.addresses().failed(limited_address(self.address), self.gate.clock.now());
        if is_barred && log_limits::admits(Line::AddressBarred) {
            tracing::warn!(address = %self.address, "address barred: too many failed greetings");
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.gate.addresses().ended(limited_address(self.address));
        self.gate.metrics.record_disconnected();
    }
}

/// Accepts one connection. While the system cannot provide any, usually for lack of file
/// descriptors, it retries with increasing pauses.
async fn accept_one<L: Listener>(listener: &L) -> (L::Stream, SocketAddr) {
    let mut pause = FIRST_PAUSE;
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                if log_limits::admits(Line::AcceptFailed) {
                    tracing::warn!(%error, "cannot accept a connection");
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
    }
}
