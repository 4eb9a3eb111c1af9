//! Answers HTTP requests: files of the page, the version, and the handshake of a WebSocket.

use super::handshake::{self, BadHandshake};
use super::headers::{self, Site};
use super::link_card::InvitationLink;
use super::origin::WebOrigin;
use super::visit::Visit;
use super::web_file::Encoding;
use crate::shell::operate::log_limits::{self, Noise};
use bytes::Bytes;
use chuhe_protocol::CloseReason;
use chuhe_protocol::greeting;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

/// Path of the WebSocket.
const WEBSOCKET: &str = "/ws";
/// Path of the page.
const PAGE: &str = "/";
/// Path of the version.
const VERSION: &str = "/version.json";
/// Seconds after which a client that was turned away may try again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("10");
/// Maximum number of bytes of a foreign origin in the log.
const LOGGED_ORIGIN_BYTES: usize = 100;

/// Content type of plain text.
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");
/// For what never changes under its name: a year, the longest that is of use.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Content type of the page.
const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
/// For a site that is reached over TLS: a year, as others have.
const ALWAYS_TLS: HeaderValue = HeaderValue::from_static("max-age=31536000");
/// For what is for one client at one time.
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
/// For what is to be asked for again each time.
const NO_CACHE: HeaderValue = HeaderValue::from_static("no-cache");

/// What a page may load: its own files, and nothing else.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; \
    media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";
/// The part of the policy that says where a page may connect.
const CONNECT_TO_SELF: &str = "connect-src 'self'";

/// The part of the policy that says which pages may show the page in a frame.
const FRAMED_BY_NONE: &str = "frame-ancestors 'none'";
/// The same for browsers that do not know the policy.
const FRAME_OPTIONS: HeaderName = HeaderName::from_static("x-frame-options");

/// Headers of every answer.
const SECURITY: [(HeaderName, HeaderValue); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
];

type Answer = Response<Full<Bytes>>;

/// Answers a request, and counts the answer.
pub(super) async fn answer(visit: &Visit, request: &Request<Incoming>) -> Answer {
    visit.begin_answer();
    let card = match link_in(visit, request) {
        // rare and short: an open WebSocket takes no memory for it
        Some(link) => Box::pin(page_with_card(visit, request.headers(), link)).await,
        None => None,
    };
    let mut answer = card.unwrap_or_else(|| route(visit, request));
    answer.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy(visit, request.headers()));
    if visit.shared.config.embedders.is_empty() {
        answer.headers_mut().insert(FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    for (name, value) in SECURITY {
        answer.headers_mut().insert(name, value);
    }
    // browsers heed it only if an authority vouches for the certificate
    if visit.is_secure {
        answer.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, ALWAYS_TLS);
    }
    visit.shared.entrance.metrics.record_http_answer(answer.status());
    answer
}

/// Returns what a page may load, and which pages may show it in a frame. In a cluster it may also connect to the
/// other nodes.
fn policy(visit: &Visit, request: &HeaderMap) -> HeaderValue {
    let nodes = visit.shared.entrance.router.nodes();
    let embedders = &visit.shared.config.embedders;
    if nodes.is_empty() && embedders.is_empty() {
        return HeaderValue::from_static(CONTENT_SECURITY_POLICY);
    }
    let site = Site::of(request, visit.is_secure, visit.is_trusted);
    let mut connect = CONNECT_TO_SELF.to_owned();
    for node in site.beside(nodes) {
        connect = connect + " " + &node.websocket_source();
    }
    let mut policy = CONTENT_SECURITY_POLICY.replacen(CONNECT_TO_SELF, &connect, 1);
    if !embedders.is_empty() {
        let origins: Vec<String> = embedders.iter().map(WebOrigin::to_string).collect();
        policy = policy.replacen(FRAMED_BY_NONE, &format!("frame-ancestors {}", origins.join(" ")), 1);
    }
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static(CONTENT_SECURITY_POLICY))
}

fn route(visit: &Visit, request: &Request<Incoming>) -> Answer {
    let path = request.uri().path();
    if request.method() != Method::GET && request.method() != Method::HEAD {
        let mut answer = text(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
        answer.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return answer;
    }
    if visit.requires_tls {
        return redirect_to_tls(request);
    }
    if path == WEBSOCKET {
        return open_websocket(visit, request);
    }
    if let Some(reason) = visit.denial {
        return too_many(reason);
    }
    if path == VERSION {
        let mut answer = Response::new(Full::from(version()));
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, NO_CACHE);
        return answer;
    }
    file(visit, request.headers(), path)
}

/// Returns the invitation that a request for the page names.
fn link_in(visit: &Visit, request: &Request<Incoming>) -> Option<InvitationLink> {
    let is_read = request.method() == Method::GET || request.method() == Method::HEAD;
    let is_page = is_read && request.uri().path() == PAGE;
    let is_served = !visit.requires_tls && visit.denial.is_none();
    request.uri().query().filter(|_| is_page && is_served).and_then(InvitationLink::of)
}

/// Returns the page with the card of an invitation, for messengers; `None` if no such invitation is open,
/// or the page has no words for it.
async fn page_with_card(visit: &Visit, request: &HeaderMap, link: InvitationLink) -> Option<Answer> {
    let files = visit.shared.files();
    let (words, page) = (files.card_words()?, files.page()?);
    let router = &visit.shared.entrance.router;
    let found = router.look_up_invitation(visit.address(request), link.code, link.hall.as_ref()).await?;
    let site = Site::of(request, visit.is_secure, visit.is_trusted);
    let has = |name: &str| files.find(&format!("/{name}")).is_some();
    let page = words.add_to(page, &found, request, &site, has)?;
    let mut answer = Response::new(Full::from(page));
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HTML);
    headers.insert(header::CACHE_CONTROL, NO_STORE);
    headers.insert(header::VARY, HeaderValue::from_static("accept-language"));
    Some(answer)
}

/// Returns a short answer for people.
fn text(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::from(text));
    *answer.status_mut() = status;
    answer.headers_mut().insert(header::CONTENT_TYPE, TEXT);
    answer.headers_mut().insert(header::CACHE_CONTROL, NO_CACHE);
    answer
}

fn too_many(reason: CloseReason) -> Answer {
    let is_address = reason == CloseReason::AddressFull;
    let line = if is_address { "too many connections from your address\n" } else { "the server is full\n" };
    let mut answer = text(StatusCode::SERVICE_UNAVAILABLE, line);
    answer.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
    answer
}

/// Sends a client that speaks plain HTTP to the same address over TLS.
fn redirect_to_tls(request: &Request<Incoming>) -> Answer {
    let site = Site::of(request.headers(), true, false);
    let host = site.host.filter(|host| WebOrigin::new(super::origin::Scheme::Https, host).is_some());
    let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
    let target = host.and_then(|host| HeaderValue::try_from(format!("https://{host}{path}")).ok());
    let Some(target) = target else { return text(StatusCode::BAD_REQUEST, "this port requires TLS\n") };
    let mut answer = text(StatusCode::TEMPORARY_REDIRECT, "this port requires TLS\n");
    answer.headers_mut().insert(header::LOCATION, target);
    answer
}

/// Returns the versions of the program and of the protocol, as JSON.
fn version() -> String {
    let (program, oldest, newest) = (env!("CARGO_PKG_VERSION"), greeting::OLDEST_VERSION, greeting::VERSION);
    format!(
        "{{\"program\":\"chuhe-server\",\"version\":\"{program}\",\"protocol\":{{\"oldest\":{oldest},\"newest\":{newest}}}}}\n"
    )
}

fn file(visit: &Visit, request: &HeaderMap, path: &str) -> Answer {
    let files = visit.shared.files();
    let Some(file) = files.find(path) else {
        let line = if files.is_empty() { "this server has no web page\n" } else { "not found\n" };
        return text(StatusCode::NOT_FOUND, line);
    };
    let Some((encoding, variant)) = file.variant(|encoding| headers::accepts(request, encoding)) else {
        return text(StatusCode::NOT_ACCEPTABLE, "no such encoding\n");
    };
    let is_known = headers::has(request, &variant.etag);
    let mut answer =
        Response::new(if is_known { Full::default() } else { Full::from(variant.bytes.clone()) });
    if is_known {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = answer.headers_mut();
    headers.insert(header::ETAG, variant.etag.clone());
    headers.insert(header::CACHE_CONTROL, if file.is_immutable { IMMUTABLE } else { NO_CACHE });
    if file.has_choice() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    if !is_known {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(file.content_type));
        if encoding != Encoding::Identity {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
    }
    answer
}

/// Accepts a WebSocket, unless the page that asks for it is of another site.
fn open_websocket(visit: &Visit, request: &Request<Incoming>) -> Answer {
    let answer = match handshake::accept(request) {
        Ok(answer) => answer,
        Err(error) => {
            let mut answer = text(StatusCode::BAD_REQUEST, error.text());
            if error == BadHandshake::OtherVersion {
                *answer.status_mut() = StatusCode::UPGRADE_REQUIRED;
                let version = HeaderValue::from_static(handshake::VERSION);
                answer.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, version);
            }
            return answer;
        }
    };
    if !is_allowed(visit, request.headers()) {
        return text(StatusCode::FORBIDDEN, "a page of this origin may not connect here\n");
    }
    if let Err(reason) = visit.open(request.headers()) {
        return too_many(reason);
    }
    answer
}

/// Whether the page that asks may connect. What is no page of a browser sends no origin.
fn is_allowed(visit: &Visit, headers: &HeaderMap) -> bool {
    let Some(value) = headers.get(header::ORIGIN) else { return true };
    let origin: Option<WebOrigin> = value.to_str().ok().and_then(|text| text.parse().ok());
    let site = Site::of(headers, visit.is_secure, visit.is_trusted);
    let shared = &visit.shared;
    let is_allowed = origin.is_some_and(|origin| {
        site.admits(&origin) && shared.config.is_own(&origin)
            || shared.config.origins.contains(&origin)
            // a page of another node that follows its hall
            || site.beside(shared.entrance.router.nodes()).contains(&origin)
    });
    if !is_allowed && log_limits::admits(Noise::OriginRefused) {
        let address = visit.address(headers);
        let shown = &value.as_bytes()[..value.len().min(LOGGED_ORIGIN_BYTES)];
        let (origin, host) = (shown.escape_ascii(), site.host.unwrap_or("").escape_default());
        let host: String = host.take(LOGGED_ORIGIN_BYTES).collect();
        tracing::warn!(%address, %origin, %host, "WebSocket of a page of another origin refused");
    }
    is_allowed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_is_json() {
        let value: serde_json::Value = serde_json::from_str(&version()).expect("JSON");
        assert_eq!(value["version"], env!("CARGO_PKG_VERSION"));
        assert_eq!(value["protocol"]["newest"], greeting::VERSION);
        assert_eq!(value["protocol"]["oldest"], greeting::OLDEST_VERSION);
    }
}
