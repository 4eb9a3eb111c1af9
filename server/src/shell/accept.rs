//! Accepts connections, for as long as there is room and their addresses have
//! done nothing against it, and sets each going. What is said over one is
//! `connection`'s affair.

use super::connection::{self, Limits, Peer, Report};
use super::metrics::{Cut, Metrics};
use super::server::{Clock, Config};
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

/// Connections over a limit that are told so at the same time; others are closed
/// without a word.
const TURNED_AWAY_AT_ONCE: usize = 64;
/// So many are accepted one after another before all others get a turn. One at a time,
/// those who come back to a server that was restarted wait where the system holds only
/// so many.
const ACCEPTED_AT_ONCE: u64 = 128;
/// The first pause after a connection could not be accepted; it doubles up to
/// [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The part of an IPv6 address that tells the host, not the network.
const HOST_BITS: u32 = 64;

/// Where connections come from.
pub trait Listener: Send + Sync {
    /// What carries the bytes of one.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send + 'static;

    /// Waits for the next, and says from where it comes. None is lost if the wait
    /// is given up.
    ///
    /// # Errors
    /// If there is one and the system cannot give it; it is asked again.
    fn accept(&self) -> impl Future<Output = io::Result<(Self::Stream, SocketAddr)>> + Send;
}

impl Listener for TcpListener {
    type Stream = TcpStream;

    async fn accept(&self) -> io::Result<(TcpStream, SocketAddr)> {
        let (stream, address) = Self::accept(self).await?;
        // a move must not wait for the answer to the one before
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%address, %error, "no nodelay");
        }
        Ok((stream, address))
    }
}

/// Accepts connections for ever.
pub(super) async fn accept(
    listener: &impl Listener,
    clock: Clock,
    config: &Config,
    metrics: Arc<Metrics>,
    reports: mpsc::Sender<Report>,
    connections: &mut JoinSet<()>,
) {
    let gate = Arc::new(Gate::new(clock, config, metrics));
    let turned_away = Arc::new(Semaphore::new(TURNED_AWAY_AT_ONCE));
    let limits = Limits::of(config);
    let mut next_id = 0;
    let mut accepted: u64 = 0;
    loop {
        let (stream, peer) = accept_one(listener).await;
        accepted += 1;
        if accepted.is_multiple_of(ACCEPTED_AT_ONCE) {
            // many at once are not to keep those who are in from their turn
            tokio::task::yield_now().await;
        }
        while connections.try_join_next().is_some() {}
        let address = limited(peer);
        let refused = match gate.admit(address) {
            Ok(admitted) => {
                let id = ConnectionId(next_id);
                next_id += 1;
                tracing::debug!(connection = %id, address = %peer, "accepted");
                let (reports, identity) = (reports.clone(), config.identity.clone());
                let peer = Box::new(Peer { id, stream, address, clock, limits, reports, identity });
                connections.spawn(async move {
                    match connection::serve(peer).await {
                        Ok(None) => {}
                        Ok(Some(cut)) => admitted.gate.metrics.cut(cut),
                        Err(unserved) => admitted.failed(unserved),
                    }
                });
                continue;
            }
            Err(refused) => refused,
        };
        let reason = match refused {
            Refused::ServerFull => CloseReason::ServerFull,
            Refused::Address(NotAdmitted::AddressFull) => CloseReason::AddressFull,
            Refused::Address(NotAdmitted::Barred) => {
                gate.metrics.cut(Cut::Barred);
                continue;
            }
        };
        gate.metrics.closing(reason);
        if let Ok(permit) = Arc::clone(&turned_away).try_acquire_owned() {
            tracing::warn!(address = %peer, ?reason, "turned away");
            let identity = config.identity.clone();
            connections.spawn(async move {
                connection::turn_away(stream, identity, reason).await;
                drop(permit);
            });
        } else {
            gate.metrics.cut(Cut::Crowd);
        }
    }
}

/// Why a connection is not served.
enum Refused {
    /// There is no room for it.
    ServerFull,
    /// Its address has had its share.
    Address(NotAdmitted),
}

/// Counts who is in, for all and by address.
struct Gate {
    clock: Clock,
    room: Arc<Semaphore>,
    addresses: Mutex<Admission>,
    metrics: Arc<Metrics>,
}

impl Gate {
    fn new(clock: Clock, config: &Config, metrics: Arc<Metrics>) -> Self {
        let admission = Admission::new(config.address_connections, config.failed_greetings);
        let room = Arc::new(Semaphore::new(config.connections));
        Self { clock, room, addresses: Mutex::new(admission), metrics }
    }

    fn addresses(&self) -> MutexGuard<'_, Admission> {
        // whatever panicked, its counts are whole
        self.addresses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn admit(self: &Arc<Self>, address: Address) -> Result<Admitted, Refused> {
        let permit = Arc::clone(&self.room).try_acquire_owned().map_err(|_| Refused::ServerFull)?;
        self.addresses().admit(address, self.clock.now()).map_err(Refused::Address)?;
        self.metrics.connected();
        Ok(Admitted { gate: Arc::clone(self), address, _permit: permit })
    }
}

/// A connection that is in; it is out when this is dropped.
struct Admitted {
    gate: Arc<Gate>,
    address: Address,
    _permit: OwnedSemaphorePermit,
}

impl Admitted {
    /// Nothing came of its greeting.
    fn failed(&self, unserved: connection::Unserved) {
        self.gate.metrics.greeting_failed(unserved);
        if unserved.is_the_peers_doing() && self.gate.addresses().failed(self.address, self.gate.clock.now())
        {
            tracing::warn!(address = %readable(self.address), "barred for its failed greetings");
        }
    }
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.gate.addresses().ended(self.address);
        self.gate.metrics.disconnected();
    }
}

/// The address that limits go by.
fn limited(address: SocketAddr) -> Address {
    match address.ip().to_canonical() {
        IpAddr::V4(address) => Address(address.to_bits().into()),
        IpAddr::V6(address) => Address(address.to_bits() >> HOST_BITS << HOST_BITS),
    }
}

/// The address as people write it, or the network of an IPv6 one.
fn readable(address: Address) -> IpAddr {
    match u32::try_from(address.0) {
        Ok(bits) => IpAddr::V4(bits.into()),
        Err(_) => IpAddr::V6(address.0.into()),
    }
}

/// Accepts a connection. While the system has none to give, for want of
/// descriptors as a rule, it waits longer and longer.
async fn accept_one<L: Listener>(listener: &L) -> (L::Stream, SocketAddr) {
    let mut pause = FIRST_PAUSE;
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept");
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_ipv6_counts_as_one_address_and_ipv4_however_it_is_written() {
        let of = |text: &str| limited(text.parse().expect("an address"));
        assert_eq!(of("1.2.3.4:5"), of("[::ffff:1.2.3.4]:6"));
        assert_ne!(of("1.2.3.4:5"), of("1.2.3.5:5"));
        assert_eq!(of("[2001:db8::1]:5"), of("[2001:db8::2]:5"));
        assert_ne!(of("[2001:db8::1]:5"), of("[2001:db8:0:1::1]:5"));
        assert_eq!(readable(of("1.2.3.4:5")).to_string(), "1.2.3.4");
        assert_eq!(readable(of("[2001:db8::1]:5")).to_string(), "2001:db8::");
    }
}
