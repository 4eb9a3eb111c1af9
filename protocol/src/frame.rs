//! Splits a byte stream into frames: a big-endian `u32` length, then that many bytes.
//!
//! A frame over the limit is an error as soon as its length is read.
//!
//! The two directions have different limits, so each side decodes with the peer's codec
//! and encodes with its own.

use crate::limits;
use tokio_util::codec::LengthDelimitedCodec;

/// The codec of frames sent by clients.
#[must_use]
pub fn client_frames() -> LengthDelimitedCodec {
    codec(limits::CLIENT_FRAME_BYTES)
}

/// The codec of frames sent by servers.
#[must_use]
pub fn server_frames() -> LengthDelimitedCodec {
    codec(limits::SERVER_FRAME_BYTES)
}

fn codec(most_bytes: usize) -> LengthDelimitedCodec {
    LengthDelimitedCodec::builder().length_field_type::<u32>().max_frame_length(most_bytes).new_codec()
}
