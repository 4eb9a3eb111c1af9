//! Windows-1258, which has the letters of Vietnamese with their tones as marks of their own.

use super::windows1252;
use unicode_normalization::UnicodeNormalization;

/// Decodes bytes; all are valid. A letter and its tone become one character.
pub(super) fn decode(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| character(byte)).nfc().collect()
}

fn character(byte: u8) -> char {
    match byte {
        0xc3 => 'Ă',
        0xe3 => 'ă',
        0xd0 => 'Đ',
        0xf0 => 'đ',
        0xd5 => 'Ơ',
        0xf5 => 'ơ',
        0xdd => 'Ư',
        0xfd => 'ư',
        0xcc => '\u{300}',
        0xd2 => '\u{309}',
        0xde => '\u{303}',
        0xec => '\u{301}',
        0xf2 => '\u{323}',
        0xfe => '₫',
        byte => windows1252::character(byte),
    }
}

const fn is_tone(byte: u8) -> bool {
    matches!(byte, 0xcc | 0xd2 | 0xde | 0xec | 0xf2)
}

/// Whether a byte is a vowel that may have a tone as a mark.
fn is_vowel(byte: u8) -> bool {
    matches!(byte.to_ascii_lowercase(), b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
        || matches!(byte, 0xc2 | 0xc3 | 0xca | 0xd4 | 0xd5 | 0xdd | 0xe2 | 0xe3 | 0xea | 0xf4 | 0xf5 | 0xfd)
}

/// Whether a byte beyond ASCII is a letter of Vietnamese.
fn is_letter(byte: u8) -> bool {
    is_tone(byte)
        || is_vowel(byte)
        || matches!(byte, 0xc0 | 0xc1 | 0xc8 | 0xc9 | 0xcd | 0xd0 | 0xd3 | 0xd9 | 0xda)
        || matches!(byte, 0xe0 | 0xe1 | 0xe8 | 0xe9 | 0xed | 0xf0 | 0xf3 | 0xf9 | 0xfa)
}

/// The most bytes beyond ASCII in a row, as in `ượ`.
const LONGEST: usize = 4;
/// How many signs of Vietnamese show it: the word `può` has one.
const SIGNS: usize = 2;
/// What ends a syllable after its tone. `n` is left out: people write `Asunciòn` with a wrong accent.
const FINALS: [&[u8]; 7] = [b"c", b"ch", b"m", b"ng", b"nh", b"p", b"t"];

/// How many signs of Vietnamese this byte beyond ASCII counts for.
fn signs(bytes: &[u8], index: usize) -> usize {
    let before = index.checked_sub(1).map_or(b' ', |before| bytes[before]);
    let after = &bytes[index + 1..];
    match bytes[index] {
        // đ begins a word
        0xd0 | 0xf0 => {
            usize::from(!before.is_ascii_alphabetic() && after.first().is_some_and(|&byte| is_vowel(byte)))
        }
        byte if is_tone(byte) && is_vowel(before) => {
            // no word of Windows-1252 has a capital after a small letter, and few end like this
            let is_capital = byte < 0xe0 && (before.is_ascii_lowercase() || before >= 0xe0);
            let letters = after.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
            if is_capital || FINALS.contains(&&after[..letters]) { SIGNS } else { 1 }
        }
        _ => 0,
    }
}

/// Whether bytes that are not UTF-8 are Vietnamese: nothing beyond ASCII but its letters, in words, with tones after
/// vowels and đ before them.
pub(super) fn is_vietnamese(bytes: &[u8]) -> bool {
    let at = |index: usize| bytes.get(index).copied().unwrap_or(b' ');
    let (mut sum, mut rows, mut in_words) = (0, 0, 0);
    let mut begin = 0;
    while let Some(found) = bytes[begin..].iter().position(|byte| !byte.is_ascii()) {
        begin += found;
        let length = bytes[begin..].iter().take_while(|byte| !byte.is_ascii()).count();
        let row = begin..begin + length;
        if length > LONGEST || !bytes[row.clone()].iter().all(|&byte| is_letter(byte)) {
            return false;
        }
        sum += row.clone().map(|index| signs(bytes, index)).sum::<usize>();
        rows += 1;
        let before = row.start.checked_sub(1).map_or(b' ', at);
        in_words += usize::from(before.is_ascii_alphabetic() || at(row.end).is_ascii_alphabetic());
        begin = row.end;
    }
    sum >= SIGNS && 2 * in_words >= rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_tones_are_one_character() {
        assert_eq!(decode(b"C\xf5\xcc T\xfd\xf5\xecng"), "Cờ Tướng");
        assert_eq!(decode(b"\xd0\xe0o Cao Khoa, \xe9"), "Đào Cao Khoa, é");
        assert!(is_vietnamese(b"C\xf5\xcc T\xfd\xf5\xecng"));
        assert!(is_vietnamese(b"Tra\xf2ng Nguy\xean") && is_vietnamese(b"gi\xf5\xcc"));
        for other in [
            b"caf\xe9 \xe0".as_slice(),
            b"pu\xf2",
            b"Asunci\xf2n",
            b"ge\xf2graf",
            b"CI\xd2",
            b"\xba\xfa\xc8\xd9\xbb\xaa",
            b"M\xfcller \xf0a \xf0a",
            b"a",
        ] {
            assert!(!is_vietnamese(other), "{other:?}");
        }
    }
}
