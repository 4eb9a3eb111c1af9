//! The strips between the players' cards and the tabs: what each player has captured, and the lead.

use super::parts;
use super::view::View;
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::layout::table_layout;
use chuhe_model::table::{Lost, Table};
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Losses, Strength};
use chuhe_rules::xiangqi::Piece;
use chuhe_view::table::LossesView;
use egui::{Align2, Pos2, Rect, Sense, Ui, Vec2, pos2, vec2};

/// The height of a strip.
pub(super) const HEIGHT: f32 = table_layout::CAPTURED;
/// The diameter of a captured piece, and how far one of the same kind lies from the one before.
const DISC: f32 = 21.0;
const DISC_STEP: f32 = 9.0;
/// The size of a lost tile, and how far one of the same strength lies from the one before.
const TILE: Vec2 = vec2(33.0, 21.0);
const TILE_STEP: f32 = 5.0;
/// The space between two kinds of pieces, where there is room for it.
const GAP: f32 = 5.0;
/// The room that is kept for the lead at the end of a strip.
const LEAD: f32 = 46.0;

/// Shows what the player of `side` has captured, and how far they are ahead.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, table: &Table, side: Color) {
    let place = ui.max_rect().shrink2(vec2(8.0, 0.0));
    let lost = table.board().lost(side.opponent());
    let start = place.left_center();
    let room = place.width() - LEAD;
    let (end, explained) = match &lost {
        Lost::Pieces(pieces) => (discs(ui, pieces, start), view.text.table.material_values.to_owned()),
        Lost::Tiles(color, losses) => {
            let described = LossesView::of(&view.model(), table, *color, losses.clone());
            (tiles(view, ui, *color, losses, start, room), described.in_words(view.text))
        }
    };
    let lead = table.board().lead(side);
    let mut right = end;
    let mut label = String::new();
    if lead.is_ahead() {
        label = lead.to_string();
        let at = pos2(end + if end > start.x { GAP } else { 0.0 }, start.y);
        let font = theme::bold(theme::TEXT_SMALL);
        let ink = if view.app.sessions().is_cut_off() { view.theme.sub } else { view.theme.jade.fill };
        right = parts::text(ui, at, Align2::LEFT_CENTER, &label, font, ink, LEAD).right();
    }
    if right > start.x {
        let shown = Rect::from_min_max(place.min, pos2(right, place.bottom()));
        let response = ui.interact(shown, ui.id().with("captured"), Sense::hover());
        let name = match side {
            Color::Red => "captured.red",
            Color::Black => "captured.black",
        };
        ui_trace::record(ui, name, &label, &response);
        response.on_hover_text(explained);
    }
}

/// Shows captured pieces of xiangqi, and returns where they end.
fn discs(ui: &Ui, pieces: &[(Piece, u32)], start: Pos2) -> f32 {
    let mut left = start.x;
    for &(piece, count) in pieces {
        for index in 0..count {
            let center = pos2(left + DISC / 2.0, start.y);
            widgets::paint_piece(ui.painter(), piece, center, DISC);
            left += if index + 1 < count { DISC_STEP } else { DISC + GAP };
        }
    }
    left
}

/// Shows lost tiles of luzhanqi, which overlap where there is little room, and returns where they end.
fn tiles(view: &View<'_>, ui: &Ui, color: Color, losses: &Losses, start: Pos2, room: f32) -> f32 {
    let tile =
        |left: f32, width: f32| Rect::from_min_size(pos2(left, start.y - TILE.y / 2.0), vec2(width, TILE.y));
    let small = theme::plain(theme::TEXT_SMALL);
    let number = |left: f32, text: &str| {
        let at = pos2(left, start.y);
        parts::text(ui, at, Align2::LEFT_CENTER, text, small.clone(), view.theme.sub, LEAD).right()
    };
    match losses {
        Losses::Counted(0) => start.x,
        Losses::Counted(count) => {
            widgets::paint_tile(ui.painter(), tile(start.x, TILE.x), color, None);
            number(start.x + TILE.x + GAP, &format!("×{count}"))
        }
        Losses::Known(lost) => {
            let kinds: Vec<(Strength, usize, f32)> =
                lost.iter().map(|&(kind, count)| (kind, count, tile_width(view, ui, kind, TILE.x))).collect();
            let steps: usize = lost.iter().map(|(_, count)| count.saturating_sub(1)).sum();
            let (step, gap) = spacing(kinds.iter().map(|(.., wide)| *wide).sum(), steps, kinds.len(), room);
            let mut left = start.x;
            for &(strength, count, wide) in &kinds {
                for behind in (0..count).rev() {
                    let at = tile(left + step * behind as f32, wide);
                    paint_tile(view, ui, at, color, strength);
                }
                left += wide + step * count.saturating_sub(1) as f32 + gap;
            }
            // the last tile covers the end of the one before, but nothing covers its own
            left - gap + GAP
        }
    }
}

/// How far tiles of one kind lie apart, and the space between two kinds, which is negative where they
/// overlap, so that all of them fit into `room`.
fn spacing(tiles: f32, steps: usize, kinds: usize, room: f32) -> (f32, f32) {
    let gaps = kinds.saturating_sub(1).max(1) as f32;
    let usual = (room - tiles - TILE_STEP * steps as f32) / gaps;
    if usual >= 0.0 {
        return (TILE_STEP, usual.min(GAP));
    }
    let close = TILE_STEP / 2.0;
    (close, ((room - tiles - close * steps as f32) / gaps).min(0.0))
}

/// The width of a small tile with the name of a piece: `least`, or more for a name in letters.
pub(super) fn tile_width(view: &View<'_>, ui: &Ui, strength: Strength, least: f32) -> f32 {
    match view.app.desk().tile_names() {
        None => least,
        Some(_) => widgets::named_tile_width(ui.painter(), view.text.short_strength(strength), least),
    }
}

/// Paints a small tile with the name of a piece, as it is on the board.
pub(super) fn paint_tile(view: &View<'_>, ui: &Ui, at: Rect, color: Color, strength: Strength) {
    match view.app.desk().tile_names() {
        None => widgets::paint_tile(ui.painter(), at, color, Some(strength)),
        Some(_) => {
            widgets::paint_named_tile(ui.painter(), at, color, view.text.short_strength(strength));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_tiles_of_all_kinds_fit_into_a_narrow_strip() {
        for (tiles, steps, kinds, room) in [
            (33.0, 0, 1, 300.0),
            (12.0 * 33.0, 13, 12, 290.0),
            (12.0 * 60.0, 13, 12, 200.0),
            (99.0, 3, 3, 300.0),
        ] {
            let (step, gap) = spacing(tiles, steps, kinds, room);
            let wide = tiles + step * steps as f32 + gap * (kinds - 1) as f32;
            assert!(wide <= room + 0.01, "{tiles} {steps} {kinds}: {wide} > {room}");
            assert!(step > 0.0 && gap <= GAP);
        }
        assert_eq!(spacing(99.0, 3, 3, 300.0), (TILE_STEP, GAP), "there is room");
    }
}
