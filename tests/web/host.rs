//! A host of files before a server: it has the page, and passes WebSockets on, or does not.

use super::site::page_folder;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

/// What the host does with a WebSocket.
#[derive(Clone, Debug)]
pub(crate) enum Sockets {
    /// It has none: the page lies on a host of files.
    None,
    /// It answers as a proxy that passes no upgrade on.
    Refused,
    /// It never answers.
    Held,
    /// It passes them on to the server at this address.
    To(String),
    /// As [`Sockets::To`], and makes the page's version of the protocol a later one, once.
    OtherVersionTo(String),
}

/// The host. Its threads end with the program.
pub(crate) struct Host {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

struct Shared {
    /// The files by their paths.
    files: BTreeMap<String, Vec<u8>>,
    /// What `/version.json` says; `None` if there is no such file.
    version: Option<String>,
    sockets: Sockets,
    /// The part of the paths of files whose requests break off.
    broken: Option<&'static str>,
    /// Both ends of the WebSockets that are passed on.
    open: Vec<TcpStream>,
}

/// The bytes of a hello in a WebSocket before the high byte of its version: the header of the frame with
/// its mask, and the magic bytes.
const BEFORE_VERSION: usize = 6 + 5;

impl Host {
    /// Serves the page, without a server.
    pub(crate) fn of_files() -> Self {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(page_folder()).expect("the page is built") {
            let path = entry.expect("the folder can be read").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("names are ASCII").to_owned();
            files.insert(format!("/{name}"), fs::read(path).expect("a file can be read"));
        }
        let index = files["/index.html"].clone();
        files.insert("/".to_owned(), index);
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let (version, broken, open) = (None, None, Vec::new());
        let shared = Shared { files, version, sockets: Sockets::None, broken, open };
        let shared = Arc::new(Mutex::new(shared));
        let of_threads = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = Arc::clone(&of_threads);
                // what the browser breaks off concerns nobody
                thread::spawn(move || serve(&shared, stream).ok());
            }
        });
        Self { address, shared }
    }

    /// Serves the page, and passes WebSockets on to the server at this address.
    pub(crate) fn before(server: &str) -> Self {
        let host = Self::of_files();
        host.say_version(chuhe_protocol::greeting::VERSION);
        host.set_sockets(Sockets::To(server.to_owned()));
        host
    }

    /// Adds a file, or replaces it.
    pub(crate) fn set_file(&self, path: &str, content: &str) {
        self.lock().files.insert(path.to_owned(), content.as_bytes().to_vec());
    }

    /// Breaks off requests for files with this in their paths, as a network does that fails; `None` for none.
    pub(crate) fn break_off(&self, part: Option<&'static str>) {
        self.lock().broken = part;
    }

    /// Says that the server speaks this version of the protocol only.
    pub(crate) fn say_version(&self, version: u16) {
        let text =
            format!(r#"{{"program":"chuhe-server","protocol":{{"oldest":{version},"newest":{version}}}}}"#);
        self.lock().version = Some(text);
    }

    /// Changes what happens to the next WebSockets.
    pub(crate) fn set_sockets(&self, sockets: Sockets) {
        self.lock().sockets = sockets;
    }

    /// Cuts the WebSockets that are open; returns how many.
    pub(crate) fn cut(&self) -> usize {
        let open = std::mem::take(&mut self.lock().open);
        for stream in &open {
            // one end may be gone
            let _ = stream.shutdown(Shutdown::Both);
        }
        open.len() / 2
    }

    /// The address of the page, which reports what it shows.
    pub(crate) fn address(&self) -> String {
        format!("{}?trace", self.root())
    }

    /// The address of the page without anything behind it.
    pub(crate) fn root(&self) -> String {
        format!("http://{}/", self.address)
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        lock(&self.shared)
    }
}

fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().expect("no thread of the host panics")
}

/// Answers one request, and closes the connection after it.
fn serve(shared: &Mutex<Shared>, stream: TcpStream) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head)? == 0 {
            return Ok(());
        }
    }
    let target = head.split(' ').nth(1).unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default().to_owned();
    if path == "/ws" {
        let sockets = lock(shared).sockets.clone();
        return serve_socket(shared, &sockets, stream, &head);
    }
    if lock(shared).broken.is_some_and(|part| path.contains(part)) {
        return Ok(());
    }
    let body = match path.as_str() {
        "/version.json" => lock(shared).version.clone().map(String::into_bytes),
        path => lock(shared).files.get(path).cloned(),
    };
    let (status, kind) =
        if body.is_some() { ("200 OK", content_type(&path)) } else { ("404 Not Found", "text/plain") };
    let body = body.unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.get_mut().write_all(&[head.as_bytes(), &body].concat())
}

fn content_type(path: &str) -> &'static str {
    match Path::new(path).extension().and_then(|end| end.to_str()) {
        Some("js") => "text/javascript",
        Some("json") => "application/json",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        Some("html") | None => "text/html; charset=utf-8",
        Some(_) => "application/octet-stream",
    }
}

fn serve_socket(
    shared: &Mutex<Shared>,
    sockets: &Sockets,
    mut browser: BufReader<TcpStream>,
    head: &str,
) -> io::Result<()> {
    let answer = |text: &str| format!("HTTP/1.1 {text}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    match sockets {
        Sockets::None => browser.get_mut().write_all(answer("404 Not Found").as_bytes()),
        Sockets::Refused => browser.get_mut().write_all(answer("400 Bad Request").as_bytes()),
        // until the browser gives up
        Sockets::Held => browser.read(&mut [0]).map(drop),
        Sockets::To(server) => pass_on(shared, browser, head, server, false),
        Sockets::OtherVersionTo(server) => {
            lock(shared).sockets = Sockets::To(server.clone());
            pass_on(shared, browser, head, server, true)
        }
    }
}

fn pass_on(
    shared: &Mutex<Shared>,
    browser: BufReader<TcpStream>,
    head: &str,
    server: &str,
    changes_version: bool,
) -> io::Result<()> {
    let mut to_server = TcpStream::connect(server)?;
    to_server.write_all(head.as_bytes())?;
    let mut to_browser = browser.get_ref().try_clone()?;
    lock(shared).open.extend([to_browser.try_clone()?, to_server.try_clone()?]);
    let mut from_server = to_server.try_clone()?;
    thread::spawn(move || {
        // it ends with either side
        let _ = io::copy(&mut from_server, &mut to_browser);
        let _ = to_browser.shutdown(Shutdown::Both);
    });
    let mut from_browser = browser;
    if changes_version {
        let mut hello = [0; BEFORE_VERSION + 1];
        from_browser.read_exact(&mut hello)?;
        hello[BEFORE_VERSION] ^= 1;
        to_server.write_all(&hello)?;
    }
    let _ = io::copy(&mut from_browser, &mut to_server);
    to_server.shutdown(Shutdown::Both)
}
