//! Servers that announce themselves on the local network, as the shell reports them.

use ::core::net::IpAddr;

/// The most addresses of a server that the shell passes on.
pub const ADDRESSES: usize = 8;

/// An event of the search for servers on the local network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NearbyEvent {
    /// A server is announced, or what it announces has changed.
    Announced(AnnouncedServer),
    /// A server is gone.
    Gone {
        /// See [`AnnouncedServer::instance`].
        instance: String,
    },
}

/// What a server announces. Nothing of it is checked: any machine of the network may announce anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnouncedServer {
    /// The name under which it is announced, unlike that of every other server.
    pub instance: String,
    /// Its addresses.
    pub addresses: Vec<IpAddr>,
    /// Its port.
    pub port: u16,
    /// Whether it requires TLS.
    pub tls: bool,
}
