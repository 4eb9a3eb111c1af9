//! Bytes are a server's message or refused. As a client's, it has one form that
//! is sent; it may be longer than what was read, for names are normalised.

use chuhe_protocol::ServerMessage;
use chuhe_protocol::wire::{self, Message, WireError};

/// How much longer normalising makes a name, at most: UTF-8 in NFC.
const GROWTH: usize = 3;

/// Holds it of `data`.
pub fn read(data: &[u8]) {
    let Ok(message) = wire::decode::<ServerMessage>(data) else { return };
    assert!(data.len() <= ServerMessage::LIMIT_BYTES);
    match wire::encode(&message) {
        Ok(sent) => {
            assert!(sent.len() <= data.len() * GROWTH);
            assert_eq!(wire::decode::<ServerMessage>(&sent).as_ref(), Ok(&message));
        }
        Err(error) => {
            assert_eq!(error, WireError::TooLarge);
            assert!(data.len() * GROWTH > ServerMessage::LIMIT_BYTES);
        }
    }
}
