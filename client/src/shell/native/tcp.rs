//! The transport over TCP, with or without TLS.
//!
//! It runs in a thread with a tokio runtime of its own, with a bounded channel in each
//! direction.

use super::tls::{self, Authorities, Secured};
use chuhe_model::exchange::event::{Closed, ConnectFailure, NetworkEvent};
use chuhe_model::exchange::transport::Transport;
use chuhe_model::exchange::trust::Security;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{Halls, Request, ServerMessage, frame, wire};
use futures_util::future::{self, Either};
use futures_util::{SinkExt, StreamExt};
use std::io;
use std::pin::pin;
use std::thread::{self, JoinHandle, Thread};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Handle};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_util::bytes::Bytes;
use tokio_util::codec::{FramedRead, FramedWrite, LengthDelimitedCodec};

type Reader = FramedRead<Box<dyn AsyncRead + Send + Unpin>, LengthDelimitedCodec>;
type Writer = FramedWrite<Box<dyn AsyncWrite + Send + Unpin>, LengthDelimitedCodec>;

/// Time limit for connecting, including the TLS handshake and the greeting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for sending the queued requests of a closed connection, and for receiving the
/// server's last message after it has stopped reading.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Capacity of the queue of requests. A connection whose queue is full counts as dead.
const OUTGOING: usize = 256;
/// Capacity of the queue of events. While it is full, the socket is not read.
const INCOMING: usize = 1024;

/// The transport over TCP. Dropping it closes the connection.
#[derive(Debug)]
pub struct Tcp {
    runtime: Handle,
    thread: Option<JoinHandle<()>>,
    stop: Option<oneshot::Sender<()>>,
    /// Number of the current connection. Events of earlier ones are discarded.
    generation: u64,
    outgoing: Option<mpsc::Sender<Request>>,
    authorities: Authorities,
    sender: EventSender,
    events: mpsc::Receiver<(u64, NetworkEvent)>,
    /// An event that originates on this side.
    own: Option<NetworkEvent>,
}

/// Sends events to the window's thread.
#[derive(Clone, Debug)]
struct EventSender {
    generation: u64,
    events: mpsc::Sender<(u64, NetworkEvent)>,
    wake: Thread,
}

impl EventSender {
    async fn send(&self, event: NetworkEvent) {
        // the receiver is dropped only when the program ends
        let _ = self.events.send((self.generation, event)).await;
        self.wake.unpark();
    }
}

impl Tcp {
    /// Starts the network's thread, which unparks the calling thread when there is an event.
    ///
    /// # Errors
    /// If the thread or its runtime cannot be started.
    pub fn start() -> io::Result<Self> {
        Self::start_with(Authorities::of_system())
    }

    /// Starts like [`Tcp::start`], with other certificate authorities than the system's.
    pub(super) fn start_with(authorities: Authorities) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let (events_in, events) = mpsc::channel(INCOMING);
        let thread = thread::Builder::new().name("network".to_owned()).spawn(move || {
            runtime.block_on(async {
                let _ = stopped.await;
            });
            runtime.shutdown_timeout(CLOSE_TIMEOUT);
        })?;
        let sender = EventSender { generation: 0, events: events_in, wake: thread::current() };
        Ok(Self {
            runtime: handle,
            thread: Some(thread),
            stop: Some(stop),
            generation: 0,
            outgoing: None,
            authorities,
            sender,
            events,
            own: None,
        })
    }
}

impl Transport for Tcp {
    fn connect(&mut self, host: &str, port: u16, security: Security) {
        self.disconnect();
        let (outgoing, requests) = mpsc::channel(OUTGOING);
        self.outgoing = Some(outgoing);
        let events = EventSender { generation: self.generation, ..self.sender.clone() };
        let host = host.trim().trim_matches(['[', ']']).to_owned();
        let authorities = self.authorities.clone();
        self.runtime.spawn(async move {
            let end = match open(&host, port, security, &authorities).await {
                Ok(Opened { secured, reader, writer, halls }) => {
                    if let Some(Secured { shown, trust }) = secured {
                        events.send(NetworkEvent::Secured { shown, trust }).await;
                    }
                    if !halls.is_empty() {
                        events.send(NetworkEvent::Halls(halls)).await;
                    }
                    events.send(NetworkEvent::Connected).await;
                    NetworkEvent::Closed(exchange(reader, writer, requests, &events).await)
                }
                Err(failure) => failure,
            };
            events.send(end).await;
        });
    }

    fn send(&mut self, request: Request) {
        let Some(outgoing) = &self.outgoing else {
            tracing::debug!(?request, "request dropped: not connected");
            return;
        };
        match outgoing.try_send(request) {
            // the end of a closed connection is an event of its own
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.disconnect();
                let reason = "the server does not read requests".to_owned();
                self.own = Some(NetworkEvent::Closed(Closed::Failed(reason)));
            }
        }
    }

    fn disconnect(&mut self) {
        // after the sender is dropped, the connection sends its queue and ends
        self.outgoing = None;
        self.own = None;
        self.generation += 1;
    }

    fn poll(&mut self) -> Option<NetworkEvent> {
        if let Some(event) = self.own.take() {
            return Some(event);
        }
        while let Ok((generation, event)) = self.events.try_recv() {
            if generation == self.generation {
                return Some(event);
            }
        }
        None
    }
}

impl Drop for Tcp {
    fn drop(&mut self) {
        self.disconnect();
        // unblocks the connection if it waits for room in the queue
        self.events.close();
        let (done, waited) = std::sync::mpsc::channel();
        let stop = self.stop.take();
        self.runtime.spawn(async move {
            // gives the connection time to send what is queued
            tokio::time::sleep(Duration::from_millis(50)).await;
            drop(stop);
            let _ = done.send(());
        });
        let _ = waited.recv_timeout(CLOSE_TIMEOUT);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A connection that has exchanged greetings.
struct Opened {
    /// The server's identity, with TLS.
    secured: Option<Secured>,
    reader: Reader,
    writer: Writer,
    halls: Halls,
}

/// Connects and exchanges greetings.
async fn open(
    host: &str,
    port: u16,
    security: Security,
    authorities: &Authorities,
) -> Result<Opened, NetworkEvent> {
    let failed = NetworkEvent::ConnectFailed;
    let greeted = timeout(CONNECT_TIMEOUT, async {
        let stream = connect(host, port).await.map_err(failed)?;
        let (secured, stream): (_, Box<dyn Stream>) = match security {
            Security::Plain => (None, Box::new(stream)),
            Security::Tls(known) => {
                let (secured, stream) =
                    tls::secure(stream, host, known, authorities).await.map_err(failed)?;
                (Some(secured), Box::new(stream))
            }
        };
        let (reader, writer, halls) = greet(stream).await?;
        Ok(Opened { secured, reader, writer, halls })
    });
    greeted.await.unwrap_or(Err(failed(ConnectFailure::TimedOut)))
}

/// A bidirectional byte stream.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

async fn connect(host: &str, port: u16) -> Result<TcpStream, ConnectFailure> {
    let found = tokio::net::lookup_host((host, port)).await.map_err(|_| ConnectFailure::UnknownHost)?;
    let mut failure = ConnectFailure::UnknownHost;
    for address in found {
        match TcpStream::connect(address).await {
            Ok(stream) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "cannot set TCP_NODELAY");
                }
                return Ok(stream);
            }
            Err(error) => failure = connect_failure(&error),
        }
    }
    Err(failure)
}

fn connect_failure(error: &io::Error) -> ConnectFailure {
    use io::ErrorKind::{ConnectionRefused, HostUnreachable, NetworkUnreachable, TimedOut};
    let kind = error.kind();
    if kind == ConnectionRefused {
        ConnectFailure::Refused
    } else if kind == TimedOut {
        ConnectFailure::TimedOut
    } else if kind == HostUnreachable || kind == NetworkUnreachable {
        ConnectFailure::Unreachable
    } else {
        ConnectFailure::Other(error.to_string())
    }
}

/// Exchanges greetings; returns the halls that the server lists too.
async fn greet(stream: Box<dyn Stream>) -> Result<(Reader, Writer, Halls), NetworkEvent> {
    let not_chuhe = || NetworkEvent::ConnectFailed(ConnectFailure::NotChuhe);
    let (read, write) = tokio::io::split(stream);
    let mut reader = FramedRead::new(Box::new(read) as Box<_>, frame::server_frames());
    let mut writer = FramedWrite::new(Box::new(write) as Box<_>, frame::client_frames());
    let hello = Bytes::copy_from_slice(&Hello::current().encode());
    writer.send(hello).await.map_err(|_| not_chuhe())?;
    let Some(Ok(first)) = reader.next().await else { return Err(not_chuhe()) };
    let answer = Answer::decode(&first).map_err(|_| not_chuhe())?;
    if answer.welcome {
        let halls = Answer::decode_halls(&first).map_err(|_| not_chuhe())?;
        Ok((reader, writer, halls))
    } else {
        Err(NetworkEvent::VersionRefused { oldest: answer.oldest, newest: answer.newest })
    }
}

/// Sends requests and receives messages until either side ends.
async fn exchange(
    reader: Reader,
    writer: Writer,
    requests: mpsc::Receiver<Request>,
    events: &EventSender,
) -> Closed {
    let read = pin!(read_all(reader, events));
    let write = pin!(write_all(writer, requests));
    match future::select(read, write).await {
        Either::Left((closed, _)) => closed,
        // writing failed, but the server's closing message may still arrive
        Either::Right((written, read)) => match (timeout(CLOSE_TIMEOUT, read).await, written) {
            (Ok(closed), _) => closed,
            (Err(_), Err(error)) => Closed::Failed(error.to_string()),
            (Err(_), Ok(())) => Closed::ByServer,
        },
    }
}

async fn read_all(mut reader: Reader, events: &EventSender) -> Closed {
    loop {
        let bytes = match reader.next().await {
            None => return Closed::ByServer,
            // over TLS, the server closed without a close alert; the closing message has the reason
            Some(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => return Closed::ByServer,
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => return Closed::Broken,
            Some(Err(error)) => return Closed::Failed(error.to_string()),
            Some(Ok(bytes)) => bytes,
        };
        match wire::decode::<ServerMessage>(&bytes) {
            Ok(message) => events.send(NetworkEvent::Received(Box::new(message))).await,
            Err(error) => {
                tracing::warn!(%error, "malformed message from the server");
                return Closed::Broken;
            }
        }
    }
}

/// Sends requests until the queue is closed, then closes this direction.
async fn write_all(mut writer: Writer, mut requests: mpsc::Receiver<Request>) -> io::Result<()> {
    while let Some(request) = requests.recv().await {
        match wire::encode(&request) {
            Ok(bytes) => writer.feed(Bytes::from(bytes)).await?,
            Err(error) => tracing::warn!(%error, ?request, "request not sent"),
        }
        if requests.is_empty() {
            SinkExt::<Bytes>::flush(&mut writer).await?;
        }
    }
    SinkExt::<Bytes>::flush(&mut writer).await?;
    writer.get_mut().shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::DoorRequest;
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener};

    fn listener() -> (TcpListener, u16) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    }

    fn framed(bytes: &[u8]) -> Vec<u8> {
        let length = u32::try_from(bytes.len()).unwrap();
        [&length.to_be_bytes()[..], bytes].concat()
    }

    fn next(tcp: &mut Tcp) -> NetworkEvent {
        loop {
            if let Some(event) = tcp.poll() {
                return event;
            }
            thread::park_timeout(Duration::from_secs(5));
        }
    }

    fn serve(bytes: &[u8]) -> (u16, JoinHandle<Vec<u8>>) {
        let (listener, port) = listener();
        let bytes = bytes.to_vec();
        let server = thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            stream.write_all(&bytes).unwrap();
            let mut received = Vec::new();
            let _ = stream.read_to_end(&mut received);
            received
        });
        (port, server)
    }

    #[test]
    fn queued_requests_are_sent_before_closing() {
        let answer = Answer { welcome: true, oldest: 1, newest: 1 };
        let (port, server) = serve(&framed(&answer.encode()));
        let mut tcp = Tcp::start().unwrap();
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::Connected);
        let request =
            Request { number: 7, message: DoorRequest::Join { name: "Bo".into(), hall: None }.into() };
        tcp.send(request.clone());
        drop(tcp);
        let expected = [framed(&Hello::current().encode()), framed(&wire::encode(&request).unwrap())];
        assert_eq!(server.join().unwrap(), expected.concat());
    }

    #[test]
    fn each_failure_has_its_event() {
        let (gone, port) = listener();
        drop(gone);
        let mut tcp = Tcp::start().unwrap();
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::ConnectFailed(ConnectFailure::Refused));

        let (port, _server) = serve(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::ConnectFailed(ConnectFailure::NotChuhe));

        let refusal = Answer { welcome: false, oldest: 4, newest: 9 };
        let (port, _server) = serve(&framed(&refusal.encode()));
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::VersionRefused { oldest: 4, newest: 9 });

        let welcome = framed(&Answer { welcome: true, oldest: 1, newest: 1 }.encode());
        let (port, _server) = serve(&[welcome, framed(&[0xff; 9])].concat());
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::Connected);
        assert_eq!(next(&mut tcp), NetworkEvent::Closed(Closed::Broken));
    }

    #[test]
    fn disconnected_connection_produces_no_events() {
        let welcome = framed(&Answer { welcome: true, oldest: 1, newest: 1 }.encode());
        let (port, server) = serve(&welcome);
        let mut tcp = Tcp::start().unwrap();
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::Connected);
        tcp.disconnect();
        server.join().unwrap();
        assert_eq!(tcp.poll(), None);
    }
}
