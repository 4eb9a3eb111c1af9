//! The order of the bytes of UTF-16 without a byte order mark.

/// The order of the two bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    LittleEndian,
    BigEndian,
}

/// The bytes at the beginning of a text that show the order.
const SEEN: usize = 400;
/// One unit in so many is of ASCII in a text that is recognised: spaces, digits, tags.
const UNITS_OF_ASCII: usize = 8;

impl Order {
    /// Reads a unit.
    pub(super) const fn unit(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::LittleEndian => u16::from_le_bytes(bytes),
            Self::BigEndian => u16::from_be_bytes(bytes),
        }
    }

    /// The order in which these bytes surely are UTF-16: some of its units are ASCII, and all are text.
    pub(super) fn shown_by(bytes: &[u8]) -> Option<Self> {
        let units = units(bytes);
        let is_shown = |order: &Self| {
            let begins = units.first().is_some_and(|&unit| is_likely(order.unit(unit)));
            let ascii = units.iter().filter(|&&unit| is_ascii(order.unit(unit))).count();
            let mut others = units.iter().map(|&unit| order.unit(unit)).filter(|&unit| !is_ascii(unit));
            // a zero or a control character is of another file
            let is_text = others.all(|unit| unit >= 0xa0);
            // pairs of ASCII look like Chinese characters
            let is_pair = |unit: &&[u8; 2]| unit.iter().all(|byte| matches!(byte, b' '..=b'~'));
            let pairs = units.iter().filter(is_pair).count();
            let is_usual = UNITS_OF_ASCII * ascii >= units.len() && pairs <= 2 * ascii;
            begins && units.len() > 1 && is_usual && is_text
        };
        [Self::LittleEndian, Self::BigEndian].into_iter().find(is_shown)
    }

    /// The likelier order of bytes that are UTF-16: the one with more units of ASCII, of Chinese and its marks.
    pub(super) fn likelier(bytes: &[u8]) -> Self {
        let units = units(bytes);
        let likely = |order: Self| units.iter().filter(|&&unit| is_likely(order.unit(unit))).count();
        if likely(Self::BigEndian) > likely(Self::LittleEndian) {
            Self::BigEndian
        } else {
            Self::LittleEndian
        }
    }
}

fn units(bytes: &[u8]) -> &[[u8; 2]] {
    bytes[..bytes.len().min(SEEN)].as_chunks().0
}

const fn is_ascii(unit: u16) -> bool {
    matches!(unit, 0x09 | 0x0a | 0x0d | 0x20..=0x7e)
}

/// Whether a unit is of ASCII, of Chinese or a mark of it.
const fn is_likely(unit: u16) -> bool {
    is_ascii(unit) || matches!(unit, 0x3000..=0x303f | 0x4e00..=0x9fff | 0xff00..=0xff5e)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ascii_in_whole_units_shows_the_order() {
        let bytes =
            |text: &str, order: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(order).collect::<Vec<_>>();
        for text in ["[Red \"A\"]\n", "炮二平五 马8进7", "h2e2"] {
            assert_eq!(Order::shown_by(&bytes(text, u16::to_le_bytes)), Some(Order::LittleEndian), "{text}");
            assert_eq!(Order::shown_by(&bytes(text, u16::to_be_bytes)), Some(Order::BigEndian), "{text}");
        }
        for other in [
            b"".as_slice(),
            b"[Red \"A\"]",
            "炮二平五 马8进7".as_bytes(),
            b"CCBridge Record\0a\0b\0",
            b"FORMAT  WXF\nRED     \"\0R\0e\0d\0 \0\"\0\nRESULT  *\nSTART{\n}END\n",
            b"X\0\0\0",
            b"\0\0\0\0",
        ] {
            assert_eq!(Order::shown_by(other), None, "{other:?}");
        }
        assert_eq!(Order::likelier(&bytes("炮二平五", u16::to_be_bytes)), Order::BigEndian);
        assert_eq!(Order::likelier(&bytes("炮二平五", u16::to_le_bytes)), Order::LittleEndian);
        assert_eq!(Order::likelier(b""), Order::LittleEndian);
    }
}
