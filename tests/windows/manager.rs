//! A window manager for a screen with one window: the window covers the screen while it asks for that.
//!
//! Without a window manager, nothing happens when a window asks for it.

use std::thread;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ConfigureWindowAux, ConnectionExt as _, EventMask, MapRequestEvent,
    Screen, Window,
};
use x11rb::rust_connection::RustConnection;

/// Manages the window that opens on this display, until the screen is gone.
pub(super) fn manage(display: &str) {
    let (connection, screen) = x11rb::connect(Some(display)).expect("the virtual screen runs");
    let screen = connection.setup().roots[screen].clone();
    let redirect = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_REDIRECT);
    let redirected = connection.change_window_attributes(screen.root, &redirect);
    redirected.expect("the screen is there").check().expect("no other window manager runs");
    thread::spawn(move || {
        let mut manager = Manager { connection, screen, usual: None };
        // an error means that the test has ended
        while manager.handle().is_ok() {}
    });
}

struct Manager {
    connection: RustConnection,
    screen: Screen,
    /// The place of the window before it covered the screen.
    usual: Option<ConfigureWindowAux>,
}

impl Manager {
    fn handle(&mut self) -> Result<(), ReplyOrIdError> {
        let event = self.connection.wait_for_event()?;
        if let Event::MapRequest(MapRequestEvent { window, .. }) = event {
            self.place(window)?;
            self.connection.map_window(window)?;
        } else if let Event::ConfigureRequest(request) = event {
            let wanted = ConfigureWindowAux::from_configure_request(&request);
            self.connection.configure_window(request.window, &wanted)?;
        }
        self.connection.flush()?;
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
