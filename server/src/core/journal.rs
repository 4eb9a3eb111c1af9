//! The journal of one game: what happened in it, in order, for ever. It decides
//! nothing; a room writes it.

use chuhe_protocol::{Event, Seq};
use chuhe_rules::Color;

/// The events of one game, numbered from 0 without gaps.
#[derive(Debug, Default)]
pub(super) struct Journal {
    events: Vec<Event>,
    told: usize,
}

impl Journal {
    pub(super) fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// The only way out: the events from number `from` on, as the player of
    /// `viewer` may know them. In xiangqi nothing is hidden; a game in which
    /// something is withholds it here, and the event keeps its number.
    pub(super) fn seen_by(&self, viewer: Color, from: Seq) -> Vec<Event> {
        let _ = viewer;
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        self.events.get(from..).unwrap_or_default().to_vec()
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
        assert_eq!(journal.seen_by(Color::Red, 2), [Event::Left { color: Color::Red }]);
        assert_eq!(journal.seen_by(Color::Red, 3), []);
        assert_eq!(journal.seen_by(Color::Red, 99), []);
    }
}
