//! The program `chuhe-match`: plays a match between two engines and shows how much stronger one is.

use anyhow::{Context as _, Result};
use chuhe_matches::contestant::{Contestant, SearchLimit, parse_clock};
use chuhe_matches::statistics::{Sprt, Verdict};
use chuhe_matches::tournament::{Interrupted, Played, Tournament};
use chuhe_matches::{record, report};
use chuhe_rules::xiangqi::{RuleSet, Rules};
use chuhe_rules::{Color, PerColor};
use chuhe_uci::Clock;
use clap::Parser;
use std::fs::File;
use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
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
    /// The rules for repetitions: asian, chinese or simple.
    #[arg(long, default_value = "asian")]
    rules: RuleSet,
    /// The seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The random plies of an opening.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u8).range(..=40))]
    plies: u8,
    /// Plays games to their end by the rules, though both engines see that they are decided.
    #[arg(long)]
    play_out: bool,
}

/// The games between two lines of progress where a line cannot be rewritten.
const PROGRESS_INTERVAL: u32 = 10;

fn main() -> ExitCode {
    match run(CommandLine::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(line: CommandLine) -> Result<()> {
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
        rules: Rules::current(line.rules),
        seed: line.seed,
        opening_plies: line.plies.into(),
        plays_out: line.play_out,
    };
    let open = |path: &PathBuf| {
        let file = File::options().create(true).append(true).open(path);
        let file = file.with_context(|| format!("{} cannot be written", path.display()))?;
        anyhow::Ok(GameFile { file, written: Ok(()) })
    };
    let mut pgn = line.pgn.as_ref().map(open).transpose()?;
    let names = [&tournament.contestants[0].name, &tournament.contestants[1].name].map(String::as_str);
    let mut longest = [Duration::ZERO; 2];
    let result = tournament.play(|played| {
        for (longest, side) in longest.iter_mut().zip([played.first_side, played.first_side.opponent()]) {
            *longest = (*longest).max(played.game.longest[side]);
        }
        if let Some(pgn) = &mut pgn {
            pgn.append(played, names);
        }
        show_progress(played, tournament.games, sprt.as_ref());
        pgn.as_ref().is_none_or(|pgn| pgn.written.is_ok())
            && sprt.is_none_or(|sprt| sprt.verdict(&played.tally) == Verdict::Undecided)
    });
    let (tally, failure) = match result {
        Ok(tally) => (tally, None),
        Err(Interrupted { tally, error }) => (tally, Some(error)),
    };
    // games that were played count, whatever went wrong later
    if failure.is_none() || tally.games() > 0 {
        let mut out = io::stdout().lock();
        writeln!(out, "\n{}", report::table(names, &tally, sprt.as_ref()))?;
        writeln!(
            out,
            "  longest moves {:.2} s and {:.2} s",
            longest[0].as_secs_f64(),
            longest[1].as_secs_f64()
        )?;
    }
    pgn.map_or(Ok(()), |pgn| pgn.written).context("a game cannot be written")?;
    Ok(failure.map_or(Ok(()), Err)?)
}

/// The file to which games are appended, with the first error of a write.
#[derive(Debug)]
struct GameFile<W> {
    file: W,
    written: io::Result<()>,
}

impl<W: Write> GameFile<W> {
    /// Appends a game, unless an earlier one could not be written.
    fn append(&mut self, played: &Played, [first, second]: [&str; 2]) {
        let names = match played.first_side {
            Color::Red => PerColor::new(first, second),
            Color::Black => PerColor::new(second, first),
        };
        let pgn = record::pgn(&played.game, names, played.number);
        self.write(&[&pgn[..], b"\n"].concat());
    }

    fn write(&mut self, bytes: &[u8]) {
        if self.written.is_ok() {
            self.written = self.file.write_all(bytes);
        }
    }
}

fn show_progress(played: &Played, games: u64, sprt: Option<&Sprt>) {
    let mut err = io::stderr().lock();
    let done = played.tally.games();
    let line = format!("{done}/{games}  {}", report::line(&played.tally, sprt));
    // progress that nobody can see is no reason to stop
    let _ = if let Some(note) = played.game.note.as_ref().filter(|_| played.game.failed.is_some()) {
        writeln!(err, "\rgame {}: {note}", played.number + 1)
    } else if err.is_terminal() {
        write!(err, "\r\x1b[K{line}").and_then(|()| err.flush())
    } else if done.is_multiple_of(PROGRESS_INTERVAL) {
        writeln!(err, "{line}")
    } else {
        Ok(())
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Refuses the first write only.
    #[derive(Debug, Default)]
    struct FullOnce(Option<Vec<u8>>);

    impl Write for FullOnce {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let Some(written) = &mut self.0 else {
                self.0 = Some(Vec::new());
                return Err(io::ErrorKind::StorageFull.into());
            };
            written.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn failed_write_is_kept() {
        let mut file = GameFile { file: FullOnce::default(), written: Ok(()) };
        file.write(b"first game");
        file.write(b"second game");
        assert_eq!(file.written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(file.file.0, Some(Vec::new()));
    }

    #[test]
    fn opening_has_40_plies_at_most() {
        let parse = |plies| CommandLine::try_parse_from(["chuhe-match", "./a", "./b", "--plies", plies]);
        assert_eq!(parse("40").unwrap().plies, 40);
        assert!(parse("41").is_err() && parse("1000").is_err());
    }
}
