//! Searches a few positions to a depth and prints nodes and speed: `xiangqi_bench [depth]`.
//!
//! The sum of the nodes tells whether a change leaves the search as it is.

#![expect(clippy::print_stdout, reason = "a program that prints figures")]

use chuhe_engine::xiangqi::{Control, Limits, Options, Searcher};
use chuhe_rules::xiangqi::{Game, Position, Rules};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

const POSITIONS: [&str; 6] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r2akab1r/3n5/b1n1c1c2/p1p1p1p1p/9/2P3P2/P3P3P/N1C1C1N2/9/R1BAKABR1 w - - 0 1",
    "2bakab2/9/2n1c1n2/p3p1p1p/2p6/6P2/P1P1P3P/2N1C1N2/9/2BAKAB2 b - - 0 20",
    "3akab2/9/4b4/p3n3p/2P6/6R2/P3r3P/4C4/4A4/2BAK4 w - - 0 30",
    "4kab2/4a4/4b4/8p/2n6/4P4/P7P/3N5/4A4/2BAK4 w - - 0 40",
    "1rbakab2/9/2n1c1n2/p1p1p3p/6p2/2PR5/P3P1P1P/2N1C1N2/1r7/2BAKAB1R w - - 0 12",
];

fn main() -> Result<(), Box<dyn Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(12), |text| text.parse())?;
    let mut total = 0;
    let start = Instant::now();
    for fen in POSITIONS {
        let game = Game::new(Position::from_fen(fen)?, Rules::default());
        let mut searcher = Searcher::new(Options::default());
        let stop = AtomicBool::new(false);
        let begin = Instant::now();
        let control = Control { stop: &stop, elapsed: &|| begin.elapsed(), ponder: None };
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut last = None;
        let answer = searcher.search(&game, &limits, &control, &mut |report| last = Some(report.clone()));
        total += answer.nodes;
        if let Some(report) = last {
            let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
            println!(
                "{:>9} nodes, {} / {}, {}: {}",
                answer.nodes,
                report.depth,
                report.selective_depth,
                report.score,
                line.join(" ")
            );
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{total} nodes, {:.0} nodes/s", total as f64 / seconds);
    Ok(())
}
