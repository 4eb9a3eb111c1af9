//! The page as the program sees it: passes messages on, and sorts those that it hears.

use chuhe_model::drawing::theme::{ForcedColors, SystemLook};
use chuhe_page::messages::{
    self, Forced, FromPage, Look, MachineMessage, Resource, SocketMessage, ToPage, Unreadable, WindowMessage,
};
use std::cell::RefCell;
use std::collections::VecDeque;

/// Messages that wait for the part of the program that they concern.
#[derive(Debug, Default)]
struct Mailbox {
    socket: VecDeque<(SocketMessage, Vec<u8>)>,
    window: VecDeque<WindowMessage>,
    machine: VecDeque<(MachineMessage, Vec<u8>)>,
    fonts: VecDeque<(Vec<u8>, bool)>,
}

thread_local! {
    static MAILBOX: RefCell<Mailbox> = RefCell::default();
}

/// Passes a message without bytes to the page. Returns whether the page did what it asks for.
pub(super) fn tell(message: &ToPage<'_>) -> bool {
    tell_with(message, &[])
}

/// Passes a message with these bytes to the page. Returns whether the page did what it asks for.
pub(super) fn tell_with(message: &ToPage<'_>, bytes: &[u8]) -> bool {
    chuhe_page::tell(&messages::write(message), bytes)
}

/// Returns the next message of the page. The page logs those that cannot be read, and warns the user.
pub(super) fn hear<M>(read: impl Fn(&str) -> Result<M, Unreadable>) -> Option<(M, Vec<u8>)> {
    loop {
        let heard = chuhe_page::hear()?;
        match read(&heard.text) {
            Ok(message) => return Some((message, heard.bytes)),
            Err(error) => report(&error),
        }
    }
}

/// Lets the page log an error of a message, and warn the user.
pub(super) fn report(error: &dyn ToString) {
    tell(&ToPage::Unreadable { error: &error.to_string() });
}

/// Sorts what the page has told.
fn sort(mailbox: &mut Mailbox) {
    while let Some((message, bytes)) = hear(FromPage::read) {
        match message {
            FromPage::Socket(message) => mailbox.socket.push_back((message, bytes)),
            FromPage::Window(message) => mailbox.window.push_back(message),
            FromPage::Machine(message) => mailbox.machine.push_back((message, bytes)),
            FromPage::Resource(Resource::Font { bold }) => mailbox.fonts.push_back((bytes, bold)),
            FromPage::Resource(Resource::Gb18030) => {
                if !str::from_utf8(&bytes).is_ok_and(chuhe_records::formats::provide_gb18030) {
                    report(&"the characters of GB 18030 are not as many as they should be");
                }
            }
            FromPage::Resource(Resource::Big5) => {
                if !str::from_utf8(&bytes).is_ok_and(chuhe_records::formats::provide_big5) {
                    report(&"the characters of Big5 are not as many as they should be");
                }
            }
        }
    }
}

fn take<T>(part: impl FnOnce(&mut Mailbox) -> Option<T>) -> Option<T> {
    MAILBOX.with_borrow_mut(|mailbox| {
        sort(mailbox);
        part(mailbox)
    })
}

/// The next message about the WebSocket.
pub(super) fn next_of_socket() -> Option<(SocketMessage, Vec<u8>)> {
    take(|mailbox| mailbox.socket.pop_front())
}

/// The next message about the window.
pub(super) fn next_of_window() -> Option<WindowMessage> {
    take(|mailbox| mailbox.window.pop_front())
}

/// The next message about files and workers.
pub(super) fn next_of_machine() -> Option<(MachineMessage, Vec<u8>)> {
    take(|mailbox| mailbox.machine.pop_front())
}

/// The next slice of the font, and whether it is of the heavy face.
pub(super) fn next_font() -> Option<(Vec<u8>, bool)> {
    take(|mailbox| mailbox.fonts.pop_front())
}

/// How the system is set up, as the program has it.
pub(super) fn look(look: &Look) -> SystemLook {
    let &Look { is_dark, has_contrast, reduces_motion, forced } = look;
    let forced = forced.map(|Forced { canvas, text, gray, highlight, highlight_text, button }| {
        ForcedColors { canvas, text, gray, highlight, highlight_text, button }
    });
    SystemLook { is_dark, has_contrast, reduces_motion, forced }
}
