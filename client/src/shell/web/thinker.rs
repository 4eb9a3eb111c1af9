//! What the program does in a worker of the browser: the computer's moves, and the analysis.
//!
//! A page has no threads, so the same program runs again in a worker. It does one work that it
//! receives as text, and tells what it finds. To stop it, the page ends the worker.

use super::Instant;
use crate::core::analysis::{AnalysisOptions, Search};
use chuhe_bot::{Clock, Position, Task, TaskId, Thinker, Thought};
use chuhe_engine::luzhanqi::Knowledge;
use chuhe_engine::xiangqi::{Answer, Control, Limits, Options, Report, Searcher};
use chuhe_rules::xiangqi::{Game, Move, Rules};
use chuhe_rules::{GameMove, xiangqi};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The least time from the beginning of a task to its move, in milliseconds: the user's own move has come
/// to rest by then.
const LEAST_MS: u32 = 450;

/// What a worker does.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub(super) enum Work {
    /// Choose a move.
    Think {
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
    },
    /// Search a position until the worker is ended, or to the end.
    Search {
        /// The number of the request.
        number: u64,
        game: PlayedGame,
        nodes: Option<u64>,
        memory_mib: usize,
        lines: usize,
    },
}

/// What the computer knows of a game.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KnownPosition {
    Xiangqi(PlayedGame),
    Luzhanqi(Box<Knowledge>),
}

/// A game of xiangqi, as its start and its moves.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PlayedGame {
    /// In FEN.
    start: String,
    rules: Rules,
    moves: Vec<Move>,
}

/// What a worker found.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Found {
    /// The end of [`Work::Think`].
    Thought { mv: Option<GameMove>, score: Option<i32>, resigns: bool },
    /// A line of [`Work::Search`].
    Line(Report),
    /// The end of [`Work::Search`].
    End(Answer),
}

impl PlayedGame {
    fn of(game: &Game) -> Self {
        Self { start: game.start().fen(), rules: game.rules(), moves: game.moves().to_vec() }
    }

    /// Plays the game again; `None` if it is not one that [`PlayedGame::of`] made.
    fn game(&self) -> Option<Game> {
        let start = xiangqi::Position::from_fen_under(self.rules.version, &self.start).ok()?;
        let mut game = Game::new(start, self.rules);
        for &mv in &self.moves {
            game.play(game.turn()?, mv).ok()?;
        }
        Some(game)
    }
}

impl Work {
    /// The work for a task of the computer.
    pub(super) fn of_task(task: &Task) -> Self {
        Self::Think {
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
        }
    }

    /// The work for a search of the analysis. Its number begins at `base`.
    pub(super) fn of_search(search: &Search, base: u64) -> Self {
        Self::Search {
            number: base + u64::from(search.number),
            game: PlayedGame::of(&search.game),
            nodes: search.nodes,
            memory_mib: search.options.memory_mib.min(AnalysisOptions::PAGE_MEMORY_MIB),
            lines: search.options.lines,
        }
    }

    /// Its number.
    #[cfg(target_family = "wasm")]
    pub(super) const fn number(&self) -> u64 {
        match self {
            Self::Think { number, .. } | Self::Search { number, .. } => *number,
        }
    }

    /// Does the work, and passes on what it finds. Returns whether it could be done.
    pub(super) fn perform(&self, found: &dyn Fn(Found)) -> bool {
        match self {
            Self::Think { .. } => self.think().map(found),
            Self::Search { game, nodes, memory_mib, lines, .. } => game.game().map(|game| {
                let options = Options { hash_mib: *memory_mib, threads: 1, multi_pv: *lines };
                search(&game, *nodes, options, found);
            }),
        }
        .is_some()
    }

    fn think(&self) -> Option<Found> {
        let Self::Think {
            position, level, flag_in_ms, game_ms, increment_ms, seed, longest_ms, number, ..
        } = self
        else {
            return None;
        };
        let position = match position {
            KnownPosition::Xiangqi(game) => Position::Xiangqi(Box::new(game.game()?)),
            KnownPosition::Luzhanqi(knowledge) => Position::Luzhanqi(knowledge.clone()),
        };
        let clock = Clock { flag_in_ms: *flag_in_ms, game_ms: *game_ms, increment_ms: *increment_ms };
        let longest = Duration::from_millis(*longest_ms);
        let (id, seed, level) = (TaskId(*number), seed.parse().ok()?, *level);
        let task = Task { id, position, level, clock, seed, longest };
        thread_local! {
            static THINKER: RefCell<Thinker> = const { RefCell::new(Thinker::new(AnalysisOptions::PAGE_MEMORY_MIB)) };
        }
        let began = Instant::now();
        let Thought { mv, score, resigns } = THINKER
            .with_borrow_mut(|thinker| task.run(thinker, &AtomicBool::new(false), &|| began.elapsed()));
        Some(Found::Thought { mv, score, resigns })
    }
}

/// Searches to the end; without a limit, until the worker is ended.
fn search(game: &Game, nodes: Option<u64>, options: Options, found: &dyn Fn(Found)) {
    thread_local! {
        static SEARCHER: RefCell<Option<Searcher>> = const { RefCell::new(None) };
    }
    let began = Instant::now();
    let stop = AtomicBool::new(false);
    let answer = SEARCHER.with_borrow_mut(|searcher| {
        let searcher = searcher.get_or_insert_with(|| Searcher::new(options));
        searcher.set_options(options);
        let control = Control { stop: &stop, elapsed: &|| began.elapsed(), ponder: None };
        let limits = Limits { nodes, ..Limits::default() };
        searcher.search(game, &limits, &control, &mut |report| found(Found::Line(report.clone())))
    });
    found(Found::End(answer));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work as a worker receives it.
    fn sent(work: &Work) -> Work {
        serde_json::from_str(&serde_json::to_string(work).unwrap()).unwrap()
    }

    fn found(work: &Work) -> Vec<Found> {
        let all = RefCell::new(Vec::new());
        assert!(sent(work).perform(&|found| all.borrow_mut().push(found)));
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
        let expected =
            task.run(&mut Thinker::new(AnalysisOptions::PAGE_MEMORY_MIB), &AtomicBool::new(false), &|| {
                Duration::ZERO
            });
        let [Found::Thought { mv, .. }] = found(&Work::of_task(&task))[..] else { panic!("one move") };
        assert_eq!(mv, expected.mv);
        assert!(mv.is_some());
    }

    #[test]
    fn a_search_ends_after_its_nodes_with_lines_before() {
        let options = AnalysisOptions::default();
        let search = Search { number: 3, game: played(), nodes: Some(2_000), options, external: None };
        let found = found(&Work::of_search(&search, 0));
        let (end, lines) = found.split_last().unwrap();
        assert!(matches!(end, Found::End(answer) if answer.best.is_some()));
        assert!(lines.len() >= 3 && lines.iter().all(|found| matches!(found, Found::Line(_))));
    }

    #[test]
    fn an_impossible_game_is_refused() {
        let mut game = PlayedGame::of(&played());
        game.moves[0] = "a0a9".parse().unwrap();
        let work = Work::Search { number: 1, game, nodes: Some(1), memory_mib: 1, lines: 1 };
        assert!(!work.perform(&|_| panic!("nothing is found")));
    }
}
