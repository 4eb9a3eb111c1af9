//! The program `chuhe-match`: plays a match between two engines and shows how much stronger one is.

use anyhow::{Context as _, Result};
use chuhe_matches::contestant::{Contestant, SearchLimit, parse_clock};
use chuhe_matches::statistics::{Sprt, Verdict};
use chuhe_matches::tournament::{Played, Tournament};
use chuhe_matches::{record, report};
use chuhe_rules::xiangqi::{RuleSet, Rules};
use chuhe_rules::{Color, PerColor};
use chuhe_uci::Clock;
use clap::{Parser, ValueEnum};
use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::Duration;

/// Plays a match between two engines: random openings, each with both colours, our rules as referee.
///
/// An engine is `chuhe`, `fairy-stockfish`, `sjaakii`, `hoixiangqi`, `maxqi`, or the path of a program
/// that speaks UCI or UCCI. Settings follow after commas: `chuhe,nodes=5000,option.Hash=16` or
/// `./engine,name=New,protocol=ucci,arg=-q,time=400`.
#[derive(Debug, Parser)]
#[command(version)]
struct CommandLine {
    /// The engine whose strength is measured.
    first: Contestant,
    /// Its opponent.
    second: Contestant,
    /// The number of games, at most if a test decides earlier.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The number of games at a time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// The time for each move, in milliseconds.
    #[arg(long, default_value_t = 100, conflicts_with_all = ["nodes", "depth", "clock"])]
    time: u64,
    /// The nodes for each move, in place of a time.
    #[arg(long)]
    nodes: Option<u64>,
    /// The depth for each move, in place of a time.
    #[arg(long)]
    depth: Option<u8>,
    /// The clock of each side in seconds, such as 60+0.5, in place of a time for each move.
    #[arg(long, value_parser = parse_clock)]
    clock: Option<Clock>,
    /// Ends the match once it is decided which of two differences in Elo is true.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Appends the games to this file.
    #[arg(long)]
    pgn: Option<PathBuf>,
    /// The rules for repetitions.
    #[arg(long, value_enum, default_value_t)]
    rules: RulesName,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The random plies of an opening.
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Plays games to their end by the rules, though both engines see that they are decided.
    #[arg(long)]
    play_out: bool,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum RulesName {
    /// Those of the Asian Xiangqi Federation.
    #[default]
    Asian,
    /// The competition rules of China.
    Chinese,
    /// Perpetual check loses, any other repetition is a draw.
    Simple,
}

impl From<RulesName> for RuleSet {
    fn from(name: RulesName) -> Self {
        match name {
            RulesName::Asian => Self::Asian,
            RulesName::Chinese => Self::Chinese,
            RulesName::Simple => Self::Simple,
        }
    }
}

/// The games between two lines of progress where a line cannot be rewritten.
const PROGRESS_INTERVAL: u32 = 10;

fn main() -> Result<()> {
    let line = CommandLine::parse();
    let limit = match (line.nodes, line.depth, line.clock) {
        (Some(nodes), ..) => SearchLimit::Nodes(nodes),
        (_, Some(depth), _) => SearchLimit::Depth(depth),
        (.., Some(clock)) => SearchLimit::Clock(clock),
        _ => SearchLimit::MoveTime(Duration::from_millis(line.time)),
    };
    let sprt = match line.sprt.as_deref() {
        Some(&[elo0, elo1]) => Some(Sprt { elo0, elo1 }),
        _ => None,
    };
    let tournament = Tournament {
        contestants: [line.first, line.second],
        games: line.games,
        concurrency: line.concurrency,
        limit,
        rules: Rules::current(line.rules.into()),
        seed: line.seed,
        opening_plies: line.plies,
        plays_out: line.play_out,
    };
    let open = |path: &PathBuf| {
        let file = File::options().create(true).append(true).open(path);
        file.with_context(|| format!("{} cannot be written", path.display()))
    };
    let mut pgn = line.pgn.as_ref().map(open).transpose()?;
    let names = [&tournament.contestants[0].name, &tournament.contestants[1].name].map(String::as_str);
    let mut written = Ok(());
    let mut longest = [Duration::ZERO; 2];
    let tally = tournament.play(|played| {
        for (longest, side) in longest.iter_mut().zip([played.first_side, played.first_side.opponent()]) {
            *longest = (*longest).max(played.finished.longest[side]);
        }
        if let Some(file) = &mut pgn {
            written = write_game(file, played, names);
        }
        show_progress(played, tournament.games, sprt.as_ref());
        written.is_ok() && sprt.is_none_or(|sprt| sprt.verdict(&played.tally) == Verdict::Undecided)
    })?;
    written.context("a game cannot be written")?;
    let mut out = io::stdout().lock();
    writeln!(out, "\n{}", report::table(names, &tally, sprt.as_ref()))?;
    writeln!(out, "  longest moves {:.2} s and {:.2} s", longest[0].as_secs_f64(), longest[1].as_secs_f64())?;
    Ok(())
}

fn write_game(file: &mut File, played: &Played, [first, second]: [&str; 2]) -> io::Result<()> {
    let names = match played.first_side {
        Color::Red => PerColor::new(first, second),
        Color::Black => PerColor::new(second, first),
    };
    file.write_all(&record::pgn(&played.finished, names, played.number))?;
    file.write_all(b"\n")
}

fn show_progress(played: &Played, games: u64, sprt: Option<&Sprt>) {
    let mut err = io::stderr().lock();
    let done = played.tally.games();
    let line = format!("{done}/{games}  {}", report::line(&played.tally, sprt));
    // progress that nobody can see is no reason to stop
    let _ = if let Some(note) = played.finished.note.as_ref().filter(|_| played.finished.failed.is_some()) {
        writeln!(err, "\rgame {}: {note}", played.number + 1)
    } else if err.is_terminal() {
        write!(err, "\r\x1b[K{line}").and_then(|()| err.flush())
    } else if done.is_multiple_of(PROGRESS_INTERVAL) {
        writeln!(err, "{line}")
    } else {
        Ok(())
    };
}
