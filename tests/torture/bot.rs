//! A bot that plays as fast as the server answers.
//!
//! When the connection is lost, the bot reconnects and resends the request that was not
//! acknowledged. It records every event it receives in the ledger.

use super::connection::Connection;
use super::ledger::Ledger;
use super::random::Random;
use super::table::Table;
use chuhe_protocol::{
    AccountMessage, AccountRequest, Activity, Challenge, ChallengeEnd, ClientMessage, CloseReason,
    ColorChoice, Cursor, DoorMessage, DoorRequest, EveningCode, EveningRefusal, EveningRequest, Event,
    GameId, HallName, LobbyMessage, LobbyRequest, Password, Player, PlayerId, PresenceChange, Refusal, Seq,
    ServerMessage, SessionToken, TableMessage, TableRequest, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often a bot checks whether there is something to do.
const GLANCE: Duration = Duration::from_millis(100);
/// Time between two attempts to find the node that serves the hall: a server limits them.
const SEARCH: Duration = Duration::from_millis(200);
/// The number of the requests that enter a hall, and of pings; others count from 1.
const ENTRY: u32 = 0;
/// How long a node may take to answer a greeting before the next one is tried, as the client does.
const NODE_ANSWER: Duration = Duration::from_secs(4);
/// The silence after which a node is left for another, as the client does.
const NODE_SILENCE: Duration = Duration::from_millis(limits::HEARTBEAT_MS + 4_000);
/// A request without an answer for this long fails the run.
const ANSWER: Duration = Duration::from_secs(20);
/// A bot with more events than this does not request the whole game: the server would send a
/// snapshot.
const REPLAYED_EVENTS: u32 = limits::SNAPSHOT_GAP as u32 / 2;

/// The public state of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The number of restarts before it.
    pub(super) number: usize,
    /// The address of each node that is up; one server is the first.
    pub(super) nodes: [Option<SocketAddr>; 3],
    /// Whether bots start no more games.
    pub(super) ending: bool,
}

/// The state that all bots share.
pub(super) struct Shared {
    pub(super) ledger: Mutex<Ledger>,
    /// The bots' player ids, by bot number.
    ids: Mutex<BTreeMap<usize, PlayerId>>,
    /// The node that a bot joined last.
    owner: Mutex<Option<SocketAddr>>,
    pub(super) run: watch::Receiver<Run>,
}

impl Shared {
    pub(super) fn new(run: watch::Receiver<Run>) -> Arc<Self> {
        Arc::new(Self { ledger: Mutex::default(), ids: Mutex::default(), owner: Mutex::default(), run })
    }

    /// The node that a bot joined last.
    #[allow(dead_code, reason = "one server has no nodes")]
    pub(super) fn owner(&self) -> Option<SocketAddr> {
        *self.owner.lock().expect("no bot panics while it holds the lock")
    }

    pub(super) fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().expect("no bot panics while it holds the lock")
    }
}

impl Run {
    /// The address to try in this attempt; `None` while no node is up.
    pub(super) fn address(&self, attempt: usize) -> Option<SocketAddr> {
        let count = self.nodes.len();
        (0..count).find_map(|n| self.nodes[(attempt + n) % count])
    }
}

/// A request without an answer yet.
struct Pending {
    message: ClientMessage,
    number: u32,
    since: Instant,
}

impl Pending {
    const fn is_registration(&self) -> bool {
        matches!(self.message, ClientMessage::Account(_))
    }
}

/// Whom a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    /// Bots 2n and 2n+1 play each other, and bot 2n sends the challenges.
    Bot,
    /// The server's computer player with this place among them.
    #[allow(dead_code, reason = "nobody plays the computer in a cluster")]
    Computer(usize),
    /// Whom the pairings of an evening name.
    #[allow(dead_code, reason = "nobody plays an evening in a cluster")]
    Paired(EveningCode),
}

/// A bot.
pub(super) struct Bot {
    shared: Arc<Shared>,
    number: usize,
    opponent: Opponent,
    /// The players whose names are registered.
    registered: BTreeSet<PlayerId>,
    /// The computer players of the server, and whether each is free.
    computers: BTreeMap<PlayerId, bool>,
    random: Random,
    names: usize,
    id: PlayerId,
    token: Option<SessionToken>,
    known: BTreeMap<GameId, Seq>,
    table: Option<Table>,
    challenge: Option<Challenge>,
    pending: Option<Pending>,
    requests: u32,
    quitting: bool,
    done: bool,
    /// The hall in a cluster, where pauses and moves to other nodes are expected.
    hall: Option<HallName>,
    /// Where the hall is, as a node has said.
    hint: Option<SocketAddr>,
    attempts: usize,
    /// Whether it has entered its evening.
    entered: bool,
}

impl Bot {
    pub(super) fn new(shared: Arc<Shared>, number: usize, seed: u64, hall: Option<HallName>) -> Self {
        Self {
            shared,
            number,
            opponent: Opponent::Bot,
            registered: BTreeSet::new(),
            computers: BTreeMap::new(),
            random: Random::new(seed ^ (number as u64) << 32),
            names: 0,
            id: PlayerId(0),
            token: None,
            known: BTreeMap::new(),
            table: None,
            challenge: None,
            pending: None,
            requests: 0,
            quitting: false,
            done: false,
            hall,
            hint: None,
            attempts: number,
            entered: false,
        }
    }

    /// A bot that plays in an evening.
    #[allow(dead_code, reason = "nobody plays an evening in a cluster")]
    pub(super) fn in_evening(shared: Arc<Shared>, number: usize, seed: u64, code: EveningCode) -> Self {
        Self { opponent: Opponent::Paired(code), ..Self::new(shared, number, seed, None) }
    }

    /// A bot that plays the `n`th computer player of the server.
    #[allow(dead_code, reason = "nobody plays the computer in a cluster")]
    pub(super) fn against_computer(shared: Arc<Shared>, number: usize, seed: u64, n: usize) -> Self {
        Self { opponent: Opponent::Computer(n), ..Self::new(shared, number, seed, None) }
    }

    fn leads(&self) -> bool {
        !self.plays_partner() || self.number.is_multiple_of(2)
    }

    fn plays_partner(&self) -> bool {
        self.opponent == Opponent::Bot
    }

    fn plays_computer(&self) -> bool {
        matches!(self.opponent, Opponent::Computer(_))
    }

    /// Whether the bot quits from time to time and returns under another name.
    fn is_restless(&self) -> bool {
        self.plays_partner() && self.number % 10 == 1
    }

    /// Whether the bot registers, and plays rated games with its partner, who does too.
    fn is_rated(&self) -> bool {
        self.plays_partner() && self.hall.is_none() && self.number / 2 % 5 == 3
    }

    fn name(&self) -> String {
        format!("b{}x{}", self.number, self.names)
    }

    fn fail(&self, what: &str) {
        let what = format!("{}: {what}", self.name());
        self.shared.ledger().fail(what);
    }

    /// Plays until the run ends and the bot's last game is over.
    pub(super) async fn play(mut self) {
        let mut runs = self.shared.run.clone();
        while !self.done {
            let is_up = |run: &Run| run.address(0).is_some();
            let Ok(run) = runs.wait_for(is_up).await.map(|run| *run) else { return };
            self.attempts += 1;
            let Some(address) = self.hint.take().or_else(|| run.address(self.attempts)) else { continue };
            let opened = tokio::time::timeout(NODE_ANSWER, Connection::open(address, run.number)).await;
            if let Ok(Some(connection)) = opened {
                self.converse(connection).await;
            }
            // the port may close before the restart is announced
            let pause = if self.hall.is_some() { SEARCH } else { Duration::from_millis(5) };
            tokio::time::sleep(pause).await;
        }
    }

    /// Joins or resumes, then plays until the connection is lost or the bot is done.
    async fn converse(&mut self, mut connection: Connection) {
        match self.token {
            Some(token) => {
                // sometimes the bot requests the whole game, to check it again
                let anew = self.random.one_in(4);
                let seen = self.table.as_ref().and_then(|table| {
                    let next = self.known.get_mut(&table.game)?;
                    if anew && *next < REPLAYED_EVENTS {
                        *next = 0;
                    }
                    Some(Cursor { game: table.game, next: *next })
                });
                let seen = seen.into_iter().collect();
                connection
                    .send(
                        ENTRY,
                        &ClientMessage::Door(DoorRequest::Resume { token, seen, hall: self.hall.clone() }),
                    )
                    .await;
            }
            None => {
                connection
                    .send(
                        ENTRY,
                        &ClientMessage::Door(DoorRequest::Join {
                            name: self.name(),
                            hall: self.hall.clone(),
                        }),
                    )
                    .await
            }
        }
        self.challenge = None;
        let mut runs = self.shared.run.clone();
        let (mut pinged, mut heard) = (Instant::now(), Instant::now());
        while !self.done {
            let received = tokio::select! {
                received = connection.client.receive() => match received {
                    Some(message) => Some(message),
                    None => return,
                },
                () = tokio::time::sleep(GLANCE) => None,
                changed = runs.changed() => match changed {
                    Ok(()) => None,
                    Err(_) => return,
                },
            };
            if let Some(message) = received {
                heard = Instant::now();
                if self.handle(&mut connection, message).await {
                    return;
                }
            } else if self.hall.is_some() && heard.elapsed() > NODE_SILENCE {
                return;
            }
            if connection.joined {
                let ending = runs.borrow().ending;
                if !connection.is_paused {
                    self.act(&mut connection, ending).await;
                }
                if pinged.elapsed() > Duration::from_millis(limits::HEARTBEAT_MS) {
                    pinged = Instant::now();
                    connection
                        .send(0, &ClientMessage::Door(DoorRequest::Ping { nonce: 0, round_trip_ms: None }))
                        .await;
                }
            }
        }
    }

    /// Handles a message; returns whether the connection is over.
    async fn handle(&mut self, connection: &mut Connection, message: ServerMessage) -> bool {
        match message {
            ServerMessage::Door(DoorMessage::Joined { player, token, resumed, registered, .. }) => {
                self.joined(player, token, resumed);
                if registered {
                    self.has_registered();
                }
                *self.shared.owner.lock().expect("no bot panics while it holds the lock") =
                    Some(connection.address);
                connection.joined = true;
                if let Some(pending) = &self.pending {
                    self.shared.ledger().resent += 1;
                    let nonce = pending.number;
                    connection.send(nonce, &pending.message).await;
                    connection
                        .send(nonce, &ClientMessage::Door(DoorRequest::Ping { nonce, round_trip_ms: None }))
                        .await;
                }
            }
            ServerMessage::Account(AccountMessage::Registered) => self.has_registered(),
            ServerMessage::Lobby(LobbyMessage::Players { players, .. }) => {
                players.iter().for_each(|player| self.note_player(player))
            }
            ServerMessage::Lobby(LobbyMessage::Presence(changes)) => {
                for change in &changes {
                    match change {
                        PresenceChange::Here(player) => self.note_player(player),
                        PresenceChange::Gone(id) => drop(self.computers.remove(id)),
                    }
                }
            }
            ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) => {
                self.challenge = Some(*challenge);
            }
            ServerMessage::Lobby(LobbyMessage::ChallengeClosed { challenge, how }) => {
                if self.challenge.as_ref().is_some_and(|open| open.id == challenge) {
                    self.challenge = None;
                }
                if how == ChallengeEnd::Expired {
                    self.fail("a challenge was not answered");
                }
            }
            ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                let known = *self.known.entry(game).or_default();
                if first != known {
                    self.fail(&format!("game {game}: received events from {first} on, expected {known}"));
                }
                for (n, event) in (first..).zip(&events) {
                    self.apply(connection.run, game, n, event);
                }
            }
            ServerMessage::Table { game, message: TableMessage::Snapshot { .. } } => {
                self.fail(&format!("game {game}: received a snapshot"))
            }
            ServerMessage::Refused { request, reason } => return self.refused(request, reason),
            ServerMessage::Door(DoorMessage::Pong { nonce }) => {
                // a password is hashed after the pong
                let is_done = |pending: &&Pending| pending.number == nonce && !pending.is_registration();
                if let Some(pending) = self.pending.as_ref().filter(is_done) {
                    if let ClientMessage::Table { request: TableRequest::Play { ply, .. }, .. } =
                        pending.message
                    {
                        self.fail(&format!("the move at ply {ply} was accepted, but no event was received"));
                    }
                    self.pending = None;
                }
            }
            ServerMessage::Door(DoorMessage::HallAddress { address, .. }) => {
                self.hint = address.and_then(|address| address.to_string().parse().ok());
            }
            // the hall moves, or its node lets it go: another one has it
            ServerMessage::Door(DoorMessage::Closing {
                reason: CloseReason::HallMoved | CloseReason::ShuttingDown,
            }) if self.hall.is_some() => {
                return true;
            }
            ServerMessage::Door(DoorMessage::Closing { reason }) => {
                if !(self.quitting && reason == CloseReason::Quit) {
                    self.fail(&format!("closed: {reason:?}"));
                }
                self.quit();
                return true;
            }
            ServerMessage::Door(DoorMessage::Paused) if self.hall.is_none() => {
                self.fail("the server paused the games")
            }
            ServerMessage::Door(DoorMessage::Paused) => connection.is_paused = true,
            ServerMessage::Door(DoorMessage::Unpaused) => connection.is_paused = false,
            _ => {}
        }
        false
    }

    fn joined(&mut self, player: PlayerId, token: SessionToken, resumed: bool) {
        if resumed {
            self.shared.ledger().resumed += 1;
            if player != self.id {
                self.fail("the token resumed another player");
            }
        }
        (self.id, self.token) = (player, Some(token));
        // requests without an answer are sent again
        self.quitting = self
            .pending
            .as_ref()
            .is_some_and(|pending| pending.message == ClientMessage::Door(DoorRequest::Quit));
        self.shared.ids.lock().expect("no bot panics while it holds the lock").insert(self.number, player);
    }

    /// Records that the bot is registered, which a kill may have kept from it.
    fn has_registered(&mut self) {
        self.registered.insert(self.id);
        self.pending.take_if(|pending| pending.is_registration());
    }

    /// Records a presence change. The bot's own presence shows when it has left its table.
    fn note_player(&mut self, player: &Player) {
        if player.id == self.id
            && player.activity == Activity::Idle
            && self.table.as_ref().is_some_and(Table::is_over)
        {
            self.table = None;
        }
        if player.registered {
            self.registered.insert(player.id);
        }
        if player.computer_level.is_some() {
            let is_free = player.connected && player.activity == Activity::Idle;
            self.computers.insert(player.id, is_free);
        }
    }

    /// Records an event and applies it to the table.
    fn apply(&mut self, run: usize, game: GameId, n: Seq, event: &Event) {
        self.known.insert(game, n + 1);
        self.shared.ledger().receive(&self.name(), run, game, n, event);
        if self.plays_computer()
            && let Event::Played { by, .. } = event
            && self.table.as_ref().is_some_and(|table| table.game == game && table.color != *by)
        {
            self.shared.ledger().note_computer_move(self.number, run, game, n);
        }
        if n == 0 {
            let same = self.table.as_ref().is_some_and(|table| table.game == game);
            if !same {
                self.pending = None;
            }
            self.table = Table::start(game, event, self.id);
            self.challenge = None;
        }
        let Some(table) = self.table.as_mut().filter(|table| table.game == game) else { return };
        if let Event::Played { by, mv, .. } = event
            && *by == table.color
            && let Some(Pending {
                message: ClientMessage::Table { request: TableRequest::Play { ply, mv: played, .. }, .. },
                ..
            }) = &self.pending
            && (usize::from(*ply), *played) == (table.board.ply(), *mv)
        {
            self.pending = None;
            self.shared.ledger().note_move();
        }
        let ended = matches!(event, Event::Ended { .. });
        let left = matches!(event, Event::Left { color } if *color == table.color);
        if let Err(why) = table.fold(event) {
            self.fail(&why);
        }
        if ended {
            self.pending = None;
        }
        if left {
            self.table = None;
        }
    }

    /// Handles a refusal; returns whether the bot must join anew.
    fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        if self.pending.as_ref().is_some_and(|pending| pending.number == request) {
            self.pending = None;
        }
        let may_be = match reason {
            Refusal::UnknownToken if self.quitting => {
                self.quit();
                return true;
            }
            // the answer to the first attempt was lost with its node: a person takes another name too
            Refusal::NameTaken if self.hall.is_some() && self.token.is_none() => {
                self.quit();
                return true;
            }
            // a node that has just started may not have the list of halls yet
            Refusal::HallElsewhere | Refusal::NoSuchHall | Refusal::TooManyAttempts { .. }
                if self.hall.is_some() =>
            {
                return true;
            }
            // nobody enters while the hall waits for the log
            Refusal::Paused if self.hall.is_some() && request == ENTRY => {
                return true;
            }
            Refusal::Paused => self.hall.is_some(),
            // the request crossed an action of the opponent, or a timeout
            Refusal::Offer(_)
            | Refusal::WrongPly { .. }
            | Refusal::GameOver
            | Refusal::NoSuchGame
            | Refusal::NotYourGame
            | Refusal::GameRunning
            | Refusal::OpponentLeft
            | Refusal::ResignTooEarly
            | Refusal::AbortTooLate
            | Refusal::NoSuchPlayer
            | Refusal::NoSuchChallenge
            | Refusal::OpponentAway
            | Refusal::AlreadyChallenged
            | Refusal::OpponentBusy
            | Refusal::YouAreBusy
            | Refusal::TooManyOffers
            | Refusal::Evening(EveningRefusal::Paused) => true,
            _ => false,
        };
        let label: &'static str = reason.into();
        *self.shared.ledger().refusals.entry(label.to_owned()).or_default() += 1;
        if !may_be {
            self.fail(&format!("refused: {reason:?}"));
        }
        matches!(reason, Refusal::UnknownToken)
    }

    /// Forgets the player; the bot joins again under another name.
    fn quit(&mut self) {
        self.token = None;
        self.quitting = false;
        self.names += 1;
        self.table = None;
        self.pending = None;
    }

    /// Sends the next request, unless one is pending.
    async fn act(&mut self, connection: &mut Connection, ending: bool) {
        if let Some(pending) = &self.pending {
            // in a cluster a fault may last for longer
            if pending.since.elapsed() > if self.hall.is_some() { ANSWER * 4 } else { ANSWER } {
                let what = format!("never answered: {:?}", pending.message);
                self.fail(&what);
                self.pending = None;
            }
            return;
        }
        if !connection.may_send() {
            return;
        }
        let (leads, plays_once) = (self.leads(), !self.plays_partner());
        let next = match &mut self.table {
            Some(table) => table.decide(&mut self.random, (leads, plays_once), ending),
            None if ending => {
                self.done = true;
                None
            }
            None => self.seek(),
        };
        if let Some(message) = next {
            self.ask(connection, message).await;
        }
    }

    async fn ask(&mut self, connection: &mut Connection, message: impl Into<ClientMessage>) {
        let message = message.into();
        self.requests += 1;
        let number = self.requests;
        connection.send(number, &message).await;
        let plays = matches!(message, ClientMessage::Table { request: TableRequest::Play { .. }, .. });
        if plays && self.random.one_in(16) {
            self.shared.ledger().resent += 1;
            connection.send(number, &message).await;
        }
        // the pong follows the events of the move
        if !plays || self.random.one_in(8) {
            connection
                .send(number, &ClientMessage::Door(DoorRequest::Ping { nonce: number, round_trip_ms: None }))
                .await;
        }
        self.pending = Some(Pending { message, number, since: Instant::now() });
    }

    /// The next request in the lobby: challenge the partner, or accept.
    fn seek(&mut self) -> Option<ClientMessage> {
        if let Opponent::Paired(code) = self.opponent {
            let enters = !std::mem::replace(&mut self.entered, true);
            return enters.then(|| EveningRequest::Enter { code, club: None }.into());
        }
        if self.is_restless() && self.challenge.is_none() && self.random.one_in(100) {
            self.quitting = true;
            return Some(ClientMessage::Door(DoorRequest::Quit));
        }
        if self.is_rated() && !self.registered.contains(&self.id) {
            return Some(
                AccountRequest::Register { password: Password("a long password".to_owned()) }.into(),
            );
        }
        let other = self.opponent()?;
        if self.is_rated() && !self.registered.contains(&other) {
            return None;
        }
        match &self.challenge {
            Some(open) if open.to == self.id => {
                Some(ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: open.id }))
            }
            Some(_) => None,
            None if self.leads() => {
                Some(ClientMessage::Lobby(LobbyRequest::Challenge { opponent: other, terms: self.terms() }))
            }
            None => None,
        }
    }

    /// The player to challenge, who may not be there yet.
    fn opponent(&self) -> Option<PlayerId> {
        if let Opponent::Computer(n) = self.opponent {
            return self.computers.iter().nth(n).filter(|(_, is_free)| **is_free).map(|(id, _)| *id);
        }
        let other = if self.leads() { self.number + 1 } else { self.number - 1 };
        self.shared.ids.lock().expect("no bot panics while it holds the lock").get(&other).copied()
    }

    fn terms(&self) -> Terms {
        let time = match self.number / 2 % 3 {
            0 => TimeControl { game_ms: 600_000, increment_ms: 2_000, ..TimeControl::UNTIMED },
            1 => TimeControl { game_ms: 300_000, move_ms: 60_000, read_ms: 20_000, increment_ms: 0 },
            _ => TimeControl { move_ms: 60_000, ..TimeControl::UNTIMED },
        };
        let rated = self.is_rated() && !time.is_untimed();
        Terms {
            color: ColorChoice::Random,
            challenger_time: time,
            opponent_time: time,
            rated,
            ..Terms::default()
        }
    }
}
