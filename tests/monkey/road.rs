//! The way of one person to the server: a relay that delays what passes, and can be cut.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// The longest piece that passes at once, in bytes.
const PIECE: usize = 4096;
/// The most pieces that are under way in one direction.
const PIECES: usize = 256;

/// How fast a road is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pace {
    /// How long a byte takes in one direction.
    pub(super) delay: Duration,
    /// How many bytes a second pass in one direction.
    pub(super) bytes_per_second: u32,
}

impl Pace {
    /// The machine's own network.
    pub(super) const HERE: Self = Self { delay: Duration::ZERO, bytes_per_second: u32::MAX };
    /// A phone in the country: 150 ms there and back, 8 Mbit/s.
    pub(super) const PHONE: Self = Self { delay: Duration::from_millis(75), bytes_per_second: 1_000_000 };

    fn time_of(self, bytes: usize) -> Duration {
        Duration::from_secs_f64(bytes as f64 / f64::from(self.bytes_per_second))
    }
}

/// What a road does with its connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It passes everything.
    Open,
    /// Nothing arrives, and nobody hears of it: what was sent arrives when it is open again.
    Silent,
    /// Connections break, and nobody answers new ones.
    Broken,
}

struct RoadState {
    way: Way,
    pace: Pace,
    /// Both ends of what is open.
    streams: Vec<TcpStream>,
}

#[derive(Clone)]
struct Shared(Arc<(Mutex<RoadState>, Condvar)>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, RoadState> {
        self.0.0.lock().expect("no thread of a road panics")
    }

    /// Waits while the road is silent.
    fn pass(&self) {
        let silent = |state: &mut RoadState| state.way == Way::Silent;
        drop(self.0.1.wait_while(self.lock(), silent).expect("no thread of a road panics"));
    }
}

/// The road. Its threads end with the program.
pub(super) struct Road {
    /// Where it begins.
    pub(super) address: SocketAddr,
    shared: Shared,
    /// How often it was cut.
    cuts: u32,
}

impl Road {
    /// A road to the server at this address.
    pub(super) fn to(server: &str, pace: Pace) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let state = RoadState { way: Way::Open, pace, streams: Vec::new() };
        let shared = Shared(Arc::new((Mutex::new(state), Condvar::new())));
        let (of_thread, server) = (shared.clone(), server.to_owned());
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let (shared, server) = (of_thread.clone(), server.clone());
                // either side may break off; a server that does not run answers nobody
                thread::spawn(move || link(&shared, client, &server).ok());
            }
        });
        Self { address, shared, cuts: 0 }
    }

    /// Whether something passes.
    pub(super) fn is_open(&self) -> bool {
        self.shared.lock().way == Way::Open
    }

    /// Whether a connection goes over it.
    pub(super) fn is_used(&self) -> bool {
        self.shared.lock().streams.iter().any(|stream| stream.peer_addr().is_ok())
    }

    /// Cuts the road: silently, or with all connections, in turn.
    pub(super) fn cut(&mut self) {
        self.cuts += 1;
        let mut state = self.shared.lock();
        state.way = if self.cuts.is_multiple_of(2) { Way::Broken } else { Way::Silent };
        if state.way == Way::Broken {
            for stream in state.streams.drain(..) {
                // it may be gone
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }

    /// Opens the road again.
    pub(super) fn heal(&self) {
        self.shared.lock().way = Way::Open;
        self.shared.0.1.notify_all();
    }
}

impl Drop for Road {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.way = Way::Broken;
        for stream in state.streams.drain(..) {
            // it may be gone
            let _ = stream.shutdown(Shutdown::Both);
        }
        drop(state);
        self.shared.0.1.notify_all();
    }
}

/// Passes a connection on to the server.
fn link(shared: &Shared, client: TcpStream, server: &str) -> io::Result<()> {
    shared.pass();
    if shared.lock().way == Way::Broken {
        return Ok(());
    }
    let server = TcpStream::connect(server)?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
    }
    {
        let mut state = shared.lock();
        // those that have ended
        state.streams.retain(|stream| stream.peer_addr().is_ok());
        state.streams.extend([client.try_clone()?, server.try_clone()?]);
    }
    let (back, there) = ((server.try_clone()?, client.try_clone()?), (client, server));
    let of_thread = shared.clone();
    thread::spawn(move || pump(&of_thread, back));
    pump(shared, there);
    Ok(())
}

/// Copies one direction until it ends.
fn pump(shared: &Shared, (mut from, to): (TcpStream, TcpStream)) {
    let (pieces, arriving) = sync_channel(PIECES);
    let of_thread = shared.clone();
    let end = to.try_clone();
    let writer = thread::spawn(move || deliver(&of_thread, &arriving, to));
    // either side may break off
    let _ = depart(shared, &mut from, &pieces);
    drop(pieces);
    let _ = writer.join();
    let _ = from.shutdown(Shutdown::Read);
    let _ = end.and_then(|end| end.shutdown(Shutdown::Write));
}

/// Reads what one side sends, each piece with the time at which it arrives.
fn depart(shared: &Shared, from: &mut TcpStream, pieces: &SyncSender<(Instant, Vec<u8>)>) -> io::Result<()> {
    let mut free = Instant::now();
    let mut piece = [0; PIECE];
    loop {
        let count = from.read(&mut piece)?;
        let pace = shared.lock().pace;
        free = free.max(Instant::now()) + pace.time_of(count);
        if count == 0 || pieces.send((free + pace.delay, piece[..count].to_vec())).is_err() {
            return Ok(());
        }
    }
}

/// Writes each piece when it arrives.
fn deliver(shared: &Shared, pieces: &Receiver<(Instant, Vec<u8>)>, mut to: TcpStream) {
    for (at, piece) in pieces {
        thread::sleep(at.saturating_duration_since(Instant::now()));
        shared.pass();
        if to.write_all(&piece).is_err() {
            // the reader must not wait for this side any more
            let _ = to.shutdown(Shutdown::Both);
            return;
        }
    }
}

#[test]
fn a_road_delays_and_holds_what_passes() {
    let server = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let pace = Pace { delay: Duration::from_millis(20), ..Pace::HERE };
    let mut road = Road::to(&server.local_addr().expect("it is bound").to_string(), pace);
    assert!(!road.is_used());
    let mut client = TcpStream::connect(road.address).expect("the road is open");
    let (mut served, _) = server.accept().expect("it passes connections");
    let mut letter = [0];
    let at = Instant::now();
    client.write_all(b"a").expect("the road is open");
    served.read_exact(&mut letter).expect("it arrives");
    assert!(at.elapsed() >= pace.delay && road.is_used());

    road.cut();
    served.write_all(b"b").expect("nobody hears of the cut");
    client.set_read_timeout(Some(Duration::from_millis(100))).expect("the socket is open");
    assert!(client.read_exact(&mut letter).is_err(), "nothing arrives");
    road.heal();
    client.set_read_timeout(None).expect("the socket is open");
    client.read_exact(&mut letter).expect("it arrives");
    assert_eq!(&letter, b"b");

    road.cut();
    assert_eq!(client.read(&mut letter).unwrap_or_default(), 0, "the connection is broken");
}
