//! What the pages share.

use super::table::TableView;
use crate::{Button, Group, Model};
use chuhe_app::Screen;
use chuhe_app::evening_table::is_below;
use chuhe_model::actions::evening_action::{EveningAction, OrganiseAction};
use chuhe_model::evening::{Evening, Evenings};
use chuhe_model::table::Table;

/// The button that pairs the next round.
pub(crate) const PAIR_NEXT: &str = "evening.pair_next";

/// What the program knows of the evenings of the server.
pub(crate) fn evenings<'a>(model: &Model<'a>) -> Option<&'a Evenings> {
    (model.app.screen() == Screen::Evenings).then(|| chuhe_app::evenings::evenings(model.app))
}

/// The table over which the evenings stand, if there is one.
pub(super) fn table_below<'a>(model: &Model<'a>) -> Option<&'a Table> {
    let sessions = model.app.sessions();
    sessions.table().filter(|table| is_below(sessions, table))
}

/// The link to the evening that is followed.
pub(super) fn link(model: &Model<'_>) -> Option<String> {
    chuhe_app::evenings::evening_link(model.app)
}

/// The code of an evening, as people read it aloud.
pub(super) fn code(model: &Model<'_>, evening: &Evening) -> String {
    model.text.evening().code_is(&evening.code().grouped())
}

/// A table for whoever walks the parts.
pub(super) fn section(model: &Model<'_>, table: &TableView<'_>) -> Group {
    table.section(model.text, evenings(model).map_or(0, |it| it.rows))
}

pub(super) fn button(
    model: &Model<'_>,
    id: impl Into<String>,
    label: &str,
    action: OrganiseAction,
) -> Button {
    Button::new(id.into(), label, EveningAction::Organise(action)).permit(model.online())
}
