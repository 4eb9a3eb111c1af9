//! The client as lines of text, for screen readers and terminals: a line in, actions out; a change of
//! the app in, lines out.
//!
//! The app, its texts and its transport are those of the window. Lines need no drawing, no cursor
//! and no colours, so every screen reader reads them.

pub mod boards;
#[cfg(test)]
mod coach_tests;
pub mod commands;
#[cfg(test)]
mod evening_boards_tests;
mod evenings;
#[cfg(test)]
mod evenings_tests;
#[cfg(test)]
mod fair_play_tests;
#[cfg(test)]
mod guess_tests;
#[cfg(test)]
mod lasting_tests;
mod lessons;
#[cfg(test)]
mod library_tests;
mod lobby;
mod lobby_news;
mod menu;
pub mod news;
#[cfg(test)]
mod pages_tests;
mod profiles;
#[cfg(test)]
mod profiles_tests;
#[cfg(test)]
mod puzzles_tests;
mod reply;
#[cfg(test)]
mod reports_tests;
mod reviewing;
#[cfg(test)]
mod seeking_tests;
#[cfg(test)]
mod tests;
mod words;

use chuhe_app::App;
use chuhe_model::actions::action::{Action, Field};
use chuhe_rules::clock::Timestamp;
use news::Heard;
use reply::Press;
pub use reply::Reply;
use std::collections::VecDeque;

/// The text mode: what the user has heard of the app so far.
#[derive(Debug, Default)]
pub struct TextMode {
    heard: Heard,
    /// The names of the parts that were listed last, in their order.
    listed: Vec<String>,
    /// What the last command presses yet.
    pending: VecDeque<Press>,
    shows_typing: bool,
}

impl TextMode {
    /// A text mode whose user has heard nothing yet.
    ///
    /// `shows_typing` is whether a terminal shows the lines that the user types, and keeps them.
    #[must_use]
    pub fn new(shows_typing: bool) -> Self {
        Self { shows_typing, ..Self::default() }
    }

    /// Returns the first line of the program.
    #[must_use]
    pub fn welcome(app: &App) -> String {
        app.desk().text().console().welcome.to_owned()
    }

    /// Turns a line of the user into actions, or answers it.
    #[must_use]
    pub fn read(&mut self, app: &App, line: &str, now: Timestamp) -> Reply {
        let line = line.trim();
        if self.shows_typing && commands::holds_password(app, line) {
            return Reply::line(app.desk().text().console().password_alone);
        }
        let mut reply = match commands::menu(app, line) {
            Some("") => menu::list(app, now, &mut self.listed),
            Some(words) => menu::act(app, now, &self.listed, words),
            None => commands::read(app, line, now),
        };
        if reply.actions.iter().any(|action| matches!(action, Action::Edit(Field::Move, _))) {
            // the same answer is said again
            self.heard.forget_reply(app, now);
        }
        self.pending = std::mem::take(&mut reply.then).into();
        reply
    }

    /// Goes on with the last line, once the actions of the reply before are done; `None` at its end.
    pub fn next(&mut self, app: &App, now: Timestamp) -> Option<Reply> {
        let press = self.pending.pop_front()?;
        let mut reply = menu::press_among(app, menu::of_command(app, now), &[&press.id], &press.text);
        std::mem::take(&mut reply.then).into_iter().rev().for_each(|press| self.pending.push_front(press));
        if reply.actions.is_empty() && !press.is_optional {
            self.pending.clear();
        }
        Some(if press.is_optional { Reply { lines: Vec::new(), ..reply } } else { reply })
    }

    /// Takes the line after a reply that asks for a password.
    #[must_use]
    pub fn read_password(line: &str) -> Reply {
        commands::password(line.trim_end_matches(['\r', '\n']))
    }

    /// Answers a user whose password could not be read.
    #[must_use]
    pub fn no_password(app: &App) -> Reply {
        Reply::line(app.desk().text().console().no_password)
    }

    /// Returns the lines that announce what has changed since the last call.
    #[must_use]
    pub fn news(&mut self, app: &App, now: Timestamp) -> Vec<String> {
        self.heard.news(app, now)
    }
}
