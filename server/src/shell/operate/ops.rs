//! The HTTP endpoint for operators: `/metrics`, `/healthz` and `/readyz`.

use super::live::LiveConfig;
use super::log_limits::{self, Noise};
use super::logging;
use super::metrics::{self, Metrics};
use crate::shell::hall::hub_message::{HubMessage, ServerStatus};
use crate::shell::net::certificate_expiry;
use crate::shell::net::listener;
use crate::shell::net::tls_identity::TlsIdentity;
use crate::shell::node::hall_router::HallRouter;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{self, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout, timeout_at};

/// Maximum number of open connections; further ones wait in the system's backlog.
const CONNECTIONS: usize = 16;
/// Time limit of a connection, which serves one request.
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum size of a request's head, in bytes; the minimum that hyper allows.
const HEAD_BYTES: usize = 8 * 1024;
/// Time within which a healthy server returns its status.
const STATUS_TIMEOUT: Duration = Duration::from_secs(1);
/// Interval between merges of recorded samples into the histograms.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// Interval of the measurements of the event loop's lateness.
const LATENESS_INTERVAL: Duration = Duration::from_millis(250);

/// Content type of `/metrics`: the text format of Prometheus.
const PROMETHEUS_TEXT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
/// Content type of the other answers.
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

type Answer = Response<Full<Bytes>>;

/// Listens at `address`.
///
/// # Errors
/// If this program has no metrics, or the address is not available or not a loopback address: the
/// endpoint has no authentication.
pub(crate) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    metrics::is_built_in().map_err(|missing| io::Error::new(io::ErrorKind::Unsupported, missing))?;
    if !address.ip().is_loopback() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a loopback address"));
    }
    listener::listen(address)
}

/// Serves operators forever. `/readyz` also returns `damage`, the report on the stored data.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Arc<HallRouter>,
    live: watch::Receiver<LiveConfig>,
    damage: String,
) {
    let metrics = Arc::clone(&router.metrics);
    let shared = Shared { router, live, damage: damage.into() };
    let slots = Arc::new(Semaphore::new(CONNECTIONS));
    let mut connections = JoinSet::new();
    let mut upkeep = interval(UPKEEP_INTERVAL);
    loop {
        let accepted = async {
            let permit = Arc::clone(&slots).acquire_owned().await;
            (permit, listener.accept().await)
        };
        tokio::select! {
            _ = upkeep.tick() => metrics.run_upkeep(),
            (permit, accepted) = accepted => match accepted {
                Ok((stream, _)) => {
                    while connections.try_join_next().is_some() {}
                    let shared = shared.clone();
                    connections.spawn(async move {
                        serve_one(stream, &shared).await;
                        drop(permit);
                    });
                }
                Err(error) => {
                    if log_limits::admits(Noise::OperatorAcceptFailed) {
                        tracing::warn!(%error, "cannot accept an operator's connection");
                    }
                    tokio::time::sleep(STATUS_TIMEOUT).await;
                }
            },
        }
    }
}

/// Measures how late the event loop runs, forever.
pub(crate) async fn measure_lateness(metrics: &Metrics) {
    let mut checks = interval(LATENESS_INTERVAL);
    checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let due = checks.tick().await;
        metrics.record_lateness(due.elapsed());
    }
}

/// Serves one request.
async fn serve_one<S: AsyncRead + AsyncWrite + Unpin>(stream: S, shared: &Shared) {
    let answering = service_fn(async |request| Ok::<_, Infallible>(answer(shared, &request).await));
    let serving = http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), answering);
    match timeout(CONNECTION_TIMEOUT, serving).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "an operator's request failed"),
        Err(_) => tracing::debug!("an operator's request timed out"),
    }
}

/// What the request handlers share.
#[derive(Clone)]
struct Shared {
    router: Arc<HallRouter>,
    live: watch::Receiver<LiveConfig>,
    damage: Arc<str>,
}

impl Shared {
    /// Requests the status of every hub that runs.
    ///
    /// `None` if none runs, or one does not answer in time.
    async fn statuses(&self) -> Option<Vec<ServerStatus>> {
        let deadline = Instant::now() + STATUS_TIMEOUT;
        let mut statuses = Vec::new();
        for (metrics, to_hub) in self.router.hubs().iter().filter(|(_, to_hub)| !to_hub.is_closed()) {
            let (answer, answered) = oneshot::channel();
            timeout_at(deadline, to_hub.send(HubMessage::GetStatus(answer))).await.ok()?.ok()?;
            let status = timeout_at(deadline, answered).await.ok()?.ok()?;
            metrics.set_status(&status, to_hub.max_capacity() - to_hub.capacity());
            statuses.push(status);
        }
        // a node may serve no hall
        let is_standby = self.router.node.is_some() && !*self.router.has_stopped.borrow();
        (!statuses.is_empty() || is_standby).then_some(statuses)
    }
}

async fn answer<B>(shared: &Shared, request: &Request<B>) -> Answer {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n".to_owned());
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    match request.uri().path() {
        "/metrics" => metrics_text(shared).await,
        "/healthz" => health(shared).await,
        "/readyz" => ready(shared).await,
        _ => text(StatusCode::NOT_FOUND, String::new()),
    }
}

async fn metrics_text(shared: &Shared) -> Answer {
    // sets the gauges; if a hub's task does not answer, the counters are still useful
    let _ = shared.statuses().await;
    let expires_at = shared.live.borrow().identity.as_ref().map(TlsIdentity::expires_at);
    if let Some(expires_at) = expires_at {
        shared.router.metrics.set_certificate_expiry(certificate_expiry::seconds_left(expires_at));
    }
    shared.router.metrics.collect_process();
    shared.router.metrics.set_dropped_log_lines(logging::dropped_lines());
    let mut answer = text(StatusCode::OK, shared.router.metrics.render());
    answer.headers_mut().insert(header::CONTENT_TYPE, PROMETHEUS_TEXT);
    answer
}

async fn health(shared: &Shared) -> Answer {
    respond(shared.statuses().await.map(|_| ()).ok_or(Unready::Stuck))
}

async fn ready(shared: &Shared) -> Answer {
    let all = shared.statuses().await.ok_or(Unready::Stuck);
    match all.and_then(|all| any_ready(&all)) {
        // a server that serves all but what is damaged is ready
        Ok(()) if !shared.damage.is_empty() => text(StatusCode::OK, format!("ok\n{}", shared.damage)),
        result => respond(result),
    }
}

/// Why a server should receive no players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Unready {
    /// The hub's task does not answer.
    #[error("the server does not answer")]
    Stuck,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Stopping,
    /// Games are paused because the store cannot commit.
    #[error("games are paused: the store cannot commit")]
    Paused,
    /// Games are paused because a commit met damage.
    #[error(
        "games are paused: the data is damaged, as a commit has found. What to do: check the disk; start the server \
         again, which checks everything, sets aside what is lost, and keeps the files"
    )]
    Damaged,
}

/// Whether a hall accepts players, so that the server does; if none does, why the last one does not.
fn any_ready(halls: &[ServerStatus]) -> Result<(), Unready> {
    // a node that serves no hall sends players on
    halls.iter().map(readiness).reduce(Result::or).unwrap_or(Ok(()))
}

fn readiness(status: &ServerStatus) -> Result<(), Unready> {
    if status.gauges.stopping {
        Err(Unready::Stopping)
    } else if status.is_damaged {
        Err(Unready::Damaged)
    } else if status.is_paused {
        Err(Unready::Paused)
    } else {
        Ok(())
    }
}

fn respond(result: Result<(), Unready>) -> Answer {
    match result {
        Ok(()) => text(StatusCode::OK, "ok\n".to_owned()),
        Err(unready) => text(StatusCode::SERVICE_UNAVAILABLE, format!("{unready}\n")),
    }
}

fn text(status: StatusCode, text: String) -> Answer {
    let mut answer = Response::new(Full::from(text));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, TEXT);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::operate::config::Config;
    use chuhe_hub::Gauges;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::mpsc;

    /// What requests share, with the queue to a hub that no task reads.
    fn shared() -> (Shared, mpsc::Receiver<HubMessage>) {
        let (to_hub, inbox) = mpsc::channel(1);
        let (_change, live) = watch::channel(Config::on(([127, 0, 0, 1], 0).into()).live());
        let router = HallRouter::of_one(Metrics::new(true), to_hub);
        (Shared { router, live, damage: Arc::default() }, inbox)
    }

    #[tokio::test(start_paused = true)]
    async fn server_that_does_not_answer_is_unhealthy() {
        let (shared, mut inbox) = shared();
        // the first request is queued and not answered, the second finds the queue full
        for _ in 0..2 {
            let start = Instant::now();
            assert!(shared.statuses().await.is_none());
            assert_eq!(start.elapsed(), STATUS_TIMEOUT);
        }
        assert_eq!(health(&shared).await.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(metrics_text(&shared).await.status(), StatusCode::OK);
        inbox.close();
        let start = Instant::now();
        assert!(shared.statuses().await.is_none());
        assert_eq!(start.elapsed(), Duration::ZERO, "a stopped server fails at once");
    }

    #[test]
    fn server_is_ready_unless_it_is_stopping_or_paused() {
        let status = |stopping, is_paused| {
            let gauges = Gauges { stopping, ..Gauges::default() };
            let is_damaged = false;
            ServerStatus { gauges, longest_send_queue: 0, uncommitted: 0, is_paused, is_damaged }
        };
        assert_eq!(readiness(&status(false, false)), Ok(()));
        assert_eq!(readiness(&status(true, false)), Err(Unready::Stopping));
        assert_eq!(readiness(&status(false, true)), Err(Unready::Paused));
        let damaged = ServerStatus { is_damaged: true, ..status(false, true) };
        assert_eq!(readiness(&damaged), Err(Unready::Damaged));
    }

    #[tokio::test(start_paused = true)]
    async fn slow_request_times_out() {
        let (near, mut far) = tokio::io::duplex(64);
        let start = Instant::now();
        let sending = async {
            while far.write_all(b"G").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        };
        let serving = async {
            serve_one(near, &shared().0).await;
            start.elapsed()
        };
        let (took, ()) = tokio::join!(serving, sending);
        assert_eq!(took, CONNECTION_TIMEOUT);
    }

    /// Returns the answer to a request, until the connection closes.
    async fn answered(request: &str) -> String {
        let (near, mut far) = tokio::io::duplex(4096);
        let (shared, _inbox) = shared();
        let requesting = async {
            far.write_all(request.as_bytes()).await.expect("the request is sent");
            let mut answer = String::new();
            far.read_to_string(&mut answer).await.expect("text");
            answer
        };
        tokio::join!(serve_one(near, &shared), requesting).1
    }

    #[tokio::test(start_paused = true)]
    async fn connection_closes_after_one_response() {
        let answer = answered("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.ends_with("not answer\n"), "{answer}");
        let answer = answered("HEAD /metrics HTTP/1.1\r\nHost: here\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("\r\n\r\n"), "{answer}");
    }

    #[tokio::test(start_paused = true)]
    async fn other_paths_and_methods_are_refused() {
        let answer = answered("GET /metrics/ HTTP/1.1\r\nHost: here\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
        let answer = answered("POST /metrics HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n").await;
        assert!(answer.starts_with("HTTP/1.1 405 ") && answer.contains("allow: GET, HEAD"), "{answer}");
    }
}
