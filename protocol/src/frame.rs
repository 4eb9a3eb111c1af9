//! How a stream of bytes is cut into frames: a big-endian `u32` length, then as
//! many bytes. A frame over the limit is an error before it is read.
//!
//! The two directions have different limits, so each side reads with the codec
//! of the other's frames and writes with the codec of its own.

use crate::limits;
use tokio_util::codec::LengthDelimitedCodec;

/// The codec of the frames that clients send.
#[must_use]
pub fn client_frames() -> LengthDelimitedCodec {
    codec(limits::CLIENT_FRAME_BYTES)
}

/// The codec of the frames that servers send.
#[must_use]
pub fn server_frames() -> LengthDelimitedCodec {
    codec(limits::SERVER_FRAME_BYTES)
}

fn codec(most_bytes: usize) -> LengthDelimitedCodec {
    LengthDelimitedCodec::builder().length_field_type::<u32>().max_frame_length(most_bytes).new_codec()
}
