//! The search for the pairing of an evening's next round.
//!
//! It may take a second with many players. The hub's owner carries it out, so that the moves of games do not wait for it.

use crate::caller::Caller;
use crate::record::{Answer, QueryId};
use chuhe_tournaments::{NoPairing, Pairing, Tournament, next_pairing};

/// Answers a [`Query::Pair`](crate::Query::Pair). It may take seconds: see the documentation of the crate of tournaments.
#[must_use]
pub fn find_pairing(tournament: &Tournament) -> Answer {
    Answer::Paired(Box::new(next_pairing(tournament).map(|proposal| proposal.pairing)))
}

/// The search for the pairing of the next round, at most one at a time.
#[derive(Debug, Default)]
pub(crate) struct PairingSearch {
    running: Option<Search>,
    /// The length of the journal when no further round could be paired.
    pub(crate) stuck_at: Option<usize>,
}

/// A search that has begun.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) id: QueryId,
    /// The length of the journal from which it is searched.
    pub(crate) length: usize,
    /// Whether it is due by the time.
    pub(crate) is_due: bool,
    /// The organisers who want it.
    pub(crate) organisers: Vec<Caller>,
    /// How many searches before it were of no use, since the journal had changed.
    pub(crate) discarded: u8,
    /// The answer, once it is there.
    answer: Option<Answer>,
}

impl Search {
    /// A search under this number.
    pub(crate) const fn new(
        id: QueryId,
        length: usize,
        is_due: bool,
        organisers: Vec<Caller>,
        discarded: u8,
    ) -> Self {
        Self { id, length, is_due, organisers, discarded, answer: None }
    }

    /// The pairing that was found, or why there is none; `None` if the search failed.
    pub(crate) fn pairing(&mut self) -> Option<Result<Pairing, NoPairing>> {
        if let Some(Answer::Paired(found)) = self.answer.take() { Some(*found) } else { None }
    }
}

impl PairingSearch {
    /// Lets a search that runs be for these too. Returns whether one runs.
    pub(crate) fn join(&mut self, is_due: bool, organisers: &[Caller]) -> bool {
        let Some(running) = &mut self.running else { return false };
        running.is_due |= is_due;
        running.organisers.extend_from_slice(organisers);
        true
    }

    /// Notes that a search has begun.
    pub(crate) fn begin(&mut self, search: Search) {
        self.running = Some(search);
    }

    /// Whether the search of this number runs.
    pub(crate) fn is(&self, id: QueryId) -> bool {
        self.running.as_ref().is_some_and(|running| running.id == id)
    }

    /// Takes the answer to the search that runs.
    pub(crate) fn answer(&mut self, answer: Answer) {
        if let Some(running) = &mut self.running {
            running.answer = Some(answer);
        }
    }

    /// Takes a search that has ended.
    pub(crate) fn take_ended(&mut self) -> Option<Search> {
        self.running.take_if(|running| running.answer.is_some())
    }
}
