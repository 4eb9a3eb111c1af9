//! Emoji of several characters, such as families, skin tones, flags and keycaps, of which the fonts have only the parts.
//!
//! A text is drawn with one emoji in place of the parts: the one that the fonts have of the whole, such as that of a family
//! for any family, or else the first part. Its characters keep their number, so that cursors and line breaks are those of
//! the text itself.

use std::borrow::Cow;
use unicode_segmentation::UnicodeSegmentation as _;

/// A character of no width, in place of a part that is not drawn.
pub(super) const NOTHING: char = '\u{2060}';
/// Makes a keycap of a digit.
const KEYCAP: char = '\u{20E3}';
/// Joins pictures into one.
const JOINER: char = '\u{200D}';
/// Asks for the coloured form of a picture.
const COLORED: char = '\u{FE0F}';
/// The flag of any country. A white one would mean that a player resigns.
const FLAG: char = '🏴';

/// The flags of one colour, on which others stand.
const WAVING: [char; 2] = ['🏳', FLAG];

/// Whether a character is a letter of the code of a country: two of them are its flag.
const fn is_country_letter(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// Whether a character may be the first part of an emoji.
const fn is_emoji(c: char) -> bool {
    matches!(c, '\u{203C}'..='\u{3299}' | '\u{1F000}'..='\u{1FAFF}' | '©' | '®')
}

/// Whether a character colours the skin in the picture before it.
const fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}

/// The one character that is drawn for a cluster of several that begins with a picture, or is a keycap.
fn one_for(cluster: &str, first: char) -> char {
    if cluster.ends_with(KEYCAP) {
        // the set has no framed digits but these, and no zero; `#` and `*` stay as they are
        let circled = |digit: u32| char::from_u32(u32::from('①') + digit - 1);
        return first.to_digit(10).filter(|&digit| digit > 0).and_then(circled).unwrap_or(first);
    }
    if is_country_letter(first) {
        return FLAG;
    }
    let pictures = cluster.chars().filter(|&c| c != JOINER && c != COLORED && !is_skin_tone(c));
    let is_person = |c: &char| matches!(c, '👨' | '👩' | '🧑' | '👦' | '👧' | '🧒');
    let (people, others): (Vec<char>, Vec<char>) = pictures.partition(is_person);
    match (people.len(), &others[..]) {
        (2.., []) => '👪',
        (2, ['❤']) => '💑',
        (2, ['❤', '💋']) => '💏',
        (2, ['🤝']) => match people[..] {
            ['👩', '👩'] => '👭',
            ['👨', '👨'] => '👬',
            _ => '👫',
        },
        // a white flag would mean that a player resigns, and a black one is that of a country
        (0, [flag, sign]) if WAVING.contains(flag) => *sign,
        _ => first,
    }
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
                drawn.push(if rest > 0 { one_for(cluster, first) } else { first });
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
            (FAMILY, "👪"),
            ("👨\u{200D}👦", "👪"),
            ("👩\u{200D}👩\u{200D}👧\u{200D}👦", "👪"),
            ("🧑\u{200D}🧑\u{200D}🧒", "👪"),
            ("👍🏽", "👍"),
            ("👩🏻\u{200D}🤝\u{200D}👨🏿", "👫"),
            ("👩🏻\u{200D}🤝\u{200D}👩🏿", "👭"),
            ("👨🏻\u{200D}🤝\u{200D}👨🏿", "👬"),
            ("👩\u{200D}❤\u{FE0F}\u{200D}👨", "💑"),
            ("👩🏻\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏿", "💏"),
            ("👩🏽\u{200D}🚀", "👩"),
            ("🏳\u{FE0F}\u{200D}🌈", "🌈"),
            ("🏴\u{200D}☠\u{FE0F}", "☠"),
            ("❤\u{FE0F}\u{200D}🔥", "❤"),
            ("🇨🇳🇻🇳", "🏴🏴"),
            ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴"),
            ("1\u{FE0F}\u{20E3}#\u{20E3}", "①#"),
            ("9\u{20E3}0\u{20E3}", "⑨0"),
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
            for text in [FAMILY, "👨🏽", "🇨🇳", "🏳\u{FE0F}\u{200D}🌈", "👩\u{200D}❤\u{FE0F}\u{200D}👨"]
            {
                assert!((width(text) - width("👨")).abs() < 2.0, "{text}: {}", width(text));
            }
            assert!((width("1\u{FE0F}\u{20E3}") - width("①")).abs() < 2.0);
            // nothing of them is a box
            for one in "👪💑💏👫🏴🌈☠⚧①②③④⑤⑥⑦⑧⑨".chars() {
                for font in [theme::plain(theme::TEXT), theme::bold(theme::TEXT)] {
                    assert!(ctx.fonts(|fonts| fonts.has_glyph(&font, one)), "{one} {font:?}");
                }
            }
        });
    }
}
