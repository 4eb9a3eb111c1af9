//! Emoji of several characters, such as families, skin tones, flags and keycaps, of which the fonts have only the parts.
//!
//! A text is drawn with one emoji in place of the parts. Its characters keep their number, so that cursors and line
//! breaks are those of the text itself.

use std::borrow::Cow;

/// A character of no width, in place of a part that is not drawn.
const NOTHING: char = '\u{2060}';
/// Joins emoji to one.
const JOINER: char = '\u{200D}';
/// Makes a keycap of a digit.
const KEYCAP: char = '\u{20E3}';
/// The flag of any country. A white one would mean that a player resigns.
const FLAG: char = '🏴';

/// A letter of the code of a country: two of them are its flag.
const fn is_country_letter(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Whether a character belongs to the emoji before it: a choice of its look, a skin tone, or a letter of a region.
const fn is_modifier(c: char) -> bool {
    matches!(c, '\u{FE0E}' | '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{E0020}'..='\u{E007F}')
}

/// Whether a character may be an emoji, or the first part of one.
const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{203C}'..='\u{3299}' | '\u{1F000}'..='\u{1FAFF}' | '©' | '®')
}

/// Returns a text as it is drawn: each emoji by one character, and characters of no width for its other parts.
#[must_use]
pub fn drawn(text: &str) -> Cow<'_, str> {
    let has_parts = |c| is_modifier(c) || is_country_letter(c) || matches!(c, JOINER | KEYCAP);
    if text.is_ascii() || !text.contains(has_parts) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let mut drawn = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&first) = chars.get(at) {
        let length = parts(&chars[at..]);
        drawn.push(if length > 1 && is_country_letter(first) { FLAG } else { first });
        drawn.extend(std::iter::repeat_n(NOTHING, length - 1));
        at += length;
    }
    Cow::Owned(drawn)
}

/// The number of characters of the emoji at the beginning of a text; 1 for any other character.
fn parts(text: &[char]) -> usize {
    let modifiers = |from: usize| text[from..].iter().take_while(|c| is_modifier(**c)).count();
    match text {
        [one, other, ..] if is_country_letter(*one) && is_country_letter(*other) => 2,
        ['0'..='9' | '#' | '*', rest @ ..] => match rest {
            [KEYCAP, ..] => 2,
            ['\u{FE0F}', KEYCAP, ..] => 3,
            _ => 1,
        },
        [one, ..] if is_emoji(*one) => {
            let mut length = 1 + modifiers(1);
            while let [JOINER, next, ..] = &text[length..]
                && is_emoji(*next)
            {
                length += 2;
                length += modifiers(length);
            }
            length
        }
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::drawing::theme;
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
        for text in ["", "马8进7", "Nguyễn 1", "क\u{94D}\u{200D}ष", "😀😀", "🇨 x", "👨\u{200D}", "e\u{301}"]
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
                super::super::fitting::line(ctx, text, font, Color32::BLACK, 400.0).size().x
            };
            for text in [FAMILY, "👨🏽", "🇨🇳"] {
                assert!((width(text) - width("👨")).abs() < 2.0, "{text}: {}", width(text));
            }
        });
    }
}
