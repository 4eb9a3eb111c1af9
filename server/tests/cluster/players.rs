//! Nodes in processes of their own, and players who find their hall wherever it is.

use crate::nats_server::{NatsServer, free_port};
use bytes::Bytes;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{
    ClientMessage, CloseReason, Cursor, DoorMessage, DoorRequest, GameId, HallName, NodeAddress, PlayerId,
    Refusal, Request, ServerMessage, SessionToken, frame, wire,
};
use futures_util::{SinkExt, StreamExt};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::{interval, timeout};
use tokio_util::codec::{Framed, LengthDelimitedCodec};

/// How long anything may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);
/// Interval of the attempts to enter a hall.
const RETRY: Duration = Duration::from_millis(100);

/// A node, which is killed when it is dropped.
pub(crate) struct Program {
    command: Command,
    process: Child,
    pub(crate) address: NodeAddress,
    data: TempDir,
}

impl Program {
    pub(crate) fn start(nats: &NatsServer, name: &str, halls: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let address = format!("127.0.0.1:{}", free_port());
        let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
        command
            .args(["--listen", &address, "--advertise", &address, "--node", name])
            .args(halls.iter().flat_map(|hall| ["--hall", hall]))
            .args(["--cluster", &nats.url(), "--replicas", "1", "--log", "warn"])
            .arg("--data")
            .arg(data.path())
            .stdout(Stdio::null());
        let process = command.spawn().expect("the program starts");
        Self { command, process, address: address.parse().expect("an address"), data }
    }

    /// Starts the node again, with the data that it had, after it was killed.
    pub(crate) fn restart(&mut self) {
        self.process = self.command.spawn().expect("the program starts");
    }

    /// Whether a file in its data folder, or in the folders there, contains these bytes.
    pub(crate) fn has_in_its_files(&self, bytes: &[u8]) -> bool {
        let mut folders = vec![self.data.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry")) {
                let kind = entry.file_type().expect("its kind");
                if kind.is_dir() {
                    folders.push(entry.path());
                } else if kind.is_file() {
                    let content = fs::read(entry.path()).expect("a file");
                    if content.windows(bytes.len()).any(|window| window == bytes) {
                        return true;
                    }
                }
            }
        }
        false
    }

    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Has an operator's command carried out; returns what it writes.
    pub(crate) fn ctl(&self, command: &str) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_chuhe-server"))
            .args(["ctl", "--data"])
            .arg(self.data.path())
            .arg(command)
            .output()
            .expect("the command runs");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("text")
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.kill();
    }
}

type Connection = Framed<TcpStream, LengthDelimitedCodec>;

/// A player in the hall.
pub(crate) struct Player {
    pub(crate) connection: Connection,
    /// The node that serves the hall.
    pub(crate) at: NodeAddress,
    pub(crate) id: PlayerId,
    pub(crate) token: SessionToken,
    /// Whether the name is registered.
    pub(crate) is_registered: bool,
    /// How often the player was sent on to another node.
    pub(crate) redirects: usize,
}

pub(crate) fn east() -> HallName {
    HallName::parse("east").expect("a name")
}

pub(crate) async fn send(connection: &mut Connection, message: impl Into<ClientMessage>) -> Option<()> {
    let message = message.into();
    let request = wire::encode(&Request { number: 1, message }).expect("a frame");
    connection.send(Bytes::from(request)).await.ok()
}

pub(crate) async fn receive(connection: &mut Connection) -> Option<ServerMessage> {
    let frame = timeout(PATIENCE, connection.next()).await.expect("a message comes in time")?.ok()?;
    Some(wire::decode(&frame).expect("a message"))
}

/// Receives the answer to a request to enter a hall, which a pause of the hall may precede.
async fn receive_answer(connection: &mut Connection) -> Option<ServerMessage> {
    loop {
        let message = receive(connection).await?;
        if !matches!(message, ServerMessage::Door(DoorMessage::Paused | DoorMessage::Unpaused)) {
            return Some(message);
        }
    }
}

/// Whether a client tries again later: the hall is paused, or NATS did not answer in time.
pub(crate) fn is_temporary(reason: Refusal) -> bool {
    matches!(reason, Refusal::TooManyAttempts { .. } | Refusal::Paused)
}

async fn greet(address: &NodeAddress) -> Option<Connection> {
    let stream = TcpStream::connect(address.as_str()).await.ok()?;
    let mut connection = Framed::new(stream, frame::server_frames());
    connection.send(Bytes::copy_from_slice(&Hello::current().encode())).await.ok()?;
    let answer = connection.next().await?.ok()?;
    Answer::decode(&answer).expect("a greeting").welcome.then_some(connection)
}

impl Player {
    /// Enters the hall, wherever it is, beginning at the first of these nodes.
    async fn enter(nodes: &[NodeAddress], message: impl Into<ClientMessage>) -> Self {
        let message = message.into();
        Self::try_enter(nodes, message).await.unwrap_or_else(|reason| panic!("{reason:?}"))
    }

    /// Enters a hall, unless it refuses that. Tries again while the refusal is temporary.
    pub(crate) async fn try_enter(nodes: &[NodeAddress], message: ClientMessage) -> Result<Self, Refusal> {
        let entering = async {
            let (mut tries, mut redirects) = (interval(RETRY), 0);
            let mut next = nodes[0].clone();
            for node in nodes.iter().cycle() {
                tries.tick().await;
                let at = std::mem::replace(&mut next, node.clone());
                let Some(mut connection) = greet(&at).await else { continue };
                if send(&mut connection, message.clone()).await.is_none() {
                    continue;
                }
                match receive_answer(&mut connection).await {
                    Some(ServerMessage::Door(DoorMessage::Joined {
                        player: id,
                        token,
                        registered: is_registered,
                        ..
                    })) => {
                        return Ok(Self { connection, at, id, token, is_registered, redirects });
                    }
                    Some(ServerMessage::Door(DoorMessage::HallAddress { address, .. })) => {
                        let refused = receive(&mut connection).await;
                        let elsewhere = [
                            ServerMessage::Refused { request: 1, reason: Refusal::HallElsewhere },
                            // the hall moved before it read the request
                            ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::HallMoved }),
                        ];
                        assert!(refused.as_ref().is_some_and(|it| elsewhere.contains(it)), "{refused:?}");
                        if let Some(address) = address {
                            redirects += 1;
                            next = address;
                        }
                    }
                    // no node has announced the hall yet, or it is just being opened
                    Some(ServerMessage::Refused { reason: Refusal::NoSuchHall, .. }) | None => {}
                    Some(ServerMessage::Refused { reason, .. }) if is_temporary(reason) => next = at,
                    Some(ServerMessage::Refused { reason, .. }) => return Err(reason),
                    Some(other) => panic!("{other:?}"),
                }
            }
            unreachable!("the nodes are tried in turn for ever")
        };
        timeout(PATIENCE, entering).await.expect("the hall is served in time")
    }

    pub(crate) async fn join(nodes: &[NodeAddress], name: &str) -> Self {
        Self::enter(nodes, DoorRequest::Join { name: name.into(), hall: Some(east()) }).await
    }

    /// Enters again after the connection was lost or closed.
    pub(crate) async fn resume(&mut self, nodes: &[NodeAddress], game: GameId, next: u32) {
        let seen = vec![Cursor { game, next }];
        *self = Self::enter(nodes, DoorRequest::Resume { token: self.token, seen, hall: Some(east()) }).await;
    }

    /// Sends a request until the answer to it is found. Repeats it while the refusal is temporary.
    ///
    /// # Errors
    /// Any other refusal, and whether the request had been repeated.
    pub(crate) async fn ask<T>(
        &mut self,
        request: impl Into<ClientMessage>,
        found: impl Fn(&ServerMessage) -> Option<T>,
    ) -> Result<T, (Refusal, bool)> {
        let request = request.into();
        let asking = async {
            let (mut tries, mut is_repeated) = (interval(RETRY), false);
            loop {
                tries.tick().await;
                self.say(request.clone()).await;
                let answer = |message: &ServerMessage| {
                    let ServerMessage::Refused { reason, .. } = message else {
                        return found(message).map(Ok);
                    };
                    Some(Err(*reason))
                };
                match self.until(answer).await {
                    Ok(found) => return Ok(found),
                    Err(reason) if is_temporary(reason) => is_repeated = true,
                    Err(reason) => return Err((reason, is_repeated)),
                }
            }
        };
        timeout(PATIENCE, asking).await.expect("the request is answered in time")
    }

    pub(crate) async fn until<T>(&mut self, found: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            let message = receive(&mut self.connection).await.expect("the connection is open");
            if let Some(found) = found(&message) {
                return found;
            }
        }
    }

    pub(crate) async fn say(&mut self, message: ClientMessage) {
        send(&mut self.connection, message).await.expect("the server reads");
    }
}
