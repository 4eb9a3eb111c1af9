//! Computes the results of endgames exactly: every position that can arise, and how long each win takes.
//!
//! Rulings on repetitions are left out: whoever wins as fast as possible repeats nothing.

use chuhe_puzzles::{Endgame, Goal};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Board, Piece, PieceKind, Position, Square};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The bits of a piece with its square in a packed position.
const BITS: u32 = 11;

/// Hashes packed positions, which are no input of others.
#[derive(Default)]
struct PackedHasher(u64);

impl Hasher for PackedHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u128(&mut self, packed: u128) {
        let mixed = (packed as u64 ^ (packed >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.0 ^= self.0 >> 32;
    }
}

type Numbers = HashMap<u128, u32, BuildHasherDefault<PackedHasher>>;

/// Packs at most eleven pieces with their squares, and the side to move.
fn pack(position: &Position) -> u128 {
    let pieces = position.board().iter().fold(0, |packed: u128, (square, piece)| {
        let code = PieceKind::ALL.iter().position(|kind| *kind == piece.kind).unwrap_or(0) * 2
            + usize::from(piece.color == Color::Black);
        (packed << BITS) | ((code as u128 + 1) << 7) | square.index() as u128
    });
    (pieces << 1) | u128::from(position.side_to_move() == Color::Black)
}

fn unpack(packed: u128) -> Position {
    let side = if packed & 1 == 1 { Color::Black } else { Color::Red };
    let (mut rest, mut board) = (packed >> 1, Board::empty());
    while rest != 0 {
        let square = Square::from_index((rest & 127) as usize).expect("it was packed");
        let code = ((rest >> 7) & 15) as usize - 1;
        let color = if code % 2 == 1 { Color::Black } else { Color::Red };
        board.set(square, Some(Piece::new(color, PieceKind::ALL[code / 2])));
        rest >>= BITS;
    }
    Position::from_board(board, side, 0, 1).expect("it arose by legal moves")
}

/// What every position that can arise says of an endgame.
#[derive(Debug)]
pub(super) enum Exact {
    /// The attacker wins in this number of plies.
    Won(u16),
    /// The attacker does not win. So many of the first moves lose, among so many, if the defender moves first.
    Drawn { losing: usize, moves: usize },
    /// There are too many positions.
    TooMany,
}

/// Computes the result of an endgame, unless more positions than `most` can arise.
pub(super) fn result(endgame: &Endgame, most: usize) -> Exact {
    let attacker = match endgame.goal {
        Goal::Win => endgame.user(),
        Goal::Hold => endgame.user().opponent(),
    };
    let root = Position::from_board(endgame.position.board().clone(), endgame.user(), 0, 1)
        .expect("the position is legal");
    let mut numbers = Numbers::default();
    let mut positions = vec![pack(&root)];
    numbers.insert(positions[0], 0);
    // the successors of each position, one after another
    let (mut first, mut next): (Vec<u32>, Vec<u32>) = (vec![0], Vec::new());
    let mut at = 0;
    while at < positions.len() {
        if positions.len() > most {
            return Exact::TooMany;
        }
        let mut position = unpack(positions[at]);
        if position.has_attackers(attacker) {
            for mv in position.legal_moves() {
                let undo = position.make(mv);
                let packed = pack(&position);
                position.unmake(undo);
                let fresh = positions.len() as u32;
                let number = *numbers.entry(packed).or_insert(fresh);
                if number == fresh {
                    positions.push(packed);
                }
                next.push(number);
            }
        }
        first.push(next.len() as u32);
        at += 1;
    }
    drop(numbers);
    let lengths = win_lengths(&positions, &first, &next, attacker);
    let of_root = lengths[0];
    if of_root != u16::MAX {
        return Exact::Won(of_root);
    }
    let replies = &next[..first[1] as usize];
    let losing = replies.iter().filter(|&&reply| lengths[reply as usize] != u16::MAX).count();
    Exact::Drawn { losing, moves: replies.len() }
}

/// In how many plies the attacker wins each position; the greatest number if never.
fn win_lengths(positions: &[u128], first: &[u32], next: &[u32], attacker: Color) -> Vec<u16> {
    let successors = |at: usize| &next[first[at] as usize..first[at + 1] as usize];
    // the predecessors, counted and then listed
    let mut begins = vec![0_u32; positions.len() + 1];
    for &to in next {
        begins[to as usize + 1] += 1;
    }
    for at in 1..begins.len() {
        begins[at] += begins[at - 1];
    }
    let mut filled = begins.clone();
    let mut before = vec![0_u32; next.len()];
    for at in 0..positions.len() {
        for &to in successors(at) {
            before[filled[to as usize] as usize] = at as u32;
            filled[to as usize] += 1;
        }
    }
    let attacks = |at: usize| (positions[at] & 1 == 1) == (attacker == Color::Black);
    let mut left: Vec<u16> = (0..positions.len()).map(|at| successors(at).len() as u16).collect();
    let mut lengths = vec![u16::MAX; positions.len()];
    let mut layer: Vec<u32> = (0..positions.len() as u32)
        .filter(|&at| {
            let is_leaf = left[at as usize] == 0 && !attacks(at as usize);
            is_leaf && !unpack(positions[at as usize]).has_legal_move()
        })
        .collect();
    layer.iter().for_each(|&at| lengths[at as usize] = 0);
    let mut length = 0;
    while !layer.is_empty() {
        length += 1;
        let mut later = Vec::new();
        for &at in &layer {
            for &earlier in &before[begins[at as usize] as usize..begins[at as usize + 1] as usize] {
                let earlier_at = earlier as usize;
                left[earlier_at] -= 1;
                let is_won = attacks(earlier_at) || left[earlier_at] == 0;
                if is_won && lengths[earlier_at] == u16::MAX {
                    lengths[earlier_at] = length;
                    later.push(earlier);
                }
            }
        }
        layer = later;
    }
    lengths
}
