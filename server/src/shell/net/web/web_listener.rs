//! The listener for browsers: accepts connections, and decides by which right each is served.

use super::config::WebConfig;
use super::visit::{Right, Shared};
use super::{connection, headers};
use crate::shell::net::accept::{ACCEPTS_PER_YIELD, Entrance, Listener as _, accept_one};
use crate::shell::net::connection_end::CutReason;
use crate::shell::net::listener;
use crate::shell::net::movable_stream::MovableStream;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// The socket for browsers.
#[derive(Debug)]
pub(crate) struct WebListener {
    listener: TcpListener,
    config: WebConfig,
    pub(crate) local_addr: SocketAddr,
}

impl WebListener {
    /// # Errors
    /// If the address is not available.
    pub(crate) fn bind(config: WebConfig) -> io::Result<Self> {
        let listener = listener::listen(config.listen)?;
        let local_addr = listener.local_addr()?;
        if config.root.is_none() {
            tracing::info!(address = %local_addr, "no web page: only WebSockets are served");
        }
        Ok(Self { listener, config, local_addr })
    }

    /// Accepts connections forever.
    pub(crate) async fn accept(&self, entrance: &Arc<Entrance>, connections: &mut JoinSet<()>) {
        let shared = Arc::new(Shared {
            entrance: Arc::clone(entrance),
            config: self.config.clone(),
            trusted_slots: Arc::new(Semaphore::new(entrance.config.connections)),
        });
        let mut accepted = 0_u64;
        loop {
            while connections.try_join_next().is_some() {}
            accepted += 1;
            if accepted.is_multiple_of(ACCEPTS_PER_YIELD) {
                tokio::task::yield_now().await;
            }
            let (stream, peer) = accept_one(&self.listener).await;
            let peer = peer.ip().to_canonical();
            let is_trusted = headers::is_within(peer, &shared.config.proxy_from);
            if entrance.is_proxy(peer) && !is_trusted {
                let Some(slot) = entrance.proxied_slot() else { continue };
                let shared = Arc::clone(&shared);
                connections.spawn(async move {
                    let proxied = read_proxied(&shared, stream, peer).await;
                    drop(slot);
                    if let Some((stream, client)) = proxied {
                        serve(shared, stream, client.unwrap_or(peer), client.is_none()).await;
                    }
                });
            } else if let Some(right) = right_of(&shared, peer) {
                let mover = TcpListener::mover(&stream);
                connections.spawn(connection::serve(Arc::clone(&shared), stream, mover, peer, right, false));
            }
        }
    }
}

/// Reads the header of a proxy; returns the stream with the address of its client, if that is valid.
async fn read_proxied(
    shared: &Shared,
    mut stream: MovableStream,
    proxy: IpAddr,
) -> Option<(MovableStream, Option<IpAddr>)> {
    let client = shared.entrance.read_proxy_header(&mut stream, proxy).await?;
    Some((stream, client))
}

/// Serves the connection of a proxy's client.
async fn serve(shared: Arc<Shared>, stream: MovableStream, client: IpAddr, is_proxys_own: bool) {
    if let Some(right) = right_of(&shared, client) {
        let mover = TcpListener::mover(&stream);
        Box::pin(connection::serve(shared, stream, mover, client, right, is_proxys_own)).await;
    }
}

/// Decides by which right a connection is served; `None` if it is to be closed.
fn right_of(shared: &Shared, peer: IpAddr) -> Option<Right> {
    if headers::is_within(peer, &shared.config.proxy_from) {
        let slot = Arc::clone(&shared.trusted_slots).try_acquire_owned().ok();
        if slot.is_none() {
            shared.entrance.metrics.record_cut(CutReason::Crowd);
        }
        return slot.map(|_slot| Right::Trusted { _slot });
    }
    match shared.entrance.admit(peer) {
        Ok(admitted) => Some(Right::Admitted(admitted)),
        Err(denial) => {
            let (reason, permit) = shared.entrance.deny(peer, denial)?;
            Some(Right::Denied(reason, permit))
        }
    }
}
