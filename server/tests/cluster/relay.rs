//! A relay between a node and its NATS server, which a test can freeze.

use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// A relay that passes bytes on while it is not frozen. Connections stay open meanwhile.
#[derive(Debug)]
pub(crate) struct Relay {
    pub(crate) port: u16,
    is_frozen: watch::Sender<bool>,
}

impl Relay {
    pub(crate) async fn start(to: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let (is_frozen, frozen) = watch::channel(false);
        tokio::spawn(async move {
            while let Ok((node, _)) = listener.accept().await {
                let Ok(server) = TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], to))).await else {
                    continue;
                };
                let (from_node, to_node) = node.into_split();
                let (from_server, to_server) = server.into_split();
                tokio::spawn(pass(from_node, to_server, frozen.clone()));
                tokio::spawn(pass(from_server, to_node, frozen.clone()));
            }
        });
        Self { port, is_frozen }
    }

    pub(crate) fn freeze(&self, is_frozen: bool) {
        self.is_frozen.send_replace(is_frozen);
    }
}

async fn pass(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut frozen: watch::Receiver<bool>) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut bytes).await {
        let goes_on = frozen.wait_for(|is_frozen| !is_frozen).await.is_ok();
        if !goes_on || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
