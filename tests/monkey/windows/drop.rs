//! Drops a file on a window, as a file manager does: the protocol XDND.

use super::events::await_event;
use crate::monkey::driver::Impossible;
use std::path::Path;
use std::time::Duration;
use x11rb::connection::Connection as _;
use x11rb::errors::ReplyOrIdError;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_FROM_PARENT, CURRENT_TIME};

/// The version of the protocol.
const VERSION: u32 = 5;
/// How long the window takes for an answer: it draws a frame first.
const ANSWER: Duration = Duration::from_secs(5);

/// A file manager that holds a file over a window.
struct Drag<'a> {
    connection: &'a RustConnection,
    /// The window of the file manager, and the one on which it drops the file.
    source: u32,
    target: u32,
    text: Atom,
    selection: Atom,
}

/// Drops the file of this path on a window.
///
/// # Errors
/// If the window is gone, or takes nothing.
pub(super) fn drop_file(connection: &RustConnection, target: u32, path: &Path) -> Result<(), Impossible> {
    let dropped = Drag::begin(connection, target).and_then(|drag| {
        let is_taken = drag.drop(path);
        connection.destroy_window(drag.source)?;
        connection.flush()?;
        is_taken
    });
    // a window may be gone
    if dropped.unwrap_or(false) { Ok(()) } else { Err(Impossible) }
}

impl<'a> Drag<'a> {
    fn begin(connection: &'a RustConnection, target: u32) -> Result<Self, ReplyOrIdError> {
        let source = connection.generate_id()?;
        let root = connection.setup().roots[0].root;
        let (class, options) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        connection.create_window(0, source, root, 0, 0, 1, 1, 0, class, COPY_FROM_PARENT, &options)?;
        let (text, selection) = (atom(connection, "UTF8_STRING")?, atom(connection, "XdndSelection")?);
        connection.set_selection_owner(source, selection, CURRENT_TIME)?;
        Ok(Self { connection, source, target, text, selection })
    }

    /// Moves over the window, and lets the file go if the window would take it. Returns whether it has taken it.
    fn drop(&self, path: &Path) -> Result<bool, ReplyOrIdError> {
        let at = self.connection.translate_coordinates(self.target, self.root(), 9, 9)?.reply()?;
        let [x, y] = [at.dst_x, at.dst_y].map(|pixel| u32::from(pixel.cast_unsigned()));
        let copy = atom(self.connection, "XdndActionCopy")?;
        self.send("XdndEnter", [self.source, VERSION << 24, self.text, 0, 0])?;
        self.send("XdndPosition", [self.source, 0, x << 16 | y, CURRENT_TIME, copy])?;
        let status = atom(self.connection, "XdndStatus")?;
        let answer = await_event(self.connection, ANSWER, |event| match event {
            Event::ClientMessage(message) if message.type_ == status => Some(message.data.as_data32()[1] & 1),
            _ => None,
        })?;
        if answer != Some(1) {
            return Ok(false);
        }
        self.send("XdndDrop", [self.source, 0, CURRENT_TIME, 0, 0])?;
        let request = await_event(self.connection, ANSWER, |event| match event {
            Event::SelectionRequest(request) if request.selection == self.selection => Some(*request),
            _ => None,
        })?;
        let Some(request) = request else { return Ok(false) };
        self.answer(&request, path)?;
        Ok(true)
    }

    fn root(&self) -> u32 {
        self.connection.setup().roots[0].root
    }

    /// Sends a message of the protocol to the window.
    fn send(&self, name: &str, data: [u32; 5]) -> Result<(), ReplyOrIdError> {
        let message = ClientMessageEvent::new(32, self.target, atom(self.connection, name)?, data);
        self.connection.send_event(false, self.target, EventMask::NO_EVENT, message)?;
        self.connection.sync()?;
        Ok(())
    }

    /// Gives the window the path of the file.
    fn answer(&self, request: &SelectionRequestEvent, path: &Path) -> Result<(), ReplyOrIdError> {
        let SelectionRequestEvent { time, requestor, selection, target, property, .. } = *request;
        let path = path.display().to_string();
        let mode = PropMode::REPLACE;
        self.connection.change_property8(mode, requestor, property, self.text, path.as_bytes())?;
        let (response_type, sequence) = (SELECTION_NOTIFY_EVENT, 0);
        let notice =
            SelectionNotifyEvent { response_type, sequence, time, requestor, selection, target, property };
        self.connection.send_event(false, requestor, EventMask::NO_EVENT, notice)?;
        self.connection.sync()?;
        Ok(())
    }
}

fn atom(connection: &RustConnection, name: &str) -> Result<Atom, ReplyOrIdError> {
    Ok(connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
}
