//! An external engine: its process and the conversation with it.

use crate::dialect::Protocol;
use crate::driver::{Driver, DriverConfig, EngineInfo, Event};
use crate::error::EngineError;
use crate::go::Go;
use crate::info::Info;
use crate::limits::{DETECTION_LIMIT, MOVE_GRACE, SEARCH_LIMIT, START_LIMIT};
use crate::process::{Launch, Process, Said};
use chuhe_rules::xiangqi::{Game, Move};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// An external engine to start.
#[derive(Clone, Debug)]
pub struct EngineConfig {
    /// The program.
    pub launch: Launch,
    /// The protocol; `None` finds out whether it is UCI or UCCI.
    pub protocol: Option<Protocol>,
    /// Options to set, by name and value.
    pub options: Vec<(String, Option<String>)>,
    /// The time until the engine must be ready.
    pub start_limit: Duration,
    /// The time after which UCCI is tried with an engine that has not answered in UCI.
    pub detection_limit: Duration,
    /// The time by which it may exceed that for a move.
    pub move_grace: Duration,
    /// The time for a search that is limited, but not by time.
    pub search_limit: Duration,
    /// Ends the engine at once, whatever it does, when another thread sets it.
    pub abandon: Arc<AtomicBool>,
}

impl EngineConfig {
    /// A program in a protocol that is found out, with the usual limits.
    #[must_use]
    pub fn new(launch: Launch) -> Self {
        Self {
            launch,
            protocol: None,
            options: Vec::new(),
            start_limit: START_LIMIT,
            detection_limit: DETECTION_LIMIT,
            move_grace: MOVE_GRACE,
            search_limit: SEARCH_LIMIT,
            abandon: Arc::default(),
        }
    }
}

/// The ways in which another thread interrupts a search.
#[derive(Clone, Copy, Debug)]
pub struct Interrupt<'a> {
    /// Ends the search once it is true.
    pub stop: &'a AtomicBool,
    /// For a search that ponders: the opponent has moved once it is false.
    pub ponder: Option<&'a AtomicBool>,
}

/// A running external engine.
///
/// Its functions block: the thread that owns it does nothing else. Dropping it ends the program.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    driver: Driver,
    started: Instant,
    abandon: Arc<AtomicBool>,
}

/// How often an interruption is looked for.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(10);

impl Engine {
    /// Starts an engine and waits until it is ready.
    ///
    /// A program whose protocol is not known is started with UCI, and once more with UCCI if that
    /// is not answered.
    ///
    /// # Errors
    /// If the program cannot be started, or is no engine of xiangqi.
    pub fn start(config: &EngineConfig) -> Result<Self, EngineError> {
        if let Some(protocol) = config.protocol {
            return Self::start_in(config, protocol, config.start_limit);
        }
        match Self::start_in(config, Protocol::Uci, config.start_limit.min(config.detection_limit)) {
            Err(EngineError::NoAnswer(_) | EngineError::Exited { .. }) => {}
            done => return done,
        }
        let name = crate::words::quote(&config.launch.path.display().to_string());
        match Self::start_in(config, Protocol::Ucci, config.start_limit) {
            Err(EngineError::NoAnswer(_) | EngineError::Exited { .. }) => Err(EngineError::NotAnEngine(name)),
            done => done,
        }
    }

    fn start_in(config: &EngineConfig, protocol: Protocol, limit: Duration) -> Result<Self, EngineError> {
        let process = Process::start(&config.launch)?;
        let driver_config = DriverConfig {
            name: crate::words::quote(&config.launch.path.display().to_string()),
            protocol,
            options: config.options.clone(),
            start_limit: limit,
            move_grace: config.move_grace,
            search_limit: config.search_limit,
        };
        let driver = Driver::new(driver_config, Duration::ZERO);
        let abandon = Arc::clone(&config.abandon);
        let mut engine = Self { process, driver, started: Instant::now(), abandon };
        loop {
            match engine.next_event(None) {
                Event::Ready => return Ok(engine),
                Event::Failed(error) => return Err(error),
                Event::Info(_) | Event::Answer { .. } => {}
            }
        }
    }

    /// The engine's name, options and numbering of ranks.
    #[must_use]
    pub const fn info(&self) -> &EngineInfo {
        self.driver.info()
    }

    /// Announces another game.
    pub fn new_game(&mut self) {
        self.driver.new_game();
    }

    /// Searches the current position of `game`, and returns the best move and the expected answer.
    ///
    /// There is no best move if the engine resigns or sees none.
    ///
    /// # Errors
    /// If the engine crashes, hangs or answers with something else than a legal move. It cannot be
    /// used any more then.
    pub fn search(
        &mut self,
        game: &Game,
        go: &Go,
        interrupt: Interrupt<'_>,
        report: &mut dyn FnMut(&Info),
    ) -> Result<(Option<Move>, Option<Move>), EngineError> {
        if !self.driver.is_idle() {
            return Err(EngineError::Exited { engine: self.info().name.clone(), status: None });
        }
        self.driver.search(game, go.clone(), self.started.elapsed());
        loop {
            match self.next_event(Some(interrupt)) {
                Event::Info(info) => report(&info),
                Event::Answer { best, ponder } => return Ok((best, ponder)),
                Event::Failed(error) => return Err(error),
                Event::Ready => {}
            }
        }
    }

    /// Runs the conversation until the next event.
    fn next_event(&mut self, interrupt: Option<Interrupt<'_>>) -> Event {
        let (mut stops, mut ponders) = (interrupt.is_some(), interrupt.is_some());
        loop {
            if let Some(event) = self.driver.poll_event() {
                return event;
            }
            if self.abandon.load(Ordering::Relaxed) {
                return Event::Failed(EngineError::Abandoned);
            }
            let now = self.started.elapsed();
            if let Some(interrupt) = interrupt {
                if stops && interrupt.stop.load(Ordering::Relaxed) {
                    stops = false;
                    self.driver.stop(now);
                }
                if ponders && interrupt.ponder.is_some_and(|ponder| !ponder.load(Ordering::Relaxed)) {
                    ponders = false;
                    self.driver.ponder_hit(now);
                }
            }
            while let Some(line) = self.driver.poll_line() {
                self.process.send(&line);
            }
            let left = self.driver.deadline().map(|deadline| deadline.saturating_sub(now));
            let wait = left.map_or(INTERRUPT_INTERVAL, |left| left.min(INTERRUPT_INTERVAL));
            match self.process.receive(wait) {
                Some(Said::Text(line)) => self.driver.handle_line(&line, self.started.elapsed()),
                Some(Said::Ended(status)) => self.driver.handle_exit(status),
                None => {}
            }
            // here and not only in silence: a flood of lines is no answer
            self.driver.handle_timeout(self.started.elapsed());
        }
    }
}
