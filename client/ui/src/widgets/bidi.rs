//! The order in which text is seen that is written from right to left, such as Hebrew and Arabic (UAX #9).
//!
//! egui draws all characters from left to right, in the order in which it gets them.

use std::borrow::Cow;
use std::ops::Range;
use unicode_bidi::{LTR_LEVEL, Level, ParagraphBidiInfo};
use unicode_segmentation::UnicodeSegmentation as _;

/// Brackets that are mirrored from right to left.
const MIRRORED: [[&str; 2]; 5] = [["(", ")"], ["[", "]"], ["{", "}"], ["<", ">"], ["«", "»"]];

/// Who wrote a text, which decides the direction of its paragraphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Author {
    /// The program, whose languages run from left to right, also in a sentence that begins with a Hebrew name.
    Program,
    /// A person: a paragraph has the direction of its first letter.
    Person,
}

impl Author {
    const fn direction(self) -> Option<Level> {
        match self {
            Self::Program => Some(LTR_LEVEL),
            Self::Person => None,
        }
    }
}

/// A paragraph, and in which order it is seen.
pub(super) struct Paragraph<'a> {
    text: &'a str,
    /// `None` if all of it is seen as it is written.
    order: Option<ParagraphBidiInfo<'a>>,
}

impl<'a> Paragraph<'a> {
    pub(super) fn of(text: &'a str, author: Author) -> Self {
        let order = has_from_right(text).then(|| ParagraphBidiInfo::new(text, author.direction()));
        Self { text, order }
    }

    /// Returns the runs of a line in the order in which they are seen, each with whether it runs from right to left.
    pub(super) fn runs(&self, line: Range<usize>) -> Vec<(Range<usize>, bool)> {
        let Some(order) = self.order.as_ref().filter(|_| !line.is_empty()) else {
            return vec![(line, false)];
        };
        let (levels, runs) = order.visual_runs(line);
        runs.into_iter().map(|run| (run.clone(), levels[run.start].is_rtl())).collect()
    }

    /// Returns the paragraph in the order in which it is written, with the brackets that are seen.
    pub(super) fn with_seen_brackets(&self) -> Cow<'a, str> {
        let Some(order) = &self.order else { return Cow::Borrowed(self.text) };
        let seen = |(at, cluster): (usize, &'a str)| {
            if order.levels[at].is_rtl() { mirrored(cluster) } else { cluster }
        };
        Cow::Owned(self.text.grapheme_indices(true).map(seen).collect())
    }

    /// Returns a line of the paragraph in the order in which it is seen.
    pub(super) fn seen(&self, line: Range<usize>) -> Cow<'a, str> {
        if self.order.is_none() {
            return Cow::Borrowed(&self.text[line]);
        }
        let mut seen = String::new();
        for (run, is_rtl) in self.runs(line) {
            if is_rtl {
                // what stands on a letter stays behind it
                seen.extend(self.text[run].graphemes(true).rev().map(mirrored));
            } else {
                seen.push_str(&self.text[run]);
            }
        }
        Cow::Owned(seen)
    }
}

/// Whether a text has characters that are written from right to left.
pub(super) fn has_from_right(text: &str) -> bool {
    text.contains(is_from_right)
}

/// Whether a character is, or makes others, written from right to left.
const fn is_from_right(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{200F}' | '\u{202B}' | '\u{202E}' | '\u{2067}' | '\u{FB1D}'..='\u{FDFF}'
        | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

fn mirrored(cluster: &str) -> &str {
    let other = |[open, close]: [&'static str; 2]| match cluster {
        it if it == open => Some(close),
        it if it == close => Some(open),
        _ => None,
    };
    MIRRORED.into_iter().find_map(other).unwrap_or(cluster)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Cow<'_, str> {
        Paragraph::of(text, Author::Person).seen(0..text.len())
    }

    #[test]
    fn hebrew_and_arabic_are_seen_from_right_to_left() {
        for (written, shown) in [
            ("שלום", "םולש"),
            ("Bo: שלום, games (שח)!", "Bo: םולש, games (חש)!"),
            ("שלום (abc) 12", "12 (abc) םולש"),
            ("بيدق e4", "e4 قديب"),
            // a point stands on its letter
            ("בּא", "אבּ"),
        ] {
            assert_eq!(seen(written), shown, "{written}");
            assert_eq!(written.chars().count(), shown.chars().count());
        }
    }

    #[test]
    fn a_line_of_a_paragraph_has_its_direction() {
        let text = "שלום abc def";
        let second = text.find("abc").unwrap();
        assert_eq!(Paragraph::of(text, Author::Person).seen(second..text.len()), "abc def");
        assert_eq!(Paragraph::of("שלום ab!", Author::Person).seen(9..12), "!ab");
    }

    #[test]
    fn a_sentence_of_the_program_that_begins_with_a_hebrew_name_runs_from_left_to_right() {
        let text = "שלום offers a draw.";
        assert_eq!(Paragraph::of(text, Author::Program).seen(0..text.len()), "םולש offers a draw.");
    }

    #[test]
    fn other_text_is_seen_as_it_is_written() {
        for text in ["", "马8进7，(好)", "Nguyễn", "😀 𠮷"] {
            assert!(matches!(seen(text), Cow::Borrowed(it) if it == text));
        }
    }
}
