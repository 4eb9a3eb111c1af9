//! A connection of a bot.

use crate::client::Client;
use chuhe_protocol::greeting::{Answer, Hello};
use chuhe_protocol::{ClientMessage, Request, limits, wire};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// Requests per connection that are reserved for pings.
const SPARE_REQUESTS: usize = 20;

/// A connection and the requests sent over it.
pub(super) struct Connection {
    pub(super) client: Client,
    pub(super) address: SocketAddr,
    /// The number of restarts before it was opened.
    pub(super) run: usize,
    pub(super) joined: bool,
    pub(super) is_paused: bool,
    sent_at: VecDeque<Instant>,
}

impl Connection {
    /// Connects and exchanges greetings; `None` if the server goes down meanwhile.
    pub(super) async fn open(address: SocketAddr, run: usize) -> Option<Self> {
        let stream = TcpStream::connect(address).await.ok()?;
        stream.set_nodelay(true).ok()?;
        let mut client = Client::over(stream);
        client.send_bytes(&Hello::current().encode()).await;
        let answer = client.next_bytes().await?;
        Answer::decode(&answer).is_ok_and(|answer| answer.welcome).then_some(())?;
        Some(Self { client, address, run, joined: false, is_paused: false, sent_at: VecDeque::new() })
    }

    pub(super) async fn send(&mut self, number: u32, message: &ClientMessage) {
        self.sent_at.push_back(Instant::now());
        let request = Request { number, message: message.clone() };
        self.client
            .send_bytes(&wire::encode(&request).expect("a request of a bot is within its limit"))
            .await;
    }

    /// Whether the flood limit leaves room for a few more requests.
    pub(super) fn may_send(&mut self) -> bool {
        let window = Duration::from_millis(limits::FLOOD_WINDOW_MS);
        while self.sent_at.front().is_some_and(|at| at.elapsed() > window) {
            self.sent_at.pop_front();
        }
        self.sent_at.len() + SPARE_REQUESTS < limits::FLOOD_REQUESTS
    }
}
