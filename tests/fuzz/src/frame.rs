//! Decodes a byte stream into frames: the result does not depend on how the stream is split.
//!
//! No frame exceeds its limit. The first byte selects the codec (client or server) and gives the
//! number of piece lengths that follow, which are used cyclically. The rest is the stream.

use chuhe_protocol::{frame, limits};
use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder, LengthDelimitedCodec};

/// The result of decoding a stream.
#[derive(Debug, PartialEq, Eq)]
struct Decoded {
    frames: Vec<BytesMut>,
    /// Whether decoding stopped at a malformed frame.
    malformed: bool,
}

/// Checks the framing invariants on `data`.
pub fn run(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else { return };
    let (lengths, stream) = rest.split_at(usize::from(head >> 1).min(rest.len()));
    let (codec, most): (fn() -> LengthDelimitedCodec, usize) = match head % 2 {
        0 => (frame::client_frames, limits::CLIENT_FRAME_BYTES),
        _ => (frame::server_frames, limits::SERVER_FRAME_BYTES),
    };
    let whole = decode_all(codec(), most, [stream]);
    assert_eq!(decode_all(codec(), most, split(stream, lengths)), whole);
    let mut written = BytesMut::new();
    for frame in whole.frames {
        codec().encode(Bytes::from(frame), &mut written).expect("a decoded frame can be encoded");
    }
    assert!(stream.starts_with(&written), "a frame has one encoding");
}

/// Splits a stream into pieces of these lengths, which are used cyclically.
pub(crate) fn split<'a>(mut stream: &'a [u8], lengths: &[u8]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    for &length in lengths.iter().cycle().take(stream.len()) {
        let piece;
        (piece, stream) = stream.split_at(usize::from(length).min(stream.len()));
        pieces.push(piece);
    }
    pieces.push(stream);
    pieces
}

fn decode_all<'a>(
    mut codec: LengthDelimitedCodec,
    most: usize,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Decoded {
    let mut buffer = BytesMut::new();
    let mut decoded = Decoded { frames: Vec::new(), malformed: false };
    for piece in pieces {
        buffer.extend_from_slice(piece);
        loop {
            match codec.decode(&mut buffer) {
                Ok(None) => break,
                Ok(Some(frame)) => {
                    assert!(frame.len() <= most);
                    decoded.frames.push(frame);
                }
                Err(_) => {
                    decoded.malformed = true;
                    return decoded;
                }
            }
        }
    }
    decoded
}
