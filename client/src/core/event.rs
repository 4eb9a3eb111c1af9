//! What the core is told: by the window, the screens, the network and the server hosted here.

use super::action::Action;
use super::files::FilesEvent;
use super::scene::{Pointer, Size};
use super::trust::{CertificateMismatch, Trust};
use chuhe_protocol::{Fingerprint, ServerMessage};

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The window has this size now, in logical pixels. Told before the first pointer event.
    Resized(Size),
    /// The pointer did something over the board, not over a widget.
    Pointer(Pointer),
    /// A widget was used.
    Action(Action),
    /// The connection did something.
    Network(NetworkEvent),
    /// The server hosted here did something.
    Host(HostEvent),
    /// Something was done with the user's files.
    Files(FilesEvent),
    /// Time has passed; told at the latest when [`super::app::App::next_wakeup`] asks for it.
    Tick,
    /// The window was asked to close.
    CloseRequested,
}

/// What the connection did. One that was given up by [`super::effect::Effect::Disconnect`] or
/// replaced by another [`super::effect::Effect::Connect`] says nothing more.
#[derive(Clone, Debug, PartialEq)]
pub enum NetworkEvent {
    /// The server is the one that was known, or is met for the first time. Told before
    /// [`NetworkEvent::Connected`] where TLS was asked for.
    Secured {
        /// The certificate that it shows.
        shown: Fingerprint,
        /// By what it is known from now on.
        trust: Trust,
    },
    /// It stands and the server has welcomed this version.
    Connected,
    /// It could not be made.
    ConnectFailed(ConnectFailure),
    /// The server does not speak this version, only these.
    VersionRefused {
        /// The oldest it speaks.
        oldest: u16,
        /// The newest it speaks.
        newest: u16,
    },
    /// The server said something.
    Received(Box<ServerMessage>),
    /// It is gone.
    Closed(Closed),
}

/// Why no connection could be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectFailure {
    /// The host's name is not known.
    UnknownHost,
    /// Nobody listens there.
    Refused,
    /// No answer came in time.
    TimedOut,
    /// The network does not reach it.
    Unreachable,
    /// Something answers there, but it is no Chuhe server.
    NotChuhe,
    /// TLS was asked for, and what answers there does not speak it.
    NoTls,
    /// The server is not the one that was known. It was told nothing.
    CertificateChanged(CertificateMismatch),
    /// TLS failed, in the words of the library.
    TlsFailed(String),
    /// Something else, in the words of the system.
    Other(String),
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The server closed it.
    ByServer,
    /// The server sent what is no frame or no message.
    Broken,
    /// The network failed, in the words of the system.
    Failed(String),
}

/// What the server hosted here did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostEvent {
    /// It listens.
    Started {
        /// On this port.
        port: u16,
        /// The addresses of this machine under which others may reach it, without the port.
        addresses: Vec<String>,
    },
    /// It could not be started.
    Failed(HostFailure),
    /// It has stopped.
    Stopped,
}

/// Why no server could be started here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostFailure {
    /// The port is taken by another program.
    PortTaken,
    /// This user may not listen on that port.
    Forbidden,
    /// The games that are kept here are in use by another server.
    InUse,
    /// This program was built without a server.
    Unavailable,
    /// Something else, in the words of the system.
    Other(String),
}
