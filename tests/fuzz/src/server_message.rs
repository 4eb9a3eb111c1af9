//! Decodes bytes as a server message: the result is a message or an error.
//!
//! Each message has one encoding: what decodes encodes to the same bytes.

use chuhe_protocol::ServerMessage;
use chuhe_protocol::wire::{self, Message};

/// Checks the server message invariants on `data`.
pub fn run(data: &[u8]) {
    let Ok(message) = wire::decode::<ServerMessage>(data) else { return };
    assert_eq!(wire::encode(&message).as_deref(), Ok(data));
    assert!(data.len() <= ServerMessage::LIMIT_BYTES);
}
