//! The window of this process as X11 shows it to another connection.
//!
//! miniquad opens the window and keeps its number to itself. A second connection finds it: the
//! extension X-Resource says which clients belong to this process.

use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::properties::WmHints;
use x11rb::protocol::res::{self, ClientIdMask, ClientIdSpec, ConnectionExt as _};
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, MapState, PropMode, Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Why a request could not be made.
#[derive(Debug, thiserror::Error)]
pub(super) enum Error {
    #[error("{0}")]
    Connect(#[from] x11rb::errors::ConnectError),
    #[error("{0}")]
    Connection(#[from] x11rb::errors::ConnectionError),
    #[error("{0}")]
    Reply(#[from] x11rb::errors::ReplyError),
    #[error("the server has no X-Resource")]
    NoResources,
    #[error("no window belongs to this process")]
    NoWindow,
}

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        UTF8_STRING,
        _NET_WM_NAME,
        _NET_WM_STATE,
        _NET_WM_STATE_DEMANDS_ATTENTION,
    }
}

/// A connection of its own to the X server.
pub(super) struct X11 {
    connection: RustConnection,
    atoms: Atoms,
    root: Window,
    window: Window,
}

impl X11 {
    pub(super) fn connect() -> Result<Self, Error> {
        let (connection, screen) = x11rb::connect(None)?;
        let atoms = Atoms::new(&connection)?.reply()?;
        let root = connection.setup().roots[screen].root;
        Ok(Self { connection, atoms, root, window: x11rb::NONE })
    }

    /// Finds the window of this process.
    pub(super) fn find_window(&mut self) -> Result<(), Error> {
        if self.connection.extension_information(res::X11_EXTENSION_NAME)?.is_none() {
            return Err(Error::NoResources);
        }
        let spec = ClientIdSpec { client: 0, mask: ClientIdMask::LOCAL_CLIENT_PID };
        let clients = self.connection.res_query_client_ids(&[spec])?.reply()?.ids;
        let pid = std::process::id();
        let mask = self.connection.setup().resource_id_mask;
        let ours: Vec<u32> = clients
            .iter()
            .filter(|id| id.value.first() == Some(&pid))
            .map(|id| id.spec.client & !mask)
            .collect();
        let is_ours = |window: &Window| ours.contains(&(window & !mask));
        let top = self.connection.query_tree(self.root)?.reply()?.children;
        let mut candidates: Vec<Window> = top.iter().copied().filter(is_ours).collect();
        // a window manager puts the window into a frame of its own
        let frames: Vec<_> =
            top.iter().map(|&frame| self.connection.query_tree(frame)).collect::<Result<_, _>>()?;
        for frame in frames {
            // a window may have closed meanwhile
            let Ok(tree) = frame.reply() else { continue };
            candidates.extend(tree.children.into_iter().filter(is_ours));
        }
        for window in candidates {
            let Ok(shown) = self.connection.get_window_attributes(window)?.reply() else { continue };
            if shown.map_state != MapState::UNMAPPED {
                self.window = window;
                return Ok(());
            }
        }
        Err(Error::NoWindow)
    }

    pub(super) fn set_title(&self, title: &str) -> Result<(), Error> {
        let (window, bytes) = (self.window, title.as_bytes());
        for name in [self.atoms._NET_WM_NAME, AtomEnum::WM_NAME.into()] {
            let kind = self.atoms.UTF8_STRING;
            self.connection.change_property8(PropMode::REPLACE, window, name, kind, bytes)?;
        }
        Ok(self.connection.flush()?)
    }

    pub(super) fn is_focused(&self) -> Result<bool, Error> {
        let focus = self.connection.get_input_focus()?.reply()?.focus;
        if focus != u32::from(x11rb::protocol::xproto::InputFocus::POINTER_ROOT) {
            return Ok(focus == self.window);
        }
        // without a window manager, the window under the pointer has the focus
        Ok(self.connection.query_pointer(self.root)?.reply()?.child == self.window)
    }

    pub(super) fn set_urgent(&self, urgent: bool) -> Result<(), Error> {
        let mut hints = WmHints::get(&self.connection, self.window)?.reply()?.unwrap_or_default();
        hints.urgent = urgent;
        hints.set(&self.connection, self.window)?;
        let state = [u32::from(urgent), self.atoms._NET_WM_STATE_DEMANDS_ATTENTION, 0, 1, 0];
        let event = ClientMessageEvent::new(32, self.window, self.atoms._NET_WM_STATE, state);
        let managers = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, managers, event)?;
        Ok(self.connection.flush()?)
    }
}
