//! Arabic letters in the forms that they have beside others.
//!
//! egui draws each character by itself, so the letters of a word would stand alone. A text is drawn with the characters
//! that Unicode has for the forms of a letter. They keep their number, so that cursors and line breaks are those of
//! the text itself.

use super::emoji::NOTHING;
use std::borrow::Cow;
use std::ops::RangeInclusive;

/// How many forms the letters from U+0621 to U+063A have. They follow each other from U+FE80.
const FIRST: [u8; 26] = [1, 2, 2, 2, 2, 4, 2, 4, 2, 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4, 4, 4];
/// How many forms the letters from U+0641 to U+064A have. They follow those of the first letters.
const SECOND: [u8; 10] = [4, 4, 4, 4, 4, 4, 4, 2, 2, 4];
/// The first form of the first letter.
const FORMS: u32 = 0xFE80;
/// The letters of other languages that are written in Arabic script, the first of their forms, and how many there are.
const FURTHER: [(char, u32, u8); 38] = [
    ('\u{671}', 0xFB50, 2),
    ('\u{67B}', 0xFB52, 4),
    ('\u{67E}', 0xFB56, 4),
    ('\u{680}', 0xFB5A, 4),
    ('\u{67A}', 0xFB5E, 4),
    ('\u{67F}', 0xFB62, 4),
    ('\u{679}', 0xFB66, 4),
    ('\u{6A4}', 0xFB6A, 4),
    ('\u{6A6}', 0xFB6E, 4),
    ('\u{684}', 0xFB72, 4),
    ('\u{683}', 0xFB76, 4),
    ('\u{686}', 0xFB7A, 4),
    ('\u{687}', 0xFB7E, 4),
    ('\u{68D}', 0xFB82, 2),
    ('\u{68C}', 0xFB84, 2),
    ('\u{68E}', 0xFB86, 2),
    ('\u{688}', 0xFB88, 2),
    ('\u{698}', 0xFB8A, 2),
    ('\u{691}', 0xFB8C, 2),
    ('\u{6A9}', 0xFB8E, 4),
    ('\u{6AF}', 0xFB92, 4),
    ('\u{6B3}', 0xFB96, 4),
    ('\u{6B1}', 0xFB9A, 4),
    ('\u{6BA}', 0xFB9E, 2),
    ('\u{6BB}', 0xFBA0, 4),
    ('\u{6C0}', 0xFBA4, 2),
    ('\u{6C1}', 0xFBA6, 4),
    ('\u{6BE}', 0xFBAA, 4),
    ('\u{6D2}', 0xFBAE, 2),
    ('\u{6D3}', 0xFBB0, 2),
    ('\u{6AD}', 0xFBD3, 4),
    ('\u{6C7}', 0xFBD7, 2),
    ('\u{6C6}', 0xFBD9, 2),
    ('\u{6C8}', 0xFBDB, 2),
    ('\u{6CB}', 0xFBDE, 2),
    ('\u{6C9}', 0xFBE2, 2),
    ('\u{6D0}', 0xFBE4, 4),
    ('\u{6CC}', 0xFBFC, 4),
];
/// The joiner of no width, and the line that prolongs a word.
const JOINERS: [char; 2] = ['\u{200D}', '\u{640}'];
/// Marks that stand on a letter.
const MARKS: [RangeInclusive<char>; 8] = [
    '\u{300}'..='\u{36F}',
    '\u{610}'..='\u{61A}',
    '\u{64B}'..='\u{65F}',
    '\u{670}'..='\u{670}',
    '\u{6D6}'..='\u{6DC}',
    '\u{6DF}'..='\u{6E4}',
    '\u{6E7}'..='\u{6E8}',
    '\u{6EA}'..='\u{6ED}',
];
const LAM: char = '\u{644}';
/// The forms of lam with an alef: alone, and after a letter that it joins.
const LAM_ALEF: [(char, u32); 4] =
    [('\u{622}', 0xFEF5), ('\u{623}', 0xFEF7), ('\u{625}', 0xFEF9), ('\u{627}', 0xFEFB)];

/// How a character joins those beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Joining {
    /// Not at all.
    Alone,
    /// The letter before it.
    Before,
    /// The letters before and after it.
    Both,
    /// It stands on a letter, and those beside that letter join.
    Through,
}

/// A letter that has forms: the first of them, and how many there are.
#[derive(Clone, Copy, Debug)]
struct Letter {
    first: u32,
    forms: u8,
}

impl Letter {
    fn of(c: char) -> Option<Self> {
        let code = u32::from(c);
        let counts = match code {
            0x621..=0x63A => Some((&FIRST[..], code - 0x621, 0)),
            0x641..=0x64A => Some((&SECOND[..], code - 0x641, FIRST.iter().map(|&it| u32::from(it)).sum())),
            _ => None,
        };
        if let Some((counts, index, before)) = counts {
            let (earlier, rest) = counts.split_at_checked(usize::try_from(index).ok()?)?;
            let first = FORMS + before + earlier.iter().map(|&it| u32::from(it)).sum::<u32>();
            return Some(Self { first, forms: *rest.first()? });
        }
        let (_, first, forms) = *FURTHER.iter().find(|(letter, _, _)| *letter == c)?;
        Some(Self { first, forms })
    }
}

/// Whether a text has letters that join.
fn has_arabic(text: &str) -> bool {
    text.contains(|c| matches!(c, '\u{620}'..='\u{6FF}'))
}

fn joining(c: char) -> Joining {
    if MARKS.iter().any(|marks| marks.contains(&c)) {
        return Joining::Through;
    }
    match Letter::of(c).map(|letter| letter.forms) {
        Some(4) => Joining::Both,
        Some(2) => Joining::Before,
        _ if JOINERS.contains(&c) => Joining::Both,
        _ => Joining::Alone,
    }
}

/// Returns a text as it is drawn: its Arabic letters in the forms in which they join.
#[must_use]
pub(super) fn joined(text: &str) -> Cow<'_, str> {
    if !has_arabic(text) {
        return Cow::Borrowed(text);
    }
    let chars: Vec<char> = text.chars().collect();
    let mut drawn = String::with_capacity(text.len());
    let mut before = Joining::Alone;
    let mut at = 0;
    while let Some((&c, rest)) = chars.get(at..).and_then(<[char]>::split_first) {
        let own = joining(c);
        at += 1;
        if own == Joining::Through {
            drawn.push(c);
            continue;
        }
        let joins_before = before == Joining::Both && own != Joining::Alone;
        before = own;
        if let (LAM, Some(form)) = (c, rest.first().and_then(|&next| lam_alef(next, joins_before))) {
            drawn.extend([form, NOTHING]);
            before = Joining::Before;
            at += 1;
            continue;
        }
        let next = rest.iter().map(|&next| joining(next)).find(|&next| next != Joining::Through);
        let joins_after = own == Joining::Both && next.is_some_and(|next| next != Joining::Alone);
        let form = u32::from(joins_before) + 2 * u32::from(joins_after);
        drawn.push(Letter::of(c).and_then(|letter| char::from_u32(letter.first + form)).unwrap_or(c));
    }
    Cow::Owned(drawn)
}

/// The form of lam with this letter after it, if that is an alef.
fn lam_alef(next: char, joins_before: bool) -> Option<char> {
    let (_, form) = LAM_ALEF.iter().find(|(alef, _)| *alef == next)?;
    char::from_u32(form + u32::from(joins_before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_the_forms_in_which_they_join() {
        for (written, drawn) in [
            // a pawn: initial, medial, final, and one after a letter that joins nothing after it
            ("بيدق", "\u{FE91}\u{FEF4}\u{FEAA}\u{FED5}"),
            // lam and alef are one
            ("سلام", "\u{FEB3}\u{FEFC}\u{2060}\u{FEE1}"),
            ("لا", "\u{FEFB}\u{2060}"),
            // Persian and Urdu
            ("گچ", "\u{FB94}\u{FB7B}"),
            ("میں", "\u{FEE3}\u{FBFF}\u{FB9F}"),
            // a vowel stands on its letter, and the letters beside it join
            ("بَب", "\u{FE91}\u{64E}\u{FE90}"),
            ("ب ب", "\u{FE8F} \u{FE8F}"),
            ("ب\u{200C}ب", "\u{FE8F}\u{200C}\u{FE8F}"),
            ("ب\u{640}", "\u{FE91}\u{640}"),
            ("Bo: هه!", "Bo: \u{FEEB}\u{FEEA}!"),
        ] {
            assert_eq!(joined(written), drawn, "{written}");
            assert_eq!(joined(written).chars().count(), written.chars().count(), "{written}");
        }
    }

    #[test]
    fn other_text_is_drawn_as_it_is() {
        for text in ["", "马8进7", "Nguyễn", "שלום", "กี่", "😀"] {
            assert!(matches!(joined(text), Cow::Borrowed(it) if it == text));
        }
        assert_eq!(joined("٣ ، ؟"), "٣ ، ؟");
    }

    #[test]
    fn the_last_letter_has_the_last_form() {
        assert_eq!(Letter::of('\u{64A}').map(|it| it.first + u32::from(it.forms)), Some(0xFEF5));
        assert_eq!(Letter::of('\u{621}').map(|it| it.first), Some(FORMS));
    }
}
