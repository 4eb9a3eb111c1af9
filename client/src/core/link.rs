//! The connection to the server: making it, keeping it, and making it again.
//!
//! It knows tokens and round trips but nothing of lobbies and boards; it opens
//! no socket, but asks for one.

use super::effect::Effect;
use super::event::{Closed, ConnectFailure};
use super::outbox::Outbox;
use super::settings::RecentServer;
use super::trust::{Security, Trust};
use chuhe_protocol::limits::{HEARTBEAT_MS, SILENCE_MS};
use chuhe_protocol::{
    ClientMessage, CloseReason, Cursor, Fingerprint, Password, Refusal, ServerMessage, Token,
};
use chuhe_rules::clock::Timestamp;

/// The waits before the first attempts to connect again; the last is that before all later ones.
const BACK_OFF_MS: [u64; 6] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/// Breaking the connection to hear anew what was missed is a matter of its own again after this.
const CALM_MS: u64 = 60_000;

/// How the connection stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is none; why, unless the user wanted it so.
    Off(Option<OfflineReason>),
    /// It is being made for the first time.
    Connecting,
    /// It stands.
    Joined,
    /// It was lost and is being made again.
    Lost {
        /// Which attempt this is, or will be.
        attempt: u32,
        /// When it is made; `None` while it is under way.
        retry_at: Option<Timestamp>,
    },
}

/// Why the connection is not made again by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfflineReason {
    /// It could not be made.
    ConnectFailed(ConnectFailure),
    /// The server speaks other versions.
    Version {
        /// The oldest it speaks.
        oldest: u16,
        /// The newest it speaks.
        newest: u16,
    },
    /// The server would not have the user.
    Refused(Refusal),
    /// The server closed it and said why.
    Closed(CloseReason),
    /// It broke before the server had let the user in.
    Broke(Closed),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Off,
    Connecting { since: Timestamp },
    Greeting { resuming: bool },
    Joined,
    Waiting { retry_at: Timestamp },
}

/// The connection.
#[derive(Debug)]
pub struct Link {
    phase: Phase,
    server: Option<RecentServer>,
    token: Option<Token>,
    /// Whether TLS is used, and by what the server is known.
    tls: bool,
    trust: Trust,
    /// The certificate that the server showed last.
    certificate: Option<Fingerprint>,
    /// By what the user is let in the first time, if he has a registered name and no token.
    password: Option<Password>,
    stop: Option<OfflineReason>,
    /// Attempts since the connection was lost.
    attempt: u32,
    once_joined: bool,
    /// Whether the server let nobody in at the last attempt, because it cannot keep what happens.
    paused: bool,
    last_heard: Timestamp,
    next_ping: Timestamp,
    ping: Option<(u32, Timestamp)>,
    last_nonce: u32,
    round_trip_ms: Option<u16>,
    /// What the server said before it closed.
    closing: Option<CloseReason>,
    catching_up: bool,
    /// When something was missed last, and how often shortly before.
    missed: Option<(Timestamp, u32)>,
}

impl Link {
    /// No connection.
    #[must_use]
    pub(crate) const fn new() -> Self {
        Self {
            phase: Phase::Off,
            server: None,
            token: None,
            tls: false,
            trust: Trust::FirstUse,
            certificate: None,
            password: None,
            stop: None,
            attempt: 0,
            once_joined: false,
            paused: false,
            last_heard: Timestamp::from_ms(0),
            next_ping: Timestamp::from_ms(0),
            ping: None,
            last_nonce: 0,
            round_trip_ms: None,
            closing: None,
            catching_up: false,
            missed: None,
        }
    }

    /// How it stands.
    #[must_use]
    pub fn status(&self) -> Status {
        let lost = |retry_at| Status::Lost { attempt: self.attempt, retry_at };
        match self.phase {
            Phase::Off => Status::Off(self.stop.clone()),
            Phase::Joined => Status::Joined,
            Phase::Waiting { retry_at } => lost(Some(retry_at)),
            Phase::Connecting { .. } | Phase::Greeting { .. } if self.once_joined => lost(None),
            Phase::Connecting { .. } | Phase::Greeting { .. } => Status::Connecting,
        }
    }

    /// Whether the server would hear what is said now.
    #[must_use]
    pub const fn is_joined(&self) -> bool {
        matches!(self.phase, Phase::Joined)
    }

    /// The server, with the name used there.
    #[must_use]
    pub const fn server(&self) -> Option<&RecentServer> {
        self.server.as_ref()
    }

    /// Whether the server was there at the last attempt but let nobody in, because it cannot keep
    /// what happens.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// How long the last ping took there and back.
    #[must_use]
    pub const fn round_trip_ms(&self) -> Option<u16> {
        self.round_trip_ms
    }

    /// Whether what is heard happened earlier: from joining until the first ping is answered.
    #[must_use]
    pub(crate) const fn catching_up(&self) -> bool {
        self.catching_up
    }

    /// The certificate that the server has shown, if the connection is encrypted.
    #[must_use]
    pub const fn certificate(&self) -> Option<Fingerprint> {
        self.certificate
    }

    /// Begins to connect to `server`, to resume with `token` if there is one.
    pub(crate) fn open(
        &mut self,
        server: RecentServer,
        token: Option<Token>,
        security: Security,
        now: Timestamp,
        out: &mut Outbox,
    ) {
        let (tls, trust) = match security {
            Security::Plain => (false, Trust::FirstUse),
            Security::Tls(trust) => (true, trust),
        };
        let last_nonce = self.last_nonce;
        *self = Self { token, tls, trust, server: Some(server), last_nonce, ..Self::new() };
        self.connect(now, out);
    }

    /// Shows the password to the server instead of a token. Before the connection stands.
    pub(crate) fn use_password(&mut self, password: Password) {
        (self.password, self.token) = (Some(password), None);
    }

    /// Leaves the server for good, or gives the attempt up.
    pub(crate) fn leave(&mut self, out: &mut Outbox) {
        if self.is_joined() {
            out.send(ClientMessage::Quit);
        }
        if self.phase != Phase::Off {
            out.push(Effect::Disconnect);
        }
        *self = Self { last_nonce: self.last_nonce, ..Self::new() };
    }

    /// Makes the next attempt at once.
    pub(crate) fn retry(&mut self, now: Timestamp, out: &mut Outbox) {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Off) {
            self.stop = None;
            self.attempt = self.attempt.max(1);
            self.connect(now, out);
        }
    }

    /// Breaks the connection and makes it again, to hear anew what was missed: at once, but where
    /// that does not help, after growing waits.
    pub(crate) fn reconnect(&mut self, now: Timestamp, out: &mut Outbox) {
        let shortly_before = self.missed.filter(|(at, _)| now.since(*at) < CALM_MS);
        let times = shortly_before.map_or(0, |(_, times)| times + 1);
        self.missed = Some((now, times));
        self.attempt = self.attempt.max(1);
        match times.checked_sub(1) {
            None => self.connect(now, out),
            Some(step) => {
                out.push(Effect::Disconnect);
                self.ping = None;
                self.phase = Phase::Waiting { retry_at: now.plus_ms(back_off_ms(step)) };
            }
        }
    }

    fn connect(&mut self, now: Timestamp, out: &mut Outbox) {
        let Some(RecentServer { host, port, .. }) = self.server.clone() else { return };
        self.phase = Phase::Connecting { since: now };
        self.closing = None;
        let security = if self.tls { Security::Tls(self.trust) } else { Security::Plain };
        out.push(Effect::Connect { host, port, security });
    }

    /// The server has shown this certificate, and is known by this from now on. Whether it is met
    /// for the first time.
    pub(crate) fn secured(&mut self, shown: Fingerprint, trust: Trust) -> bool {
        let first = self.trust == Trust::FirstUse;
        (self.certificate, self.trust) = (Some(shown), trust);
        first
    }

    /// Connects to a server that was not the one it was, and is known by this from now on. What is
    /// left of before is not shown to it.
    pub(crate) fn trust(&mut self, trust: Trust, now: Timestamp, out: &mut Outbox) {
        (self.token, self.tls, self.trust) = (None, true, trust);
        self.retry(now, out);
    }

    /// Time has passed.
    pub(crate) fn tick(&mut self, now: Timestamp, out: &mut Outbox) {
        match self.phase {
            Phase::Off => {}
            Phase::Waiting { retry_at } if now >= retry_at => self.connect(now, out),
            Phase::Waiting { .. } => {}
            Phase::Connecting { since } => {
                if now.since(since) >= SILENCE_MS {
                    out.push(Effect::Disconnect);
                    self.connect_failed(ConnectFailure::TimedOut, now);
                }
            }
            Phase::Greeting { .. } | Phase::Joined => {
                if now.since(self.last_heard) >= SILENCE_MS {
                    out.push(Effect::Disconnect);
                    self.lost(OfflineReason::ConnectFailed(ConnectFailure::TimedOut), now);
                } else if self.is_joined() && now >= self.next_ping {
                    self.send_ping(now, out);
                }
            }
        }
    }

    /// When [`Link::tick`] has something to do.
    #[must_use]
    pub(crate) fn next_wakeup(&self) -> Option<Timestamp> {
        let silent_at = self.last_heard.plus_ms(SILENCE_MS);
        match self.phase {
            Phase::Off => None,
            Phase::Waiting { retry_at } => Some(retry_at),
            Phase::Connecting { since } => Some(since.plus_ms(SILENCE_MS)),
            Phase::Greeting { .. } => Some(silent_at),
            Phase::Joined => Some(silent_at.min(self.next_ping)),
        }
    }

    fn send_ping(&mut self, now: Timestamp, out: &mut Outbox) {
        self.last_nonce = self.last_nonce.wrapping_add(1);
        self.ping = Some((self.last_nonce, now));
        self.next_ping = now.plus_ms(HEARTBEAT_MS);
        out.send(ClientMessage::Ping { nonce: self.last_nonce, round_trip_ms: self.round_trip_ms });
    }

    /// The connection stands: greets, naming how far the game at the board is known.
    pub(crate) fn connected(&mut self, seen: Option<Cursor>, now: Timestamp, out: &mut Outbox) {
        if !matches!(self.phase, Phase::Connecting { .. }) {
            return;
        }
        self.last_heard = now;
        match self.token {
            Some(token) => {
                self.phase = Phase::Greeting { resuming: true };
                out.send(ClientMessage::Resume { token, seen });
            }
            None => self.join(out),
        }
    }

    fn join(&mut self, out: &mut Outbox) {
        let Some(server) = &self.server else { return };
        self.phase = Phase::Greeting { resuming: false };
        let name = server.name.clone();
        out.send(match self.password.clone() {
            Some(password) => ClientMessage::Login { name, password },
            None => ClientMessage::Join { name },
        });
    }

    /// The connection could not be made.
    pub(crate) fn connect_failed(&mut self, why: ConnectFailure, now: Timestamp) {
        if matches!(self.phase, Phase::Connecting { .. }) {
            self.lost(OfflineReason::ConnectFailed(why), now);
        }
    }

    /// The server speaks other versions.
    pub(crate) fn version_refused(&mut self, oldest: u16, newest: u16) {
        self.stopped(OfflineReason::Version { oldest, newest });
    }

    /// The connection is gone. `known` is by what the server is known, should it be for want of
    /// TLS: then it is made at once again.
    pub(crate) fn closed(&mut self, how: Closed, trust: Trust, now: Timestamp, out: &mut Outbox) {
        if self.closing == Some(CloseReason::TlsRequired) && !self.tls {
            (self.tls, self.trust) = (true, trust);
            self.connect(now, out);
            return;
        }
        match self.phase {
            Phase::Off | Phase::Waiting { .. } => {}
            Phase::Connecting { .. } | Phase::Greeting { .. } | Phase::Joined => {
                let stop = self.closing.take().map_or(OfflineReason::Broke(how), OfflineReason::Closed);
                self.lost(stop, now);
            }
        }
    }

    fn lost(&mut self, why: OfflineReason, now: Timestamp) {
        self.paused = false;
        if !self.once_joined || !is_passing(&why) {
            self.stopped(why);
            return;
        }
        self.wait(now);
    }

    /// The next attempt is to be made after a while.
    fn wait(&mut self, now: Timestamp) {
        let wait_ms = back_off_ms(self.attempt);
        self.attempt += 1;
        self.ping = None;
        self.phase = Phase::Waiting { retry_at: now.plus_ms(wait_ms) };
    }

    fn stopped(&mut self, why: OfflineReason) {
        self.phase = Phase::Off;
        self.password = None;
        self.stop = Some(why);
    }

    /// The server said this.
    pub(crate) fn received(&mut self, message: &ServerMessage, now: Timestamp, out: &mut Outbox) {
        self.last_heard = now;
        match message {
            ServerMessage::Joined { token, name, .. } => {
                self.phase = Phase::Joined;
                (self.token, self.password) = (Some(*token), None);
                if let Some(server) = &mut self.server {
                    name.as_str().clone_into(&mut server.name);
                }
                (self.attempt, self.once_joined, self.paused, self.catching_up) = (0, true, false, true);
                self.send_ping(now, out);
            }
            ServerMessage::Pong { nonce } => self.pong(*nonce, now),
            ServerMessage::Refused { reason, .. } => self.refused(*reason, now, out),
            ServerMessage::SignedOutEverywhere { token } => self.token = Some(*token),
            ServerMessage::Closing { reason } => self.closing = Some(*reason),
            ServerMessage::Players { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::ChallengeOpened(_)
            | ServerMessage::ChallengeClosed { .. }
            | ServerMessage::Events { .. }
            | ServerMessage::Tick { .. }
            | ServerMessage::Chat { .. }
            | ServerMessage::ShuttingDown
            | ServerMessage::Registered
            | ServerMessage::Games { .. }
            | ServerMessage::Record { .. }
            | ServerMessage::Snapshot { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::WatchEnded { .. }
            | ServerMessage::Spectators { .. }
            | ServerMessage::Paused
            | ServerMessage::Unpaused
            | ServerMessage::GameSetAside { .. } => {}
        }
    }

    fn pong(&mut self, nonce: u32, now: Timestamp) {
        self.catching_up = false;
        if let Some((_, sent)) = self.ping.take_if(|(sent, _)| *sent == nonce) {
            self.round_trip_ms = Some(u16::try_from(now.since(sent)).unwrap_or(u16::MAX));
        }
    }

    fn refused(&mut self, reason: Refusal, now: Timestamp, out: &mut Outbox) {
        match self.phase {
            Phase::Greeting { resuming: true } if reason == Refusal::UnknownToken => {
                self.token = None;
                self.join(out);
            }
            Phase::Greeting { .. } if reason == Refusal::Paused => {
                out.push(Effect::Disconnect);
                self.paused = true;
                self.wait(now);
            }
            // it stops, and may be there again soon
            Phase::Greeting { .. } if reason == Refusal::ShuttingDown && self.once_joined => {
                out.push(Effect::Disconnect);
                self.paused = false;
                self.wait(now);
            }
            Phase::Greeting { .. } => {
                out.push(Effect::Disconnect);
                self.stopped(OfflineReason::Refused(reason));
            }
            Phase::Off | Phase::Connecting { .. } | Phase::Joined | Phase::Waiting { .. } => {}
        }
    }
}

/// How long to wait after so many attempts.
fn back_off_ms(attempts: u32) -> u64 {
    BACK_OFF_MS[(attempts as usize).min(BACK_OFF_MS.len() - 1)]
}

/// Whether it is worth trying again by itself.
const fn is_passing(why: &OfflineReason) -> bool {
    match why {
        OfflineReason::ConnectFailed(ConnectFailure::NoTls | ConnectFailure::CertificateChanged(_)) => false,
        OfflineReason::ConnectFailed(_) | OfflineReason::Broke(_) => true,
        OfflineReason::Version { .. } | OfflineReason::Refused(_) => false,
        OfflineReason::Closed(reason) => match reason {
            CloseReason::Silent
            | CloseReason::SlowReader
            | CloseReason::ShuttingDown
            | CloseReason::ServerFull
            | CloseReason::AddressFull => true,
            CloseReason::Quit
            | CloseReason::Superseded
            | CloseReason::NoGreeting
            | CloseReason::Flood
            | CloseReason::BrokenFrame
            | CloseReason::SignedOut
            | CloseReason::TlsRequired => false,
        },
    }
}
