//! Accepts connections within the limits, and starts a task for each.

use super::connection::{self, Limits, Peer};
use super::connection_end::{CutReason, GreetingFailure};
use super::framing::Framing;
use super::movable_stream::{MovableStream, Mover};
use super::peer_address::limited_address;
use super::proxy_header;
use super::tls_identity::TlsIdentity;
use crate::shell::hall::clock::Clock;
use crate::shell::node::hall_router::HallRouter;
use crate::shell::operate::config::Config;
use crate::shell::operate::live::LiveConfig;
use crate::shell::operate::log_limits::{self, Noise};
use crate::shell::operate::metrics::Metrics;
use crate::shell::operate::security_log;
use chuhe_hub::{Admission, ConnectionId, NotAdmitted};
use chuhe_protocol::CloseReason;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// Maximum number of rejected connections that are being sent the reason. Beyond it,
/// connections are closed without one.
const MAX_REJECTIONS: usize = 64;
/// Number of connections accepted before other tasks run. Yielding after each one would
/// let the system's backlog overflow when all clients reconnect after a restart.
pub(crate) const ACCEPTS_PER_YIELD: u64 = 128;
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

/// What every way into the server shares: the limits, and where connections go.
pub(crate) struct Entrance {
    pub(crate) clock: Clock,
    pub(crate) config: Config,
    pub(crate) live: watch::Receiver<LiveConfig>,
    pub(crate) router: Arc<HallRouter>,
    pub(crate) metrics: Arc<Metrics>,
    gate: Arc<Gate>,
    rejections: Arc<Semaphore>,
    proxied_slots: Arc<Semaphore>,
}

impl Entrance {
    pub(crate) fn new(
        clock: Clock,
        config: &Config,
        live: watch::Receiver<LiveConfig>,
        router: Arc<HallRouter>,
    ) -> Arc<Self> {
        let metrics = Arc::clone(&router.metrics);
        let gate = Arc::new(Gate::new(clock, config, Arc::clone(&metrics)));
        Arc::new(Self {
            clock,
            config: config.clone(),
            live,
            router,
            metrics,
            gate,
            rejections: Arc::new(Semaphore::new(MAX_REJECTIONS)),
            proxied_slots: Arc::new(Semaphore::new(MAX_PROXIED)),
        })
    }

    /// Counts a connection from `address`, until the result is dropped.
    pub(crate) fn admit(&self, address: IpAddr) -> Result<Admitted, Denial> {
        let admitted = self.gate.admit(address)?;
        tracing::debug!(connection = %admitted.id, %address, "accepted");
        Ok(admitted)
    }

    /// Records that a connection is not admitted; returns the reason that it is to be sent. `None` if
    /// it is to be closed without one: it is barred, or too many others receive theirs.
    pub(crate) fn deny(
        &self,
        address: IpAddr,
        denial: Denial,
    ) -> Option<(CloseReason, OwnedSemaphorePermit)> {
        let reason = match denial {
            Denial::ServerFull => CloseReason::ServerFull,
            Denial::Address(NotAdmitted::AddressFull) => CloseReason::AddressFull,
            Denial::Address(NotAdmitted::Barred) => {
                self.metrics.record_cut(CutReason::Barred);
                return None;
            }
        };
        self.metrics.record_closing(reason);
        let Ok(permit) = Arc::clone(&self.rejections).try_acquire_owned() else {
            self.metrics.record_cut(CutReason::Crowd);
            return None;
        };
        if log_limits::admits(Noise::ConnectionRejected) {
            tracing::warn!(%address, ?reason, "connection rejected");
        }
        Some((reason, permit))
    }

    /// Returns the right to read the header of a proxy's connection, unless too many are read.
    pub(crate) fn proxied_slot(&self) -> Option<OwnedSemaphorePermit> {
        let slot = Arc::clone(&self.proxied_slots).try_acquire_owned().ok();
        if slot.is_none() {
            self.metrics.record_cut(CutReason::Crowd);
        }
        slot
    }

    /// Whether connections from this address begin with a header of the PROXY protocol.
    pub(crate) fn is_proxy(&self, address: IpAddr) -> bool {
        self.config.proxy_from.iter().any(|network| network.contains(&address))
    }

    /// Reads the header of a proxy's connection; returns the address of its client, `None` inside
    /// if the proxy connects on its own behalf. Records a failure, and then returns `None`.
    pub(crate) async fn read_proxy_header<S: AsyncRead + Unpin>(
        &self,
        stream: &mut S,
        proxy: IpAddr,
    ) -> Option<Option<IpAddr>> {
        let reading = proxy_header::read(stream);
        let address = timeout(Duration::from_millis(self.config.greeting_ms), reading).await;
        match address.unwrap_or(Err(GreetingFailure::Late)) {
            Ok(client) => Some(client),
            Err(failure) => {
                self.metrics.record_greeting_failure(failure);
                if log_limits::admits(Noise::ProxyHeaderInvalid) {
                    tracing::warn!(%proxy, reason = %failure, "connection from a proxy rejected");
                }
                None
            }
        }
    }

    /// Returns what is needed to serve the stream of an admitted connection.
    pub(crate) fn peer<S>(&self, admitted: &Admitted, stream: S, mover: Mover) -> Box<Peer<S>> {
        let limits = Limits::new(self.config.greeting_ms, &self.live.borrow().limits);
        Box::new(Peer {
            id: admitted.id,
            stream,
            address: admitted.address,
            clock: self.clock,
            limits,
            router: Arc::clone(&self.router),
            mover,
            identity: None,
            framing: Framing::Prefixed,
        })
    }

    /// Returns the certificate for a new connection; `None` if the server uses plain TCP.
    pub(crate) fn identity(&self) -> Option<TlsIdentity> {
        self.live.borrow().identity.clone()
    }
}

/// Accepts connections forever.
pub(crate) async fn accept<L: Listener>(
    listener: &L,
    entrance: &Arc<Entrance>,
    connections: &mut JoinSet<()>,
) {
    let (proxied, mut clients) = mpsc::channel(MAX_PROXIED);
    let mut accepted = 0_u64;
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
                if entrance.is_proxy(address) {
                    let Some(slot) = entrance.proxied_slot() else { continue };
                    let (entrance, proxied) = (Arc::clone(entrance), proxied.clone());
                    connections.spawn(async move {
                        read_proxied(stream, address, &entrance, proxied).await;
                        drop(slot);
                    });
                    continue;
                }
                Accepted { stream, address, is_proxys_own: false }
            }
        };
        match entrance.admit(address) {
            Ok(admitted) => {
                let mover = L::mover(&stream);
                let mut peer = entrance.peer(&admitted, stream, mover);
                peer.identity = entrance.identity();
                connections.spawn(async move {
                    let ended = connection::serve(peer).await;
                    admitted.record_end(ended, is_proxys_own);
                });
            }
            Err(denial) => {
                let Some((reason, permit)) = entrance.deny(address, denial) else { continue };
                let identity = entrance.identity();
                connections.spawn(async move {
                    connection::reject(stream, Framing::Prefixed, identity, reason).await;
                    drop(permit);
                });
            }
        }
    }
}

/// Reads the header of a proxy's connection, and passes it on with the address of its client.
async fn read_proxied<S: AsyncRead + Unpin>(
    mut stream: S,
    proxy: IpAddr,
    entrance: &Entrance,
    proxied: mpsc::Sender<Accepted<S>>,
) {
    if let Some(client) = entrance.read_proxy_header(&mut stream, proxy).await {
        let address = client.unwrap_or(proxy);
        // fails only if the server has stopped
        let _ = proxied.send(Accepted { stream, address, is_proxys_own: client.is_none() }).await;
    }
}

/// Why a connection is not admitted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Denial {
    /// The server has as many connections as it may.
    ServerFull,
    /// The address has reached one of its limits.
    Address(NotAdmitted),
}

/// Counts the open connections, in total and by address.
struct Gate {
    clock: Clock,
    next_id: AtomicU64,
    slots: Arc<Semaphore>,
    addresses: Mutex<Admission>,
    metrics: Arc<Metrics>,
}

impl Gate {
    fn new(clock: Clock, config: &Config, metrics: Arc<Metrics>) -> Self {
        let admission = Admission::new(config.address_connections, config.failed_greetings);
        let slots = Arc::new(Semaphore::new(config.connections));
        let (next_id, addresses) = (AtomicU64::new(0), Mutex::new(admission));
        Self { clock, next_id, slots, addresses, metrics }
    }

    fn addresses(&self) -> MutexGuard<'_, Admission> {
        // nothing panics between two changes that belong together, so poisoned counts are consistent
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admit(self: &Arc<Self>, address: IpAddr) -> Result<Admitted, Denial> {
        let permit = Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Denial::ServerFull)?;
        self.addresses().admit(limited_address(address), self.clock.now()).map_err(Denial::Address)?;
        self.metrics.record_connected();
        let id = ConnectionId(self.next_id.fetch_add(1, Ordering::Relaxed));
        Ok(Admitted { gate: Arc::clone(self), id, address, _permit: permit })
    }
}

/// An admitted connection, counted until this is dropped.
pub(crate) struct Admitted {
    gate: Arc<Gate>,
    pub(crate) id: ConnectionId,
    pub(crate) address: IpAddr,
    _permit: OwnedSemaphorePermit,
}

impl Admitted {
    /// Records how the connection ended.
    pub(crate) fn record_end(self, ended: Result<Option<CutReason>, GreetingFailure>, is_proxys_own: bool) {
        match ended {
            Ok(None) => {}
            Ok(Some(cut)) => self.gate.metrics.record_cut(cut),
            // a health check ends without a greeting, and is no attack
            Err(failure) if is_proxys_own => {
                tracing::debug!(connection = %self.id, reason = %failure, "a proxy's own connection ended");
            }
            Err(failure) => self.record_failure(failure),
        }
    }

    fn record_failure(&self, failure: GreetingFailure) {
        self.gate.metrics.record_greeting_failure(failure);
        if !failure.is_peers_fault() {
            tracing::debug!(connection = %self.id, reason = %failure, "connection rejected");
            return;
        }
        security_log::record_greeting_failure(self.address, self.id, failure);
        let is_barred = self.gate.addresses().failed(limited_address(self.address), self.gate.clock.now());
        if is_barred && log_limits::admits(Noise::AddressBarred) {
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
pub(crate) async fn accept_one<L: Listener>(listener: &L) -> (L::Stream, SocketAddr) {
    let mut pause = FIRST_PAUSE;
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                if log_limits::admits(Noise::AcceptFailed) {
                    tracing::warn!(%error, "cannot accept a connection");
                }
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
    }
}
