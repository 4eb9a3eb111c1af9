//! Files of an evening that other programs read: tables for spreadsheets, and the exchange format of FIDE.

use super::one::Evening;
use crate::actions::evening_action::EveningFile;
use crate::exchange::files::safe_name;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::csv::{pairings_csv, standings_csv};
use chuhe_tournaments::trf::{Edition, Trf};
use chuhe_tournaments::{BoardId, Event};
use std::collections::BTreeMap;

/// What tells spreadsheets that a text is UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The content of a file that other programs read; `None` if it is for people, and
/// has texts in their language.
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
        EveningFile::RoundText => None,
        EveningFile::StandingsText => None,
        EveningFile::CrosstableText => None,
    }
}

/// When each board of the rounds that count was played, as Unix time: when its first result came, or when its round was
/// paired if it has none.
#[must_use]
pub fn played_at(evening: &Evening) -> BTreeMap<BoardId, Timestamp> {
    let tournament = evening.tournament();
    let mut paired_at: Vec<Timestamp> = Vec::new();
    for (record, _) in tournament.records().iter().zip(tournament.counts()).filter(|(_, counts)| *counts) {
        if matches!(record.event, Event::Paired(_) | Event::PairedByHand { .. }) {
            paired_at.push(record.at);
        } else if matches!(record.event, Event::Annulled { .. }) {
            // it is always the last round
            paired_at.pop();
        }
    }
    let at_pairing = |id: BoardId| paired_at.get(usize::from(id.round).checked_sub(1)?).copied();
    let boards = tournament.state().boards();
    boards.filter_map(|(id, board)| Some((id, board.ended_at.or_else(|| at_pairing(id))?))).collect()
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
        EveningFile::RoundText => (format!("round-{round}"), "txt"),
        EveningFile::StandingsText => ("standings".to_owned(), "txt"),
        EveningFile::CrosstableText => ("crosstable".to_owned(), "txt"),
    };
    format!("{} {what}.{ending}", safe_name(&evening.plan().title))
}
