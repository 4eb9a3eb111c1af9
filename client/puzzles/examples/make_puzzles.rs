//! Makes puzzles from records: `make_puzzles [--book NAME] [--nodes N] FILE...` prints those that it
//! proves, the easiest first.
//!
//! A record without moves is a puzzle by itself if it has a proved mate. In a game each side's first chance of a mate
//! is one, if one move alone leads to it. `--book` names the puzzles of lists after the book and their number there,
//! and keeps their comments as titles. The puzzles of `client/assets/puzzles` are made by it; `docs/puzzles.md` says how.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints puzzles, and counts")]

use chuhe_engine::xiangqi::{MateMoves, MateProof, MateSolver};
use chuhe_puzzles::{Puzzle, prove};
use chuhe_records::formats::{self, Format, ReadGame};
use chuhe_records::{GameTree, NodeId};
use chuhe_rules::PerColor;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;

/// The longest mate that is looked for in games, in plies.
const MINED_PLIES: u8 = 11;
/// The positions that the search for one visits.
const MINED_NODES: u64 = 20_000;

struct Maker {
    book: Option<String>,
    nodes: u64,
    known: BTreeSet<u64>,
    records: usize,
    made: Vec<Puzzle>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut maker =
        Maker { book: None, nodes: 400_000, known: BTreeSet::new(), records: 0, made: Vec::new() };
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--book" => maker.book = arguments.next(),
            "--nodes" => maker.nodes = arguments.next().ok_or("--nodes needs a number")?.parse()?,
            file => {
                let bytes = std::fs::read(file)?;
                let extension = Path::new(file).extension().and_then(|extension| extension.to_str());
                let reading = formats::read(&bytes, extension.and_then(Format::from_extension))?;
                for (number, game) in (1..).zip(&reading.games) {
                    maker.record(number, game);
                }
            }
        }
    }
    maker.made.sort_by_key(|puzzle| puzzle.difficulty);
    for puzzle in &maker.made {
        println!("{puzzle}");
    }
    eprintln!("{} puzzles of {} records", maker.made.len(), maker.records);
    Ok(())
}

impl Maker {
    fn record(&mut self, number: usize, game: &ReadGame) {
        self.records += 1;
        if game.tree.next(NodeId::ROOT).is_some() {
            self.mine(&game.tree);
        } else if let Some(position) = game.tree.xiangqi_position(NodeId::ROOT) {
            let id = self.book.as_ref().map(|book| format!("{book}-{number:03}"));
            let comment = &game.tree.annotation(NodeId::ROOT).comment;
            let title = Some(comment.clone()).filter(|comment| !comment.is_empty() && self.book.is_some());
            self.keep(prove(id, title, &position, self.nodes));
        }
    }

    /// Finds each side's chances of a mate in a game.
    fn mine(&mut self, tree: &GameTree) {
        let mut had_chance = PerColor::new(false, false);
        let mut solver = MateSolver::new(MateMoves::Checks);
        for node in std::iter::once(NodeId::ROOT).chain(tree.main_line()) {
            let Some(position) = tree.xiangqi_position(node) else { return };
            let side = position.side_to_move();
            let proof = solver.attack(&position, MINED_PLIES, MINED_NODES);
            let has_chance = matches!(proof, MateProof::Mate { .. });
            let MateProof::Mate { plies: 3.., moves } = proof else {
                had_chance[side] = has_chance;
                continue;
            };
            if !had_chance[side] && moves.len() == 1 {
                let puzzle = prove(None, None, &position, self.nodes);
                self.keep(puzzle.filter(|puzzle| puzzle.first.len() == 1));
            }
            had_chance[side] = true;
        }
    }

    fn keep(&mut self, puzzle: Option<Puzzle>) {
        if let Some(puzzle) = puzzle.filter(|puzzle| self.known.insert(puzzle.identity())) {
            self.made.push(puzzle);
        }
    }
}
