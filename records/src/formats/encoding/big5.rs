//! Big5 by a table that the caller provides.
//!
//! Every browser has the table, so that a program for a page need not carry its 19,000 characters.

#[cfg(not(feature = "tables"))]
use std::sync::OnceLock;

/// The characters of each first byte from 0x81: the second bytes 0x40 to 0x7e and 0xa1 to 0xfe.
const ROW: usize = 157;
const ROWS: usize = 126;

#[cfg(not(feature = "tables"))]
static TABLE: OnceLock<Vec<char>> = OnceLock::new();

/// Provides the characters of Big5 in the order of their bytes, U+FFFD for pairs without a character.
///
/// Returns whether these are as many as there are; until then every character beyond ASCII is invalid.
#[cfg(not(feature = "tables"))]
pub fn provide_big5(characters: &str) -> bool {
    table(characters).is_some_and(|table| TABLE.set(table).is_ok())
}

/// The characters of a text, if they are as many as there are.
fn table(characters: &str) -> Option<Vec<char>> {
    let table: Vec<char> = characters.chars().collect();
    (table.len() == ROW * ROWS).then_some(table)
}

/// Decodes bytes by the table that was provided; returns whether some were invalid.
#[cfg(not(feature = "tables"))]
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    decode_by(TABLE.get().map_or(&[], Vec::as_slice), bytes)
}

fn decode_by(table: &[char], mut bytes: &[u8]) -> (String, bool) {
    let mut text = String::with_capacity(bytes.len());
    let mut has_invalid = false;
    while let Some(&first) = bytes.first() {
        let second = bytes.get(1).copied().unwrap_or_default();
        let (character, length) = match (first, second) {
            (..=0x7f, _) => (Some(char::from(first)), 1),
            (0x81..=0xfe, 0x40..=0x7e) => (in_row(table, first, second - 0x40), 2),
            (0x81..=0xfe, 0xa1..=0xfe) => (in_row(table, first, second - 0xa1 + 63), 2),
            (0x81..=0xfe, 0x80..) => (None, 2),
            _ => (None, 1),
        };
        has_invalid |= character.is_none();
        text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
        // a byte of ASCII is never part of an invalid character
        let length = if character.is_none() && second.is_ascii() { 1 } else { length };
        bytes = &bytes[length..];
    }
    (text, has_invalid)
}

fn in_row(table: &[char], first: u8, column: u8) -> Option<char> {
    let character = table.get(usize::from(first - 0x81) * ROW + usize::from(column))?;
    (*character != char::REPLACEMENT_CHARACTER).then_some(*character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::BIG5;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The table, as a browser makes it.
    fn browsers_table() -> Vec<char> {
        let seconds = || (0x40..=0x7e).chain(0xa1..=0xfe);
        let pairs = (0x81..=0xfe).flat_map(|first| seconds().map(move |second| [first, second]));
        let character = |pair: [u8; 2]| {
            let (text, has_invalid) = BIG5.decode_without_bom_handling(&pair);
            let mut characters = text.chars();
            let only = characters.next().filter(|_| !has_invalid && characters.next().is_none());
            only.unwrap_or(char::REPLACEMENT_CHARACTER)
        };
        table(&pairs.map(character).collect::<String>()).unwrap()
    }

    #[test]
    fn bytes_are_decoded_as_the_standard_has_it() {
        let table = browsers_table();
        proptest!(|(bytes in vec(prop_oneof![0x81_u8..=0xfe, 0x40_u8..=0x7e, 0xa1_u8..=0xfe, any::<u8>()], 0..40))| {
            // four pairs stand for two characters, which a table does not hold
            prop_assume!(!bytes.windows(2).any(|pair| pair[0] == 0x88 && matches!(pair[1], 0x62 | 0x64 | 0xa3 | 0xa5)));
            let (text, has_invalid) = BIG5.decode_without_bom_handling(&bytes);
            prop_assert_eq!(decode_by(&table, &bytes), (text.into_owned(), has_invalid));
        });
        assert_eq!(decode_by(&[], b"a\xa4\x47"), ("a\u{fffd}G".to_owned(), true));
        assert!(super::table("刁").is_none());
    }
}
