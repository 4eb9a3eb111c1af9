//! A work, and what is found. Both are JSON texts, which the page passes on unread: its numbers have 53
//! bits, and the order and the types of keys would not survive there.

use chuhe_bot::{Clock, Position, Task, TaskId, Thinker, Thought};
use chuhe_engine::luzhanqi::Knowledge;
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Searcher};
use chuhe_rules::xiangqi::{Game, Move, Rules};
use chuhe_rules::{GameMove, xiangqi};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// The least time from the beginning of a task to its move, in milliseconds: the user's own move has come
/// to rest by then.
const LEAST_MS: u32 = 450;

/// What a worker does.
#[derive(Debug, Serialize, Deserialize)]
pub enum Work {
    /// Choose a move.
    Think(ThinkWork),
    /// Search a position until the worker is ended, or to the end.
    Search(SearchWork),
}

/// A task of the computer.
#[derive(Debug, Serialize, Deserialize)]
pub struct ThinkWork {
    /// The number of the task.
    number: u64,
    position: KnownPosition,
    level: u8,
    flag_in_ms: Option<u64>,
    game_ms: Option<u64>,
    increment_ms: u32,
    seed: u64,
    longest_ms: u64,
    memory_mib: usize,
}

/// A search of the analysis.
#[derive(Debug, Serialize, Deserialize)]
pub struct SearchWork {
    /// The number of the request.
    pub number: u64,
    /// The game to the position.
    pub game: PlayedGame,
    /// The number of positions to visit, of a search that uses nothing that earlier ones found; `None` to search until
    /// the worker is ended.
    pub nodes: Option<u64>,
    /// The memory of the search, in MiB.
    pub memory_mib: usize,
    /// The number of lines to find.
    pub lines: usize,
}

/// What the computer knows of a game.
#[derive(Debug, Serialize, Deserialize)]
enum KnownPosition {
    Xiangqi(PlayedGame),
    Luzhanqi(Box<Knowledge>),
}

/// A game of xiangqi, as its start and its moves.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlayedGame {
    /// In FEN.
    start: String,
    rules: Rules,
    moves: Vec<Move>,
}

/// What a worker found.
#[derive(Debug, Serialize, Deserialize)]
pub enum Found {
    /// The end of [`Work::Think`].
    Thought {
        /// The move; `None` if there is none.
        mv: Option<GameMove>,
        /// How good the position is for the computer, in hundredths of a pawn, if the search says so.
        score: Option<i32>,
        /// Whether the computer resigns.
        resigns: bool,
    },
    /// A line of [`Work::Search`].
    Line(Report),
    /// The end of [`Work::Search`].
    End(Answer),
}

/// Why a work cannot be done: it is not one that this program made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WorkError {
    /// Its text is not that of a work.
    #[error("the work cannot be read: {0}")]
    Unreadable(String),
    /// Its game does not follow the rules.
    #[error("the game of the work does not follow the rules")]
    Impossible,
}

impl PlayedGame {
    /// Returns what can be passed on of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self { start: game.start().fen(), rules: game.rules(), moves: game.moves().to_vec() }
    }

    /// Plays the game again.
    fn game(&self) -> Result<Game, WorkError> {
        let start = xiangqi::Position::from_fen(&self.start).map_err(|_| WorkError::Impossible)?;
        let mut game = Game::new(start, self.rules);
        for &mv in &self.moves {
            let turn = game.turn().ok_or(WorkError::Impossible)?;
            game.play(turn, mv).map_err(|_| WorkError::Impossible)?;
        }
        Ok(game)
    }
}

impl Work {
    /// Returns the work for a task of the computer, whose search remembers at most this much, in MiB.
    #[must_use]
    pub fn of_task(task: &Task, memory_mib: usize) -> Self {
        Self::Think(ThinkWork {
            number: task.id.0,
            position: match &task.position {
                Position::Xiangqi(game) => KnownPosition::Xiangqi(PlayedGame::of(game)),
                Position::Luzhanqi(knowledge) => KnownPosition::Luzhanqi(knowledge.clone()),
            },
            level: task.level,
            flag_in_ms: task.clock.flag_in_ms,
            game_ms: task.clock.game_ms,
            increment_ms: task.clock.increment_ms,
            seed: task.seed,
            longest_ms: u64::try_from(task.longest.as_millis()).unwrap_or(u64::MAX),
            memory_mib,
        })
    }

    /// Its number.
    #[must_use]
    pub const fn number(&self) -> u64 {
        match self {
            Self::Think(ThinkWork { number, .. }) | Self::Search(SearchWork { number, .. }) => *number,
        }
    }

    /// The least time from its beginning until its result is passed on, in milliseconds.
    #[must_use]
    pub const fn least_ms(&self) -> u32 {
        match self {
            Self::Think(_) => LEAST_MS,
            Self::Search(_) => 0,
        }
    }

    /// Encodes the work for a worker.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// Decodes the work that a page passed.
    ///
    /// # Errors
    /// [`WorkError::Unreadable`] if the bytes are no work.
    pub fn decode(bytes: &[u8]) -> Result<Self, WorkError> {
        decode(bytes)
    }

    /// Does the work, and passes on what it finds.
    ///
    /// # Errors
    /// [`WorkError::Impossible`] if its game does not follow the rules.
    pub fn perform(&self, found: &mut dyn FnMut(Found)) -> Result<(), WorkError> {
        match self {
            Self::Think(work) => found(work.think()?),
            Self::Search(work) => work.search(found)?,
        }
        Ok(())
    }
}

impl Found {
    /// Whether the work is done.
    #[must_use]
    pub const fn is_last(&self) -> bool {
        match self {
            Self::Thought { .. } | Self::End(_) => true,
            Self::Line(_) => false,
        }
    }

    /// Encodes what was found for the program of the page.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        encode(self)
    }

    /// Decodes what a worker found.
    ///
    /// # Errors
    /// [`WorkError::Unreadable`] if a worker encoded nothing such.
    pub fn decode(bytes: &[u8]) -> Result<Self, WorkError> {
        decode(bytes)
    }
}

fn encode(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("the keys of all maps are numbers, which JSON takes")
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, WorkError> {
    serde_json::from_slice(bytes).map_err(|error| WorkError::Unreadable(error.to_string()))
}

impl ThinkWork {
    fn task(&self) -> Result<Task, WorkError> {
        let position = match &self.position {
            KnownPosition::Xiangqi(game) => Position::Xiangqi(Box::new(game.game()?)),
            KnownPosition::Luzhanqi(knowledge) => Position::Luzhanqi(knowledge.clone()),
        };
        Ok(Task {
            id: TaskId(self.number),
            position,
            level: self.level,
            clock: Clock {
                flag_in_ms: self.flag_in_ms,
                game_ms: self.game_ms,
                increment_ms: self.increment_ms,
            },
            seed: self.seed,
            longest: Duration::from_millis(self.longest_ms),
        })
    }

    fn think(&self) -> Result<Found, WorkError> {
        thread_local! {
            static THINKER: RefCell<Option<Thinker>> = const { RefCell::new(None) };
        }
        let task = self.task()?;
        let began = chuhe_page::now();
        let elapsed = || chuhe_page::now().saturating_sub(began);
        let Thought { mv, score, resigns } = THINKER.with_borrow_mut(|thinker| {
            let thinker = thinker.get_or_insert_with(|| Thinker::new(self.memory_mib));
            task.run(thinker, &AtomicBool::new(false), &elapsed)
        });
        Ok(Found::Thought { mv, score, resigns })
    }
}

impl SearchWork {
    /// Searches to the end; without a limit, until the worker is ended.
    fn search(&self, found: &mut dyn FnMut(Found)) -> Result<(), WorkError> {
        thread_local! {
            static SEARCHER: RefCell<Option<Searcher>> = const { RefCell::new(None) };
        }
        let game = self.game.game()?;
        let options = Options { hash_mib: self.memory_mib, threads: 1, multi_pv: self.lines };
        let began = chuhe_page::now();
        let elapsed = || chuhe_page::now().saturating_sub(began);
        let stop = AtomicBool::new(false);
        let answer = SEARCHER.with_borrow_mut(|searcher| {
            let searcher = searcher.get_or_insert_with(|| Searcher::new(options));
            searcher.set_options(options);
            if self.nodes.is_some() {
                searcher.clear();
            }
            let control = Control { stop: &stop, elapsed: &elapsed, ponder: None };
            let limits = Limits { nodes: self.nodes, ..Limits::default() };
            searcher.search(&game, &limits, &control, &mut |report| found(Found::Line(report.clone())))
        });
        found(Found::End(answer));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The memory of a search.
    const MEMORY_MIB: usize = 8;

    fn found(work: &Work) -> Vec<Found> {
        let mut all = Vec::new();
        assert_eq!(work.perform(&mut |found| all.push(found)), Ok(()));
        all
    }

    fn played() -> Game {
        let mut game = Game::new(xiangqi::Position::start(), Rules::default());
        for mv in ["h2e2", "h9g7"] {
            game.play(game.turn().unwrap(), mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_search_ends_after_its_nodes_with_lines_before() {
        let game = PlayedGame::of(&played());
        let work = SearchWork { number: 3, game, nodes: Some(2_000), memory_mib: MEMORY_MIB, lines: 1 };
        let found = found(&Work::Search(work));
        let (end, lines) = found.split_last().unwrap();
        assert!(matches!(end, Found::End(answer) if answer.best.is_some()));
        assert!(lines.len() >= 3 && lines.iter().all(|found| matches!(found, Found::Line(_))));
    }

    #[test]
    fn a_search_of_a_fixed_size_finds_the_same_whatever_was_searched_before() {
        let game = |plies: usize| {
            let mut game = PlayedGame::of(&played());
            game.moves.truncate(plies);
            game
        };
        let search = |plies: usize| {
            let (game, nodes) = (game(plies), Some(20_000));
            let work = SearchWork { number: 1, game, nodes, memory_mib: MEMORY_MIB, lines: 1 };
            let found = found(&Work::Search(work));
            let Some(Found::End(answer)) = found.last() else { panic!("{found:?}") };
            (answer.best, answer.score, answer.depth)
        };
        let alone = search(2);
        search(1);
        search(0);
        assert_eq!(search(2), alone);
    }

    #[test]
    fn an_impossible_game_is_refused() {
        let mut game = PlayedGame::of(&played());
        game.moves[0] = "a0a9".parse().unwrap();
        let work = SearchWork { number: 1, game, nodes: Some(1), memory_mib: 1, lines: 1 };
        let result = Work::Search(work).perform(&mut |_| panic!("nothing is found"));
        assert_eq!(result, Err(WorkError::Impossible));
    }
}
