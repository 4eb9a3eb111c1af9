//! A connection over TCP, and TLS where it is asked for: a thread with a tokio runtime of its own, and a bounded
//! channel each way. Frames and bytes are the protocol's; nothing is understood here.

use super::tls::{self, Authorities, Secured};
use crate::core::event::{Closed, ConnectFailure, NetworkEvent};
use crate::core::transport::Transport;
use crate::core::trust::Security;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{Request, ServerMessage, frame, wire};
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

/// A server that does not answer in this time is given up.
const CONNECT_TIME: Duration = Duration::from_secs(10);
/// How long a connection that is given up may take to send what is left, and how long the
/// server's last words may take after it stopped listening.
const CLOSE_TIME: Duration = Duration::from_secs(2);
/// Requests that may wait to be sent; a connection that is slower is dead.
const OUTGOING: usize = 256;
/// Events that may wait to be polled; beyond it the socket is read no further.
const INCOMING: usize = 1024;

/// The transport over TCP. Dropping it closes the connection.
#[derive(Debug)]
pub struct Tcp {
    runtime: Handle,
    thread: Option<JoinHandle<()>>,
    stop: Option<oneshot::Sender<()>>,
    /// Which connection is the present one; others are not listened to any more.
    generation: u64,
    outgoing: Option<mpsc::Sender<Request>>,
    authorities: Authorities,
    report: Report,
    events: mpsc::Receiver<(u64, NetworkEvent)>,
    /// What happened on this side.
    own: Option<NetworkEvent>,
}

/// The way back to the window's thread.
#[derive(Clone, Debug)]
struct Report {
    generation: u64,
    events: mpsc::Sender<(u64, NetworkEvent)>,
    wake: Thread,
}

impl Report {
    async fn tell(&self, event: NetworkEvent) {
        // the receiver is gone only when the program ends
        let _ = self.events.send((self.generation, event)).await;
        self.wake.unpark();
    }
}

impl Tcp {
    /// Starts the network's thread, which will unpark the calling thread when there is
    /// something to poll.
    ///
    /// # Errors
    /// If the system gives no thread or no event queue.
    pub fn start() -> io::Result<Self> {
        Self::start_with(Authorities::of_system())
    }

    /// As [`Tcp::start`]; servers may be vouched for by these authorities.
    pub(super) fn start_with(authorities: Authorities) -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let (events_in, events) = mpsc::channel(INCOMING);
        let thread = thread::Builder::new().name("network".to_owned()).spawn(move || {
            runtime.block_on(async {
                let _ = stopped.await;
            });
            runtime.shutdown_timeout(CLOSE_TIME);
        })?;
        let report = Report { generation: 0, events: events_in, wake: thread::current() };
        Ok(Self {
            runtime: handle,
            thread: Some(thread),
            stop: Some(stop),
            generation: 0,
            outgoing: None,
            authorities,
            report,
            events,
            own: None,
        })
    }
}

impl Transport for Tcp {
    fn connect(&mut self, host: &str, port: u16, security: Security) {
        self.disconnect();
        let (sender, receiver) = mpsc::channel(OUTGOING);
        self.outgoing = Some(sender);
        let report = Report { generation: self.generation, ..self.report.clone() };
        let host = host.trim().trim_matches(['[', ']']).to_owned();
        let authorities = self.authorities.clone();
        self.runtime.spawn(async move {
            let end = match open(&host, port, security, &authorities).await {
                Ok(Opened { secured, reader, writer }) => {
                    if let Some(Secured { shown, trust }) = secured {
                        report.tell(NetworkEvent::Secured { shown, trust }).await;
                    }
                    report.tell(NetworkEvent::Connected).await;
                    NetworkEvent::Closed(converse(reader, writer, receiver, &report).await)
                }
                Err(failure) => failure,
            };
            report.tell(end).await;
        });
    }

    fn send(&mut self, request: Request) {
        let Some(outgoing) = &self.outgoing else {
            tracing::debug!(?request, "not connected");
            return;
        };
        match outgoing.try_send(request) {
            // closed: that it is will be polled
            Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => {}
            Err(mpsc::error::TrySendError::Full(_)) => {
                self.disconnect();
                let reason = "the server does not read what is sent to it".to_owned();
                self.own = Some(NetworkEvent::Closed(Closed::Failed(reason)));
            }
        }
    }

    fn disconnect(&mut self) {
        // without a sender the connection sends what is left and ends
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
        // room for what the connection may still tell, so that it comes to its end
        self.events.close();
        let (done, waited) = std::sync::mpsc::channel();
        let stop = self.stop.take();
        self.runtime.spawn(async move {
            // the runtime stops a moment after the connection had its chance to send
            tokio::time::sleep(Duration::from_millis(50)).await;
            drop(stop);
            let _ = done.send(());
        });
        let _ = waited.recv_timeout(CLOSE_TIME);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A connection on which greetings were exchanged.
struct Opened {
    /// Who the server is, if TLS was asked for.
    secured: Option<Secured>,
    reader: Reader,
    writer: Writer,
}

/// Connects and greets.
async fn open(
    host: &str,
    port: u16,
    security: Security,
    authorities: &Authorities,
) -> Result<Opened, NetworkEvent> {
    let failed = NetworkEvent::ConnectFailed;
    let greeted = timeout(CONNECT_TIME, async {
        let stream = connect(host, port).await.map_err(failed)?;
        let (secured, stream): (_, Box<dyn Stream>) = match security {
            Security::Plain => (None, Box::new(stream)),
            Security::Tls(known) => {
                let (secured, stream) =
                    tls::secure(stream, host, known, authorities).await.map_err(failed)?;
                (Some(secured), Box::new(stream))
            }
        };
        let (reader, writer) = greet(stream).await?;
        Ok(Opened { secured, reader, writer })
    });
    greeted.await.unwrap_or(Err(failed(ConnectFailure::TimedOut)))
}

/// What carries bytes both ways.
trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

async fn connect(host: &str, port: u16) -> Result<TcpStream, ConnectFailure> {
    let found = tokio::net::lookup_host((host, port)).await.map_err(|_| ConnectFailure::UnknownHost)?;
    let mut failure = ConnectFailure::UnknownHost;
    for address in found {
        match TcpStream::connect(address).await {
            Ok(stream) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "moves may be sent late");
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

/// Says hello and reads the answer.
async fn greet(stream: Box<dyn Stream>) -> Result<(Reader, Writer), NetworkEvent> {
    let no_chuhe = || NetworkEvent::ConnectFailed(ConnectFailure::NotChuhe);
    let (read, write) = tokio::io::split(stream);
    let mut reader = FramedRead::new(Box::new(read) as Box<_>, frame::server_frames());
    let mut writer = FramedWrite::new(Box::new(write) as Box<_>, frame::client_frames());
    let hello = Bytes::copy_from_slice(&Hello::current().encode());
    writer.send(hello).await.map_err(|_| no_chuhe())?;
    let Some(Ok(first)) = reader.next().await else { return Err(no_chuhe()) };
    let answer = Answer::decode(&first).map_err(|_| no_chuhe())?;
    if answer.welcome {
        Ok((reader, writer))
    } else {
        Err(NetworkEvent::VersionRefused { oldest: answer.oldest, newest: answer.newest })
    }
}

/// Carries messages both ways until either side ends.
async fn converse(
    reader: Reader,
    writer: Writer,
    outgoing: mpsc::Receiver<Request>,
    report: &Report,
) -> Closed {
    let read = pin!(read_all(reader, report));
    let write = pin!(write_all(writer, outgoing));
    match future::select(read, write).await {
        Either::Left((closed, _)) => closed,
        // nothing more can be sent, but why may be on its way
        Either::Right((written, read)) => match (timeout(CLOSE_TIME, read).await, written) {
            (Ok(closed), _) => closed,
            (Err(_), Err(error)) => Closed::Failed(error.to_string()),
            (Err(_), Ok(())) => Closed::ByServer,
        },
    }
}

async fn read_all(mut reader: Reader, report: &Report) -> Closed {
    loop {
        let bytes = match reader.next().await {
            None => return Closed::ByServer,
            // over TLS, a server that went without a word; its own last word is in a message
            Some(Err(error)) if error.kind() == io::ErrorKind::UnexpectedEof => return Closed::ByServer,
            Some(Err(error)) if error.kind() == io::ErrorKind::InvalidData => return Closed::Broken,
            Some(Err(error)) => return Closed::Failed(error.to_string()),
            Some(Ok(bytes)) => bytes,
        };
        match wire::decode::<ServerMessage>(&bytes) {
            Ok(message) => report.tell(NetworkEvent::Received(Box::new(message))).await,
            Err(error) => {
                tracing::warn!(%error, "the server sent what is no message");
                return Closed::Broken;
            }
        }
    }
}

/// Sends until there will be nothing more to send, then ends this direction.
async fn write_all(mut writer: Writer, mut outgoing: mpsc::Receiver<Request>) -> io::Result<()> {
    while let Some(request) = outgoing.recv().await {
        match wire::encode(&request) {
            Ok(bytes) => writer.feed(Bytes::from(bytes)).await?,
            Err(error) => tracing::warn!(%error, ?request, "not sent"),
        }
        if outgoing.is_empty() {
            SinkExt::<Bytes>::flush(&mut writer).await?;
        }
    }
    SinkExt::<Bytes>::flush(&mut writer).await?;
    writer.get_mut().shutdown().await
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::ClientMessage;
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
            let mut got = Vec::new();
            let _ = stream.read_to_end(&mut got);
            got
        });
        (port, server)
    }

    #[test]
    fn what_is_sent_before_leaving_arrives() {
        let answer = Answer { welcome: true, oldest: 1, newest: 1 };
        let (port, server) = serve(&framed(&answer.encode()));
        let mut tcp = Tcp::start().unwrap();
        tcp.connect("127.0.0.1", port, Security::Plain);
        assert_eq!(next(&mut tcp), NetworkEvent::Connected);
        let request = Request { number: 7, message: ClientMessage::Join { name: "Bo".into() } };
        tcp.send(request.clone());
        drop(tcp);
        let expected = [framed(&Hello::current().encode()), framed(&wire::encode(&request).unwrap())];
        assert_eq!(server.join().unwrap(), expected.concat());
    }

    #[test]
    fn each_way_to_fail_is_told() {
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
    fn a_connection_that_was_given_up_says_nothing_more() {
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
