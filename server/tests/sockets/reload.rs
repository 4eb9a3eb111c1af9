//! SIGHUP: the settings file and the certificate are read again.

use crate::client::Client;
use crate::ops::metric;
use crate::program::signal;
use crate::tls::connect_tls13;
use crate::web_files::fetch_over;
use chuhe_protocol::{
    ChatMessage, ChatRoom, ClientMessage, DoorMessage, DoorRequest, Refusal, ServerMessage,
};
use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Stdio};
use std::time::Duration;
use tokio::time::timeout;
use tokio_rustls::rustls::pki_types::CertificateDer;

/// A server process with its addresses and its log.
struct Program {
    child: Child,
    address: SocketAddr,
    ops: SocketAddr,
    /// The address for browsers, if `--web` is among the flags.
    web: Option<SocketAddr>,
    log: Lines<BufReader<ChildStderr>>,
}

impl Program {
    fn start(args: &[&str]) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_chuhe-server"));
        program.args(["--listen", "127.0.0.1:0", "--ops", "127.0.0.1:0", "--data", ":memory:"]).args(args);
        program.env_clear().stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().expect("the program starts");
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut lines = lines.map(|line| line.expect("text"));
        let mut address = |prefix| -> SocketAddr {
            let address = lines.find_map(|line| Some(line.strip_prefix(prefix)?.to_owned()));
            let address = address.expect("a line with the address");
            address.trim_end_matches('/').parse().expect("an address")
        };
        let (listening, ops) = (address("listening at "), address("operations at "));
        let web = args.contains(&"--web").then(|| address("web at https://"));
        let log = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        Self { child, address: listening, ops, web, log }
    }

    /// Reads the log up to a line that contains `text`; returns that line.
    fn logged(&mut self, text: &str) -> String {
        let found = self.log.find_map(|line| line.ok().filter(|line| line.contains(text)));
        found.unwrap_or_else(|| panic!("{text} is not logged"))
    }

    /// Sends SIGHUP and reads the log up to a line that contains `text`.
    fn reload(&mut self, text: &str) -> String {
        signal(&self.child, "-HUP");
        self.logged("reloading");
        self.logged(text)
    }

    fn end(mut self) {
        signal(&self.child, "-TERM");
        self.log.by_ref().for_each(drop);
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

/// Writes a certificate and its key that expire in a year; returns the certificate.
fn write_pair(directory: &Path, year: i32) -> CertificateDer<'static> {
    let key = rcgen::KeyPair::generate().expect("a key");
    let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).expect("a name");
    params.not_after = rcgen::date_time_ymd(year, 1, 1);
    let certificate = params.self_signed(&key).expect("a certificate");
    fs::write(directory.join("cert.pem"), certificate.pem()).expect("a file");
    fs::write(directory.join("key.pem"), key.serialize_pem()).expect("a file");
    certificate.der().clone()
}

#[tokio::test]
async fn reload_replaces_the_certificate_and_keeps_it_if_the_new_one_is_bad() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("text").to_owned();
    let first = write_pair(directory.path(), 2090);
    let mut server = Program::start(&["--tls-cert", &path("cert.pem"), "--tls-key", &path("key.pem")]);
    let mut bo = Client::over(connect_tls13(server.address, &first).await);
    assert!(matches!(bo.join("Bo").await, ServerMessage::Door(DoorMessage::Joined { .. })));
    assert!(metric(server.ops, "chuhe_certificate_expiry_seconds").await > 1e9);

    fs::write(path("key.pem"), "nonsense").expect("a file");
    server.reload("the certificate is not changed");
    connect_tls13(server.address, &first).await;

    let second = write_pair(directory.path(), 2020);
    server.reload("the certificate is reloaded");
    server.logged("the certificate has expired");
    assert!(metric(server.ops, "chuhe_certificate_expiry_seconds").await < 0.0);
    assert_ne!(first, second);

    let third = write_pair(directory.path(), 2091);
    server.reload("the certificate is reloaded");
    connect_tls13(server.address, &third).await;
    bo.send(DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
    bo.until(|message| (message == ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).then_some(())).await;
    server.end();
}

#[tokio::test]
async fn reload_replaces_the_certificate_and_the_page_of_browsers() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("text").to_owned();
    let first = write_pair(directory.path(), 2090);
    fs::create_dir(path("web")).expect("a folder");
    fs::write(path("web/index.html"), "old").expect("a file");
    let (cert, key, root) = (path("cert.pem"), path("key.pem"), path("web"));
    let flags = ["--tls-cert", &cert, "--tls-key", &key, "--web", "127.0.0.1:0", "--web-root", &root];
    let mut server = Program::start(&flags);
    let web = server.web.expect("a web address");
    let page = async |certificate: &CertificateDer<'static>| {
        let answer = fetch_over(connect_tls13(web, certificate).await, "GET", "/", "").await;
        assert_eq!(answer.header("strict-transport-security"), Some("max-age=31536000"));
        answer.body
    };
    assert_eq!(page(&first).await, b"old");

    fs::write(path("web/index.html"), "new").expect("a file");
    let second = write_pair(directory.path(), 2091);
    server.reload("the web page is read");
    assert_eq!(page(&second).await, b"new");

    fs::remove_file(path("web/index.html")).expect("a file");
    server.reload("the web page is not changed");
    assert_eq!(page(&second).await, b"new");
    server.end();
}

/// Chats twice; returns whether the second line is refused.
async fn is_limited_to_one_line(address: SocketAddr, name: &str) -> bool {
    let mut client = Client::connect(address).await;
    client.join(name).await;
    for text in ["one", "two"] {
        client.send(ClientMessage::Chat { room: ChatRoom::Lobby, text: text.into() }).await;
    }
    client
        .until(|message| match message {
            ServerMessage::Refused { reason: Refusal::ChatTooFast { .. }, .. } => Some(true),
            ServerMessage::Chat(ChatMessage::Line { text, .. }) if text == "two" => Some(false),
            _ => None,
        })
        .await
}

#[tokio::test]
async fn reload_reads_limits_and_log_level_and_keeps_them_if_the_file_is_bad() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("server.env");
    let settings = path.to_str().expect("text");
    let write = |text: &str| fs::write(&path, text).expect("a file");
    let mut server = Program::start(&["--settings", settings]);
    assert!(!is_limited_to_one_line(server.address, "Bo").await);
    write("# a comment\nCHUHE_TLS=1\nCHUHE_LIMITS=player-lines=1\nCHUHE_LOG=debug\n");
    server.reload("the settings are reloaded");
    assert!(is_limited_to_one_line(server.address, "An").await);
    assert!(server.logged("accepted").contains("DEBUG"));
    write("CHUHE_LIMITS=player-lines=0\n");
    server.reload("the settings are not changed");
    assert!(is_limited_to_one_line(server.address, "Cy").await);
    write("");
    server.reload("the settings are reloaded");
    assert!(!is_limited_to_one_line(server.address, "Di").await, "the default is back");
    write("CHUHE_LIMITS=player-lines=1\n");
    server.reload("the settings are reloaded");
    fs::remove_file(&path).expect("a file");
    assert!(server.reload("the settings are not changed").contains("the file is missing"));
    assert!(is_limited_to_one_line(server.address, "Ed").await);
    // a pipe to which nobody writes
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo starts").success());
    assert!(server.reload("the settings are not changed").contains("is not a file"));
    fs::remove_file(&path).expect("a pipe");
    write("");
    server.reload("the settings are reloaded");
    server.end();
}

#[tokio::test]
async fn reload_reads_the_words_of_the_chat_and_keeps_them_if_the_file_is_bad() {
    let directory = tempfile::tempdir().expect("a directory");
    let (words, settings) = (directory.path().join("words.txt"), directory.path().join("server.env"));
    let write = |text: &str| fs::write(&words, text).expect("a file");
    write("fool\n");
    fs::write(&settings, format!("CHUHE_CHAT_WORDS={}\n", words.display())).expect("a file");
    let mut server = Program::start(&["--settings", settings.to_str().expect("text")]);
    let mut client = Client::connect(server.address).await;
    client.join("Bo").await;
    // the mark of a line follows it
    let mut is_marked = async |text: &str, nonce| {
        client.send(ClientMessage::Chat { room: ChatRoom::Lobby, text: text.into() }).await;
        client.send(DoorRequest::Ping { nonce, round_trip_ms: None }).await;
        client
            .until(|message| match message {
                ServerMessage::Chat(ChatMessage::Marked { .. }) => Some(true),
                ServerMessage::Door(DoorMessage::Pong { nonce: answered }) if answered == nonce => {
                    Some(false)
                }
                _ => None,
            })
            .await
    };
    assert!(is_marked("you fool", 1).await);
    assert!(!is_marked("you dunce", 2).await);
    write("dunce\n");
    server.reload("the settings are reloaded");
    // the hall hears of the words at about the time at which the log says so
    let mut nonces = 3..;
    let read = async { while !is_marked("a dunce", nonces.next().expect("a number")).await {} };
    timeout(Duration::from_secs(30), read).await.expect("the words are read");
    // a single character is refused
    write("的\n");
    server.reload("the settings are not changed");
    assert!(is_marked("what a dunce", 0).await);
    server.end();
}

#[tokio::test]
async fn flags_stay_when_the_settings_are_reloaded() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("server.env");
    fs::write(&path, "CHUHE_LIMITS=player-lines=5\nCHUHE_LOG=error\n").expect("a file");
    let settings = path.to_str().expect("text");
    let mut server = Program::start(&["--settings", settings, "--limit", "player-lines=1", "--log", "info"]);
    assert!(is_limited_to_one_line(server.address, "Bo").await);
    server.reload("the settings are reloaded");
    assert!(is_limited_to_one_line(server.address, "An").await);
    server.end();
}
