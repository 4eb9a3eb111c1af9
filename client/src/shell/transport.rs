//! What a connection to a server is to the rest of the client, whatever carries it.

use crate::core::event::NetworkEvent;
use crate::core::trust::Security;
use chuhe_protocol::Request;

/// At most one connection. Nothing here waits: what comes of a call is polled.
pub trait Transport {
    /// Connects in this way and no other, giving up the connection there was.
    fn connect(&mut self, host: &str, port: u16, security: Security);
    /// Sends this, after all that was sent before.
    fn send(&mut self, request: Request);
    /// Sends what is still to be sent, then closes the connection. It says nothing more.
    fn disconnect(&mut self);
    /// The next thing the connection did, if any.
    fn poll(&mut self) -> Option<NetworkEvent>;
}
