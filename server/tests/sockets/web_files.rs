//! The files of the web page over HTTP and HTTPS.

use crate::client::{Client, TIMEOUT};
use crate::tls::{identity, start_tls};
use crate::web::{Framed, handshake, start, web_of};
use chuhe_protocol::{DoorMessage, LobbyMessage, LobbyRequest, ServerMessage, Terms};
use chuhe_server::shell::server::{Config, Server, ServerError, WebFiles, WebRootError};
use std::net::SocketAddr;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::rustls::version::TLS13;

/// A page with files in several encodings.
fn page() -> tempfile::TempDir {
    let root = tempfile::tempdir().expect("a directory");
    for (name, text) in [
        ("index.html", "<!doctype html>"),
        ("app.0123456789abcdef.js", "export const answer = 42;"),
        ("app.0123456789abcdef.js.br", "brotli"),
        ("app.0123456789abcdef.js.gz", "gzipped"),
        ("chuhe.wasm", "\0asm"),
        ("manifest.webmanifest", "{}"),
        ("version.json", "not this one"),
    ] {
        std::fs::write(root.path().join(name), text).expect("a file");
    }
    root
}

/// A response of the server.
pub(crate) struct Response {
    status: u16,
    head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            found.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// Sends a request without a body, and reads the response to the end.
pub(crate) async fn fetch_over(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    method: &str,
    path: &str,
    headers: &str,
) -> Response {
    let request = format!("{method} {path} HTTP/1.1\r\nHost: here:9\r\nConnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.expect("an open stream");
    let mut response = Vec::new();
    let read = timeout(TIMEOUT, stream.read_to_end(&mut response)).await;
    read.expect("a response in time").expect("an orderly end");
    let end = response.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8(response[..end].to_vec()).expect("text");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    Response { status, head, body: response[end + 4..].to_vec() }
}

async fn fetch(address: SocketAddr, method: &str, path: &str, headers: &str) -> Response {
    let stream = TcpStream::connect(address).await.expect("the server accepts");
    fetch_over(stream, method, path, headers).await
}

#[tokio::test]
async fn files_are_served_with_their_headers() {
    let root = page();
    let (server, web, _) = start(|config| web_of(config).root = Some(root.path().to_owned())).await;
    for (path, content_type, cache, body) in [
        ("/", "text/html; charset=utf-8", "no-cache", &b"<!doctype html>"[..]),
        ("/index.html", "text/html; charset=utf-8", "no-cache", b"<!doctype html>"),
        (
            "/app.0123456789abcdef.js",
            "text/javascript; charset=utf-8",
            "public, max-age=31536000, immutable",
            b"export const answer = 42;",
        ),
        ("/chuhe.wasm", "application/wasm", "no-cache", b"\0asm"),
        ("/chuhe.wasm?x=y", "application/wasm", "no-cache", b"\0asm"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache", b"{}"),
    ] {
        let response = fetch(web, "GET", path, "").await;
        assert_eq!((response.status, &response.body[..]), (200, body), "{path}");
        assert_eq!(response.header("content-type"), Some(content_type), "{path}");
        assert_eq!(response.header("cache-control"), Some(cache), "{path}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("cross-origin-opener-policy"), Some("same-origin"));
        assert_eq!(response.header("cross-origin-resource-policy"), Some("same-origin"));
        let policy = response.header("content-security-policy").expect("a policy");
        assert_eq!(
            policy,
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
             img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; media-src 'self' blob:; \
             manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'"
        );
        let head = fetch(web, "HEAD", path, "").await;
        assert_eq!((head.status, head.body.len()), (200, 0));
        assert_eq!(head.header("content-length"), Some(&*body.len().to_string()), "{path}");
        assert_eq!(head.header("etag"), response.header("etag"));
    }
    server.stop().await;
}

#[tokio::test]
async fn accepted_encoding_is_served_and_an_unchanged_file_is_not_sent_again() {
    let root = page();
    let (server, web, _) = start(|config| web_of(config).root = Some(root.path().to_owned())).await;
    let path = "/app.0123456789abcdef.js";
    let mut tags = Vec::new();
    for (accepted, encoding, body) in [
        ("br, gzip", Some("br"), &b"brotli"[..]),
        ("gzip", Some("gzip"), b"gzipped"),
        ("deflate", None, b"export const answer = 42;"),
    ] {
        let accept = format!("Accept-Encoding: {accepted}\r\n");
        let response = fetch(web, "GET", path, &accept).await;
        assert_eq!((response.header("content-encoding"), &response.body[..]), (encoding, body));
        assert_eq!(response.header("vary"), Some("accept-encoding"));
        let etag = response.header("etag").expect("a tag").to_owned();
        let again = fetch(web, "GET", path, &format!("{accept}If-None-Match: W/{etag}\r\n")).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), Some(&etag[..]));
        assert_eq!(again.header("cache-control"), Some("public, max-age=31536000, immutable"));
        let other = fetch(web, "GET", path, &format!("{accept}If-None-Match: \"other\"\r\n")).await;
        assert_eq!(other.status, 200);
        tags.push(etag);
    }
    tags.dedup();
    assert_eq!(tags.len(), 3, "each encoding has its own tag");
    server.stop().await;
}

#[tokio::test]
async fn page_is_framed_by_the_origins_that_the_operator_names() {
    let root = page();
    for (embedders, ancestors, options) in [
        (&[][..], "frame-ancestors 'none'", Some("DENY")),
        (
            &["https://club.example.org", "http://127.0.0.1:8080"],
            "frame-ancestors https://club.example.org http://127.0.0.1:8080",
            None,
        ),
    ] {
        let (server, web, _) = start(|config| {
            let web = web_of(config);
            web.root = Some(root.path().to_owned());
            web.embedders = embedders.iter().map(|origin| origin.parse().expect("an origin")).collect();
        })
        .await;
        let answer = fetch(web, "GET", "/", "").await;
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.ends_with(ancestors), "{policy}");
        assert_eq!(answer.header("x-frame-options"), options);
        server.stop().await;
    }
}

#[tokio::test]
async fn nothing_but_the_files_is_served() {
    let root = page();
    let web_root = root.path().join("web");
    std::fs::create_dir(&web_root).expect("a folder");
    std::fs::write(web_root.join("index.html"), "page").expect("a file");
    let (server, web, _) = start(|config| web_of(config).root = Some(web_root)).await;
    for path in [
        "/../index.html",
        "/../chuhe.wasm",
        "/..%2fchuhe.wasm",
        "/%2e%2e/chuhe.wasm",
        "/web/../../chuhe.wasm",
        "//etc/passwd",
        "/etc/passwd",
        "/index.html%00.js",
        "/.",
        "/*",
    ] {
        let response = fetch(web, "GET", path, "").await;
        assert_eq!(response.status, 404, "{path}");
        assert!(response.header("content-security-policy").is_some(), "{path}");
    }
    assert_eq!(fetch(web, "GET", "http://here:9/", "").await.body, b"page", "absolute form");
    server.stop().await;
}

#[tokio::test]
async fn version_is_told_without_a_cache_also_by_a_server_without_a_page() {
    for root in [None, Some(page())] {
        let folder = root.as_ref().map(|root| root.path().to_owned());
        let (server, web, _) = start(|config| web_of(config).root = folder).await;
        let response = fetch(web, "GET", "/version.json", "").await;
        assert_eq!(response.header("cache-control"), Some("no-cache"));
        assert_eq!(response.header("content-type"), Some("application/json"));
        let value: serde_json::Value = serde_json::from_slice(&response.body).expect("JSON");
        assert_eq!(value["program"], "chuhe-server");
        assert_eq!(value["protocol"]["newest"], chuhe_protocol::greeting::VERSION);
        assert_eq!(fetch(web, "GET", "/", "").await.status, if root.is_some() { 200 } else { 404 });
        server.stop().await;
    }
}

#[tokio::test]
async fn folder_without_a_page_is_an_error_at_the_start() {
    let root = tempfile::tempdir().expect("a directory");
    for folder in [root.path().to_owned(), root.path().join("none")] {
        let mut config = Config::on(crate::web::LOOPBACK);
        crate::web::with_web(&mut config);
        web_of(&mut config).root = Some(folder);
        let error = Server::bind(config).await.expect_err("no page");
        let ServerError::Web(error) = error else { panic!("{error}") };
        assert!(matches!(error, WebRootError::NoIndex { .. } | WebRootError::Unreadable { .. }), "{error}");
    }
}

#[tokio::test]
async fn page_changes_as_a_whole_when_it_is_reloaded() {
    let root = page();
    let (server, web, _) = start(|config| web_of(config).root = Some(root.path().to_owned())).await;
    std::fs::write(root.path().join("index.html"), "new").expect("a file");
    assert_eq!(fetch(web, "GET", "/", "").await.body, b"<!doctype html>");
    server.reconfigure.set_web_files(WebFiles::load(root.path()).expect("a page"));
    assert_eq!(fetch(web, "GET", "/", "").await.body, b"new");
    server.stop().await;
}

#[tokio::test]
async fn page_that_was_opened_before_an_update_fetches_the_rest_of_its_build() {
    let root = page();
    let part = "worker.0123456789abcdef.wasm";
    std::fs::write(root.path().join(part), "old").expect("a file");
    let (server, web, _) = start(|config| web_of(config).root = Some(root.path().to_owned())).await;
    std::fs::remove_file(root.path().join(part)).expect("it is there");
    for _ in 0..2 {
        server.reconfigure.set_web_files(WebFiles::load(root.path()).expect("a page"));
        let answer = fetch(web, "GET", &format!("/{part}"), "").await;
        assert_eq!((answer.status, &answer.body[..]), (200, &b"old"[..]));
        assert!(answer.header("cache-control").is_some_and(|value| value.contains("immutable")));
    }
    server.stop().await;
}

#[tokio::test]
async fn page_and_websocket_use_the_certificate_of_the_server() {
    let (identity, certificate) = identity();
    let root = page();
    let (server, web, _) = start(|config| {
        config.identity = Some(identity);
        web_of(config).root = Some(root.path().to_owned());
    })
    .await;
    let connect = async || {
        let stream = TcpStream::connect(web).await.expect("the server accepts");
        start_tls(stream, &certificate, &[&TLS13]).await.expect("a handshake")
    };
    assert_eq!(fetch_over(connect().await, "GET", "/", "").await.body, b"<!doctype html>");
    let origin = format!("https://{web}");
    let request = handshake(web, &[("origin", &origin)]);
    let (socket, _) = tokio_tungstenite::client_async(request, connect().await).await.expect("a WebSocket");
    let joined = Client::over(Framed::over(socket)).join("Bo").await;
    assert!(matches!(joined, ServerMessage::Door(DoorMessage::Joined { .. })));

    let plain = fetch(web, "GET", "/a?b", "").await;
    assert_eq!((plain.status, plain.header("location")), (307, Some("https://here:9/a?b")));

    // a browser that does not trust the certificate is not barred
    for _ in 0..30 {
        let stream = TcpStream::connect(web).await.expect("the server accepts");
        let (_, other) = crate::tls::identity();
        assert!(start_tls(stream, &other, &[&TLS13]).await.is_err());
    }
    assert_eq!(fetch_over(connect().await, "GET", "/", "").await.status, 200);

    let (new, new_certificate) = crate::tls::identity();
    server.reconfigure.set_identity(new);
    let stream = TcpStream::connect(web).await.expect("the server accepts");
    let stream = start_tls(stream, &new_certificate, &[&TLS13]).await.expect("the new certificate");
    assert_eq!(fetch_over(stream, "GET", "/", "").await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn trusted_proxy_may_end_tls() {
    let (identity, _) = identity();
    let (server, web, _) = start(|config| {
        config.identity = Some(identity);
        web_of(config).proxy_from = vec!["127.0.0.1/32".parse().expect("a network")];
    })
    .await;
    assert_eq!(fetch(web, "GET", "/version.json", "X-Forwarded-For: 203.0.113.7\r\n").await.status, 200);
    server.stop().await;
}

/// The words of a card, as `scripts/web` writes them.
const CARD: &str = r#"[{"lang": "zh-Hans", "title": "{ $name } 邀请你下棋：{ $game }", "description": "打开链接",
    "xiangqi": "象棋", "luzhanqi_classic": "军棋", "luzhanqi_cross": "军棋"},
    {"lang": "en", "title": "{ $name } invites you: { $game }", "description": "Open it", "xiangqi": "Xiangqi",
    "luzhanqi_classic": "Luzhanqi", "luzhanqi_cross": "Luzhanqi"}]"#;

#[tokio::test]
async fn a_messenger_sees_who_invites_and_a_guessed_code_shows_the_plain_page() {
    let root = page();
    let plain = "<!doctype html><head><title>Chuhe</title></head>";
    for (name, text) in [("index.html", plain), ("link-card.json", CARD), ("link-card.png", "picture")] {
        std::fs::write(root.path().join(name), text).expect("a file");
    }
    let (server, web, _) = start(|config| web_of(config).root = Some(root.path().to_owned())).await;
    let mut bo = Client::connect(server.address).await;
    bo.join("Bo").await;
    bo.send(LobbyRequest::Invite { terms: Terms::default() }).await;
    let code = bo
        .until(|message| {
            if let ServerMessage::Lobby(LobbyMessage::InvitationOpened(open)) = message {
                Some(open.code)
            } else {
                None
            }
        })
        .await;
    let path = format!("/?play={code}");
    let response = fetch(web, "GET", &path, "Accept-Language: en-US\r\n").await;
    assert_eq!((response.status, response.header("cache-control")), (200, Some("no-store")));
    assert_eq!(response.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(response.header("content-security-policy").is_some());
    let text = String::from_utf8(response.body).expect("text");
    for tag in [
        "<meta property=\"og:title\" content=\"Bo invites you: Xiangqi\">",
        "<meta property=\"og:description\" content=\"Open it\">",
        "<meta property=\"og:image\" content=\"http://here:9/link-card.png\">",
    ] {
        assert!(text.contains(tag), "{tag} is not in {text}");
    }
    assert!(!text.contains(&code.to_string()), "nothing else of it is in the page");
    assert!(text.starts_with("<!doctype html><head><title>Chuhe</title>"));
    let chinese = fetch(web, "GET", &path, "").await;
    assert!(String::from_utf8(chinese.body).expect("text").contains("Bo 邀请你下棋：象棋"));
    for other in ["/?play=7k3m9qpx02ab", "/?play=x", "/?play", "/"] {
        let response = fetch(web, "GET", other, "").await;
        assert_eq!((response.status, &response.body[..]), (200, plain.as_bytes()), "{other}");
    }
    bo.send(LobbyRequest::WithdrawInvitation { code }).await;
    bo.until(|message| {
        matches!(message, ServerMessage::Lobby(LobbyMessage::InvitationClosed { .. })).then_some(())
    })
    .await;
    assert_eq!(fetch(web, "GET", &path, "").await.body, plain.as_bytes());
    server.stop().await;
}
