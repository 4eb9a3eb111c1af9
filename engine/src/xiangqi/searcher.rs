//! The searcher: what stays between searches.

use super::evaluation::Evaluation;
use super::histories::Histories;
use super::table::Table;
use super::time::Budget;
use super::worker::{Reductions, Shared, Worker};
use super::{Answer, Control, Limits, Options, Parameters, Report};
use chuhe_rules::xiangqi::Game;
use std::sync::atomic::{AtomicBool, AtomicU64};

/// Searches games for the best move, and remembers between searches what helps the next one.
///
/// With one thread and a limit of nodes or depth, the same searches in the same order return the
/// same answers.
///
/// ```
/// use chuhe_engine::xiangqi::{Control, Limits, Options, Searcher};
/// use chuhe_rules::xiangqi::{Game, Position, Rules};
/// use std::{sync::atomic::AtomicBool, time::Duration};
///
/// let game = Game::new(Position::start(), Rules::default());
/// let mut searcher = Searcher::new(Options::default());
/// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
/// let stop = AtomicBool::new(false);
/// let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
/// let answer = searcher.search(&game, &limits, &control, &mut |_| {});
/// assert!(answer.best.is_some_and(|mv| game.position().validate(mv).is_ok()));
/// ```
#[derive(Debug)]
pub struct Searcher {
    options: Options,
    evaluation: Evaluation,
    parameters: Parameters,
    reductions: Reductions,
    table: Table,
    histories: Vec<Histories>,
}

impl Searcher {
    /// Creates a searcher; options beyond their limits are clamped.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::with_parameters(options, Parameters::default())
    }

    /// As [`Searcher::new`], with other numbers than the default ones.
    #[must_use]
    pub fn with_parameters(options: Options, parameters: Parameters) -> Self {
        let options = options.clamped();
        Self {
            options,
            evaluation: Evaluation::default(),
            reductions: Reductions::new(&parameters),
            parameters,
            table: Table::new(options.hash_mib),
            histories: (0..options.threads).map(|_| Histories::new()).collect(),
        }
    }

    /// The options.
    #[must_use]
    pub const fn options(&self) -> Options {
        self.options
    }

    /// Changes the options. A new size of the table empties it.
    ///
    /// If the memory for the table is not available, it is smaller.
    pub fn set_options(&mut self, options: Options) {
        let options = options.clamped();
        if options.hash_mib != self.options.hash_mib {
            // frees the old table before there are two of them
            self.table = Table::new(1);
            self.table = Table::new(options.hash_mib);
        }
        self.histories.resize_with(options.threads, Histories::new);
        self.options = options;
    }

    /// Changes the evaluation, and forgets all that earlier searches found.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.evaluation = evaluation;
        self.clear();
    }

    /// Forgets all that earlier searches found.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(Histories::clear);
    }

    /// Searches the current position of `game` until a limit is reached or `control` stops it.
    ///
    /// It sends a report for each line of each finished iteration. The answer has no move only if the
    /// game is over or [`Limits::moves`] names no legal move; a search that is stopped at once still
    /// has one.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Answer {
        if game.outcome().is_some() {
            return self.ended(game);
        }
        self.table.age();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            options: self.options,
            evaluation: &self.evaluation,
            parameters: &self.parameters,
            reductions: &self.reductions,
            budget: limits.time.map(Budget::new),
            done: AtomicBool::new(false),
            nodes: self.histories.iter().map(|_| AtomicU64::new(0)).collect(),
        };
        let (first, others) = self.histories.split_first_mut().expect("there is at least one thread");
        #[cfg(not(target_family = "wasm"))]
        if !others.is_empty() {
            return super::threads::search(&shared, first, others, game, report);
        }
        // the target has no threads
        #[cfg(target_family = "wasm")]
        let _ = others;
        Worker::new(&shared, 0, first, game).iterate(report)
    }

    /// The answer for a game that is over.
    fn ended(&self, game: &Game) -> Answer {
        use super::score::{DRAW, RULED, mated_in};
        let position = game.position();
        let score = match game.outcome().and_then(|outcome| outcome.winner()) {
            None => DRAW,
            Some(_) if !position.has_legal_move() => mated_in(0),
            Some(winner) if winner == position.side_to_move() => RULED,
            Some(_) => -RULED,
        };
        Answer { best: None, ponder: None, score: super::Score::from_value(score), nodes: 0, depth: 0 }
    }
}
