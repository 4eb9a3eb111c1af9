//! The piece that stands for a side: the general of xiangqi, the flag of luzhanqi.

use super::parts::inside;
use crate::widgets;
use chuhe_protocol::GameKind;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::Strength;
use chuhe_rules::xiangqi::{Piece, PieceKind};
use egui::{Rect, Ui, Vec2, pos2};

/// Shows the emblem of `side` at the left of `row`, and returns its place.
///
/// A round piece is `disc` wide; a tile has the size `tile`.
pub(super) fn show(
    ui: &mut Ui,
    name: &str,
    game: GameKind,
    side: Color,
    row: Rect,
    disc: f32,
    tile: Vec2,
) -> Rect {
    let at = |size: Vec2| Rect::from_center_size(pos2(row.left() + size.x / 2.0, row.center().y), size);
    match game {
        GameKind::Xiangqi => {
            let at = at(Vec2::splat(disc));
            inside(ui, name, at, |ui| widgets::piece(ui, Piece::new(side, PieceKind::King), disc));
            at
        }
        GameKind::Luzhanqi(_) => {
            let at = at(tile);
            inside(ui, name, at, |ui| widgets::tile(ui, side, Some(Strength::Flag), tile));
            at
        }
    }
}
