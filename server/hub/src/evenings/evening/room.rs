//! How much the journal of an evening holds.

use super::Evening;
use super::record_bytes::record_bytes;
use chuhe_protocol::{PlayerId, limits};
use chuhe_tournaments::{self as tournaments, Event};

/// Maximum number of records of an evening. The largest with 128 players, eleven rounds and as many results takes 1,100.
const MAX_RECORDS: usize = 10_000;
/// From this number of records on, players may no longer come and go: the rest is for the organisers and results.
const MAX_OWN_RECORDS: usize = MAX_RECORDS / 2;
/// How often one player may enter, check in, withdraw and return.
const RECORDS_OF_ONE: usize = 20;
/// Maximum number of bytes of the texts of a journal with so much for every record: every follower is sent all in one
/// step, and their queue holds it.
const MAX_BYTES: usize = 512 * 1_024;

impl Evening {
    /// Checks that a player may still add records by entering, coming and going.
    ///
    /// # Errors
    /// If they have added many, or the journal is half full.
    pub(crate) fn check_own_records(&self, account: PlayerId) -> Result<(), tournaments::Refusal> {
        let records = self.tournament.records();
        let is_own = |record: &&tournaments::Record| record.by == account.0 && record.event.comes_or_goes();
        let is_free = records.len() < MAX_OWN_RECORDS && self.bytes < MAX_BYTES / 2;
        // the organiser types in those of others
        let organises = self.organisers.contains(&account);
        let has_few = organises || records.iter().filter(is_own).count() < RECORDS_OF_ONE;
        if is_free && has_few { Ok(()) } else { Err(tournaments::Refusal::JournalFull) }
    }

    /// Checks that the journal has room for events, and for the results of what they pair.
    pub(super) fn check_room(&self, events: &[Event]) -> Result<(), tournaments::Refusal> {
        // who withdrew before the start may enter again
        let is_new = |entry: &&tournaments::Entry| {
            entry.account.is_none_or(|account| self.player(PlayerId(account)).is_none())
        };
        let entries = events.iter().filter_map(Event::entry).filter(is_new).count();
        if entries > 0 && self.tournament.state().players.len() + entries > limits::EVENING_PLAYERS {
            return Err(tournaments::Refusal::Full);
        }
        let is_result =
            |event: &Event| matches!(event, Event::Finished { .. } | Event::Forfeited { .. } | Event::Ended);
        if events.iter().all(is_result) {
            // they have room still: a board has one result, unless it is undone, which takes a record as well
            return Ok(());
        }
        let length = self.tournament.records().len() + events.len();
        let bytes = self.bytes + events.iter().map(record_bytes).sum::<usize>();
        if length > MAX_RECORDS || bytes > MAX_BYTES {
            Err(tournaments::Refusal::JournalFull)
        } else {
            Ok(())
        }
    }
}
