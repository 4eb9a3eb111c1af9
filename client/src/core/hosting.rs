//! The state of the server hosted by this program.

/// Where the server hosted here is reached from here.
pub(crate) const HOSTED: &str = "127.0.0.1";

/// The server hosted here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// There is none.
    Off,
    /// It is being started.
    Starting,
    /// It runs.
    Running {
        /// On this port.
        port: u16,
        /// The addresses others may use, without the port.
        addresses: Vec<String>,
    },
}
