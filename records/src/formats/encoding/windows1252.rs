//! Windows-1252, which has the letters of western Europe in one byte each.

use std::borrow::Cow;

/// The characters of 0x80 to 0x9f; the others have the number of their byte.
const MARKS: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes bytes; all are valid.
pub(super) fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| character(byte)).collect()
}

pub(super) fn character(byte: u8) -> char {
    match byte {
        0x80..=0x9f => MARKS[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

/// Decodes GB 18030 with `decode`, but a single letter of this encoding at the end of a word as such, so
/// that it does not swallow a bracket or brace: `{café}`.
pub(super) fn with_letters(
    bytes: &[u8],
    decode: impl Fn(&[u8]) -> (Cow<'_, str>, bool),
) -> (Cow<'_, str>, bool) {
    let mut text = String::new();
    let mut has_invalid = false;
    let (mut begin, mut at) = (0, 0);
    // whether the byte before is a character
    let mut is_after_one = false;
    while at < bytes.len() {
        let is_letter = is_after_one && ends_word(&bytes[at - 1..]);
        if is_letter {
            let (before, invalid) = decode(&bytes[begin..at]);
            text.push_str(&before);
            text.push(character(bytes[at]));
            has_invalid |= invalid;
            begin = at + 1;
        }
        let length = match bytes[at..] {
            [0x81..=0xfe, 0x30..=0x39, 0x81..=0xfe, 0x30..=0x39, ..] => 4,
            [0x81..=0xfe, 0x40..=0x7e | 0x80..=0xfe, ..] if !is_letter => 2,
            _ => 1,
        };
        is_after_one = length == 1;
        at += length;
    }
    if begin == 0 {
        return decode(bytes);
    }
    let (rest, invalid) = decode(&bytes[begin..]);
    text.push_str(&rest);
    (text.into(), has_invalid || invalid)
}

/// Whether these bytes are a small letter, a letter of this encoding, and a bracket or brace.
const fn ends_word(bytes: &[u8]) -> bool {
    matches!(bytes, [b'a'..=b'z', 0xc0..=0xfe, b'{' | b'}' | b'[' | b']', ..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_does_not_swallow_a_brace() {
        let decode = super::super::decode_gb18030;
        let of = |bytes: &[u8]| with_letters(bytes, decode).0.into_owned();
        assert_eq!(of(b"{caf\xe9} \xc5\xda\xb6\xfe"), "{café} 炮二");
        assert_eq!(of(b"\xc5\xda\xb6\xfe {caf\xe9}{\xc5\xda}"), "炮二 {café}{炮}");
        // the letter before is half of a character
        assert_eq!(of(b"\xdf\x61\xe9\x7d"), decode(b"\xdf\x61\xe9\x7d").0);
    }
}
