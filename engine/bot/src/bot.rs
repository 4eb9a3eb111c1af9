//! The state machine of a bot: its state, and what each message, timeout and result changes.

mod acting;
mod entering;
mod following;

use crate::conduct::Judgement;
use crate::config::Config;
use crate::table::Table;
use crate::task::{Task, TaskId};
use chuhe_protocol::{
    AccountMessage, Challenge, ChallengeId, ClientMessage, DoorMessage, DoorRequest, EveningRefusal, GameId,
    LobbyMessage, PlayerId, Refusal, Request, ServerMessage, SessionToken, TableMessage, limits,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many changes of the game pass before a bot resigns again whose resignation was refused as too early.
const RESIGNS_AGAIN_AFTER: u64 = 10;

/// What the owner of a bot does for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send a request on the open connection.
    Send(Request),
    /// Run a task, and pass its result to [`Bot::thought`].
    Think(Box<Task>),
    /// Stop this task: nobody needs its result any more.
    Cancel(TaskId),
    /// Close the connection, open another one, and call [`Bot::connected`].
    ///
    /// The bot lacks events of its game.
    Reconnect,
}

/// A computer player.
///
/// The times passed to it must not decrease.
#[derive(Debug)]
pub struct Bot {
    config: Config,
    outputs: VecDeque<Output>,
    last_request: u32,
    last_task: u64,
    entry: Entry,
    token: Option<SessionToken>,
    me: Option<PlayerId>,
    /// How many names were refused.
    refused_names: u32,
    /// The open challenges to it.
    challenges: BTreeMap<ChallengeId, Incoming>,
    /// The challenge that it accepts, and the number of the request.
    accepting: Option<(ChallengeId, u32)>,
    table: Option<Table>,
    /// A game that could not be followed twice in a row.
    lost_game: Option<GameId>,
    at_table: AtTable,
    is_paused: bool,
    timers: Timers,
}

/// How far the bot has come with entering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    /// There is no connection.
    Closed,
    /// The request with this number is not answered yet.
    Requested(u32),
    /// It may enter again at this time.
    Waiting(Timestamp),
    Joined,
    /// The server will not let it in.
    Refused,
}

/// An open challenge to the bot.
#[derive(Debug)]
struct Incoming {
    challenge: Challenge,
    /// Whether the bot waits for its challenger, who was away when the bot accepted.
    awaits_challenger: bool,
}

/// What the bot is doing at the table; forgotten with the table.
#[derive(Debug, Default)]
struct AtTable {
    /// The task that runs, and the number of changes of the game for which it was made.
    task: Option<(TaskId, u64)>,
    /// The move that was sent, and the number of changes of the game after which it is played.
    sent: Option<(u32, u64)>,
    /// The offers that were answered and are still open.
    answered: BTreeSet<OfferKind>,
    judgement: Judgement,
    /// Whether the formation was sent on this connection.
    is_set_up: bool,
    /// The number of the request to claim the game.
    claim: Option<u32>,
    /// Up to how many changes of the game the bot does not resign, because it was refused.
    plays_on_to: u64,
    has_left: bool,
}

/// When the bot has to act without a message.
#[derive(Debug, Default)]
struct Timers {
    ping_at: Option<Timestamp>,
    /// When it leaves the table of a finished game.
    leave_at: Option<Timestamp>,
}

impl Bot {
    /// Creates a bot without a connection.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            config,
            outputs: VecDeque::new(),
            last_request: 0,
            last_task: 0,
            entry: Entry::Closed,
            token: None,
            me: None,
            refused_names: 0,
            challenges: BTreeMap::new(),
            accepting: None,
            table: None,
            lost_game: None,
            at_table: AtTable::default(),
            is_paused: false,
            timers: Timers::default(),
        }
    }

    /// Creates a bot that resumes the session of an earlier one.
    #[must_use]
    pub fn resuming(config: Config, token: SessionToken) -> Self {
        Self { token: Some(token), ..Self::new(config) }
    }

    /// The token that resumes the bot's session, once it has joined.
    #[must_use]
    pub const fn token(&self) -> Option<SessionToken> {
        self.token
    }

    /// The configuration.
    #[must_use]
    pub const fn config(&self) -> &Config {
        &self.config
    }

    /// The bot's number at the server, once it has joined.
    #[must_use]
    pub const fn player(&self) -> Option<PlayerId> {
        self.me
    }

    /// Whether the bot has joined on the open connection.
    #[must_use]
    pub fn has_joined(&self) -> bool {
        self.entry == Entry::Joined
    }

    /// Whether the server refuses the bot, so that it does nothing more.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.entry == Entry::Refused
    }

    /// Returns the next output, until there is none.
    pub fn poll(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// Returns when to call [`Bot::handle_timeout`], unless something happens before.
    #[must_use]
    pub fn poll_timeout(&self) -> Option<Timestamp> {
        if self.entry == Entry::Closed {
            return None;
        }
        let wait = if let Entry::Waiting(at) = self.entry { Some(at) } else { None };
        let at_table = [self.claim_at(), self.timers.leave_at].map(|at| at.filter(|_| self.may_act()));
        [self.timers.ping_at, wait].into_iter().chain(at_table).flatten().min()
    }

    /// Handles that a connection is open and greetings are exchanged.
    pub fn connected(&mut self, now: Timestamp) {
        self.outputs.retain(|output| matches!(output, Output::Cancel(_)));
        self.timers = Timers { ping_at: Some(now.plus_ms(limits::HEARTBEAT_MS)), ..Timers::default() };
        self.challenges.clear();
        self.is_paused = false;
        self.forget_requests();
        self.enter();
    }

    /// Handles that the connection is closed.
    pub fn disconnected(&mut self) {
        self.entry = Entry::Closed;
        self.outputs.retain(|output| matches!(output, Output::Cancel(_)));
        self.cancel_task();
    }

    /// Handles that the time of [`Bot::poll_timeout`] has come.
    pub fn handle_timeout(&mut self, now: Timestamp) {
        let is_due = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
        if is_due(self.timers.ping_at) {
            self.timers.ping_at = Some(now.plus_ms(limits::HEARTBEAT_MS));
            self.send(DoorRequest::Ping { nonce: 0, round_trip_ms: None });
        }
        if matches!(self.entry, Entry::Waiting(at) if at <= now) {
            self.enter();
        }
        self.act(now);
    }

    /// Handles a message of the server.
    pub fn receive(&mut self, now: Timestamp, message: &ServerMessage) {
        match message {
            ServerMessage::Table { game, message } => self.receive_at_table(*game, message, now),
            ServerMessage::Door(message) => self.receive_at_door(message),
            ServerMessage::Lobby(message) => self.receive_in_lobby(message),
            ServerMessage::Refused { request, reason } => self.refused(*request, *reason, now),
            ServerMessage::Account(message) => {
                if let AccountMessage::SignedOutEverywhere { token } = message {
                    self.token = Some(*token);
                }
            }
            ServerMessage::Chat(_)
            | ServerMessage::Archive(_)
            | ServerMessage::Profile(_)
            | ServerMessage::Report(_)
            | ServerMessage::Evening(_) => {}
        }
        self.act(now);
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a computer player only plays: what else is said is for people"
    )]
    fn receive_at_door(&mut self, message: &DoorMessage) {
        match message {
            DoorMessage::Joined { player, token, resumed, .. } => self.joined(*player, *token, *resumed),
            DoorMessage::Pong { nonce } if self.table.as_ref().is_some_and(|table| !table.is_over) => {
                self.send(DoorRequest::Echo { nonce: *nonce });
            }
            DoorMessage::Closing { .. } => self.disconnected(),
            DoorMessage::Paused => self.is_paused = true,
            DoorMessage::Unpaused => {
                self.is_paused = false;
                self.forget_requests();
            }
            _ => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a computer player only plays: what else is said is for people"
    )]
    fn receive_in_lobby(&mut self, message: &LobbyMessage) {
        match message {
            LobbyMessage::Players { players, .. } => self.follow_list(players),
            LobbyMessage::Presence(changes) => self.follow_changes(changes),
            LobbyMessage::ChallengeOpened(challenge) if Some(challenge.to) == self.me => {
                let incoming = Incoming { challenge: (**challenge).clone(), awaits_challenger: false };
                self.challenges.insert(challenge.id, incoming);
            }
            LobbyMessage::ChallengeClosed { challenge, .. } => {
                self.challenges.remove(challenge);
                self.accepting.take_if(|(accepting, _)| accepting == challenge);
            }
            // also pages of the list: those who challenge it are introduced beside the page
            _ => {}
        }
    }

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "a computer player only plays: what else is said is for people"
    )]
    fn receive_at_table(&mut self, game: GameId, message: &TableMessage, now: Timestamp) {
        match message {
            TableMessage::Events { first, events } => self.events(game, *first, events, now),
            TableMessage::Snapshot { next, events, first, last } => {
                self.snapshot(game, (*first, *last), *next, events, now);
            }
            TableMessage::Tick(tick) => {
                if let Some(table) = self.table.as_mut().filter(|table| table.game == game) {
                    table.read_clocks(tick.clocks, now);
                }
            }
            TableMessage::SetAside if self.table.as_ref().is_some_and(|table| table.game == game) => {
                self.close_table();
            }
            _ => {}
        }
    }

    fn send(&mut self, message: impl Into<ClientMessage>) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        self.outputs.push_back(Output::Send(Request { number: self.last_request, message: message.into() }));
        self.last_request
    }

    fn refused(&mut self, request: u32, reason: Refusal, now: Timestamp) {
        if self.entry == Entry::Requested(request) {
            self.entry_refused(reason, now);
        } else if let Some((challenge, _)) = self.accepting.take_if(|(_, number)| *number == request) {
            if reason == Refusal::OpponentAway {
                self.await_challenger(challenge);
            } else if !is_pause(reason) {
                self.challenges.remove(&challenge);
            }
        } else if let Some((_, made_for)) = self.at_table.sent.take_if(|(number, _)| *number == request) {
            // a takeback may have overtaken the move
            let is_current = self.table.as_ref().is_some_and(|table| table.changes == made_for);
            if is_current && reason == Refusal::ResignTooEarly {
                // a tournament allows it later only
                self.at_table.plays_on_to = made_for.saturating_add(RESIGNS_AGAIN_AFTER);
            } else if is_current && !is_pause(reason) {
                self.fall_out_of_step();
            }
        } else if self.at_table.claim.take_if(|number| *number == request).is_some()
            && let Some(table) = &mut self.table
        {
            let wait_ms = if let Refusal::ClaimTooSoon { wait_ms } = reason { Some(wait_ms) } else { None };
            table.claimable_at = wait_ms.map(|wait_ms| now.plus_ms(wait_ms));
        }
    }

    fn cancel_task(&mut self) {
        if let Some((task, _)) = self.at_table.task.take() {
            self.outputs.push_back(Output::Cancel(task));
        }
    }

    /// Forgets which requests are on their way: they are lost with the connection or in a pause.
    fn forget_requests(&mut self) {
        self.at_table.sent = None;
        self.at_table.answered.clear();
        self.at_table.is_set_up = false;
        self.at_table.claim = None;
        self.at_table.has_left = false;
        self.accepting = None;
    }
}

/// Whether a request is refused because of a pause, of the server or by an organiser.
fn is_pause(reason: Refusal) -> bool {
    matches!(reason, Refusal::Paused | Refusal::Evening(EveningRefusal::Paused))
}
