//! Everything but the board: one function a screen, each in its own file.

use super::action::Action;
use super::app::App;
use chuhe_rules::clock::Timestamp;

/// Shows the present screen; what its widgets ask for.
pub fn show(_app: &App, _ctx: &egui::Context, _now: Timestamp) -> Vec<Action> {
    Vec::new()
}
