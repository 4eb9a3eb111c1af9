//! The scene of a table, and the contents of its lists. Nothing here changes the table.

use super::model::Table;
use super::move_notation::MoveNotation;
use super::play::Play;
use crate::drawing::scene::{Place, Scene};
use crate::drawing::theme::Theme;
use crate::layout::form::Area;
use crate::layout::table_layout::{Placed, TableLayout};
use crate::table::drawn_marks;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;

impl Table {
    /// The board as shapes.
    #[must_use]
    pub fn scene(&self, layout: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let mut scene = self.game.play.scene(layout, &self.context(), theme, now);
        scene.shapes.extend(self.marks.iter().filter_map(|mark| drawn_marks::shape(mark, layout, theme)));
        scene.shapes.extend(self.pen.shape(layout, theme));
        scene
    }

    /// The place of the board in this area.
    #[must_use]
    pub fn layout(&self, area: impl Into<Area>) -> TableLayout {
        TableLayout::of_part(area, self.game.board(), self.bottom(), self.part)
    }

    /// Whether a piece is selected.
    #[must_use]
    pub const fn has_selection(&self) -> bool {
        self.selection.selected.is_some()
    }

    /// The place from which the user drags a piece.
    #[must_use]
    pub fn dragged(&self) -> Option<Place> {
        self.selection.dragged().map(|(place, _)| place)
    }

    /// Whether the user drags a piece.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.dragged().is_some()
    }

    /// Whether an animation is running.
    #[must_use]
    pub fn animating(&self, now: Timestamp) -> bool {
        self.game.play.is_animating(now) || self.is_dragging() || self.pen.is_down()
    }

    /// Whether the pointer is over something that can be selected or played.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        let hovered = self.selection.hovered;
        hovered.is_some_and(|place| self.game.play.is_actionable(place, &self.context()))
    }

    /// The legal moves of xiangqi with their notations; empty while the user is not to move.
    #[must_use]
    pub fn available(&self) -> Vec<(Move, MoveNotation)> {
        let Play::Xiangqi(play) = &self.game.play else { return Vec::new() };
        if self.is_my_turn() { play.available(self.me()) } else { Vec::new() }
    }
}
