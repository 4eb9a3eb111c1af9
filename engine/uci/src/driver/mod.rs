//! The side of a conversation that uses an engine, as a state machine.
//!
//! Times are those since any fixed moment, such as the start of the engine.

mod board;
mod xboard;

use crate::command::Command;
use crate::context::Context;
use crate::dialect::{Dialect, Protocol};
use crate::error::EngineError;
use crate::go::Go;
use crate::info::Info;
use crate::limits::{MAX_OPTIONS, MOVE_GRACE, SEARCH_LIMIT, START_LIMIT, STOP_LIMIT};
use crate::option::{EngineOption, OptionKind};
use crate::ranks::Ranks;
use crate::reply::{Best, Reply};
use board::RemoteBoard;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use std::collections::VecDeque;
use std::time::Duration;

/// How to speak with an engine.
#[derive(Clone, Debug)]
pub struct DriverConfig {
    /// The name of the engine in messages until it has said its own, such as its path.
    pub name: String,
    /// The protocol.
    pub protocol: Protocol,
    /// Options to set, by name and value; a button has no value.
    pub options: Vec<(String, Option<String>)>,
    /// The time until the engine must be ready.
    pub start_limit: Duration,
    /// The time by which it may exceed that for a move.
    pub move_grace: Duration,
    /// The time for a search that is limited, but not by time.
    pub search_limit: Duration,
}

impl DriverConfig {
    /// An engine without options, and the usual limits.
    #[must_use]
    pub fn new(name: impl Into<String>, protocol: Protocol) -> Self {
        let name = name.into();
        Self {
            name,
            protocol,
            options: Vec::new(),
            start_limit: START_LIMIT,
            move_grace: MOVE_GRACE,
            search_limit: SEARCH_LIMIT,
        }
    }
}

/// The name, the options and the numbering of ranks of an engine, complete once it is ready.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineInfo {
    /// Its name.
    pub name: String,
    /// Its authors.
    pub author: String,
    /// The protocol that it speaks.
    pub protocol: Protocol,
    /// How it numbers ranks.
    pub ranks: Ranks,
    /// Its options.
    pub options: Vec<EngineOption>,
    /// Why options of the configuration are not set, each reason in one line.
    pub rejected: Vec<String>,
}

/// Something that an engine did.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It is ready to search.
    Ready,
    /// It reports on its search. The line of play is legal.
    Info(Box<Info>),
    /// It ended its search.
    Answer {
        /// Its move, which is legal; `None` if it has none or resigns.
        best: Option<Move>,
        /// The answer that it expects.
        ponder: Option<Move>,
    },
    /// It cannot be used any more.
    Failed(EngineError),
}

#[derive(Debug)]
enum Phase {
    /// Waits for the end of the introduction.
    Introduction,
    /// Waits until the options are applied.
    Preparation,
    /// Waits for a first move, which shows the numbering of ranks.
    FirstMove,
    Idle,
    Searching(Box<Searching>),
    Failed,
}

#[derive(Debug)]
struct Searching {
    game: Game,
    go: Go,
    /// Whether `stop` was sent.
    stopping: bool,
}

/// A conversation with an engine of any protocol, without its process.
///
/// The caller passes lines and times in, then sends what [`Driver::poll_line`] returns, handles
/// the events, and calls [`Driver::handle_timeout`] at [`Driver::deadline`].
///
/// ```
/// use chuhe_uci::{Driver, DriverConfig, Event, Protocol};
/// use std::time::Duration;
/// let now = Duration::ZERO;
/// let mut driver = Driver::new(DriverConfig::new("example", Protocol::Uci), now);
/// assert_eq!(driver.poll_line().as_deref(), Some("uci"));
/// driver.handle_line("uciok", now);
/// assert_eq!(driver.poll_line().as_deref(), Some("isready"));
/// driver.handle_line("readyok", now);
/// driver.handle_line("bestmove h3e3", now);
/// assert_eq!(driver.poll_event(), Some(Event::Ready));
/// assert_eq!(driver.info().ranks, chuhe_uci::Ranks::FromOne);
/// ```
#[derive(Debug)]
pub struct Driver {
    config: DriverConfig,
    state: Phase,
    context: Context,
    info: EngineInfo,
    lines: VecDeque<String>,
    events: VecDeque<Event>,
    /// When the engine counts as hung.
    deadline: Option<Duration>,
    /// When it was last given something to answer.
    asked_at: Duration,
    /// The game as an xboard engine has it.
    board: RemoteBoard,
}

impl Driver {
    /// Begins a conversation at `now`.
    #[must_use]
    pub fn new(config: DriverConfig, now: Duration) -> Self {
        let info = EngineInfo {
            name: config.name.clone(),
            author: String::new(),
            protocol: config.protocol,
            ranks: Ranks::FromZero,
            options: Vec::new(),
            rejected: Vec::new(),
        };
        let mut driver = Self {
            state: Phase::Introduction,
            context: Context::new(config.protocol.dialect().unwrap_or_default()),
            info,
            lines: VecDeque::new(),
            events: VecDeque::new(),
            deadline: Some(now.saturating_add(config.start_limit)),
            asked_at: now,
            board: RemoteBoard::default(),
            config,
        };
        match driver.config.protocol.dialect() {
            Some(dialect) => driver.send(&Command::Start(dialect)),
            None => driver.introduce_xboard(),
        }
        driver
    }

    /// The engine's name, options and numbering of ranks; complete after [`Event::Ready`].
    #[must_use]
    pub const fn info(&self) -> &EngineInfo {
        &self.info
    }

    /// Whether the engine waits for a search.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        matches!(self.state, Phase::Idle)
    }

    /// The next line to send, without its end.
    pub fn poll_line(&mut self) -> Option<String> {
        self.lines.pop_front()
    }

    /// The next event.
    pub fn poll_event(&mut self) -> Option<Event> {
        self.events.pop_front()
    }

    /// When the engine counts as hung; `None` if it has as long as it likes.
    #[must_use]
    pub const fn deadline(&self) -> Option<Duration> {
        self.deadline
    }

    /// Fails the engine if it has not answered in time.
    pub fn handle_timeout(&mut self, now: Duration) {
        if self.deadline.is_none_or(|deadline| now < deadline) {
            return;
        }
        let engine = self.info.name.clone();
        if matches!(self.state, Phase::Introduction) {
            self.fail(EngineError::NoAnswer(engine));
        } else {
            self.fail(EngineError::Hung { engine, waited: now.saturating_sub(self.asked_at) });
        }
    }

    /// Fails the engine because its process has ended.
    pub fn handle_exit(&mut self, status: Option<String>) {
        let engine = self.info.name.clone();
        self.fail(EngineError::Exited { engine, status });
    }

    /// Handles a line of the engine.
    pub fn handle_line(&mut self, line: &str, now: Duration) {
        if matches!(self.state, Phase::Failed) {
            return;
        }
        if self.context_is_xboard() {
            return self.handle_xboard(line, now);
        }
        match (Reply::parse(line, self.info.ranks), &mut self.state) {
            (Reply::Name(name), Phase::Introduction) => self.info.name = name,
            (Reply::Author(author), Phase::Introduction) => self.info.author = author,
            (Reply::Option(option), Phase::Introduction) if self.info.options.len() < MAX_OPTIONS => {
                self.info.options.push(option);
            }
            (Reply::Ok(dialect), Phase::Introduction) if dialect == self.context.dialect => self.prepare(),
            (Reply::ReadyOk, Phase::Preparation) => self.ask_first_move(),
            (Reply::Best(best), Phase::FirstMove) => self.take_first_move(best),
            (Reply::Info(mut info), Phase::Searching(searching)) => {
                keep_legal(&mut info.line, searching.game.position());
                self.events.push_back(Event::Info(info));
            }
            (Reply::Best(best), Phase::Searching(_)) => self.take_answer(&best),
            _ => {}
        }
    }

    /// Announces another game.
    pub fn new_game(&mut self) {
        match self.config.protocol {
            Protocol::Uci => self.send(&Command::NewGame),
            Protocol::Ucci if self.option("newgame").is_some() => self.send(&Command::NewGame),
            Protocol::Ucci => {}
            Protocol::Xboard => {
                self.board = RemoteBoard { features: self.board.features, ..RemoteBoard::default() }
            }
        }
    }

    /// Begins a search of the current position of `game`.
    ///
    /// [`Event::Answer`] follows.
    ///
    /// # Panics
    /// If the engine is not idle.
    pub fn search(&mut self, game: &Game, go: Go, now: Duration) {
        assert!(self.is_idle(), "an engine searches one position at a time");
        self.asked_at = now;
        self.deadline = self.limit_of(&go).map(|limit| now.saturating_add(limit));
        if self.context_is_xboard() {
            self.search_xboard(game, &go);
        } else {
            self.send_position(game);
            let context = self.context.at(game.position());
            self.lines.push_back(go.write(&context));
        }
        self.state = Phase::Searching(Box::new(Searching { game: game.clone(), go, stopping: false }));
    }

    /// Ends the search; the answer follows.
    ///
    /// A second call has no effect: the engine's time to answer counts from the first.
    pub fn stop(&mut self, now: Duration) {
        let Phase::Searching(searching) = &mut self.state else { return };
        if std::mem::replace(&mut searching.stopping, true) {
            return;
        }
        self.asked_at = now;
        self.deadline = Some(now + STOP_LIMIT);
        if self.context_is_xboard() {
            self.lines.push_back("?".to_owned());
        } else {
            self.send(&Command::Stop);
        }
    }

    /// Says that the opponent played the move for which the engine ponders.
    pub fn ponder_hit(&mut self, now: Duration) {
        if let Phase::Searching(searching) = &mut self.state
            && searching.go.ponder
            && !searching.stopping
        {
            searching.go.ponder = false;
            let go = searching.go.clone();
            self.asked_at = now;
            self.deadline = self.limit_of(&go).map(|limit| now.saturating_add(limit));
            self.send(&Command::PonderHit);
        }
    }

    /// Asks the engine to end.
    pub fn quit(&mut self) {
        self.send(&Command::Quit);
    }

    const fn context_is_xboard(&self) -> bool {
        matches!(self.config.protocol, Protocol::Xboard)
    }

    fn send(&mut self, command: &Command) {
        self.lines.push_back(command.write(&self.context));
    }

    fn fail(&mut self, error: EngineError) {
        if !matches!(self.state, Phase::Failed) {
            self.state = Phase::Failed;
            self.deadline = None;
            self.events.push_back(Event::Failed(error));
        }
    }

    fn become_ready(&mut self) {
        self.state = Phase::Idle;
        self.deadline = None;
        self.events.push_back(Event::Ready);
    }

    /// The time until the engine must have answered.
    fn limit_of(&self, go: &Go) -> Option<Duration> {
        if go.ponder || go.is_infinite() {
            return None;
        }
        let time = go.move_time.or(go.clock.map(|clock| clock.left.saturating_add(clock.increment)));
        Some(time.map_or(self.config.search_limit, |time| time.saturating_add(self.config.move_grace)))
    }

    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.info.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets the options that xiangqi needs and those of the configuration.
    fn prepare(&mut self) {
        let variant = self.option("UCI_Variant").map(|option| match &option.kind {
            OptionKind::Combo { values, .. } => values.iter().any(|value| value == "xiangqi"),
            OptionKind::Check { .. }
            | OptionKind::Spin { .. }
            | OptionKind::Button
            | OptionKind::Text { .. } => true,
        });
        let mut options = Vec::new();
        if variant == Some(true) {
            options.push(("UCI_Variant".to_owned(), Some("xiangqi".to_owned())));
        }
        if self.context.dialect == Dialect::Ucci && self.option("usemillisec").is_some() {
            self.context.milliseconds = true;
            options.push(("usemillisec".to_owned(), Some("true".to_owned())));
        }
        options.extend(self.config.options.clone());
        for (name, value) in options {
            let checked =
                self.option(&name).map(|option| (option.name.clone(), option.read(value.as_deref())));
            match checked {
                None => self.info.rejected.push(format!("{} has no option {name}", self.info.name)),
                Some((_, Err(error))) => self.info.rejected.push(error.to_string()),
                Some((name, Ok(_))) => self.send(&Command::SetOption { name, value }),
            }
        }
        self.state = Phase::Preparation;
        self.send(&Command::IsReady);
    }

    fn ask_first_move(&mut self) {
        self.state = Phase::FirstMove;
        self.send(&Command::NewGame);
        self.send_position(&Game::new(Position::start(), Rules::default()));
        self.lines.push_back(Go::depth(1).write(&self.context));
    }

    fn take_first_move(&mut self, best: Best) {
        let text = best.mv.unwrap_or_default();
        match Ranks::of_first_move(&text) {
            Some(ranks) => {
                self.info.ranks = ranks;
                self.context.ranks = ranks;
                self.become_ready();
            }
            None => self.fail(EngineError::OtherGame { engine: self.info.name.clone(), text }),
        }
    }

    /// Sends the game: in UCCI from the last capture on, as its engines expect.
    fn send_position(&mut self, game: &Game) {
        let from = match self.context.dialect {
            Dialect::Uci => 0,
            Dialect::Ucci => {
                let quiet_plies = usize::from(game.position().halfmove_clock());
                game.ply().saturating_sub(quiet_plies)
            }
        };
        let start = game.position_at(from).expect("a game was at each ply before the current one");
        let moves = game.moves()[from..].to_vec();
        self.send(&Command::Position { start: Box::new(start), moves });
    }

    fn take_answer(&mut self, best: &Best) {
        let Phase::Searching(searching) = std::mem::replace(&mut self.state, Phase::Idle) else { return };
        self.deadline = None;
        let engine = self.info.name.clone();
        let Some(text) = best.mv.clone().filter(|_| !best.resigns) else {
            self.events.push_back(Event::Answer { best: None, ponder: None });
            return;
        };
        let Some(mv) = self.info.ranks.read(&text) else {
            return self.fail(EngineError::Nonsense { engine, text });
        };
        let mut position = searching.game.position().clone();
        if position.play(mv).is_err() {
            return self.fail(EngineError::IllegalMove { engine, text });
        }
        let expected = best.ponder.as_deref().and_then(|text| self.info.ranks.read(text));
        let ponder = expected.filter(|&mv| position.validate(mv).is_ok());
        self.events.push_back(Event::Answer { best: Some(mv), ponder });
    }
}

/// Cuts a line of play off before its first illegal move.
fn keep_legal(line: &mut Vec<Move>, position: &Position) {
    let mut position = position.clone();
    let legal = line.iter().take_while(|&&mv| position.play(mv).is_ok()).count();
    line.truncate(legal);
}
