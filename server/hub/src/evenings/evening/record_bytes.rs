//! How much a record of an evening takes.

use chuhe_tournaments::Event;

/// What a record takes without its texts, at most, but for pairings.
const RECORD_BYTES: usize = 32;
/// What a board of a pairing takes.
const PAIR_BYTES: usize = 6;

/// About how many bytes a record takes in a frame.
pub(super) fn record_bytes(event: &Event) -> usize {
    let boards = event.pairing().map_or(0, |pairing| pairing.boards.len());
    let texts: usize = event.texts().into_iter().map(str::len).sum();
    RECORD_BYTES + boards * PAIR_BYTES + texts
}
