//! Accepts connections within the limits, and starts a task for each.

use super::clock::Clock;
use super::config::Config;
use super::connection::{self, Limits, Peer};
use super::connection_end::{CutReason, GreetingFailure};
use super::hub_message::HubMessage;
use super::metrics::Metrics;
use chuhe_hub::{Address, Admission, ConnectionId, NotAdmitted};
use chuhe_protocol::CloseReason;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::task::JoinSet;

/// Maximum number of rejected connections that are being sent the reason. Beyond it,
/// connections are closed without one.
const MAX_REJECTIONS: usize = 64;
/// Number of connections accepted before other tasks run. Yielding after each one would
/// let the system's backlog overflow when all clients reconnect after a restart.
const ACCEPTS_PER_YIELD: u64 = 128;
/// First pause after a failed accept; it doubles up to [`MAX_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const MAX_PAUSE: Duration = Duration::from_secs(1);
/// Number of bits of an IPv6 address that identify the host within its network.
const HOST_BITS: u32 = 64;

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
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, address) = Self::accept(self).await?;
        // with Nagle's algorithm a move would wait for the acknowledgement of the one before
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%address, %error, "cannot set TCP_NODELAY");
        }
        Ok((stream, address))
    }
}

/// Accepts connections forever.
pub(super) async fn accept(
    listener: &impl Listener,
    clock: Clock,
    config: &Config,
    metrics: Arc<Metrics>,
    to_hub: mpsc::Sender<HubMessage>,
    connections: &mut JoinSet<()>,
) {
    let gate = Arc::new(Gate::new(clock, config, metrics));
    let rejections = Arc::new(Semaphore::new(MAX_REJECTIONS));
    let limits = Limits::of(config);
    let mut next_id = 0;
    let mut accepted: u64 = 0;
    loop {
        let (stream, peer) = accept_one(listener).await;
        accepted += 1;
        if accepted.is_multiple_of(ACCEPTS_PER_YIELD) {
            tokio::task::yield_now().await;
        }
        while connections.try_join_next().is_some() {}
        let address = limited_address(peer);
        let denial = match gate.admit(address) {
            Ok(admitted) => {
                let id = ConnectionId(next_id);
                next_id += 1;
                tracing::debug!(connection = %id, address = %peer, "accepted");
                let (to_hub, identity) = (to_hub.clone(), config.identity.clone());
                let peer = Box::new(Peer { id, stream, address, clock, limits, to_hub, identity });
                connections.spawn(async move {
                    match connection::serve(peer).await {
                        Ok(None) => {}
                        Ok(Some(cut)) => admitted.gate.metrics.record_cut(cut),
                        Err(failure) => admitted.record_failure(failure),
                    }
                });
                continue;
            }
            Err(denial) => denial,
        };
        let reason = match denial {
            Denial::ServerFull => CloseReason::ServerFull,
            Denial::Address(NotAdmitted::AddressFull) => CloseReason::AddressFull,
            Denial::Address(NotAdmitted::Barred) => {
                gate.metrics.record_cut(CutReason::Barred);
                continue;
            }
        };
        gate.metrics.record_closing(reason);
        if let Ok(permit) = Arc::clone(&rejections).try_acquire_owned() {
            tracing::warn!(address = %peer, ?reason, "connection rejected");
            let identity = config.identity.clone();
            connections.spawn(async move {
                connection::reject(stream, identity, reason).await;
                drop(permit);
            });
        } else {
            gate.metrics.record_cut(CutReason::Crowd);
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

    fn admit(self: &Arc<Self>, address: Address) -> Result<Admitted, Denial> {
        let permit = Arc::clone(&self.slots).try_acquire_owned().map_err(|_| Denial::ServerFull)?;
        self.addresses().admit(address, self.clock.now()).map_err(Denial::Address)?;
        self.metrics.record_connected();
        Ok(Admitted { gate: Arc::clone(self), address, _permit: permit })
    }
}

/// An admitted connection, counted until this is dropped.
struct Admitted {
    gate: Arc<Gate>,
    address: Address,
    _permit: OwnedSemaphorePermit,
}

impl Admitted {
    fn record_failure(&self, failure: GreetingFailure) {
        self.gate.metrics.record_greeting_failure(failure);
        if failure.is_peers_fault() && self.gate.addresses().failed(self.address, self.gate.clock.now()) {
            tracing::warn!(address = %display_address(self.address), "address barred: too many failed greetings");
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.gate.addresses().ended(self.address);
        self.gate.metrics.record_disconnected();
    }
}

/// Returns the address that limits apply to: of IPv6, the network.
fn limited_address(address: SocketAddr) -> Address {
    match address.ip().to_canonical() {
        IpAddr::V4(address) => Address(address.to_bits().into()),
        IpAddr::V6(address) => Address(address.to_bits() >> HOST_BITS << HOST_BITS),
    }
}

/// Returns a limited address in its usual notation.
fn display_address(address: Address) -> IpAddr {
    match u32::try_from(address.0) {
        Ok(bits) => IpAddr::V4(bits.into()),
        Err(_) => IpAddr::V6(address.0.into()),
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
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_count_an_ipv6_network_as_one_address_and_canonicalize_ipv4() {
        let of = |text: &str| limited_address(text.parse().expect("an address"));
        assert_eq!(of("1.2.3.4:5"), of("[::ffff:1.2.3.4]:6"));
        assert_ne!(of("1.2.3.4:5"), of("1.2.3.5:5"));
        assert_eq!(of("[2001:db8::1]:5"), of("[2001:db8::2]:5"));
        assert_ne!(of("[2001:db8::1]:5"), of("[2001:db8:0:1::1]:5"));
        assert_eq!(display_address(of("1.2.3.4:5")).to_string(), "1.2.3.4");
        assert_eq!(display_address(of("[2001:db8::1]:5")).to_string(), "2001:db8::");
    }
}
