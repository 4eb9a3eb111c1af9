//! Emoji of several characters, such as families, skin tones, flags and keycaps, of which the fonts have only the parts.
//!
//! A text is drawn with one emoji in place of the parts. Its characters keep their number, so that cursors and line
//! breaks are those of the text itself.

use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation as _;

/// A character of no width, in place of a part that is not drawn.
pub(super) const NOTHING: char = '\u{2060}';
/// Makes a keycap of a digit.
const KEYCAP: char = '\u{20E3}';
/// The flag of any country. A white one would mean that a player resigns.
const FLAG: char = '🏴';

/// Whether a character is a letter of the code of a country: two of them are its flag.
const fn is_country_letter(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Whether a character may be the first part of an emoji.
const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{203C}'..='\u{3299}' | '\u{1F000}'..='\u{1FAFF}' | '©' | '®')
}

/// Returns a text as it is drawn: each emoji by one character, and characters of no width for its other parts.
#[must_use]
pub(super) fn drawn(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| is_emoji(c) || c == KEYCAP) {
        return Cow::Borrowed(text);
    }
    let mut drawn = String::with_capacity(text.len());
    for cluster in text.graphemes(true) {
        let mut chars = cluster.chars();
        match chars.next() {
            Some(first) if is_emoji(first) || cluster.ends_with(KEYCAP) => {
                let rest = chars.count();
                drawn.push(if rest > 0 && is_country_letter(first) { FLAG } else { first });
                drawn.extend(std::iter::repeat_n(NOTHING, rest));
            }
            _ => drawn.push_str(cluster),
        }
    }
    Cow::Owned(drawn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::theme;
    use egui::{Color32, Context, RawInput};

    const FAMILY: &str = "👨\u{200D}👩\u{200D}👧";

    /// What is seen of a text.
    fn seen(text: &str) -> String {
        drawn(text).replace(NOTHING, "")
    }

    #[test]
    fn each_emoji_is_drawn_by_one_character() {
        for (text, one) in [
            (FAMILY, "👨"),
            ("👍🏽", "👍"),
            ("👩🏻\u{200D}🤝\u{200D}👨🏿", "👩"),
            ("❤\u{FE0F}\u{200D}🔥", "❤"),
            ("🇨🇳🇻🇳", "🏴🏴"),
            ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴"),
            ("1\u{FE0F}\u{20E3}#\u{20E3}", "1#"),
        ] {
            assert_eq!(seen(text), one, "{text}");
            assert_eq!(drawn(text).chars().count(), text.chars().count(), "{text}");
            assert_eq!(seen(&format!("a{text}b")), format!("a{one}b"));
        }
    }

    #[test]
    fn what_is_no_such_emoji_is_drawn_as_it_is() {
        for text in ["", "马8进7", "Nguyễn 1", "क\u{94D}\u{200D}ष", "😀😀", "🇨 x", "e\u{301}"]
        {
            assert_eq!(drawn(text), text);
        }
    }

    #[test]
    fn a_family_takes_the_room_of_one_emoji() {
        let ctx = Context::default();
        let _ = ctx.run(RawInput::default(), theme::install_fonts);
        let _ = ctx.run(RawInput::default(), |ctx| {
            let width = |text: &str| {
                let font = theme::plain(theme::TEXT);
                crate::widgets::fitting::line(ctx, text, font, Color32::BLACK, 400.0).size().x
            };
            for text in [FAMILY, "👨🏽", "🇨🇳"] {
                assert!((width(text) - width("👨")).abs() < 2.0, "{text}: {}", width(text));
            }
        });
    }
}
