//! Counts the leaves of the game tree below a position: `perft "<FEN>" <depth>`.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a number")]

use chuhe_rules::xiangqi::{FenError, Position, perft};
use std::process::ExitCode;

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error("usage: perft \"<FEN>\" <depth>")]
    Usage,
    #[error("the FEN is invalid: {0}")]
    Fen(#[from] FenError),
}

fn main() -> ExitCode {
    match count() {
        Ok(leaves) => {
            println!("{leaves}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn count() -> Result<u64, Error> {
    let mut arguments = std::env::args().skip(1);
    let (Some(fen), Some(depth), None) = (arguments.next(), arguments.next(), arguments.next()) else {
        return Err(Error::Usage);
    };
    let depth = depth.parse().map_err(|_| Error::Usage)?;
    Ok(perft(&mut Position::from_fen(&fen)?, depth))
}
