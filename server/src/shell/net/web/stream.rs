//! A WebSocket as the stream that connections use.
//!
//! Each read returns one binary message; what is written are whole messages, each framed as
//! `Framing::WebSocket` says, and flushed. The library `tungstenite` reads and checks what the peer
//! sends, and answers it; it does no input and output.

use super::lengths::Lengths;
use super::violation::Violation;
use crate::shell::operate::metrics::Metrics;
use bytes::Bytes;
use chuhe_protocol::limits;
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::protocol::{CloseFrame, Message, Role, WebSocketConfig, WebSocketContext};
use tungstenite::{Error, error::ProtocolError};

/// Maximum number of bytes per read. An idle stream keeps a buffer of this size; most requests fit.
const READ_BYTES: usize = 256;
/// Maximum number of bytes per read while what arrives is discarded.
const DISCARDED_BYTES: usize = 2 * 1024;
/// Maximum number of bytes of control frames that wait to be written. Beyond it, pings are not
/// answered: the peer does not read.
const CONTROL_BYTES: usize = 512;
/// Maximum number of bytes of headers that a message may have. Clients of Chuhe send each message
/// whole; a proxy may split one.
const HEADER_BYTES: usize = 1024;
/// Maximum number of control frames without a message between them.
const CONTROLS: u32 = 64;

/// The server's end of a WebSocket.
///
/// Both halves of a stream are to be used by the same task: reading answers pings.
#[derive(Debug)]
pub struct WebSocketStream<S> {
    stream: S,
    /// What the library has read and not returned yet, and the control frames that it sends.
    context: WebSocketContext,
    /// Whether something was written since the last flush, so that a message may be incomplete.
    /// Control frames wait until then.
    is_writing: bool,
    /// Bytes since the last message or control frame.
    received: usize,
    lengths: Lengths,
    /// Control frames since the last message.
    controls: u32,
    violation: Option<Violation>,
    /// Whether the violation was returned as an error.
    is_reported: bool,
    /// Whether the peer sent a close frame.
    has_ended: bool,
    metrics: Arc<Metrics>,
}

/// The stream as the library reads and writes it: without waiting.
struct Io<'a, 'b, S> {
    stream: &'a mut S,
    context: &'a mut Context<'b>,
    received: &'a mut usize,
    lengths: &'a mut Lengths,
    /// Whether a control frame may be written now.
    may_write: bool,
}

/// How reading goes on after an error of the library.
enum Interruption {
    /// Once there are more bytes.
    Wait,
    /// Not at all: the stream has ended.
    End,
    Violation(Violation),
    Failed(io::Error),
}

impl<S> WebSocketStream<S> {
    /// Continues a connection after the handshake, with the bytes that were read beyond it.
    pub(super) fn new(stream: S, unread: Bytes, metrics: Arc<Metrics>) -> Self {
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(CONTROL_BYTES)
            .max_message_size(Some(limits::CLIENT_FRAME_BYTES))
            .max_frame_size(Some(limits::CLIENT_FRAME_BYTES));
        let mut lengths = Lengths::default();
        let passed = lengths.follow(&unread);
        Self {
            stream,
            // a copy: the few bytes, if any, would keep the whole buffer of the request
            context: WebSocketContext::from_partially_read(
                unread[..passed].to_vec(),
                Role::Server,
                Some(config),
            ),
            is_writing: false,
            received: 0,
            lengths,
            controls: 0,
            violation: None,
            is_reported: false,
            has_ended: false,
            metrics,
        }
    }

    /// Like [`WebSocketStream::new`], for tests.
    #[doc(hidden)]
    pub fn without_metrics(stream: S, unread: Bytes) -> Self {
        Self::new(stream, unread, Metrics::new(false))
    }

    fn violate(&mut self, violation: Violation) {
        self.metrics.record_websocket_violation(violation);
        self.violation = Some(violation);
    }

    /// Processes a message of the peer; returns one that is to be read.
    fn receive(&mut self, message: Message) -> Option<Bytes> {
        self.received = 0;
        match message {
            // to a reader it would be the end of the stream
            Message::Binary(payload) if payload.is_empty() => self.violate(Violation::Empty),
            Message::Binary(payload) => {
                self.controls = 0;
                return Some(payload);
            }
            Message::Text(_) => self.violate(Violation::Text),
            Message::Ping(_) | Message::Pong(_) => {
                self.controls += 1;
                if self.controls > CONTROLS {
                    self.violate(Violation::TooManyControls);
                }
            }
            Message::Close(_) => self.has_ended = true,
            // reading returns none
            Message::Frame(_) => {}
        }
        None
    }

    fn interruption(&self, error: Error) -> Interruption {
        match error {
            Error::Io(error) if error.kind() == io::ErrorKind::WouldBlock => Interruption::Wait,
            Error::Io(_) if self.lengths.is_broken() => Interruption::Violation(Violation::LongLength),
            Error::Io(_) if self.received > limits::CLIENT_FRAME_BYTES + HEADER_BYTES => {
                Interruption::Violation(Violation::TooManyFragments)
            }
            Error::Io(error) => Interruption::Failed(error),
            Error::ConnectionClosed
            | Error::AlreadyClosed
            | Error::Protocol(ProtocolError::ResetWithoutClosingHandshake) => Interruption::End,
            Error::Protocol(error) => Interruption::Violation(Violation::of(&error)),
            Error::Capacity(_) => Interruption::Violation(Violation::TooLong),
            Error::Utf8(_) => Interruption::Violation(Violation::NotUtf8),
            error @ (Error::Tls(_)
            | Error::WriteBufferFull(_)
            | Error::Url(_)
            | Error::AttackAttempt
            | Error::Http(_)
            | Error::HttpFormat(_)) => Interruption::Failed(io::Error::other(error)),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> WebSocketStream<S> {
    /// Calls the library with the stream.
    fn with_io<T>(
        &mut self,
        context: &mut Context<'_>,
        call: impl FnOnce(&mut WebSocketContext, &mut Io<'_, '_, S>) -> tungstenite::Result<T>,
    ) -> tungstenite::Result<T> {
        let may_write = !self.is_writing;
        let Self { stream, context: library, received, lengths, .. } = self;
        call(library, &mut Io { stream, context, received, lengths, may_write })
    }

    /// Writes the control frames that wait.
    fn poll_controls(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.with_io(context, |library, io| library.flush(io)) {
            Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => Poll::Pending,
            Err(Error::Io(error)) => Poll::Ready(Err(error)),
            // any other error says that the answer to a close frame is written
            Ok(()) | Err(_) => Poll::Ready(Ok(())),
        }
    }

    /// Reads and discards; ready at the end of the stream.
    fn poll_discard(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let mut read = [const { MaybeUninit::uninit() }; DISCARDED_BYTES];
            let mut read = ReadBuf::uninit(&mut read);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
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
        loop {
            if this.violation.is_some() {
                if !std::mem::replace(&mut this.is_reported, true) {
                    return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
                }
                return this.poll_discard(context);
            }
            if this.has_ended {
                // the end is read once the answer is written
                return this.poll_controls(context);
            }
            match this.with_io(context, |library, io| library.read(io)) {
                Ok(message) => match this.receive(message) {
                    Some(message) if message.len() <= out.remaining() => {
                        out.put_slice(&message);
                        return Poll::Ready(Ok(()));
                    }
                    Some(_) => return Poll::Ready(Err(io::ErrorKind::InvalidInput.into())),
                    None => {}
                },
                Err(error) => match this.interruption(error) {
                    Interruption::Wait => return Poll::Pending,
                    Interruption::End => return Poll::Ready(Ok(())),
                    Interruption::Violation(violation) => this.violate(violation),
                    Interruption::Failed(error) => return Poll::Ready(Err(error)),
                },
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
        if !self.is_writing {
            ready!(self.poll_controls(context))?;
            if !self.context.can_write() {
                return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
            }
        }
        let written = ready!(Pin::new(&mut self.stream).poll_write(context, bytes))?;
        self.is_writing = true;
        Poll::Ready(Ok(written))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.is_writing = false;
        ready!(self.poll_controls(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.is_writing {
            // no frame can follow a part of another
            return Pin::new(&mut self.stream).poll_shutdown(context);
        }
        ready!(self.poll_controls(context))?;
        if self.context.can_write() {
            let code = self.violation.map_or(CloseCode::Normal, Violation::close_code);
            let frame = CloseFrame { code, reason: "".into() };
            // what is not written now is flushed below
            let _ = self.with_io(context, |library, io| library.close(io, Some(frame)));
        }
        ready!(self.poll_controls(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> Read for Io<'_, '_, S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if *self.received > limits::CLIENT_FRAME_BYTES + HEADER_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        if self.lengths.is_broken() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let mut out = ReadBuf::new(out);
        or_would_block(Pin::new(&mut *self.stream).poll_read(self.context, &mut out))?;
        *self.received += out.filled().len();
        match self.lengths.follow(out.filled()) {
            0 if self.lengths.is_broken() => Err(io::ErrorKind::InvalidData.into()),
            passed => Ok(passed),
        }
    }
}

impl<S: AsyncWrite + Unpin> Write for Io<'_, '_, S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.may_write {
            // flushing writes it, after the message
            return Err(io::ErrorKind::WouldBlock.into());
        }
        or_would_block(Pin::new(&mut *self.stream).poll_write(self.context, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        or_would_block(Pin::new(&mut *self.stream).poll_flush(self.context))
    }
}

fn or_would_block<T>(result: Poll<io::Result<T>>) -> io::Result<T> {
    match result {
        Poll::Ready(result) => result,
        Poll::Pending => Err(io::ErrorKind::WouldBlock.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::net::framing::Framing;
    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};

    const MASK: [u8; 4] = [9, 8, 7, 6];

    const BINARY: u8 = 0x82;
    const TEXT: u8 = 0x81;
    const CLOSE: u8 = 0x88;
    const PING: u8 = 0x89;

    /// Encodes a whole frame of a client by hand.
    fn sent(first: u8, payload: &[u8]) -> Vec<u8> {
        let length = u16::try_from(payload.len()).expect("a short payload");
        let mut sent = match length {
            0..126 => vec![first, 0x80 | length as u8],
            _ => [&[first, 0x80 | 126][..], &length.to_be_bytes()].concat(),
        };
        sent.extend(MASK);
        sent.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        sent
    }

    fn message(payload: &[u8]) -> Vec<u8> {
        sent(BINARY, payload)
    }

    fn framed(payload: &[u8]) -> Vec<u8> {
        Framing::WebSocket.frame(payload)
    }

    fn over(stream: DuplexStream, early: &[u8]) -> WebSocketStream<DuplexStream> {
        WebSocketStream::without_metrics(stream, Bytes::copy_from_slice(early))
    }

    /// Reads to the end or an error.
    async fn read_all(stream: &mut WebSocketStream<DuplexStream>) -> (Vec<Vec<u8>>, io::Result<()>) {
        let (mut all, mut buffer) = (Vec::new(), vec![0; limits::CLIENT_FRAME_BYTES]);
        loop {
            match stream.read(&mut buffer).await {
                Ok(0) => return (all, Ok(())),
                Ok(read) => all.push(buffer[..read].to_vec()),
                Err(error) => return (all, Err(error)),
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn messages_are_read_whole_however_they_arrive(
            lengths in proptest::collection::vec(prop_oneof![1..5_usize, 1..4_097_usize], 0..12),
            capacity in prop_oneof![1..9_usize, 1..5_000_usize],
            early in 0..200_usize,
        ) {
            let payloads: Vec<Vec<u8>> =
                lengths.iter().enumerate().map(|(n, &length)| vec![n as u8; length]).collect();
            let bytes: Vec<u8> = payloads.iter().flat_map(|payload| message(payload)).collect();
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
                let (read, _far) = tokio::join!(read_all(&mut near), sending);
                read
            });
            prop_assert!(ended.is_ok());
            prop_assert_eq!(read, payloads);
        }

        #[test]
        fn random_bytes_cause_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..600)) {
            let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
            runtime.block_on(async {
                let (far, near) = tokio::io::duplex(10_000);
                let mut near = over(near, &bytes);
                drop(far);
                let _ = read_all(&mut near).await;
                let _ = near.shutdown().await;
            });
        }
    }

    #[tokio::test]
    async fn violation_is_an_error_once_and_everything_after_it_is_discarded() {
        let (mut far, near) = tokio::io::duplex(10_000);
        let mut near = over(near, b"");
        let text = sent(TEXT, b"hello");
        far.write_all(&[message(b"one"), text, message(b"two")].concat()).await.expect("an open stream");
        let (read, ended) = read_all(&mut near).await;
        assert_eq!(read, [b"one"]);
        assert_eq!(ended.expect_err("a text message").kind(), io::ErrorKind::InvalidData);
        near.write_all(&framed(b"bye")).await.expect("it may still be answered");
        near.flush().await.expect("an open stream");
        near.shutdown().await.expect("an open stream");
        far.write_all(&message(b"three")).await.expect("an open stream");
        far.shutdown().await.expect("an open stream");
        let (read, ended) = read_all(&mut near).await;
        assert!(read.is_empty() && ended.is_ok());
        let mut answer = Vec::new();
        far.read_to_end(&mut answer).await.expect("an open stream");
        assert_eq!(answer, [&[0x82, 3][..], b"bye", &[0x88, 2, 0x03, 0xeb]].concat(), "1003");
    }

    #[tokio::test]
    async fn ping_is_answered_after_a_frame_that_is_being_written() {
        let (mut far, near) = tokio::io::duplex(4);
        let mut near = over(near, &sent(PING, b"x"));
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
    async fn empty_message_is_a_violation_and_no_end() {
        let (mut far, near) = tokio::io::duplex(100);
        let mut near = over(near, b"");
        far.write_all(&[message(b"one"), message(b"")].concat()).await.expect("an open stream");
        let (read, ended) = read_all(&mut near).await;
        assert_eq!(read, [b"one"]);
        assert_eq!(ended.expect_err("an empty message").kind(), io::ErrorKind::InvalidData);
    }

    #[tokio::test]
    async fn message_is_never_cut_to_the_room_of_its_reader() {
        let (mut far, near) = tokio::io::duplex(100);
        let mut near = over(near, b"");
        far.write_all(&message(b"longer")).await.expect("an open stream");
        let error = near.read(&mut [0; 5]).await.expect_err("no room");
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
    }

    #[tokio::test]
    async fn nothing_follows_a_part_of_a_message() {
        let (mut far, near) = tokio::io::duplex(100);
        let mut near = over(near, b"");
        near.write_all(&framed(b"whole")[..4]).await.expect("an open stream");
        near.shutdown().await.expect("an open stream");
        let mut answer = Vec::new();
        far.read_to_end(&mut answer).await.expect("an open stream");
        assert_eq!(answer, [0x82, 5, b'w', b'h'], "no close frame");
    }

    #[tokio::test]
    async fn close_frame_is_answered_and_nothing_follows_the_answer() {
        let (mut far, near) = tokio::io::duplex(100);
        let mut near = over(near, b"");
        far.write_all(&sent(CLOSE, &4001_u16.to_be_bytes())).await.expect("an open stream");
        assert_eq!(near.read(&mut [0; 8]).await.expect("the end"), 0);
        let error = near.write(&framed(b"late")).await.expect_err("the connection is closed");
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        near.shutdown().await.expect("an open stream");
        let mut answer = Vec::new();
        far.read_to_end(&mut answer).await.expect("an open stream");
        assert_eq!(answer, [0x88, 2, 0x0f, 0xa1]);
    }
}
