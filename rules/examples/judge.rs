//! Judges repetitions from a table: `judge <FILE> [asian|chinese|simple]`.
//!
//! Each line has a start position as FEN, the moves, the expected verdict (`red_wins`,
//! `black_wins` or `draw`) and a grade, separated by tabs. Other verdicts are compared with nothing.
//! A line that starts with `#` is a comment. A verdict that differs is printed with its grounds.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints a table")]

use chuhe_rules::xiangqi::arbiter::{JudgedMove, Verdict};
use chuhe_rules::xiangqi::{Game, Position, RuleSet, Rules};
use chuhe_rules::{Color, RulesVersion};
use std::collections::BTreeMap;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("usage: judge <FILE> [asian|chinese|simple]")?;
    let set = arguments.next().map_or(Ok(RuleSet::Asian), |name| name.parse())?;
    let text = std::fs::read_to_string(path)?;
    let mut counts: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [fen, moves, expected, grade, ..] = fields[..] else {
            return Err(format!("line {} has too few fields", index + 1).into());
        };
        let (verdict, grounds) =
            judge(fen, moves, set).unwrap_or_else(|error| (error.to_string(), Vec::new()));
        let right = verdict == expected;
        counts.entry(grade).or_default()[usize::from(!right)] += 1;
        if !right {
            println!("line {}, grade {grade}: {verdict} instead of {expected}\n  {line}", index + 1);
            for line in grounds {
                println!("    {line}");
            }
        }
    }
    for (grade, [right, wrong]) in counts {
        println!("grade {grade}: {right} as expected, {wrong} not");
    }
    Ok(())
}

fn judge(fen: &str, moves: &str, set: RuleSet) -> Result<(String, Vec<String>), Box<dyn std::error::Error>> {
    // in the first version nothing ends the game before the last move
    let rules = Rules { set, version: RulesVersion::V1 };
    let mut game = Game::new(Position::from_fen(fen)?, rules);
    for text in moves.split(' ') {
        let by = game.position().side_to_move();
        game.play(by, text.parse()?).map_err(|error| format!("{text}: {error}"))?;
    }
    let ruling = game.rule_on_repetition().ok_or("no repetition")?;
    let verdict = match ruling.verdict {
        Verdict::Loss { loser: Color::Black, .. } => "red_wins",
        Verdict::Loss { loser: Color::Red, .. } => "black_wins",
        Verdict::Draw => "draw",
    };
    Ok((verdict.to_owned(), grounds(&game.judged_moves(&ruling))))
}

/// A line for each move: what it was, and the attacks that it newly made.
fn grounds(moves: &[JudgedMove]) -> Vec<String> {
    let line = |judged: &JudgedMove| {
        let attacks = judged.attacks.iter().map(|attack| {
            let exemption = attack.exemption.map(|exemption| format!(" {exemption:?}")).unwrap_or_default();
            format!(", {}x{}{exemption}", attack.attacker, attack.victim)
        });
        format!("{} {:?}{}", judged.mv, judged.nature, attacks.collect::<String>())
    };
    moves.iter().map(line).collect()
}
