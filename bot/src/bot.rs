//! The state machine of a bot.

use crate::conduct::Judgement;
use crate::config::Config;
use crate::table::{Play, Table};
use crate::task::{Task, TaskId, Thought};
use chuhe_engine::luzhanqi;
use chuhe_protocol::{
    Activity, Challenge, ChallengeId, Claim, ClientMessage, Cursor, Event, GameId, PlayerId, Refusal,
    Request, Seq, ServerMessage, SessionToken, limits,
};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many names the bot tries.
const NAMES: u32 = 100;
/// How long the bot waits before it asks again after a refusal that will pass, in milliseconds.
const RETRY_MS: u64 = 2_000;
/// How much longer than necessary the bot waits for an absent opponent, in milliseconds.
const PATIENCE_MS: u64 = 30_000;

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
    names: u32,
    challenges: BTreeMap<ChallengeId, Challenge>,
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
            names: 0,
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
            self.send(ClientMessage::Ping { nonce: 0, round_trip_ms: None });
        }
        if matches!(self.entry, Entry::Waiting(at) if at <= now) {
            self.enter();
        }
        self.act(now);
    }

    /// Handles a message of the server.
    pub fn receive(&mut self, now: Timestamp, message: &ServerMessage) {
        match message {
            ServerMessage::Joined { player, token, resumed, .. } => {
                self.joined(*player, *token, *resumed);
            }
            ServerMessage::Players { players, .. } => {
                let me = players.iter().find(|player| Some(player.id) == self.me);
                self.follow_activity(me.map(|me| me.activity));
            }
            ServerMessage::ChallengeOpened(challenge) => {
                if Some(challenge.to) == self.me {
                    self.challenges.insert(challenge.id, (**challenge).clone());
                }
            }
            ServerMessage::ChallengeClosed { challenge, .. } => {
                self.challenges.remove(challenge);
                self.accepting.take_if(|(accepting, _)| accepting == challenge);
            }
            ServerMessage::Events { game, first, events } => self.events(*game, *first, events, now),
            ServerMessage::Snapshot { game, next, events, first, last } => {
                self.snapshot(*game, (*first, *last), *next, events, now);
            }
            ServerMessage::Tick(tick) => {
                if let Some(table) = self.table.as_mut().filter(|table| table.game == tick.game) {
                    table.read_clocks(tick.clocks, now);
                }
            }
            ServerMessage::Refused { request, reason } => self.refused(*request, *reason, now),
            ServerMessage::Pong { nonce } => {
                if self.table.as_ref().is_some_and(|table| !table.is_over) {
                    self.send(ClientMessage::Echo { nonce: *nonce });
                }
            }
            ServerMessage::Closing { .. } => self.disconnected(),
            ServerMessage::SignedOutEverywhere { token } => self.token = Some(*token),
            ServerMessage::Paused => self.is_paused = true,
            ServerMessage::Unpaused => {
                self.is_paused = false;
                self.forget_requests();
            }
            ServerMessage::GameSetAside { game } => {
                if self.table.as_ref().is_some_and(|table| table.game == *game) {
                    self.close_table();
                }
            }
            ServerMessage::Presence(_)
            | ServerMessage::Chat { .. }
            | ServerMessage::ShuttingDown
            | ServerMessage::Registered
            | ServerMessage::Games { .. }
            | ServerMessage::FinishedGame { .. }
            | ServerMessage::Watching { .. }
            | ServerMessage::WatchEnded { .. }
            | ServerMessage::Spectators { .. }
            | ServerMessage::Preferences { .. }
            | ServerMessage::Announcement { .. }
            | ServerMessage::FoundGames { .. } => {}
        }
        self.act(now);
    }

    /// Handles the result of a task. The result of a cancelled one is ignored.
    pub fn thought(&mut self, now: Timestamp, task: TaskId, thought: Thought) {
        let Some((_, changes)) = self.at_table.task.take_if(|(running, _)| *running == task) else { return };
        let Some(table) = &self.table else { return };
        self.at_table.judgement.record(thought.score, &table.play);
        let (game, may_resign) = (table.game, table.may_resign());
        let ply = u16::try_from(table.ply()).unwrap_or(u16::MAX);
        let mv = thought.mv.filter(|&mv| table.may_play(mv)).or_else(|| first_legal(table));
        let gives_up = thought.resigns || self.at_table.judgement.is_hopeless();
        let message = match mv {
            _ if gives_up && may_resign => ClientMessage::Resign { game },
            Some(mv) => ClientMessage::Play { game, ply, mv },
            None => ClientMessage::Resign { game },
        };
        let number = self.send(message);
        self.at_table.sent = Some((number, changes));
        self.act(now);
    }

    fn send(&mut self, message: ClientMessage) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        self.outputs.push_back(Output::Send(Request { number: self.last_request, message }));
        self.last_request
    }

    /// Sends the request to enter: with the token of the last session, or under the next name.
    fn enter(&mut self) {
        let message = match self.token {
            Some(token) => {
                let seen = self.table.as_ref().map(|table| Cursor { game: table.game, next: table.next });
                ClientMessage::Resume { token, seen }
            }
            None => ClientMessage::Join { name: self.name() },
        };
        let number = self.send(message);
        self.entry = Entry::Requested(number);
    }

    /// The name to try next.
    fn name(&self) -> String {
        if self.names == 0 {
            return self.config.name.clone();
        }
        let suffix = format!("-{}", self.names + 1);
        let kept = limits::NAME_CHARS.saturating_sub(suffix.len());
        self.config.name.chars().take(kept).chain(suffix.chars()).collect()
    }

    fn joined(&mut self, player: PlayerId, token: SessionToken, resumed: bool) {
        if !resumed || self.me.is_some_and(|me| me != player) {
            self.close_table();
        }
        self.me = Some(player);
        self.token = Some(token);
        self.entry = Entry::Joined;
    }

    /// Closes the table if the list of players says that the bot sits at none.
    fn follow_activity(&mut self, activity: Option<Activity>) {
        let sits_at = |game| matches!(activity, Some(Activity::Playing { game: at, .. }) if at == game);
        if activity.is_some() && self.table.as_ref().is_some_and(|table| !sits_at(table.game)) {
            self.close_table();
        }
    }

    fn refused(&mut self, request: u32, reason: Refusal, now: Timestamp) {
        if self.entry == Entry::Requested(request) {
            self.entry_refused(reason, now);
        } else if let Some((challenge, _)) = self.accepting.take_if(|(_, number)| *number == request) {
            // an absent challenger may challenge again
            if reason != Refusal::Paused {
                self.challenges.remove(&challenge);
            }
        } else if let Some((_, made_for)) = self.at_table.sent.take_if(|(number, _)| *number == request) {
            // a takeback may have overtaken the move
            let is_current = self.table.as_ref().is_some_and(|table| table.changes == made_for);
            if is_current && reason != Refusal::Paused {
                self.fall_out_of_step();
            }
        } else if self.at_table.claim.take_if(|number| *number == request).is_some()
            && let Some(table) = &mut self.table
        {
            let wait_ms = if let Refusal::ClaimTooSoon { wait_ms } = reason { Some(wait_ms) } else { None };
            table.claimable_at = wait_ms.map(|wait_ms| now.plus_ms(wait_ms));
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other refusal, also a new one, is final")]
    fn entry_refused(&mut self, reason: Refusal, now: Timestamp) {
        match reason {
            Refusal::UnknownToken => {
                self.token = None;
                self.close_table();
                self.enter();
            }
            Refusal::NameTaken | Refusal::NameRegistered if self.names + 1 < NAMES => {
                self.names += 1;
                self.enter();
            }
            Refusal::TooManyAttempts { wait_ms } => self.entry = Entry::Waiting(now.plus_ms(wait_ms)),
            Refusal::Paused | Refusal::RequestPending => {
                self.entry = Entry::Waiting(now.plus_ms(RETRY_MS));
            }
            _ => self.entry = Entry::Refused,
        }
    }

    fn events(&mut self, game: GameId, first: Seq, events: &[Event], now: Timestamp) {
        for (n, event) in (first..).zip(events) {
            if let Event::Started(start) = event {
                if n == 0 && self.table.as_ref().is_none_or(|table| table.game != game) {
                    self.close_table();
                    self.table = self.me.and_then(|me| Table::open(game, start, me, now));
                }
                continue;
            }
            let Some(table) = self.table.as_mut().filter(|table| table.game == game) else { continue };
            if n < table.next {
                continue;
            }
            if n > table.next || table.apply(event, now).is_err() {
                self.fall_out_of_step();
                return;
            }
            table.next = n.saturating_add(1);
            if table.has_left {
                self.close_table();
            }
        }
    }

    fn snapshot(
        &mut self,
        game: GameId,
        (first, last): (bool, bool),
        next: Seq,
        events: &[Event],
        now: Timestamp,
    ) {
        if first {
            self.close_table();
        }
        for event in events {
            match (event, &mut self.table) {
                (Event::Started(start), _) => {
                    self.table = self.me.and_then(|me| Table::open(game, start, me, now));
                }
                (_, Some(table)) if table.game == game => {
                    if table.apply(event, now).is_err() {
                        self.fall_out_of_step();
                        return;
                    }
                }
                (_, _) => {}
            }
        }
        if let Some(table) = self.table.as_mut().filter(|table| last && table.game == game) {
            table.next = next;
        }
    }

    /// Asks for another connection, on which the server sends the whole game again.
    ///
    /// A game that cannot be followed a second time is given up.
    fn fall_out_of_step(&mut self) {
        let Some(table) = &self.table else { return };
        let game = table.game;
        let is_lost = self.lost_game == Some(game);
        self.close_table();
        if is_lost {
            self.send(ClientMessage::Resign { game });
        } else {
            self.lost_game = Some(game);
            self.outputs.push_back(Output::Reconnect);
        }
    }

    fn close_table(&mut self) {
        self.cancel_task();
        self.table = None;
        self.at_table = AtTable::default();
        self.timers.leave_at = None;
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

    /// When the bot claims the game of an absent opponent.
    fn claim_at(&self) -> Option<Timestamp> {
        let table = self.table.as_ref().filter(|_| self.at_table.claim.is_none())?;
        table.claimable_at.map(|at| at.plus_ms(PATIENCE_MS))
    }

    /// Whether the server would serve the bot's requests.
    fn may_act(&self) -> bool {
        self.entry == Entry::Joined && !self.is_paused
    }

    /// Does what the present state demands.
    fn act(&mut self, now: Timestamp) {
        if !self.may_act() {
            return;
        }
        match &self.table {
            None => self.answer_challenges(),
            Some(table) if table.is_over => self.stay_or_leave(now),
            Some(_) => self.play(now),
        }
    }

    /// Accepts the first challenge whose terms suit it, and declines those before it.
    fn answer_challenges(&mut self) {
        while self.accepting.is_none()
            && let Some((&id, challenge)) = self.challenges.first_key_value()
        {
            match self.config.check(challenge) {
                Ok(()) => {
                    let number = self.send(ClientMessage::AcceptChallenge { challenge: id });
                    self.accepting = Some((id, number));
                }
                Err(reason) => {
                    self.challenges.remove(&id);
                    self.send(ClientMessage::DeclineChallenge { challenge: id, reason });
                }
            }
        }
    }

    /// At the table of a finished game: plays again if asked, and leaves after a while.
    fn stay_or_leave(&mut self, now: Timestamp) {
        self.cancel_task();
        self.answer_offers();
        let Some(table) = &self.table else { return };
        let (game, opponent_left) = (table.game, table.opponent_left);
        if self.at_table.has_left {
            return;
        }
        let leave_at = *self.timers.leave_at.get_or_insert(now.plus_ms(self.config.stays_ms));
        if opponent_left || leave_at <= now {
            self.at_table.has_left = true;
            self.timers.leave_at = None;
            self.send(ClientMessage::LeaveTable { game });
        }
    }

    fn play(&mut self, now: Timestamp) {
        self.answer_offers();
        let claim_is_due = self.claim_at().is_some_and(|at| at <= now);
        let Some(table) = &self.table else { return };
        let (game, changes) = (table.game, table.changes);
        if table.awaits_formation() {
            self.set_up();
            return;
        }
        if claim_is_due {
            let number = self.send(ClientMessage::ClaimAbsence { game, claim: Claim::Win });
            self.at_table.claim = Some(number);
        }
        if self.at_table.task.is_some_and(|(_, made_for)| made_for != changes) {
            self.cancel_task();
        }
        let is_sent = self.at_table.sent.is_some_and(|(_, made_for)| made_for == changes);
        if self.at_table.task.is_none() && !is_sent {
            self.think(now);
        }
    }

    fn think(&mut self, now: Timestamp) {
        let Some(table) = self.table.as_ref().filter(|table| table.is_to_move()) else { return };
        self.last_task += 1;
        let id = TaskId(self.last_task);
        let seed = seed(self.config.seed, table.game, table.changes);
        let (position, clock) = (table.position(), table.clock(now));
        self.at_table.task = Some((id, table.changes));
        let (level, longest) = (self.config.level, Task::LONGEST);
        let task = Task { id, position, level, clock, seed, longest };
        self.outputs.push_back(Output::Think(Box::new(task)));
    }

    fn set_up(&mut self) {
        let Some(table) = self.table.as_ref().filter(|_| !self.at_table.is_set_up) else { return };
        let game = table.game;
        let formation = luzhanqi::set_up(seed(self.config.seed, game, 0));
        self.at_table.is_set_up = true;
        self.send(ClientMessage::SetUp { game, strengths: formation.into() });
        self.send(ClientMessage::ConfirmFormation { game });
    }

    fn answer_offers(&mut self) {
        let Some(table) = &self.table else { return };
        let game = table.game;
        let open: BTreeSet<OfferKind> = table.opponents_offers().collect();
        self.at_table.answered.retain(|kind| open.contains(kind));
        for &kind in &open {
            if self.at_table.answered.insert(kind)
                && let Some(table) = &self.table
            {
                let accept = self.at_table.judgement.accepts(kind, table, &self.config);
                self.send(ClientMessage::AnswerOffer { game, kind, accept });
            }
        }
    }
}

/// The first legal move, for a task without a legal one.
fn first_legal(table: &Table) -> Option<GameMove> {
    match &table.play {
        Play::Xiangqi(game) => game.position().legal_moves().first().copied().map(GameMove::Xiangqi),
        Play::Luzhanqi(knowledge) => {
            let moves = knowledge.view().position()?.legal_moves();
            moves.first().copied().map(GameMove::Luzhanqi)
        }
    }
}

/// Mixes the seed of a bot with a game and a number in it.
fn seed(own: u64, game: GameId, n: u64) -> u64 {
    let mixed = own ^ game.0.rotate_left(32) ^ n.rotate_left(16);
    (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
