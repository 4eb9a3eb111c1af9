//! Runs a server inside the client, so that two people need no third machine.
//!
//! The server is that of `chuhe-server`. It runs on a thread of its own and stops with the client.
//! Its games are stored and continue when it starts again.

use super::mailbox::{Mailbox, Reporter};
use chuhe_model::exchange::event::{HostEvent, HostFailure};
use chuhe_protocol::PlayerName;
use chuhe_server::shell::server::{Config, Data, PlayersHere, Server, ServerError};
use chuhe_store::StoreError;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// The hosted server, if one runs.
#[derive(Debug)]
pub struct Host {
    data: Data,
    running: Option<Running>,
    events: Mailbox<HostEvent>,
    here: PlayersHere,
    /// Who was there when it was last reported.
    reported: Vec<PlayerName>,
}

#[derive(Debug)]
struct Running {
    stop: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

impl Host {
    /// A host without a running server. Games are stored in `directory`, or in memory without
    /// one. The calling thread is unparked when there is an event to poll.
    #[must_use]
    pub fn new(directory: Option<PathBuf>) -> Self {
        let data = directory.map_or(Data::Memory, Data::Directory);
        let (here, reported) = (PlayersHere::default(), Vec::new());
        Self { data, running: None, events: Mailbox::new(), here, reported }
    }

    /// Starts a server on this port of all addresses; 0 picks a free port. It is announced on the
    /// local network if it has a name for that. Does nothing while a server runs.
    pub fn start(&mut self, port: u16, announce: Option<String>) {
        if self.running.as_ref().is_some_and(|running| !running.thread.is_finished()) {
            return;
        }
        let (stop, stopped) = oneshot::channel();
        let sender = self.events.reporter();
        let address = SocketAddr::from((Ipv4Addr::UNSPECIFIED, port));
        let (data, players_here) = (self.data.clone(), Some(self.here.clone()));
        let config = Config { data, players_here, announce, ..Config::on(address) };
        let thread =
            thread::Builder::new().name("host".to_owned()).spawn(move || serve(config, stopped, &sender));
        match thread {
            Ok(thread) => self.running = Some(Running { stop, thread }),
            Err(error) => self.events.send(HostEvent::Failed(failure(&error))),
        }
    }

    /// Asks the server to notify its players and stop.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            // an error means that the server has stopped by itself
            let _ = running.stop.send(());
        }
    }

    /// Stops the server and waits until it has notified its players.
    pub fn close(&mut self) {
        if let Some(running) = self.running.take() {
            let _ = running.stop.send(());
            let _ = running.thread.join();
        }
    }

    /// Returns the next event of the server.
    pub fn poll(&mut self) -> Option<HostEvent> {
        if let Some(event) = self.events.poll() {
            return Some(event);
        }
        self.reported = self.here.other_than(&self.reported)?;
        Some(HostEvent::Here(self.reported.clone()))
    }
}

fn serve(config: Config, stopped: oneshot::Receiver<()>, sender: &Reporter<HostEvent>) {
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return sender.send(HostEvent::Failed(failure(&error))),
    };
    let ended = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let port = server.local_addr().port();
        sender.send(HostEvent::Started { port, addresses: addresses() });
        let shutdown = async {
            // an error means that the client has ended
            let _ = stopped.await;
        };
        server.run(shutdown).await
    });
    match ended {
        Ok(()) => sender.send(HostEvent::Stopped),
        Err(ServerError::System(error)) => sender.send(HostEvent::Failed(failure(&error))),
        Err(ServerError::Store(StoreError::InUse)) => sender.send(HostEvent::Failed(HostFailure::InUse)),
        // which others there are depends on the features of the server
        Err(error) => sender.send(HostEvent::Failed(HostFailure::Other(error.to_string()))),
    }
}

fn failure(error: &io::Error) -> HostFailure {
    let kind = error.kind();
    if kind == io::ErrorKind::AddrInUse {
        HostFailure::PortTaken
    } else if kind == io::ErrorKind::PermissionDenied {
        HostFailure::Forbidden
    } else {
        HostFailure::Other(error.to_string())
    }
}

/// The addresses at which others may reach this machine, those of a local network first.
///
/// Reads the network interfaces of the system; sends nothing.
pub fn addresses() -> Vec<String> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot list the addresses of this machine");
        Vec::new()
    });
    let mut found: Vec<Ipv4Addr> = interfaces
        .into_iter()
        .filter_map(|interface| match interface.ip() {
            // the server listens on IPv4 only
            IpAddr::V4(address) if !address.is_loopback() && !address.is_link_local() => Some(address),
            IpAddr::V4(_) | IpAddr::V6(_) => None,
        })
        .collect();
    found.sort_by_key(|address| (!address.is_private(), *address));
    found.dedup();
    found.iter().map(ToString::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tcp::Tcp;
    use super::*;
    use chuhe_model::exchange::transport::Transport as _;
    use chuhe_model::exchange::trust::Security;
    use chuhe_protocol::greeting::Hello;
    use chuhe_protocol::{DoorRequest, Request};
    use std::io::{Read as _, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::time::{Duration, Instant};

    fn next(host: &Host) -> HostEvent {
        host.events.wait()
    }

    #[test]
    fn server_starts_and_stops() {
        let mut host = Host::new(None);
        host.start(0, None);
        let HostEvent::Started { port, .. } = next(&host) else { panic!("not started") };
        assert_ne!(port, 0);
        host.close();
        assert_eq!(next(&host), HostEvent::Stopped);
    }

    #[test]
    fn people_are_listed_by_name_and_connections_are_not() {
        let mut host = Host::new(None);
        host.start(0, None);
        let HostEvent::Started { port, .. } = next(&host) else { panic!("not started") };
        // whoever only looks is nobody; the server greets them before it does the guest
        let mut visitor = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).unwrap();
        visitor.write_all(&[&[0, 0, 0, 7][..], &Hello::current().encode()].concat()).unwrap();
        visitor.read_exact(&mut [0; 4]).unwrap();
        let mut guest = Tcp::start().unwrap();
        guest.connect("127.0.0.1", port, Security::Plain);
        guest
            .send(Request { number: 1, message: DoorRequest::Join { name: "Bo".into(), hall: None }.into() });
        // nothing tells this thread what the server knows
        let mut next_names = || {
            let began = Instant::now();
            loop {
                match host.poll() {
                    Some(HostEvent::Here(names)) => return names,
                    Some(other) => panic!("{other:?}"),
                    None => assert!(began.elapsed() < Duration::from_secs(10), "no change is reported"),
                }
                thread::yield_now();
            }
        };
        assert_eq!(next_names(), [PlayerName::parse("Bo").unwrap()]);
        drop(guest);
        assert_eq!(next_names(), []);
        drop(visitor);
        host.close();
    }

    #[test]
    fn port_in_use_is_reported() {
        let taken = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).unwrap();
        let mut host = Host::new(None);
        host.start(taken.local_addr().unwrap().port(), None);
        assert_eq!(next(&host), HostEvent::Failed(HostFailure::PortTaken));
    }

    #[test]
    fn one_server_at_a_time_uses_the_stored_games() {
        let directory = tempfile::tempdir().unwrap();
        let hosts = [(); 2].map(|()| Host::new(Some(directory.path().join("hosted"))));
        let [mut first, mut second] = hosts;
        first.start(0, None);
        assert!(matches!(next(&first), HostEvent::Started { .. }));
        second.start(0, None);
        assert_eq!(next(&second), HostEvent::Failed(HostFailure::InUse));
        first.close();
        second.start(0, None);
        assert!(matches!(next(&second), HostEvent::Started { .. }));
        second.close();
    }
}
