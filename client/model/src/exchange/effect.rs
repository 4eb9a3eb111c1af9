//! Effects: the actions that the core requests from the shell, by the part of it that performs them.

use super::files::FilesRequest;
use super::kept_review::KeepReview;
use super::local_store::LocalRequest;
use super::settings::Settings;
use super::trust::Security;
use crate::analysis::AnalysisRequest;
use crate::choices::call::Call;
use crate::choices::sound::Sound;
use crate::engines::{EngineCheck, ExternalTask};
use crate::library::LibraryRequest;
use chuhe_bot::{Task, TaskId};
use chuhe_protocol::Request;

/// An output of the app. The result of an effect comes back as an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// For the connection to a server.
    Connection(ConnectionEffect),
    /// For the window.
    Window(WindowEffect),
    /// For what is kept: settings, files, games.
    Storage(StorageEffect),
    /// For the engines, of this program and of others.
    Engine(EngineEffect),
    /// For the rest of the machine, or the browser.
    Machine(MachineEffect),
}

/// What the connection to a server is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionEffect {
    /// Connect, closing the current connection. Answered by [`NetworkEvent::Connected`] once the
    /// server accepts this protocol version.
    ///
    /// [`NetworkEvent::Connected`]: super::event::NetworkEvent::Connected
    Connect {
        /// A name or an address.
        host: String,
        /// The port.
        port: u16,
        /// Whether to use TLS, and how to check the certificate.
        security: Security,
    },
    /// Send what is queued, then close the connection.
    Disconnect,
    /// Send a request.
    Send(Request),
}

/// What the window is to do.
#[derive(Clone, Debug, PartialEq)]
pub enum WindowEffect {
    /// Put a text on the clipboard.
    CopyText(String),
    /// Call the user, unless the window has the focus.
    Call(Call),
    /// Close the window.
    Quit,
}

/// What is to be kept, or read again.
#[derive(Clone, Debug, PartialEq)]
pub enum StorageEffect {
    /// Store the settings for the next start. Answered by [`Event::SettingsNotKept`] if that fails.
    ///
    /// [`Event::SettingsNotKept`]: super::event::Event::SettingsNotKept
    SaveSettings(Box<Settings>),
    /// Read or write one of the user's files. Answered by [`Event::Files`].
    ///
    /// [`Event::Files`]: super::event::Event::Files
    Files(FilesRequest),
    /// Keep, find, read or export finished games. Answered by [`Event::Library`], except when a
    /// game was kept.
    ///
    /// [`Event::Library`]: super::event::Event::Library
    Library(LibraryRequest),
    /// Keep the game without a server. Answered by [`Event::Local`] if that fails.
    ///
    /// [`Event::Local`]: super::event::Event::Local
    Local(LocalRequest),
    /// Keep the record under review. Answered by [`Event::ReviewKept`].
    ///
    /// [`Event::ReviewKept`]: super::event::Event::ReviewKept
    KeepReview(KeepReview),
}

/// What the engines are to do.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineEffect {
    /// Search positions with the engine, or stop. Answered by [`Event::Analysis`].
    ///
    /// [`Event::Analysis`]: super::event::Event::Analysis
    Analyse(AnalysisRequest),
    /// Run a task of the computer. Answered by [`Event::Thought`].
    ///
    /// [`Event::Thought`]: super::event::Event::Thought
    Think(Box<Task>),
    /// Run a task of the computer with an external engine. Answered by [`Event::Thought`].
    ///
    /// [`Event::Thought`]: super::event::Event::Thought
    ThinkExternally(Box<ExternalTask>),
    /// Stop this task: its result is not needed.
    StopThinking(TaskId),
    /// End what thinks for the computer: it is not needed until the next task, and holds memory.
    EndThinking,
    /// Start an external engine, and end it again. Answered by [`Event::EngineChecked`].
    ///
    /// [`Event::EngineChecked`]: super::event::Event::EngineChecked
    Check(Box<EngineCheck>),
}

/// What the machine is to do, or the browser.
#[derive(Clone, Debug, PartialEq)]
pub enum MachineEffect {
    /// Start the hosted server on all addresses.
    Host {
        /// The port; 0 picks a free one.
        port: u16,
        /// The name under which it is announced on the local network; `None` if it is not.
        announce: Option<String>,
    },
    /// Stop the hosted server.
    StopHost,
    /// Begin or end the search for servers on the local network. Answered by [`Event::Nearby`].
    ///
    /// [`Event::Nearby`]: super::event::Event::Nearby
    SearchNearby(bool),
    /// Read the text on the clipboard. Answered by [`Event::Clipboard`].
    ///
    /// [`Event::Clipboard`]: super::event::Event::Clipboard
    ReadClipboard,
    /// Pass a link on with the system's own means, such as a phone's list of messengers.
    Share {
        /// What the link is about.
        title: String,
        /// The link.
        link: String,
    },
    /// Let the browser ask the user whether the page may show notifications. Answered by
    /// [`Event::NotificationsRefused`] if it may not.
    ///
    /// [`Event::NotificationsRefused`]: super::event::Event::NotificationsRefused
    AllowNotifications,
    /// Play a sound.
    Sound {
        /// Which one.
        sound: Sound,
        /// The volume, in percent.
        volume: u8,
    },
}

from_areas! { Effect {
    Connection: ConnectionEffect,
    Window: WindowEffect,
    Storage: StorageEffect,
    Engine: EngineEffect,
    Machine: MachineEffect,
} }
