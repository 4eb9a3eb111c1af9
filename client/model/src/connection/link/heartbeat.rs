//! Pings, and when the server was heard last.

use chuhe_protocol::DoorRequest;
use chuhe_protocol::limits::HEARTBEAT_MS;
use chuhe_rules::clock::Timestamp;

/// How long the answer to a ping may take, with nothing else from the server, before requests are refused here.
const STALL_MS: u64 = 3_000;

/// The heartbeat of a connection.
#[derive(Debug, Default)]
pub(super) struct Heartbeat {
    /// When something of the server arrived last.
    pub(super) last_heard: Timestamp,
    /// When the next ping is sent.
    pub(super) next_ping: Timestamp,
    /// The ping that is not answered, and when it was sent.
    pub(super) ping: Option<(u32, Timestamp)>,
    /// The number of the request that sent it, and of the last one that was answered.
    pub(super) ping_request: u32,
    pub(super) answered_request: u32,
    /// Whether the server is late with its answer.
    pub(super) is_stalled: bool,
    /// The round-trip time of the last ping.
    pub(super) round_trip_ms: Option<u16>,
    last_nonce: u32,
}

impl Heartbeat {
    /// Returns the heartbeat of the next connection, which goes on with the numbers of the pings.
    pub(super) fn for_next_connection(&self) -> Self {
        Self { last_nonce: self.last_nonce, ..Self::default() }
    }

    /// Counts the time until `now` as if the server had been heard.
    pub(super) const fn resume(&mut self, now: Timestamp) {
        self.heard(now);
        self.next_ping = now;
    }

    /// Something of the server has arrived.
    pub(super) const fn heard(&mut self, now: Timestamp) {
        (self.last_heard, self.is_stalled) = (now, false);
    }

    /// When the server is late with its answer, unless it is already.
    pub(super) fn stalls_at(&self) -> Option<Timestamp> {
        let (_, sent) = self.ping.filter(|_| !self.is_stalled)?;
        Some(sent.max(self.last_heard).plus_ms(STALL_MS))
    }

    /// Begins a ping, and returns the message that asks for the answer.
    pub(super) fn begin_ping(&mut self, now: Timestamp) -> DoorRequest {
        self.last_nonce = self.last_nonce.wrapping_add(1);
        self.ping = Some((self.last_nonce, now));
        self.next_ping = now.plus_ms(HEARTBEAT_MS);
        DoorRequest::Ping { nonce: self.last_nonce, round_trip_ms: self.round_trip_ms }
    }

    /// Measures the round trip if this answers the last ping.
    pub(super) fn pong(&mut self, nonce: u32, now: Timestamp) {
        if let Some((_, sent)) = self.ping.take_if(|(sent, _)| *sent == nonce) {
            self.answered_request = self.ping_request;
            self.round_trip_ms = Some(u16::try_from(now.since(sent)).unwrap_or(u16::MAX));
        }
    }
}
