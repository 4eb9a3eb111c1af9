//! Makes the puzzles of luzhanqi: random positions with few pieces, of which those are kept that a proof gives one
//! first move. Prints them, the easiest first, with what their main lines show as comments.
//!
//! `make_flag_puzzles [SEED [TRIES]]`

#![expect(clippy::print_stdout, reason = "a program that prints puzzles")]

use chuhe_puzzles::{FLAG_PLAYS, FlagAttempt, FlagFact, FlagProver, FlagPuzzle, FlagVerdict, HiddenPiece};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Arm, Piece, Position, Slot, Station, StationKind, Strength};
use std::collections::{BTreeMap, BTreeSet};

/// How many puzzles of each length are wanted.
const WANTED: [usize; 3] = [14, 24, 18];
/// How many of one length may show the same.
const ALIKE: usize = 4;
/// The most moves that a proof may play: less than the program allows, for slow machines.
const PLAYS: u64 = FLAG_PLAYS / 20;
/// The positions that are tried at most.
const TRIES: u64 = 60_000;
/// What the user has beside the flag, the likelier the oftener.
const OWN: &[u8] = b"EEEEXXXMGDBRTCP";
/// What the opponent has beside the flag and the marshal.
const THEIR: &[u8] = b"LLLLEEXXGDBRTCP";

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }

    /// Whether something happens that does so often in a hundred.
    fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    fn strength(&mut self, of: &[u8]) -> Strength {
        Strength::from_letter(char::from(of[self.below(of.len())])).expect("a letter of a piece")
    }
}

fn main() {
    let number = |at| std::env::args().nth(at).and_then(|number| number.parse().ok());
    let mut random = Random(number(1).unwrap_or(1));
    let mut found: Vec<(FlagPuzzle, String)> = Vec::new();
    let (mut seen, mut alike) = (BTreeSet::new(), BTreeMap::<(u8, String), usize>::new());
    for _ in 0..number(2).unwrap_or(TRIES) {
        let counts = |moves: usize| found.iter().filter(|(it, _)| usize::from(it.moves) == moves + 1).count();
        let open: Vec<bool> = (0..3).map(|moves| counts(moves) < WANTED[moves]).collect();
        if !open.contains(&true) {
            break;
        }
        let Some(puzzle) = proved(draft(&mut random), &open) else { continue };
        let Some(shows) = shows(&puzzle) else { continue };
        let like = alike.entry((puzzle.moves, shows.clone())).or_default();
        if *like < ALIKE && seen.insert(puzzle.identity()) {
            *like += 1;
            found.push((puzzle, shows));
        }
    }
    let options = |it: &FlagPuzzle| it.worlds().first().map_or(0, |world| world.legal_moves().len());
    found.sort_by_key(|(it, _)| (it.moves, it.worlds().len(), options(it), it.id.clone()));
    for (puzzle, shows) in found {
        println!("\n# {shows}\n{}", puzzle.to_string().trim_end());
    }
}

/// A random position, which may be none.
fn draft(random: &mut Random) -> Option<FlagPuzzle> {
    let home: Station = ["s62", "s64"][random.below(2)].parse().ok()?;
    let mut own = BTreeMap::from([(home, Strength::Flag)]);
    let mut taken = BTreeSet::from([home]);
    let mut hidden = Vec::new();
    let has_both = random.percent(80);
    let quarters = if has_both { vec!["n62", "n64"] } else { vec![["n62", "n64"][random.below(2)]] };
    for station in quarters {
        let station = station.parse().ok()?;
        taken.insert(station);
        hidden.push(HiddenPiece { station, facts: facts(random, 15) });
    }
    for _ in 0..1 + random.below(3) {
        let row = [6, 6, 5, 5, 5, 4, 3, 1][random.below(8)];
        let station = Station::in_arm(Arm::North, row, 1 + random.below(5) as u8)?;
        if taken.insert(station) {
            hidden.push(HiddenPiece { station, facts: facts(random, 30) });
        }
    }
    for _ in 0..2 + random.below(3) {
        let arm = if random.percent(85) { Arm::North } else { Arm::South };
        let station = Station::in_arm(arm, 1 + random.below(6) as u8, 1 + random.below(5) as u8)?;
        if station.kind() != StationKind::Headquarters && taken.insert(station) {
            own.insert(station, random.strength(OWN));
        }
    }
    hidden.sort_by_key(|it| it.station);
    let mut left = vec![Strength::Flag];
    if has_both || random.percent(60) {
        left.push(Strength::Marshal);
    }
    while left.len() < hidden.len() {
        left.push(random.strength(THEIR));
    }
    left.truncate(hidden.len());
    left.sort_by_key(|strength| *strength as usize);
    let pieces: Vec<String> = own.iter().map(|(at, strength)| format!("{}{at}", strength.letter())).collect();
    let own = Position::from_text(&format!("classic red 0 0 {}", pieces.join(" "))).ok()?;
    let first = chuhe_rules::luzhanqi::Move::new(home, home);
    Some(FlagPuzzle { id: String::new(), own, hidden, left, moves: 1, first })
}

fn facts(random: &mut Random, often: usize) -> Vec<FlagFact> {
    let fallen = |random: &mut Random| random.strength(b"GDBRTCPE");
    match random.below(100 / often * 3) {
        0 => vec![FlagFact::Moved],
        1 => vec![FlagFact::Took(fallen(random))],
        2 => vec![FlagFact::Held(fallen(random))],
        _ => Vec::new(),
    }
}

/// The puzzle that the position makes, if it has one first move and something to think about.
fn proved(draft: Option<FlagPuzzle>, open: &[bool]) -> Option<FlagPuzzle> {
    let mut puzzle = draft?;
    let worlds = puzzle.worlds();
    let world = worlds.first().filter(|_| worlds.len() > 1)?;
    let legal = world.legal_moves();
    let is_attack = |at: Station| world.piece_at(at).is_some_and(|piece| piece.color == Color::Black);
    let attacks = legal.iter().filter(|mv| is_attack(mv.to)).count();
    if attacks < 2 {
        return None;
    }
    for moves in 1..=3 {
        if !open[usize::from(moves) - 1..].contains(&true) {
            return None;
        }
        let mut prover = FlagProver::new(PLAYS);
        let solutions = prover.solutions(&worlds, moves)?;
        if let [first] = solutions[..] {
            puzzle.moves = moves;
            puzzle.first = first;
            puzzle.id = format!("f{:016x}", puzzle.identity());
            let text = puzzle.to_string();
            // what the reader refuses is no puzzle, such as more pieces than a set has
            let read = chuhe_puzzles::read_flags(&text).ok()?;
            return read.into_iter().next().filter(|_| open[usize::from(moves) - 1]);
        }
        if !solutions.is_empty() {
            return None;
        }
    }
    None
}

/// What the main line shows, as words; `None` if it does not end with the flag, but with nothing left to move.
fn shows(puzzle: &FlagPuzzle) -> Option<String> {
    let puzzle: &'static FlagPuzzle = Box::leak(Box::new(puzzle.clone()));
    let mut attempt = FlagAttempt::new(puzzle)?;
    let mut words = BTreeSet::new();
    let quarters = puzzle.hidden.iter().filter(|it| {
        it.station.slot().is_some_and(Slot::is_headquarters) && it.station.arm() == Some(Arm::North)
    });
    if quarters.count() == 2 && attempt.position().revealed_flag(Color::Black).is_none() {
        words.insert("deduction");
    }
    while let Some(from) = attempt.hint() {
        let (before, moves) = (attempt.position().clone(), attempt.played().len());
        let shown = before.revealed_flag(Color::Black);
        for mv in before.legal_moves().into_iter().filter(|mv| mv.from == from) {
            let verdict = attempt.try_move(mv);
            if !matches!(verdict, FlagVerdict::Right { .. } | FlagVerdict::Solved) {
                continue;
            }
            let path = before.path(mv).unwrap_or_default();
            let lines = before.board().board().lines();
            if path.len() > 2 && !lines.iter().any(|line| path.iter().all(|at| line.contains(at))) {
                words.insert("turn");
            }
            let own = before.piece_at(mv.from).map(|piece| piece.strength);
            let is_attack = before.piece_at(mv.to).is_some();
            if is_attack && own == Some(Strength::Bomb) {
                words.insert("bomb");
            }
            if is_attack && verdict != FlagVerdict::Solved {
                words.insert(if own == Some(Strength::Engineer) { "clears" } else { "breach" });
            }
            if [mv.from, mv.to].iter().any(|at| at.kind() == StationKind::Camp) {
                words.insert("camp");
            }
            if shown.is_none() && attempt.position().revealed_flag(Color::Black).is_some() {
                words.insert("marshal");
            }
            break;
        }
        if attempt.played().len() == moves {
            return None;
        }
    }
    if words.is_empty() {
        words.insert("plain");
    }
    let has_flag = attempt.position().pieces().any(|(_, it)| it == Piece::new(Color::Black, Strength::Flag));
    (!has_flag).then(|| words.into_iter().collect::<Vec<_>>().join(" "))
}
