//! A TCP stream that another runtime can take over.
//!
//! A stream is registered with the event loop of the runtime that accepted it. When a connection
//! enters a hall, its task continues in the hall's thread, and the hall's event loop is to wait for
//! the socket. The stream may be inside a TLS session by then, so a flag that the accepting side
//! shares makes it register anew where it is used next.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

/// A TCP stream that moves to the runtime that uses it, once it is told to.
#[derive(Debug)]
pub struct MovableStream {
    /// `None` if registering it anew has failed.
    stream: Option<TcpStream>,
    moves: Arc<AtomicBool>,
}

/// Moves a stream to another runtime. Without a stream it does nothing.
#[derive(Clone, Debug, Default)]
pub struct Mover(Option<Arc<AtomicBool>>);

impl Mover {
    /// Lets the stream register with the runtime that uses it next.
    pub(crate) fn move_stream(&self) {
        if let Some(moves) = &self.0 {
            moves.store(true, Ordering::Release);
        }
    }
}

impl MovableStream {
    pub(crate) fn new(stream: TcpStream) -> Self {
        Self { stream: Some(stream), moves: Arc::default() }
    }

    pub(crate) fn mover(&self) -> Mover {
        Mover(Some(Arc::clone(&self.moves)))
    }

    /// Returns the stream, registered with the current runtime.
    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        // a load costs less than to swap each time
        if self.moves.load(Ordering::Relaxed) && self.moves.swap(false, Ordering::Acquire) {
            let stream = self.stream.take().map(|stream| TcpStream::from_std(stream.into_std()?));
            self.stream = stream.transpose()?;
        }
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

/// Polls the stream, or returns why it cannot be used.
macro_rules! poll {
    ($self:ident, $method:ident $(, $argument:expr)*) => {
        match $self.stream() {
            Ok(stream) => stream.$method($($argument),*),
            Err(error) => Poll::Ready(Err(error)),
        }
    };
}

impl AsyncRead for MovableStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        poll!(self, poll_read, cx, buf)
    }
}

impl AsyncWrite for MovableStream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        poll!(self, poll_write, cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        poll!(self, poll_flush, cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        poll!(self, poll_shutdown, cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        poll!(self, poll_write_vectored, cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(TcpStream::is_write_vectored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use tokio::runtime;

    #[test]
    fn stream_outlives_the_runtime_that_accepted_it() {
        let runtime = || runtime::Builder::new_current_thread().enable_io().build().expect("a runtime");
        let (first, second) = (runtime(), runtime());
        let (mut near, far) = first.block_on(async {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
            let address = listener.local_addr().expect("an address");
            let (near, far) = tokio::join!(listener.accept(), TcpStream::connect(address));
            let mut near = MovableStream::new(near.expect("a connection").0);
            near.write_all(b"a").await.expect("an open stream");
            (near, far.expect("a connection").into_std().expect("a socket"))
        });
        near.mover().move_stream();
        second.block_on(near.write_all(b"b")).expect("an open stream");
        drop(first);
        second.block_on(async {
            let mut far = TcpStream::from_std(far).expect("a stream");
            let mut read = [0; 2];
            far.read_exact(&mut read).await.expect("two bytes");
            assert_eq!(&read, b"ab");
            far.write_all(b"c").await.expect("an open stream");
            assert_eq!(near.read_u8().await.expect("a byte"), b'c');
        });
    }
}
