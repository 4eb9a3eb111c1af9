//! A connection of the web listener, as the requests that come by it see it.

use super::config::WebConfig;
use super::files::WebFiles;
use super::headers;
use crate::shell::net::accept::{Admitted, Entrance};
use chuhe_protocol::CloseReason;
use hyper::HeaderMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// What all connections of the web listener share.
pub(super) struct Shared {
    pub(super) entrance: Arc<Entrance>,
    pub(super) config: WebConfig,
    /// One for each connection of a trusted proxy without a WebSocket.
    pub(super) trusted_slots: Arc<Semaphore>,
}

impl Shared {
    pub(super) fn files(&self) -> Arc<WebFiles> {
        Arc::clone(&self.entrance.live.borrow().web_files)
    }

    /// How long a peer may take for a handshake or a request's head, and be idle.
    pub(super) fn request_time(&self) -> Duration {
        Duration::from_millis(self.entrance.config.greeting_ms)
    }
}

/// By which right a connection is served.
pub(super) enum Right {
    /// It is admitted by its address.
    Admitted(Admitted),
    /// It is not, and receives the reason.
    Denied(CloseReason, OwnedSemaphorePermit),
    /// It comes from a trusted proxy: its WebSocket is admitted by the address that the proxy names.
    Trusted { _slot: OwnedSemaphorePermit },
}

/// A WebSocket that was accepted.
pub(super) enum Accepted {
    /// By the right of its connection.
    AsConnected,
    /// By the address that a trusted proxy names.
    Forwarded(Admitted),
    /// Only to receive the reason for which it is closed.
    Denied(CloseReason, OwnedSemaphorePermit),
}

/// An HTTP connection, as its requests see it.
pub(super) struct Visit {
    pub(super) shared: Arc<Shared>,
    pub(super) peer: IpAddr,
    /// Whether it uses TLS.
    pub(super) is_secure: bool,
    /// Whether it should use TLS and does not.
    pub(super) requires_tls: bool,
    /// Whether the headers `X-Forwarded-…` are to be believed.
    pub(super) is_trusted: bool,
    /// Why the connection is served nothing else.
    pub(super) denial: Option<CloseReason>,
    accepted: Mutex<Option<Accepted>>,
    /// Whether bytes have arrived since the last request.
    pub(super) has_received: Arc<AtomicBool>,
}

impl Visit {
    pub(super) fn new(shared: Arc<Shared>, peer: IpAddr, right: &Right, is_secure: bool) -> Self {
        let denial = match right {
            Right::Denied(reason, _) => Some(*reason),
            Right::Admitted(_) | Right::Trusted { .. } => None,
        };
        let is_trusted = headers::is_within(peer, &shared.config.proxy_from);
        Self {
            shared,
            peer,
            is_secure,
            requires_tls: false,
            is_trusted,
            denial,
            accepted: Mutex::default(),
            has_received: Arc::default(),
        }
    }

    /// Records that a whole request has arrived.
    pub(super) fn begin_answer(&self) {
        self.has_received.store(false, Ordering::Relaxed);
    }

    /// Returns the address of the client that sends a request.
    pub(super) fn address(&self, headers: &HeaderMap) -> IpAddr {
        if self.is_trusted {
            headers::forwarded_address(headers, self.peer, &self.shared.config.proxy_from)
        } else {
            self.peer
        }
    }

    /// Makes a WebSocket of the connection, once the answer is sent.
    ///
    /// # Errors
    /// If its address is not admitted, and too many others receive the reason over their WebSockets.
    pub(super) fn open(&self, headers: &HeaderMap) -> Result<(), CloseReason> {
        let accepted = if self.is_trusted {
            let (entrance, address) = (&self.shared.entrance, self.address(headers));
            match entrance.admit(address) {
                Ok(admitted) => Accepted::Forwarded(admitted),
                Err(denial) => {
                    let (reason, permit) = entrance.deny(address, denial).ok_or(CloseReason::AddressFull)?;
                    Accepted::Denied(reason, permit)
                }
            }
        } else {
            Accepted::AsConnected
        };
        *self.accepted.lock().unwrap_or_else(PoisonError::into_inner) = Some(accepted);
        Ok(())
    }

    pub(super) fn take_accepted(&self) -> Option<Accepted> {
        self.accepted.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
