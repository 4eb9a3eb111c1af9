//! The thread that searches.

use crate::settings::Settings;
use crate::{Event, perft};
use chuhe_engine::xiangqi::{self, Control, Limits, Report, Searcher, TimeLimit};
use chuhe_rules::xiangqi::{Game, Move};
use chuhe_uci::{Bound, Go, Info, Score, Search};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::time::Instant;

/// What the thread is asked to do, in this order.
#[derive(Debug)]
enum Task {
    Search {
        search: Box<Search>,
        settings: Settings,
        began: Instant,
    },
    /// Applies options that take time.
    Prepare(Settings),
    Clear,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub(crate) struct Finished {
    /// The best move; `None` if there is none.
    pub(crate) best: Option<Move>,
    /// The expected answer.
    pub(crate) ponder: Option<Move>,
    /// The number of positions, if they were counted: then there is no best move to write.
    pub(crate) counted: Option<Info>,
}

#[derive(Debug, Default)]
struct Flags {
    stop: AtomicBool,
    ponder: AtomicBool,
}

/// The handle of the thread.
#[derive(Debug)]
pub(crate) struct Thinker {
    tasks: Sender<Task>,
    flags: Arc<Flags>,
}

impl Thinker {
    /// Starts the thread, which sends its events to `events`.
    pub(crate) fn start(events: SyncSender<Event>) -> Self {
        let (tasks, inbox) = mpsc::channel();
        let flags = Arc::new(Flags::default());
        let worker =
            Worker { searcher: None, seed: random_seed(), flags: Arc::clone(&flags), events: events.clone() };
        spawn(events, move || worker.run(&inbox));
        Self { tasks, flags }
    }

    pub(crate) fn search(&self, search: Box<Search>, settings: Settings) {
        self.flags.stop.store(false, Ordering::Relaxed);
        self.flags.ponder.store(search.go.ponder, Ordering::Relaxed);
        self.send(Task::Search { search, settings, began: Instant::now() });
    }

    pub(crate) fn stop(&self) {
        self.flags.stop.store(true, Ordering::Relaxed);
        self.flags.ponder.store(false, Ordering::Relaxed);
    }

    pub(crate) fn ponder_hit(&self) {
        self.flags.ponder.store(false, Ordering::Relaxed);
    }

    pub(crate) fn prepare(&self, settings: Settings) {
        self.send(Task::Prepare(settings));
    }

    pub(crate) fn clear(&self) {
        self.send(Task::Clear);
    }

    fn send(&self, task: Task) {
        // a thread that has failed has sent `Event::ThinkerEnded`
        let _ = self.tasks.send(task);
    }
}

/// Starts a thread that sends [`Event::ThinkerEnded`] at its end, also if it panics.
fn spawn(events: SyncSender<Event>, work: impl FnOnce() + Send + 'static) {
    struct AtEnd(SyncSender<Event>);
    impl Drop for AtEnd {
        fn drop(&mut self) {
            let _ = self.0.send(Event::ThinkerEnded);
        }
    }
    std::thread::spawn(move || {
        let _at_end = AtEnd(events);
        work();
    });
}

/// A number that differs from run to run, so that a level does not repeat its games.
fn random_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(0_u64)
}

struct Worker {
    searcher: Option<Searcher>,
    seed: u64,
    flags: Arc<Flags>,
    events: SyncSender<Event>,
}

impl Worker {
    fn run(mut self, tasks: &Receiver<Task>) {
        for task in tasks {
            match task {
                Task::Search { search, settings, began } => {
                    let finished = self.search(&search, settings, began);
                    self.send(Event::Finished(finished));
                }
                Task::Prepare(settings) => {
                    self.searcher(settings);
                    self.send(Event::Prepared);
                }
                Task::Clear => {
                    if let Some(searcher) = &mut self.searcher {
                        searcher.clear();
                    }
                }
            }
        }
    }

    fn send(&self, event: Event) {
        // the main thread ends first
        let _ = self.events.send(event);
    }

    fn searcher(&mut self, settings: Settings) -> &mut Searcher {
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(settings.options));
        searcher.set_options(settings.options);
        searcher
    }

    fn search(&mut self, search: &Search, settings: Settings, began: Instant) -> Finished {
        let Search { game, go } = search;
        if let Some(depth) = go.perft {
            return Finished { best: None, ponder: None, counted: Some(self.count(game, depth)) };
        }
        let (flags, events) = (Arc::clone(&self.flags), self.events.clone());
        let elapsed = || began.elapsed();
        let control = Control { stop: &flags.stop, elapsed: &elapsed, ponder: Some(&flags.ponder) };
        self.seed = self.seed.wrapping_add(1);
        let seed = self.seed;
        let searcher = self.searcher(settings);
        let limits = limits_of(go);
        let (best, ponder) = match settings.level {
            Some(level) => {
                let choice = level.choose(searcher, game, &limits.moves, limits.time, &control, seed);
                (choice.map(|choice| choice.mv), None)
            }
            None => {
                let report = &mut |report: &Report| _ = events.send(Event::Info(info_of(report)));
                let answer = searcher.search(game, &limits, &control, report);
                (answer.best, answer.ponder)
            }
        };
        // by our rules the game may be over, but a move is asked for
        let wanted = |mv: &Move| limits.moves.is_empty() || limits.moves.contains(mv);
        let any = || game.position().legal_moves().iter().copied().find(wanted);
        Finished { best: best.or_else(any), ponder, counted: None }
    }

    /// Counts positions, and reports on each move.
    fn count(&self, game: &Game, depth: u8) -> Info {
        let mut position = game.position().clone();
        let Some(after_move) = depth.checked_sub(1) else { return counted(depth, 1) };
        let mut total = 0;
        for &mv in position.clone().legal_moves().iter() {
            let undo = position.make(mv);
            let count = perft::count(&mut position, u32::from(after_move), &self.flags.stop);
            position.unmake(undo);
            let Some(count) = count else { return Info::text(format!("perft {depth} was stopped")) };
            total += count;
            self.send(Event::Info(Info::text(format!("{mv}: {count}"))));
        }
        counted(depth, total)
    }
}

fn counted(depth: u8, total: u64) -> Info {
    Info { nodes: Some(total), ..Info::text(format!("perft {depth}: {total}")) }
}

fn limits_of(go: &Go) -> Limits {
    let clock = go.clock.map(|clock| TimeLimit::Clock {
        left: clock.left,
        increment: clock.increment,
        moves_to_go: go.moves_to_go,
    });
    let time = if go.infinite { None } else { go.move_time.map(TimeLimit::PerMove).or(clock) };
    Limits { depth: go.depth, nodes: go.nodes, mate: go.mate, time, moves: go.search_moves.clone() }
}

fn info_of(report: &Report) -> Info {
    let millis = report.elapsed.as_millis().max(1);
    Info {
        depth: Some(u32::from(report.depth)),
        selective_depth: Some(u32::from(report.selective_depth)),
        multi_pv: u32::try_from(report.multi_pv).ok(),
        score: Some(match report.score {
            xiangqi::Score::Cp(cp) => Score::Cp(cp),
            xiangqi::Score::Mate(moves) => Score::Mate(moves),
        }),
        bound: match report.bound {
            xiangqi::Bound::Exact => Bound::Exact,
            xiangqi::Bound::Lower => Bound::Lower,
            xiangqi::Bound::Upper => Bound::Upper,
        },
        nodes: Some(report.nodes),
        nodes_per_second: u64::try_from(u128::from(report.nodes) * 1_000 / millis).ok(),
        time: Some(report.elapsed),
        hash_permille: Some(u32::from(report.hash_permille)),
        line: report.line.clone(),
        text: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_that_panics_says_so() {
        let (events, inbox) = mpsc::sync_channel(1);
        // a panic without its message on the screen
        spawn(events, || std::panic::resume_unwind(Box::new("a failure")));
        assert!(matches!(inbox.recv(), Ok(Event::ThinkerEnded)));
    }
}
