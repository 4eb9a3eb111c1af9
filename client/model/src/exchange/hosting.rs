//! The state of the server hosted by this program.

/// The address at which this program reaches the hosted server.
pub const HOSTED: &str = "127.0.0.1";

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
