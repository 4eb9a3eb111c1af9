//! A game without a server: the hub in this program, and who sits at its other seat.
//!
//! The app holds the link and the visit of the seat that the user plays. Here is the other seat:
//! the second person at this screen with a link and a visit of their own, or the computer.

use super::visit::Visit;
use chuhe_bot::{Bot, Config, Output, Task, TaskId, Thought};
use chuhe_model::choices::local_choice::{ExternalPlayer, LocalKind, SavedLocal};
use chuhe_model::connection::link::{LOCAL_HOST, Link};
use chuhe_model::connection::local::{LocalServer, LocalTransport};
use chuhe_model::engines::{EngineFailure, ExternalEngine, ExternalTask};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::settings::RecentServer;
use chuhe_model::exchange::transport::Transport as _;
use chuhe_model::exchange::trust::Security;
use chuhe_model::notices::outbox::Outbox;
use chuhe_protocol::{PlayerId, SessionToken, Terms};
use chuhe_rules::GameMove;
use chuhe_rules::clock::Timestamp;
use std::time::Duration;

/// How long the computer waits for a rematch, in milliseconds: as long as the user likes.
const STAYS_MS: u64 = 30 * 24 * 3_600_000;
/// The numbers of the tasks that look for a hint begin here; those of the bot are lower.
const HINTS: u64 = 1 << 32;

/// A game without a server.
#[derive(Debug)]
pub struct LocalPlay {
    pub(crate) kind: LocalKind,
    pub(crate) server: LocalServer,
    /// The connection of the seat that the app shows.
    pub(crate) transport: LocalTransport,
    pub(crate) other: Other,
    /// What the user's seat challenges the other one to, until it has.
    pub(crate) terms: Option<Terms>,
    /// The link and the visit of the user, while the game is left.
    pub(crate) parked: Option<(Link, Option<Visit>)>,
    /// Whether the other person is to sit down, and must not see the board yet.
    pub(crate) hands_over: bool,
    /// Whether the board is covered until they sit down.
    pub(crate) is_covered: bool,
    pub(crate) hint: Hint,
    /// Whether the shell keeps the game for the next run of the program.
    pub(crate) is_kept: bool,
}

/// Who sits at the other seat.
#[derive(Debug)]
pub(crate) enum Other {
    Person(Box<PersonSeat>),
    Computer(Box<ComputerSeat>),
}

/// The seat of the person at this screen who is not to act.
#[derive(Debug)]
pub(crate) struct PersonSeat {
    pub(crate) link: Link,
    pub(crate) visit: Option<Visit>,
    pub(crate) transport: LocalTransport,
}

/// The seat of the computer.
#[derive(Debug)]
pub(crate) struct ComputerSeat {
    bot: Bot,
    transport: LocalTransport,
    playing: PlayingEngine,
    /// The task that is not done.
    task: Option<Box<Task>>,
    /// Whether the engine has been given a task, so that it holds memory.
    has_engine: bool,
    /// Why it was not done. The game stands still until the user decides how it goes on.
    failure: Option<EngineFailure>,
}

/// What thinks for the computer.
#[derive(Debug)]
pub(crate) enum PlayingEngine {
    /// The engine of this program.
    Own,
    /// An external engine, with so much time for each move.
    External(Box<ExternalEngine>, Duration),
    /// An external engine that is not in the list any more.
    Removed,
}

impl PlayingEngine {
    /// Finds the engine that plays; `None` stands for that of this program.
    pub(crate) fn of(player: Option<ExternalPlayer>, engines: &[ExternalEngine]) -> Self {
        let Some(player) = player else { return Self::Own };
        let engine = engines.iter().find(|engine| engine.id == player.engine);
        engine.map_or(Self::Removed, |engine| {
            Self::External(Box::new(engine.clone()), Duration::from_millis(player.move_ms.into()))
        })
    }
}

/// The move that the computer recommends to the user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The last task.
    last: u64,
    /// The task that looks for a move in the position with this key.
    pub(crate) task: Option<(TaskId, u64)>,
    /// The move, and the key of the position in which it is to be played.
    pub(crate) found: Option<(GameMove, u64)>,
}

impl Hint {
    /// The number of the next task, for the position with this key.
    pub const fn start(&mut self, key: u64) -> TaskId {
        self.last += 1;
        let task = TaskId(HINTS + self.last);
        (self.task, self.found) = (Some((task, key)), None);
        task
    }

    /// Forgets the move unless the position with this key is on the board.
    pub(crate) fn forget_unless(&mut self, key: Option<u64>) {
        self.found.take_if(|(_, of)| Some(*of) != key);
    }
}

/// A name at the server in this program.
pub(crate) fn seat_of(name: String) -> RecentServer {
    RecentServer { host: LOCAL_HOST.to_owned(), port: 0, name }
}

impl LocalPlay {
    /// Opens a game on these terms; the app connects the user's seat itself.
    pub(crate) fn new(
        (kind, terms, playing): (LocalKind, Terms, PlayingEngine),
        opponent: String,
        (server, seed): (LocalServer, u64),
        now: Timestamp,
    ) -> Self {
        Self { terms: Some(terms), ..Self::join((kind, playing), (opponent, None), (server, seed), now) }
    }

    /// Resumes a game on a restored server; the app resumes the user's seat itself.
    pub(crate) fn resume(
        (saved, playing): (&SavedLocal, PlayingEngine),
        (server, seed): (LocalServer, u64),
        now: Timestamp,
    ) -> Self {
        let [_, token] = saved.tokens;
        Self::join((saved.kind, playing), (String::new(), Some(token)), (server, seed), now)
    }

    /// Connects the other seat, under this name or with the token of its session.
    fn join(
        (kind, playing): (LocalKind, PlayingEngine),
        (opponent, token): (String, Option<SessionToken>),
        (server, seed): (LocalServer, u64),
        now: Timestamp,
    ) -> Self {
        let transport = server.transport();
        let other = match kind {
            LocalKind::Computer { level, .. } => {
                let config = Config { level, seed, stays_ms: STAYS_MS, ..Config::new(opponent) };
                let bot = match token {
                    Some(token) => Bot::resuming(config, token),
                    None => Bot::new(config),
                };
                let transport = server.transport();
                let mut seat =
                    ComputerSeat { bot, transport, playing, task: None, has_engine: false, failure: None };
                seat.connect();
                Other::Computer(Box::new(seat))
            }
            LocalKind::Two { .. } => {
                let mut link = Link::new();
                let mut transport = server.transport();
                let mut out = Outbox::default();
                link.open(seat_of(opponent), token, Security::Plain, now, &mut out);
                perform(&mut transport, out.take_network());
                Other::Person(Box::new(PersonSeat { link, visit: None, transport }))
            }
        };
        Self {
            kind,
            server,
            transport,
            other,
            terms: None,
            parked: None,
            hands_over: false,
            is_covered: false,
            hint: Hint::default(),
            is_kept: true,
        }
    }

    /// Whether two people share the screen.
    #[must_use]
    pub const fn is_shared(&self) -> bool {
        matches!(self.kind, LocalKind::Two { .. })
    }

    /// Who plays.
    #[must_use]
    pub const fn kind(&self) -> LocalKind {
        self.kind
    }

    /// Whether the other person is to sit down at the screen before the game goes on.
    #[must_use]
    pub const fn hands_over(&self) -> bool {
        self.hands_over
    }

    /// Whether nobody can move until the other person sits down, so that no clock runs.
    pub(crate) const fn awaits_the_other(&self) -> bool {
        self.hands_over || self.is_covered
    }

    /// Why the computer does not move; until the user decides how the game goes on, no clock runs.
    #[must_use]
    pub fn failure(&self) -> Option<&EngineFailure> {
        match &self.other {
            Other::Computer(seat) => seat.failure.as_ref(),
            Other::Person(_) => None,
        }
    }

    /// The name of the external engine that plays for the computer.
    #[must_use]
    pub fn external_name(&self) -> Option<&str> {
        match &self.other {
            Other::Computer(seat) => match &seat.playing {
                PlayingEngine::External(engine, _) => Some(&engine.name),
                PlayingEngine::Own | PlayingEngine::Removed => None,
            },
            Other::Person(_) => None,
        }
    }

    /// Whether nothing happens until the user has done something, so that no clock runs.
    pub(crate) fn stands_still(&self) -> bool {
        self.awaits_the_other() || self.failure().is_some()
    }

    /// Whether the user has left the game, so that it stands still.
    #[must_use]
    pub const fn is_left(&self) -> bool {
        self.parked.is_some()
    }

    /// Whether the computer looks for a hint.
    #[must_use]
    pub const fn seeks_hint(&self) -> bool {
        self.hint.task.is_some()
    }

    /// The player at the other seat, once they have joined.
    pub fn opponent(&self) -> Option<PlayerId> {
        match &self.other {
            Other::Person(seat) => seat.visit.as_ref().map(Visit::me),
            Other::Computer(seat) => seat.bot.player(),
        }
    }

    /// What the game is resumed with when the program starts again; `user` is the link of the
    /// user's seat.
    pub fn saved(&self, user: &Link) -> Option<SavedLocal> {
        let other = match &self.other {
            Other::Person(seat) => seat.link.token(),
            Other::Computer(seat) => seat.bot.token(),
        };
        Some(SavedLocal {
            kind: self.kind,
            tokens: [user.token()?, other?],
            is_left: self.is_left(),
            tables: Vec::new(),
        })
    }

    /// Stops the computer, which thinks about its move or a hint, and ends its engine.
    pub(crate) fn stop_thinking(&mut self, out: &mut Outbox) {
        if let Some((task, _)) = self.hint.task.take() {
            out.push(Effect::StopThinking(task));
        }
        if let Other::Computer(seat) = &mut self.other {
            seat.stop(out);
            seat.end_engine(out);
        }
    }

    /// When something happens here without the user.
    pub fn next_wakeup(&self) -> Option<Timestamp> {
        if self.is_left() {
            return None;
        }
        let other = match &self.other {
            Other::Person(seat) => seat.link.next_wakeup(),
            Other::Computer(seat) => seat.bot.poll_timeout(),
        };
        [self.transport.next_wakeup(), other].into_iter().flatten().min()
    }
}

impl ComputerSeat {
    fn connect(&mut self) {
        self.transport.connect(LOCAL_HOST, 0, Security::Plain);
    }

    /// Passes the messages of the hub to the bot, and its requests to the hub. Returns whether
    /// there were any.
    pub(crate) fn exchange(&mut self, now: Timestamp, out: &mut Outbox) -> bool {
        let mut any = false;
        if self.bot.poll_timeout().is_some_and(|at| at <= now) {
            self.bot.handle_timeout(now);
        }
        while let Some(event) = self.transport.poll() {
            any = true;
            match event {
                NetworkEvent::Connected => self.bot.connected(now),
                NetworkEvent::Received(message) => self.bot.receive(now, &message),
                NetworkEvent::Closed(_) | NetworkEvent::ConnectFailed(_) => self.bot.disconnected(),
                NetworkEvent::Secured { .. }
                | NetworkEvent::Halls(_)
                | NetworkEvent::VersionRefused { .. } => {}
            }
        }
        while let Some(output) = self.bot.poll() {
            any = true;
            match output {
                Output::Send(request) => self.transport.send(request),
                Output::Think(task) => self.think(task, out),
                Output::Cancel(task) => self.cancel(task, out),
                Output::Reconnect => {
                    self.bot.disconnected();
                    self.connect();
                }
            }
        }
        any
    }

    /// Ends the session of the bot, and with it its task.
    fn stop(&mut self, out: &mut Outbox) {
        self.bot.disconnected();
        while let Some(output) = self.bot.poll() {
            if let Output::Cancel(task) = output {
                self.cancel(task, out);
            }
        }
    }

    /// Ends the engine if it runs: there is nothing to think about until the next game.
    pub(crate) fn end_engine(&mut self, out: &mut Outbox) {
        if std::mem::take(&mut self.has_engine) {
            out.push(Effect::EndThinking);
        }
    }

    /// Passes a task to the engine.
    fn think(&mut self, task: Box<Task>, out: &mut Outbox) {
        self.failure = None;
        self.has_engine = true;
        match &self.playing {
            PlayingEngine::Own => out.push(Effect::Think(task.clone())),
            PlayingEngine::External(engine, longest) => {
                let task = Task { longest: *longest, ..(*task).clone() };
                out.push(Effect::ThinkExternally(Box::new(ExternalTask {
                    task,
                    engine: (**engine).clone(),
                })));
            }
            PlayingEngine::Removed => self.failure = Some(EngineFailure::Removed),
        }
        self.task = Some(task);
    }

    fn cancel(&mut self, task: TaskId, out: &mut Outbox) {
        if self.task.take_if(|running| running.id == task).is_some() {
            self.failure = None;
        }
        out.push(Effect::StopThinking(task));
    }

    /// Passes the result of a task to the bot, or keeps the task for another try.
    pub(crate) fn thought(&mut self, now: Timestamp, task: TaskId, thought: Result<Thought, EngineFailure>) {
        if self.task.as_ref().is_none_or(|running| running.id != task) {
            return;
        }
        match thought {
            Ok(thought) => {
                self.task = None;
                self.bot.thought(now, task, thought);
            }
            Err(failure) => self.failure = Some(failure),
        }
    }

    /// Runs the task that failed once more, with this engine.
    pub(crate) fn retry(&mut self, playing: PlayingEngine, out: &mut Outbox) {
        self.playing = playing;
        if self.failure.is_some()
            && let Some(task) = self.task.take()
        {
            self.think(task, out);
        }
    }
}

/// Carries out the effects that concern a connection.
pub fn perform(transport: &mut LocalTransport, effects: Vec<Effect>) -> bool {
    let any = !effects.is_empty();
    for effect in effects {
        if let Effect::Connect { host, port, security } = effect {
            transport.connect(&host, port, security);
        } else if effect == Effect::Disconnect {
            transport.disconnect();
        } else if let Effect::Send(request) = effect {
            transport.send(request);
        }
    }
    any
}
