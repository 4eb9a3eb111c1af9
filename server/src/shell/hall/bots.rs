//! The computer players of the server.
//!
//! Each has a connection of its own inside the process: the hub and the send queue treat it as any
//! other, and a task of the runtime passes messages between the queue and a [`Bot`]. It thinks on
//! the threads of the [`ThinkingPool`].

use super::clock::Clock;
use super::hub_message::HubMessage;
use super::thinking_pool::{Panicked, Tasks, Thinking, ThinkingPool};
use crate::shell::net::connection::Limits;
use crate::shell::net::send_queue::SendQueue;
use crate::shell::operate::metrics::Metrics;
use bytes::Bytes;
use chuhe_bot::{Bot, Config, Output, TaskId, Thought};
use chuhe_hub::{ConnectionId, Input};
use chuhe_protocol::limits::NAME_CHARS;
use chuhe_protocol::{GameKind, PlayerName, ServerMessage, wire};
use chuhe_uci::EngineConfig;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::Instant;

/// The maximum number of computer players.
pub(crate) const MAX_BOTS: usize = 200;

/// The number of levels.
const LEVELS: usize = 10;
/// The first number of their connections. Accepted connections count from 0.
const FIRST_CONNECTION: u64 = 1 << 48;
/// How many connections one computer player may open in a run, for distinct numbers.
const CONNECTIONS_PER_BOT: u64 = 1 << 32;
/// The pause before a computer player connects again; it doubles while the hub does not let it in.
const RECONNECT: Duration = Duration::from_secs(2);
/// The longest such pause.
const MAX_RECONNECT: Duration = Duration::from_secs(60);
/// How long a computer player stays at the table for a rematch, in milliseconds.
const STAYS_MS: u64 = 30_000;

/// What the tasks of all computer players share.
struct Shared {
    clock: Clock,
    limits: Limits,
    to_hub: mpsc::Sender<HubMessage>,
    tasks: Tasks,
}

/// The hub has stopped.
struct Stopped;

/// Starts the threads on which `count` computer players think; `None` if there are none.
pub(crate) fn start(
    (count, engine): (usize, Option<EngineConfig>),
    metrics: Arc<Metrics>,
) -> Option<ThinkingPool> {
    if count == 0 {
        return None;
    }
    let pool = ThinkingPool::start(metrics, engine);
    pool.inspect_err(|error| {
        tracing::error!(%error, "cannot start threads for computer players; there are none");
    })
    .ok()
}

/// Seats `count` computer players as soon as their engine is ready, and serves them forever.
pub(crate) async fn serve(
    (count, external): (usize, Option<String>),
    seed: u64,
    (clock, limits): (Clock, Limits),
    to_hub: mpsc::Sender<HubMessage>,
    pool: Option<&mut ThinkingPool>,
) {
    let Some(pool) = pool else { return std::future::pending().await };
    pool.ready().await;
    let shared = Arc::new(Shared { clock, limits, to_hub, tasks: pool.tasks() });
    let mut tasks = JoinSet::new();
    for n in 0..count.min(MAX_BOTS) {
        let level = if external.is_some() { LEVELS as u8 } else { level_of(n, count) };
        let base = match &external {
            Some(name) => Config { kinds: vec![GameKind::Xiangqi], ..Config::new(name.clone()) },
            None => Config::new(PlayerName::of_computer(level)),
        };
        let config = Config {
            level,
            seed: seed.wrapping_add(n as u64),
            plays_untimed: false,
            stays_ms: STAYS_MS,
            ..base
        };
        let shared = Arc::clone(&shared);
        tasks.spawn(async move {
            let first = FIRST_CONNECTION + n as u64 * CONNECTIONS_PER_BOT;
            Player { bot: Bot::new(config), shared, next_connection: first, thinking: None }.serve().await;
        });
    }
    while tasks.join_next().await.is_some() {}
    std::future::pending().await
}

/// The name of computer players for whom an external engine plays: that of its file.
pub(crate) fn name_of(engine: &EngineConfig) -> String {
    let stem = engine.launch.path.file_stem().unwrap_or_default().to_string_lossy();
    let is_kept = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let name: String = stem.chars().filter(is_kept).take(NAME_CHARS).collect();
    if name.is_empty() { "engine".to_owned() } else { name }
}

/// The level of the `n`th of `count` computer players: they are spread evenly.
fn level_of(n: usize, count: usize) -> u8 {
    let level = 1 + (2 * n + 1) * LEVELS / (2 * count);
    u8::try_from(level.min(LEVELS)).unwrap_or(1)
}

/// A computer player with its connection.
struct Player {
    bot: Bot,
    shared: Arc<Shared>,
    next_connection: u64,
    /// The task that is being thought about.
    thinking: Option<(TaskId, Thinking)>,
}

/// What a computer player waits for.
enum Event {
    /// A frame, or the end of the connection.
    Received(Option<Bytes>),
    /// The result of a task; `None` if the threads have ended.
    Thought(Option<Result<Thought, Panicked>>),
    Timeout,
}

impl Player {
    /// Connects, and connects again when the connection ends, until the hub has stopped.
    async fn serve(mut self) {
        let mut pause = RECONNECT;
        while let Ok(has_joined) = self.connect().await {
            self.bot.disconnected();
            self.thinking = None;
            pause = if has_joined { RECONNECT } else { MAX_RECONNECT.min(pause * 2) };
            tokio::time::sleep(pause).await;
        }
    }

    /// Serves one connection to its end; returns whether the bot has joined on it.
    async fn connect(&mut self) -> Result<bool, Stopped> {
        let id = ConnectionId(self.next_connection);
        self.next_connection += 1;
        let address = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
        let now = self.shared.clock.now();
        let (handle, queue) = self.shared.limits.queue(id, address, now);
        let level = self.bot.config().level;
        self.send(HubMessage::ComputerOpened(handle, level)).await?;
        self.bot.connected(now);
        let has_joined = self.serve_connection(id, &queue).await?;
        self.send(HubMessage::Input(Input::Disconnected(id))).await?;
        Ok(has_joined)
    }

    async fn serve_connection(&mut self, id: ConnectionId, queue: &SendQueue) -> Result<bool, Stopped> {
        let mut has_joined = false;
        loop {
            has_joined |= self.bot.has_joined();
            if !self.perform_outputs(id).await? {
                return Ok(has_joined);
            }
            match self.next_event(queue).await {
                Event::Received(None) => return Ok(has_joined),
                Event::Received(Some(frame)) => {
                    let message: ServerMessage =
                        wire::decode(&frame).expect("the server has encoded the message");
                    self.bot.receive(self.shared.clock.now(), &message);
                }
                Event::Thought(thought) => {
                    let Some((task, _)) = self.thinking.take() else { continue };
                    let Some(thought) = thought else { return Ok(has_joined) };
                    // the same position would fail again, until the flag falls
                    let thought = thought.unwrap_or_else(|Panicked| {
                        let level = self.bot.config().level;
                        tracing::error!(level, "a computer player resigns because its thinking panicked");
                        Thought { mv: None, score: None, resigns: true }
                    });
                    self.bot.thought(self.shared.clock.now(), task, thought);
                }
                Event::Timeout => self.bot.handle_timeout(self.shared.clock.now()),
            }
        }
    }

    async fn next_event(&mut self, queue: &SendQueue) -> Event {
        let timeout = self.bot.poll_timeout().map(|at| self.shared.clock.instant(at));
        let thinking = self.thinking.as_mut().map(|(_, thinking)| thinking);
        tokio::select! {
            biased;
            received = queue.next_frame() => Event::Received(received),
            thought = thought(thinking) => Event::Thought(thought),
            () = sleep_until(timeout) => Event::Timeout,
        }
    }

    /// Carries out what the bot wants; returns `false` if it wants another connection.
    async fn perform_outputs(&mut self, id: ConnectionId) -> Result<bool, Stopped> {
        while let Some(output) = self.bot.poll() {
            match output {
                Output::Send(request) => {
                    self.send(HubMessage::Received(id, request, Instant::now())).await?;
                }
                Output::Think(task) => {
                    let id = task.id;
                    self.thinking = Some((id, self.shared.tasks.think(task)));
                }
                Output::Cancel(task) => {
                    self.thinking.take_if(|(running, _)| *running == task);
                }
                Output::Reconnect => return Ok(false),
            }
        }
        Ok(true)
    }

    async fn send(&self, message: HubMessage) -> Result<(), Stopped> {
        self.shared.to_hub.send(message).await.map_err(|_| Stopped)
    }
}

async fn thought(thinking: Option<&mut Thinking>) -> Option<Result<Thought, Panicked>> {
    match thinking {
        Some(thinking) => thinking.thought().await,
        None => std::future::pending().await,
    }
}

/// Sleeps until `at`, or forever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_spread_evenly() {
        let levels = |count| (0..count).map(|n| level_of(n, count)).collect::<Vec<u8>>();
        assert_eq!(levels(1), [6]);
        assert_eq!(levels(2), [3, 8]);
        assert_eq!(levels(10), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(levels(20)[..4], [1, 1, 2, 2]);
        assert!((0..MAX_BOTS).all(|n| (1..=10).contains(&level_of(n, MAX_BOTS))));
    }

    #[test]
    fn an_engine_gives_its_players_the_name_of_its_file() {
        let name = |path: &str| name_of(&EngineConfig::new(chuhe_uci::Launch::new(path)));
        assert_eq!(name("/usr/games/fairy-stockfish"), "fairy-stockfish");
        assert_eq!(name("C Piao Liang (1).exe"), "CPiaoLiang1");
        assert_eq!(
            (name("象棋"), name("a-very-long-name-of-a-file")),
            ("engine".into(), "a-very-long-name".into())
        );
    }

    #[tokio::test]
    async fn connection_ends_with_the_threads() {
        let (to_hub, mut inbox) = mpsc::channel(16);
        let pool = ThinkingPool::start(Metrics::new(false), None).unwrap();
        let shared = Shared {
            clock: Clock::start(),
            limits: Limits::new(1_000, &chuhe_hub::Limits::default()),
            to_hub,
            tasks: pool.tasks(),
        };
        let mut player = Player {
            bot: Bot::new(Config::new("computer")),
            shared: Arc::new(shared),
            next_connection: 7,
            thinking: Some((TaskId(0), Thinking::ended())),
        };
        assert!(player.connect().await.is_ok(), "the hub is there");
        let mut messages = Vec::new();
        while let Ok(message) = inbox.try_recv() {
            messages.push(message);
        }
        let last = messages.last();
        assert!(
            matches!(last, Some(HubMessage::Input(Input::Disconnected(ConnectionId(7))))),
            "{messages:?}"
        );
    }
}
