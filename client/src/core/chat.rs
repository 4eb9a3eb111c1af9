//! What was said in one room, and what has not been read.

use chuhe_protocol::{PlayerId, PlayerName};
use std::cell::Cell;
use std::collections::VecDeque;

/// Older lines than these are forgotten.
const LINES: usize = 5_000;

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
    pub spectator: bool,
}

/// How large a line is on the screen, once that was found out: to lay out all on
/// every frame would take longer than a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measure {
    /// The width of the name, in logical pixels.
    pub(crate) name: Option<f32>,
    /// The height of the text, and how it was laid out then.
    pub(crate) text: Option<(f32, LaidOut)>,
}

/// On what the height of a line depends, but for its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LaidOut {
    /// The width, in logical pixels.
    pub(crate) width: f32,
    /// The pixels of the screen in a logical one.
    pub(crate) scale: f32,
    /// What is said before the lines of spectators, in the language of the user.
    pub(crate) prefix: &'static str,
}

#[derive(Clone, Debug)]
struct Heard {
    line: ChatLine,
    measure: Cell<Measure>,
}

/// The lines of one room.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: VecDeque<Heard>,
    unread: usize,
    /// What is about to be said.
    pub(crate) draft: String,
}

impl Chat {
    /// The lines, the oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &ChatLine> + ExactSizeIterator {
        self.lines.iter().map(|heard| &heard.line)
    }

    /// The lines, the oldest first, each with what was found out of its size.
    pub(crate) fn measured(&self) -> impl DoubleEndedIterator<Item = (&ChatLine, &Cell<Measure>)> {
        self.lines.iter().map(|heard| (&heard.line, &heard.measure))
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
        self.lines.push_back(Heard { line, measure: Cell::default() });
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
            chat.heard(ChatLine { from: PlayerId(1), name, text: n.to_string(), spectator: false }, false);
        }
        assert_eq!((chat.lines().len(), chat.unread()), (LINES, LINES + 5));
        assert_eq!(chat.lines().next().unwrap().text, "5");
        chat.looked_at();
        assert_eq!(chat.unread(), 0);
    }
}
