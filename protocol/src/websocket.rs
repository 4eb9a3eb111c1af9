//! The headers of WebSocket frames (RFC 6455), for both sides of a connection.
//!
//! Over a WebSocket, each binary message is one frame of the protocol without its length prefix:
//! the WebSocket has a length of its own. Extensions are not supported, so the reserved bits of a
//! header are zero.

/// The most bytes that a header takes.
pub const MAX_HEADER_BYTES: usize = 14;
/// The most bytes in the payload of a control frame.
pub const MAX_CONTROL_BYTES: usize = 125;

/// The bit of the first byte that marks the last fragment of a message.
const FINAL: u8 = 0x80;
/// The reserved bits of the first byte.
const RESERVED: u8 = 0x70;
/// The bit of the second byte that says that a mask follows.
const MASKED: u8 = 0x80;
/// Length that says that the actual one follows in 2 bytes.
const LENGTH_IN_2: u8 = 126;
/// Length that says that the actual one follows in 8 bytes.
const LENGTH_IN_8: u8 = 127;

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opcode {
    /// A further fragment of a message.
    Continuation,
    /// The first fragment of a text message.
    Text,
    /// The first fragment of a binary message.
    Binary,
    /// The last frame of its sender.
    Close,
    /// Asks for a pong with the same payload.
    Ping,
    /// Answers a ping.
    Pong,
}

impl Opcode {
    const fn number(self) -> u8 {
        match self {
            Self::Continuation => 0,
            Self::Text => 1,
            Self::Binary => 2,
            Self::Close => 8,
            Self::Ping => 9,
            Self::Pong => 10,
        }
    }

    const fn of_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Continuation,
            1 => Self::Text,
            2 => Self::Binary,
            8 => Self::Close,
            9 => Self::Ping,
            10 => Self::Pong,
            _ => return None,
        })
    }

    /// Whether the frame may stand between the fragments of a message.
    #[must_use]
    pub const fn is_control(self) -> bool {
        match self {
            Self::Close | Self::Ping | Self::Pong => true,
            Self::Continuation | Self::Text | Self::Binary => false,
        }
    }
}

/// The header of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Whether the frame is the last fragment of its message.
    pub is_final: bool,
    /// What the frame is.
    pub opcode: Opcode,
    /// The mask of the payload. A client must mask, a server must not.
    pub mask: Option<[u8; 4]>,
    /// The length of the payload in bytes.
    pub length: u64,
}

/// Why bytes are not a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// A reserved bit is set, but no extension was negotiated.
    #[error("a reserved bit is set")]
    ReservedBit,
    /// The opcode is unknown.
    #[error("an unknown opcode")]
    UnknownOpcode,
    /// A control frame is fragmented, or has more than [`MAX_CONTROL_BYTES`].
    #[error("a control frame that is fragmented or too long")]
    BadControl,
    /// The length is not in its shortest form, or exceeds 63 bits.
    #[error("a length in the wrong form")]
    BadLength,
}

impl Header {
    /// Returns the header of a whole message or a control frame.
    #[must_use]
    pub const fn whole(opcode: Opcode, mask: Option<[u8; 4]>, length: u64) -> Self {
        Self { is_final: true, opcode, mask, length }
    }

    /// Decodes the header at the start of `bytes`; returns it with its length. `None` if it is not
    /// complete yet.
    ///
    /// # Errors
    /// [`HeaderError`] as soon as a byte is wrong.
    pub fn decode(bytes: &[u8]) -> Result<Option<(Self, usize)>, HeaderError> {
        let Some(&first) = bytes.first() else { return Ok(None) };
        if first & RESERVED != 0 {
            return Err(HeaderError::ReservedBit);
        }
        let is_final = first & FINAL != 0;
        let opcode = Opcode::of_number(first & 0x0f).ok_or(HeaderError::UnknownOpcode)?;
        if opcode.is_control() && !is_final {
            return Err(HeaderError::BadControl);
        }
        let Some(&second) = bytes.get(1) else { return Ok(None) };
        let short = second & !MASKED;
        if opcode.is_control() && usize::from(short) > MAX_CONTROL_BYTES {
            return Err(HeaderError::BadControl);
        }
        let (length, end) = match short {
            LENGTH_IN_2 => {
                let Some(&length) = bytes[2..].first_chunk() else { return Ok(None) };
                (u16::from_be_bytes(length).into(), 4)
            }
            LENGTH_IN_8 => {
                let Some(&length) = bytes[2..].first_chunk() else { return Ok(None) };
                (u64::from_be_bytes(length), 10)
            }
            _ => (u64::from(short), 2),
        };
        let is_shortest = match short {
            LENGTH_IN_2 => length >= LENGTH_IN_2.into(),
            LENGTH_IN_8 => length > u16::MAX.into() && length <= i64::MAX.cast_unsigned(),
            _ => true,
        };
        if !is_shortest {
            return Err(HeaderError::BadLength);
        }
        if second & MASKED == 0 {
            return Ok(Some((Self { is_final, opcode, mask: None, length }, end)));
        }
        let Some(&mask) = bytes[end..].first_chunk() else { return Ok(None) };
        Ok(Some((Self { is_final, opcode, mask: Some(mask), length }, end + mask.len())))
    }

    /// Encodes the header; returns the bytes, of which the given number are used.
    #[must_use]
    pub fn encode(&self) -> ([u8; MAX_HEADER_BYTES], usize) {
        let mut bytes = [0; MAX_HEADER_BYTES];
        bytes[0] = self.opcode.number() | if self.is_final { FINAL } else { 0 };
        let mut end = match (u8::try_from(self.length), u16::try_from(self.length)) {
            (Ok(length), _) if length < LENGTH_IN_2 => {
                bytes[1] = length;
                2
            }
            (_, Ok(length)) => {
                bytes[1] = LENGTH_IN_2;
                bytes[2..4].copy_from_slice(&length.to_be_bytes());
                4
            }
            (_, Err(_)) => {
                bytes[1] = LENGTH_IN_8;
                bytes[2..10].copy_from_slice(&self.length.to_be_bytes());
                10
            }
        };
        if let Some(mask) = self.mask {
            bytes[1] |= MASKED;
            bytes[end..end + mask.len()].copy_from_slice(&mask);
            end += mask.len();
        }
        (bytes, end)
    }
}

/// Masks or unmasks a part of a payload that begins `offset` bytes after its start.
pub fn apply_mask(bytes: &mut [u8], mask: [u8; 4], offset: usize) {
    let mask: [u8; 4] = std::array::from_fn(|n| mask[(offset + n) % 4]);
    // eight bytes at a time, which is several times as fast as single ones
    let [a, b, c, d] = mask;
    let wide = u64::from_ne_bytes([a, b, c, d, a, b, c, d]);
    let (chunks, rest) = bytes.as_chunks_mut::<8>();
    for chunk in chunks {
        *chunk = (u64::from_ne_bytes(*chunk) ^ wide).to_ne_bytes();
    }
    for (byte, mask) in rest.iter_mut().zip(mask.iter().cycle()) {
        *byte ^= mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(bytes: &[u8]) -> Result<Option<(Header, usize)>, HeaderError> {
        Header::decode(bytes)
    }

    #[test]
    fn examples_of_the_rfc_are_decoded() {
        // RFC 6455, section 5.7
        let mask = Some([0x37, 0xfa, 0x21, 0x3d]);
        let masked = [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58];
        assert_eq!(of(&masked), Ok(Some((Header::whole(Opcode::Text, mask, 5), 6))));
        let mut text = masked[6..].to_vec();
        apply_mask(&mut text, [0x37, 0xfa, 0x21, 0x3d], 0);
        assert_eq!(text, b"Hello");
        let first = Header { is_final: false, opcode: Opcode::Text, mask: None, length: 3 };
        assert_eq!(of(&[0x01, 0x03, 0x48]), Ok(Some((first, 2))));
        let long = [0x82, 0x7e, 0x01, 0x00];
        assert_eq!(of(&long), Ok(Some((Header::whole(Opcode::Binary, None, 256), 4))));
        let longer = [0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0];
        assert_eq!(of(&longer), Ok(Some((Header::whole(Opcode::Binary, None, 65_536), 10))));
    }

    #[test]
    fn wrong_headers_are_refused_at_their_first_wrong_byte() {
        for (bytes, expected) in [
            (&[0xc2][..], HeaderError::ReservedBit),
            (&[0x83], HeaderError::UnknownOpcode),
            (&[0x8b], HeaderError::UnknownOpcode),
            (&[0x09], HeaderError::BadControl),
            (&[0x89, 0xfe], HeaderError::BadControl),
            (&[0x82, 0xfe, 0, 125], HeaderError::BadLength),
            (&[0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff], HeaderError::BadLength),
            (&[0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], HeaderError::BadLength),
        ] {
            assert_eq!(of(bytes), Err(expected), "{bytes:?}");
            assert_eq!(of(&bytes[..bytes.len() - 1]), Ok(None), "{bytes:?}");
        }
    }

    fn headers() -> impl Strategy<Value = Header> {
        let lengths = prop_oneof![0..200_u64, 65_000..66_000_u64, 0..=i64::MAX.cast_unsigned()];
        let opcodes = proptest::sample::select(vec![
            Opcode::Continuation,
            Opcode::Text,
            Opcode::Binary,
            Opcode::Close,
            Opcode::Ping,
            Opcode::Pong,
        ]);
        (any::<bool>(), opcodes, any::<Option<[u8; 4]>>(), lengths).prop_map(
            |(is_final, opcode, mask, length)| {
                let is_control = opcode.is_control();
                let length = if is_control { length % 126 } else { length };
                Header { is_final: is_final || is_control, opcode, mask, length }
            },
        )
    }

    proptest! {
        #[test]
        fn encoded_header_decodes_to_itself_and_no_part_of_it_does(header in headers(), more in any::<[u8; 3]>()) {
            let (bytes, end) = header.encode();
            prop_assert_eq!(of(&[&bytes[..end], &more].concat()), Ok(Some((header, end))));
            for part in 0..end {
                prop_assert_eq!(of(&bytes[..part]), Ok(None));
            }
        }

        #[test]
        fn bytes_that_decode_are_the_encoding(bytes in proptest::collection::vec(any::<u8>(), 0..20)) {
            if let Ok(Some((header, end))) = of(&bytes) {
                let (encoded, length) = header.encode();
                prop_assert_eq!(&encoded[..length], &bytes[..end]);
            }
        }

        #[test]
        fn mask_applies_to_parts_as_to_the_whole(
            bytes in proptest::collection::vec(any::<u8>(), 0..100), mask: [u8; 4], cut in 0..100_usize,
        ) {
            let expected: Vec<u8> = bytes.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask).collect();
            let cut = cut.min(bytes.len());
            let mut parts = bytes;
            let (first, second) = parts.split_at_mut(cut);
            apply_mask(first, mask, 0);
            apply_mask(second, mask, cut);
            prop_assert_eq!(parts, expected);
        }
    }
}
