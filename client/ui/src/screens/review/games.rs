//! The dialog with the games of a file: the search, and the list.

use super::notes;
use crate::screens::dialog;
use crate::screens::parts;
use crate::screens::view::{View, field};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::review::game_list::occasion;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_records::tag;
use egui::{Align2, Rect, Sense, Ui, Vec2, pos2, vec2};

/// The height of a game in the list, and the most of them without scrolling.
const GAME: f32 = 50.0;
const GAMES: usize = 8;
/// The height of a phone's dialog without its list.
const REST: f32 = 170.0;

pub(super) fn show(view: &View<'_>, ui: &mut Ui, reviewing: &Reviewing, chosen: &mut Vec<Action>) {
    let (text, list, games) = (view.text.records, reviewing.list(), reviewing.games());
    widgets::heading(ui, text.games_of_file);
    let wide = ui.available_width();
    let (filter, hint) = (list.filter(), text.search_games);
    let entered = field(ui, "games.search", Field::FileGames, filter, hint, wide, chosen);
    let found = list.count(games.len());
    if entered && let Some(place) = list.place(0).filter(|_| found > 0) {
        chosen.push(Action::Review(ReviewAction::Game(place)));
    }
    widgets::small(ui, &text.games_found(found, games.len()));
    notes::encodings(view, ui, reviewing, chosen);
    let most = GAME * GAMES as f32;
    let room = if view.area.form.is_phone() { dialog::room(view, ui.ctx()).y - REST } else { most };
    let height = (GAME * games.len() as f32).min(most).min(room.max(GAME));
    let (place, _) = ui.allocate_exact_size(vec2(wide, height), Sense::hover());
    if found == 0 {
        let font = theme::plain(theme::TEXT);
        parts::paragraph(ui, place.min, view.text.no_games_found, font, view.theme.sub, wide);
        return;
    }
    parts::inside(ui, "games", place, |ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        let area = egui::ScrollArea::vertical().id_salt("games").auto_shrink([false, false]);
        let area = area.max_height(place.height()).min_scrolled_height(0.0);
        area.show_rows(ui, GAME, found, |ui, rows| {
            for index in rows.filter_map(|row| list.place(row)) {
                let (rect, _) = ui.allocate_exact_size(vec2(wide - 10.0, GAME), Sense::hover());
                if row(view, ui, rect, reviewing, index) {
                    chosen.push(Action::Review(ReviewAction::Game(index)));
                }
            }
        });
    });
}

/// Shows a game with its players, its result, the competition and the date; returns whether it was chosen.
fn row(view: &View<'_>, ui: &mut Ui, rect: Rect, reviewing: &Reviewing, index: usize) -> bool {
    let Some(game) = reviewing.games().get(index) else { return false };
    let tree = &game.tree;
    let player = |name| tree.tag(name).map(str::trim).filter(|name| !name.is_empty()).unwrap_or("—");
    let players = format!("{}{}{}", player(tag::RED), view.text.versus, player(tag::BLACK));
    let label = format!("{}. {players}", index + 1);
    let is_shown = index == reviewing.shown();
    let response = parts::clickable(ui, rect, &format!("game.{index}"), &label, is_shown);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS_MARK, view.theme.jade_wash);
    }
    let small = theme::plain(theme::TEXT_SMALL);
    let (upper, lower) = (rect.center().y - 11.0, rect.center().y + 12.0);
    let result = view.text.records.result(tree.result());
    let (at, sub) = (pos2(rect.right() - 8.0, upper), view.theme.sub);
    let right = parts::text(ui, at, Align2::RIGHT_CENTER, result, small.clone(), sub, 90.0).left();
    let font = if is_shown { theme::bold(theme::TEXT) } else { theme::plain(theme::TEXT) };
    let at = pos2(rect.left() + 8.0, upper);
    parts::text(ui, at, Align2::LEFT_CENTER, &label, font, view.theme.ink, right - at.x - 8.0);
    let chapter = Some(&*game.chapter).filter(|chapter| !chapter.is_empty());
    let facts: Vec<String> = chapter.into_iter().chain(occasion(tree)).map(str::to_owned).collect();
    let at = pos2(at.x, lower);
    parts::facts(ui, at, &facts, (small, view.theme.sub), rect.right() - 8.0 - at.x);
    response.clicked()
}
