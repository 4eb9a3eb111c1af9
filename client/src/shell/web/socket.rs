//! The transport over the WebSocket of the page. Each binary message is one frame.

use super::page;
use chuhe_model::exchange::event::{Closed, ConnectFailure, NetworkEvent};
use chuhe_model::exchange::transport::Transport;
use chuhe_model::exchange::trust::Security;
use chuhe_page::messages::{SocketMessage, ToPage};
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{Request, wire};
use chuhe_rules::clock::Timestamp;
use std::collections::VecDeque;

/// Time limit for connecting, including the greeting, in milliseconds.
const CONNECT_MS: u64 = 10_000;

/// The connection to the server from which the page came.
///
/// A page may open WebSockets to that server only, so the address and the security that the core
/// wants do not matter: the browser checks the certificate of the page, and so that of the connection.
#[derive(Debug, Default)]
pub(super) struct Socket {
    /// The number of the current WebSocket. What the page tells of earlier ones is discarded.
    number: u32,
    state: Stage,
    now: Timestamp,
    events: VecDeque<NetworkEvent>,
}

/// How far the connection is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    #[default]
    Closed,
    /// The WebSocket is not open yet; fails at this time.
    Opening(Timestamp),
    /// The server has not answered the greeting yet; fails at this time.
    Greeting(Timestamp),
    /// Requests and messages.
    Open,
}

impl Socket {
    fn fail(&mut self, event: NetworkEvent) {
        page::tell(&ToPage::Disconnect);
        self.end(event);
    }

    fn end(&mut self, event: NetworkEvent) {
        self.state = Stage::Closed;
        self.events.push_back(event);
    }

    /// Handles what the page tells of the current WebSocket.
    fn hear(&mut self, message: SocketMessage, bytes: &[u8]) {
        match (message, self.state) {
            (SocketMessage::Opened { .. }, Stage::Opening(until)) => {
                page::tell_with(&ToPage::Send, &Hello::current().encode());
                self.state = Stage::Greeting(until);
            }
            (SocketMessage::Frame { .. }, Stage::Greeting(_)) => self.greeted(bytes),
            (SocketMessage::Frame { .. }, Stage::Open) => match wire::decode(bytes) {
                Ok(message) => self.events.push_back(NetworkEvent::Received(Box::new(message))),
                Err(error) => {
                    tracing::warn!(%error, "malformed message from the server");
                    self.fail(NetworkEvent::Closed(Closed::Broken));
                }
            },
            (SocketMessage::Closed { reason, .. }, Stage::Opening(_)) => {
                tracing::info!(reason, "no WebSocket");
                self.end(NetworkEvent::ConnectFailed(ConnectFailure::Unreachable));
            }
            (SocketMessage::Closed { .. }, Stage::Greeting(_)) => {
                self.end(NetworkEvent::ConnectFailed(ConnectFailure::NotChuhe));
            }
            (SocketMessage::Closed { .. }, Stage::Open) => self.end(NetworkEvent::Closed(Closed::ByServer)),
            (_, Stage::Closed | Stage::Opening(_) | Stage::Greeting(_) | Stage::Open) => {}
        }
    }

    fn greeted(&mut self, frame: &[u8]) {
        let (Ok(answer), halls) = (Answer::decode(frame), Answer::decode_halls(frame)) else {
            return self.fail(NetworkEvent::ConnectFailed(ConnectFailure::NotChuhe));
        };
        if !answer.welcome {
            page::tell(&ToPage::Old);
            return self.fail(NetworkEvent::VersionRefused { oldest: answer.oldest, newest: answer.newest });
        }
        self.state = Stage::Open;
        // the other nodes of a cluster are reached at the address of the page
        if let Ok(mut halls) = halls {
            halls.nodes.clear();
            if !halls.is_empty() {
                self.events.push_back(NetworkEvent::Halls(halls));
            }
        }
        self.events.push_back(NetworkEvent::Connected);
    }
}

impl Transport for Socket {
    fn connect(&mut self, _host: &str, _port: u16, _security: Security) {
        self.events.clear();
        self.number = self.number.wrapping_add(1);
        self.state = Stage::Opening(self.now.plus_ms(CONNECT_MS));
        page::tell(&ToPage::Connect { number: self.number });
    }

    fn send(&mut self, request: Request) {
        if self.state != Stage::Open {
            tracing::debug!(?request, "request dropped: not connected");
            return;
        }
        match wire::encode(&request) {
            Ok(bytes) => {
                page::tell_with(&ToPage::Send, &bytes);
            }
            Err(error) => tracing::warn!(%error, ?request, "request not sent"),
        }
    }

    fn disconnect(&mut self) {
        self.events.clear();
        if self.state != Stage::Closed {
            self.state = Stage::Closed;
            page::tell(&ToPage::Disconnect);
        }
    }

    fn poll(&mut self) -> Option<NetworkEvent> {
        while let Some((message, bytes)) = page::next_of_socket() {
            if message.number() == self.number {
                self.hear(message, &bytes);
            }
        }
        if let Stage::Opening(until) | Stage::Greeting(until) = self.state
            && self.now >= until
        {
            self.fail(NetworkEvent::ConnectFailed(ConnectFailure::TimedOut));
        }
        self.events.pop_front()
    }

    fn advance(&mut self, now: Timestamp) {
        self.now = now;
    }

    fn next_wakeup(&self) -> Option<Timestamp> {
        match self.state {
            Stage::Opening(until) | Stage::Greeting(until) => Some(until),
            Stage::Closed | Stage::Open => None,
        }
    }
}
