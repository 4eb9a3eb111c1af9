//! The client as lines of text, for screen readers and terminals: a line in, actions out; a change of
//! the app in, lines out.
//!
//! The app, its texts and its transport are those of the window. Lines need no drawing, no cursor
//! and no colours, so every screen reader reads them.

mod boards;
mod commands;
mod lobby;
mod news;
#[cfg(test)]
mod tests;
mod words;

use crate::core::action::Action;
use crate::core::app::App;
use chuhe_rules::clock::Timestamp;
use news::Heard;

/// The text mode: what the user has heard of the app so far.
#[derive(Debug, Default)]
pub struct TextMode {
    heard: Heard,
}

/// What follows from a line of the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The actions for the app, in their order.
    pub actions: Vec<Action>,
    /// The lines to print at once.
    pub lines: Vec<String>,
    /// Whether the user asks to end the program.
    pub quits: bool,
}

impl Reply {
    fn line(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], ..Self::default() }
    }

    fn action(action: impl Into<Action>) -> Self {
        Self { actions: vec![action.into()], ..Self::default() }
    }

    fn actions(actions: Vec<Action>) -> Self {
        Self { actions, ..Self::default() }
    }
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
