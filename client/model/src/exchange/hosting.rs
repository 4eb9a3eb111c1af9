//! The state of the server hosted by this program.

/// The address at which this program reaches the hosted server.
pub const HOSTED: &str = "127.0.0.1";

/// Tests if this host is this machine, so that no traffic crosses a network.
#[must_use]
pub fn is_this_machine(host: &str) -> bool {
    [HOSTED, "::1", "localhost"].contains(&host.trim())
}

/// The state of the hosted server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// No server runs.
    Off,
    /// The server is starting.
    Starting,
    /// The server runs.
    Running {
        /// Its port.
        port: u16,
        /// The addresses others may use, without the port.
        addresses: Vec<String>,
    },
}
