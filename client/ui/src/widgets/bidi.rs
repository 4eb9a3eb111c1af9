//! The order in which text is seen that is written from right to left, such as Hebrew and Arabic (UAX #9).
//!
//! egui draws all characters from left to right, in the order in which it gets them.

use std::borrow::Cow;
use std::ops::Range;
use unicode_bidi::ParagraphBidiInfo;
use unicode_segmentation::UnicodeSegmentation as _;

/// Brackets that are mirrored from right to left.
const MIRRORED: [[&str; 2]; 5] = [["(", ")"], ["[", "]"], ["{", "}"], ["<", ">"], ["«", "»"]];

/// A paragraph, and in which order it is seen.
pub(super) struct Paragraph<'a> {
    text: &'a str,
    /// `None` if all of it is seen as it is written.
    order: Option<ParagraphBidiInfo<'a>>,
}

impl<'a> Paragraph<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let order = text.contains(is_from_right).then(|| ParagraphBidiInfo::new(text, None));
        Self { text, order }
    }

    /// Returns a line of the paragraph in the order in which it is seen.
    pub(super) fn seen(&self, line: Range<usize>) -> Cow<'a, str> {
        let Some(order) = self.order.as_ref().filter(|_| !line.is_empty()) else {
            return Cow::Borrowed(&self.text[line]);
        };
        let (levels, runs) = order.visual_runs(line);
        let mut seen = String::new();
        for run in runs {
            if levels[run.start].is_rtl() {
                // what stands on a letter stays behind it
                seen.extend(self.text[run].graphemes(true).rev().map(mirrored));
            } else {
                seen.push_str(&self.text[run]);
            }
        }
        Cow::Owned(seen)
    }
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
        Paragraph::of(text).seen(0..text.len())
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
        assert_eq!(Paragraph::of(text).seen(second..text.len()), "abc def");
        assert_eq!(Paragraph::of("שלום ab!").seen(9..12), "!ab");
    }

    #[test]
    fn other_text_is_seen_as_it_is_written() {
        for text in ["", "马8进7，(好)", "Nguyễn", "😀 𠮷"] {
            assert!(matches!(seen(text), Cow::Borrowed(it) if it == text));
        }
    }
}
