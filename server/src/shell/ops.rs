//! What an operator may ask a server, over HTTP at an address of its own:
//! `/metrics`, `/healthz` and `/readyz`. What the numbers are is `metrics`'
//! affair.

use super::connection::Report;
use super::hub_task::Vitals;
use super::listener;
use super::metrics::Metrics;
use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, timeout, timeout_at};

/// The most connections at once; others wait.
const CONNECTIONS: usize = 16;
/// How long a connection may take, with its one request and the answer.
const CONNECTION_TIME: Duration = Duration::from_secs(5);
/// The most bytes of a request's head; the least that the library admits.
const HEAD_BYTES: usize = 8 * 1024;
/// A server that is well answers within this.
const ANSWER_TIME: Duration = Duration::from_secs(1);
/// The measured times are summed up this often.
const SUM_UP_TIME: Duration = Duration::from_secs(5);

/// The type of `/metrics`, as Prometheus names it.
const PROMETHEUS_TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// Listens at `address`.
///
/// # Errors
/// If the address cannot be had, or others than this machine can reach it: who
/// may ask is not looked at.
pub(super) fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    if !address.ip().is_loopback() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "not an address of this machine alone"));
    }
    listener::listen(address)
}

/// Serves operators for ever.
pub(super) async fn serve(listener: TcpListener, metrics: Arc<Metrics>, reports: mpsc::Sender<Report>) {
    let asked = Asked { metrics: Arc::clone(&metrics), reports };
    let router = Router::new()
        .route("/metrics", get(numbers))
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .with_state(asked);
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut connections = JoinSet::new();
    let mut sum_up = interval(SUM_UP_TIME);
    loop {
        let accepted = async {
            let permit = Arc::clone(&room).acquire_owned().await;
            (permit, listener.accept().await)
        };
        tokio::select! {
            _ = sum_up.tick() => metrics.sum_up(),
            (permit, accepted) = accepted => match accepted {
                Ok((stream, _)) => {
                    while connections.try_join_next().is_some() {}
                    let router = router.clone();
                    connections.spawn(async move {
                        converse(stream, router).await;
                        drop(permit);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept an operator");
                    tokio::time::sleep(ANSWER_TIME).await;
                }
            },
        }
    }
}

/// Answers one request.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(stream: S, router: Router) {
    let conversation = http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router));
    match timeout(CONNECTION_TIME, conversation).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "an operator's request came to nothing"),
        Err(_) => tracing::debug!("an operator's request took too long"),
    }
}

/// Whom the answers come from.
#[derive(Clone)]
struct Asked {
    metrics: Arc<Metrics>,
    reports: mpsc::Sender<Report>,
}

impl Asked {
    /// How the server stands; `None`, if the task that owns the hub does not say
    /// so in time.
    async fn vitals(&self) -> Option<Vitals> {
        let (answer, answered) = oneshot::channel();
        let deadline = Instant::now() + ANSWER_TIME;
        timeout_at(deadline, self.reports.send(Report::Asked(answer))).await.ok()?.ok()?;
        timeout_at(deadline, answered).await.ok()?.ok()
    }
}

async fn numbers(State(asked): State<Asked>) -> Response {
    // of a server that does not answer, what was counted is still of use
    if let Some(vitals) = asked.vitals().await {
        let queued = asked.reports.max_capacity() - asked.reports.capacity();
        asked.metrics.set(&vitals, queued);
    }
    ([(header::CONTENT_TYPE, PROMETHEUS_TEXT)], asked.metrics.render()).into_response()
}

async fn healthy(State(asked): State<Asked>) -> Response {
    verdict(asked.vitals().await.map(|_| ()).ok_or(Unready::Stuck))
}

async fn ready(State(asked): State<Asked>) -> Response {
    verdict(asked.vitals().await.map_or(Err(Unready::Stuck), |vitals| readiness(&vitals)))
}

/// Why a server is not to be sent players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum Unready {
    /// It does not answer.
    #[error("the server does not answer")]
    Stuck,
    /// It is about to end.
    #[error("the server is shutting down")]
    Stopping,
    /// It cannot keep what happens; games stand still.
    #[error("nothing can be kept for now")]
    Unkept,
}

fn readiness(vitals: &Vitals) -> Result<(), Unready> {
    if vitals.gauges.stopping {
        Err(Unready::Stopping)
    } else if vitals.stalled {
        Err(Unready::Unkept)
    } else {
        Ok(())
    }
}

fn verdict(verdict: Result<(), Unready>) -> Response {
    match verdict {
        Ok(()) => "ok\n".into_response(),
        Err(unready) => (StatusCode::SERVICE_UNAVAILABLE, format!("{unready}\n")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::Gauges;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test(start_paused = true)]
    async fn a_server_that_does_not_answer_is_not_well() {
        let (reports, mut inbox) = mpsc::channel(1);
        let asked = Asked { metrics: Metrics::new(true), reports };
        // the first question is taken and not answered, the next finds no room
        for _ in 0..2 {
            let start = Instant::now();
            assert!(asked.vitals().await.is_none());
            assert_eq!(start.elapsed(), ANSWER_TIME);
        }
        let answer = healthy(State(asked.clone())).await;
        assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(numbers(State(asked.clone())).await.status(), StatusCode::OK);
        inbox.close();
        let start = Instant::now();
        assert!(asked.vitals().await.is_none());
        assert_eq!(start.elapsed(), Duration::ZERO, "a server that is gone is not waited for");
    }

    #[test]
    fn a_server_is_ready_until_it_is_to_stop_or_cannot_keep_anything() {
        let vitals = |stopping, stalled| {
            let gauges = Gauges { stopping, ..Gauges::default() };
            Vitals { gauges, longest_send_queue: 0, unkept: 0, stalled }
        };
        assert_eq!(readiness(&vitals(false, false)), Ok(()));
        assert_eq!(readiness(&vitals(true, false)), Err(Unready::Stopping));
        assert_eq!(readiness(&vitals(false, true)), Err(Unready::Unkept));
    }

    #[tokio::test(start_paused = true)]
    async fn who_asks_byte_by_byte_is_not_waited_for() {
        let (near, mut far) = tokio::io::duplex(64);
        let start = Instant::now();
        let asking = async {
            while far.write_all(b"G").await.is_ok() {
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        };
        let answering = async {
            converse(near, Router::new()).await;
            start.elapsed()
        };
        let (took, ()) = tokio::join!(answering, asking);
        assert_eq!(took, CONNECTION_TIME);
    }

    #[tokio::test(start_paused = true)]
    async fn who_asks_gets_one_answer_and_the_end() {
        let (near, mut far) = tokio::io::duplex(4096);
        let router = Router::new().route("/", get(|| async { "here" }));
        let asking = async {
            far.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n").await.expect("it listens");
            let mut answer = String::new();
            far.read_to_string(&mut answer).await.expect("text");
            answer
        };
        let ((), answer) = tokio::join!(converse(near, router), asking);
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("here"), "{answer}");
    }
}
