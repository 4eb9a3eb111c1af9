//! The sets of xiangqi's pieces, each shown by some of its pieces.

use super::parts;
use super::view::View;
use crate::widgets::theme::{PieceSet, PieceStyle};
use crate::widgets::{self, theme};
use chuhe_model::actions::action::Action;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind};
use chuhe_view::Choice;
use egui::{Painter, Rect, Sense, Ui, Vec2, vec2};

/// The size of a chip.
const CHIP: Vec2 = vec2(140.0, 40.0);
/// The least width of a chip where there is too little room.
const LEAST: f32 = 104.0;
/// The distance of the pieces from the edge of their chip.
const INSET: f32 = 4.0;

/// Shows a choice of these sets as chips, and returns the action of the one that was clicked, unless it is chosen
/// already.
pub(super) fn chips(view: &View<'_>, ui: &mut Ui, choice: &Choice, sets: &[PieceSet]) -> Option<Action> {
    let gaps = ui.spacing().item_spacing.x * sets.len().saturating_sub(1) as f32;
    let wide = (ui.available_size_before_wrap().x - gaps) / sets.len().max(1) as f32;
    // a fraction more than there is would wrap the last one
    let wide = wide.floor().clamp(LEAST, CHIP.x);
    parts::options(choice, |index, option, chosen| {
        let style = PieceStyle::of(*sets.get(index)?, view.app.desk().look().palette);
        let size = vec2(wide, theme::height(ui.ctx(), CHIP.y));
        let (place, _) = ui.allocate_exact_size(size, Sense::hover());
        let response = parts::option_card(ui, place, option, chosen).on_hover_text(&option.label);
        paint_red(ui.painter(), place.shrink(INSET), &style);
        option.press().filter(|_| response.clicked())
    })
}

/// Paints some pieces of red in a row.
pub(super) fn paint_red(painter: &Painter, place: Rect, style: &PieceStyle) {
    use PieceKind as K;
    paint_row(painter, place, style, Color::Red, [K::King, K::Rook, K::Horse, K::Cannon]);
}

/// Paints four pieces of one side in a row.
pub(super) fn paint_row(
    painter: &Painter,
    place: Rect,
    style: &PieceStyle,
    color: Color,
    kinds: [PieceKind; 4],
) {
    let step = place.width() / 4.0;
    let diameter = (step.min(place.height()) - 3.0).floor();
    for (column, kind) in kinds.into_iter().enumerate() {
        let at = place.left_center() + vec2((column as f32 + 0.5) * step, 0.0);
        widgets::paint_piece_of(painter, style, Piece::new(color, kind), at, diameter);
    }
}
