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
//! | `struct`, tuple | its fields in the order of their declaration; one of a single field is that field |
//! | `enum` | the variant's index in the declaration, from 0, as a `u32` above, then its fields |
//! | [`PerColor`](chuhe_rules::PerColor) | red's value, then black's |
//! | [`SessionToken`](crate::SessionToken) | its 16 bytes |
//! | [`Square`](chuhe_rules::xiangqi::Square) | its index as a `u8`: rank · 9 + file |
//!
//! A frame holds exactly one message. Client and server close the connection on a
//! malformed message.
//!
//! ```
//! use chuhe_protocol::{ClientMessage, GameId, Request, wire};
//! use chuhe_rules::GameMove;
//! let mv = GameMove::Xiangqi("h2e2".parse()?);
//! let message = ClientMessage::Play { game: GameId(70_000), ply: 4, mv };
//! let bytes = wire::encode(&Request { number: 300, message })?;
//! #[rustfmt::skip]
//! assert_eq!(bytes, [
//!     251, 0x2c, 0x01,             // number 300
//!     9,                           // Play is the tenth of ClientMessage
//!     252, 0x70, 0x11, 0x01, 0x00, // game 70,000
//!     4,                           // ply
//!     0, 25, 22,                   // Xiangqi, from h2, to e2
//! ]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Only this file uses bincode, because the crate is no longer maintained. Decoding has
//! a byte limit, which also bounds allocation, and refuses trailing bytes.

use crate::{Request, ServerMessage, limits};
use bincode::config::{Configuration, Limit, LittleEndian, Varint};
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
}

impl Message for Request {
    const LIMIT_BYTES: usize = limits::CLIENT_FRAME_BYTES;
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
}

/// Encodes `message`.
///
/// # Errors
/// [`WireError::TooLarge`] if the encoding exceeds [`Message::LIMIT_BYTES`].
pub fn encode<M: Message>(message: &M) -> Result<Vec<u8>, WireError> {
    // bincode's own vector starts empty and would reallocate several times
    let mut bytes = Vec::with_capacity(USUAL_BYTES);
    bincode::serde::encode_into_std_write(message, &mut bytes, CONFIG).map_err(|_| WireError::Malformed)?;
    if bytes.len() > M::LIMIT_BYTES { Err(WireError::TooLarge) } else { Ok(bytes) }
}

/// Decodes the single message that fills `bytes`.
///
/// # Errors
/// [`WireError`] if `bytes` is too long, malformed, or longer than the message.
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
    if used == bytes.len() { Ok(message) } else { Err(WireError::TrailingBytes) }
}
