//! A minimal client, and a server to test it with.

use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{
    ClientMessage, DoorMessage, DoorRequest, PlayerId, Request, ServerMessage, frame, wire,
};
use chuhe_server::shell::server::{Config, Reconfigure, Server, ServerError};
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

/// Timeout of every wait; reached only if something is broken.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// A server running in a task.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    pub(crate) ops: Option<SocketAddr>,
    pub(crate) web: Option<SocketAddr>,
    pub(crate) reconfigure: Reconfigure,
    stop: oneshot::Sender<()>,
    task: JoinHandle<Result<(), ServerError>>,
}

impl Running {
    pub(crate) async fn start(change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::on(SocketAddr::from(([127, 0, 0, 1], 0)));
        change(&mut config);
        let server = Server::bind(config).await.expect("a free port");
        let (address, ops, web) = (server.local_addr(), server.ops_addr(), server.web_addr());
        let reconfigure = server.reconfigure();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            stopped.await.expect("the test stops the server");
        }));
        Self { address, ops, web, reconfigure, stop, task }
    }

    /// Stops the server and waits for its end.
    pub(crate) async fn stop(self) {
        self.stop.send(()).expect("the server is running");
        let ended = timeout(TIMEOUT, self.task).await.expect("it ends in time");
        ended.expect("it does not panic").expect("it does not fail");
    }
}

/// A connection to a server.
pub(crate) struct Client {
    reader: FramedRead<Box<dyn AsyncRead + Send + Unpin>, LengthDelimitedCodec>,
    pub(crate) writer: FramedWrite<Box<dyn AsyncWrite + Send + Unpin>, LengthDelimitedCodec>,
    pub(crate) player: PlayerId,
}

impl Client {
    /// Connects, without a greeting.
    pub(crate) async fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server accepts");
        // as in the real client: otherwise a second request waits for an acknowledgement
        stream.set_nodelay(true).expect("an open socket");
        Self::over(stream)
    }

    /// Connects with a small receive buffer.
    pub(crate) async fn connect_narrow(address: SocketAddr) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        Self::over(socket.connect(address).await.expect("the server accepts"))
    }

    /// A client over any byte stream.
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
        let answer = self.next_bytes().await.expect("an answer to the greeting");
        Answer::decode(&answer).expect("a response")
    }

    /// Greets and joins; returns the first message.
    pub(crate) async fn join(&mut self, name: &str) -> ServerMessage {
        assert!(self.greet(Hello::current().version).await.welcome);
        self.send(DoorRequest::Join { name: name.into(), hall: None }).await;
        let message = self.receive().await.expect("a response");
        if let ServerMessage::Door(DoorMessage::Joined { player, .. }) = message {
            self.player = player;
        }
        message
    }

    pub(crate) async fn send(&mut self, message: impl Into<ClientMessage>) {
        let message = message.into();
        let bytes = wire::encode(&Request { number: 1, message }).expect("the message fits into a frame");
        self.send_bytes(&bytes).await;
    }

    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) {
        // reading reports a closed connection
        let _ = self.writer.send(Bytes::copy_from_slice(bytes)).await;
    }

    /// Sends bytes without framing them.
    pub(crate) async fn send_raw(&mut self, bytes: &[u8]) {
        self.writer.get_mut().write_all(bytes).await.expect("an open connection");
    }

    /// Closes the sending side.
    pub(crate) async fn finish(&mut self) {
        // reading reports a closed connection
        let _ = self.writer.get_mut().shutdown().await;
    }

    /// Returns the next message; `None` if the connection is closed.
    pub(crate) async fn receive(&mut self) -> Option<ServerMessage> {
        let bytes = self.next_bytes().await?;
        Some(wire::decode(&bytes).expect("a message"))
    }

    pub(crate) async fn next_bytes(&mut self) -> Option<Vec<u8>> {
        let frame = timeout(TIMEOUT, self.reader.next()).await.expect("a frame or the end in time");
        Some(frame?.ok()?.to_vec())
    }

    /// Reads messages until `wanted` returns a value.
    pub(crate) async fn until<T>(&mut self, mut wanted: impl FnMut(ServerMessage) -> Option<T>) -> T {
        loop {
            let message = self.receive().await.expect("an open connection");
            if let Some(found) = wanted(message) {
                return found;
            }
        }
    }

    /// Reads to the end of the connection; returns the last message.
    pub(crate) async fn read_to_end(&mut self) -> Option<ServerMessage> {
        let mut last = None;
        while let Some(message) = self.receive().await {
            last = Some(message);
        }
        last
    }
}
