//! The words about a lost connection, which are the same wherever the program says that it is lost.

use super::view::View;
use chuhe_model::connection::link::{Link, Status};

/// A lost connection.
pub(super) struct Lost {
    /// What to say, and what to say where there is too little room for that.
    pub(super) messages: Vec<String>,
    /// Whether the user can reconnect at once.
    pub(super) retry: bool,
    /// The colours of the text and of the edge.
    pub(super) inks: [egui::Color32; 2],
}

impl Lost {
    /// What there is to say about this link; `None` unless its connection is lost.
    pub(super) fn of(view: &View<'_>, link: &Link) -> Option<Self> {
        let inks = [view.theme.red, view.theme.red_border];
        match link.status() {
            Status::Joined | Status::Connecting | Status::LoggingIn { .. } => None,
            Status::Lost { retry_at, .. } if link.is_paused() => {
                let messages = vec![view.text.paused_retry(retry_at.map(|at| view.seconds_until(at)))];
                Some(Self {
                    messages,
                    retry: retry_at.is_some(),
                    inks: [view.theme.ink, view.theme.gold_ink],
                })
            }
            Status::Lost { .. } if link.is_moving(view.now) => {
                let messages = vec![view.text.hall_moving.to_owned()];
                Some(Self { messages, retry: false, inks: [view.theme.ink, view.theme.gold_ink] })
            }
            Status::Lost { attempt, retry_at } => {
                let seconds = retry_at.map(|at| view.seconds_until(at));
                let message = if view.app.is_page_server_silent() {
                    view.text.server_silent.to_owned()
                } else {
                    view.text.connection_lost(attempt, seconds)
                };
                Some(Self { messages: vec![message], retry: retry_at.is_some(), inks })
            }
            Status::Off(reason) => {
                let message = reason.map_or_else(String::new, |reason| view.app.offline_reason(&reason));
                Some(Self { messages: vec![message], retry: true, inks })
            }
        }
    }
}
