//! Encodes and decodes messages, with the standard configuration of bincode 2.
//!
//! The encoding has no names, no padding, and no lengths except these:
//!
//! | type | encoding |
//! |---|---|
//! | `u8` | itself |
//! | `u16`, `u32`, `u64` | under 251 one byte; else 251 and a `u16`, 252 and a `u32` or 253 and a `u64`, the shortest that holds it, little-endian |
//! | `bool` | 0 or 1 |
//! | `char` | its UTF-8 bytes |
//! | `String`, [`PlayerName`](crate::PlayerName) | the number of UTF-8 bytes as a `u64` above, then these |
//! | `Vec` | the number of items as a `u64` above, then these |
//! | `Option` | 0, or 1 and the value |
//! | `[T; N]` | its N items, without their number |
//! | `BTreeMap` | the number of entries as a `u64` above, then key and value of each, in ascending order of the keys |
//! | `struct`, tuple | its fields in the order of their declaration; one of a single field is that field |
//! | `enum` | the variant's index in the declaration, from 0, as a `u32` above, then its fields |
//! | [`PerColor`](chuhe_rules::PerColor) | red's value, then black's |
//! | [`SessionToken`](crate::SessionToken) | its 16 bytes |
//! | [`Square`](chuhe_rules::xiangqi::Square) | its index as a `u8`: rank · 9 + file |
//! | [`Station`](chuhe_rules::luzhanqi::Station) | its index as a `u8`: in an arm, arm · 30 + (row − 1) · 5 + (column − 1), with the arms in the order south, north, west, east; in the centre 120 + (row − 1) · 3 + (column − 1) |
//! | [`Slot`](chuhe_rules::luzhanqi::Slot) | its row and its column, a `u8` each |
//! | [`Formation`](chuhe_rules::luzhanqi::Formation) | its 25 strengths in the order of [`Slot::all`](chuhe_rules::luzhanqi::Slot::all), as `[Strength; 25]` |
//!
//! A frame holds exactly one message, and each message has one encoding. Client and server close
//! the connection on a malformed message, which includes one with an integer in a longer form, a
//! map out of order, or a name that is not normalised.
//!
//! ```
//! use chuhe_protocol::{GameId, Request, TableRequest, wire};
//! use chuhe_rules::GameMove;
//! let mv = GameMove::Xiangqi("h2e2".parse()?);
//! let message = TableRequest::Play { ply: 4, mv, premove: false }.at(GameId(70_000));
//! let bytes = wire::encode(&Request { number: 300, message })?;
//! #[rustfmt::skip]
//! assert_eq!(bytes, [
//!     251, 0x2c, 0x01,             // number 300
//!     3,                           // Table is the fourth of ClientMessage
//!     252, 0x70, 0x11, 0x01, 0x00, // game 70,000
//!     0,                           // Play is the first of TableRequest
//!     4,                           // ply
//!     0, 25, 22,                   // Xiangqi, from h2, to e2
//!     0,                           // not a premove
//! ]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Only this file uses bincode, because the crate is no longer maintained. Decoding has
//! a byte limit, which also bounds allocation, and refuses trailing bytes.

use crate::{Request, ServerMessage, limits};
use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use bincode::enc::write::{SizeWriter, Writer};
use bincode::error::EncodeError;
use serde::Serialize;
use serde::de::DeserializeOwned;

const CONFIG: Configuration<LittleEndian, Varint, Limit<{ limits::SERVER_FRAME_BYTES }>> =
    bincode::config::standard().with_limit::<{ limits::SERVER_FRAME_BYTES }>();

/// Initial buffer size: a move, its events and its journal entries fit without growing it.
const USUAL_BYTES: usize = 64;

/// A message that fills one frame, with its maximum size.
pub trait Message: Serialize + DeserializeOwned {
    /// The maximum size of the encoded message.
    const LIMIT_BYTES: usize;
    /// Whether bytes of the right length that decode to a message are its encoding.
    ///
    /// This holds for messages without a [`PlayerName`](crate::PlayerName) and without maps. To
    /// compare lengths takes 63 instructions for a move, to compare bytes 242.
    const LENGTH_PROVES_ENCODING: bool = false;
}

impl Message for Request {
    const LIMIT_BYTES: usize = limits::CLIENT_FRAME_BYTES;
    const LENGTH_PROVES_ENCODING: bool = true;
}

impl Message for ServerMessage {
    const LIMIT_BYTES: usize = limits::SERVER_FRAME_BYTES;
}

/// Why encoding or decoding a message fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The message exceeds its maximum size.
    #[error("the message is too large")]
    TooLarge,
    /// The bytes do not encode a message of this type.
    #[error("the bytes are not a valid message")]
    Malformed,
    /// Bytes follow the message.
    #[error("bytes follow the message")]
    TrailingBytes,
    /// The bytes decode to a message whose encoding differs from them.
    #[error("the bytes are not the encoding of their message")]
    NotCanonical,
}

/// Encodes `message`.
///
/// # Errors
/// [`WireError::TooLarge`] if the encoding exceeds [`Message::LIMIT_BYTES`].
pub fn encode<M: Message>(message: &M) -> Result<Vec<u8>, WireError> {
    // bincode's own vector starts empty and would reallocate several times
    let mut growing = Growing(Vec::with_capacity(USUAL_BYTES));
    bincode::serde::encode_into_writer(message, &mut growing, CONFIG).map_err(|_| WireError::Malformed)?;
    let Growing(bytes) = growing;
    if bytes.len() > M::LIMIT_BYTES { Err(WireError::TooLarge) } else { Ok(bytes) }
}

/// A writer that never fails, unlike those of the standard library, whose errors cost time in each field.
struct Growing(Vec<u8>);

impl Writer for Growing {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// Decodes the single message that fills `bytes`.
///
/// A message that is returned has `bytes` as its encoding: there is no second one.
///
/// # Errors
/// [`WireError`] if `bytes` is too long, malformed, longer than the message, or not its encoding.
///
/// ```
/// use chuhe_protocol::{Request, wire::{self, WireError}};
/// assert_eq!(wire::decode::<Request>(&[0xff; 11]), Err(WireError::Malformed));
/// ```
pub fn decode<M: Message>(bytes: &[u8]) -> Result<M, WireError> {
    if bytes.len() > M::LIMIT_BYTES {
        return Err(WireError::TooLarge);
    }
    let (message, used) =
        bincode::serde::decode_from_slice(bytes, CONFIG).map_err(|_| WireError::Malformed)?;
    if used < bytes.len() {
        return Err(WireError::TrailingBytes);
    }
    // bincode accepts integers that are too long, and maps in any order
    if is_encoding(bytes, &message) { Ok(message) } else { Err(WireError::NotCanonical) }
}

/// Returns whether `bytes`, which decode to `message`, are its encoding.
fn is_encoding<M: Message>(bytes: &[u8], message: &M) -> bool {
    if M::LENGTH_PROVES_ENCODING {
        let mut size = SizeWriter::default();
        let counted = bincode::serde::encode_into_writer(message, &mut size, CONFIG);
        return counted.is_ok() && size.bytes_written == bytes.len();
    }
    let mut comparison = Comparison { expected: bytes };
    // an encoding that is shorter than the bytes that begin with it would have left some of them undecoded
    bincode::serde::encode_into_writer(message, &mut comparison, CONFIG).is_ok()
}

/// A writer that fails at the first byte that differs from the expected ones.
struct Comparison<'a> {
    expected: &'a [u8],
}

impl Writer for Comparison<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match self.expected.strip_prefix(bytes) {
            Some(rest) => {
                self.expected = rest;
                Ok(())
            }
            None => Err(EncodeError::Other("the bytes differ")),
        }
    }
}
