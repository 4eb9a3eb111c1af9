//! The journal of one game: what happened in it and when, in order, for ever. It
//! decides nothing; a room writes it.

use super::horizon::Horizon;
use super::record::JournalEntry;
use chuhe_protocol::{Event, Seq};
use chuhe_rules::Viewer;

/// The events of one game, numbered from 0 without gaps.
#[derive(Debug, Default)]
pub(super) struct Journal {
    entries: Vec<JournalEntry>,
    saved: usize,
    told: usize,
    /// What spectators may know.
    horizon: Horizon,
}

impl Journal {
    /// A journal of which all was saved and told.
    pub(super) fn restored(entries: Vec<JournalEntry>) -> Self {
        let mut journal = Self { saved: entries.len(), told: entries.len(), entries, ..Self::default() };
        journal.delay_spectators(0);
        journal
    }

    pub(super) fn push(&mut self, entry: JournalEntry) {
        self.horizon.note(self.next(), &entry.event);
        self.entries.push(entry);
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> Seq {
        seq(self.entries.len())
    }

    /// Keeps moves from spectators until so many were played after them. It is
    /// said before anything was told.
    pub(super) fn delay_spectators(&mut self, plies: u8) {
        self.horizon = Horizon::new(plies);
        for (n, entry) in self.entries.iter().enumerate() {
            self.horizon.note(seq(n), &entry.event);
        }
    }

    pub(super) const fn watch_delay_plies(&self) -> u8 {
        self.horizon.delay_plies()
    }

    /// The number of the first event that `viewer` may not know.
    pub(super) fn known_to(&self, viewer: Viewer) -> Seq {
        match viewer {
            Viewer::Player(_) => self.next(),
            Viewer::Spectator => self.horizon.known(),
        }
    }

    /// Whether `viewer` may know all that happened.
    pub(super) fn is_all_known_to(&self, viewer: Viewer) -> bool {
        self.known_to(viewer) == self.next()
    }

    /// The only way out to anyone: the events from number `from` on, as `viewer`
    /// may know them. From spectators is withheld what is younger than their
    /// horizon; of what is hidden in a game each is told what he may know of it,
    /// and if it is nothing the event keeps its number.
    pub(super) fn seen_by(&self, viewer: Viewer, from: Seq) -> Vec<Event> {
        let known = self.known_to(viewer).saturating_sub(from);
        let entries = self.entries(from).iter().take(usize::try_from(known).unwrap_or(usize::MAX));
        entries.map(|entry| entry.event.seen_by(viewer)).collect()
    }

    /// All there is to know from number `from` on, for the store.
    pub(super) fn entries(&self, from: Seq) -> &[JournalEntry] {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        self.entries.get(from..).unwrap_or_default()
    }

    /// What was not saved, with the number of the first; it is taken to be saved
    /// with this.
    pub(super) fn take_unsaved(&mut self) -> (Seq, &[JournalEntry]) {
        let first = std::mem::replace(&mut self.saved, self.entries.len());
        (seq(first), &self.entries[first..])
    }

    /// The number of the first event that the players at the board have not
    /// been told, if there is one; they are taken to be told with this.
    pub(super) fn take_untold(&mut self) -> Option<Seq> {
        let first = std::mem::replace(&mut self.told, self.entries.len());
        (first < self.told).then(|| seq(first))
    }
}

/// The way out for what is read again from where it is kept, as [`Journal::seen_by`].
pub(super) fn seen_by(entries: &[JournalEntry], viewer: Viewer) -> Vec<Event> {
    entries.iter().map(|entry| entry.event.seen_by(viewer)).collect()
}

/// The number of the event at `index`.
fn seq(index: usize) -> Seq {
    Seq::try_from(index).expect("a journal has at most limits::GAME_EVENTS events")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::Color;
    use chuhe_rules::clock::Timestamp;

    fn entry(event: Event) -> JournalEntry {
        JournalEntry { at: Timestamp::default(), event: event.into() }
    }

    #[test]
    fn events_are_numbered_without_gaps_and_told_and_saved_once() {
        let mut journal = Journal::default();
        assert_eq!(journal.take_untold(), None);
        let back = [Color::Red, Color::Black].map(|color| entry(Event::CameBack { color }));
        back.iter().cloned().for_each(|entry| journal.push(entry));
        assert_eq!(journal.take_untold(), Some(0));
        assert_eq!(journal.take_untold(), None);
        let left = Event::Left { color: Color::Red };
        journal.push(entry(left.clone()));
        assert_eq!(journal.take_untold(), Some(2));
        assert_eq!(journal.take_unsaved(), (0, &[back[0].clone(), back[1].clone(), entry(left.clone())][..]));
        assert_eq!(journal.take_unsaved(), (3, &[][..]));
        let red = Viewer::Player(Color::Red);
        assert_eq!(journal.seen_by(red, 2), [left]);
        assert_eq!(journal.seen_by(red, 3), []);
        assert_eq!(journal.seen_by(red, 99), []);
    }

    #[test]
    fn what_was_restored_is_neither_told_nor_saved_again() {
        let mut journal = Journal::restored(vec![entry(Event::CameBack { color: Color::Red })]);
        assert_eq!(journal.take_untold(), None);
        assert_eq!(journal.take_unsaved(), (1, &[][..]));
        assert_eq!(journal.next(), 1);
    }
}
