//! How servers announce themselves on a local network, by DNS-SD over multicast DNS (RFC 6762 and 6763).

/// The type of service under which servers announce themselves.
pub const SERVICE: &str = "_chuhe._tcp.local.";

/// The property that is `1` if the server requires TLS.
pub const TLS: &str = "tls";

/// The property with the server's version of the protocol.
pub const VERSION: &str = "version";
