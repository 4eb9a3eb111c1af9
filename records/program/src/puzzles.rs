//! `chuhe-records puzzles`: mates to find, proved, from positions and games.

use crate::command_line::{Outcome, PuzzlesArgs};
use crate::files::{self, Progress, count};
use crate::printable::Printable;
use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
use chuhe_puzzles::{Puzzle, prove, title_of};
use chuhe_records::formats::{ReadGame, Reading};
use chuhe_records::{GameTree, NodeId};
use chuhe_rules::PerColor;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The longest mate that is looked for in games, in plies.
const MINED_PLIES: u8 = 11;
/// The positions that the search for one visits.
const MINED_NODES: u64 = 20_000;

/// The puzzles made so far.
struct Maker<'a> {
    book: Option<&'a str>,
    nodes: u64,
    known: BTreeSet<u64>,
    records: usize,
    without: usize,
    made: Vec<Puzzle>,
}

/// Prints the puzzles of files, the easiest first, and says how many there are; returns the gravest of what is wrong
/// with the files.
///
/// A file that cannot be read is named, and the others are searched.
pub(crate) fn puzzles(args: &PuzzlesArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let book = args.book.as_deref();
    let mut maker =
        Maker { book, nodes: args.nodes, known: BTreeSet::new(), records: 0, without: 0, made: Vec::new() };
    let (mut progress, mut outcome) = (Progress::new(), Outcome::Fine);
    for path in &args.files {
        let Some(Reading { games, refused, .. }) = files::read_or_name(path, args.encoding)? else {
            outcome = Outcome::Error;
            continue;
        };
        if !refused.is_empty() || games.iter().any(ReadGame::has_fault) {
            writeln!(Printable(io::stderr()), "{}: has faults, see `chuhe-records check`", path.display())?;
            outcome = outcome.max(Outcome::Fault);
        }
        for (number, game) in (1..).zip(&games) {
            let found = maker.made.len();
            progress.show(|| {
                format!("{}: game {number} of {}, {}", path.display(), games.len(), count(found, "puzzle"))
            });
            maker.record(&game.tree);
        }
    }
    drop(progress);
    maker.made.sort_by_key(|puzzle| puzzle.difficulty);
    for puzzle in &maker.made {
        writeln!(out, "{puzzle}")?;
    }
    out.flush()?;
    let without = match maker.without {
        0 => String::new(),
        games => format!("; {} of luzhanqi, which has no puzzles", count(games, "record")),
    };
    let (made, records) = (count(maker.made.len(), "puzzle"), count(maker.records, "record"));
    writeln!(io::stderr(), "{made} of {records}{without}")?;
    Ok(outcome)
}

impl Maker<'_> {
    /// A record without moves is a puzzle by itself if it has a proved mate; a game may have some.
    fn record(&mut self, tree: &GameTree) {
        self.records += 1;
        let Some(position) = tree.xiangqi_position(NodeId::ROOT) else {
            self.without += 1;
            return;
        };
        if tree.next(NodeId::ROOT).is_some() {
            return self.mine(tree);
        }
        let id = self.book.map(|book| format!("{book}-{:03}", self.records));
        let title = self.book.and_then(|_| title_of(&tree.annotation(NodeId::ROOT).comment));
        self.keep(prove(id, title, &position, self.nodes));
    }

    /// Finds each side's first chance of a mate in a game, if one move alone leads to it.
    fn mine(&mut self, tree: &GameTree) {
        let mut had_chance = PerColor::new(false, false);
        let mut solver = MateSolver::new(MateMoves::Checks);
        for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
            let Some(position) = tree.xiangqi_position(node) else { return };
            let side = position.side_to_move();
            let proof = solver.attack(&position, MINED_PLIES, MINED_NODES);
            let has_chance = matches!(proof, MateProof::Mate { .. });
            if let MateProof::Mate { plies: 3.., moves } = proof
                && !had_chance[side]
                && moves.len() == 1
            {
                let puzzle = prove(None, None, &position, self.nodes);
                self.keep(puzzle.filter(|puzzle| puzzle.first.len() == 1));
            }
            had_chance[side] = has_chance;
        }
    }

    /// Keeps a puzzle unless it or its mirror image is kept.
    fn keep(&mut self, puzzle: Option<Puzzle>) {
        if let Some(puzzle) = puzzle.filter(|puzzle| self.known.insert(puzzle.identity())) {
            self.made.push(puzzle);
        }
    }
}
