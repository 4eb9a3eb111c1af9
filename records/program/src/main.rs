//! The program `chuhe-records`: converts, checks and shows records of games, and finds puzzles in them.

mod check;
mod command_line;
mod convert;
mod files;
mod printable;
mod puzzles;
mod show;
mod stats;

use clap::Parser;
use command_line::{Command, CommandLine, Outcome};
use printable::Printable;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let line = CommandLine::parse();
    let mut out = Printable(io::BufWriter::new(io::stdout().lock()));
    let done = match line.command {
        Command::Convert(args) => convert::convert(&args, &mut out),
        Command::Check(args) => check::check(&args, &mut out),
        Command::Show(args) => show::show(&args, &mut out),
        Command::Stats(args) => stats::stats(&args, &mut out),
        Command::Puzzles(args) => puzzles::puzzles(&args, &mut out),
    };
    let done = done.and_then(|outcome| out.flush().map(|()| outcome).map_err(anyhow::Error::from));
    match done {
        Ok(outcome) => outcome.into(),
        // The reader of a pipe, such as `head`, has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(Printable(io::stderr()), "error: {error:#}");
            Outcome::Error.into()
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
