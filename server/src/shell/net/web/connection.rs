//! Serves one connection of a browser: HTTP requests, and then perhaps a WebSocket.
//!
//! A connection is admitted as one over TCP is, by the address of its peer, before its first byte is
//! read. Connections of a trusted proxy are the exception: each WebSocket among them is admitted by
//! the address that the proxy names.

use super::http_stream::HttpStream;
use super::service;
use super::stream::WebSocketStream;
use super::visit::{Accepted, Right, Shared, Visit};
use crate::shell::net::accept::Admitted;
use crate::shell::net::connection::{self, FLUSH_TIMEOUT, Peer};
use crate::shell::net::connection_end::GreetingFailure;
use crate::shell::net::framing::Framing;
use crate::shell::net::movable_stream::Mover;
use crate::shell::net::tls::{self, Opened};
use crate::shell::net::tls_identity::TlsIdentity;
use crate::shell::operate::metrics::CountedWebSocket;
use bytes::Bytes;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::convert::Infallible;
use std::future::poll_fn;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::time::{sleep, timeout};

/// Maximum size of a request's head, in bytes; the minimum that hyper allows.
const HEAD_BYTES: usize = 8 * 1024;
/// Maximum time of a connection without a WebSocket. A page of 3 MB takes this long at 40 kbit/s.
const HTTP_TIME: Duration = Duration::from_secs(10 * 60);

/// Serves a connection to its end.
///
/// As over TCP, what is rare or short is boxed, so that an open WebSocket takes little memory.
pub(super) async fn serve<S>(
    shared: Arc<Shared>,
    stream: S,
    mover: Mover,
    peer: IpAddr,
    right: Right,
    is_proxys_own: bool,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    match shared.entrance.identity() {
        None => {
            let visit = Visit::new(shared, peer, &right, false);
            if let Some(open) = Box::pin(open_websocket(stream, mover, visit, right, is_proxys_own)).await {
                serve_websocket(open, is_proxys_own).await;
            }
        }
        Some(identity) => {
            Box::pin(serve_tls(shared, stream, mover, peer, right, is_proxys_own, identity)).await
        }
    }
}

/// Serves a connection of a server that uses TLS.
async fn serve_tls<S>(
    shared: Arc<Shared>,
    stream: S,
    mover: Mover,
    peer: IpAddr,
    right: Right,
    is_proxys_own: bool,
    identity: TlsIdentity,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let opening = async {
        tokio::select! {
            opened = timeout(shared.request_time(), tls::open(stream, &identity)) => {
                opened.unwrap_or(Err(GreetingFailure::Late))
            }
            () = shared.entrance.router.closed() => Err(GreetingFailure::Stopping),
        }
    };
    match Box::pin(opening).await {
        Ok(Opened::Secure(stream)) => {
            let visit = Visit::new(shared, peer, &right, true);
            if let Some(open) = Box::pin(open_websocket(stream, mover, visit, right, is_proxys_own)).await {
                serve_websocket(open, is_proxys_own).await;
            }
        }
        Ok(Opened::Plain(stream)) => {
            let mut visit = Visit::new(shared, peer, &right, false);
            // a trusted proxy may end TLS itself
            visit.requires_tls = !visit.is_trusted;
            if let Some(open) = Box::pin(open_websocket(stream, mover, visit, right, is_proxys_own)).await {
                Box::pin(serve_websocket(open, is_proxys_own)).await;
            }
        }
        // browsers connect in advance, and end the handshake if the user does not trust the certificate
        Err(failure @ (GreetingFailure::Gone | GreetingFailure::BadHandshake)) => {
            shared.entrance.metrics.record_greeting_failure(failure);
        }
        Err(failure) => record_failure(&shared, right, failure, is_proxys_own),
    }
}

/// A WebSocket that is open and admitted.
type OpenWebSocket<S> = (Box<Peer<WebSocketStream<S>>>, Admitted, CountedWebSocket);

/// Serves an open WebSocket to its end.
async fn serve_websocket<S>((peer, admitted, counted): OpenWebSocket<S>, is_proxys_own: bool)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let ended = connection::serve(peer).await;
    drop(counted);
    admitted.record_end(ended, is_proxys_own);
}

/// Serves requests; returns the WebSocket that one of them asks for.
async fn open_websocket<S>(
    stream: S,
    mover: Mover,
    visit: Visit,
    right: Right,
    is_proxys_own: bool,
) -> Option<OpenWebSocket<S>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (shared, visit) = (Arc::clone(&visit.shared), Arc::new(visit));
    let (mut stream, early) = match serve_http(stream, &visit).await {
        Ok(parts) => parts,
        Err(None) => return None,
        Err(Some(failure)) => {
            record_failure(&shared, right, failure, is_proxys_own);
            return None;
        }
    };
    let Some(accepted) = visit.take_accepted() else {
        // an error changes nothing: the connection ends anyway
        let _ = timeout(FLUSH_TIMEOUT, stream.shutdown()).await;
        return None;
    };
    let metrics = Arc::clone(&shared.entrance.metrics);
    let stream = WebSocketStream::new(stream, early, metrics);
    let admitted = match (accepted, right) {
        (Accepted::Forwarded(admitted), _) | (Accepted::AsConnected, Right::Admitted(admitted)) => admitted,
        (Accepted::Denied(reason, permit), _) | (Accepted::AsConnected, Right::Denied(reason, permit)) => {
            connection::reject(stream, Framing::WebSocket, None, reason).await;
            drop(permit);
            return None;
        }
        // a trusted proxy's WebSockets are forwarded ones
        (Accepted::AsConnected, Right::Trusted { .. }) => return None,
    };
    let mut peer = shared.entrance.peer(&admitted, stream, mover);
    peer.framing = Framing::WebSocket;
    Some((peer, admitted, shared.entrance.metrics.count_websocket()))
}

/// Serves requests until the connection ends or is to become a WebSocket; returns the stream then,
/// with what was read beyond the last request.
///
/// # Errors
/// If the connection has ended, and perhaps why that is the peer's fault.
async fn serve_http<S>(stream: S, visit: &Arc<Visit>) -> Result<(S, Bytes), Option<GreetingFailure>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let shared = &visit.shared;
    let is_denied = visit.denial.is_some();
    let write_time = Duration::from_millis(shared.entrance.live.borrow().limits.unread_ms);
    let stream = HttpStream::new(stream, write_time, Arc::clone(&visit.has_received));
    let answering = Arc::clone(visit);
    let service = service_fn(move |request| {
        let visit = Arc::clone(&answering);
        // boxed, because the connection must be movable while it is polled
        Box::pin(async move { Ok::<_, Infallible>(service::answer(&visit, &request).await) })
    });
    let mut connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(shared.request_time())
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    let time = if is_denied { FLUSH_TIMEOUT } else { HTTP_TIME };
    let ended = tokio::select! {
        biased;
        ended = poll_fn(|context| connection.poll_without_shutdown(context)) => Some(ended),
        () = shared.entrance.router.closed() => None,
        () = sleep(time) => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => {
            // a request that is being answered still gets its answer
            Pin::new(&mut connection).graceful_shutdown();
            let ending = poll_fn(|context| connection.poll_without_shutdown(context));
            timeout(FLUSH_TIMEOUT, ending).await.map_err(|_| None)?
        }
    };
    if let Err(error) = ended {
        tracing::debug!(address = %visit.peer, %error, "an HTTP connection failed");
        let is_amid_request = visit.has_received.load(Ordering::Relaxed);
        return Err(match () {
            () if error.is_parse() => Some(GreetingFailure::NotHttp),
            () if error.is_timeout() && is_amid_request => Some(GreetingFailure::Late),
            () if error.is_incomplete_message() => Some(GreetingFailure::Gone),
            () => None,
        });
    }
    let parts = connection.into_parts();
    Ok((parts.io.into_inner().into_inner(), parts.read_buf))
}

/// Records that a connection has failed before it was a WebSocket.
fn record_failure(shared: &Shared, right: Right, failure: GreetingFailure, is_proxys_own: bool) {
    match right {
        Right::Admitted(admitted) => admitted.record_end(Err(failure), is_proxys_own),
        Right::Denied(..) | Right::Trusted { .. } => shared.entrance.metrics.record_greeting_failure(failure),
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::WebConfig;
    use super::*;
    use crate::shell::hall::clock::Clock;
    use crate::shell::net::accept::Entrance;
    use crate::shell::node::hall_router::HallRouter;
    use crate::shell::operate::config::Config;
    use crate::shell::operate::metrics::Metrics;
    use std::net::Ipv4Addr;
    use tokio::sync::{Semaphore, mpsc, watch};

    #[tokio::test]
    async fn task_of_a_websocket_is_hardly_larger_than_that_of_another_connection() {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let config = Config::on((address, 0).into());
        let (_change, live) = watch::channel(config.live());
        let router = HallRouter::of_one(Metrics::new(false), mpsc::channel(1).0);
        let entrance = Entrance::new(Clock::start(), &config, live, router);
        let admit = || entrance.admit(address).expect("there is room");
        let (admitted, (near, _far)) = (admit(), tokio::io::duplex(1));
        let other = size_of_val(&connection::serve(entrance.peer(&admitted, near, Mover::default())));
        let shared = Arc::new(Shared {
            entrance: Arc::clone(&entrance),
            config: WebConfig::on((address, 0).into()),
            trusted_slots: Arc::new(Semaphore::new(1)),
        });
        let (right, (near, _far)) = (Right::Admitted(admit()), tokio::io::duplex(1));
        let websocket = size_of_val(&serve(shared, near, Mover::default(), address, right, false));
        assert!(websocket <= other + 512, "{websocket} bytes, other connections {other}");
    }
}
