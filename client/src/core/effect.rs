//! What the core asks the shell to do.

use super::files::FilesRequest;
use super::settings::Settings;
use super::trust::Security;
use chuhe_protocol::Request;

/// Something to do. Nothing is answered directly: what comes of it is told as an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Connect, giving up the connection there was: answered by
    /// [`super::event::NetworkEvent::Connected`] once the server has welcomed this version.
    Connect {
        /// A name or an address.
        host: String,
        /// The port.
        port: u16,
        /// How. Never in another way than this.
        security: Security,
    },
    /// Send what is still to be sent, then close the connection.
    Disconnect,
    /// Send this.
    Send(Request),
    /// Start a server here, on all addresses.
    Host {
        /// The port, 0 for any.
        port: u16,
    },
    /// Stop the server here.
    StopHost,
    /// Keep these for the next start.
    SaveSettings(Box<Settings>),
    /// Put this on the clipboard.
    CopyText(String),
    /// Do this with the user's files: answered by [`super::event::Event::Files`].
    Files(FilesRequest),
    /// Close the window.
    Quit,
}
