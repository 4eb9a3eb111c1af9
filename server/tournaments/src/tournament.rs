//! The journal of a tournament, and its fold into a state.

use crate::{BadRegulations, Event, MAX_RECORDS, PlayerId, Presence, Record, Refusal, Regulations, State};
use chuhe_rules::clock::Timestamp;
use thiserror::Error;

/// A tournament: its regulations, all that happened, and the state that follows.
///
/// The state is a function of the regulations and the records: the same records give the same state, on every machine.
/// [`Event::Undone`] leaves an event in the journal, and the state is what it would be without it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    regulations: Regulations,
    records: Vec<Record>,
    state: State,
}

/// Why a journal gives no tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadJournal {
    /// The regulations are unusable.
    #[error(transparent)]
    Regulations(#[from] BadRegulations),
    /// An event is impossible.
    #[error("event {event}: {because}")]
    Event {
        /// The number of the event, from 0.
        event: usize,
        /// Why it is impossible.
        because: Refusal,
    },
}

impl Tournament {
    /// Creates a tournament without events.
    ///
    /// # Errors
    /// Why the regulations are unusable.
    pub fn new(regulations: Regulations) -> Result<Self, BadRegulations> {
        regulations.check()?;
        Ok(Self { regulations, records: Vec::new(), state: State::default() })
    }

    /// Creates a tournament from its journal.
    ///
    /// # Errors
    /// The first event that is impossible, or why the regulations are unusable.
    pub fn fold(
        regulations: Regulations,
        records: impl IntoIterator<Item = Record>,
    ) -> Result<Self, BadJournal> {
        let mut tournament = Self::new(regulations)?;
        for (event, record) in records.into_iter().enumerate() {
            tournament.record(record).map_err(|because| BadJournal::Event { event, because })?;
        }
        Ok(tournament)
    }

    /// Appends an event.
    ///
    /// # Errors
    /// Why the event is impossible; the tournament stays as it is.
    pub fn record(&mut self, record: Record) -> Result<(), Refusal> {
        if self.records.len() >= MAX_RECORDS {
            return Err(Refusal::JournalFull);
        }
        if let Event::Undone { event, why } = &record.event {
            crate::apply::check_reason(why)?;
            self.state = self.without(*event)?;
            self.records.push(record);
        } else {
            self.state.apply(&self.regulations, &record)?;
            self.records.push(record);
        }
        Ok(())
    }

    /// The rules of the tournament.
    #[must_use]
    pub fn regulations(&self) -> &Regulations {
        &self.regulations
    }

    /// All events, undone ones too.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// What follows from the events.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether only an organiser can let a player come back: they are out for absences, or somebody else withdrew them.
    #[must_use]
    pub fn needs_organiser(&self, id: PlayerId) -> bool {
        let Some(player) = self.state.player(id) else { return false };
        let last = self.records.iter().rev().find(|record| record.event == Event::Withdrew(id));
        let is_expelled = player.presence == Presence::Withdrawn
            && last.is_some_and(|record| Some(record.by) != player.entry.account);
        is_expelled || self.state.is_out(&self.regulations, id)
    }

    /// Whether each event counts: it has not been undone, or the undo has been undone.
    #[must_use]
    pub fn counts(&self) -> Vec<bool> {
        self.settle(vec![true; self.records.len()])
    }

    /// Whether an event other than an undo is possible now; the tournament stays as it is.
    ///
    /// # Errors
    /// Why the event is impossible, as [`Tournament::record`] says it.
    pub fn check(&self, event: Event) -> Result<(), Refusal> {
        if let Event::Undone { event, .. } = event {
            return self.check_undo(event);
        }
        if self.records.len() >= MAX_RECORDS {
            return Err(Refusal::JournalFull);
        }
        let record = Record { at: Timestamp::from_ms(0), by: 0, event };
        self.state.clone().apply(&self.regulations, &record)
    }

    /// Whether an event can be undone now, apart from the reason, which an undo needs; the tournament stays as it is.
    ///
    /// It takes as long as a fold of the whole journal.
    ///
    /// # Errors
    /// Why not: it does not count, or something later needs it.
    pub fn check_undo(&self, event: u32) -> Result<(), Refusal> {
        if self.records.len() >= MAX_RECORDS {
            return Err(Refusal::JournalFull);
        }
        self.without(event).map(|_| ())
    }

    /// Takes from events that may count those that an undo which counts names, from the last on.
    fn settle(&self, mut counts: Vec<bool>) -> Vec<bool> {
        for at in (0..self.records.len()).rev() {
            if let (true, Event::Undone { event, .. }) = (counts[at], &self.records[at].event) {
                // an undo names an earlier event
                counts[*event as usize] = false;
            }
        }
        counts
    }

    /// The tournament as it was before the pairing of a round that counts, to explain this pairing.
    ///
    /// Events that were undone later do not count in it.
    #[must_use]
    pub fn before_round(&self, round: u16) -> Option<Self> {
        let counts = self.counts();
        let counted = || self.records.iter().enumerate().filter(|(at, _)| counts[*at]);
        let mut pairings: Vec<usize> = Vec::new();
        for (at, record) in counted() {
            if record.event.makes_round() {
                pairings.push(at);
            } else if matches!(record.event, Event::Annulled { .. }) {
                pairings.pop();
            }
        }
        let pairing = *pairings.get(usize::from(round).checked_sub(1)?)?;
        let is_undo = |record: &Record| matches!(record.event, Event::Undone { .. });
        let earlier = counted().filter(|(at, record)| *at < pairing && !is_undo(record));
        Self::fold(self.regulations.clone(), earlier.map(|(_, record)| record.clone())).ok()
    }

    /// The state as an undo of this event leaves it, with each other event checked anew.
    fn without(&self, undone: u32) -> Result<State, Refusal> {
        let (at, before) = (undone as usize, self.counts());
        if !before.get(at).is_some_and(|counts| *counts) {
            return Err(Refusal::NothingToUndo(undone));
        }
        let mut counts = vec![true; self.records.len()];
        counts[at] = false;
        let counts = self.settle(counts);
        let mut state = State::default();
        for (event, record) in (0..).zip(&self.records) {
            if counts[event as usize] {
                let applied = state.apply(&self.regulations, record);
                applied.map_err(|_| Refusal::StillNeeded { event })?;
            }
        }
        // players have their numbers in the order in which they entered, and events name them by these
        let mut entries = (0..self.records.len()).filter(|&at| self.records[at].event.entry().is_some());
        let moved = entries.find(|&at| counts[at] != before[at]);
        if let Some(later) = moved.and_then(|_| entries.find(|&at| counts[at])) {
            return Err(Refusal::StillNeeded { event: later as u32 });
        }
        Ok(state)
    }
}
