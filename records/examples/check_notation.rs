//! Compares notation with a table: `check_notation FILE`.
//!
//! A line has a FEN, a move as `h2e2`, WXF and Chinese, separated by tabs. The moves are to be read
//! from both texts, and the texts written again; WXF is compared without its letters.

#![expect(clippy::print_stdout, reason = "a program reports on its standard output")]

use chuhe_records::notation::{Notation, NotationError};
use chuhe_rules::xiangqi::{Move, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let (mut lines, mut different) = (0, 0);
    for line in std::fs::read_to_string(path)?.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, mv, wxf, chinese, ..] = fields[..] else { continue };
        let position = Position::from_fen(fen)?;
        let mv: Move = mv.parse()?;
        lines += 1;
        for (notation, text) in [(Notation::Wxf, wxf), (Notation::SIMPLIFIED, chinese)] {
            let written = notation.write(&position, mv);
            let same = if notation == Notation::Wxf { written[1..] == text[1..] } else { written == text };
            let read = notation.read(&position, text);
            if !same || read != Ok(mv) {
                different += 1;
                let read = read.map_or_else(|error: NotationError| error.to_string(), |mv| mv.to_string());
                println!("{fen} {mv}: {text} is written {written} and read as {read}");
            }
        }
    }
    println!("{lines} lines, {different} differences");
    Ok(())
}
