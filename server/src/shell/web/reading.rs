//! Reads the messages of a WebSocket's client as a stream of length-prefixed frames.

use super::violation::Violation;
use bytes::{Buf as _, Bytes};
use chuhe_protocol::limits;
use chuhe_protocol::websocket::{Header, MAX_HEADER_BYTES, Opcode, apply_mask};
use tokio::io::ReadBuf;

/// Length of the prefix of a frame.
const PREFIX_BYTES: usize = 4;
/// Maximum number of fragments of a message. Clients of Chuhe send each message whole; a proxy may
/// split one.
const FRAGMENTS: u32 = 64;
/// Maximum number of control frames without a message between them.
const CONTROLS: u32 = 64;

/// What a control frame of the peer asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// A pong with this payload.
    Pong(Vec<u8>),
    /// A close frame with this code, if it has one.
    Close(Option<[u8; 2]>),
}

/// A payload that is being read.
#[derive(Clone, Copy, Debug)]
struct Payload {
    mask: [u8; 4],
    read: usize,
    length: usize,
    kind: PayloadKind,
}

/// What a payload belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PayloadKind {
    /// A message in one frame.
    Whole,
    /// A fragment of a message, perhaps its last.
    Fragment { is_final: bool },
    /// A control frame.
    Control(Opcode),
}

/// A message in fragments, as far as it was read.
#[derive(Debug, Default)]
struct Fragments {
    bytes: Vec<u8>,
    count: u32,
}

/// Where reading stands.
#[derive(Debug, Default)]
pub(super) struct Input {
    /// A header that is not complete yet.
    header: [u8; MAX_HEADER_BYTES],
    header_bytes: usize,
    payload: Option<Payload>,
    // rare, so that an idle stream takes little memory
    fragments: Option<Box<Fragments>>,
    control: Vec<u8>,
    /// Control frames since the last message.
    controls: u32,
    /// What did not fit into the caller's buffer.
    undelivered: Bytes,
}

impl Input {
    /// Moves what did not fit before to `out`.
    pub(super) fn deliver(&mut self, out: &mut ReadBuf<'_>) {
        let moved = self.undelivered.len().min(out.remaining());
        if moved > 0 {
            out.put_slice(&self.undelivered[..moved]);
            self.undelivered.advance(moved);
        }
    }

    /// Processes a header or a part of a payload, and removes it from `bytes`. Frames go to `out`.
    ///
    /// Processes nothing if `out` is full.
    ///
    /// # Errors
    /// [`Violation`]; the input is of no use then.
    pub(super) fn process(
        &mut self,
        bytes: &mut &mut [u8],
        out: &mut ReadBuf<'_>,
    ) -> Result<Option<Answer>, Violation> {
        self.deliver(out);
        if !self.undelivered.is_empty() {
            return Ok(None);
        }
        match self.payload.take() {
            Some(payload) => self.read_payload(payload, bytes, out),
            None => self.read_header(bytes, out),
        }
    }

    fn read_header(
        &mut self,
        bytes: &mut &mut [u8],
        out: &mut ReadBuf<'_>,
    ) -> Result<Option<Answer>, Violation> {
        let at = self.header_bytes;
        let taken = bytes.len().min(MAX_HEADER_BYTES - at);
        self.header[at..at + taken].copy_from_slice(&bytes[..taken]);
        let Some((header, end)) = Header::decode(&self.header[..at + taken]).map_err(Violation::Header)?
        else {
            self.header_bytes += taken;
            skip(bytes, taken);
            return Ok(None);
        };
        skip(bytes, end - at);
        self.header_bytes = 0;
        let mask = header.mask.ok_or(Violation::Unmasked)?;
        let kind = self.kind_of(&header)?;
        let length = usize::try_from(header.length).map_err(|_| Violation::TooLong)?;
        match kind {
            PayloadKind::Control(_) => {
                self.controls += 1;
                if self.controls > CONTROLS {
                    return Err(Violation::TooManyControls);
                }
            }
            PayloadKind::Whole => {
                check_length(length)?;
                self.put(&prefix(length), out);
            }
            PayloadKind::Fragment { .. } => {
                let fragments = self.fragments.get_or_insert_default();
                fragments.count += 1;
                if fragments.count > FRAGMENTS {
                    return Err(Violation::TooManyFragments);
                }
                check_length(fragments.bytes.len().saturating_add(length))?;
            }
        }
        let payload = Payload { mask, read: 0, length, kind };
        if length > 0 {
            self.payload = Some(payload);
            return Ok(None);
        }
        self.end_payload(payload, out)
    }

    fn kind_of(&self, header: &Header) -> Result<PayloadKind, Violation> {
        match (header.opcode, &self.fragments) {
            (Opcode::Close | Opcode::Ping | Opcode::Pong, _) => Ok(PayloadKind::Control(header.opcode)),
            (Opcode::Text, None) => Err(Violation::Text),
            (Opcode::Binary, None) if header.is_final => Ok(PayloadKind::Whole),
            (Opcode::Binary, None) | (Opcode::Continuation, Some(_)) => {
                Ok(PayloadKind::Fragment { is_final: header.is_final })
            }
            (Opcode::Text | Opcode::Binary, Some(_)) | (Opcode::Continuation, None) => {
                Err(Violation::Fragment)
            }
        }
    }

    fn read_payload(
        &mut self,
        mut payload: Payload,
        bytes: &mut &mut [u8],
        out: &mut ReadBuf<'_>,
    ) -> Result<Option<Answer>, Violation> {
        let mut taken = bytes.len().min(payload.length - payload.read);
        if payload.kind == PayloadKind::Whole {
            taken = taken.min(out.remaining());
        }
        let part = &mut bytes[..taken];
        apply_mask(part, payload.mask, payload.read);
        match payload.kind {
            PayloadKind::Whole => out.put_slice(part),
            PayloadKind::Fragment { .. } => {
                self.fragments.get_or_insert_default().bytes.extend_from_slice(part);
            }
            PayloadKind::Control(_) => self.control.extend_from_slice(part),
        }
        skip(bytes, taken);
        payload.read += taken;
        if payload.read < payload.length {
            self.payload = Some(payload);
            return Ok(None);
        }
        self.end_payload(payload, out)
    }

    fn end_payload(&mut self, payload: Payload, out: &mut ReadBuf<'_>) -> Result<Option<Answer>, Violation> {
        match payload.kind {
            PayloadKind::Whole => self.controls = 0,
            PayloadKind::Fragment { is_final: false } => {}
            PayloadKind::Fragment { is_final: true } => {
                self.controls = 0;
                let message = self.fragments.take().unwrap_or_default().bytes;
                self.put(&[&prefix(message.len()), &message[..]].concat(), out);
            }
            PayloadKind::Control(opcode) => return control_answer(opcode, std::mem::take(&mut self.control)),
        }
        Ok(None)
    }

    /// Moves bytes to `out`, and keeps those that do not fit.
    fn put(&mut self, bytes: &[u8], out: &mut ReadBuf<'_>) {
        let (now, later) = bytes.split_at(bytes.len().min(out.remaining()));
        out.put_slice(now);
        self.undelivered = Bytes::copy_from_slice(later);
    }
}

fn skip(bytes: &mut &mut [u8], count: usize) {
    let all = std::mem::take(bytes);
    *bytes = &mut all[count..];
}

fn check_length(length: usize) -> Result<(), Violation> {
    if length > limits::CLIENT_FRAME_BYTES { Err(Violation::TooLong) } else { Ok(()) }
}

/// Returns the prefix of a frame of at most [`limits::CLIENT_FRAME_BYTES`].
fn prefix(length: usize) -> [u8; PREFIX_BYTES] {
    (length as u32).to_be_bytes()
}

fn control_answer(opcode: Opcode, payload: Vec<u8>) -> Result<Option<Answer>, Violation> {
    match opcode {
        Opcode::Ping => Ok(Some(Answer::Pong(payload))),
        Opcode::Close => match payload.first_chunk() {
            None if payload.is_empty() => Ok(Some(Answer::Close(None))),
            Some(&code) if is_close_code(u16::from_be_bytes(code)) => Ok(Some(Answer::Close(Some(code)))),
            Some(_) | None => Err(Violation::Close),
        },
        Opcode::Pong | Opcode::Continuation | Opcode::Text | Opcode::Binary => Ok(None),
    }
}

/// Whether a close frame may carry this code (RFC 6455, section 7.4).
const fn is_close_code(code: u16) -> bool {
    matches!(code, 1000..=1003 | 1007..=1014 | 3000..=4999)
}
