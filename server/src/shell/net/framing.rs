//! What stands before each message in the stream of a connection.

use chuhe_protocol::limits;
use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// Bytes before most messages, at most.
pub(crate) const HEADER_BYTES: usize = 4;

/// How the messages of a stream are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Each has its length before it.
    Prefixed,
    /// Each is a binary message of a WebSocket.
    WebSocket,
}

impl Framing {
    /// Appends what stands before a message of `length` bytes.
    pub(crate) fn append_header(self, length: usize, out: &mut Vec<u8>) {
        debug_assert!(length <= limits::SERVER_FRAME_BYTES, "{length} bytes");
        match self {
            Self::Prefixed => out.extend((length as u32).to_be_bytes()),
            Self::WebSocket => {
                let opcode = OpCode::Data(Data::Binary);
                let header = FrameHeader { is_final: true, opcode, ..FrameHeader::default() };
                header.format(length as u64, out).expect("a vector takes all bytes");
            }
        }
    }

    /// Appends a message, with what stands before it.
    pub(crate) fn append(self, message: &[u8], out: &mut Vec<u8>) {
        self.append_header(message.len(), out);
        out.extend_from_slice(message);
    }

    /// Returns a message with what stands before it.
    pub(crate) fn frame(self, message: &[u8]) -> Vec<u8> {
        let mut frame = Vec::with_capacity(HEADER_BYTES + message.len());
        self.append(message, &mut frame);
        frame
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::BytesMut;
    use chuhe_protocol::frame::server_frames;
    use std::io::Cursor;
    use tokio_util::codec::Decoder as _;
    use tungstenite::protocol::{Message, Role, WebSocket};

    #[test]
    fn clients_read_what_is_framed() {
        for length in [0, 1, 125, 126, 127, 65_535, limits::SERVER_FRAME_BYTES] {
            let message = vec![7; length];
            let mut prefixed = BytesMut::from(&Framing::Prefixed.frame(&message)[..]);
            let read = server_frames().decode(&mut prefixed).expect("a frame within the limit");
            assert!(read.is_some_and(|read| read == message) && prefixed.is_empty());
            let stream = Cursor::new(Framing::WebSocket.frame(&message));
            let mut client = WebSocket::from_raw_socket(stream, Role::Client, None);
            assert_eq!(client.read().expect("a message"), Message::Binary(message.into()));
        }
    }

    #[test]
    fn short_messages_have_short_headers() {
        let long = [&[0x82, 126, 0, 200][..], &[2; 200]].concat();
        assert_eq!(Framing::WebSocket.frame(&[1; 3]), [0x82, 3, 1, 1, 1]);
        assert_eq!(Framing::WebSocket.frame(&[2; 200]), long);
        assert_eq!(Framing::Prefixed.frame(&[1; 3]), [0, 0, 0, 3, 1, 1, 1]);
    }
}
