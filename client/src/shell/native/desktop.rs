//! What the window system offers beyond miniquad: the title, the highlighting of the window, and
//! notifications.
//!
//! Only X11 (also under Wayland, where miniquad opens X11 windows) has an implementation. Elsewhere
//! the title stays the first one, because miniquad cannot change it.

use crate::shell::input::Frame;
use chuhe_model::drawing::screen_rect::ScreenRect;
use egui::Rect;
use macroquad::miniquad;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(all(unix, not(target_os = "macos")))]
use super::x11::X11;
#[cfg(all(unix, not(target_os = "macos")))]
use super::x11_watch::Watch;

/// The window system.
pub(in crate::shell) struct Desktop {
    #[cfg(all(unix, not(target_os = "macos")))]
    x11: Option<X11>,
    #[cfg(all(unix, not(target_os = "macos")))]
    watch: Option<Watch>,
    title: String,
    urgent: bool,
}

impl Desktop {
    /// Connects to the window system. Call it before the window opens.
    pub(in crate::shell) fn connect() -> Self {
        Self {
            #[cfg(all(unix, not(target_os = "macos")))]
            x11: X11::connect().inspect_err(|error| tracing::debug!("no X11: {error}")).ok(),
            #[cfg(all(unix, not(target_os = "macos")))]
            watch: None,
            title: String::new(),
            urgent: false,
        }
    }

    /// Waits until this time, while something moves. Other threads end the wait by unparking this one.
    pub(in crate::shell) fn wait(&self, until: Instant) {
        thread::park_timeout(until.saturating_duration_since(Instant::now()));
    }

    /// Shows a notification on the desktop, if a program for that is installed.
    pub(in crate::shell) fn notify(&self, title: &str, message: &str) {
        let mut program = if cfg!(target_os = "macos") {
            let script =
                "on run argv\ndisplay notification (item 2 of argv) with title (item 1 of argv)\nend run";
            let mut program = Command::new("osascript");
            program.args(["-e", script, title, message]);
            program
        } else {
            let mut program = Command::new("notify-send");
            program.args(["--app-name=chuhe", "--", title, message]);
            program
        };
        let silent = program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        match silent.spawn() {
            // a finished child that nobody waits for stays in the process table
            Ok(mut child) => drop(thread::spawn(move || child.wait())),
            Err(error) => tracing::debug!("no notification: {error}"),
        }
    }

    /// Adds input that miniquad does not report: none.
    pub(in crate::shell) const fn add_input(&self, _frame: &mut Frame) {}

    /// Does nothing: the window itself has the keyboard.
    pub(in crate::shell) const fn set_field(&self, _field: Option<Rect>, _scale: f32) {}

    /// Puts a text on the clipboard.
    pub(in crate::shell) fn copy(&self, text: &str) {
        miniquad::window::clipboard_set(text);
    }

    /// Looks for the window of this process, unless it has been found; returns whether it is found now. Call it
    /// once the window is open, and again while it is not found: a busy window manager shows it late.
    pub(in crate::shell) fn find_window(&mut self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = self.x11.as_mut().filter(|x11| !x11.has_window()) {
            match x11.find_window() {
                Ok(()) => {
                    let watch = x11.watch();
                    let unwatched = |error: &_| tracing::debug!("the window is not watched: {error}");
                    self.watch = watch.inspect_err(unwatched).ok();
                    // what was set before reached no window
                    self.title.clear();
                    self.urgent = false;
                    return true;
                }
                Err(error) => tracing::debug!("the window was not found: {error}"),
            }
        }
        false
    }

    /// The connection to the window system, once it has the window.
    #[cfg(all(unix, not(target_os = "macos")))]
    fn window(&self) -> Option<&X11> {
        self.x11.as_ref().filter(|x11| x11.has_window())
    }

    /// Where the left button was released outside of the window since the last call, which the window system does
    /// not report.
    pub(in crate::shell) fn released_outside(&self) -> Option<(f32, f32)> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if self.watch.as_ref().is_some_and(Watch::take_released) {
            return self.window()?.released_outside().ok()?;
        }
        None
    }

    /// Sleeps until this time at the latest. Returns whether an event of the window ended the sleep.
    ///
    /// Other threads end it by unparking this one. `longest` limits it where events of the window do
    /// not end it.
    pub(in crate::shell) fn sleep(&mut self, until: Instant, longest: Duration) -> bool {
        let span = until.saturating_duration_since(Instant::now());
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(watch) = self.watch.as_ref().filter(|watch| watch.is_alive()) {
            return watch.sleep(span);
        }
        thread::park_timeout(span.min(longest));
        false
    }

    /// Whether a drag began since the last call, in any program; `false` if that is unknown.
    pub(in crate::shell) fn take_dragged(&mut self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.watch.as_ref().is_some_and(Watch::take_dragged);
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        false
    }

    /// The next file that was dropped on the window, which miniquad does not report.
    pub(in crate::shell) fn take_dropped(&self) -> Option<PathBuf> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.watch.as_ref().and_then(Watch::take_dropped);
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// Whether the window may have moved since the last call.
    pub(in crate::shell) fn take_moved(&mut self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.watch.as_ref().is_none_or(|watch| !watch.is_alive() || watch.take_moved());
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        true
    }

    /// Whether other programs ask this window for the copied text; `false` if that is unknown.
    pub(in crate::shell) fn owns_clipboard(&self) -> bool {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.window().is_some_and(|x11| x11.owns_clipboard().unwrap_or(true));
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        false
    }

    /// Returns the parts of the monitors for windows, the main one first; empty if unknown.
    pub(in crate::shell) fn screens(&self) -> Vec<ScreenRect> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            return x11.screens().unwrap_or_default();
        }
        Vec::new()
    }

    /// Returns the whole monitors, the main one first; empty if unknown.
    pub(in crate::shell) fn monitors(&self) -> Vec<ScreenRect> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            return x11.monitors().unwrap_or_default();
        }
        Vec::new()
    }

    /// Returns where the window is; `None` if that is unknown.
    pub(in crate::shell) fn place(&self) -> Option<ScreenRect> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.window()?.place().ok();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// Returns where the window is without the frame around it; `None` if that is unknown.
    pub(in crate::shell) fn origin(&self) -> Option<(i32, i32)> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.window()?.origin().ok();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// Moves the window.
    pub(in crate::shell) fn move_to(&self, at: (i32, i32)) {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = self.window() {
            log(x11.move_to(at));
        }
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        let _ = at;
    }

    /// Sets the title of the window, if it differs.
    pub(in crate::shell) fn set_title(&mut self, title: &str) {
        if self.title == title {
            return;
        }
        title.clone_into(&mut self.title);
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = self.window() {
            log(x11.set_title(title));
        }
    }

    /// Whether the window has the focus; `None` if that is unknown.
    pub(in crate::shell) fn is_focused(&self) -> Option<bool> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.window()?.is_focused().ok();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// Whether something beside the widgets has the keyboard: a screen reader of a desktop uses that of the widgets.
    pub(in crate::shell) const fn has_keyboard_elsewhere(&self) -> bool {
        false
    }

    /// Asks the window manager to highlight the window, or not to any more.
    pub(in crate::shell) fn set_urgent(&mut self, urgent: bool) {
        if self.urgent == urgent {
            return;
        }
        self.urgent = urgent;
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = self.window() {
            log(x11.set_urgent(urgent));
        }
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn log<E: std::fmt::Display>(result: Result<(), E>) {
    if let Err(error) = result {
        tracing::debug!("X11: {error}");
    }
}
