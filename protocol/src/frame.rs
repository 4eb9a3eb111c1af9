//! How a stream of bytes is cut into frames: a big-endian `u32` length, then as
//! many bytes. A frame over the limit is an error before it is read.
//!
//! The two directions have different limits, so each side reads with the codec
//! of the other's frames and writes with the codec of its own. Who has thousands of
//! streams, and so no buffer for each, cuts with [`first`].

use crate::limits;
use tokio_util::codec::LengthDelimitedCodec;

/// So many bytes a frame's length takes, before the frame.
pub const LENGTH_BYTES: usize = 4;

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

/// A frame is over its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the frame is too long")]
pub struct TooLong;

/// The frame with which `bytes` begin, without its length; `None`, it is not all
/// there. It may be of `most_bytes`.
///
/// # Errors
/// [`TooLong`], which its length tells before it is there.
///
/// ```
/// use chuhe_protocol::frame;
/// assert_eq!(frame::first(&[0, 0, 0, 2, 7, 8, 0], 2), Ok(Some(&[7, 8][..])));
/// assert_eq!(frame::first(&[0, 0, 0, 2, 7], 2), Ok(None));
/// assert_eq!(frame::first(&[0, 0, 0, 3], 2), Err(frame::TooLong));
/// ```
pub fn first(bytes: &[u8], most_bytes: usize) -> Result<Option<&[u8]>, TooLong> {
    let Some((length, rest)) = bytes.split_first_chunk::<LENGTH_BYTES>() else { return Ok(None) };
    let length = usize::try_from(u32::from_be_bytes(*length)).map_err(|_| TooLong)?;
    if length > most_bytes { Err(TooLong) } else { Ok(rest.get(..length)) }
}

/// The frame of these bytes, which are at most 4 GiB, its length first.
#[must_use]
pub fn whole(bytes: &[u8]) -> Vec<u8> {
    let length = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
    [&length.to_be_bytes(), bytes].concat()
}
