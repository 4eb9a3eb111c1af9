//! A client of WebDriver BiDi (<https://www.w3.org/TR/webdriver-bidi/>): commands and events as JSON
//! over a WebSocket on the loopback device.

use super::webdriver::LONGEST;
use chuhe_protocol::websocket::{Header, MAX_HEADER_BYTES, Opcode, apply_mask};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

/// Firefox takes a mask of zeros for none.
const MASK: [u8; 4] = [0xc4, 0x55, 0xe1, 0x37];

/// The second connection of a session.
#[derive(Debug)]
pub(crate) struct Bidi {
    stream: BufReader<TcpStream>,
    /// The number of commands so far.
    sent: u64,
    /// The entries of the browser's console.
    entries: Vec<Value>,
}

impl Bidi {
    /// Connects to the address that the session names, and subscribes to the console.
    pub(crate) fn connect(address: &str) -> Self {
        let rest = address.strip_prefix("ws://").expect("the address of a WebSocket");
        let (host, path) = rest.split_once('/').expect("it has a path");
        let stream = TcpStream::connect(host).expect("the browser listens");
        stream.set_read_timeout(Some(LONGEST)).expect("the socket is open");
        let mut stream = BufReader::new(stream);
        let request = format!(
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: Y2h1aGUgY2h1aGUgY2h1aA==\r\n\r\n"
        );
        stream.get_mut().write_all(request.as_bytes()).expect("the browser reads");
        let mut line = String::new();
        stream.read_line(&mut line).expect("the browser answers");
        assert!(line.contains(" 101 "), "{line}");
        while line.trim() != "" {
            line.clear();
            stream.read_line(&mut line).expect("the browser answers");
        }
        let mut bidi = Self { stream, sent: 0, entries: Vec::new() };
        bidi.command("session.subscribe", &json!({ "events": ["log.entryAdded"] }));
        bidi
    }

    /// Carries out a command, and returns its result.
    pub(crate) fn command(&mut self, method: &str, parameters: &Value) -> Value {
        self.sent += 1;
        let command = json!({ "id": self.sent, "method": method, "params": parameters });
        self.send(&command.to_string());
        loop {
            let message = self.receive();
            if message["id"] == self.sent {
                assert_eq!(message["type"], "success", "{method} {parameters}: {message}");
                return message["result"].clone();
            }
            if message["method"] == "log.entryAdded" {
                self.entries.push(message["params"].clone());
            }
        }
    }

    /// The entries of the browser's console so far.
    pub(crate) fn entries(&mut self) -> &[Value] {
        // what was logged arrives before the answer
        self.command("session.status", &json!({}));
        &self.entries
    }

    /// The top window of the page.
    pub(crate) fn context(&mut self) -> String {
        let tree = self.command("browsingContext.getTree", &json!({}));
        tree["contexts"][0]["context"].as_str().expect("a browser has a page").to_owned()
    }

    fn send(&mut self, text: &str) {
        let (header, used) = Header::whole(Opcode::Text, Some(MASK), text.len() as u64).encode();
        let mut frame = [&header[..used], text.as_bytes()].concat();
        apply_mask(&mut frame[used..], MASK, 0);
        self.stream.get_mut().write_all(&frame).expect("the browser reads");
    }

    /// Reads the next message.
    fn receive(&mut self) -> Value {
        let mut text = Vec::new();
        loop {
            let header = self.header();
            let mut payload = vec![0; usize::try_from(header.length).expect("it fits")];
            self.stream.read_exact(&mut payload).expect("the browser sends the whole message");
            if header.opcode.is_control() {
                continue;
            }
            text.extend(payload);
            if header.is_final {
                return serde_json::from_slice(&text).expect("messages are JSON");
            }
        }
    }

    fn header(&mut self) -> Header {
        let mut bytes = Vec::with_capacity(MAX_HEADER_BYTES);
        loop {
            let mut byte = [0];
            self.stream.read_exact(&mut byte).expect("the browser sends messages");
            bytes.push(byte[0]);
            if let Some((header, _)) = Header::decode(&bytes).expect("a WebSocket") {
                return header;
            }
        }
    }
}
