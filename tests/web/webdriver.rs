//! A client of WebDriver (<https://www.w3.org/TR/webdriver2/>): JSON over HTTP on the loopback device.
//!
//! The protocol is small. The crates that speak it bring an HTTP client with TLS, or code under the MPL.

use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

/// The longest time that a driver takes for one command.
pub(super) const LONGEST: Duration = Duration::from_secs(120);

/// A session of a browser.
#[derive(Debug)]
pub(crate) struct Session {
    port: u16,
    id: String,
    /// What the browser says it can do.
    pub(crate) capabilities: Value,
}

impl Session {
    /// Opens a browser with these capabilities, at the driver on this port.
    pub(crate) fn open(port: u16, capabilities: &Value) -> Self {
        let body = json!({ "capabilities": { "alwaysMatch": capabilities } });
        let opened = request(port, "POST", "/session", Some(&body));
        let opened = opened.unwrap_or_else(|error| panic!("no session: {error}"));
        let id = opened["sessionId"].as_str().expect("a session has an id").to_owned();
        Self { port, id, capabilities: opened["capabilities"].clone() }
    }

    /// Carries out a command of the session; the error is what the driver says.
    pub(crate) fn try_command(&self, path: &str, body: &Value) -> Result<Value, String> {
        request(self.port, "POST", &format!("/session/{}/{path}", self.id), Some(body))
    }

    /// Carries out a command of the session.
    pub(crate) fn command(&self, path: &str, body: &Value) -> Value {
        self.try_command(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// Reads a property of the session.
    pub(crate) fn read(&self, path: &str) -> Value {
        let read = request(self.port, "GET", &format!("/session/{}/{path}", self.id), None);
        read.unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Closes a part of the session.
    pub(crate) fn remove(&self, path: &str) {
        // it may be gone already
        let _ = request(self.port, "DELETE", &format!("/session/{}/{path}", self.id), None);
    }

    /// Runs a function body in the page, and returns its result.
    pub(crate) fn run(&self, script: &str, arguments: &[Value]) -> Value {
        self.command("execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// Carries out a command of Chromium's DevTools protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.command("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // closes the browser; the driver may be gone already
        let _ = request(self.port, "DELETE", &format!("/session/{}", self.id), None);
    }
}

/// Sends a request, and returns the value of the answer.
fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
    let (status, text) = exchange(port, method, path, body).map_err(|error| error.to_string())?;
    let answer: Value = serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"))?;
    let value = answer["value"].clone();
    if status == 200 { Ok(value) } else { Err(format!("{}: {}", value["error"], value["message"])) }
}

fn exchange(port: u16, method: &str, path: &str, body: Option<&Value>) -> std::io::Result<(u16, String)> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(LONGEST))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = BufReader::new(stream);
    let mut line = String::new();
    answer.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    let mut length = 0;
    while !line.trim().is_empty() {
        line.clear();
        answer.read_line(&mut line)?;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or_default();
        }
    }
    let mut text = vec![0; length];
    answer.read_exact(&mut text)?;
    Ok((status, String::from_utf8_lossy(&text).into_owned()))
}

/// Decodes base 64, in which drivers send pictures.
pub(crate) fn from_base64(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(value).collect();
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for part in digits.chunks(4) {
        let number = part.iter().fold(0_u32, |number, digit| number << 6 | u32::from(*digit));
        let number = number << (6 * (4 - part.len()));
        bytes.extend_from_slice(&number.to_be_bytes()[1..part.len()]);
    }
    bytes
}

#[test]
fn base_64_is_decoded() {
    assert_eq!(from_base64("Q2h1aGU="), b"Chuhe");
    assert_eq!(from_base64("5qWa5rKz"), "楚河".as_bytes());
    assert_eq!(from_base64("QQ=="), b"A");
}
