//! The byte stream of an HTTP connection, with a time limit for a peer that does not read.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// A stream that fails once its peer has read nothing for a time while something is being written.
#[derive(Debug)]
pub(super) struct HttpStream<S> {
    stream: S,
    limit: Duration,
    /// Runs while a write waits.
    timer: Option<Pin<Box<Sleep>>>,
    /// Set when bytes arrive.
    has_received: Arc<AtomicBool>,
}

impl<S> HttpStream<S> {
    pub(super) fn new(stream: S, limit: Duration, has_received: Arc<AtomicBool>) -> Self {
        Self { stream, limit, timer: None, has_received }
    }

    pub(super) fn into_inner(self) -> S {
        self.stream
    }

    /// Passes the result of a write on, unless it has waited for too long.
    fn limited<T>(&mut self, context: &mut Context<'_>, written: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.timer = None;
            return written;
        }
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep(self.limit)));
        timer.as_mut().poll(context).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for HttpStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let filled = out.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, out);
        if out.filled().len() > filled {
            self.has_received.store(true, Ordering::Relaxed);
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for HttpStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.limited(context, written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.limited(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let ended = Pin::new(&mut self.stream).poll_shutdown(context);
        self.limited(context, ended)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.limited(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::time::Instant;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn peer_that_reads_nothing_ends_the_stream_and_a_slow_one_does_not() {
        let (near, mut far) = tokio::io::duplex(16);
        let mut near = HttpStream::new(near, LIMIT, Arc::default());
        let reading = async {
            for _ in 0..3 {
                sleep(LIMIT * 3 / 4).await;
                far.read_exact(&mut [0; 16]).await.expect("an open stream");
            }
        };
        let start = Instant::now();
        let (written, ()) = tokio::join!(near.write_all(&[0; 100]), reading);
        assert_eq!(written.expect_err("nobody reads").kind(), io::ErrorKind::TimedOut);
        assert_eq!(start.elapsed(), LIMIT * 3 / 4 * 3 + LIMIT);
    }
}
