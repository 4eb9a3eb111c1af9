//! A window manager for a screen with one window: the window covers the screen while it asks for that.
//!
//! Without a window manager, nothing happens when a window asks for it. A manager with habits says that the window has
//! a title bar, shows it only when it may, and reports where the window asks to be.

use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConfigWindow, ConfigureWindowAux, ConnectionExt as _, EventMask,
    MapRequestEvent, PropMode, Screen, Window,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// The habits of a slow window manager with title bars.
pub(super) struct Habits {
    /// The height of the title bar above the window, in pixels.
    pub(super) title_bar: u32,
    /// Receives when the window may be shown.
    pub(super) may_show: Receiver<()>,
    /// Is sent where the window asks to be.
    pub(super) asked: Sender<(i32, i32)>,
}

/// Manages the window that opens on this display, until the screen is gone.
pub(super) fn manage(display: &str, habits: Option<Habits>) {
    let (connection, screen) = x11rb::connect(Some(display)).expect("the virtual screen runs");
    let screen = connection.setup().roots[screen].clone();
    let redirect = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_REDIRECT);
    let redirected = connection.change_window_attributes(screen.root, &redirect);
    redirected.expect("the screen is there").check().expect("no other window manager runs");
    thread::spawn(move || {
        let mut manager = Manager { connection, screen, usual: None, habits };
        // an error means that the test has ended
        while manager.handle().is_ok() {}
    });
}

struct Manager {
    connection: RustConnection,
    screen: Screen,
    /// The place of the window before it covered the screen.
    usual: Option<ConfigureWindowAux>,
    habits: Option<Habits>,
}

impl Manager {
    fn handle(&mut self) -> Result<(), ReplyOrIdError> {
        let event = self.connection.wait_for_event()?;
        if let Event::MapRequest(MapRequestEvent { window, .. }) = event {
            self.place(window)?;
            self.add_title_bar(window)?;
            self.connection.map_window(window)?;
        } else if let Event::ConfigureRequest(request) = event {
            let places = ConfigWindow::X | ConfigWindow::Y;
            if let Some(habits) = self.habits.as_ref().filter(|_| request.value_mask.contains(places)) {
                // an error means that the test has seen enough
                let _ = habits.asked.send((request.x.into(), request.y.into()));
            }
            let wanted = ConfigureWindowAux::from_configure_request(&request);
            self.connection.configure_window(request.window, &wanted)?;
        }
        self.connection.flush()?;
        Ok(())
    }

    /// Waits until the window may be shown, and says how high its title bar is.
    fn add_title_bar(&self, window: Window) -> Result<(), ReplyOrIdError> {
        let Some(habits) = &self.habits else { return Ok(()) };
        let extents = self.connection.intern_atom(false, b"_NET_FRAME_EXTENTS")?.reply()?.atom;
        let sides = [0, 0, habits.title_bar, 0];
        self.connection.change_property32(PropMode::REPLACE, window, extents, AtomEnum::CARDINAL, &sides)?;
        // an error means that the test has ended
        let _ = habits.may_show.recv();
        Ok(())
    }

    /// Lets the window cover the screen, or puts it back where it was before.
    fn place(&mut self, window: Window) -> Result<(), ReplyOrIdError> {
        let (width, height) = (self.screen.width_in_pixels, self.screen.height_in_pixels);
        let place = if self.asks_for_the_screen(window)? {
            let now = self.connection.get_geometry(window)?.reply()?;
            self.usual = Some(aux(now.x.into(), now.y.into(), now.width, now.height));
            Some(aux(0, 0, width, height))
        } else {
            self.usual.take()
        };
        if let Some(place) = place {
            self.connection.configure_window(window, &place)?;
        }
        Ok(())
    }

    fn asks_for_the_screen(&self, window: Window) -> Result<bool, ReplyOrIdError> {
        let atom =
            |name: &[u8]| Ok::<_, ReplyOrIdError>(self.connection.intern_atom(false, name)?.reply()?.atom);
        let (state, full_screen) = (atom(b"_NET_WM_STATE")?, atom(b"_NET_WM_STATE_FULLSCREEN")?);
        let states = self.connection.get_property(false, window, state, AtomEnum::ATOM, 0, 32)?.reply()?;
        Ok(states.value32().is_some_and(|mut states| states.any(|state| state == full_screen)))
    }
}

fn aux(x: i32, y: i32, width: u16, height: u16) -> ConfigureWindowAux {
    ConfigureWindowAux::new().x(x).y(y).width(u32::from(width)).height(u32::from(height))
}
