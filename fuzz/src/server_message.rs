//! Decodes bytes as a server message: the result is a message or an error.
//!
//! Encoding it again may give more bytes than were read, because decoding normalizes names.

use chuhe_protocol::ServerMessage;
use chuhe_protocol::wire::{self, Message, WireError};

/// The largest growth factor of a UTF-8 text under NFC normalization.
const GROWTH: usize = 3;

/// Checks the server message invariants on `data`.
pub fn run(data: &[u8]) {
    let Ok(message) = wire::decode::<ServerMessage>(data) else { return };
    assert!(data.len() <= ServerMessage::LIMIT_BYTES);
    match wire::encode(&message) {
        Ok(encoded) => {
            assert!(encoded.len() <= data.len() * GROWTH);
            assert_eq!(wire::decode::<ServerMessage>(&encoded).as_ref(), Ok(&message));
        }
        Err(error) => {
            assert_eq!(error, WireError::TooLarge);
            assert!(data.len() * GROWTH > ServerMessage::LIMIT_BYTES);
        }
    }
}
