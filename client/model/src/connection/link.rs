//! The connection to the server as a state machine: connecting, joining, heartbeats and
//! reconnecting.
//!
//! It handles tokens and round trips, but no messages of lobbies and games. Effects ask the shell
//! to open and close the actual connection.

mod appealing;
mod asking;
mod deadlines;
mod following;
mod heartbeat;
mod passing;
mod renewing;

use self::heartbeat::Heartbeat;
use crate::connection::hall_choice::named_hall;
use crate::connection::nodes::{Nodes, Target, Whereabouts};
use crate::exchange::effect::ConnectionEffect;
use crate::exchange::event::{Closed, ConnectFailure};
use crate::exchange::servers::RecentServer;
use crate::exchange::trust::{Security, Trust};
use crate::notices::outbox::Outbox;
use chuhe_protocol::{
    AccountMessage, CloseReason, Cursor, DoorMessage, DoorRequest, Fingerprint, HallName, HallStatus,
    InvitationCode, LobbyMessage, LobbyRequest, Password, Refusal, ReportMessage, ServerMessage,
    SessionToken,
};
use chuhe_rules::clock::Timestamp;

/// Delays before the attempts to reconnect; the last one repeats.
const BACK_OFF_MS: [u64; 6] = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/// The host of the server in this program: nobody can enter an empty host.
pub const LOCAL_HOST: &str = "";

/// After this time, reconnecting to fetch missed events starts without a delay again.
const CALM_MS: u64 = 60_000;

/// The state of the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Not connected, with the reason unless the user chose to leave.
    Off(Option<OfflineReason>),
    /// Connecting for the first time.
    Connecting,
    /// Connected for the first time; the server verifies the password.
    LoggingIn {
        /// When the password was sent.
        since: Timestamp,
    },
    /// Joined.
    Joined,
    /// The connection was lost; the client is reconnecting.
    Lost {
        /// The number of the current or next attempt.
        attempt: u32,
        /// When the next attempt starts; `None` during an attempt.
        retry_at: Option<Timestamp>,
    },
}

/// Why the client does not reconnect by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfflineReason {
    /// The connection could not be opened.
    ConnectFailed(ConnectFailure),
    /// The server does not support this protocol version.
    Version {
        /// The oldest version it supports.
        oldest: u16,
        /// The newest version it supports.
        newest: u16,
    },
    /// The server refused to let the player join.
    Refused(Refusal),
    /// The server closed the connection with this reason.
    Closed(CloseReason),
    /// The connection broke before the player had joined.
    Broke(Closed),
    /// The server has several halls, and the user is to choose one.
    ChooseHall,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Phase {
    #[default]
    Off,
    Connecting {
        since: Timestamp,
    },
    Greeting {
        resuming: bool,
        since: Timestamp,
    },
    Joined,
    Waiting {
        retry_at: Timestamp,
    },
}

/// What the connection is for.
#[derive(Debug, Default)]
enum Purpose {
    /// The user joins.
    #[default]
    Join,
    /// The client asks for this invitation, and does not join.
    Ask(InvitationCode),
    /// The client sends this appeal, and does not join.
    Appeal(Appeal),
}

/// An appeal to send.
#[derive(Debug)]
struct Appeal {
    /// The number of the report.
    report: u64,
    words: String,
    /// Why the user cannot join, before and after.
    ban: OfflineReason,
}

/// The connection.
#[derive(Debug, Default)]
pub struct Link {
    phase: Phase,
    server: Option<RecentServer>,
    token: Option<SessionToken>,
    /// The certificate the server showed last.
    certificate: Option<Fingerprint>,
    /// The password of a registered name, used without a token.
    password: Option<Password>,
    purpose: Purpose,
    stop: Option<OfflineReason>,
    /// Whether another window has resumed the session since this one joined.
    renewed: bool,
    /// Whether the user wants the connection now, also if another window has it.
    wanted: bool,
    once_joined: bool,
    outage: Outage,
    heartbeat: Heartbeat,
    hall: HallSearch,
    /// The reason the server gave before closing.
    closing: Option<CloseReason>,
    /// The addresses of the server.
    nodes: Nodes,
    catching_up: bool,
}

/// The attempts since the connection was lost.
#[derive(Debug, Default)]
struct Outage {
    attempts: u32,
    /// Whether the last one was refused because the server cannot store events.
    is_paused: bool,
    /// When the connection was lost; `None` while there is one, and before the first.
    since: Option<Timestamp>,
    /// When events were last missed, and how often in the time before.
    missed: Option<(Timestamp, u32)>,
    /// Why the last appeal has got no answer.
    appeal: Option<OfflineReason>,
}

/// The hall to enter, and the way to it.
#[derive(Debug, Default)]
struct HallSearch {
    /// The hall to enter, or the one entered.
    name: Option<HallName>,
    /// The halls that the server of this connection has listed.
    listed: Vec<HallStatus>,
    /// Where the hall is, as the node of this connection has said.
    whereabouts: Option<Whereabouts>,
    /// Since when the hall moves, or its node is looked for.
    moving_since: Option<Timestamp>,
}

impl HallSearch {
    /// The hall of the token: a server without halls has no use for a name.
    fn of_token(&self) -> Option<HallName> {
        self.name.clone().filter(|_| !self.listed.is_empty())
    }
}

impl Link {
    /// The state of the connection.
    #[must_use]
    pub fn status(&self) -> Status {
        let lost = |retry_at| Status::Lost { attempt: self.outage.attempts, retry_at };
        match self.phase {
            Phase::Off => Status::Off(self.stop.clone()),
            Phase::Joined => Status::Joined,
            // a hall that is not found yet is looked for as part of the first attempt
            Phase::Waiting { .. } if !self.once_joined && self.hall.moving_since.is_some() => {
                Status::Connecting
            }
            Phase::Waiting { retry_at } => lost(Some(retry_at)),
            Phase::Connecting { .. } | Phase::Greeting { .. } if self.once_joined => lost(None),
            Phase::Greeting { resuming: false, since } if self.password.is_some() => {
                Status::LoggingIn { since }
            }
            Phase::Connecting { .. } | Phase::Greeting { .. } => Status::Connecting,
        }
    }

    /// Whether requests reach the server now: the player has joined, and the server is not late with an answer.
    #[must_use]
    pub const fn is_joined(&self) -> bool {
        matches!(self.phase, Phase::Joined) && !self.heartbeat.is_stalled
    }

    /// The server, with the name used there.
    #[must_use]
    pub const fn server(&self) -> Option<&RecentServer> {
        self.server.as_ref()
    }

    /// Whether the server is the one in this program.
    #[must_use]
    pub fn is_local(&self) -> bool {
        self.server.as_ref().is_some_and(|server| server.host == LOCAL_HOST)
    }

    /// The token of the session, once the player has joined.
    #[must_use]
    pub const fn token(&self) -> Option<SessionToken> {
        self.token
    }

    /// Counts the time until `now` as if the server had been heard, for a connection that was held.
    pub const fn resume(&mut self, now: Timestamp) {
        self.heartbeat.resume(now);
    }

    /// Whether the last attempt was refused because the server cannot store events.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.outage.is_paused
    }

    /// When the connection was lost, or the server was heard last; `None` while it answers, and before the first.
    #[must_use]
    pub fn lost_at(&self) -> Option<Timestamp> {
        self.outage.since.or(self.heartbeat.is_stalled.then_some(self.heartbeat.last_heard))
    }

    /// The round-trip time of the last ping.
    #[must_use]
    pub const fn round_trip_ms(&self) -> Option<u16> {
        self.heartbeat.round_trip_ms
    }

    /// Whether arriving messages describe past events: from joining until the first pong.
    #[must_use]
    pub const fn is_catching_up(&self) -> bool {
        self.catching_up
    }

    /// The certificate of the server, if the connection is encrypted.
    #[must_use]
    pub const fn certificate(&self) -> Option<Fingerprint> {
        self.certificate
    }

    /// Connects to `server`, resuming the session of `token` if there is one.
    pub fn open(
        &mut self,
        server: RecentServer,
        token: Option<SessionToken>,
        security: Security,
        now: Timestamp,
        out: &mut Outbox,
    ) {
        let nodes = Nodes::new(Target { host: server.host.clone(), port: server.port, security });
        *self = Self {
            token,
            nodes,
            server: Some(server),
            wanted: true,
            heartbeat: self.heartbeat.for_next_connection(),
            ..Self::default()
        };
        self.connect(now, out);
    }

    /// Enters this hall, if the server has several. Call it before the connection is open.
    pub fn use_hall(&mut self, hall: Option<HallName>) {
        self.hall.name = hall;
    }

    /// The hall that the player has entered; `None` if the server has no choice of them.
    #[must_use]
    pub const fn hall(&self) -> Option<&HallName> {
        self.hall.name.as_ref()
    }

    /// Records the halls that the server lists. Comes before [`Link::connected`].
    pub fn list_halls(&mut self, halls: Vec<HallStatus>) {
        self.hall.listed = halls;
    }

    /// Logs in with a password instead of a token. Call it before the connection is open.
    pub fn use_password(&mut self, password: Password) {
        (self.password, self.token) = (Some(password), None);
    }

    /// Forgets why there is no connection, because that may not hold any more.
    pub fn forget_failure(&mut self) {
        if self.phase == Phase::Off {
            self.stop = None;
        }
    }

    /// Leaves the server, or cancels the attempt.
    pub fn leave(&mut self, out: &mut Outbox) {
        if self.phase == Phase::Joined {
            out.send(DoorRequest::Quit);
        }
        if self.phase != Phase::Off {
            out.push(ConnectionEffect::Disconnect);
        }
        *self = Self { heartbeat: self.heartbeat.for_next_connection(), ..Self::default() };
    }

    /// Starts the next attempt at once.
    pub fn retry(&mut self, now: Timestamp, out: &mut Outbox) {
        if matches!(self.phase, Phase::Waiting { .. } | Phase::Off) || self.heartbeat.is_stalled {
            self.outage.since = self.lost_at();
            (self.stop, self.wanted) = (None, true);
            self.outage.attempts = self.outage.attempts.max(1);
            self.connect(now, out);
        }
    }

    /// Reconnects to fetch missed events: at once the first time, then after growing delays.
    pub fn reconnect(&mut self, now: Timestamp, out: &mut Outbox) {
        let shortly_before = self.outage.missed.filter(|(at, _)| now.since(*at) < CALM_MS);
        let times = shortly_before.map_or(0, |(_, times)| times + 1);
        self.outage.missed = Some((now, times));
        self.outage.attempts = self.outage.attempts.max(1);
        self.outage.since.get_or_insert(now);
        match times.checked_sub(1) {
            None => self.connect(now, out),
            Some(step) => {
                out.push(ConnectionEffect::Disconnect);
                self.heartbeat.ping = None;
                self.phase = Phase::Waiting { retry_at: now.plus_ms(back_off_ms(step)) };
            }
        }
    }

    fn connect(&mut self, now: Timestamp, out: &mut Outbox) {
        let Some(Target { host, port, security }) = self.nodes.current().cloned() else { return };
        self.phase = Phase::Connecting { since: now };
        (self.closing, self.hall.whereabouts) = (None, None);
        self.hall.listed.clear();
        out.push(ConnectionEffect::Connect { host, port, security });
    }

    /// Uses TLS at the current address from now on.
    fn use_tls(&mut self, trust: Trust) {
        self.nodes.set_security(Security::Tls(trust));
    }

    /// Records the result of the handshake. Returns whether this is the first use of TLS there.
    pub fn secured(&mut self, shown: Fingerprint, trust: Trust) -> bool {
        let first = self.security() == Some(Security::Tls(Trust::FirstUse));
        self.certificate = Some(shown);
        self.use_tls(trust);
        first
    }

    /// Connects to a server whose changed certificate the user accepts, without the old token.
    pub fn trust(&mut self, trust: Trust, now: Timestamp, out: &mut Outbox) {
        self.token = None;
        self.use_tls(trust);
        self.retry(now, out);
    }

    /// Handles timeouts.
    pub fn tick(&mut self, now: Timestamp, out: &mut Outbox) {
        match self.phase {
            Phase::Off => {}
            Phase::Waiting { retry_at } if now >= retry_at => self.connect(now, out),
            Phase::Waiting { .. } => {}
            Phase::Connecting { since } => {
                if now.since(since) >= self.nodes.answer_ms() {
                    out.push(ConnectionEffect::Disconnect);
                    self.connect_failed(ConnectFailure::TimedOut, now, out);
                }
            }
            Phase::Greeting { .. } | Phase::Joined => {
                if now.since(self.heartbeat.last_heard) >= self.silence_ms() {
                    out.push(ConnectionEffect::Disconnect);
                    self.heartbeat.is_stalled = true;
                    self.lost(OfflineReason::ConnectFailed(ConnectFailure::TimedOut), now, out);
                } else if self.phase == Phase::Joined {
                    self.heartbeat.is_stalled |= self.heartbeat.stalls_at().is_some_and(|at| now >= at);
                    if now >= self.heartbeat.next_ping {
                        self.send_ping(now, out);
                    }
                }
            }
        }
    }

    fn send_ping(&mut self, now: Timestamp, out: &mut Outbox) {
        self.heartbeat.ping_request = out.send(self.heartbeat.begin_ping(now));
    }

    /// Whether a ping was answered that was sent after this request: the server has handled the request.
    #[must_use]
    pub const fn has_answered(&self, request: u32) -> bool {
        request < self.heartbeat.answered_request
    }

    /// The connection is open: joins, or resumes with the cursors of the user's games.
    pub fn connected(&mut self, seen: Vec<Cursor>, now: Timestamp, out: &mut Outbox) {
        if !matches!(self.phase, Phase::Connecting { .. }) {
            return;
        }
        self.heartbeat.heard(now);
        match self.token {
            _ if self.is_appealing() => self.send_appeal(now, out),
            Some(token) => {
                self.phase = Phase::Greeting { resuming: true, since: now };
                out.send(DoorRequest::Resume { token, seen, hall: self.hall.of_token() });
            }
            None => self.join(now, out),
        }
    }

    fn join(&mut self, now: Timestamp, out: &mut Outbox) {
        let Some(server) = &self.server else { return };
        if let Purpose::Ask(code) = self.purpose {
            self.phase = Phase::Greeting { resuming: false, since: now };
            // a hall has the invitation if the link names none and there is only one
            let hall = named_hall(&self.hall.listed, self.hall.name.as_ref()).unwrap_or_default();
            out.send(LobbyRequest::FindInvitation { code, hall });
            return;
        }
        let name = server.name.clone();
        let Ok(hall) = named_hall(&self.hall.listed, self.hall.name.as_ref()) else {
            out.push(ConnectionEffect::Disconnect);
            return self.stopped(OfflineReason::ChooseHall);
        };
        self.phase = Phase::Greeting { resuming: false, since: now };
        out.send(match self.password.clone() {
            Some(password) => DoorRequest::Login { name, password, hall },
            None => DoorRequest::Join { name, hall },
        });
    }

    /// The connection could not be opened.
    pub fn connect_failed(&mut self, why: ConnectFailure, now: Timestamp, out: &mut Outbox) {
        if matches!(self.phase, Phase::Connecting { .. }) {
            self.lost(OfflineReason::ConnectFailed(why), now, out);
        }
    }

    /// The server does not support this protocol version.
    pub fn version_refused(&mut self, oldest: u16, newest: u16) {
        self.stopped(OfflineReason::Version { oldest, newest });
    }

    /// The connection has ended. If the server requires TLS, connects again at once, checking the
    /// certificate against `trust`.
    pub fn closed(&mut self, how: Closed, trust: Trust, now: Timestamp, out: &mut Outbox) {
        if self.closing == Some(CloseReason::TlsRequired) && self.security() == Some(Security::Plain) {
            self.use_tls(trust);
            self.connect(now, out);
            return;
        }
        if self.closing == Some(CloseReason::HallMoved)
            && self.phase != Phase::Off
            && self.follow_hall(now, out)
        {
            return;
        }
        match self.phase {
            Phase::Off | Phase::Waiting { .. } => {}
            Phase::Connecting { .. } | Phase::Greeting { .. } | Phase::Joined => {
                let stop = self.closing.take().map_or(OfflineReason::Broke(how), OfflineReason::Closed);
                self.lost(stop, now, out);
            }
        }
    }

    fn lost(&mut self, why: OfflineReason, now: Timestamp, out: &mut Outbox) {
        self.outage.is_paused = false;
        if self.renewed && !self.wanted {
            // another window has the session, also if the server had no time to say so
            return self.stopped(OfflineReason::Closed(CloseReason::Superseded));
        }
        if self.is_appealing() {
            return self.appeal_lost(why, now, out);
        }
        if self.once_joined {
            self.outage.since = self.lost_at().or(Some(now));
        }
        let is_passing = why.is_passing();
        if !self.once_joined && !self.is_moving(now) {
            if !is_passing || !self.try_next_node(now, out) {
                self.stopped(why);
            }
            return;
        }
        if !is_passing {
            self.stopped(why);
            return;
        }
        if self.outage.attempts > 0 {
            self.nodes.advance();
        }
        self.wait(now);
    }

    /// Schedules the next attempt.
    fn wait(&mut self, now: Timestamp) {
        // it grows once all nodes were tried
        let nodes = u32::try_from(self.nodes.count()).unwrap_or(u32::MAX).max(1);
        let wait_ms = back_off_ms(self.outage.attempts / nodes);
        self.outage.attempts += 1;
        self.heartbeat.ping = None;
        self.phase = Phase::Waiting { retry_at: now.plus_ms(wait_ms) };
    }

    fn stopped(&mut self, why: OfflineReason) {
        self.phase = Phase::Off;
        self.hall.moving_since = None;
        // a banned user may appeal with it
        self.password.take_if(|_| !matches!(why, OfflineReason::Closed(CloseReason::Banned { .. })));
        if self.is_appealing() {
            self.purpose = Purpose::Join;
        }
        self.stop = Some(why);
    }

    /// Handles a message of the server.
    pub fn received(&mut self, message: &ServerMessage, now: Timestamp, out: &mut Outbox) {
        self.heartbeat.heard(now);
        if let ServerMessage::Door(DoorMessage::Joined { token, name, hall, .. }) = message {
            self.phase = Phase::Joined;
            self.hall.name.clone_from(hall);
            (self.token, self.password) = (Some(*token), None);
            if let Some(server) = &mut self.server {
                name.as_str().clone_into(&mut server.name);
            }
            self.hall.moving_since = None;
            self.nodes.settle();
            self.outage = Outage { missed: self.outage.missed, ..Outage::default() };
            (self.once_joined, self.catching_up) = (true, true);
            (self.renewed, self.wanted) = (false, false);
            self.send_ping(now, out);
        } else if let ServerMessage::Door(DoorMessage::Pong { nonce }) = message {
            self.pong(*nonce, now);
        } else if let ServerMessage::Refused { reason, .. } = message {
            self.refused(*reason, now, out);
        } else if let ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) = message {
            self.token = Some(*token);
        } else if let ServerMessage::Door(DoorMessage::Closing { reason }) = message {
            self.closing = Some(*reason);
        } else if matches!(message, ServerMessage::Lobby(LobbyMessage::InvitationFound(_)))
            && self.is_asking()
        {
            self.answered(out);
        } else if matches!(message, ServerMessage::Report(ReportMessage::Appealed { .. })) {
            self.password = None;
            self.appeal_answered(out);
        }
    }

    fn pong(&mut self, nonce: u32, now: Timestamp) {
        self.catching_up = false;
        self.heartbeat.pong(nonce, now);
    }

    fn refused(&mut self, reason: Refusal, now: Timestamp, out: &mut Outbox) {
        let is_entering = matches!(self.phase, Phase::Greeting { .. });
        if is_entering && reason == Refusal::HallElsewhere && self.follow_hall(now, out) {
            return;
        }
        match self.phase {
            // asked once: without a token, no answer can be about one
            Phase::Greeting { resuming: true, .. }
                if reason == Refusal::UnknownToken && self.token.is_some() =>
            {
                self.token = None;
                if self.is_appealing() { self.send_appeal(now, out) } else { self.join(now, out) }
            }
            Phase::Greeting { .. } if self.is_appealing() && reason != Refusal::Paused => {
                self.appeal_answered(out);
            }
            Phase::Greeting { .. } if reason == Refusal::Paused => {
                out.push(ConnectionEffect::Disconnect);
                self.outage.is_paused = true;
                self.wait(now);
            }
            // the server restarts and may be back soon
            Phase::Greeting { .. } if reason == Refusal::ShuttingDown && self.once_joined => {
                out.push(ConnectionEffect::Disconnect);
                self.outage.is_paused = false;
                self.wait(now);
            }
            Phase::Greeting { .. } if self.is_asking() => self.answered(out),
            Phase::Greeting { .. } => {
                out.push(ConnectionEffect::Disconnect);
                self.stopped(OfflineReason::Refused(reason));
            }
            Phase::Off | Phase::Connecting { .. } | Phase::Joined | Phase::Waiting { .. } => {}
        }
    }
}

/// The delay after this many attempts.
fn back_off_ms(attempts: u32) -> u64 {
    BACK_OFF_MS[(attempts as usize).min(BACK_OFF_MS.len() - 1)]
}
