//! Writes random legal games as PGN, to measure readers with: `random_games GAMES [wxf|iccs]`.
//!
//! The same number gives the same games. They have up to 160 plies.

use chuhe_records::formats::{self, Encoding, Format, WriteOptions};
use chuhe_records::notation::Notation;
use chuhe_records::{GameTree, Start, tag};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::io::Write;

const LONGEST: usize = 160;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: usize = arguments.next().ok_or("how many games?")?.parse()?;
    let notation = match arguments.next().as_deref() {
        Some("wxf") => Notation::Wxf,
        Some("vietnamese") => Notation::Vietnamese,
        Some("iccs") => Notation::Iccs,
        _ => Notation::SIMPLIFIED,
    };
    let options = WriteOptions { notation, encoding: Encoding::Utf8 };
    let mut random = ChaCha8Rng::seed_from_u64(14);
    let mut out = std::io::stdout().lock();
    for number in 1..=games {
        let mut tree = GameTree::new(Start::xiangqi());
        tree.set_tag(tag::EVENT, "random")?;
        tree.set_tag(tag::ROUND, &number.to_string())?;
        let mut replay = tree.replay();
        for _ in 0..LONGEST {
            let moves = replay.xiangqi().ok_or("a game of xiangqi")?.legal_moves();
            if moves.is_empty() {
                break;
            }
            let index = random.next_u64() % moves.len() as u64;
            replay.play(&mut tree, moves[index as usize])?;
        }
        out.write_all(&formats::write(&tree, Format::Pgn, &options)?.bytes)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}
