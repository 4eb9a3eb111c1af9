//! Positions to think about, and what thinks about them.

use chuhe_engine::luzhanqi::{self, Budget, Knowledge};
use chuhe_rules::{GameMove, xiangqi};
use std::sync::atomic::AtomicBool;
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
}

/// The longest time for one move, whatever the clock says.
const LONGEST_MS: u64 = 5_000;
/// The shortest time for one move: less than it takes to send a move.
const SHORTEST_MS: u64 = 20;
/// The part of the game time that one move may take.
const SHARE_OF_GAME: u64 = 30;
/// The part of the time until the flag falls that one move may take.
const SHARE_OF_FLAG: u64 = 4;

impl Clock {
    /// Returns the most time to think about the move.
    #[must_use]
    pub fn time_limit(self) -> Duration {
        let flag = self.flag_in_ms.map(|left| left / SHARE_OF_FLAG);
        let game = self.game_ms.map(|left| left / SHARE_OF_GAME + u64::from(self.increment_ms) / 2);
        let ms = [flag, game].into_iter().flatten().min().unwrap_or(LONGEST_MS);
        Duration::from_millis(ms.clamp(SHORTEST_MS, LONGEST_MS))
    }
}

/// What a thread needs to run tasks of any bot, one after another.
#[derive(Debug, Default)]
pub struct Thinker {}

impl Thinker {
    /// Creates a thinker whose searches remember at most this much, in MiB.
    #[must_use]
    pub const fn new(_hash_mib: usize) -> Self {
        Self {}
    }
}

impl Task {
    /// Chooses a move.
    ///
    /// It returns early, with the best move so far, once `stop` is set or the clock demands it;
    /// `elapsed` returns the time since the task began.
    #[must_use]
    pub fn run(
        &self,
        _thinker: &mut Thinker,
        _stop: &AtomicBool,
        _elapsed: &(dyn Fn() -> Duration + Sync),
    ) -> Thought {
        match &self.position {
            Position::Xiangqi(game) => {
                let moves: Vec<xiangqi::Move> = game.position().legal_moves().to_vec();
                let count = u64::try_from(moves.len()).unwrap_or(1).max(1);
                let mv = usize::try_from(self.seed % count).ok().and_then(|at| moves.get(at)).copied();
                Thought { mv: mv.filter(|_| game.turn().is_some()).map(GameMove::Xiangqi), score: None }
            }
            Position::Luzhanqi(knowledge) => {
                let choice = luzhanqi::choose(knowledge, self.seed, Budget::of_level(self.level));
                Thought {
                    mv: choice.map(|choice| GameMove::Luzhanqi(choice.mv)),
                    score: choice.map(|choice| choice.score),
                }
            }
        }
    }
}
