//! A client of WebDriver BiDi (<https://www.w3.org/TR/webdriver-bidi/>): commands and events as JSON
//! over a WebSocket on the loopback device.

use super::webdriver::LONGEST;
use serde_json::{Value, json};
use std::net::TcpStream;
use tungstenite::{Message, WebSocket, client};

/// The second connection of a session.
#[derive(Debug)]
pub(crate) struct Bidi {
    socket: WebSocket<TcpStream>,
    /// The number of commands so far.
    sent: u64,
    /// The entries of the browser's console.
    entries: Vec<Value>,
}

impl Bidi {
    /// Connects to the address that the session names, and subscribes to the console.
    pub(crate) fn connect(address: &str) -> Self {
        let rest = address.strip_prefix("ws://").expect("the address of a WebSocket");
        let (host, _) = rest.split_once('/').expect("it has a path");
        let stream = TcpStream::connect(host).expect("the browser listens");
        stream.set_read_timeout(Some(LONGEST)).expect("the socket is open");
        let (socket, _) = client(address, stream).expect("the browser answers");
        let mut bidi = Self { socket, sent: 0, entries: Vec::new() };
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

    /// Takes the entries of the browser's console so far.
    pub(crate) fn take_entries(&mut self) -> Vec<Value> {
        self.entries();
        std::mem::take(&mut self.entries)
    }

    fn send(&mut self, text: &str) {
        self.socket.send(Message::text(text)).expect("the browser reads");
    }

    /// Reads the next message.
    fn receive(&mut self) -> Value {
        loop {
            let message = self.socket.read().expect("the browser sends messages");
            if let Message::Text(text) = message {
                return serde_json::from_str(text.as_str()).expect("messages are JSON");
            }
        }
    }
}
