//! Watches the window for events while the window's own thread sleeps.
//!
//! miniquad returns events only between two frames, and draws every frame that it begins. A second
//! connection receives the same events on a thread of its own and ends the sleep, so that a window in
//! which nothing changes draws no frames.
//!
//! Two kinds of event reach only miniquad's connection: requests to close, and requests for the copied
//! text. This thread sees what precedes the first: a press of a button anywhere. The window asks about
//! the clipboard by itself. What is dragged over the window reaches this connection (`x11_drop`).

use super::x11_drop::DropTarget;
use super::x11_error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, Thread};
use std::time::Duration;
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::protocol::Event;
use x11rb::protocol::xfixes::{self, ConnectionExt as _, SelectionEventMask};
use x11rb::protocol::xinput::{self, ConnectionExt as _, XIEventMask};
use x11rb::protocol::xproto::{ChangeWindowAttributesAux, ConnectionExt as _, EventMask, Window};
use x11rb::rust_connection::RustConnection;

/// What the thread has seen.
#[derive(Debug)]
struct Seen {
    /// The window's thread.
    window: Thread,
    /// Whether the window's thread sleeps until something happens.
    is_asleep: AtomicBool,
    /// Whether the window moved since it was last asked.
    moved: AtomicBool,
    /// Whether an event arrived that the window's thread may not have handled.
    happened: AtomicBool,
    /// Whether a drag began since it was last asked.
    dragged: AtomicBool,
    /// Whether a button was released since it was last asked, anywhere on the screen.
    released: AtomicBool,
    /// Whether the connection is lost, so that nothing more will be seen.
    lost: AtomicBool,
}

/// The watching thread. It ends with the connection, at the end of the program.
#[derive(Debug)]
pub(super) struct Watch {
    seen: Arc<Seen>,
    /// The files that were dropped on the window.
    dropped: Receiver<PathBuf>,
}

impl Watch {
    /// Watches a window of the calling thread.
    pub(super) fn start(window: Window) -> Result<Self, Error> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        for name in [xinput::X11_EXTENSION_NAME, xfixes::X11_EXTENSION_NAME] {
            if connection.extension_information(name)?.is_none() {
                return Err(Error::NoExtension(name));
            }
        }
        connection.xinput_xi_query_version(2, 2)?.reply()?;
        let buttons = xinput::EventMask {
            deviceid: u16::from(xinput::Device::ALL_MASTER),
            mask: vec![XIEventMask::RAW_BUTTON_PRESS | XIEventMask::RAW_BUTTON_RELEASE],
        };
        connection.xinput_xi_select_events(root, &[buttons])?.check()?;
        connection.xfixes_query_version(5, 0)?.reply()?;
        let drag = connection.intern_atom(false, b"XdndSelection")?.reply()?.atom;
        let begins = SelectionEventMask::SET_SELECTION_OWNER;
        connection.xfixes_select_selection_input(root, drag, begins)?.check()?;
        let events = EventMask::EXPOSURE
            | EventMask::STRUCTURE_NOTIFY
            | EventMask::FOCUS_CHANGE
            | EventMask::ENTER_WINDOW
            | EventMask::LEAVE_WINDOW
            | EventMask::POINTER_MOTION
            | EventMask::KEY_PRESS
            | EventMask::KEY_RELEASE;
        let attributes = ChangeWindowAttributesAux::new().event_mask(events);
        connection.change_window_attributes(window, &attributes)?.check()?;
        let seen = Arc::new(Seen {
            window: thread::current(),
            is_asleep: AtomicBool::new(false),
            moved: AtomicBool::new(true),
            happened: AtomicBool::new(false),
            dragged: AtomicBool::new(false),
            released: AtomicBool::new(false),
            lost: AtomicBool::new(false),
        });
        let (files, dropped) = mpsc::channel();
        let mut target = DropTarget::open(&connection, root, window, files)?;
        let watched = Arc::clone(&seen);
        let watch = move || watched.follow(&connection, &mut target);
        thread::Builder::new().name("watch".to_owned()).spawn(watch).map_err(Error::Thread)?;
        Ok(Self { seen, dropped })
    }

    /// Sleeps for this time at most; returns whether there was an event, which ends the sleep.
    ///
    /// An event before the sleep prevents it: miniquad may have looked for events before it arrived.
    pub(super) fn sleep(&self, longest: Duration) -> bool {
        self.seen.is_asleep.store(true, Ordering::SeqCst);
        let happened = self.seen.happened.swap(false, Ordering::SeqCst);
        if !happened {
            thread::park_timeout(longest);
        }
        let ended = !self.seen.is_asleep.swap(false, Ordering::SeqCst);
        happened || ended
    }

    /// Whether the window moved since the last call.
    pub(super) fn take_moved(&self) -> bool {
        self.seen.moved.swap(false, Ordering::SeqCst)
    }

    /// Whether a drag began since the last call, in any program.
    pub(super) fn take_dragged(&self) -> bool {
        self.seen.dragged.swap(false, Ordering::SeqCst)
    }

    /// Whether a button was released since the last call, anywhere on the screen.
    pub(super) fn take_released(&self) -> bool {
        self.seen.released.swap(false, Ordering::SeqCst)
    }

    /// The next file that was dropped on the window.
    pub(super) fn take_dropped(&self) -> Option<PathBuf> {
        self.dropped.try_recv().ok()
    }

    /// Whether events still end a sleep.
    pub(super) fn is_alive(&self) -> bool {
        !self.seen.lost.load(Ordering::SeqCst)
    }
}

impl Seen {
    fn follow(&self, connection: &RustConnection, target: &mut DropTarget) {
        while let Ok(event) = connection.wait_for_event() {
            self.note(&event);
            if let Err(error) = target.handle(connection, &event) {
                tracing::debug!("a drop is not taken: {error}");
            }
            self.happened.store(true, Ordering::SeqCst);
            if self.is_asleep.swap(false, Ordering::SeqCst) {
                self.window.unpark();
            }
        }
        self.lost.store(true, Ordering::SeqCst);
        self.window.unpark();
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most events only end the sleep")]
    fn note(&self, event: &Event) {
        match event {
            Event::ConfigureNotify(_) => self.moved.store(true, Ordering::SeqCst),
            Event::XfixesSelectionNotify(_) => self.dragged.store(true, Ordering::SeqCst),
            Event::XinputRawButtonRelease(_) => self.released.store(true, Ordering::SeqCst),
            _ => {}
        }
    }
}
