//! Why there is no connection, and whether the player is somewhere else.

use chuhe_app::App;
use chuhe_model::connection::link::OfflineReason;
use chuhe_protocol::CloseReason;

/// Says why there is no connection.
pub fn offline_reason(app: &App, reason: &OfflineReason) -> String {
    let text = app.desk().text();
    let superseded = OfflineReason::Closed(CloseReason::Superseded);
    if *reason != superseded || !app.sessions().plays_in_another_window() {
        return text.offline_reason(reason);
    }
    let is_page = app.desk().environment.surface.is_page();
    if is_page { text.closed_other_tab } else { text.closed_other_window }.to_owned()
}

/// Says where the player is if another connection of theirs has ended this one; `None` otherwise.
pub(crate) fn plays_elsewhere(app: &App) -> Option<String> {
    let superseded = OfflineReason::Closed(CloseReason::Superseded);
    app.sessions().is_superseded().then(|| offline_reason(app, &superseded))
}
