//! What the window system offers beyond miniquad: the title, the highlighting of the window, and
//! notifications.
//!
//! Only X11 (also under Wayland, where miniquad opens X11 windows) has an implementation. Elsewhere
//! the title stays the first one, because miniquad cannot change it.

use crate::core::screen_rect::ScreenRect;
use std::process::{Command, Stdio};
use std::thread;

#[cfg(all(unix, not(target_os = "macos")))]
use super::x11::X11;

/// The window system.
pub(super) struct Desktop {
    #[cfg(all(unix, not(target_os = "macos")))]
    x11: Option<X11>,
    title: String,
    urgent: bool,
}

impl Desktop {
    /// Connects to the window system. Call it before the window opens.
    pub(super) fn connect() -> Self {
        Self {
            #[cfg(all(unix, not(target_os = "macos")))]
            x11: X11::connect().inspect_err(|error| tracing::debug!("no X11: {error}")).ok(),
            title: String::new(),
            urgent: false,
        }
    }

    /// Finds the window of this process. Call it once the window is open.
    pub(super) fn find_window(&mut self) {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &mut self.x11
            && let Err(error) = x11.find_window()
        {
            tracing::debug!("the window was not found: {error}");
            self.x11 = None;
        }
    }

    /// Returns the parts of the monitors for windows, the main one first; empty if unknown.
    pub(super) fn screens(&self) -> Vec<ScreenRect> {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            return x11.screens().unwrap_or_default();
        }
        Vec::new()
    }

    /// Returns where the window is; `None` if that is unknown.
    pub(super) fn place(&self) -> Option<ScreenRect> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.x11.as_ref()?.place().ok();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// Moves the window.
    pub(super) fn move_to(&self, at: (i32, i32)) {
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            log(x11.move_to(at));
        }
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        let _ = at;
    }

    /// Sets the title of the window, if it differs.
    pub(super) fn set_title(&mut self, title: &str) {
        if self.title == title {
            return;
        }
        title.clone_into(&mut self.title);
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
            log(x11.set_title(title));
        }
    }

    /// Whether the window has the focus; `None` if that is unknown.
    pub(super) fn is_focused(&self) -> Option<bool> {
        #[cfg(all(unix, not(target_os = "macos")))]
        return self.x11.as_ref()?.is_focused().ok();
        #[cfg(not(all(unix, not(target_os = "macos"))))]
        None
    }

    /// Asks the window manager to highlight the window, or not to any more.
    pub(super) fn set_urgent(&mut self, urgent: bool) {
        if self.urgent == urgent {
            return;
        }
        self.urgent = urgent;
        #[cfg(all(unix, not(target_os = "macos")))]
        if let Some(x11) = &self.x11 {
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

/// Shows a notification on the desktop, if a program for that is installed.
pub(super) fn notify(title: &str, message: &str) {
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
