//! What Chinese keyboards type where letters, digits and signs of ASCII are meant.

/// Converts full-width letters, digits and signs to half width, character by character.
#[must_use]
pub fn half_width(text: &str) -> String {
    let narrow = |letter: char| match letter {
        '！'..='～' => char::from_u32(letter as u32 - '！' as u32 + '!' as u32).unwrap_or(letter),
        '–' | '—' | '−' => '-',
        // the full stop of Chinese keyboards
        '。' | '｡' => '.',
        '\u{3000}' => ' ',
        _ => letter,
    };
    text.chars().map(narrow).collect()
}
