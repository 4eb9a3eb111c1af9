//! Reads frames. While none comes it holds next to no room for them: a connection as
//! a rule waits, and there are thousands. What is in a frame it does not know.

use bytes::BytesMut;
use chuhe_protocol::frame;
use std::future::poll_fn;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::codec::{Decoder as _, LengthDelimitedCodec};

/// So much is read at a time; as a rule a request, or a few, fit in.
const READ_BYTES: usize = 2 * 1024;

/// Room for so much is held once something was read; a request of a move takes a
/// fifth of it.
const HELD_BYTES: usize = 128;

/// The frames that a client sends.
#[derive(Debug)]
pub(super) struct FrameReader<R> {
    reader: R,
    codec: LengthDelimitedCodec,
    /// What was read behind the last frame that was taken.
    rest: BytesMut,
    /// Whether it has more room than is held while nothing comes.
    has_grown: bool,
}

impl<R: AsyncRead + Unpin> FrameReader<R> {
    pub(super) fn of(reader: R) -> Self {
        Self { reader, codec: frame::client_frames(), rest: BytesMut::new(), has_grown: false }
    }

    /// Waits for the next frame; `None`, there will be no more. No frame is lost if
    /// the wait is given up.
    ///
    /// # Errors
    /// Of the kind `InvalidData` if a frame is too long; any other is the stream's.
    pub(super) async fn next(&mut self) -> io::Result<Option<BytesMut>> {
        poll_fn(|context| self.poll_next(context)).await
    }

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<io::Result<Option<BytesMut>>> {
        loop {
            if let Some(frame) = self.codec.decode(&mut self.rest)? {
                if self.rest.is_empty() && self.has_grown {
                    (self.rest, self.has_grown) = (BytesMut::new(), false);
                }
                return Poll::Ready(Ok(Some(frame)));
            }
            let mut room = [const { MaybeUninit::uninit() }; READ_BYTES];
            let mut room = ReadBuf::uninit(&mut room);
            ready!(Pin::new(&mut self.reader).poll_read(context, &mut room))?;
            if room.filled().is_empty() {
                return Poll::Ready(Ok(None));
            }
            // made for the first, and used again once its frames are gone
            if self.rest.capacity() == 0 {
                self.rest.reserve(HELD_BYTES);
            }
            self.rest.extend_from_slice(room.filled());
            self.has_grown |= self.rest.len() > HELD_BYTES;
        }
    }

    /// What was read and is not taken.
    pub(super) fn rest(&self) -> &[u8] {
        &self.rest
    }

    /// Reads to the end, or to an error, and throws it away.
    pub(super) async fn discard(&mut self) {
        poll_fn(|context| {
            loop {
                let mut room = [const { MaybeUninit::uninit() }; READ_BYTES];
                let mut room = ReadBuf::uninit(&mut room);
                let read = ready!(Pin::new(&mut self.reader).poll_read(context, &mut room));
                if read.is_err() || room.filled().is_empty() {
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
    use chuhe_protocol::limits;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio_util::codec::Encoder as _;

    /// The frame of these bytes, as it is sent.
    fn whole(bytes: &[u8]) -> Vec<u8> {
        let mut frame = BytesMut::new();
        frame::server_frames().encode(Bytes::copy_from_slice(bytes), &mut frame).expect("it is short");
        frame.into()
    }

    /// Sends these bytes so many at a time, and then ends; returns the frames that
    /// are read, how it ended and what is left.
    async fn read(bytes: &[u8], at_once: usize) -> (Vec<Vec<u8>>, io::Result<()>, Vec<u8>) {
        let (mut near, far) = tokio::io::duplex(at_once);
        let mut frames = FrameReader::of(far);
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
            // a reader that sees an error reads no further
            let _ = tokio::time::timeout(std::time::Duration::from_secs(1), near.write_all(bytes)).await;
            drop(near);
        };
        let ((read, ended), ()) = tokio::join!(reading, sending);
        (read, ended, frames.rest().to_vec())
    }

    #[tokio::test(start_paused = true)]
    async fn frames_are_read_however_they_come_and_no_room_is_held_behind_them() {
        let sent: Vec<Vec<u8>> = [3, 0, 1_000, limits::CLIENT_FRAME_BYTES, 5].map(|n| vec![7; n]).into();
        let bytes: Vec<u8> = sent.iter().flat_map(|frame| whole(frame)).collect();
        for at_once in [1, 2, 5, 7, READ_BYTES - 1, READ_BYTES, READ_BYTES + 1, 100_000] {
            let (read, ended, rest) = read(&bytes, at_once).await;
            assert!(read == sent && ended.is_ok() && rest.is_empty(), "{at_once} at once");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_is_too_long_is_known_by_its_length() {
        let bytes = [whole(b"first"), vec![0x16, 3, 1, 0]].concat();
        for at_once in [1, 3, 100] {
            let (read, ended, rest) = read(&bytes, at_once).await;
            assert_eq!((read, rest), (vec![b"first".to_vec()], vec![0x16, 3, 1, 0]));
            assert_eq!(ended.map_err(|error| error.kind()), Err(io::ErrorKind::InvalidData));
        }
    }

    #[tokio::test(start_paused = true)]
    async fn one_that_breaks_off_is_none() {
        let (read, ended, _) = read(&whole(b"half")[..6], 100).await;
        assert!(read.is_empty() && ended.is_ok());
    }

    #[tokio::test]
    async fn what_is_discarded_ends_with_the_stream() {
        let (mut near, far) = tokio::io::duplex(16);
        let mut frames = FrameReader::of(far);
        let sending = async {
            near.write_all(&[0; 10_000]).await.expect("it is read");
            near.shutdown().await.expect("it listens");
        };
        tokio::join!(frames.discard(), sending);
        let mut rest = Vec::new();
        frames.reader.read_to_end(&mut rest).await.expect("its end");
        assert!(rest.is_empty());
    }
}
