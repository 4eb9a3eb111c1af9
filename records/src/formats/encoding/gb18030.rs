//! GB 18030 by a table that the caller provides.
//!
//! Every browser has the table, so that a program for a page need not carry its 60,000 characters.

#[cfg(not(feature = "tables"))]
use std::sync::OnceLock;

/// The characters of two bytes, and those of four bytes in the basic plane.
const PAIRS: usize = 126 * 190;
const QUADRUPLES: usize = 39_420;
/// The number of the first character of four bytes beyond the basic plane, U+10000.
const FIRST_BEYOND: u32 = 189_000;

#[cfg(not(feature = "tables"))]
static TABLE: OnceLock<Table> = OnceLock::new();

/// Provides the characters of GB 18030 in the basic plane: those of two bytes in the order of their bytes, then those
/// of four. Returns whether these are as many as there are; until then every character beyond ASCII is invalid.
#[cfg(not(feature = "tables"))]
pub fn provide_gb18030(characters: &str) -> bool {
    Table::new(characters).is_some_and(|table| TABLE.set(table).is_ok())
}

/// Decodes bytes by the table that was provided; returns whether some were invalid.
#[cfg(not(feature = "tables"))]
pub(super) fn decode(bytes: &[u8]) -> (String, bool) {
    TABLE.get().unwrap_or(&Table::EMPTY).decode(bytes)
}

/// Encodes a text by the table that was provided; returns whether a character was replaced.
#[cfg(not(feature = "tables"))]
pub(super) fn encode(text: &str) -> (Vec<u8>, bool) {
    TABLE.get().unwrap_or(&Table::EMPTY).encode(text)
}

/// The characters of the basic plane.
#[derive(Debug)]
struct Table {
    /// By number: those of two bytes, then those of four.
    characters: Vec<u16>,
    /// Each character with its number, sorted; of several numbers the first counts.
    numbers: Vec<(u16, u16)>,
}

impl Table {
    const EMPTY: Self = Self { characters: Vec::new(), numbers: Vec::new() };

    fn new(text: &str) -> Option<Self> {
        let characters: Vec<u16> = text.encode_utf16().collect();
        let mut numbers: Vec<(u16, u16)> = characters.iter().copied().zip(0..=u16::MAX).collect();
        numbers.sort_unstable();
        (characters.len() == PAIRS + QUADRUPLES).then_some(Self { characters, numbers })
    }

    fn character(&self, number: usize) -> Option<char> {
        char::from_u32(u32::from(*self.characters.get(number)?))
    }

    fn decode(&self, mut bytes: &[u8]) -> (String, bool) {
        let mut text = String::with_capacity(bytes.len());
        let mut has_invalid = false;
        while let Some(&first) = bytes.first() {
            let (character, length) = match first {
                ..0x80 => (Some(char::from(first)), 1),
                // as in Windows' code page 936
                0x80 => (Some('€'), 1),
                0x81..=0xfe => self.decode_longer(bytes),
                0xff => (None, 1),
            };
            has_invalid |= character.is_none();
            text.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
            bytes = &bytes[length..];
        }
        (text, has_invalid)
    }

    /// Decodes a character of several bytes, or says how many bytes are invalid.
    fn decode_longer(&self, bytes: &[u8]) -> (Option<char>, usize) {
        let row = usize::from(bytes[0] - 0x81);
        let Some(&second) = bytes.get(1) else { return (None, 1) };
        let column = match second {
            0x30..=0x39 => return self.decode_quadruple(bytes),
            0x40..=0x7e => second - 0x40,
            0x80..=0xfe => second - 0x41,
            ..0x80 => return (None, 1),
            0xff => return (None, 2),
        };
        let character = self.character(row * 190 + usize::from(column));
        // a byte of ASCII is never part of an invalid character
        (character, if character.is_none() && second < 0x80 { 1 } else { 2 })
    }

    fn decode_quadruple(&self, bytes: &[u8]) -> (Option<char>, usize) {
        let &[first, second, third @ 0x81..=0xfe, fourth @ 0x30..=0x39, ..] = bytes else {
            let is_cut = matches!(bytes, [_, _] | [_, _, 0x81..=0xfe]);
            return (None, if is_cut { bytes.len() } else { 1 });
        };
        let digits = [
            (first - 0x81, 10 * 126 * 10),
            (second - 0x30, 126 * 10),
            (third - 0x81, 10),
            (fourth - 0x30, 1),
        ];
        let number: u32 = digits.map(|(digit, weight)| u32::from(digit) * weight).iter().sum();
        let in_plane = usize::try_from(number).ok().filter(|number| *number < QUADRUPLES);
        let character = match in_plane {
            Some(number) => self.character(PAIRS + number),
            None => number.checked_sub(FIRST_BEYOND).and_then(|beyond| char::from_u32(0x1_0000 + beyond)),
        };
        (character, 4)
    }

    fn encode(&self, text: &str) -> (Vec<u8>, bool) {
        let mut bytes = Vec::with_capacity(text.len());
        let mut replaced = false;
        for character in text.chars() {
            if character.is_ascii() {
                bytes.push(character as u8);
            } else if let Some(number) = self.number(character) {
                encode_number(&mut bytes, number);
            } else {
                replaced = true;
                bytes.extend(format!("&#{};", u32::from(character)).bytes());
            }
        }
        (bytes, replaced)
    }

    fn number(&self, character: char) -> Option<Number> {
        let Ok(unit) = u16::try_from(u32::from(character)) else {
            return Some(Number::Quadruple(FIRST_BEYOND + u32::from(character) - 0x1_0000));
        };
        let index = self.numbers.partition_point(|(other, _)| *other < unit);
        let (_, number) = self.numbers.get(index).filter(|(found, _)| *found == unit)?;
        let number = usize::from(*number);
        Some(match number.checked_sub(PAIRS) {
            None => Number::Pair(number),
            Some(number) => Number::Quadruple(u32::try_from(number).ok()?),
        })
    }
}

/// The place of a character among those of as many bytes.
enum Number {
    Pair(usize),
    Quadruple(u32),
}

fn encode_number(bytes: &mut Vec<u8>, number: Number) {
    let byte = |digit: u32, first: u8| first + u8::try_from(digit).expect("less than 126");
    match number {
        Number::Pair(number) => {
            let (row, column) = (number / 190, number % 190);
            let second = column + if column < 0x3f { 0x40 } else { 0x41 };
            bytes.extend([row + 0x81, second].map(|byte| u8::try_from(byte).expect("less than 255")));
        }
        Number::Quadruple(number) => bytes.extend([
            byte(number / (10 * 126 * 10), 0x81),
            byte(number / (126 * 10) % 10, 0x30),
            byte(number / 10 % 126, 0x81),
            byte(number % 10, 0x30),
        ]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::GB18030;
    use proptest::collection::vec;
    use proptest::prelude::*;

    /// The table, as a browser makes it.
    fn table() -> Table {
        let mut bytes = Vec::new();
        (0..PAIRS).for_each(|number| encode_number(&mut bytes, Number::Pair(number)));
        (0..39_420).for_each(|number| encode_number(&mut bytes, Number::Quadruple(number)));
        let (text, has_invalid) = GB18030.decode_without_bom_handling(&bytes);
        assert!(!has_invalid);
        Table::new(&text).unwrap()
    }

    #[test]
    fn every_character_is_read_and_written_as_the_standard_has_it() {
        let table = table();
        for character in '\0'..=char::MAX {
            let text = character.to_string();
            let (expected, _, is_replaced) = GB18030.encode(&text);
            let (bytes, replaced) = table.encode(&text);
            // ten private characters have their place only in the standard of 2005
            if !('\u{e5e5}'..='\u{e864}').contains(&character) {
                assert_eq!((&bytes, replaced), (&expected.into_owned(), is_replaced), "{character:?}");
            }
            let (decoded, _) = GB18030.decode_without_bom_handling(&bytes);
            assert_eq!(table.decode(&bytes), (decoded.into_owned(), false), "{character:?}");
        }
    }

    #[test]
    fn table_of_another_length_is_refused() {
        assert!(Table::new("").is_none());
        assert!(Table::new("炮").is_none());
        assert_eq!(Table::EMPTY.decode("a".as_bytes()), ("a".to_owned(), false));
        assert_eq!(Table::EMPTY.decode(b"a\xc5\xda"), ("a\u{fffd}".to_owned(), true));
    }

    #[test]
    fn invalid_bytes_are_replaced_as_the_standard_says() {
        let table = table();
        let byte = prop_oneof![0x30_u8..=0x39, 0x81_u8..=0xfe, any::<u8>()];
        let config = ProptestConfig { cases: 20_000, ..ProptestConfig::default() };
        let mut runner = proptest::test_runner::TestRunner::new(config);
        let checked = runner.run(&vec(byte, 0..12), |bytes| {
            let (text, has_invalid) = GB18030.decode_without_bom_handling(&bytes);
            prop_assert_eq!(table.decode(&bytes), (text.into_owned(), has_invalid));
            Ok(())
        });
        checked.unwrap();
    }
}
