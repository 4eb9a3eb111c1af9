//! A work, and what is found. Both pass the page as JSON texts.

use chuhe_bot::{Clock, Position, Task, TaskId, Thinker, Thought};
use chuhe_engine::luzhanqi::Knowledge;
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Searcher};
use chuhe_rules::xiangqi::{Game, Move, Rules};
use chuhe_rules::{GameMove, xiangqi};
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
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Work {
    /// Choose a move.
    Think(ThinkWork),
    /// Search a position until the worker is ended, or to the end.
    Search(SearchWork),
}

/// A task of the computer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ThinkWork {
    /// The number of the task.
    number: u64,
    /// The least time until its result is passed on, in milliseconds.
    least_ms: u32,
    position: KnownPosition,
    level: u8,
    flag_in_ms: Option<u64>,
    game_ms: Option<u64>,
    increment_ms: u32,
    /// As text, because the page's numbers have 53 bits.
    seed: String,
    longest_ms: u64,
    memory_mib: usize,
}

/// A search of the analysis.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchWork {
    /// The number of the request.
    pub number: u64,
    /// The game to the position.
    pub game: PlayedGame,
    /// The number of positions to visit; `None` to search until the worker is ended.
    pub nodes: Option<u64>,
    /// The memory of the search, in MiB.
    pub memory_mib: usize,
    /// The number of lines to find.
    pub lines: usize,
}

/// What the computer knows of a game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the work is not possible")]
pub struct ImpossibleWork;

impl PlayedGame {
    /// Returns what can be passed on of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        Self { start: game.start().fen(), rules: game.rules(), moves: game.moves().to_vec() }
    }

    /// Plays the game again.
    fn game(&self) -> Result<Game, ImpossibleWork> {
        let start =
            xiangqi::Position::from_fen_under(self.rules.version, &self.start).map_err(|_| ImpossibleWork)?;
        let mut game = Game::new(start, self.rules);
        for &mv in &self.moves {
            let turn = game.turn().ok_or(ImpossibleWork)?;
            game.play(turn, mv).map_err(|_| ImpossibleWork)?;
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
            least_ms: LEAST_MS,
            position: match &task.position {
                Position::Xiangqi(game) => KnownPosition::Xiangqi(PlayedGame::of(game)),
                Position::Luzhanqi(knowledge) => KnownPosition::Luzhanqi(knowledge.clone()),
            },
            level: task.level,
            flag_in_ms: task.clock.flag_in_ms,
            game_ms: task.clock.game_ms,
            increment_ms: task.clock.increment_ms,
            seed: task.seed.to_string(),
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

    /// Does the work, and passes on what it finds.
    ///
    /// # Errors
    /// [`ImpossibleWork`], if its game does not follow the rules or its seed is no number.
    pub fn perform(&self, found: &dyn Fn(Found)) -> Result<(), ImpossibleWork> {
        match self {
            Self::Think(work) => found(work.think()?),
            Self::Search(work) => work.search(found)?,
        }
        Ok(())
    }
}

impl ThinkWork {
    fn task(&self) -> Result<Task, ImpossibleWork> {
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
            seed: self.seed.parse().map_err(|_| ImpossibleWork)?,
            longest: Duration::from_millis(self.longest_ms),
        })
    }

    fn think(&self) -> Result<Found, ImpossibleWork> {
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
    fn search(&self, found: &dyn Fn(Found)) -> Result<(), ImpossibleWork> {
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

    /// The work as a worker receives it.
    fn sent(work: &Work) -> Work {
        serde_json::from_str(&serde_json::to_string(work).unwrap()).unwrap()
    }

    fn found(work: &Work) -> Vec<Found> {
        let all = RefCell::new(Vec::new());
        assert!(sent(work).perform(&|found| all.borrow_mut().push(found)).is_ok());
        all.into_inner()
    }

    fn task(position: Position) -> Task {
        let (clock, longest) = (Clock::default(), Task::LONGEST);
        Task { id: TaskId(u64::MAX >> 12), position, level: 1, clock, seed: u64::MAX, longest }
    }

    fn played() -> Game {
        let mut game = Game::new(xiangqi::Position::start(), Rules::default());
        for mv in ["h2e2", "h9g7"] {
            game.play(game.turn().unwrap(), mv.parse().unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn a_worker_finds_the_move_that_the_task_finds() {
        let task = task(Position::Xiangqi(Box::new(played())));
        let expected = task.run(&mut Thinker::new(MEMORY_MIB), &AtomicBool::new(false), &|| Duration::ZERO);
        let [Found::Thought { mv, .. }] = found(&Work::of_task(&task, MEMORY_MIB))[..] else {
            panic!("one move")
        };
        assert_eq!(mv, expected.mv);
        assert!(mv.is_some());
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
    fn an_impossible_game_is_refused() {
        let mut game = PlayedGame::of(&played());
        game.moves[0] = "a0a9".parse().unwrap();
        let work = SearchWork { number: 1, game, nodes: Some(1), memory_mib: 1, lines: 1 };
        let result = Work::Search(work).perform(&|_| panic!("nothing is found"));
        assert_eq!(result, Err(ImpossibleWork));
    }
}
