//! One thread of a search: its position, path and statistics.

mod moves;
mod node;
mod pruning;
mod quiescence;
mod root;
mod rulings;

use super::evaluation::{Evaluation, Evaluator};
use super::histories::{Context, Histories, NO_PIECE_TO, PieceTo, piece_to};
use super::line::Lines;
use super::picker::{MoveStack, Sources};
use super::score::MAX_PLY;
use super::table::Table;
use super::time::Budget;
use super::{Control, Limits, Options, Parameters};
use chuhe_rules::xiangqi::{Game, History, Move, Position, Rules, Undo};
use root::RootMove;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Nodes between two looks at the clock and the stop flag.
const NODES_PER_POLL: u64 = 1_024;
/// Frames before the root, so that a node can look back.
const BEFORE: usize = 4;
/// Stands for the evaluation of a side in check.
const NO_EVALUATION: i32 = i32::MIN;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct Shared<'a> {
    pub(super) table: &'a Table,
    pub(super) control: &'a Control<'a>,
    pub(super) limits: &'a Limits,
    pub(super) options: Options,
    pub(super) evaluation: &'a Evaluation,
    pub(super) parameters: &'a Parameters,
    pub(super) reductions: &'a Reductions,
    pub(super) budget: Option<Budget>,
    pub(super) done: AtomicBool,
    /// The nodes of each thread, as of its last poll.
    pub(super) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
    fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// The depth reductions of late moves, in hundredths of a ply.
#[derive(Debug)]
pub(super) struct Reductions {
    logarithms: [f64; 128],
    base: i32,
    divisor: i32,
}

impl Reductions {
    pub(super) fn new(parameters: &Parameters) -> Self {
        let logarithms = std::array::from_fn(|index| (index.max(1) as f64).ln());
        Self { logarithms, base: parameters.lmr_base, divisor: parameters.lmr_divisor }
    }

    fn of(&self, depth: i32, count: usize) -> i32 {
        let product = self.logarithms[depth.clamp(0, 127) as usize] * self.logarithms[count.min(127)];
        self.base + (product * 10_000.0 / f64::from(self.divisor)) as i32
    }
}

/// What a node leaves for the nodes below and above it.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// The piece and target of the move being searched.
    piece_to: PieceTo,
    evaluation: i32,
    killers: [Option<Move>; 2],
    /// The move that a singular search leaves out.
    excluded: Option<Move>,
    /// Double extensions on the path.
    doubles: u8,
}

const EMPTY_FRAME: Frame = Frame {
    piece_to: NO_PIECE_TO,
    evaluation: NO_EVALUATION,
    killers: [None; 2],
    excluded: None,
    doubles: 0,
};

/// One thread of a search.
#[derive(Debug)]
pub(super) struct Worker<'a> {
    shared: &'a Shared<'a>,
    id: usize,
    histories: &'a mut Histories,
    rules: Rules,
    position: Position,
    evaluator: Evaluator,
    history: History,
    undos: Vec<Undo>,
    /// The ply of the root in `history`.
    root_ply: usize,
    /// The ply after the last pass: no repetition reaches back before it.
    pass_ply: usize,
    frames: Vec<Frame>,
    moves: MoveStack,
    lines: Lines,
    nodes: u64,
    node_limit: u64,
    selective_depth: usize,
    stopped: bool,
    root_moves: Vec<RootMove>,
    /// The rank of the line being searched: root moves before it are excluded.
    line_index: usize,
    root_depth: i32,
}

impl<'a> Worker<'a> {
    pub(super) fn new(shared: &'a Shared<'a>, id: usize, histories: &'a mut Histories, game: &Game) -> Self {
        let position = game.position().clone();
        // with several threads, `poll` limits the sum
        let node_limit = if shared.nodes.len() == 1 { shared.limits.nodes } else { None };
        Self {
            shared,
            id,
            histories,
            rules: game.rules(),
            evaluator: Evaluator::new(shared.evaluation, &position),
            history: game.history().clone(),
            undos: game.undos().to_vec(),
            root_ply: game.ply(),
            pass_ply: 0,
            frames: vec![EMPTY_FRAME; MAX_PLY + BEFORE + 4],
            moves: MoveStack::with_capacity(4_096),
            lines: Lines::new(),
            nodes: 0,
            node_limit: node_limit.unwrap_or(u64::MAX),
            selective_depth: 0,
            stopped: false,
            root_moves: root::root_moves(&position, &shared.limits.moves),
            line_index: 0,
            root_depth: 0,
            position,
        }
    }

    #[inline]
    fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The earlier moves of the path that lead to the node at `ply`.
    #[inline]
    fn context(&self, ply: usize) -> Context {
        [1, 2, 4].map(|back| self.frames[ply + BEFORE - back].piece_to)
    }

    #[inline]
    fn sources(&mut self) -> Sources<'_> {
        Sources { position: &self.position, histories: self.histories, moves: &mut self.moves }
    }

    #[inline]
    fn make(&mut self, ply: usize, mv: Move) {
        self.shared.table.prefetch(self.position.key_after(mv));
        let piece = self.position.piece_at(mv.from).expect("a legal move starts from a piece");
        self.frame(ply).piece_to = piece_to(piece, mv.to);
        self.evaluator.make(&self.position, mv);
        self.undos.push(self.position.make(mv));
        self.history.push(self.position.key());
    }

    #[inline]
    fn unmake(&mut self) {
        self.history.truncate(self.history.ply() - 1);
        self.position.unmake(self.undos.pop().expect("each move has its undo"));
        self.evaluator.unmake();
    }

    /// Passes, and returns what [`Worker::take_back_pass`] needs.
    fn pass(&mut self, ply: usize) -> usize {
        self.frame(ply).piece_to = NO_PIECE_TO;
        self.undos.push(self.position.pass());
        self.history.push(self.position.key());
        std::mem::replace(&mut self.pass_ply, self.history.ply())
    }

    fn take_back_pass(&mut self, pass_ply: usize) {
        self.pass_ply = pass_ply;
        self.history.truncate(self.history.ply() - 1);
        self.position.unmake(self.undos.pop().expect("the pass has its undo"));
    }

    /// Counts a node; sets `stopped` when the search must end.
    #[inline]
    fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.node_limit {
            self.stop();
        } else if self.nodes.is_multiple_of(NODES_PER_POLL) {
            self.poll();
        }
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.shared.done.store(true, Ordering::Relaxed);
    }

    #[cold]
    fn poll(&mut self) {
        self.publish_nodes();
        let Shared { control, limits, budget, done, .. } = self.shared;
        if done.load(Ordering::Relaxed) {
            self.stopped = true;
        }
        if self.id != 0 {
            return;
        }
        let out_of_time = budget
            .as_ref()
            .is_some_and(|budget| !control.is_pondering() && (control.elapsed)() >= budget.hard);
        let out_of_nodes = limits.nodes.is_some_and(|limit| self.shared.total_nodes() >= limit);
        if control.stop.load(Ordering::Relaxed) || out_of_time || out_of_nodes {
            self.stop();
        }
    }

    fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }
}
