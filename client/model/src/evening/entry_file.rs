//! The players of a tournament file (TRF), as lines of the form for players at wooden boards.

use chuhe_tournaments::trf::{BadTrf, Trf, TrfPlayer};

/// What became of a tournament file that was put into the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryFile {
    /// Its players are lines now.
    Taken {
        /// How many they are.
        players: usize,
        /// Whether the file has rounds, which are left out.
        has_results: bool,
    },
    /// It is unreadable, and stands in the field as it was typed.
    Unreadable(BadTrf),
}

/// The lines that stand for a text that is meant as a tournament file, and what became of it; `None` of other texts.
///
/// Lines of names that stand among those of the file are kept, before its players. The federation stands for the club, as
/// where a tournament is saved as such a file.
pub(super) fn lines_of(text: &str) -> Option<(String, EntryFile)> {
    if !Trf::is_likely(text) {
        return None;
    }
    let mut file = match Trf::read(text) {
        Ok(file) => file,
        Err(why) => return Some((text.to_owned(), EntryFile::Unreadable(why))),
    };
    file.players.sort_by_key(|player| player.number);
    let has_results = file.players.iter().any(|player| !player.rounds.is_empty());
    let players = file.players.len();
    let typed = file.others.into_iter().filter(|line| !is_of_file(line));
    let lines: Vec<String> = typed.chain(file.players.iter().map(line)).collect();
    Some((lines.join("\n"), EntryFile::Taken { players, has_results }))
}

/// Whether a line is one of a tournament file, and not a name such as `LIN Wei`: its code has digits or is
/// one of an extension, or a number follows it, as in the ratings of a federation.
pub(super) fn is_of_file(line: &str) -> bool {
    let (code, rest) = line.split_at_checked(3).unwrap_or((line, ""));
    let is_code = ["XX", "BB", "##"].iter().any(|it| code.starts_with(it))
        || code.bytes().all(|byte| byte.is_ascii_digit());
    Trf::is_line(line) && (is_code || rest.trim_start().starts_with(|it: char| it.is_ascii_digit()))
}

/// A line whose parts are separated by tabs, because names of such files have commas: `Li, Wei`.
fn line(player: &TrfPlayer) -> String {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let rating = player.rating.map(|rating| rating.to_string()).unwrap_or_default();
    format!("{}\t{}\t{rating}", plain(&player.name), plain(&player.federation))
}
