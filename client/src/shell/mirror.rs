//! When the tree for screen readers is made, and what their users do there. A page and a desktop render the tree.

use chuhe_rules::clock::Timestamp;

/// The least time between two trees, in milliseconds. A screen reader needs no more, and a tree takes a
/// part of a frame.
const INTERVAL_MS: u64 = 250;

/// What a user of a screen reader did at a node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MirrorAct {
    /// Presses a node, chooses the option with the index in the text, or enters and sends the text.
    Do {
        /// The id of the node.
        id: String,
        /// The text.
        text: String,
    },
    /// Gives the keyboard to a part of the window.
    Focus {
        /// The id of the part.
        part: String,
    },
}

/// Says when the next tree is made.
#[derive(Debug, Default)]
pub struct MirrorPace {
    /// When the tree was made last.
    made_at: Option<Timestamp>,
    /// Whether a frame was drawn since then, so that the tree may have changed.
    is_due: bool,
}

impl MirrorPace {
    /// Makes the next tree at once: the user waits for it.
    pub const fn hurry(&mut self) {
        self.made_at = None;
    }

    /// Makes the next tree when it is time, because the last one is out of date.
    pub const fn note_change(&mut self) {
        self.is_due = true;
    }

    /// Begins the next tree at a frame, and returns true, if it is time for it. Otherwise it is due later.
    pub fn begin_tree(&mut self, now: Timestamp) -> bool {
        self.is_due = self.made_at.is_some_and(|at| now < at.plus_ms(INTERVAL_MS));
        if !self.is_due {
            self.made_at = Some(now);
        }
        !self.is_due
    }

    /// When a frame is needed for the next tree, if the last one may be out of date.
    #[must_use]
    pub fn next_wakeup(&self) -> Option<Timestamp> {
        self.made_at.filter(|_| self.is_due).map(|at| at.plus_ms(INTERVAL_MS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_made_at_most_every_250_ms_unless_the_user_waits_for_it() {
        let mut pace = MirrorPace::default();
        let at = |ms| Timestamp::from_ms(1000).plus_ms(ms);
        assert!(pace.begin_tree(at(0)));
        assert_eq!(pace.next_wakeup(), None, "nothing has changed since");
        assert!(!pace.begin_tree(at(249)));
        assert_eq!(pace.next_wakeup(), Some(at(250)));
        assert!(pace.begin_tree(at(250)));
        assert_eq!(pace.next_wakeup(), None);
        pace.note_change();
        assert_eq!(pace.next_wakeup(), Some(at(500)));
        pace.hurry();
        assert!(pace.begin_tree(at(251)));
    }
}
