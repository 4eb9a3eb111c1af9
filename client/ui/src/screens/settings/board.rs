//! The page of the settings about the board and the pieces, with a picture of each choice.

use crate::screens::view::View;
use crate::screens::{described, parts, piece_sets};
use crate::small_boards;
use crate::widgets::theme::{self, BoardStyle, Look, PieceSet, PieceStyle, Theme};
use chuhe_model::actions::action::Action;
use chuhe_model::drawing::board_layout::BoardLayout;
use chuhe_model::drawing::board_scene::{self, BoardModel};
use chuhe_model::drawing::scene::Shape;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, PieceKind, Position, Square};
use chuhe_view::{Button, Choice, Part};
use egui::{Painter, Rect, Sense, Ui, pos2, vec2};
use std::sync::LazyLock;

/// The heights of a picture of a board and of one of pieces, and of the label below.
const BOARD: f32 = 124.0;
const PIECES: f32 = 92.0;
const LABEL: f32 = 30.0;
const GAP: f32 = 12.0;
/// The distance of a picture from the edge of its card.
const INSET: f32 = 7.0;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, rows: &[Part], actions: &mut Vec<Action>) {
    let look = view.app.desk().look();
    for row in rows {
        let Part::Choice(choice) = row else {
            described::parts(ui, std::slice::from_ref(row), actions);
            ui.add_space(4.0);
            continue;
        };
        parts::caption(ui, &choice.label);
        if choice.id == "settings.board" {
            cards(ui, BOARD, choice, actions, |painter, place, index| {
                paint_board(painter, place, Look { board: BoardStyle::ALL[index], ..look });
            });
        } else {
            cards(ui, PIECES, choice, actions, |painter, place, index| {
                paint_pieces(painter, place, &PieceStyle::of(PieceSet::ALL[index], look.palette));
            });
        }
    }
}

/// Shows three cards side by side, with pictures of this height.
fn cards(
    ui: &mut Ui,
    height: f32,
    choice: &Choice,
    actions: &mut Vec<Action>,
    paint: impl Fn(&Painter, Rect, usize),
) {
    let width = (ui.available_width() - 2.0 * GAP) / 3.0;
    let size = vec2(ui.available_width(), height + label_height(ui));
    let (row, _) = ui.allocate_exact_size(size, Sense::hover());
    for (index, option) in choice.options.iter().enumerate() {
        let left = row.left() + index as f32 * (width + GAP);
        let place = Rect::from_min_size(pos2(left, row.top()), vec2(width, row.height()));
        if card(ui, place, option, choice.chosen == Some(index), |painter, place| {
            paint(painter, place, index)
        }) {
            actions.push(option.action.clone());
        }
    }
}

/// The height of the label of a card. On a phone a card is so narrow that it may have three lines.
fn label_height(ui: &Ui) -> f32 {
    if theme::is_touch(ui.ctx()) { 2.0 * LABEL } else { LABEL }
}

/// Shows a card with a picture and its label; returns whether it was clicked.
fn card(ui: &mut Ui, place: Rect, option: &Button, chosen: bool, paint: impl FnOnce(&Painter, Rect)) -> bool {
    let theme = theme::current(ui.ctx());
    let response = parts::option_card(ui, place, option, chosen);
    let end = place.bottom() - label_height(ui);
    let picture = place.with_max_y(end).shrink(INSET).with_max_y(end);
    paint(&ui.painter().with_clip_rect(picture.intersect(ui.clip_rect())), picture);
    let at = pos2(place.center().x, place.bottom() - label_height(ui) / 2.0);
    let (font, ink) = if chosen {
        (theme::bold(theme::TEXT_SMALL), theme.jade.fill)
    } else {
        (theme::plain(theme::TEXT_SMALL), theme.ink)
    };
    parts::centered(ui, at, &option.label, font, ink, place.width() - 8.0);
    response.clicked()
}

/// Paints red's side of a board in the opening, with a piece that is chosen.
fn paint_board(painter: &Painter, place: Rect, look: Look) {
    static OPENING: LazyLock<BoardModel> = LazyLock::new(|| {
        let at = |name: &str| name.parse::<Square>().ok();
        // the pawn of the last move
        let played = |(square, piece): (Square, Piece)| {
            let square = if at("c3") == Some(square) { at("c4")? } else { square };
            (square.rank() < 5).then_some((square, piece))
        };
        let squares = |names: &[&str]| names.iter().filter_map(|name| at(name)).collect();
        BoardModel {
            pieces: Position::start().board().iter().filter_map(played).collect(),
            selected: at("h2"),
            quiet: squares(&["h3", "h4", "e2", "f2", "g2"]),
            last: ["c3", "c4"].into_iter().filter_map(at).collect(),
            ..BoardModel::default()
        }
    });
    let theme = Theme::of_look(look);
    let cells = BoardLayout::placed(place.min, 100.0, Color::Red).panel.size() / 100.0;
    let cell = place.width() / cells.x;
    let corner = pos2(place.left(), place.bottom() - cells.y * cell);
    let layout = BoardLayout::placed(corner, cell, Color::Red);
    let mut scene = board_scene::scene(&OPENING, &layout, &theme);
    // too small to be read
    scene.background.retain(|shape| !matches!(shape, Shape::Text { .. }));
    small_boards::paint_scene(painter, &scene);
}

/// Paints some pieces of both sides in two rows.
fn paint_pieces(painter: &Painter, place: Rect, style: &PieceStyle) {
    use PieceKind as K;
    let (red, black) = place.split_top_bottom_at_fraction(0.5);
    piece_sets::paint_red(painter, red, style);
    piece_sets::paint_row(painter, black, style, Color::Black, [K::King, K::Elephant, K::Advisor, K::Pawn]);
}
