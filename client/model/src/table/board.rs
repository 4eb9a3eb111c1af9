//! The scene of a table, and the contents of its lists. Nothing here changes the table.

use super::contract::BoardContext;
use super::game_state::GameState;
use super::interaction::Interaction;
use super::model::Table;
use super::move_notation::MoveNotation;
use super::play::Play;
use crate::drawing::scene::{Place, Point, Scene};
use crate::drawing::theme::Theme;
use crate::layout::form::Area;
use crate::layout::table_layout::{Placed, TableLayout};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Move;

/// How far from a place a finger may be that means it, in logical pixels: half of what a finger can hit.
const FINGER: f32 = 22.0;

/// The board as the user sees it: the game, and what they do on it.
#[derive(Clone, Copy, Debug)]
pub struct ShownBoard<'a> {
    pub(super) game: &'a GameState,
    pub(super) context: BoardContext,
    /// The move that the user types.
    pub(super) typed: &'a str,
}

impl ShownBoard<'_> {
    /// Whether the pointer is over something that can be selected or played.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        let hovered = self.context.selection.hovered;
        hovered.is_some_and(|place| self.game.play.is_actionable(place, &self.context))
    }

    /// The legal moves of xiangqi with their notations; empty while the user is not to move.
    #[must_use]
    pub fn available(&self) -> Vec<(Move, MoveNotation)> {
        let Play::Xiangqi(play) = &self.game.play else { return Vec::new() };
        if self.context.my_turn { play.available(self.context.viewpoint.home()) } else { Vec::new() }
    }

    /// Whether a press here takes a piece of the user.
    #[must_use]
    pub fn grips(&self, at: Point, layout: &Placed) -> bool {
        layout.place(at).is_some_and(|place| self.game.play.is_own(place, &self.context))
    }

    /// The place that the pointer means. A finger is not as exact as a mouse: where it hits nothing with which a move
    /// begins or ends, it means the nearest place with which one does.
    pub(super) fn place_under(&self, at: Point, layout: &Placed) -> Option<Place> {
        let exact = layout.place(at);
        let (play, context) = (&self.game.play, &self.context);
        let hits = |place| play.is_own(place, context) || play.is_actionable(place, context);
        if !context.selection.is_finger() || exact.is_some_and(hits) {
            return exact;
        }
        // a dragged piece is dropped on no other piece of the user
        let drags = context.selection.dragged().is_some();
        let is_meant =
            |&it: &Place| play.is_part_of_move(it, context) && !(drags && play.is_own(it, context));
        layout.places_near(at, FINGER).into_iter().find(is_meant).or(exact)
    }
}

impl Table {
    /// The board as the user sees it.
    #[must_use]
    pub fn board(&self) -> ShownBoard<'_> {
        ShownBoard { game: &self.game, context: self.context(), typed: &self.typed }
    }

    /// The board as shapes.
    #[must_use]
    pub fn scene(&self, layout: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let mut scene = self.game.play.scene(layout, &self.context(), theme, now);
        scene.shapes.extend(self.interaction.marks.shapes(layout, theme));
        scene
    }

    /// The place of the board in this area.
    #[must_use]
    pub fn layout(&self, area: impl Into<Area>) -> TableLayout {
        TableLayout::of_part(area, self.game.board(), self.bottom(), self.part)
    }

    /// Whether an animation is running.
    #[must_use]
    pub fn animating(&self, now: Timestamp) -> bool {
        let Interaction { selection, marks, .. } = &self.interaction;
        self.game.play.is_animating(now) || selection.dragged().is_some() || marks.pen.is_down()
    }
}
