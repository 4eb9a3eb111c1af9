//! The encodings of text formats.

#[cfg(any(test, not(feature = "tables")))]
pub(super) mod gb18030;

use std::borrow::Cow;
use std::fmt;

/// An encoding of text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8.
    #[default]
    Utf8,
    /// GB 18030, also for GB 2312 and GBK, which are parts of it.
    Gb18030,
    /// UTF-16 with a byte order mark; it is only read.
    Utf16,
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utf8 => "UTF-8",
            Self::Gb18030 => "GB 18030",
            Self::Utf16 => "UTF-16",
        })
    }
}

/// A text of a file.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) encoding: Encoding,
    /// Whether invalid bytes were replaced.
    pub(super) has_invalid: bool,
}

/// Decodes a text: by its byte order mark, as UTF-8, or else as GB 18030.
///
/// Invalid bytes become U+FFFD.
pub(super) fn decode(bytes: &[u8]) -> Decoded<'_> {
    match bytes {
        [0xff, 0xfe, bytes @ ..] => return in_utf16(bytes, u16::from_le_bytes),
        [0xfe, 0xff, bytes @ ..] => return in_utf16(bytes, u16::from_be_bytes),
        _ => {}
    }
    let (bytes, has_mark) = match bytes {
        [0xef, 0xbb, 0xbf, bytes @ ..] => (bytes, true),
        _ => (bytes, false),
    };
    let in_utf8 = String::from_utf8_lossy(bytes);
    if has_mark || matches!(in_utf8, Cow::Borrowed(_)) {
        let has_invalid = matches!(in_utf8, Cow::Owned(_));
        return Decoded { text: in_utf8, encoding: Encoding::Utf8, has_invalid };
    }
    let (text, has_invalid) = decode_gb18030(bytes);
    if has_invalid {
        // A damaged file. Of a text in GB 18030 hardly a character is valid in UTF-8.
        let beyond_ascii = in_utf8.chars().filter(|c| !c.is_ascii()).count();
        let damaged = in_utf8.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        if 2 * damaged < beyond_ascii {
            return Decoded { text: in_utf8, encoding: Encoding::Utf8, has_invalid };
        }
    }
    Decoded { text, encoding: Encoding::Gb18030, has_invalid }
}

fn in_utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> Decoded<'_> {
    let (text, has_invalid) = decode_utf16(bytes, unit);
    Decoded { text: text.into(), encoding: Encoding::Utf16, has_invalid }
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
/// GB 18030 has every character but a few private ones. UTF-16 is written as UTF-8.
pub(super) fn encode(text: String, encoding: Encoding) -> (Vec<u8>, bool) {
    match encoding {
        Encoding::Utf8 | Encoding::Utf16 => (text.into_bytes(), false),
        Encoding::Gb18030 => encode_gb18030(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_encoding_is_found_from_the_bytes() {
        let check = |bytes: &[u8], text: &str, encoding, has_invalid| {
            let decoded = decode(bytes);
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
