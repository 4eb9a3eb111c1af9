//! Reads the frames of a client.
//!
//! Thousands of connections are idle at any time, so a reader holds next to no buffer
//! while nothing arrives.

use super::framing::Framing;
use bytes::BytesMut;
use chuhe_protocol::{frame, limits};
use std::future::poll_fn;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::codec::{Decoder as _, LengthDelimitedCodec};

/// Maximum number of bytes per read; usually one request or a few. A message of a WebSocket is read whole.
const READ_BYTES: usize = limits::CLIENT_FRAME_BYTES;

/// Capacity, in bytes, that the buffer retains; a move takes a fifth of it.
const IDLE_BYTES: usize = 128;

/// Reads frames from the stream of a client.
#[derive(Debug)]
pub(crate) struct FrameReader<R> {
    reader: R,
    framing: Framing,
    codec: LengthDelimitedCodec,
    /// Bytes that were read and not returned yet.
    buffer: BytesMut,
    /// Whether the buffer has grown beyond [`IDLE_BYTES`].
    has_grown: bool,
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    pub(crate) fn new(reader: R, framing: Framing) -> Self {
        let codec = frame::client_frames();
        Self { reader, framing, codec, buffer: BytesMut::new(), has_grown: false }
    }

    /// What stands before each frame, in both directions.
    pub(crate) const fn framing(&self) -> Framing {
        self.framing
    }

    /// Waits for the next frame; `None` at the end of the stream.
    ///
    /// Cancel safe: dropping the future loses no frame.
    ///
    /// # Errors
    /// `InvalidData` if a frame is too long; any other error is the stream's.
    pub(crate) async fn next(&mut self) -> io::Result<Option<BytesMut>> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Option<BytesMut>>> {
        loop {
            let frame = match self.framing {
                Framing::Prefixed => self.codec.decode(&mut self.buffer)?,
                // each read returns a message
                Framing::WebSocket => (!self.buffer.is_empty()).then(|| self.buffer.split()),
            };
            if let Some(frame) = frame {
                if self.buffer.is_empty() && self.has_grown {
                    (self.buffer, self.has_grown) = (BytesMut::new(), false);
                }
                return Poll::Ready(Ok(Some(frame)));
            }
            let mut read = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut read = ReadBuf::uninit(&mut read);
            ready!(Pin::new(&mut self.reader).poll_read(context, &mut read))?;
            if read.filled().is_empty() {
                return Poll::Ready(Ok(None));
            }
            // allocated with the first read, and reused once its frames are dropped
            if self.buffer.capacity() == 0 {
                self.buffer.reserve(IDLE_BYTES);
            }
            self.buffer.extend_from_slice(read.filled());
            self.has_grown |= self.buffer.len() > IDLE_BYTES;
        }
    }

    /// Returns the bytes that were read and not returned as a frame.
    pub(crate) fn unread(&self) -> &[u8] {
        &self.buffer
    }

    /// Reads and discards everything up to the end of the stream or an error.
    pub(crate) async fn discard(&mut self) {
        poll_fn(|context| {
            loop {
                let mut read = [const { MaybeUninit::uninit() }; READ_BYTES];
                let mut read = ReadBuf::uninit(&mut read);
                let result = ready!(Pin::new(&mut self.reader).poll_read(context, &mut read));
                if result.is_err() || read.filled().is_empty() {
                    return Poll::Ready(());
                }
            }
        })
        .await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio_util::codec::Encoder as _;

    /// Encodes bytes as a frame.
    fn encoded(bytes: &[u8]) -> Vec<u8> {
        let mut frame = BytesMut::new();
        frame::server_frames().encode(Bytes::copy_from_slice(bytes), &mut frame).expect("it is short");
        frame.into()
    }

    /// Sends bytes through a pipe of `capacity` and ends it. Returns the frames that are
    /// read, how reading ended, and the unread bytes.
    async fn read(bytes: &[u8], capacity: usize) -> (Vec<Vec<u8>>, io::Result<()>, Vec<u8>) {
        let (mut near, far) = tokio::io::duplex(capacity);
        let mut frames = FrameReader::new(far, Framing::Prefixed);
        let reading = async {
            let mut read = Vec::new();
            loop {
                match frames.next().await {
                    Ok(Some(frame)) => read.push(frame.to_vec()),
                    Ok(None) => return (read, Ok(())),
                    Err(error) => return (read, Err(error)),
                }
            }
        };
        let sending = async {
            // after an error the reader stops reading
            let _ = tokio::time::timeout(std::time::Duration::from_secs(1), near.write_all(bytes)).await;
            drop(near);
        };
        let ((read, ended), ()) = tokio::join!(reading, sending);
        (read, ended, frames.unread().to_vec())
    }

    #[tokio::test(start_paused = true)]
    async fn frames_are_read_in_chunks_of_any_size() {
        let sent: Vec<Vec<u8>> = [3, 0, 1_000, limits::CLIENT_FRAME_BYTES, 5].map(|n| vec![7; n]).into();
        let bytes: Vec<u8> = sent.iter().flat_map(|frame| encoded(frame)).collect();
        for capacity in [1, 2, 5, 7, READ_BYTES - 1, READ_BYTES, READ_BYTES + 1, 100_000] {
            let (read, ended, unread) = read(&bytes, capacity).await;
            assert!(read == sent && ended.is_ok() && unread.is_empty(), "{capacity} at once");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn oversized_frame_is_rejected_by_its_length() {
        let bytes = [encoded(b"first"), vec![0x16, 3, 1, 0]].concat();
        for capacity in [1, 3, 100] {
            let (read, ended, unread) = read(&bytes, capacity).await;
            assert_eq!((read, unread), (vec![b"first".to_vec()], vec![0x16, 3, 1, 0]));
            assert_eq!(ended.map_err(|error| error.kind()), Err(io::ErrorKind::InvalidData));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn truncated_frame_is_dropped() {
        let (read, ended, _) = read(&encoded(b"half")[..6], 100).await;
        assert!(read.is_empty() && ended.is_ok());
    }

    #[tokio::test]
    async fn discard_reads_to_the_end_of_the_stream() {
        let (mut near, far) = tokio::io::duplex(16);
        let mut frames = FrameReader::new(far, Framing::Prefixed);
        let sending = async {
            near.write_all(&[0; 10_000]).await.expect("the bytes are read");
            near.shutdown().await.expect("the stream is open");
        };
        tokio::join!(frames.discard(), sending);
        let mut rest = Vec::new();
        frames.reader.read_to_end(&mut rest).await.expect("the end of the stream");
        assert!(rest.is_empty());
    }
}
