//! The seat of the computer in a game without a server: a bot, and the engine that thinks for it.

use chuhe_bot::{Bot, Output, Task, TaskId, Thought};
use chuhe_model::choices::local_choice::ExternalPlayer;
use chuhe_model::connection::link::LOCAL_HOST;
use chuhe_model::connection::local::LocalTransport;
use chuhe_model::engines::{EngineFailure, ExternalEngine, ExternalTask};
use chuhe_model::exchange::effect::EngineEffect;
use chuhe_model::exchange::event::NetworkEvent;
use chuhe_model::exchange::transport::Transport as _;
use chuhe_model::exchange::trust::Security;
use chuhe_model::notices::outbox::Outbox;
use chuhe_rules::clock::Timestamp;
use std::time::Duration;

/// The seat of the computer.
#[derive(Debug)]
pub(crate) struct ComputerSeat {
    pub(super) bot: Bot,
    transport: LocalTransport,
    pub(super) playing: PlayingEngine,
    /// The task that is not done.
    task: Option<Box<Task>>,
    /// Whether the engine has been given a task, so that it holds memory.
    has_engine: bool,
    /// Why it was not done. The game stands still until the user decides how it goes on.
    pub(super) failure: Option<EngineFailure>,
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

impl ComputerSeat {
    pub(super) fn new(bot: Bot, transport: LocalTransport, playing: PlayingEngine) -> Self {
        let mut seat = Self { bot, transport, playing, task: None, has_engine: false, failure: None };
        seat.connect();
        seat
    }

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
            if let NetworkEvent::Received(message) = event {
                self.bot.receive(now, &message);
            } else if event == NetworkEvent::Connected {
                self.bot.connected(now);
            } else if let NetworkEvent::Closed(_) | NetworkEvent::ConnectFailed(_) = event {
                self.bot.disconnected();
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
    pub(super) fn stop(&mut self, out: &mut Outbox) {
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
            out.push(EngineEffect::EndThinking);
        }
    }

    /// Passes a task to the engine.
    fn think(&mut self, task: Box<Task>, out: &mut Outbox) {
        self.failure = None;
        self.has_engine = true;
        match &self.playing {
            PlayingEngine::Own => out.push(EngineEffect::Think(task.clone())),
            PlayingEngine::External(engine, longest) => {
                let task = Task { longest: *longest, ..(*task).clone() };
                out.push(EngineEffect::ThinkExternally(Box::new(ExternalTask {
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
        out.push(EngineEffect::StopThinking(task));
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
