//! Other windows of the program, or tabs of the page, that share its settings.
//!
//! A session has one connection. Another window that resumes it ends that of this one, and its token
//! replaces the one here: this window must know it to take the game over again.

use super::App;
use chuhe_model::connection::link::OfflineReason;
use chuhe_protocol::CloseReason;

impl App {
    /// Says why there is no connection.
    pub fn offline_reason(&self, reason: &OfflineReason) -> String {
        let text = self.desk.text();
        let superseded = OfflineReason::Closed(CloseReason::Superseded);
        if *reason != superseded || !self.sessions.plays_in_another_window() {
            return text.offline_reason(reason);
        }
        let is_page = self.desk.environment.surface.is_page();
        if is_page { text.closed_other_tab } else { text.closed_other_window }.to_owned()
    }

    /// The label of the button that connects again.
    pub fn retry_label(&self) -> &'static str {
        if self.sessions.is_superseded() { self.desk.text().play_here } else { self.desk.text().retry_now }
    }
}
