//! The connection to NATS, and single requests.
//!
//! The client library buffers what is sent while it is disconnected and delivers it later. Nothing
//! is therefore sent unless it is connected, and every request has a time limit around sending and
//! answer: no answer means that the effect is unknown.

use super::ClusterConfig;
use super::error::ClusterError;
use super::version::Version;
use async_nats::connection::State;
use async_nats::jetstream::{self, Context, ErrorCode};
use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, HeaderMap, Message, Request, ServerAddr,
};
use bytes::Bytes;
use serde::Deserialize;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long connecting to a server may take. Its default is 5 s, in which a lease lapses.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(1);
/// How often the connection is tested. Its default is 60 s.
const PING_INTERVAL: Duration = Duration::from_secs(1);
/// The longest pause between two attempts to reconnect.
const RECONNECT_DELAY: Duration = Duration::from_millis(500);
/// Commands that may wait in the client, few, because they are sent late after a break.
const CLIENT_CAPACITY: usize = 64;
/// How long a request that changes or reads a stream as a whole may take.
pub(super) const ADMIN_TIMEOUT: Duration = Duration::from_secs(5);
/// Where answers to a node arrive, which only users of nodes may read.
pub(super) const NODE_INBOX: &str = "_INBOX";
/// Where answers to a reader arrive: its user may read no answer to a node, which can have an account.
pub(super) const READER_INBOX: &str = "_INBOX.export";
/// The longest message of ours: an entry with its head and its headers.
const LONGEST_MESSAGE: usize = chuhe_cluster::PAYLOAD_BYTES + 4096;

/// A connection to NATS. Clones share it.
#[derive(Clone)]
pub(super) struct Nats {
    client: Client,
    pub(super) context: Context,
    /// Whether the server that it is connected to is trusted with games.
    is_trusted: Arc<AtomicBool>,
}

impl fmt::Debug for Nats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nats({:?})", self.client.connection_state())
    }
}

/// There is no answer, or none that says what happened: the effect of the request is unknown.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub(super) struct Unknown(pub(super) String);

/// How a message was published to a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// It is in the stream, at this place: since now, or as a duplicate of one that was there.
    At(u64),
    /// The stream or the subject did not end where it was expected to.
    WrongSequence,
}

/// The answer of a stream to a message.
#[derive(Deserialize)]
#[serde(untagged)]
enum Acknowledgement {
    Refused { error: jetstream::Error },
    Stored { seq: u64 },
}

impl Nats {
    /// Connects, and checks the server. Must run in the cluster's runtime. Answers arrive below `inbox`.
    pub(super) async fn connect(config: &ClusterConfig, inbox: &str) -> Result<Self, ClusterError> {
        let addresses = config.servers.iter().map(|server| {
            server.parse::<ServerAddr>().map_err(|_| {
                // without the address, which may have a password
                ClusterError::Config("the address of a NATS server is nats://HOST:PORT".to_owned())
            })
        });
        let addresses = addresses.collect::<Result<Vec<_>, _>>()?;
        let (events, received) = mpsc::channel(16);
        let names = addresses.iter().map(|address| format!("{}:{}", address.host(), address.port()));
        let servers = names.collect::<Vec<_>>().join(", ");
        let options = options(config, &addresses)?.custom_inbox_prefix(inbox).event_callback(move |event| {
            let events = events.clone();
            async move {
                log_event(&event);
                // while the queue is full, a check of the server is due anyway
                let _ = events.try_send(());
            }
        });
        let client = options.connect(addresses).await.map_err(|error| connect_error(&error, servers))?;
        let found = checked_version(&client)?;
        tracing::info!(version = %found, server = %client.server_info().server_name, "connected to NATS");
        let is_trusted = Arc::new(AtomicBool::new(true));
        tokio::spawn(watch_version(client.clone(), received, Arc::clone(&is_trusted)));
        let context = jetstream::context::ContextBuilder::new().timeout(ADMIN_TIMEOUT).build(client.clone());
        Ok(Self { client, context, is_trusted })
    }

    /// Whether there is a connection to a server that is trusted with games.
    pub(super) fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected && self.is_trusted.load(Ordering::Acquire)
    }

    /// Sends a request, and waits for its answer.
    async fn request(&self, subject: String, request: Request, limit: Duration) -> Result<Message, Unknown> {
        if !self.is_connected() {
            return Err(Unknown("there is no connection to NATS".to_owned()));
        }
        let sent = self.client.send_request(subject, request.timeout(None));
        match timeout(limit, sent).await {
            Ok(Ok(message)) => Ok(message),
            Ok(Err(error)) => Err(Unknown(error.to_string())),
            Err(_) => Err(Unknown("the answer took too long".to_owned())),
        }
    }

    /// Publishes a message to the stream that has its subject.
    pub(super) async fn publish(
        &self,
        subject: String,
        headers: HeaderMap,
        payload: Bytes,
        limit: Duration,
    ) -> Result<Published, Unknown> {
        let request = Request::new().headers(headers).payload(payload);
        let answer = self.request(subject, request, limit).await?;
        match serde_json::from_slice(&answer.payload) {
            Ok(Acknowledgement::Stored { seq }) => Ok(Published::At(seq)),
            Ok(Acknowledgement::Refused { error }) if is_wrong_sequence(error.error_code()) => {
                Ok(Published::WrongSequence)
            }
            Ok(Acknowledgement::Refused { error }) => Err(Unknown(error.to_string())),
            Err(error) => Err(Unknown(format!("the acknowledgement cannot be read: {error}"))),
        }
    }

    /// Limits the time of a request of the library.
    pub(super) async fn limited<T, E: fmt::Display>(
        &self,
        limit: Duration,
        request: impl Future<Output = Result<T, E>>,
    ) -> Result<T, Unknown> {
        if !self.is_connected() {
            return Err(Unknown("there is no connection to NATS".to_owned()));
        }
        match timeout(limit, request).await {
            Ok(answer) => answer.map_err(|error| Unknown(error.to_string())),
            Err(_) => Err(Unknown("the answer took too long".to_owned())),
        }
    }
}

/// The second is what a leader answers while appends are on their way.
fn is_wrong_sequence(code: ErrorCode) -> bool {
    code == ErrorCode::STREAM_WRONG_LAST_SEQUENCE || code == ErrorCode::STREAM_WRONG_LAST_SEQUENCE_CONSTANT
}

fn options(config: &ClusterConfig, addresses: &[ServerAddr]) -> Result<ConnectOptions, ClusterError> {
    let mut options = ConnectOptions::new()
        .name(format!("chuhe-server {}", config.node))
        .connection_timeout(CONNECT_TIMEOUT)
        .ping_interval(PING_INTERVAL)
        .client_capacity(CLIENT_CAPACITY)
        .max_reconnects(None)
        .reconnect_delay_callback(|attempts| {
            let delay = Duration::from_millis(20).saturating_mul(u32::try_from(attempts).unwrap_or(u32::MAX));
            delay.min(RECONNECT_DELAY)
        });
    if let Some(ca) = &config.ca {
        if !ca.is_file() {
            return Err(ClusterError::Config(format!("{} is no file of certificates", ca.display())));
        }
        options = options.add_root_certificates(ca.clone()).require_tls(true);
    }
    if let Some(file) = &config.credentials {
        return authenticated(options, file);
    }
    // the library does not use those of an address by itself
    let user = addresses.iter().find_map(|address| Some((address.username()?, address.password()?)));
    Ok(match user {
        Some((user, password)) => options.user_and_password(user.to_owned(), password.to_owned()),
        None => options,
    })
}

/// Reads what the node authenticates with.
fn authenticated(options: ConnectOptions, file: &Path) -> Result<ConnectOptions, ClusterError> {
    let unreadable = |why: String| ClusterError::Config(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(error.to_string()))?;
    let text = text.trim();
    if text.starts_with("-----BEGIN") {
        // the library does not find the seed if the last line does not end
        let text = format!("{text}\n");
        return options.credentials(&text).map_err(|error| unreadable(error.to_string()));
    }
    if text.starts_with("SU") && !text.contains(':') {
        return Ok(options.nkey(text.to_owned()));
    }
    let Some((user, password)) = text.split_once(':') else {
        let expected = "it has neither credentials of NATS, the seed of an nkey, nor USER:PASSWORD";
        return Err(unreadable(expected.to_owned()));
    };
    Ok(options.user_and_password(user.to_owned(), password.to_owned()))
}

fn connect_error(error: &ConnectError, servers: String) -> ClusterError {
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            ClusterError::Unauthorized { servers }
        }
        ConnectErrorKind::ServerParse
        | ConnectErrorKind::Dns
        | ConnectErrorKind::TimedOut
        | ConnectErrorKind::Tls
        | ConnectErrorKind::Io
        | ConnectErrorKind::MaxReconnects => ClusterError::Unreachable { servers, why: error.to_string() },
    }
}

/// Checks the server that the client is connected to.
fn checked_version(client: &Client) -> Result<Version, ClusterError> {
    let info = client.server_info();
    let found: Version =
        info.version.parse().map_err(|_| ClusterError::UnknownVersion(info.version.clone()))?;
    if !found.is_trusted() {
        return Err(ClusterError::TooOld { found });
    }
    if !info.jetstream {
        return Err(ClusterError::NoJetStream);
    }
    if info.max_payload < LONGEST_MESSAGE {
        return Err(ClusterError::SmallPayload { found: info.max_payload });
    }
    Ok(found)
}

/// Checks the server again after each change of the connection: others may be older.
async fn watch_version(client: Client, mut events: mpsc::Receiver<()>, is_trusted: Arc<AtomicBool>) {
    while events.recv().await.is_some() {
        if client.connection_state() != State::Connected {
            continue;
        }
        let checked = checked_version(&client);
        if is_trusted.swap(checked.is_ok(), Ordering::AcqRel)
            && let Err(error) = checked
        {
            tracing::error!(%error, "this server of NATS is not used; the halls wait for another");
        }
    }
}

fn log_event(event: &Event) {
    match event {
        Event::Connected => tracing::info!("connected to NATS"),
        Event::Disconnected => tracing::warn!("the connection to NATS is broken"),
        Event::LameDuckMode => tracing::info!("a NATS server shuts down"),
        Event::ServerError(error) => tracing::error!(%error, "NATS refuses a request"),
        Event::ClientError(error) => tracing::warn!(%error, "NATS cannot be reached"),
        Event::SlowConsumer(id) => tracing::warn!(id, "this node is too slow for NATS"),
        Event::Draining | Event::Closed => {}
    }
}
