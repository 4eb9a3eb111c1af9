//! Cuts a stream of length-prefixed frames into WebSocket frames.

use chuhe_protocol::websocket::{Header, MAX_HEADER_BYTES, Opcode};
use std::io::IoSlice;

/// Length of the prefix that each frame has in the stream.
const PREFIX_BYTES: usize = 4;
/// Most frames that one write takes; the rest follows with the next one.
const FRAMES_PER_WRITE: usize = 16;

/// A frame header that is being written.
#[derive(Clone, Copy, Debug, Default)]
struct PendingHeader {
    bytes: [u8; MAX_HEADER_BYTES],
    written: u8,
    end: u8,
}

impl PendingHeader {
    fn rest(&self) -> &[u8] {
        &self.bytes[self.written.into()..self.end.into()]
    }
}

/// Where a stream of length-prefixed frames stands.
///
/// Holds no payload: what it is given is written at once or not accepted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cutter {
    prefix: [u8; PREFIX_BYTES],
    /// How many bytes of the prefix have arrived.
    prefix_bytes: u8,
    header: PendingHeader,
    /// How many bytes of the payload are still to come.
    payload_left: usize,
}

impl Cutter {
    /// Whether a control frame may be written now.
    pub(super) fn is_between_frames(&self) -> bool {
        self.prefix_bytes == 0 && !self.has_header() && self.payload_left == 0
    }

    fn has_header(&self) -> bool {
        self.header.written < self.header.end
    }

    /// Takes the bytes of a prefix from the input; returns whether it is complete.
    fn take_prefix(&mut self, input: &mut &[u8]) -> bool {
        let at = usize::from(self.prefix_bytes);
        let taken = input.len().min(PREFIX_BYTES - at);
        self.prefix[at..at + taken].copy_from_slice(&input[..taken]);
        *input = &input[taken..];
        if at + taken < PREFIX_BYTES {
            self.prefix_bytes += taken as u8;
            return false;
        }
        self.prefix_bytes = 0;
        let length = u32::from_be_bytes(self.prefix);
        let (bytes, end) = Header::whole(Opcode::Binary, None, length.into()).encode();
        self.header = PendingHeader { bytes, written: 0, end: end as u8 };
        self.payload_left = length as usize;
        true
    }

    /// Writes the frames at the start of `input` with one call of `write`, which returns how many bytes
    /// it wrote. Returns how many bytes of the input are done with.
    ///
    /// It may be none, if `write` wrote only the rest of a header.
    pub(super) fn write<E>(
        &mut self,
        input: &[u8],
        write: impl FnOnce(&[IoSlice<'_>]) -> Result<usize, E>,
    ) -> Result<usize, E> {
        let mut headers = [PendingHeader::default(); FRAMES_PER_WRITE];
        let mut payloads = [&input[..0]; FRAMES_PER_WRITE];
        let (mut planned, mut rest, mut frames) = (*self, input, 0);
        while frames < FRAMES_PER_WRITE
            && (!planned.is_between_frames() && planned.prefix_bytes == 0 || planned.take_prefix(&mut rest))
        {
            headers[frames] = planned.header;
            let (payload, after) = rest.split_at(planned.payload_left.min(rest.len()));
            payloads[frames] = payload;
            rest = after;
            frames += 1;
            planned.header.written = planned.header.end;
            planned.payload_left -= payload.len();
            if planned.payload_left > 0 {
                break;
            }
        }
        let mut slices = [IoSlice::new(&[]); 2 * FRAMES_PER_WRITE];
        let mut filled = 0;
        for (header, payload) in headers[..frames].iter().zip(&payloads[..frames]) {
            for slice in [header.rest(), payload] {
                if !slice.is_empty() {
                    slices[filled] = IoSlice::new(slice);
                    filled += 1;
                }
            }
        }
        if filled == 0 {
            // the input is a part of a prefix, or nothing
            *self = planned;
            return Ok(input.len() - rest.len());
        }
        let written = write(&slices[..filled])?;
        Ok(self.advance(input, written))
    }

    /// Records that so many bytes were written; returns how many bytes of the input are done with.
    fn advance(&mut self, input: &[u8], mut written: usize) -> usize {
        let mut rest = input;
        while written > 0 {
            if !self.has_header() && self.payload_left == 0 {
                self.take_prefix(&mut rest);
            }
            let header = written.min(self.header.rest().len());
            self.header.written += header as u8;
            written -= header;
            let payload = written.min(self.payload_left);
            self.payload_left -= payload;
            rest = &rest[payload..];
            written -= payload;
        }
        input.len() - rest.len()
    }

    /// Returns the rest of a header whose frame has no payload.
    pub(super) fn unwritten_header(&self) -> &[u8] {
        if self.payload_left == 0 { self.header.rest() } else { &[] }
    }

    /// Records that so many bytes of [`Cutter::unwritten_header`] were written.
    pub(super) fn header_written(&mut self, bytes: usize) {
        self.header.written += bytes as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Encodes frames with their prefixes.
    fn prefixed(frames: &[Vec<u8>]) -> Vec<u8> {
        let prefix = |frame: &[u8]| u32::try_from(frame.len()).expect("a short frame").to_be_bytes();
        frames.iter().flat_map(|frame| [&prefix(frame)[..], frame].concat()).collect()
    }

    /// Encodes frames as messages.
    fn messages(frames: &[Vec<u8>]) -> Vec<u8> {
        let message = |frame: &Vec<u8>| {
            let (header, end) = Header::whole(Opcode::Binary, None, frame.len() as u64).encode();
            [&header[..end], frame].concat()
        };
        frames.iter().flat_map(message).collect()
    }

    /// Cuts a stream that is offered and written in parts; returns what was written.
    fn cut(stream: &[u8], offers: &[usize], writes: &[usize]) -> Vec<u8> {
        let (mut cutter, mut written, mut at) = (Cutter::default(), Vec::new(), 0);
        let (mut offers, mut writes) = (offers.iter().cycle(), writes.iter().cycle());
        while at < stream.len() {
            let offered = &stream[at..stream.len().min(at + offers.next().expect("a cycle"))];
            let done = cutter.write(offered, |slices| {
                let all: Vec<u8> = slices.iter().flat_map(|slice| slice.iter().copied()).collect();
                let part = all.len().min(*writes.next().expect("a cycle"));
                written.extend_from_slice(&all[..part]);
                Ok::<_, ()>(part)
            });
            at += done.expect("it is written");
        }
        let header = cutter.unwritten_header().to_vec();
        cutter.header_written(header.len());
        assert!(cutter.is_between_frames());
        [written, header].concat()
    }

    proptest! {
        #[test]
        fn frames_become_messages_whatever_is_offered_and_written_at_once(
            lengths in proptest::collection::vec(prop_oneof![0..5_usize, 120..130_usize, 0..3_000_usize], 0..40),
            offers in proptest::collection::vec(1..5_000_usize, 1..10),
            writes in proptest::collection::vec(prop_oneof![1..4_usize, 1..5_000_usize], 1..10),
        ) {
            let frames: Vec<Vec<u8>> =
                lengths.iter().enumerate().map(|(n, &length)| vec![n as u8; length]).collect();
            prop_assert_eq!(cut(&prefixed(&frames), &offers, &writes), messages(&frames));
        }
    }

    #[test]
    fn longest_frame_of_a_server_is_one_message() {
        let frames = [vec![7; chuhe_protocol::limits::SERVER_FRAME_BYTES]];
        assert_eq!(cut(&prefixed(&frames), &[10_000], &[777]), messages(&frames));
    }

    #[test]
    fn failed_write_changes_nothing() {
        let mut cutter = Cutter::default();
        let stream = prefixed(&[b"one".to_vec()]);
        assert_eq!(cutter.write(&stream, |_| Err("no")), Err("no"));
        assert!(cutter.is_between_frames());
        let mut written = Vec::new();
        let done = cutter.write(&stream, |slices| {
            written = slices.iter().flat_map(|slice| slice.iter().copied()).collect();
            Ok::<_, ()>(written.len())
        });
        assert_eq!((done, written), (Ok(stream.len()), messages(&[b"one".to_vec()])));
    }
}
