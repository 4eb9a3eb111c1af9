//! A WebSocket as the byte stream that connections use.
//!
//! Reading returns each binary message as a frame with its length prefix; writing sends each frame as
//! a binary message without it. Everything above is therefore the same as over TCP. A stream holds no
//! payload: what is read goes to the caller's buffer, and what is written is taken from it.

use super::cutter::Cutter;
use super::reading::{Answer, Input};
use super::violation::Violation;
use crate::shell::metrics::Metrics;
use bytes::{Buf as _, Bytes};
use chuhe_protocol::websocket::{Header, Opcode};
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum number of bytes per read; usually one message or a few.
const READ_BYTES: usize = 2 * 1024;
/// Maximum number of bytes of control frames that wait to be written. Beyond it, pings are not
/// answered: the peer does not read.
const CONTROL_BYTES: usize = 512;
/// Code of a close frame that ends a connection as planned.
const NORMAL_CLOSURE: u16 = 1000;

/// The server's end of a WebSocket.
///
/// Both halves of a stream are to be used by the same task: reading answers pings.
#[derive(Debug)]
pub(super) struct WebSocketStream<S> {
    stream: S,
    /// Bytes that were read and not processed yet.
    unprocessed: Bytes,
    input: Input,
    cutter: Cutter,
    /// Control frames that are not written yet, behind `written_control` bytes that are.
    control: Vec<u8>,
    written_control: usize,
    /// Whether a close frame is queued or written. Nothing follows it.
    is_closing: bool,
    violation: Option<Violation>,
    /// Whether the violation was returned as an error.
    is_reported: bool,
    /// Whether the peer sent a close frame.
    has_ended: bool,
    metrics: Arc<Metrics>,
}

impl<S> WebSocketStream<S> {
    /// Continues a connection after the handshake, with the bytes that were read beyond it.
    pub(super) fn new(stream: S, unprocessed: Bytes, metrics: Arc<Metrics>) -> Self {
        Self {
            stream,
            unprocessed,
            input: Input::default(),
            cutter: Cutter::default(),
            control: Vec::new(),
            written_control: 0,
            is_closing: false,
            violation: None,
            is_reported: false,
            has_ended: false,
            metrics,
        }
    }

    /// Queues a control frame.
    fn queue_control(&mut self, opcode: Opcode, payload: &[u8]) {
        if self.is_closing || (opcode != Opcode::Close && self.control.len() >= CONTROL_BYTES) {
            return;
        }
        let (header, end) = Header::whole(opcode, None, payload.len() as u64).encode();
        self.control.extend_from_slice(&header[..end]);
        self.control.extend_from_slice(payload);
        self.is_closing = opcode == Opcode::Close;
    }

    /// Processes bytes of the peer into `out`; returns how many. The rest needs more room.
    fn process(&mut self, bytes: &mut [u8], out: &mut ReadBuf<'_>) -> usize {
        let length = bytes.len();
        let mut rest = bytes;
        while !rest.is_empty() && self.violation.is_none() && !self.has_ended {
            match self.input.process(&mut rest, out) {
                Ok(Some(Answer::Pong(payload))) => self.queue_control(Opcode::Pong, &payload),
                Ok(Some(Answer::Close(code))) => {
                    self.has_ended = true;
                    self.queue_control(Opcode::Close, code.as_ref().map_or(&[], |code| code));
                }
                Ok(None) if out.remaining() == 0 => return length - rest.len(),
                Ok(None) => {}
                Err(violation) => {
                    self.metrics.record_websocket_violation(violation.into());
                    self.violation = Some(violation);
                }
            }
        }
        // whatever follows the end or a violation is discarded
        length
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocketStream<S> {
    /// Writes the queued control frames, unless they would stand within another frame.
    fn poll_control(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written_control < self.control.len() {
            if !self.cutter.is_between_frames() {
                return Poll::Ready(Ok(()));
            }
            let rest = &self.control[self.written_control..];
            match ready!(Pin::new(&mut self.stream).poll_write(context, rest))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => self.written_control += written,
            }
        }
        (self.control, self.written_control) = (Vec::new(), 0);
        Poll::Ready(Ok(()))
    }

    /// Reads and discards; ready at the end of the stream.
    fn poll_discard(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let mut read = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut read = ReadBuf::uninit(&mut read);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }

    /// Writes slices with one call.
    fn poll_slices(
        stream: &mut S,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match ready!(Pin::new(stream).poll_write_vectored(context, slices))? {
            0 => Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
            written => Poll::Ready(Ok(written)),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for WebSocketStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let filled = out.filled().len();
        loop {
            if this.violation.is_some() {
                if out.filled().len() > filled {
                    return Poll::Ready(Ok(()));
                }
                if !std::mem::replace(&mut this.is_reported, true) {
                    return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
                }
                return this.poll_discard(context);
            }
            this.input.deliver(out);
            if !this.unprocessed.is_empty() && out.remaining() > 0 && !this.has_ended {
                // rare: more than the caller's buffer holds, or sent before the handshake was answered
                let mut bytes = std::mem::take(&mut this.unprocessed).to_vec();
                let processed = this.process(&mut bytes, out);
                this.unprocessed = Bytes::from(bytes).slice(processed..);
                continue;
            }
            // if they cannot be written now, they are with the next frame
            let wrote = this.poll_control(context)?;
            if out.filled().len() > filled || out.remaining() == 0 {
                return Poll::Ready(Ok(()));
            }
            if this.has_ended {
                // the end is read once the answer is written
                return wrote.map(Ok);
            }
            let mut read = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut read = ReadBuf::uninit(&mut read);
            ready!(Pin::new(&mut this.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            let processed = this.process(read.filled_mut(), out);
            if processed < read.filled().len() {
                let mut rest = Bytes::copy_from_slice(read.filled());
                rest.advance(processed);
                this.unprocessed = rest;
            }
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for WebSocketStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        ready!(this.poll_control(context))?;
        if this.is_closing && this.cutter.is_between_frames() {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        loop {
            let stream = &mut this.stream;
            let done = this.cutter.write(bytes, |slices| match Self::poll_slices(stream, context, slices) {
                Poll::Ready(Ok(written)) => Ok(written),
                Poll::Ready(Err(error)) => Err(Poll::Ready(Err(error))),
                Poll::Pending => Err(Poll::Pending),
            });
            match done {
                // the rest of a header was written
                Ok(0) if !bytes.is_empty() => {}
                Ok(done) => return Poll::Ready(Ok(done)),
                Err(poll) => return poll,
            }
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        while !this.cutter.unwritten_header().is_empty() {
            let header = this.cutter.unwritten_header();
            match ready!(Pin::new(&mut this.stream).poll_write(context, header))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => this.cutter.header_written(written),
            }
        }
        ready!(this.poll_control(context))?;
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.cutter.is_between_frames() {
            let code = self.violation.map_or(NORMAL_CLOSURE, Violation::close_code);
            self.queue_control(Opcode::Close, &code.to_be_bytes());
            ready!(self.poll_control(context))?;
        }
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::websocket::apply_mask;
    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

    const MASK: [u8; 4] = [9, 8, 7, 6];

    fn message(payload: &[u8]) -> Vec<u8> {
        let (header, end) = Header::whole(Opcode::Binary, Some(MASK), payload.len() as u64).encode();
        let mut message = [&header[..end], payload].concat();
        apply_mask(&mut message[end..], MASK, 0);
        message
    }

    fn control(opcode: Opcode, payload: &[u8]) -> Vec<u8> {
        let (header, end) = Header::whole(opcode, Some(MASK), payload.len() as u64).encode();
        let mut frame = [&header[..end], payload].concat();
        apply_mask(&mut frame[end..], MASK, 0);
        frame
    }

    fn framed(payload: &[u8]) -> Vec<u8> {
        let length = u32::try_from(payload.len()).expect("a short payload");
        [&length.to_be_bytes()[..], payload].concat()
    }

    fn over(stream: DuplexStream, early: &[u8]) -> WebSocketStream<DuplexStream> {
        WebSocketStream::new(stream, Bytes::copy_from_slice(early), Metrics::new(false))
    }

    /// Reads to the end or an error, at most `room` bytes at a time.
    async fn read_all(stream: &mut WebSocketStream<DuplexStream>, room: usize) -> (Vec<u8>, io::Result<()>) {
        let (mut all, mut buffer) = (Vec::new(), vec![0; room]);
        loop {
            match stream.read(&mut buffer).await {
                Ok(0) => return (all, Ok(())),
                Ok(read) => all.extend_from_slice(&buffer[..read]),
                Err(error) => return (all, Err(error)),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn messages_are_read_as_frames_in_parts_of_any_size(
            lengths in proptest::collection::vec(prop_oneof![0..5_usize, 0..4_097_usize], 0..12),
            room in prop_oneof![1..9_usize, 1..5_000_usize],
            capacity in prop_oneof![1..9_usize, 1..5_000_usize],
            early in 0..200_usize,
        ) {
            let payloads: Vec<Vec<u8>> =
                lengths.iter().enumerate().map(|(n, &length)| vec![n as u8; length]).collect();
            let bytes: Vec<u8> = payloads.iter().flat_map(|payload| message(payload)).collect();
            let expected: Vec<u8> = payloads.iter().flat_map(|payload| framed(payload)).collect();
            let (early, rest) = bytes.split_at(early.min(bytes.len()));
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            let (read, ended) = runtime.block_on(async {
                let (mut far, near) = tokio::io::duplex(capacity);
                let mut near = over(near, early);
                let sending = async move {
                    far.write_all(rest).await.expect("the bytes are read");
                    far.shutdown().await.expect("an open stream");
                    far
                };
                let (read, _far) = tokio::join!(read_all(&mut near, room), sending);
                read
            });
            prop_assert!(ended.is_ok());
            prop_assert_eq!(read, expected);
        }

        #[test]
        fn random_bytes_cause_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600), room in 1..100_usize) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            runtime.block_on(async {
                let (far, near) = tokio::io::duplex(10_000);
                let mut near = over(near, &bytes);
                drop(far);
                let _ = read_all(&mut near, room).await;
                let _ = near.shutdown().await;
            });
        }
    }

    #[tokio::test]
    async fn violation_is_an_error_once_and_everything_after_it_is_discarded() {
        let (mut far, near) = tokio::io::duplex(10_000);
        let mut near = over(near, b"");
        let text = control(Opcode::Text, b"hello");
        far.write_all(&[message(b"one"), text, message(b"two")].concat()).await.expect("an open stream");
        let (read, ended) = read_all(&mut near, 100).await;
        assert_eq!(read, framed(b"one"));
        assert_eq!(ended.expect_err("a text message").kind(), io::ErrorKind::InvalidData);
        near.write_all(&framed(b"bye")).await.expect("it may still be answered");
        near.shutdown().await.expect("an open stream");
        far.write_all(&message(b"three")).await.expect("an open stream");
        far.shutdown().await.expect("an open stream");
        let (read, ended) = read_all(&mut near, 100).await;
        assert!(read.is_empty() && ended.is_ok());
        let mut answer = Vec::new();
        far.read_to_end(&mut answer).await.expect("an open stream");
        assert_eq!(answer, [&[0x82, 3][..], b"bye", &[0x88, 2, 0x03, 0xeb]].concat(), "1003");
    }

    #[tokio::test]
    async fn ping_is_answered_after_a_frame_that_is_being_written() {
        let (mut far, near) = tokio::io::duplex(4);
        let mut near = over(near, &control(Opcode::Ping, b"x"));
        let frame = framed(b"a long frame");
        let (mut rest, mut answer) = (&frame[..], Vec::new());
        // a part of the frame fits into the pipe
        let written = near.write(rest).await.expect("an open stream");
        rest = &rest[written..];
        let mut buffer = [0; 8];
        let waiting = tokio::time::timeout(std::time::Duration::ZERO, near.read(&mut buffer)).await;
        assert!(waiting.is_err(), "a ping is no frame");
        let writing = async {
            near.write_all(rest).await.expect("an open stream");
            near.flush().await.expect("an open stream");
            drop(near);
        };
        let reading = far.read_to_end(&mut answer);
        tokio::join!(writing, reading).1.expect("an open stream");
        assert_eq!(answer, [&[0x82, 12][..], b"a long frame", &[0x8a, 1], b"x"].concat());
    }

    #[tokio::test]
    async fn close_frame_is_answered_and_nothing_follows_the_answer() {
        let (mut far, near) = tokio::io::duplex(100);
        let mut near = over(near, b"");
        far.write_all(&control(Opcode::Close, &4001_u16.to_be_bytes())).await.expect("an open stream");
        assert_eq!(near.read(&mut [0; 8]).await.expect("the end"), 0);
        let error = near.write(&framed(b"late")).await.expect_err("the connection is closed");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        near.shutdown().await.expect("an open stream");
        let mut answer = Vec::new();
        far.read_to_end(&mut answer).await.expect("an open stream");
        assert_eq!(answer, [0x88, 2, 0x0f, 0xa1]);
    }
}
