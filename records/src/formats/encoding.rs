//! The encodings of text formats.

use encoding_rs::{GB18030, UTF_8, UTF_16BE, UTF_16LE};
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
    if let Some((encoding, length)) = encoding_rs::Encoding::for_bom(bytes) {
        let (text, has_invalid) = encoding.decode_without_bom_handling(&bytes[length..]);
        let encoding =
            if encoding == UTF_16LE || encoding == UTF_16BE { Encoding::Utf16 } else { Encoding::Utf8 };
        return Decoded { text, encoding, has_invalid };
    }
    if let Ok(text) = str::from_utf8(bytes) {
        return Decoded { text: text.into(), encoding: Encoding::Utf8, has_invalid: false };
    }
    let (text, has_invalid) = GB18030.decode_without_bom_handling(bytes);
    if has_invalid {
        // A damaged file. Of a text in GB 18030 hardly a character is valid in UTF-8.
        let (other, _) = UTF_8.decode_without_bom_handling(bytes);
        let beyond_ascii = other.chars().filter(|c| !c.is_ascii()).count();
        let damaged = other.chars().filter(|&c| c == char::REPLACEMENT_CHARACTER).count();
        if 2 * damaged < beyond_ascii {
            return Decoded { text: other, encoding: Encoding::Utf8, has_invalid };
        }
    }
    Decoded { text, encoding: Encoding::Gb18030, has_invalid }
}

/// Encodes `text`; returns whether a character was replaced because the encoding does not have it.
///
/// GB 18030 has every character but a few private ones. UTF-16 is written as UTF-8.
pub(super) fn encode(text: String, encoding: Encoding) -> (Vec<u8>, bool) {
    match encoding {
        Encoding::Utf8 | Encoding::Utf16 => (text.into_bytes(), false),
        Encoding::Gb18030 => {
            let (bytes, _, replaced) = GB18030.encode(&text);
            (bytes.into_owned(), replaced)
        }
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
