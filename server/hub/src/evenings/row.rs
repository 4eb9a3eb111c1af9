//! The stored rows of an evening: its head, the records of its journal, and its boards on the server.

use crate::names::NAMELESS;
use chuhe_protocol::{EveningCode, EveningPlan, GameId, PlayerId};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;

/// The stored head of an evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveningRow {
    /// Its code.
    pub code: EveningCode,
    /// What was planned.
    pub plan: EveningPlan,
    /// Who organises it, the first of whom has planned it.
    pub organisers: Vec<PlayerId>,
    /// When it was planned.
    pub planned_at: Timestamp,
    /// Its pause, if it is paused as a whole.
    pub pause: Option<KeptPause>,
}

/// A pause by an organiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptPause {
    /// Who began it.
    pub by: PlayerId,
    /// When it began.
    pub since: Timestamp,
}

/// The stored row of a board that is played on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EveningBoardRow {
    /// Who is paired there. A row of other players is of a pairing that counts no more.
    pub seats: PerColor<tournaments::PlayerId>,
    /// Its game, once it has begun.
    pub game: Option<GameId>,
    /// The objections to its result.
    pub objections: Vec<KeptObjection>,
    /// Its own pause.
    pub pause: Option<KeptPause>,
}

/// What is kept of an objection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptObjection {
    /// Who objects.
    pub player: tournaments::PlayerId,
    /// Their account.
    pub account: PlayerId,
    /// Why; nothing once it was decided.
    pub words: String,
    /// Whether it waits for the organisers.
    pub is_open: bool,
}

/// Everything stored of one evening, with the revisions of its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvening {
    /// Its number.
    pub number: u64,
    /// The revision of the head.
    pub revision: u32,
    /// The head.
    pub row: EveningRow,
    /// The journal, up to the first record that is missing or cannot be decoded.
    pub records: Vec<(u32, tournaments::Record)>,
    /// The boards.
    pub boards: Vec<(tournaments::BoardId, u32, EveningBoardRow)>,
    /// Why the rest of the journal cannot be used; `None` if it is whole.
    pub damage: Option<String>,
}

impl StoredEvening {
    /// The numbers of players and games that its rows name.
    pub(crate) fn ids(&self) -> impl Iterator<Item = u64> {
        let account = |record: &tournaments::Record| {
            use tournaments::Event::{Entered, EnteredLate};
            if let Entered(entry) | EnteredLate(entry) = &record.event { entry.account } else { None }
        };
        let accounts = self.records.iter().filter_map(move |(_, record)| account(record));
        let organisers = self.row.organisers.iter().map(|player| player.0);
        let games = self.boards.iter().filter_map(|(_, _, row)| Some(row.game?.0));
        accounts.chain(organisers).chain(games)
    }
}

/// Takes the name of a player who is erased out of a record; returns whether it was there.
pub fn scrub_record(record: &mut tournaments::Record, is_theirs: impl Fn(PlayerId, &str) -> bool) -> bool {
    // all are listed: a new event that holds a name must not keep it
    let entry = match &mut record.event {
        tournaments::Event::Entered(entry) | tournaments::Event::EnteredLate(entry) => entry,
        tournaments::Event::CheckedIn(_)
        | tournaments::Event::Withdrew(_)
        | tournaments::Event::Returned(_)
        | tournaments::Event::Excused { .. }
        | tournaments::Event::Started { .. }
        | tournaments::Event::Paired(_)
        | tournaments::Event::PairedByHand { .. }
        | tournaments::Event::Repaired { .. }
        | tournaments::Event::Finished { .. }
        | tournaments::Event::Forfeited { .. }
        | tournaments::Event::Fouled { .. }
        | tournaments::Event::Corrected { .. }
        | tournaments::Event::Annulled { .. }
        | tournaments::Event::Conceded { .. }
        | tournaments::Event::Ended
        | tournaments::Event::Undone { .. } => return false,
    };
    if entry.name == NAMELESS
        || !entry.account.is_some_and(|account| is_theirs(PlayerId(account), &entry.name))
    {
        return false;
    }
    NAMELESS.clone_into(&mut entry.name);
    true
}
