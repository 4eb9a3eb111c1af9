//! What the program is asked for on its command line, and how it ends.

use chuhe_records::formats::{Encoding, Format};
use chuhe_records::notation::Notation;
use chuhe_rules::xiangqi::RuleSet;
use clap::{Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::process::ExitCode;

/// What a command found; the gravest finding decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// All is well.
    Fine,
    /// A game has a fault.
    Fault,
    /// A file cannot be read or written, or a command is wrong.
    Error,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(outcome as u8)
    }
}

/// Converts, checks and shows records of xiangqi and luzhanqi, and finds puzzles in them.
///
/// Exits with 0 if all is well, with 1 if a game has a fault, and with 2 if a file cannot be read or
/// written.
#[derive(Debug, Parser)]
#[command(version)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Writes the games of a file in another format, and names what that format cannot hold.
    Convert(ConvertArgs),
    /// Checks every move, and reports illegal ones and the ruling at each third repetition.
    Check(CheckArgs),
    /// Shows a game with its comments and its last position.
    Show(ShowArgs),
    /// Counts games, results, lengths and first moves.
    Stats(StatsArgs),
    /// Finds mates in games of xiangqi, proves them, and prints them as puzzles, the easiest first.
    Puzzles(PuzzlesArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct ConvertArgs {
    /// The file to read.
    pub(crate) from: PathBuf,
    /// The file to write; its extension says the format.
    pub(crate) to: PathBuf,
    /// The format of the file to write, by its extension.
    #[arg(long, value_parser = format_of)]
    pub(crate) format: Option<Format>,
    /// The notation of moves, for PGN.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) notation: NotationName,
    /// The encoding to write, for text formats that allow several: utf-8 or gb18030.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) encoding: EncodingName,
    /// The encoding of the file to read, if the content shows another one.
    #[arg(long, value_enum)]
    pub(crate) from_encoding: Option<EncodingName>,
    /// Writes only the game with this number, from 1.
    #[arg(long)]
    pub(crate) game: Option<usize>,
    /// Replaces an existing file.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// The files to check.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The encoding of the files, if their content shows another one.
    #[arg(long, value_enum)]
    pub(crate) encoding: Option<EncodingName>,
    /// The rules for repetitions: asian, chinese or simple.
    #[arg(long, default_value = "asian")]
    pub(crate) rules: RuleSet,
    /// The notation of moves in reports.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) notation: NotationName,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ShowArgs {
    /// The file to show.
    pub(crate) file: PathBuf,
    /// The encoding of the files, if their content shows another one.
    #[arg(long, value_enum)]
    pub(crate) encoding: Option<EncodingName>,
    /// The number of the game, from 1.
    #[arg(long, default_value_t = 1)]
    pub(crate) game: usize,
    /// The notation of moves.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) notation: NotationName,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StatsArgs {
    /// The files to count.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The encoding of the files, if their content shows another one.
    #[arg(long, value_enum)]
    pub(crate) encoding: Option<EncodingName>,
    /// The notation of moves.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) notation: NotationName,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PuzzlesArgs {
    /// The files to search: games, or lists of positions to prove.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The encoding of the files, if their content shows another one.
    #[arg(long, value_enum)]
    pub(crate) encoding: Option<EncodingName>,
    /// The most positions that a proof may visit.
    #[arg(long, default_value_t = 400_000)]
    pub(crate) nodes: u64,
    /// Names the puzzles of lists after this book and the number of the record, counted over all files, and keeps
    /// their comments as titles.
    #[arg(long, value_parser = book_of)]
    pub(crate) book: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum NotationName {
    /// Chinese in simplified characters.
    #[default]
    Chinese,
    /// Chinese in traditional characters.
    Traditional,
    /// That of the World Xiangqi Federation.
    Wxf,
    /// Vietnamese, as in P2-5.
    Vietnamese,
    /// Coordinates, as in H2-E2.
    Iccs,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Self {
        match name {
            NotationName::Chinese => Self::SIMPLIFIED,
            NotationName::Traditional => Self::TRADITIONAL,
            NotationName::Wxf => Self::Wxf,
            NotationName::Vietnamese => Self::Vietnamese,
            NotationName::Iccs => Self::Iccs,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub(crate) enum EncodingName {
    /// UTF-8.
    #[default]
    #[value(name = "utf-8")]
    Utf8,
    /// GB 18030, which old programs need.
    Gb18030,
    /// Big5, of Taiwan and Hong Kong.
    Big5,
    /// UTF-16.
    #[value(name = "utf-16")]
    Utf16,
    /// Windows-1252, of western Europe.
    #[value(name = "windows-1252")]
    Windows1252,
    /// Windows-1258, of Vietnam.
    #[value(name = "windows-1258")]
    Windows1258,
}

impl From<EncodingName> for Encoding {
    fn from(name: EncodingName) -> Self {
        match name {
            EncodingName::Utf8 => Self::Utf8,
            EncodingName::Gb18030 => Self::Gb18030,
            EncodingName::Big5 => Self::Big5,
            EncodingName::Utf16 => Self::Utf16,
            EncodingName::Windows1252 => Self::Windows1252,
            EncodingName::Windows1258 => Self::Windows1258,
        }
    }
}

pub(crate) fn format_of(extension: &str) -> Result<Format, String> {
    let known = || Format::ALL.map(Format::extension).join(", ");
    Format::from_extension(extension).ok_or_else(|| format!("the formats are {}", known()))
}

/// A name as those of puzzles are.
pub(crate) fn book_of(name: &str) -> Result<String, String> {
    // the number of the position follows
    let is_name = chuhe_puzzles::is_plain_name(name) && name.len() <= 50;
    is_name
        .then(|| name.to_owned())
        .ok_or_else(|| "a name has at most 50 small letters, digits and hyphens".to_owned())
}
