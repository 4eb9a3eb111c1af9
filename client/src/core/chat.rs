//! What was said in one room, and what has not been read.

use chuhe_protocol::{PlayerId, PlayerName};
use std::collections::VecDeque;

/// Older lines than these are forgotten.
const LINES: usize = 200;

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// Who said it.
    pub from: PlayerId,
    /// His name.
    pub name: PlayerName,
    /// What was said.
    pub text: String,
    /// Whether it was said among those who watch, and is heard by a player.
    pub watcher: bool,
}

/// The lines of one room.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: VecDeque<ChatLine>,
    unread: usize,
    /// What is about to be said.
    pub(crate) draft: String,
}

impl Chat {
    /// The lines, the oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &ChatLine> + ExactSizeIterator {
        self.lines.iter()
    }

    /// What is about to be said.
    #[must_use]
    pub fn draft(&self) -> &str {
        &self.draft
    }

    /// How many lines came since the chat was last looked at.
    #[must_use]
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// Takes in a line.
    pub(crate) fn heard(&mut self, line: ChatLine, seen: bool) {
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
        self.unread = if seen { 0 } else { self.unread + 1 };
    }

    /// All has been looked at.
    pub(crate) fn looked_at(&mut self) {
        self.unread = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_lines_are_forgotten_and_new_ones_counted() {
        let mut chat = Chat::default();
        for n in 0..LINES + 5 {
            let name = PlayerName::parse("Bo").unwrap();
            chat.heard(ChatLine { from: PlayerId(1), name, text: n.to_string(), watcher: false }, false);
        }
        assert_eq!((chat.lines().len(), chat.unread()), (LINES, LINES + 5));
        assert_eq!(chat.lines().next().unwrap().text, "5");
        chat.looked_at();
        assert_eq!(chat.unread(), 0);
    }
}
