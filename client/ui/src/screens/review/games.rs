//! The dialog with the games of a file: the search, and the list.

use crate::screens::view::View;
use crate::screens::{described, dialog, parts};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_view::review::{FileGame, GamesView};
use egui::{Align2, Context, Rect, Sense, Ui, Vec2, pos2, vec2};

/// The height of a game in the list, and the most of them without scrolling.
const GAME: f32 = 50.0;
const GAMES: usize = 8;
/// The height of a phone's dialog without its list.
const REST: f32 = 170.0;

pub(super) fn show(
    view: &View<'_>,
    ctx: &Context,
    it: &GamesView<'_>,
    width: f32,
    actions: &mut Vec<Action>,
) {
    let mut chosen = Vec::new();
    let end = |ui: &mut Ui, chosen: &mut Vec<Action>| {
        chosen.extend(parts::offered_of(ui, &it.close, described::BUTTON));
    };
    let contents = |ui: &mut Ui, chosen: &mut Vec<Action>| list(view, ui, it, chosen);
    let response = dialog::with_end(view, ctx, "review.dialog", width, &mut chosen, contents, end);
    if chosen.is_empty() && dialog::closes(view, &response) {
        chosen.push(it.close.action.clone());
    }
    actions.append(&mut chosen);
}

fn list(view: &View<'_>, ui: &mut Ui, it: &GamesView<'_>, chosen: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    widgets::heading(ui, it.title);
    let wide = ui.available_width();
    if parts::offered_field(ui, &it.search, wide, chosen) {
        chosen.extend(it.row(0).map(|first| first.open.action));
    }
    described::parts(ui, &it.facts, chosen);
    let (count, all) = it.count;
    let most = GAME * GAMES as f32;
    let room = if view.area.form.is_phone() { dialog::room(view, ui.ctx()).y - REST } else { most };
    let height = (GAME * all as f32).min(most).min(room.max(GAME));
    let (place, _) = ui.allocate_exact_size(vec2(wide, height), Sense::hover());
    if count == 0 {
        let font = theme::plain(theme::TEXT);
        parts::paragraph(ui, place.min, it.none, font, view.theme.sub, wide);
        return;
    }
    parts::inside(ui, "games", place, |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let area = egui::ScrollArea::vertical().id_salt("games").auto_shrink([false, false]);
        let area = area.max_height(place.height()).min_scrolled_height(0.0);
        area.show_rows(ui, GAME, count, |ui, rows| {
            for game in rows.filter_map(|index| it.row(index)) {
                let (rect, _) = ui.allocate_exact_size(vec2(wide - 10.0, GAME), Sense::hover());
                chosen.extend(row(view, ui, rect, &game));
            }
        });
    });
}

/// Shows a game with its players, its result, the competition and the date; returns its action if it was chosen.
fn row(view: &View<'_>, ui: &mut Ui, rect: Rect, game: &FileGame) -> Option<Action> {
    let (label, is_shown) = (&game.open.label, game.open.is_chosen());
    let response = parts::clickable(ui, rect, &game.open.id, label, is_shown);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS_MARK, view.theme.jade.wash);
    }
    let small = theme::plain(theme::TEXT_SMALL);
    let (upper, lower) = (rect.center().y - 11.0, rect.center().y + 12.0);
    let (at, sub) = (pos2(rect.right() - 8.0, upper), view.theme.sub);
    let right = parts::text(ui, at, Align2::RIGHT_CENTER, game.result, small.clone(), sub, 90.0).left();
    let font = if is_shown { theme::bold(theme::TEXT) } else { theme::plain(theme::TEXT) };
    let at = pos2(rect.left() + 8.0, upper);
    let (between, fonts) = (view.text.versus, [font.clone(), font]);
    parts::two_names(ui, at, label, between, fonts, view.theme.ink, right - at.x - 8.0);
    let (at, wide) = (pos2(at.x, lower), rect.right() - 8.0 - at.x);
    parts::facts(ui, &game.open.id, at, &game.facts, small, sub, wide);
    response.clicked().then(|| game.open.action.clone())
}
