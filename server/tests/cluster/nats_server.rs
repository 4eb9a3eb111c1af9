//! A NATS server of a test.

use std::fs::{self, File};
use std::io::Read as _;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a server may take to listen.
const START: Duration = Duration::from_secs(20);

/// Returns the path of the server's program, or `None` after saying that a test is skipped.
pub(crate) fn program() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let installed = root.join("target/tools/nats-2.15.1/bin/nats-server");
    let program = std::env::var_os("CHUHE_NATS_SERVER").map_or(installed, PathBuf::from);
    if program.is_file() {
        return Some(program);
    }
    let message = format!("SKIPPED: there is no NATS server at {}; run scripts/nats", program.display());
    assert!(std::env::var_os("CHUHE_NATS_REQUIRED").is_none(), "{message}");
    #[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
    {
        eprintln!("{message}");
    }
    None
}

/// A server in a process of its own, which is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct NatsServer {
    program: PathBuf,
    folder: TempDir,
    port: u16,
    process: Option<Child>,
}

impl NatsServer {
    /// Starts a server that keeps streams, and whose user is `chuhe` with the password `secret`.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with(&["jetstream { store_dir: STORE, sync_interval: always }"])
    }

    /// Starts a server with these lines of configuration; `STORE` stands for its folder.
    pub(crate) fn start_with(lines: &[&str]) -> Option<Self> {
        let users = format!(
            "authorization {{ users: [ {{ user: chuhe, password: secret }}, \
             {{ user: reader, password: look, permissions: {} }} ] }}",
            reader_permissions()
        );
        Self::start_as(&users, lines)
    }

    /// Starts a server with this configuration of its users.
    pub(crate) fn start_as(users: &str, lines: &[&str]) -> Option<Self> {
        let program = program()?;
        let folder = tempfile::tempdir().expect("a folder");
        let port = free_port();
        let store = format!("\"{}\"", folder.path().join("store").display());
        let lines = lines.join("\n").replace("STORE", &store);
        let config = format!("listen: \"127.0.0.1:{port}\"\nmax_payload: 1MB\n{users}\n{lines}\n");
        fs::write(folder.path().join("nats.conf"), config).expect("the configuration is written");
        let mut server = Self { program, folder, port, process: None };
        server.resume();
        Some(server)
    }

    /// Starts the process, on the port and with the data that it had before.
    pub(crate) fn resume(&mut self) {
        let log = File::create(self.folder.path().join("nats.log")).expect("a log");
        let process = Command::new(&self.program)
            .arg("-c")
            .arg(self.folder.path().join("nats.conf"))
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log)
            .spawn()
            .expect("the server starts");
        self.process = Some(process);
        let end = Instant::now() + START;
        while !self.is_ready() {
            assert!(Instant::now() < end, "the server does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether it sends its greeting.
    fn is_ready(&self) -> bool {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_millis(200)) else {
            return false;
        };
        let _ = stream.set_read_timeout(Some(Duration::from_secs(1)));
        let mut greeting = [0; 4];
        stream.read_exact(&mut greeting).is_ok() && &greeting == b"INFO"
    }

    /// Kills the process, as a loss of power does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// A client of another program.
    pub(crate) async fn client(&self) -> async_nats::Client {
        let options =
            async_nats::ConnectOptions::with_user_and_password("chuhe".to_owned(), "secret".to_owned());
        options.connect(self.bare_url()).await.expect("a client connects")
    }

    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// The address with the right password.
    pub(crate) fn url(&self) -> String {
        format!("nats://chuhe:secret@127.0.0.1:{}", self.port)
    }

    /// The address with the user who only reads.
    pub(crate) fn reader_url(&self) -> String {
        format!("nats://reader:look@127.0.0.1:{}", self.port)
    }

    /// The address without a password.
    pub(crate) fn bare_url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The permissions of the user who only reads, as the configuration for operators has them.
fn reader_permissions() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let config =
        fs::read_to_string(root.join("packaging/deploy/nats-server.conf")).expect("the configuration");
    let (_, reader) = config.split_once("# The user of export-postgres").expect("it has the user");
    let (_, permissions) = reader.split_once("permissions: ").expect("it has permissions");
    let (permissions, _) = permissions.split_once("\n        }").expect("they end");
    format!("{permissions} }}")
}

/// A port on which nobody listens now.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}
