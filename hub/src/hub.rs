//! The hub: routes every input to the session, the lobby and the rooms, and
//! collects what is to be sent. It decides nothing about a game itself.
//!
//! What it does is told in the files below this one: `entry` (joining, resuming,
//! going), `presence` (who is told who is here), `accounts` (registered names),
//! `challenges`, `tables`, `watching`, `records` (of finished games), `asking` (what
//! is answered later), `limiting`, `pausing`, `restoring`, `gauges`, `stopping` and
//! `invariants`.

mod accounts;
mod challenges;
mod entry;
mod gauges;
mod invariants;
mod limiting;
mod pausing;
mod presence;
mod queries;
mod records;
mod restoring;
mod spectating;
mod stopping;
mod tables;

use super::actions::Place;
use super::boundary::{Address, ConnectionId, Input, Output};
use super::effects::Effects;
use super::expiring_map::ExpiringMap;
use super::limits::Limits;
use super::lobby::Lobby;
use super::lobby_subscribers::LobbySubscribers;
use super::login_throttle::LoginThrottle;
use super::players::Players;
use super::random::Random;
use super::rate::Bucket;
use super::record::QueryId;
use super::rooms::Rooms;
use super::session::{Session, Sessions};
use super::spectators::Watching;
use super::timers::{Timer, Timers};
pub use accounts::NOBODYS_HASH;
use chuhe_protocol::{
    ChatRoom, ClientMessage, CloseReason, PlayerId, Refusal, Request, ServerMessage, limits, text,
};
use chuhe_rules::clock::Timestamp;
pub use gauges::Gauges;
use queries::PendingQuery;
use restoring::Unannounced;
use std::collections::BTreeMap;
use stopping::Phase;

/// What a hub is made with.
#[derive(Clone, Debug)]
pub struct HubConfig {
    /// From which all is drawn that is drawn by lot. It must not be guessed: the
    /// tokens come from it.
    pub seed: [u8; 32],
    /// A connection must have joined within this time of being accepted.
    pub greeting_ms: u64,
    /// The numbers of players, challenges and games begin after this one. It must
    /// be beyond all that were ever used.
    pub first_id: u64,
    /// Whether games outlast the hub: then they stand when it stops, and are
    /// otherwise ended without a result.
    pub keeps_games: bool,
    /// Spectators are told of a move when so many plies were played after it; the
    /// terms of a game may ask for more. At most [`limits::WATCH_DELAY_PLIES`].
    pub watch_delay_plies: u8,
    /// How much may be asked for.
    pub limits: Limits,
}

impl HubConfig {
    /// The usual settings.
    #[must_use]
    pub fn seeded(seed: [u8; 32]) -> Self {
        Self {
            seed,
            greeting_ms: limits::GREETING_MS,
            first_id: 0,
            keeps_games: false,
            watch_delay_plies: 0,
            limits: Limits::default(),
        }
    }
}

/// The whole server but its sockets and its clock.
///
/// ```
/// use chuhe_protocol::{ClientMessage, Request, ServerMessage};
/// use chuhe_rules::clock::Timestamp;
/// use chuhe_hub::{Address, ConnectionId, Hub, Input, Output, HubConfig};
///
/// let mut hub = Hub::new(HubConfig::seeded([7; 32]));
/// let (now, connection) = (Timestamp::from_ms(0), ConnectionId(1));
/// hub.handle(now, Input::Connected(connection, Address::default(), now));
/// let join = Request { number: 1, message: ClientMessage::Join { name: "云中鹤".into() } };
/// hub.handle(now, Input::Received(connection, join));
/// let outputs: Vec<Output> = std::iter::from_fn(|| hub.poll_output()).collect();
/// // the player and his token are to be kept before he is told that he has joined
/// let [Output::Save(_), Output::Save(_), Output::Send(_, told), ..] = &outputs[..] else { panic!() };
/// assert!(matches!(told, ServerMessage::Joined { name, .. } if name.as_str() == "云中鹤"));
/// ```
#[derive(Debug)]
pub struct Hub {
    now: Timestamp,
    greeting_ms: u64,
    limits: Limits,
    random: Random,
    sessions: Sessions,
    places: ExpiringMap<Address, Place>,
    players: Players,
    lobby: Lobby,
    rooms: Rooms,
    watching: Watching,
    watch_delay_plies: u8,
    /// Until when the names of those who are away are held.
    holds: Timers<PlayerId>,
    phase: Phase,
    keeps_games: bool,
    /// Since when games stand still, if they do.
    paused_at: Option<Timestamp>,
    /// When the games of a stopping server are ended.
    shutdown_at: Option<Timestamp>,
    lobby_subscribers: LobbySubscribers,
    /// The steps of late in which was told who came and went: to a crowd, and to fewer.
    crowd_presence: Bucket,
    presence: Bucket,
    /// The lists of late that a crowd was told.
    crowd_lists: Bucket,
    /// What is asked for and not answered yet.
    pending_queries: BTreeMap<QueryId, PendingQuery>,
    /// How many questions there were.
    asks: u64,
    login_throttle: LoginThrottle,
    unannounced: Unannounced,
    effects: Effects,
}

impl Hub {
    /// A hub without players.
    #[must_use]
    pub fn new(settings: HubConfig) -> Self {
        Self {
            now: Timestamp::default(),
            greeting_ms: settings.greeting_ms,
            random: Random::new(settings.seed, settings.first_id),
            limits: settings.limits,
            sessions: Sessions::default(),
            places: ExpiringMap::default(),
            players: Players::default(),
            lobby: Lobby::default(),
            rooms: Rooms::default(),
            watching: Watching::default(),
            watch_delay_plies: settings.watch_delay_plies.min(limits::WATCH_DELAY_PLIES),
            holds: Timers::default(),
            phase: Phase::Open,
            keeps_games: settings.keeps_games,
            paused_at: None,
            shutdown_at: None,
            lobby_subscribers: LobbySubscribers::default(),
            crowd_presence: Bucket::default(),
            presence: Bucket::default(),
            crowd_lists: Bucket::default(),
            pending_queries: BTreeMap::new(),
            asks: 0,
            login_throttle: LoginThrottle::default(),
            unannounced: Unannounced::default(),
            effects: Effects::default(),
        }
    }

    /// Is told what happened and when, in milliseconds since 1970 began (UTC): so
    /// what was kept by an earlier run can be compared. All that was due by then
    /// is done first, each at its own moment: a move that comes with the fall of a
    /// flag is too late.
    pub fn handle(&mut self, now: Timestamp, input: Input) {
        let now = self.now.max(now);
        while let Some((at, timer)) = self.effects.pop_timer(now) {
            self.now = self.now.max(at);
            self.fire(timer);
        }
        self.now = now;
        match input {
            Input::Connected(connection, address, accepted_at) => {
                self.connected(connection, address, accepted_at);
            }
            Input::Received(connection, request) => self.received(connection, request),
            Input::Broken(connection) => self.close(connection, CloseReason::BrokenFrame),
            Input::Stalled(connection) => self.close(connection, CloseReason::SlowReader),
            Input::Disconnected(connection) => self.disconnected(connection),
            Input::Answered(ask, answer) => self.answered(ask, answer),
            Input::Tick => {}
            Input::StoreStalled => self.store_stalled(),
            Input::StoreRecovered => self.store_recovered(),
            Input::Shutdown { grace_ms } => self.shut_down(grace_ms),
        }
        self.stop_if_idle();
        self.tell_presence();
        self.stop_if_told();
    }

    /// The next thing to do, until there is none.
    pub fn poll_output(&mut self) -> Option<Output> {
        self.effects.pop_output()
    }

    /// When to call [`Hub::handle`] with [`Input::Tick`] if nothing happens before.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Timestamp> {
        self.effects.next_timer()
    }

    /// The time up to which the hub has run.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// Whether there are boards, at which a clock may run.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        !self.rooms.is_empty()
    }

    fn fire(&mut self, timer: Timer) {
        if self.is_paused() && !Self::fires_while_paused(timer) {
            return;
        }
        match timer {
            Timer::Room(game) => self.room_timeout(game),
            Timer::Challenge(challenge) => self.challenge_expired(challenge),
            Timer::Connection(connection) => self.connection_timeout(connection),
            Timer::Hold(player) => self.hold_expired(player),
            Timer::Spectators(game) => self.broadcast_spectator_list(game),
            Timer::Presence | Timer::List => {} // told at the end of every step, as it is due
            Timer::Shutdown => self.end_games(),
        }
    }

    fn received(&mut self, connection: ConnectionId, request: Request) {
        let Some(peer) = self.sessions.get_mut(connection) else { return };
        peer.heard = self.now;
        let session = peer.session;
        if self.is_flood(connection) {
            self.close(connection, CloseReason::Flood);
            return;
        }
        let Request { number, message } = request;
        let met = if self.is_paused() && !Self::is_met_while_paused(session, &message) {
            Err(Refusal::Paused)
        } else {
            self.meet(connection, session, number, message)
        };
        self.answer(connection, number, met);
    }

    fn meet(
        &mut self,
        connection: ConnectionId,
        session: Session,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        if let Session::Active(player) = session {
            self.heard(player);
        }
        self.admit(connection, &message)?;
        match session {
            Session::Greeting { .. } => self.greet(connection, number, message),
            Session::Active(player) => self.serve(connection, player, number, message),
        }
    }

    /// Meets a request of someone who has not joined.
    fn greet(
        &mut self,
        connection: ConnectionId,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        match message {
            ClientMessage::Join { name } => self.join(connection, &name),
            ClientMessage::Resume { token, seen } => self.resume(connection, token, seen),
            ClientMessage::Login { name, password } => self.log_in(connection, number, &name, password),
            ClientMessage::Quit => {
                self.close(connection, CloseReason::Quit);
                Ok(())
            }
            ClientMessage::Ping { nonce, round_trip_ms: _ } => {
                self.reply(connection, ServerMessage::Pong { nonce });
                Ok(())
            }
            ClientMessage::Chat { .. }
            | ClientMessage::Challenge { .. }
            | ClientMessage::CancelChallenge { .. }
            | ClientMessage::AcceptChallenge { .. }
            | ClientMessage::DeclineChallenge { .. }
            | ClientMessage::Play { .. }
            | ClientMessage::Offer { .. }
            | ClientMessage::WithdrawOffer { .. }
            | ClientMessage::AnswerOffer { .. }
            | ClientMessage::Resign { .. }
            | ClientMessage::Abort { .. }
            | ClientMessage::SetUp { .. }
            | ClientMessage::ConfirmFormation { .. }
            | ClientMessage::WithdrawFormation { .. }
            | ClientMessage::ClaimAbsence { .. }
            | ClientMessage::LeaveTable { .. }
            | ClientMessage::Register { .. }
            | ClientMessage::ChangePassword { .. }
            | ClientMessage::SignOutEverywhere
            | ClientMessage::ListGames { .. }
            | ClientMessage::FetchGame { .. }
            | ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. } => Err(Refusal::NotJoined),
        }
    }

    /// Meets a request of a player.
    fn serve(
        &mut self,
        connection: ConnectionId,
        player: PlayerId,
        number: u32,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        match message {
            ClientMessage::Join { .. } | ClientMessage::Login { .. } => Err(Refusal::AlreadyJoined),
            ClientMessage::Resume { token, seen: _ } => self.shown_token(player, token),
            ClientMessage::Quit => {
                self.quit(connection, player);
                Ok(())
            }
            ClientMessage::Ping { nonce, round_trip_ms } => {
                self.ping(connection, player, nonce, round_trip_ms);
                Ok(())
            }
            ClientMessage::Chat { room, text } => self.chat(player, room, &text),
            ClientMessage::Challenge { opponent, terms } => self.challenge(player, opponent, terms),
            ClientMessage::CancelChallenge { challenge } => self.cancel_challenge(player, challenge),
            ClientMessage::AcceptChallenge { challenge } => self.accept_challenge(player, challenge),
            ClientMessage::DeclineChallenge { challenge, reason } => {
                self.decline_challenge(player, challenge, reason)
            }
            ClientMessage::Play { game, ply, mv } => {
                self.at_table(player, game, |room, color, now| room.play(color, ply, mv, now))
            }
            ClientMessage::Offer { game, kind } => self.offer(player, game, kind),
            ClientMessage::WithdrawOffer { game, kind } => {
                self.at_table(player, game, |room, color, now| room.withdraw(color, kind, now))
            }
            ClientMessage::AnswerOffer { game, kind, accept } => {
                self.answer_offer(player, game, kind, accept)
            }
            ClientMessage::Resign { game } => {
                self.at_table(player, game, |room, color, now| room.resign(color, now))
            }
            ClientMessage::Abort { game } => {
                self.at_table(player, game, |room, color, now| room.abort(color, now))
            }
            ClientMessage::ClaimAbsence { game, claim } => {
                self.at_table(player, game, |room, color, now| room.claim_absence(color, claim, now))
            }
            ClientMessage::LeaveTable { game } => self.leave_table(player, game),
            ClientMessage::SetUp { game, strengths } => {
                self.at_table(player, game, |room, color, _| room.set_up(color, strengths))
            }
            ClientMessage::ConfirmFormation { game } => {
                self.at_table(player, game, |room, color, now| room.confirm_formation(color, now))
            }
            ClientMessage::WithdrawFormation { game } => {
                self.at_table(player, game, |room, color, now| room.withdraw_formation(color, now))
            }
            ClientMessage::Register { password } => self.register(connection, player, number, password),
            ClientMessage::ChangePassword { old, new } => {
                self.change_password(connection, player, number, old, new)
            }
            ClientMessage::SignOutEverywhere => self.sign_out_everywhere(connection, player),
            ClientMessage::ListGames { before } => self.list_games(connection, player, number, before),
            ClientMessage::FetchGame { game, from } => {
                self.fetch_game(connection, player, number, game, from)
            }
            ClientMessage::Watch { game, from } => self.watch(connection, player, game, from),
            ClientMessage::Unwatch { game } => self.unwatch(connection, game),
        }
    }

    fn ping(&mut self, connection: ConnectionId, player: PlayerId, nonce: u32, round_trip_ms: Option<u16>) {
        if let Some(player) = self.players.get_mut(player) {
            player.round_trip_ms = round_trip_ms.or(player.round_trip_ms);
        }
        self.reply(connection, ServerMessage::Pong { nonce });
    }

    fn chat(&mut self, from: PlayerId, room: ChatRoom, line: &str) -> Result<(), Refusal> {
        let receivers: Vec<ConnectionId> = match room {
            ChatRoom::Lobby => self.sessions.joined().collect(),
            ChatRoom::Spectators(game) => self.spectator_chat_receivers(from, game)?,
            ChatRoom::Table(game) => {
                self.rooms.seat(from, game)?;
                self.connections_at(game)
            }
        };
        let text = text::clean_chat(line).map_err(|bad| match bad {
            text::InvalidChat::Empty => Refusal::ChatEmpty,
            text::InvalidChat::TooLong => Refusal::ChatTooLong,
        })?;
        let Some(player) = self.players.get(from) else { return Ok(()) };
        let name = player.name.clone();
        let line = ServerMessage::Chat { room, from, name, text };
        if let ChatRoom::Spectators(game) = room {
            self.hold_spectator_chat(game, &line);
        }
        self.effects.broadcast(receivers, line);
        Ok(())
    }

    /// Answers what changed nothing. While nothing can be kept the answer does
    /// not wait for what is to be.
    fn reply(&mut self, connection: ConnectionId, message: ServerMessage) {
        if self.is_paused() {
            self.effects.send_notice(connection, message);
        } else {
            self.effects.send(connection, message);
        }
    }

    /// Sends to the player's connection, if he has one.
    fn send_to(&mut self, player: PlayerId, message: ServerMessage) {
        if let Some(connection) = self.players.connection(player) {
            self.effects.send(connection, message);
        }
    }
}

#[cfg(test)]
mod chaos;
#[cfg(test)]
mod known;
