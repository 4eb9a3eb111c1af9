//! The control socket: requests of operators' commands to the running server.
//!
//! It is a Unix socket in the data directory, which only the server's user can open. A client sends
//! one [`ControlRequest`] a line as JSON, and the server answers each with one [`ControlResponse`]
//! a line.

pub use super::control_response::ControlResponse;
use super::control_response::failed;
use super::hall_control;
use super::operator_request::OperatorRequest;
use crate::shell::hall::store_writer::StoreReader;
use crate::shell::node::hall_router::HallRouter;
use crate::store::Sqlite;
use chuhe_store::{Store, StoreError};
use futures_util::{SinkExt, StreamExt};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream as BlockingStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::{Mutex, OwnedMutexGuard, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval_at, timeout};
use tokio_util::codec::{Framed, LinesCodec};

/// The name of the socket in the data directory.
pub const SOCKET: &str = "chuhe.sock";
/// The suffix of a socket that is not accessible yet.
const UNFINISHED: &str = ".new";
/// The longest request, in bytes.
const REQUEST_BYTES: usize = 16 << 10;
/// The longest response that a client accepts, in bytes: enough for a line per connection.
const RESPONSE_BYTES: u64 = 64 << 20;
/// Maximum number of open connections; further ones wait in the system's backlog.
const CONNECTIONS: usize = 8;
/// How long a connection may be silent, except during a backup: a client sends its request at once, and
/// one that does not keeps others from theirs.
const IDLE_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a client waits for a response.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// Bytes of the write-ahead log at which a backup is cancelled.
///
/// After the backup one commit waits until the whole log is copied into the database, which took
/// 0.3 to 0.6 s for this much on an idle solid-state disk, and up to 2.9 s on a busy one. Games are
/// paused if a commit takes 1 s.
const BACKUP_LOG_BYTES: u64 = 32 << 20;
/// Interval at which the log's size is checked during a backup.
const BACKUP_CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The longest backup.
const BACKUP_TIMEOUT: Duration = Duration::from_secs(3600);

/// A request of an operator's command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlRequest {
    /// Stops changes to the database file, until the end of the backup or of the connection.
    ///
    /// Commits go on: they are written to the log beside the file.
    BeginBackup,
    /// Allows changes to the database file again.
    EndBackup,
    /// Does what an operator asks of the server.
    Operate(OperatorRequest),
}

/// A store that is in a directory, for backups.
#[derive(Clone, Debug)]
struct Controlled {
    directory: PathBuf,
    store: StoreReader,
    /// Locked by the connection that makes a backup.
    backup: Arc<Mutex<()>>,
}

impl Controlled {
    fn log_bytes(&self) -> u64 {
        Sqlite::log_bytes_in(&self.directory)
    }
}

/// The listening socket. Its file is removed when it is dropped.
#[derive(Debug)]
pub(crate) struct ControlListener {
    listener: UnixListener,
    path: PathBuf,
    /// That of a hall or of the accounts; each hall has a socket of its own, and all together have one.
    store: Option<Controlled>,
}

impl ControlListener {
    /// Listens in the data directory, which no other server may use.
    ///
    /// # Errors
    /// Those of the system, for example if the path is longer than a socket's may be.
    fn bind(data: &Path, store: Option<StoreReader>) -> io::Result<Self> {
        let path = data.join(SOCKET);
        let unfinished = data.join([SOCKET, UNFINISHED].concat());
        // a killed server leaves its socket
        remove_if_present(&unfinished)?;
        let listener = UnixListener::bind(&unfinished)?;
        // nobody else can connect before the socket has its name and its permissions
        fs::set_permissions(&unfinished, fs::Permissions::from_mode(0o600))?;
        fs::rename(&unfinished, &path)?;
        let store =
            store.map(|store| Controlled { directory: data.to_owned(), store, backup: Arc::default() });
        Ok(Self { listener, path, store })
    }

    /// Listens in the data directory; logs it if that is impossible, because a server plays without its operators.
    pub(crate) fn open(data: &Path, store: Option<StoreReader>) -> Option<Self> {
        let warn = |error: &io::Error| {
            let data = data.display();
            tracing::warn!(%error, %data, "cannot listen for operators' commands in the data directory");
        };
        Self::bind(data, store).inspect_err(warn).ok()
    }

    /// Serves operators' commands forever: those to halls, unless this is the socket of the accounts that halls share.
    async fn serve(self, halls: Option<Arc<HallRouter>>) {
        let slots = Arc::new(Semaphore::new(CONNECTIONS));
        let mut connections = JoinSet::new();
        loop {
            let permit = Arc::clone(&slots).acquire_owned().await;
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    while connections.try_join_next().is_some() {}
                    let (store, halls) = (self.store.clone(), halls.clone());
                    connections.spawn(async move {
                        if let Err(error) = serve_one(stream, store, halls).await {
                            tracing::debug!(%error, "an operator's connection failed");
                        }
                        drop(permit);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept an operator's connection");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }
}

impl Drop for ControlListener {
    fn drop(&mut self) {
        // a leftover is replaced by the next server
        let _ = fs::remove_file(&self.path);
    }
}

/// Serves operators' commands forever, if there is a listener for them; `halls` are those that they may name.
pub(crate) async fn serve(listener: Option<ControlListener>, halls: Option<Arc<HallRouter>>) {
    match listener {
        Some(listener) => listener.serve(halls).await,
        None => std::future::pending().await,
    }
}

fn remove_if_present(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

type Lines = Framed<UnixStream, LinesCodec>;

/// Serves the requests of one connection until it ends or is silent for too long.
async fn serve_one(
    stream: UnixStream,
    store: Option<Controlled>,
    halls: Option<Arc<HallRouter>>,
) -> io::Result<()> {
    use ControlRequest as R;
    let mut lines = Framed::new(stream, LinesCodec::new_with_max_length(REQUEST_BYTES));
    loop {
        let request = match timeout(IDLE_TIMEOUT, lines.next()).await {
            Err(_) | Ok(None) => return Ok(()),
            Ok(Some(line)) => parse(line),
        };
        let request = match request {
            Err(why) => return respond(&mut lines, &ControlResponse::Failed { why }).await,
            Ok(request) => request,
        };
        let response = match (request, &store, &halls) {
            (R::EndBackup, ..) => failed("no backup has begun"),
            (R::BeginBackup, Some(store), _) => back_up(&mut lines, store).await?,
            (R::BeginBackup, None, Some(halls)) => hall_control::no_hall_chosen(halls),
            (R::Operate(request), _, Some(halls)) => hall_control::operate(halls, request).await,
            (_, _, None) => failed("the registered accounts are no hall"),
        };
        respond(&mut lines, &response).await?;
    }
}

fn parse(line: Result<String, tokio_util::codec::LinesCodecError>) -> Result<ControlRequest, String> {
    let line = line.map_err(|error| error.to_string())?;
    serde_json::from_str(&line).map_err(|error| format!("not a request: {error}"))
}

async fn respond(lines: &mut Lines, response: &ControlResponse) -> io::Result<()> {
    let text = serde_json::to_string(response)?;
    lines.send(text).await.map_err(io::Error::other)
}

/// Holds the database file until the client has copied it; returns the response to its end.
async fn back_up(lines: &mut Lines, controlled: &Controlled) -> io::Result<ControlResponse> {
    let Ok(only) = Arc::clone(&controlled.backup).try_lock_owned() else {
        return Ok(failed("another backup is being made"));
    };
    let begun = match on_store(&controlled.store, |store| store.begin_backup()).await {
        Ok(bytes) => ControlResponse::BackupBegun { bytes },
        Err(error) => return Ok(failed(&error.to_string())),
    };
    tracing::info!("a backup begins");
    let held = Held { controlled, only: Some(only) };
    respond(lines, &begun).await?;
    let verdict = timeout(BACKUP_TIMEOUT, end_of_backup(lines, controlled)).await;
    let ended = held.release().await;
    let verdict = verdict.unwrap_or_else(|_| Err("the backup took too long".to_owned()));
    Ok(match verdict.and(ended.map_err(|error| error.to_string())) {
        Ok(()) => {
            tracing::info!("the backup has ended");
            ControlResponse::Done
        }
        Err(why) => {
            tracing::warn!(why, "the backup has failed");
            ControlResponse::Failed { why }
        }
    })
}

/// Waits until the client has copied the file.
async fn end_of_backup(lines: &mut Lines, controlled: &Controlled) -> Result<(), String> {
    let mut checks = interval_at(Instant::now() + BACKUP_CHECK_INTERVAL, BACKUP_CHECK_INTERVAL);
    loop {
        tokio::select! {
            line = lines.next() => return match line.map(parse) {
                Some(Ok(ControlRequest::EndBackup)) => Ok(()),
                Some(Ok(ControlRequest::BeginBackup | ControlRequest::Operate(_))) => Err("a backup has begun already".to_owned()),
                Some(Err(why)) => Err(why),
                None => Err("the connection has ended".to_owned()),
            },
            _ = checks.tick() => if controlled.log_bytes() > BACKUP_LOG_BYTES {
                return Err("too much was stored during the backup; try again when fewer games are played".to_owned());
            },
        }
    }
}

/// A database file that does not change. If it is dropped, a task releases it.
struct Held<'a> {
    controlled: &'a Controlled,
    only: Option<OwnedMutexGuard<()>>,
}

impl Held<'_> {
    async fn release(mut self) -> Result<(), StoreError> {
        let ended = on_store(&self.controlled.store, |store| store.end_backup()).await;
        self.only = None;
        ended
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if let Some(only) = self.only.take() {
            let store = self.controlled.store.clone();
            tokio::spawn(async move {
                // the client has gone: nobody waits for the result
                let _ = on_store(&store, |store| store.end_backup()).await;
                drop(only);
            });
        }
    }
}

/// Runs a step in the store's thread.
async fn on_store<T: Send + 'static>(
    store: &StoreReader,
    step: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    store.read(step).await.map_err(|error| StoreError::Failed(error.to_string()))?
}

/// A command's connection to a running server.
#[derive(Debug)]
pub struct ControlClient {
    stream: BufReader<BlockingStream>,
}

impl ControlClient {
    /// Connects to the server that uses `data`; `None` if none listens there.
    ///
    /// A server does not listen if the path of its socket is longer than the system allows.
    ///
    /// # Errors
    /// Those of the system, for example if the socket is another user's.
    pub fn connect(data: &Path) -> io::Result<Option<Self>> {
        match BlockingStream::connect(data.join(SOCKET)) {
            Ok(stream) => {
                stream.set_read_timeout(Some(RESPONSE_TIMEOUT))?;
                stream.set_write_timeout(Some(RESPONSE_TIMEOUT))?;
                Ok(Some(Self { stream: BufReader::new(stream) }))
            }
            Err(error)
                if matches!(
                    error.kind(),
                    // the path is too long
                    io::ErrorKind::InvalidInput | io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Sends a request and waits for its response.
    ///
    /// # Errors
    /// If the server does not answer in time or not with a response.
    pub fn request(&mut self, request: &ControlRequest) -> io::Result<ControlResponse> {
        let mut line = serde_json::to_vec(request)?;
        line.push(b'\n');
        self.stream.get_mut().write_all(&line)?;
        let mut answer = String::new();
        self.stream.by_ref().take(RESPONSE_BYTES).read_line(&mut answer)?;
        if answer.is_empty() {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the server has closed the connection"));
        }
        Ok(serde_json::from_str(&answer)?)
    }
}
