//! A stream of bytes that arrives in pieces is cut into the frames that it would
//! be cut into had it arrived at once, and none is over its limit.
//!
//! The first byte says whose frames they are and how many of the bytes behind it
//! are lengths of pieces, which are used in turn; the rest is the stream.

use chuhe_protocol::{frame, limits};
use tokio_util::bytes::{Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder, LengthDelimitedCodec};

/// What a stream was cut into.
#[derive(Debug, PartialEq, Eq)]
struct Cut {
    frames: Vec<BytesMut>,
    /// Whether it ended with what is no frame.
    broken: bool,
}

/// Holds it of `data`.
pub fn read(data: &[u8]) {
    let Some((&head, rest)) = data.split_first() else { return };
    let (lengths, stream) = rest.split_at(usize::from(head >> 1).min(rest.len()));
    let (codec, most): (fn() -> LengthDelimitedCodec, usize) = match head % 2 {
        0 => (frame::client_frames, limits::CLIENT_FRAME_BYTES),
        _ => (frame::server_frames, limits::SERVER_FRAME_BYTES),
    };
    let whole = cut(codec(), most, [stream]);
    assert_eq!(cut(codec(), most, pieces(stream, lengths)), whole);
    let mut written = BytesMut::new();
    for frame in whole.frames {
        codec().encode(Bytes::from(frame), &mut written).expect("what was read may be written");
    }
    assert!(stream.starts_with(&written), "a frame has one form");
}

fn pieces<'a>(mut stream: &'a [u8], lengths: &[u8]) -> Vec<&'a [u8]> {
    let mut pieces = Vec::new();
    for &length in lengths.iter().cycle().take(stream.len()) {
        let piece;
        (piece, stream) = stream.split_at(usize::from(length).min(stream.len()));
        pieces.push(piece);
    }
    pieces.push(stream);
    pieces
}

fn cut<'a>(mut codec: LengthDelimitedCodec, most: usize, pieces: impl IntoIterator<Item = &'a [u8]>) -> Cut {
    let mut buffer = BytesMut::new();
    let mut cut = Cut { frames: Vec::new(), broken: false };
    for piece in pieces {
        buffer.extend_from_slice(piece);
        loop {
            match codec.decode(&mut buffer) {
                Ok(None) => break,
                Ok(Some(frame)) => {
                    assert!(frame.len() <= most);
                    cut.frames.push(frame);
                }
                Err(_) => {
                    cut.broken = true;
                    return cut;
                }
            }
        }
    }
    cut
}
