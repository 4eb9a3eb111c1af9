//! The window of this process as X11 shows it to another connection.
//!
//! miniquad opens the window and keeps its number to itself. A second connection finds it: the
//! extension X-Resource says which clients belong to this process.

use super::x11_error::Error;
use super::x11_watch::Watch;
use chuhe_model::drawing::screen_rect::ScreenRect;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::properties::WmHints;
use x11rb::protocol::randr::ConnectionExt as _;
use x11rb::protocol::res::{self, ClientIdMask, ClientIdSpec, ConnectionExt as _};
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask, KeyButMask, MapState,
    PropMode, Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The room for the title bar above a window, in pixels. A window manager says how high its title
/// bars are only once a window is open.
const TITLE_BAR: u32 = 40;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        UTF8_STRING,
        _NET_WM_NAME,
        _NET_WM_STATE,
        _NET_WM_STATE_DEMANDS_ATTENTION,
        _NET_WORKAREA,
        _NET_FRAME_EXTENTS,
        _NET_SUPPORTING_WM_CHECK,
        CLIPBOARD,
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
            return Err(Error::NoExtension("X-Resource"));
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

    /// Returns the monitors, the main one first.
    pub(super) fn monitors(&self) -> Result<Vec<ScreenRect>, Error> {
        let monitors = self.connection.randr_get_monitors(self.root, true)?.reply()?.monitors;
        let mut monitors: Vec<_> = monitors
            .into_iter()
            .map(|it| {
                let (width, height) = (it.width.into(), it.height.into());
                (!it.primary, ScreenRect { x: it.x.into(), y: it.y.into(), width, height })
            })
            .collect();
        monitors.sort_by_key(|(other, _)| *other);
        Ok(monitors.into_iter().map(|(_, monitor)| monitor).collect())
    }

    /// Returns the parts of the monitors for windows, without title bars, the main one first.
    pub(super) fn screens(&self) -> Result<Vec<ScreenRect>, Error> {
        let area = self.cardinals(self.root, self.atoms._NET_WORKAREA)?;
        let is_managed = !self.ids(self.root, self.atoms._NET_SUPPORTING_WM_CHECK)?.is_empty();
        let usable = |monitor: ScreenRect| {
            let mut usable = match area[..] {
                // the first four numbers are the work area of the first desktop
                [x, y, width, height, ..] if width > 0 && height > 0 => {
                    monitor.intersection(&ScreenRect { x: x as i32, y: y as i32, width, height })
                }
                _ => monitor,
            };
            usable.height = usable.height.saturating_sub(if is_managed { TITLE_BAR } else { 0 });
            usable
        };
        Ok(self.monitors()?.into_iter().map(usable).collect())
    }

    /// Returns where the window is, with the corner of the frame around it.
    pub(super) fn place(&self) -> Result<ScreenRect, Error> {
        let size = self.connection.get_geometry(self.window)?.reply()?;
        let ((x, y), (left, top)) = (self.origin()?, self.frame()?);
        Ok(ScreenRect { x: x - left, y: y - top, width: size.width.into(), height: size.height.into() })
    }

    /// Returns where the window is, without the frame around it.
    pub(super) fn origin(&self) -> Result<(i32, i32), Error> {
        let at = self.connection.translate_coordinates(self.window, self.root, 0, 0)?.reply()?;
        Ok((at.dst_x.into(), at.dst_y.into()))
    }

    /// The width of the frame on the left of the window, and its height above it.
    fn frame(&self) -> Result<(i32, i32), Error> {
        let frame = self.cardinals(self.window, self.atoms._NET_FRAME_EXTENTS)?;
        Ok(match frame[..] {
            [left, _, top, _] => (left as i32, top as i32),
            _ => (0, 0),
        })
    }

    /// Whether the window of this process has been found.
    pub(super) const fn has_window(&self) -> bool {
        self.window != x11rb::NONE
    }

    /// Where the pointer is, in pixels of the window, if that is outside of it and the left button is not held.
    pub(super) fn released_outside(&self) -> Result<Option<(f32, f32)>, Error> {
        let pointer = self.connection.query_pointer(self.window)?.reply()?;
        let size = self.connection.get_geometry(self.window)?.reply()?;
        let (x, y) = (pointer.win_x, pointer.win_y);
        // a negative place is larger than every size
        let is_inside = x.cast_unsigned() < size.width && y.cast_unsigned() < size.height;
        let is_released = !is_inside && !pointer.mask.contains(KeyButMask::BUTTON1);
        Ok(is_released.then(|| (x.into(), y.into())))
    }

    /// Watches the events of the window.
    pub(super) fn watch(&self) -> Result<Watch, Error> {
        Watch::start(self.window)
    }

    /// Whether other programs ask this window for the copied text.
    pub(super) fn owns_clipboard(&self) -> Result<bool, Error> {
        let owner = self.connection.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner;
        Ok(owner == self.window)
    }

    /// Moves the window, so that the corner of the frame around it is here.
    pub(super) fn move_to(&self, (x, y): (i32, i32)) -> Result<(), Error> {
        // miniquad asks for static gravity: a window manager reads the place as that of the window in its frame
        let (left, top) = self.frame()?;
        let values = ConfigureWindowAux::new().x(x + left).y(y + top);
        self.connection.configure_window(self.window, &values)?;
        Ok(self.connection.flush()?)
    }

    fn cardinals(&self, window: Window, property: u32) -> Result<Vec<u32>, Error> {
        self.numbers(window, property, AtomEnum::CARDINAL)
    }

    fn ids(&self, window: Window, property: u32) -> Result<Vec<u32>, Error> {
        self.numbers(window, property, AtomEnum::WINDOW)
    }

    fn numbers(&self, window: Window, property: u32, kind: AtomEnum) -> Result<Vec<u32>, Error> {
        let value = self.connection.get_property(false, window, property, kind, 0, 64)?.reply()?;
        Ok(value.value32().into_iter().flatten().collect())
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
