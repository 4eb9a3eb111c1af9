//! Events for the app, from the window, the screens, the network and the hosted server.

use super::environment::PageServer;
use super::files::FilesEvent;
use super::kept_review::ReviewKept;
use super::local_store::LocalEvent;
use super::nearby::NearbyEvent;
use super::servers::{Playing, SavedSeat};
use super::trust::{CertificateMismatch, Trust};
use crate::actions::action::Action;
use crate::analysis::AnalysisEvent;
use crate::drawing::insets::Insets;
use crate::drawing::scene::{Pointer, Size};
use crate::drawing::screen_rect::ScreenRect;
use crate::drawing::theme::SystemLook;
use crate::engines::{EngineChecked, EngineFailure};
use crate::library::LibraryEvent;
use chuhe_bot::{TaskId, Thought};
use chuhe_protocol::{Fingerprint, Halls, PlayerName, ServerMessage};

/// An input of the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The window is here on the screen.
    Placed(ScreenRect),
    /// The window has this size at 100 %. Comes before the first pointer event.
    Resized(Size),
    /// The edges of the window are covered so far.
    Insets(Insets),
    /// The system is set up otherwise.
    SystemLook(SystemLook),
    /// The pointer moved or was pressed over the board, not over a widget.
    Pointer(Pointer),
    /// A widget was used.
    Action(Action),
    /// The connection reports something.
    Network(NetworkEvent),
    /// The server of the page has begun or ceased to answer.
    PageServer(PageServer),
    /// The hosted server reports something.
    Host(HostEvent),
    /// The search for servers on the local network reports something.
    Nearby(NearbyEvent),
    /// A request concerning the user's files was carried out.
    Files(FilesEvent),
    /// The library reports something.
    Library(LibraryEvent),
    /// The engine has found something.
    Analysis(AnalysisEvent),
    /// The shell reports on the game without a server that it keeps.
    Local(LocalEvent),
    /// The shell keeps the record under review, or cannot.
    ReviewKept(ReviewKept),
    /// The text on the clipboard, empty if there is none; `None` if the browser refuses to read it.
    Clipboard(Option<String>),
    /// The program may end before the next event: a page is hidden or left.
    Leaving,
    /// The window is hidden, so that the system may suspend the program, or it is shown again.
    Sleep(bool),
    /// Another window of the program has changed the session tokens that are kept: all of them now.
    Seats(Vec<SavedSeat>),
    /// Another window of the program plays at this server, or plays no more.
    PlaysElsewhere(Option<Playing>),
    /// The computer has finished a task, or failed.
    Thought(TaskId, Result<Thought, EngineFailure>),
    /// An external engine was checked.
    EngineChecked(Box<EngineChecked>),
    /// The shell cannot keep the settings.
    SettingsNotKept,
    /// The browser shows no notifications of this page.
    NotificationsRefused,
    /// The clock of the system was set, or the computer slept: by it, the program began at this time, in milliseconds since
    /// 1970.
    ClockSet(u64),
    /// Time has passed. Sent at the time of `App::next_wakeup` at the latest.
    Tick,
    /// The window was asked to close.
    CloseRequested,
}

/// An event of the connection.
///
/// A connection that was closed by `ConnectionEffect::Disconnect` or replaced by another `ConnectionEffect::Connect`
/// reports nothing more.
#[derive(Clone, Debug, PartialEq)]
pub enum NetworkEvent {
    /// The TLS handshake succeeded and the certificate passed the check. Comes before
    /// [`NetworkEvent::Connected`].
    Secured {
        /// The certificate of the server.
        shown: Fingerprint,
        /// The trust to remember for the server.
        trust: Trust,
    },
    /// The server lists its halls, and the nodes of its cluster. Comes before
    /// [`NetworkEvent::Connected`], if it has any.
    Halls(Halls),
    /// The connection is open and the server accepts this protocol version.
    Connected,
    /// The connection could not be opened.
    ConnectFailed(ConnectFailure),
    /// The server does not support this protocol version.
    VersionRefused {
        /// The oldest version it supports.
        oldest: u16,
        /// The newest version it supports.
        newest: u16,
    },
    /// A message from the server.
    Received(Box<ServerMessage>),
    /// The connection has ended.
    Closed(Closed),
}

/// Why a connection could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectFailure {
    /// The host name cannot be resolved.
    UnknownHost,
    /// No program listens on the port.
    Refused,
    /// The server did not answer in time.
    TimedOut,
    /// There is no route to the host.
    Unreachable,
    /// The other side is not a Chuhe server.
    NotChuhe,
    /// The other side does not support TLS.
    NoTls,
    /// The certificate failed the check. Nothing was sent.
    CertificateChanged(CertificateMismatch),
    /// TLS failed, with the message of the library.
    TlsFailed(String),
    /// Another error, with the message of the system.
    Other(String),
}

/// How a connection ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Closed {
    /// The server closed it.
    ByServer,
    /// The server sent a malformed frame or message.
    Broken,
    /// The network failed, with the message of the system.
    Failed(String),
}

/// An event of the hosted server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostEvent {
    /// The server listens.
    Started {
        /// The port.
        port: u16,
        /// The addresses of this machine that others may use, without the port.
        addresses: Vec<String>,
    },
    /// The people of these names are connected to the server, with the user.
    Here(Vec<PlayerName>),
    /// The server could not be started.
    Failed(HostFailure),
    /// The server has stopped.
    Stopped,
}

/// Why the hosted server could not be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostFailure {
    /// Another program uses the port.
    PortTaken,
    /// The system does not permit this port.
    Forbidden,
    /// Another server uses the stored games.
    InUse,
    /// This program was built without a server.
    Unavailable,
    /// Another error, with the message of the system.
    Other(String),
}
