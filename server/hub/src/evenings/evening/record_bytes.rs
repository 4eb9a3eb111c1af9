//! How much a record of an evening takes.

use chuhe_tournaments::{self as tournaments, Event};

/// What a record takes without its texts, at most, but for pairings.
const RECORD_BYTES: usize = 32;
/// What a board of a pairing takes.
const PAIR_BYTES: usize = 6;

/// About how many bytes a record takes in a frame.
pub(super) fn record_bytes(event: &Event) -> usize {
    let of_pairing = |pairing: &tournaments::Pairing| pairing.boards.len() * PAIR_BYTES;
    let rest = match event {
        Event::Entered(entry) | Event::EnteredLate(entry) => {
            entry.name.len() + entry.club.as_ref().map_or(0, String::len)
        }
        Event::Paired(pairing) => of_pairing(pairing),
        Event::PairedByHand { pairing, why } | Event::Repaired { pairing, why, .. } => {
            of_pairing(pairing) + why.len()
        }
        Event::Corrected { why, .. }
        | Event::Annulled { why, .. }
        | Event::Conceded { why, .. }
        | Event::Undone { why, .. } => why.len(),
        Event::CheckedIn(_)
        | Event::Withdrew(_)
        | Event::Returned(_)
        | Event::Excused { .. }
        | Event::Started { .. }
        | Event::Finished { .. }
        | Event::Forfeited { .. }
        | Event::Fouled { .. }
        | Event::Ended => 0,
    };
    RECORD_BYTES + rest
}
