//! A client as plain as can be, and a server for it.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ClientMessage, PlayerId, Request, ServerMessage, frame, wire};
use chuhe_server::shell::server::{Config, Server, ServerError};
use futures_util::{SinkExt, StreamExt};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::bytes::Bytes;
use tokio_util::codec::{FramedRead, FramedWrite, LengthDelimitedCodec};

/// Nothing here takes so long unless something is broken.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A server that runs until it is told to stop.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) ops: Option<SocketAddr>,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServerError>>,
}

impl Running {
    pub(crate) async fn start(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::on(SocketAddr::from(([127, 0, 0, 1], 0)));
        change(&mut config);
        let server = Server::bind(config).await.expect("a free port");
        let (address, ops) = (server.local_addr(), server.ops_addr());
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            stopped.await.expect("a server is told to stop");
        }));
        Self { address, ops, stop, task }
    }

    /// Tells it to stop and waits until it has.
    pub(crate) async fn stop(self) {
        self.stop.send(()).expect("it runs");
        let ended = timeout(PATIENCE, self.task).await.expect("it ends in bounded time");
        ended.expect("it does not panic").expect("it does not fail");
    }
}

pub(crate) struct Client {
    reader: FramedRead<Box<dyn AsyncRead + Send + Unpin>, LengthDelimitedCodec>,
    pub(crate) writer: FramedWrite<Box<dyn AsyncWrite + Send + Unpin>, LengthDelimitedCodec>,
    pub(crate) player: PlayerId,
}

impl Client {
    /// A connection over which nothing was said.
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("a server listens");
        // as a real client's: what is said twice in a row is not to wait for the other's word
        stream.set_nodelay(true).expect("a socket that stands");
        Self::over(stream)
    }

    /// The same, for which the system receives little ahead.
    pub(crate) async fn connect_narrow(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        Self::over(socket.connect(address).await.expect("a server listens"))
    }

    /// Whatever carries the bytes.
    pub(crate) fn over(stream: impl AsyncRead + AsyncWrite + Send + 'static) -> Self {
        let (reader, writer) = tokio::io::split(stream);
        Self {
            reader: FramedRead::new(Box::new(reader), frame::server_frames()),
            writer: FramedWrite::new(Box::new(writer), frame::client_frames()),
            player: PlayerId(0),
        }
    }

    pub(crate) async fn greet(&mut self, version: u16) -> Answer {
        self.send_bytes(&Hello { version }.encode()).await;
        let answer = self.next_bytes().await.expect("a greeting is answered");
        Answer::decode(&answer).expect("an answer")
    }

    /// Greets and joins; returns what was said first.
    pub(crate) async fn join(&mut self, name: &str) -> ServerMessage {
        assert!(self.greet(Hello::current().version).await.welcome);
        self.say(ClientMessage::Join { name: name.into() }).await;
        let heard = self.hear().await.expect("an answer");
        if let ServerMessage::Joined { player, .. } = heard {
            self.player = player;
        }
        heard
    }

    pub(crate) async fn say(&mut self, message: ClientMessage) {
        let bytes = wire::encode(&Request { number: 1, message }).expect("it fits");
        self.send_bytes(&bytes).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        // a server that has closed is noticed by reading
        let _ = self.writer.send(Bytes::copy_from_slice(bytes)).await;
    }

    /// Sends bytes that are no frame.
    pub(crate) async fn send_raw(&mut self, bytes: &[u8]) {
        self.writer.get_mut().write_all(bytes).await.expect("the connection stands");
    }

    /// Sends nothing more.
    pub(crate) async fn finish(&mut self) {
        // a server that has closed is noticed by reading
        let _ = self.writer.get_mut().shutdown().await;
    }

    /// The next message; `None` if the connection is closed.
    pub(crate) async fn hear(&mut self) -> Option<ServerMessage> {
        let bytes = self.next_bytes().await?;
        Some(wire::decode(&bytes).expect("a message"))
    }

    pub(crate) async fn next_bytes(&mut self) -> Option<Vec<u8>> {
        let frame = timeout(PATIENCE, self.reader.next()).await.expect("something happens");
        Some(frame?.ok()?.to_vec())
    }

    /// Reads on until `wanted` finds what it looks for.
    pub(crate) async fn until<T>(&mut self, mut wanted: impl FnMut(ServerMessage) -> Option<T>) -> T {
        loop {
            let message = self.hear().await.expect("the connection stands");
            if let Some(found) = wanted(message) {
                return found;
            }
        }
    }

    /// Reads to the end; returns the last message.
    pub(crate) async fn last_words(&mut self) -> Option<ServerMessage> {
        let mut last = None;
        while let Some(message) = self.hear().await {
            last = Some(message);
        }
        last
    }
}
