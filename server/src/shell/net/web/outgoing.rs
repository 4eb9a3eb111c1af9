//! Turns a stream of length-prefixed frames into the messages of a WebSocket.

use tungstenite::protocol::frame::FrameHeader;
use tungstenite::protocol::frame::coding::{Data, OpCode};

/// Length of the prefix that each frame has in the stream.
const PREFIX_BYTES: usize = 4;
/// Maximum number of bytes that are encoded at once. A message that goes beyond it is sent in
/// fragments, so that what a slow peer has not read yet takes no more memory.
const ENCODED_BYTES: usize = 16 * 1024;

/// Where a stream of length-prefixed frames stands.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Outgoing {
    prefix: [u8; PREFIX_BYTES],
    /// How many bytes of the prefix have arrived.
    prefix_bytes: usize,
    /// How many bytes of the payload are still to come; `None` before its prefix is complete.
    payload_left: Option<usize>,
    /// Whether a fragment of the message was encoded.
    is_continued: bool,
}

impl Outgoing {
    /// Encodes the start of `input` as messages or fragments; returns them, and how many bytes of the
    /// input they stand for, which is at least one unless there is none.
    pub(super) fn encode(&mut self, input: &[u8]) -> (Vec<u8>, usize) {
        let (mut encoded, mut rest) = (Vec::with_capacity(input.len().min(ENCODED_BYTES)), input);
        while encoded.len() < ENCODED_BYTES {
            let Some(left) = self.payload_left.or_else(|| self.take_prefix(&mut rest)) else { break };
            self.payload_left = Some(left);
            let (payload, after) = rest.split_at(left.min(rest.len()).min(ENCODED_BYTES - encoded.len()));
            if payload.is_empty() && left > 0 {
                break;
            }
            rest = after;
            let is_final = payload.len() == left;
            let kind = if self.is_continued { Data::Continue } else { Data::Binary };
            let header = FrameHeader { is_final, opcode: OpCode::Data(kind), ..FrameHeader::default() };
            header.format(payload.len() as u64, &mut encoded).expect("a vector takes all bytes");
            encoded.extend_from_slice(payload);
            self.payload_left = (!is_final).then_some(left - payload.len());
            self.is_continued = !is_final;
        }
        (encoded, input.len() - rest.len())
    }

    /// Takes the bytes of a prefix from the input; returns the length once it is complete.
    fn take_prefix(&mut self, input: &mut &[u8]) -> Option<usize> {
        let at = self.prefix_bytes;
        let (taken, rest) = input.split_at(input.len().min(PREFIX_BYTES - at));
        self.prefix[at..at + taken.len()].copy_from_slice(taken);
        *input = rest;
        self.prefix_bytes = (at + taken.len()) % PREFIX_BYTES;
        let is_complete = at + taken.len() == PREFIX_BYTES;
        is_complete.then(|| u32::from_be_bytes(self.prefix) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::limits;
    use proptest::prelude::*;
    use std::io::Cursor;
    use tungstenite::protocol::{Message, Role, WebSocket};

    /// Encodes frames that are offered in parts of these lengths; returns what each call encodes.
    fn encode(frames: &[Vec<u8>], offers: &[usize]) -> Vec<Vec<u8>> {
        let prefix = |frame: &[u8]| u32::try_from(frame.len()).expect("a short frame").to_be_bytes();
        let stream: Vec<u8> = frames.iter().flat_map(|frame| [&prefix(frame)[..], frame].concat()).collect();
        let (mut outgoing, mut rest, mut encoded) = (Outgoing::default(), &stream[..], Vec::new());
        for offer in offers.iter().cycle() {
            if rest.is_empty() {
                break;
            }
            let (part, taken) = outgoing.encode(&rest[..rest.len().min(*offer)]);
            assert!(taken > 0);
            encoded.push(part);
            rest = &rest[taken..];
        }
        assert!(outgoing.payload_left.is_none() && !outgoing.is_continued && outgoing.prefix_bytes == 0);
        encoded
    }

    /// Returns the messages as a client reads them.
    fn messages(encoded: &[Vec<u8>], count: usize) -> Vec<Vec<u8>> {
        let mut client = WebSocket::from_raw_socket(Cursor::new(encoded.concat()), Role::Client, None);
        let mut read = || match client.read() {
            Ok(Message::Binary(message)) => message.to_vec(),
            other => panic!("{other:?}"),
        };
        (0..count).map(|_| read()).collect()
    }

    proptest! {
        #[test]
        fn frames_become_messages_whatever_is_offered_at_once(
            lengths in proptest::collection::vec(prop_oneof![0..5_usize, 120..130_usize, 0..40_000_usize], 0..20),
            offers in proptest::collection::vec(prop_oneof![1..5_usize, 1..50_000_usize], 1..10),
        ) {
            let frames: Vec<Vec<u8>> =
                lengths.iter().enumerate().map(|(n, &length)| vec![n as u8; length]).collect();
            let encoded = encode(&frames, &offers);
            prop_assert_eq!(messages(&encoded, frames.len()), frames);
            for part in encoded {
                // each frame adds a header of at most 4 bytes, where its prefix had 4
                prop_assert!(part.len() <= ENCODED_BYTES + 4, "{}", part.len());
            }
        }
    }

    #[test]
    fn short_frames_are_whole_messages_and_the_longest_is_sent_in_fragments() {
        let frames = [vec![1; 3], vec![], vec![2; 200]];
        let whole = [&[0x82, 3, 1, 1, 1, 0x82, 0, 0x82, 126, 0, 200][..], &[2; 200]].concat();
        assert_eq!(encode(&frames, &[usize::MAX]), [whole]);
        let longest = [vec![7; limits::SERVER_FRAME_BYTES]];
        let encoded = encode(&longest, &[usize::MAX]);
        assert_eq!(messages(&encoded, 1), longest);
        let first_bytes: Vec<u8> = encoded.iter().map(|part| part[0]).collect();
        assert_eq!(first_bytes, [0x02, 0x00, 0x00, 0x80]);
    }
}
