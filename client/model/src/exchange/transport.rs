//! The interface of a connection to a server, over TCP or inside the process.

use super::effect::ConnectionEffect;
use super::event::NetworkEvent;
use super::trust::Security;
use chuhe_protocol::Request;
use chuhe_rules::clock::Timestamp;

/// At most one connection. No call blocks: [`Transport::poll`] returns the resulting events.
pub trait Transport {
    /// Connects with exactly this security, closing the current connection.
    fn connect(&mut self, host: &str, port: u16, security: Security);
    /// Queues a request behind those sent before.
    fn send(&mut self, request: Request);
    /// Sends what is queued, then closes the connection, which reports nothing more.
    fn disconnect(&mut self);
    /// Returns the next event of the connection.
    fn poll(&mut self) -> Option<NetworkEvent>;

    /// Carries out an effect of the app.
    fn perform(&mut self, effect: ConnectionEffect) {
        match effect {
            ConnectionEffect::Connect { host, port, security } => self.connect(&host, port, security),
            ConnectionEffect::Disconnect => self.disconnect(),
            ConnectionEffect::Send(request) => self.send(request),
        }
    }

    /// Passes the current time to a transport that has timeouts of its own.
    fn advance(&mut self, _now: Timestamp) {}
    /// When [`Transport::advance`] has something to do at the latest.
    fn next_wakeup(&self) -> Option<Timestamp> {
        None
    }
}
