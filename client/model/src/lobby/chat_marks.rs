//! The lines of chat that have phrases of the server's list.

use super::chat::ChatLine;
use chuhe_protocol::PlayerId;
use std::collections::BTreeSet;

/// The most marked lines that are known; the server marks lines just before it sends them.
const MARKED: usize = 500;

/// Which lines the server marks, and whether the user sees them.
#[derive(Debug, Default)]
pub struct ChatMarks {
    /// When the marked lines were said.
    at_ms: BTreeSet<u64>,
    /// Whether marked lines of others are shown.
    pub shows: bool,
}

impl ChatMarks {
    /// Notes that the lines said at these times are marked.
    pub fn add(&mut self, at_ms: Vec<u64>) {
        self.at_ms.extend(at_ms.into_iter().take(MARKED));
        while self.at_ms.len() > MARKED {
            self.at_ms.pop_first();
        }
    }

    /// Whether the line said at this time is marked.
    #[must_use]
    pub fn contains(&self, at_ms: u64) -> bool {
        self.at_ms.contains(&at_ms)
    }

    /// The line as the user `me` sees it: of a marked one by somebody else, only its length, unless they are shown.
    #[must_use]
    pub fn hide(&self, line: ChatLine, me: PlayerId) -> ChatLine {
        if self.shows || line.from == me || !self.contains(line.at_ms) {
            return line;
        }
        let mask = |c: char| if c.is_whitespace() { c } else { '*' };
        ChatLine { text: line.text.chars().map(mask).collect(), ..line }
    }
}
