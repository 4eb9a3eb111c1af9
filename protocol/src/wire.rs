//! The bytes of a message: bincode 2's standard configuration (little-endian,
//! variable-length integers, enum variants by their number).
//!
//! This is the only file that names bincode. The crate is no longer maintained;
//! what keeps it safe here is that a decoder is given a byte limit, which also
//! bounds what it allocates, and that left-over bytes are refused.

use crate::{Request, ServerMessage, limits};
use bincode::config::{Configuration, Limit, LittleEndian, Varint};
use serde::Serialize;
use serde::de::DeserializeOwned;

const CONFIG: Configuration<LittleEndian, Varint, Limit<{ limits::SERVER_FRAME_BYTES }>> =
    bincode::config::standard().with_limit::<{ limits::SERVER_FRAME_BYTES }>();

/// A message that travels in a frame, with the most bytes it may take.
pub trait Message: Serialize + DeserializeOwned {
    /// The most bytes it may take.
    const LIMIT_BYTES: usize;
}

impl Message for Request {
    const LIMIT_BYTES: usize = limits::CLIENT_FRAME_BYTES;
}

impl Message for ServerMessage {
    const LIMIT_BYTES: usize = limits::SERVER_FRAME_BYTES;
}

/// Why bytes are no message, or a message has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The message is over its limit.
    #[error("the message is too large")]
    TooLarge,
    /// The bytes are no such message.
    #[error("the bytes are no message")]
    Malformed,
    /// Bytes follow the message.
    #[error("bytes follow the message")]
    TrailingBytes,
}

/// The bytes of `message`.
///
/// # Errors
/// [`WireError::TooLarge`] if they are over the message's limit.
pub fn encode<M: Message>(message: &M) -> Result<Vec<u8>, WireError> {
    let bytes = bincode::serde::encode_to_vec(message, CONFIG).map_err(|_| WireError::Malformed)?;
    if bytes.len() > M::LIMIT_BYTES { Err(WireError::TooLarge) } else { Ok(bytes) }
}

/// The message in `bytes`, which must be all of it.
///
/// # Errors
/// [`WireError`] if they are too many, no message, or more than one.
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
