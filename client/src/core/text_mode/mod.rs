//! The client as lines of text, for screen readers and terminals: a line in, actions out; a change of
//! the app in, lines out.
//!
//! The app, its texts and its transport are those of the window. Lines need no drawing, no cursor
//! and no colours, so every screen reader reads them.

mod boards;
mod commands;
mod lobby;
mod news;
mod reply;
#[cfg(test)]
mod tests;
mod words;

use crate::core::app::App;
use chuhe_rules::clock::Timestamp;
use news::Heard;
pub use reply::Reply;

/// The text mode: what the user has heard of the app so far.
#[derive(Debug, Default)]
pub struct TextMode {
    heard: Heard,
}

impl TextMode {
    /// Returns the first line of the program.
    #[must_use]
    pub fn welcome(app: &App) -> String {
        app.text().console.welcome.to_owned()
    }

    /// Turns a line of the user into actions, or answers it.
    #[must_use]
    pub fn read(&self, app: &App, line: &str, now: Timestamp) -> Reply {
        commands::read(app, line.trim(), now)
    }

    /// Returns the lines that announce what has changed since the last call.
    #[must_use]
    pub fn news(&mut self, app: &App, now: Timestamp) -> Vec<String> {
        self.heard.news(app, now)
    }
}
