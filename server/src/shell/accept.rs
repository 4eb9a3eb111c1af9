//! Accepts connections, for as long as there is room, and sets each going. What
//! is said over one is `connection`'s affair.

use super::connection::{self, Peer, Report};
use super::run::{Clock, Config, Limits};
use crate::core::{Address, ConnectionId};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

/// Connections over the limit that are told so at the same time; others are
/// closed without a word.
const TURNED_AWAY_AT_ONCE: usize = 64;
/// The first pause after a connection could not be accepted; it doubles up to
/// [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(5);
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// The part of an IPv6 address that tells the host, not the network.
const HOST_BITS: u32 = 64;

/// Accepts connections for ever.
pub(super) async fn accept(
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
