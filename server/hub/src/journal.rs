//! The journal of one game: its events in order, with their times. A room writes it.

use super::record::JournalEntry;
use super::spectator_delay::SpectatorDelay;
use chuhe_protocol::{Event, Seq};
use chuhe_rules::Viewer;
use chuhe_rules::luzhanqi::EventView;

/// The events of one game, numbered from 0 without gaps.
#[derive(Debug, Default)]
pub(super) struct Journal {
    entries: Vec<JournalEntry>,
    /// How many entries the hub has passed to the store.
    saved: usize,
    /// How many entries the hub has sent to the players.
    sent: usize,
    delay: SpectatorDelay,
    /// Whether the reveal is hidden from everyone; see [`Journal::withhold_reveal`].
    is_reveal_withheld: bool,
}

impl Journal {
    /// A journal whose entries are all saved and sent.
    pub(super) fn restored(entries: Vec<JournalEntry>) -> Self {
        let mut journal = Self { saved: entries.len(), sent: entries.len(), entries, ..Self::default() };
        journal.delay_spectators(0);
        journal
    }

    pub(super) fn push(&mut self, entry: JournalEntry) {
        self.delay.record(self.next(), &entry.event);
        self.entries.push(entry);
    }

    /// The number of the next event.
    pub(super) fn next(&self) -> Seq {
        seq(self.entries.len())
    }

    /// Hides the reveal from everyone.
    ///
    /// An earlier version also revealed games that ended before both had moved.
    pub(super) const fn withhold_reveal(&mut self) {
        self.is_reveal_withheld = true;
    }

    /// Delays moves for spectators by `plies`. Only valid before anything was sent to them.
    pub(super) fn delay_spectators(&mut self, plies: u8) {
        self.delay = SpectatorDelay::new(plies);
        for (n, entry) in self.entries.iter().enumerate() {
            self.delay.record(seq(n), &entry.event);
        }
    }

    pub(super) const fn watch_delay_plies(&self) -> u8 {
        self.delay.plies()
    }

    /// Returns the number of the first event withheld from `viewer`.
    pub(super) fn visible_to(&self, viewer: Viewer) -> Seq {
        match viewer {
            Viewer::Player(_) => self.next(),
            Viewer::Spectator => self.delay.visible(),
        }
    }

    /// Returns the events from number `from` on, as `viewer` sees them.
    ///
    /// This is the only way from the journal to a client. Spectators do not get the events that
    /// their delay withholds. An event hidden from `viewer` is sent without content, so that the
    /// numbers have no gap.
    pub(super) fn seen_by(&self, viewer: Viewer, from: Seq) -> Vec<Event> {
        let visible = self.visible_to(viewer).saturating_sub(from);
        let entries = self.entries(from).iter().take(usize::try_from(visible).unwrap_or(usize::MAX));
        let mut events: Vec<Event> = entries.map(|entry| entry.event.seen_by(viewer)).collect();
        if self.is_reveal_withheld {
            events.iter_mut().for_each(withhold_reveal);
        }
        events
    }

    /// The entries from number `from` on, with full information, for the store.
    pub(super) fn entries(&self, from: Seq) -> &[JournalEntry] {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        self.entries.get(from..).unwrap_or_default()
    }

    /// The number of the first unsaved entry; from now on, every entry counts as saved.
    pub(super) fn take_unsaved(&mut self) -> Seq {
        seq(std::mem::replace(&mut self.saved, self.entries.len()))
    }

    /// The number of the first entry that was not sent to the players, if there is one; from now
    /// on, every entry counts as sent.
    pub(super) fn take_unsent(&mut self) -> Option<Seq> {
        let first = std::mem::replace(&mut self.sent, self.entries.len());
        (first < self.sent).then(|| seq(first))
    }
}

/// Returns stored entries as `viewer` sees them, without a delay; compare [`Journal::seen_by`].
pub(super) fn seen_by(entries: &[JournalEntry], viewer: Viewer) -> Vec<Event> {
    entries.iter().map(|entry| entry.event.seen_by(viewer)).collect()
}

fn withhold_reveal(event: &mut Event) {
    if let Event::Luzhanqi { seen, .. } = event
        && matches!(**seen, EventView::Revealed(_))
    {
        **seen = EventView::Withheld;
    }
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
        JournalEntry { at: Timestamp::default(), event: event.into(), premove: false }
    }

    #[test]
    fn events_are_numbered_without_gaps_and_saved_and_sent_once() {
        let mut journal = Journal::default();
        assert_eq!(journal.take_unsent(), None);
        let back = [Color::Red, Color::Black].map(|color| entry(Event::CameBack { color }));
        back.iter().cloned().for_each(|entry| journal.push(entry));
        assert_eq!(journal.take_unsent(), Some(0));
        assert_eq!(journal.take_unsent(), None);
        let left = Event::Left { color: Color::Red };
        journal.push(entry(left.clone()));
        assert_eq!(journal.take_unsent(), Some(2));
        assert_eq!(journal.take_unsaved(), 0);
        assert_eq!(journal.entries(0), [back[0].clone(), back[1].clone(), entry(left.clone())]);
        assert_eq!(journal.take_unsaved(), 3);
        assert_eq!(journal.entries(3), []);
        let red = Viewer::Player(Color::Red);
        assert_eq!(journal.seen_by(red, 2), [left]);
        assert_eq!(journal.seen_by(red, 3), []);
        assert_eq!(journal.seen_by(red, 99), []);
    }

    #[test]
    fn restored_entries_are_neither_saved_nor_sent_again() {
        let mut journal = Journal::restored(vec![entry(Event::CameBack { color: Color::Red })]);
        assert_eq!(journal.take_unsent(), None);
        assert_eq!(journal.take_unsaved(), 1);
        assert_eq!(journal.entries(1), []);
        assert_eq!(journal.next(), 1);
    }
}
