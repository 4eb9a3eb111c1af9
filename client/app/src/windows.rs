//! Other windows of the program, or tabs of the page, that share its settings.
//!
//! A session has one connection. Another window that resumes it ends that of this one, and its token
//! replaces the one here: this window must know it to take the game over again.

use super::App;
use super::session::Session;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::settings::SavedSeat;
use chuhe_protocol::CloseReason;

impl App {
    /// Takes over the session tokens that another window has kept.
    pub(super) fn seats_elsewhere(&mut self, seats: Vec<SavedSeat>) {
        self.desk.settings.seats = seats;
        let Session { link, out, .. } = &mut self.server;
        if let Some(token) = link.server().and_then(|server| self.desk.settings.token(server)) {
            link.renew(token, out);
        }
    }

    /// Whether another window of this program, or another tab of the page, plays in place of this one.
    #[must_use]
    pub fn plays_in_another_window(&self) -> bool {
        self.server_link().is_renewed() && self.is_superseded()
    }

    /// Whether another connection of the player has ended the one of this window.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        let superseded = OfflineReason::Closed(CloseReason::Superseded);
        self.server_link().status() == Status::Off(Some(superseded))
    }

    /// Says why there is no connection.
    pub fn offline_reason(&self, reason: &OfflineReason) -> String {
        let text = self.desk.text();
        let superseded = OfflineReason::Closed(CloseReason::Superseded);
        if *reason != superseded || !self.plays_in_another_window() {
            return text.offline_reason(reason);
        }
        let is_page = self.desk.environment.surface.is_page();
        if is_page { text.closed_other_tab } else { text.closed_other_window }.to_owned()
    }

    /// The label of the button that connects again.
    pub fn retry_label(&self) -> &'static str {
        if self.is_superseded() { self.desk.text().play_here } else { self.desk.text().retry_now }
    }

    /// The program of a phone goes to sleep, or wakes up: the server gives it more time.
    pub(super) fn sleeps(&mut self, asleep: bool) {
        if self.desk.environment.fingers {
            self.server.sleeps(asleep);
        }
    }
}
