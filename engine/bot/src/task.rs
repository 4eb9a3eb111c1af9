//! Positions to think about, and what thinks about them.

use chuhe_engine::luzhanqi::{self, Budget, Knowledge};
use chuhe_engine::xiangqi::{Control, Level, Options, Searcher, TimeLimit};
use chuhe_rules::{GameMove, xiangqi};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of a task of one bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(pub u64);

/// A position in which the bot is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its number.
    pub id: TaskId,
    /// What the bot knows of the game.
    pub position: Position,
    /// How well to play, 1 to 10.
    pub level: u8,
    /// The bot's clock when the task was made.
    pub clock: Clock,
    /// The seed of everything that is drawn while thinking.
    pub seed: u64,
    /// The longest time for the move. The owner may shorten it.
    pub longest: Duration,
}

/// What a bot knows of a game in which it is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Position {
    /// Xiangqi.
    Xiangqi(Box<xiangqi::Game>),
    /// Luzhanqi, without what is hidden from the bot.
    Luzhanqi(Box<Knowledge>),
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds until the flag falls; `None` if the side is untimed.
    pub flag_in_ms: Option<u64>,
    /// Milliseconds left of the game time; `None` if there is none.
    pub game_ms: Option<u64>,
    /// Milliseconds added after each move.
    pub increment_ms: u32,
}

/// The result of a [`Task`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The move; `None` if there is none.
    pub mv: Option<GameMove>,
    /// How good the position is for the bot, in hundredths of a pawn, if the search says so.
    pub score: Option<i32>,
    /// Whether the game is to be resigned.
    pub resigns: bool,
}

/// The shortest time for one move, in milliseconds: less than it takes to send a move.
const SHORTEST_MS: u64 = 20;
/// The part of the game time that one move may take.
const SHARE_OF_GAME: u64 = 30;
/// The part of the time until the flag falls that one move may take.
const SHARE_OF_FLAG: u64 = 4;

impl Clock {
    /// Returns the share of the time left that one move may take; `None` if the side is untimed.
    fn share(self) -> Option<Duration> {
        let flag = self.flag_in_ms.map(|left| left / SHARE_OF_FLAG);
        let game = self.game_ms.map(|left| left / SHARE_OF_GAME + u64::from(self.increment_ms) / 2);
        let ms = [flag, game].into_iter().flatten().min()?;
        Some(Duration::from_millis(ms.max(SHORTEST_MS)))
    }
}

/// What a thread needs to run tasks of any bot, one after another.
#[derive(Debug)]
pub struct Thinker {
    hash_mib: usize,
    /// Made with the first task of xiangqi, because its table takes memory.
    searcher: Option<Searcher>,
}

impl Thinker {
    /// Creates a thinker whose searches remember at most this much, in MiB.
    #[must_use]
    pub const fn new(hash_mib: usize) -> Self {
        Self { hash_mib, searcher: None }
    }

    fn searcher(&mut self) -> &mut Searcher {
        let options = Options { hash_mib: self.hash_mib, ..Options::default() };
        self.searcher.get_or_insert_with(|| Searcher::new(options))
    }
}

impl Default for Thinker {
    fn default() -> Self {
        Self::new(Options::default().hash_mib)
    }
}

impl Task {
    /// The longest time for one move, unless the owner of the task sets another one.
    pub const LONGEST: Duration = Duration::from_secs(5);

    /// The time that the move may take: as the clock allows, and [`Task::longest`] at most.
    #[must_use]
    pub fn time_limit(&self) -> Duration {
        self.clock.share().map_or(self.longest, |share| share.min(self.longest))
    }

    /// Chooses a move.
    ///
    /// It returns early, with the best move so far, once `stop` is set or the time is over;
    /// `elapsed` returns the time since the task began.
    #[must_use]
    pub fn run(
        &self,
        thinker: &mut Thinker,
        stop: &AtomicBool,
        elapsed: &(dyn Fn() -> Duration + Sync),
    ) -> Thought {
        match &self.position {
            Position::Xiangqi(game) => {
                let level = Level::new(self.level).unwrap_or(Level::HIGHEST);
                let time = Some(TimeLimit::PerMove(self.time_limit()));
                let control = Control { stop, elapsed, ponder: None };
                let choice = level.choose(thinker.searcher(), game, &[], time, &control, self.seed);
                Thought {
                    mv: choice.map(|choice| GameMove::Xiangqi(choice.mv)),
                    score: choice.map(|choice| choice.score.centipawns()),
                    resigns: false,
                }
            }
            Position::Luzhanqi(knowledge) => {
                let limit = self.time_limit();
                let is_over = || stop.load(Ordering::Relaxed) || elapsed() >= limit;
                let budget = Budget::of_level(self.level);
                let choice = luzhanqi::choose(knowledge, self.seed, budget, &is_over);
                Thought {
                    mv: choice.map(|choice| GameMove::Luzhanqi(choice.mv)),
                    score: choice.map(|choice| choice.score),
                    resigns: false,
                }
            }
        }
    }
}
