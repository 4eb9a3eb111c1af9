//! Files of an evening that other programs read: tables for spreadsheets, and the exchange format of FIDE.

use super::one::Evening;
use crate::actions::evening_action::EveningFile;
use crate::exchange::files::safe_name;
use chuhe_tournaments::csv::{pairings_csv, standings_csv};
use chuhe_tournaments::trf::{Edition, Trf};

/// What tells spreadsheets that a text is UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The content of a file that other programs read; `None` if it is a page to print.
#[must_use]
pub fn table(evening: &Evening, file: EveningFile) -> Option<String> {
    let tournament = evening.tournament();
    match file {
        EveningFile::StandingsCsv => Some(format!("{BYTE_ORDER_MARK}{}", standings_csv(tournament))),
        EveningFile::PairingsCsv => {
            Some(format!("{BYTE_ORDER_MARK}{}", pairings_csv(tournament, evening.shown_round())))
        }
        EveningFile::Trf => Some(Trf::of(tournament, &evening.plan().title).write(Edition::Trf16)),
        EveningFile::PairingsByBoard => None,
        EveningFile::PairingsByName => None,
        EveningFile::StandingsPage => None,
        EveningFile::CrosstablePage => None,
        EveningFile::Certificates => None,
    }
}

/// The name of a file, with its ending.
#[must_use]
pub fn file_name(evening: &Evening, file: EveningFile) -> String {
    let round = evening.shown_round();
    let (what, ending) = match file {
        EveningFile::StandingsCsv => ("standings".to_owned(), "csv"),
        EveningFile::PairingsCsv => (format!("round-{round}"), "csv"),
        EveningFile::Trf => ("tournament".to_owned(), "trf"),
        EveningFile::PairingsByBoard => (format!("round-{round}-boards"), "html"),
        EveningFile::PairingsByName => (format!("round-{round}-names"), "html"),
        EveningFile::StandingsPage => ("standings".to_owned(), "html"),
        EveningFile::CrosstablePage => ("crosstable".to_owned(), "html"),
        EveningFile::Certificates => ("certificates".to_owned(), "html"),
    };
    format!("{} {what}.{ending}", safe_name(&evening.plan().title))
}
