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
