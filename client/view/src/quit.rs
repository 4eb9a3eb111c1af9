//! The question before the program closes.

use super::{Button, Model, Question, Role};
use chuhe_model::actions::action::Action;

/// The question, its reason, and the answers.
#[derive(Clone, Debug, PartialEq)]
pub struct QuitView {
    /// Whether to close, with the answers: to close first, then to stay.
    pub question: Question,
    /// What is lost.
    pub explained: &'static str,
}

impl QuitView {
    /// The question; `None` unless it is asked.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (app, text) = (model.app, model.text);
        if !app.is_asked_to_quit() {
            return None;
        }
        let early = app.table().is_some_and(|table| !table.game().situation().both_moved());
        let only_record = app.loses_record() && !app.plays();
        let plays_on_server = app.plays() && app.local().is_none();
        let loses = app.loses_local_game() && !plays_on_server;
        let explained = match (app.hosts_others(), early) {
            (true, _) => text.quit_stops_host,
            (false, _) if loses => text.local.quit_loses_game,
            (false, _) if only_record => text.records.discard_explained,
            (false, true) => text.quit_aborts,
            (false, false) => text.quit_explained,
        };
        let stay = if only_record { text.cancel } else { text.quit_no };
        let answers = vec![
            Button::new("quit.yes", text.quit_yes, Action::Quit(true)).role(Role::Danger),
            Button::new("quit.no", stay, Action::Quit(false)),
        ];
        let question = Question::asking("quit", text.quit_question.to_owned(), answers);
        Some(Self { question, explained })
    }
}
