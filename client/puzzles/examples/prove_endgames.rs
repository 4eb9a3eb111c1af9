//! Reads a file of endgames, and prints its lines with the evidence that it finds for each verdict.
//!
//! One of which more than `--most` positions can arise keeps the evidence that it has. Ten million positions take some
//! gigabytes, and some minutes.
//!
//!     cargo run --release -p chuhe-puzzles --example prove_endgames -- [--most POSITIONS] FILE

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program that prints endgames, and what it finds"
)]

#[path = "../tests/endgames/exact.rs"]
mod exact;

use chuhe_puzzles::{Endgame, Evidence, Goal, read_endgames};
use exact::Exact;
use std::process::ExitCode;

/// The most positions of an endgame, unless told otherwise.
const MOST: usize = 15_000_000;

fn main() -> ExitCode {
    let (mut most, mut file) = (MOST, String::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--most" {
            most = arguments.next().and_then(|number| number.parse().ok()).unwrap_or(MOST);
        } else {
            file = argument;
        }
    }
    let text = std::fs::read_to_string(&file).map_err(|error| error.to_string());
    let read = text.and_then(|text| read_endgames(&text).map_err(|error| error.to_string()));
    match read {
        Ok(endgames) => {
            let refuted = endgames.into_iter().filter(|endgame| !is_proved(endgame.clone(), most)).count();
            if refuted == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Prints an endgame with the evidence for its verdict, unless it is refuted.
fn is_proved(mut endgame: Endgame, most: usize) -> bool {
    let is_right = match exact::result(&endgame, most) {
        Exact::TooMany => {
            eprintln!("{}: too many positions", endgame.id);
            true
        }
        Exact::Won(plies) => {
            eprintln!("{}: won in {plies} plies", endgame.id);
            endgame.evidence = Evidence::Exact(Some(plies));
            endgame.goal == Goal::Win
        }
        Exact::Drawn { losing, moves } => {
            eprintln!("{}: not won; {losing} of {moves} first moves lose", endgame.id);
            endgame.evidence = Evidence::Exact(None);
            endgame.goal == Goal::Hold
        }
    };
    println!("{}{endgame}", if is_right { "" } else { "# refuted: " });
    is_right
}
