//! The cover between the turns of two people whose pieces are hidden from each other.

use super::super::{Button, Fact, Model, Part, Role, parts};
use chuhe_app::local_play::LocalPlay;
use chuhe_model::actions::start_action::StartAction;
use chuhe_rules::Color;

/// The cover.
#[derive(Clone, Debug, PartialEq)]
pub struct CoverView {
    /// What to do.
    pub heading: &'static str,
    /// The side of whoever is next.
    pub side: Color,
    /// Who is next.
    pub player: Fact,
    /// What the cover is for.
    pub explained: Fact,
    /// Uncovers the board.
    pub show: Button,
}

impl CoverView {
    /// The cover of the shown table; `None` without one.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (text, table) = (&model.text.local, model.app.sessions().table()?);
        let hands_over = model.app.sessions().local().is_some_and(LocalPlay::hands_over);
        let side = if hands_over { table.game().me().opponent() } else { table.game().me() };
        let name = &*model.text.called(&table.game().seats()[side].name);
        Some(Self {
            heading: text.hand_over,
            side,
            player: Fact::new("cover.player", text.cover_title(name, side)),
            explained: Fact::new("cover.explained", text.cover_explained(name)),
            show: Button::new("cover.show", text.sit_down(name), StartAction::SitDown).role(Role::Primary),
        })
    }

    /// The cover as parts.
    pub fn parts(&self) -> Vec<Part> {
        parts![&self.player, &self.explained, &self.show]
    }
}
