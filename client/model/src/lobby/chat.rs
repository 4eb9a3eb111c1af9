//! The chat of one room, with its count of unread lines.

use chuhe_protocol::{PlayerId, PlayerName};
use std::cell::Cell;
use std::collections::VecDeque;

/// The maximum number of lines in the chat; the oldest is dropped first.
const LINES: usize = 5_000;

/// A line of chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatLine {
    /// The sender.
    pub from: PlayerId,
    /// The sender's name.
    pub name: PlayerName,
    /// The text.
    pub text: String,
    /// Whether a player sees this line of the spectators' chat.
    pub spectator: bool,
    /// When it was said, in milliseconds since the Unix epoch, as the server says.
    pub at_ms: u64,
}

/// The measured size of a line on the screen.
///
/// It is cached because laying out all lines would take longer than a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measure {
    /// The width of the name, in logical pixels, and the letters it was measured with.
    pub name: Option<(f32, Lettering)>,
    /// The height of the text, and the layout it was measured with.
    pub text: Option<(f32, LaidOut)>,
}

/// The letters on which the size of a text depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lettering {
    /// Physical pixels per logical pixel.
    pub scale: f32,
    /// The number of fonts: a font that arrives later has other letters for some characters.
    pub fonts: usize,
}

/// The layout parameters on which the height of a line depends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaidOut {
    /// The width, in logical pixels.
    pub width: f32,
    /// The letters.
    pub lettering: Lettering,
    /// The prefix of spectators' lines in the user's language.
    pub prefix: &'static str,
}

#[derive(Clone, Debug)]
struct MeasuredLine {
    line: ChatLine,
    measure: Cell<Measure>,
}

/// The lines of one room.
#[derive(Clone, Debug, Default)]
pub struct Chat {
    lines: VecDeque<MeasuredLine>,
    unread: usize,
    /// The number of lines so far, with those dropped.
    count: u64,
    /// How many of them were said before they came.
    recalled: u64,
    /// The text in the input field.
    pub draft: String,
}

impl Chat {
    /// The lines, oldest first.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &ChatLine> + ExactSizeIterator {
        self.lines.iter().map(|it| &it.line)
    }

    /// The lines, oldest first, each with its cached size.
    pub fn measured(&self) -> impl DoubleEndedIterator<Item = (&ChatLine, &Cell<Measure>)> {
        self.lines.iter().map(|it| (&it.line, &it.measure))
    }

    /// The text in the input field.
    #[must_use]
    pub fn draft(&self) -> &str {
        &self.draft
    }

    /// The number of unread lines.
    #[must_use]
    pub const fn unread(&self) -> usize {
        self.unread
    }

    /// The lines after the first `seen` of the room, oldest first, and the number of lines so far.
    pub fn since(&self, seen: u64) -> (impl Iterator<Item = &ChatLine>, u64) {
        let new = usize::try_from(self.count - seen.min(self.count)).unwrap_or(usize::MAX);
        (self.lines().skip(self.lines.len().saturating_sub(new)), self.count)
    }

    /// How many of the lines so far were said before they came, as before the user was here.
    #[must_use]
    pub const fn recalled(&self) -> u64 {
        self.recalled
    }

    /// Appends a line, which counts as unread unless `seen`.
    pub fn push(&mut self, line: ChatLine, seen: bool) {
        self.count += 1;
        if self.lines.len() == LINES {
            self.lines.pop_front();
        }
        self.lines.push_back(MeasuredLine { line, measure: Cell::default() });
        self.unread = if seen { 0 } else { self.unread + 1 };
    }

    /// Adds a line from before in the order of time, unless it is here already.
    ///
    /// It counts as unread unless `seen`.
    pub fn recall(&mut self, line: ChatLine, seen: bool) {
        let before = self.lines.iter().rposition(|it| it.line.at_ms <= line.at_ms);
        // a server says no two lines at the same time; the text may be hidden by now
        if before.is_some_and(|at| {
            (self.lines[at].line.at_ms, self.lines[at].line.from) == (line.at_ms, line.from)
        }) {
            return;
        }
        let place = before.map_or(0, |at| at + 1);
        self.lines.insert(place, MeasuredLine { line, measure: Cell::default() });
        if self.lines.len() > LINES {
            self.lines.pop_front();
        }
        self.count += 1;
        self.recalled += 1;
        self.unread += usize::from(!seen);
    }

    /// Marks all lines as read.
    pub fn mark_read(&mut self) {
        self.unread = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_lines_are_dropped_and_new_ones_counted() {
        let mut chat = Chat::default();
        for n in 0..LINES + 5 {
            let name = PlayerName::parse("Bo").unwrap();
            chat.push(
                ChatLine { from: PlayerId(1), name, text: n.to_string(), spectator: false, at_ms: n as u64 },
                false,
            );
        }
        assert_eq!((chat.lines().len(), chat.unread()), (LINES, LINES + 5));
        assert_eq!(chat.lines().next().unwrap().text, "5");
        chat.mark_read();
        assert_eq!(chat.unread(), 0);
    }

    #[test]
    fn lines_from_before_are_added_once_and_in_order() {
        let mut chat = Chat::default();
        let line = |at_ms: u64| {
            let name = PlayerName::parse("Bo").unwrap();
            ChatLine { from: PlayerId(1), name, text: at_ms.to_string(), spectator: false, at_ms }
        };
        chat.push(line(20), true);
        for at_ms in [10, 20, 30, 25, 30] {
            chat.recall(line(at_ms), at_ms < 30);
        }
        let texts: Vec<&str> = chat.lines().map(|line| line.text.as_str()).collect();
        assert_eq!((texts, chat.unread(), chat.recalled()), (vec!["10", "20", "25", "30"], 1, 3));
    }
}
