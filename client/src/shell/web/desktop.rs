//! What the browser offers in place of a window system.

use super::Instant;
use super::page;
use crate::shell::input::Frame;
use chuhe_model::drawing::screen_rect::ScreenRect;
use chuhe_page::messages::{ToPage, WindowMessage};
use egui::{Event, ImeEvent, Key, Modifiers, Rect};
use std::path::PathBuf;
use std::time::Duration;

/// The page as a window.
pub(in crate::shell) struct Desktop {
    title: String,
    focused: bool,
    /// Whether the tree for screen readers has the keyboard.
    mirror_has_keyboard: bool,
    field: Option<[f32; 4]>,
    /// Whether an input method composes text.
    composing: bool,
    is_ready: bool,
}

impl Desktop {
    /// The page.
    pub(in crate::shell) const fn connect() -> Self {
        Self {
            title: String::new(),
            focused: true,
            mirror_has_keyboard: false,
            field: None,
            composing: false,
            is_ready: false,
        }
    }

    /// Does nothing: there is one page.
    pub(in crate::shell) const fn find_window(&mut self) -> bool {
        true
    }

    /// A browser reports the release of a button wherever it is.
    pub(in crate::shell) const fn released_outside(&self) -> Option<(f32, f32)> {
        None
    }

    /// Asks for the next frame at once: the page draws one each time that the screen is refreshed.
    pub(in crate::shell) fn wait(&mut self, _until: Instant) {
        self.wake(0);
    }

    /// Asks for the next frame at this time. The page asks for it earlier if something happens.
    pub(in crate::shell) fn sleep(&mut self, until: Instant, _longest: Duration) -> bool {
        let span = until.saturating_duration_since(Instant::now());
        self.wake(u32::try_from(span.as_millis()).unwrap_or(u32::MAX));
        false
    }

    fn wake(&mut self, ms: u32) {
        if !std::mem::replace(&mut self.is_ready, true) {
            page::tell(&ToPage::Ready);
        }
        page::tell(&ToPage::Wake { ms });
    }

    /// Adds what the page reports to the input of a frame.
    pub(in crate::shell) fn add_input(&mut self, frame: &mut Frame) {
        // what was typed went to the field that had the keyboard before any click of this frame
        let after = std::mem::take(&mut frame.events);
        while let Some(message) = page::next_of_window() {
            match message {
                WindowMessage::Text { text } => frame.events.push(Event::Text(text)),
                WindowMessage::Compose { text } => {
                    if !std::mem::replace(&mut self.composing, true) {
                        frame.events.push(Event::Ime(ImeEvent::Enabled));
                    }
                    frame.events.push(Event::Ime(ImeEvent::Preedit(text)));
                }
                WindowMessage::Composed { text } => {
                    self.composing = false;
                    frame.events.push(Event::Ime(ImeEvent::Commit(text)));
                    frame.events.push(Event::Ime(ImeEvent::Disabled));
                }
                WindowMessage::Key { key, pressed, ctrl, shift, alt } => {
                    let modifiers = Modifiers { alt, ctrl, shift, mac_cmd: false, command: ctrl };
                    frame.hold(modifiers);
                    if let Some(key) = Key::from_name(&key) {
                        let (physical_key, repeat) = (None, false);
                        frame.events.push(Event::Key { key, physical_key, pressed, repeat, modifiers });
                    }
                }
                WindowMessage::Paste { text } => frame.events.push(Event::Paste(text.replace("\r\n", "\n"))),
                WindowMessage::CopySelection { cut } => {
                    frame.events.push(if cut { Event::Cut } else { Event::Copy });
                }
                WindowMessage::Attention { focused } => self.focused = focused,
                WindowMessage::MirrorFocus { has } => self.mirror_has_keyboard = has,
            }
        }
        frame.events.extend(after);
    }

    /// Tells the page where the field of text with the keyboard is, in logical pixels; `scale` is the
    /// number of CSS pixels for one of them.
    pub(in crate::shell) fn set_field(&mut self, field: Option<Rect>, scale: f32) {
        let place = field.map(|field| {
            [field.left(), field.top(), field.width(), field.height()].map(|length| (length * scale).round())
        });
        if self.field != place {
            self.field = place;
            page::tell(&ToPage::Field { place });
        }
    }

    /// Puts a text on the clipboard.
    pub(in crate::shell) fn copy(&self, text: &str) {
        page::tell(&ToPage::Copy { text });
    }

    /// Drags over a page are the browser's.
    pub(in crate::shell) const fn take_dragged(&mut self) -> bool {
        false
    }

    /// What is dropped on a page comes with the files that the user chooses.
    pub(in crate::shell) const fn take_dropped(&self) -> Option<PathBuf> {
        None
    }

    /// A page does not know where it is.
    pub(in crate::shell) const fn take_moved(&mut self) -> bool {
        false
    }

    /// The browser keeps the clipboard.
    pub(in crate::shell) const fn owns_clipboard(&self) -> bool {
        false
    }

    /// Unknown.
    pub(in crate::shell) const fn screens(&self) -> Vec<ScreenRect> {
        Vec::new()
    }

    /// Unknown.
    pub(in crate::shell) const fn monitors(&self) -> Vec<ScreenRect> {
        Vec::new()
    }

    /// Unknown.
    pub(in crate::shell) const fn place(&self) -> Option<ScreenRect> {
        None
    }

    /// Does nothing: a page stays where it is.
    pub(in crate::shell) const fn move_to(&self, _at: (i32, i32)) {}

    /// Sets the title of the page, if it differs.
    pub(in crate::shell) fn set_title(&mut self, title: &str) {
        if self.title != title {
            title.clone_into(&mut self.title);
            page::tell(&ToPage::Title { text: title });
        }
    }

    /// Always `None`: the page does not say where its window is.
    pub(in crate::shell) const fn origin(&self) -> Option<(i32, i32)> {
        None
    }

    /// Whether the user sees the page and it has the focus.
    pub(in crate::shell) const fn is_focused(&self) -> Option<bool> {
        Some(self.focused)
    }

    /// Whether something beside the widgets has the keyboard: the tree for screen readers.
    pub(in crate::shell) const fn has_keyboard_elsewhere(&self) -> bool {
        self.mirror_has_keyboard
    }

    /// Does nothing: the title of the page says that it is the user's turn.
    pub(in crate::shell) const fn set_urgent(&mut self, _urgent: bool) {}

    /// Shows a notification, if the user has allowed that.
    pub(in crate::shell) fn notify(&self, title: &str, message: &str) {
        page::tell(&ToPage::Notify { title, message });
    }
}
