//! The journal of one game: what happened in it, in order, for ever. It decides
//! nothing; a room writes it.

use super::horizon::Horizon;
use chuhe_protocol::{Event, Seq};
use chuhe_rules::Color;

/// For whose eyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// The player of a colour.
    Player(Color),
    /// Someone who watches.
    Watcher,
}

/// The events of one game, numbered from 0 without gaps.
#[derive(Debug, Default)]
pub(super) struct Journal {
    events: Vec<Event>,
    told: usize,
    /// What watchers may know.
    horizon: Horizon,
}

impl Journal {
    pub(super) fn push(&mut self, event: Event) {
        self.horizon.note(seq(self.events.len()), &event);
        self.events.push(event);
    }

    /// Keeps moves from watchers until so many were played after them. It is
    /// said before anything was told.
    pub(super) fn delay_watchers(&mut self, plies: u8) {
        self.horizon = Horizon::new(plies);
        for (n, event) in self.events.iter().enumerate() {
            self.horizon.note(seq(n), event);
        }
    }

    pub(super) const fn watch_delay_plies(&self) -> u8 {
        self.horizon.delay_plies()
    }

    /// The number of the first event that `viewer` may not know.
    pub(super) fn known_to(&self, viewer: Viewer) -> Seq {
        match viewer {
            Viewer::Player(_) => seq(self.events.len()),
            Viewer::Watcher => self.horizon.known(),
        }
    }

    /// Whether `viewer` may know all that happened.
    pub(super) fn is_all_known_to(&self, viewer: Viewer) -> bool {
        self.known_to(viewer) == seq(self.events.len())
    }

    /// The only way out: the events from number `from` on, as `viewer` may know
    /// them. In xiangqi nothing is hidden but from watchers what is younger than
    /// their horizon; a game in which something is withholds it here, and the
    /// event keeps its number.
    pub(super) fn seen_by(&self, viewer: Viewer, from: Seq) -> Vec<Event> {
        let [from, known] = [from, self.known_to(viewer)].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        self.events.get(from..known).unwrap_or_default().to_vec()
    }

    /// The number of the first event that the players at the board have not
    /// been told, if there is one; they are taken to be told with this.
    pub(super) fn take_untold(&mut self) -> Option<Seq> {
        let first = self.told;
        self.told = self.events.len();
        (first < self.told).then(|| seq(first))
    }
}

/// The number of the event at `index`.
fn seq(index: usize) -> Seq {
    Seq::try_from(index).expect("a journal has at most limits::GAME_EVENTS events")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_numbered_without_gaps_and_told_once() {
        let mut journal = Journal::default();
        assert_eq!(journal.take_untold(), None);
        journal.push(Event::CameBack { color: Color::Red });
        journal.push(Event::CameBack { color: Color::Black });
        assert_eq!(journal.take_untold(), Some(0));
        assert_eq!(journal.take_untold(), None);
        journal.push(Event::Left { color: Color::Red });
        assert_eq!(journal.take_untold(), Some(2));
        let red = Viewer::Player(Color::Red);
        assert_eq!(journal.seen_by(red, 2), [Event::Left { color: Color::Red }]);
        assert_eq!(journal.seen_by(red, 3), []);
        assert_eq!(journal.seen_by(red, 99), []);
    }
}
