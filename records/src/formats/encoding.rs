//! The encodings of text formats.

#[cfg(any(test, not(feature = "tables")))]
pub(super) mod big5;
#[cfg(any(test, not(feature = "tables")))]
pub(super) mod gb18030;
mod guess;
mod utf16;
mod windows1252;
mod windows1258;

use std::borrow::Cow;
use std::fmt;
use utf16::Order;

/// An encoding of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB 18030, also for GB 2312 and GBK, which are parts of it.
    Gb18030,
    /// UTF-16, with a byte order mark or without; it is only read.
    Utf16,
    /// Big5, of Taiwan and Hong Kong; it is only read.
    Big5,
    /// Windows-1252, also for Latin-1; it is only read.
    Windows1252,
    /// Windows-1258, of Vietnam; it is only read.
    Windows1258,
}

impl Encoding {
    /// Every encoding.
    pub const ALL: [Self; 6] =
        [Self::Utf8, Self::Gb18030, Self::Big5, Self::Utf16, Self::Windows1252, Self::Windows1258];
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Gb18030 => "GB 18030",
            Self::Utf16 => "UTF-16",
            Self::Big5 => "Big5",
            Self::Windows1252 => "Windows-1252",
            Self::Windows1258 => "Windows-1258",
        })
    }
}

/// A text of a file.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) encoding: Encoding,
    /// Whether the encoding is likely and not certain.
    pub(super) is_guess: bool,
    /// Whether invalid bytes were replaced.
    pub(super) has_invalid: bool,
}

impl<'a> Decoded<'a> {
    fn certain(text: Cow<'a, str>, encoding: Encoding, has_invalid: bool) -> Self {
        Self { text, encoding, is_guess: false, has_invalid }
    }
}

/// Decodes a text: in `asked` if the caller knows the encoding, else by its byte order mark, as UTF-8, or by a guess.
///
/// Invalid bytes become U+FFFD.
pub(super) fn decode(bytes: &[u8], asked: Option<Encoding>) -> Decoded<'_> {
    match (bytes, asked) {
        ([0xff, 0xfe, bytes @ ..], None | Some(Encoding::Utf16)) => {
            return in_utf16(bytes, u16::from_le_bytes);
        }
        ([0xfe, 0xff, bytes @ ..], None | Some(Encoding::Utf16)) => {
            return in_utf16(bytes, u16::from_be_bytes);
        }
        _ => {}
    }
    if let Some(encoding) = asked {
        return decode_as(bytes, encoding);
    }
    if let Some(order) = Order::shown_by(bytes) {
        return in_utf16(bytes, |bytes| order.unit(bytes));
    }
    let (bytes, has_mark) = match bytes {
        [0xef, 0xbb, 0xbf, bytes @ ..] => (bytes, true),
        _ => (bytes, false),
    };
    let in_utf8 = String::from_utf8_lossy(bytes);
    if has_mark || matches!(in_utf8, Cow::Borrowed(_)) {
        let has_invalid = matches!(in_utf8, Cow::Owned(_));
        return Decoded::certain(in_utf8, Encoding::Utf8, has_invalid);
    }
    let one = |(text, has_invalid): (Cow<'_, str>, bool)| text.chars().next().filter(|_| !has_invalid);
    let guessed = guess::guess(bytes, |pair| one(decode_gb18030(pair)), |pair| one(decode_big5(pair)));
    let decoded = match guessed {
        Encoding::Gb18030 => {
            // The letters of other scripts keep the brace after them.
            let (text, has_invalid) = windows1252::with_letters(bytes, decode_gb18030);
            Decoded::certain(text, Encoding::Gb18030, has_invalid)
        }
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Big5 | Encoding::Windows1252 | Encoding::Windows1258 => {
            decode_as(bytes, guessed)
        }
    };
    if decoded.has_invalid || matches!(decoded.encoding, Encoding::Windows1252 | Encoding::Windows1258) {
        // A damaged file. Of a text in GB 18030 hardly a character is valid in UTF-8.
        let beyond_ascii = in_utf8.chars().filter(|c| !c.is_ascii()).count();
        let damaged = in_utf8.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        if 2 * damaged < beyond_ascii {
            return Decoded::certain(in_utf8, Encoding::Utf8, true);
        }
    }
    Decoded { is_guess: true, ..decoded }
}

/// The beginning of a text in UTF-16.
pub(super) fn utf16_beginning(bytes: &[u8]) -> Option<String> {
    const DECODED_BYTES: usize = 1 << 21;
    let has_mark = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    (has_mark || Order::shown_by(bytes).is_some())
        .then(|| decode(&bytes[..bytes.len().min(DECODED_BYTES)], None).text.into_owned())
}

fn decode_as(bytes: &[u8], encoding: Encoding) -> Decoded<'_> {
    let (text, has_invalid) = match encoding {
        Encoding::Utf8 => {
            let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
            let has_invalid = matches!(text, Cow::Owned(_));
            (text, has_invalid)
        }
        Encoding::Gb18030 => decode_gb18030(bytes),
        Encoding::Big5 => decode_big5(bytes),
        Encoding::Windows1252 => (windows1252::decode(bytes).into(), false),
        Encoding::Windows1258 => (windows1258::decode(bytes).into(), false),
        Encoding::Utf16 => {
            let order = Order::likelier(bytes);
            let (text, has_invalid) = decode_utf16(bytes, |bytes| order.unit(bytes));
            (text.into(), has_invalid)
        }
    };
    Decoded::certain(text, encoding, has_invalid)
}

fn in_utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> Decoded<'_> {
    let (text, has_invalid) = decode_utf16(bytes, unit);
    Decoded::certain(text.into(), Encoding::Utf16, has_invalid)
}

/// Decodes UTF-16 of which `unit` reads two bytes; returns whether some of it is not valid.
pub(super) fn decode_utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> (String, bool) {
    let (units, rest) = bytes.as_chunks::<2>();
    let mut has_invalid = !rest.is_empty();
    let characters = char::decode_utf16(units.iter().map(|bytes| unit(*bytes))).map(|character| {
        has_invalid |= character.is_err();
        character.unwrap_or(char::REPLACEMENT_CHARACTER)
    });
    let mut text: String = characters.collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (text, has_invalid)
}

/// Decodes GB 18030; returns whether some of it is not valid.
#[cfg(feature = "tables")]
pub(super) fn decode_gb18030(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    encoding_rs::GB18030.decode_without_bom_handling(bytes)
}

/// Decodes GB 18030; returns whether some of it is not valid.
#[cfg(not(feature = "tables"))]
pub(super) fn decode_gb18030(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let (text, has_invalid) = gb18030::decode(bytes);
    (text.into(), has_invalid)
}

/// Decodes Big5; returns whether some of it is not valid.
#[cfg(feature = "tables")]
fn decode_big5(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    encoding_rs::BIG5.decode_without_bom_handling(bytes)
}

/// Decodes Big5; returns whether some of it is not valid.
#[cfg(not(feature = "tables"))]
fn decode_big5(bytes: &[u8]) -> (Cow<'_, str>, bool) {
    let (text, has_invalid) = big5::decode(bytes);
    (text.into(), has_invalid)
}

/// Encodes a text in GB 18030; returns whether a character was replaced.
#[cfg(feature = "tables")]
pub(super) fn encode_gb18030(text: &str) -> (Vec<u8>, bool) {
    let (bytes, _, replaced) = encoding_rs::GB18030.encode(text);
    (bytes.into_owned(), replaced)
}

/// Encodes a text in GB 18030; returns whether a character was replaced.
#[cfg(not(feature = "tables"))]
pub(super) fn encode_gb18030(text: &str) -> (Vec<u8>, bool) {
    gb18030::encode(text)
}

/// Encodes `text`; returns whether a character was replaced because the encoding does not have it.
///
/// GB 18030 has every character but a few private ones. What is only read is written as UTF-8.
pub(super) fn encode(text: String, encoding: Encoding) -> (Vec<u8>, bool) {
    match encoding {
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Big5 | Encoding::Windows1252 | Encoding::Windows1258 => {
            (text.into_bytes(), false)
        }
        Encoding::Gb18030 => encode_gb18030(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_found_from_the_bytes() {
        let check = |bytes: &[u8], text: &str, encoding, has_invalid| {
            let decoded = decode(bytes, None);
            assert_eq!(
                (&*decoded.text, decoded.encoding, decoded.has_invalid),
                (text, encoding, has_invalid)
            );
        };
        check("炮二".as_bytes(), "炮二", Encoding::Utf8, false);
        check("\u{feff}炮二".as_bytes(), "炮二", Encoding::Utf8, false);
        check(b"\xc5\xda\xb6\xfe", "炮二", Encoding::Gb18030, false);
        check(b"\xff\xfe\xae\x70", "炮", Encoding::Utf16, false);
        check(b"\xc5\xda\xb6\xfe\xff", "炮二\u{fffd}", Encoding::Gb18030, true);
        check("炮二平五\u{fffd}".as_bytes(), "炮二平五\u{fffd}", Encoding::Utf8, false);
        check(&"炮二平五马八进七".as_bytes()[1..], "\u{fffd}\u{fffd}二平五马八进七", Encoding::Utf8, true);
        let (bytes, replaced) = encode("炮二".to_owned(), Encoding::Gb18030);
        assert_eq!((bytes.as_slice(), replaced), (b"\xc5\xda\xb6\xfe".as_slice(), false));
    }
}
