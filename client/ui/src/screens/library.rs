//! The dialog of the library: the user's finished games, kept on this machine.

use super::dialog;
use super::emblem;
use super::game_filter;
use super::notices;
use super::parts::{self, inside};
use super::rows::{BUTTON, ROW, backdrop, details};
use super::view::View;
use crate::widgets::theme;
use crate::widgets::ui_trace;
use crate::widgets::{self, ButtonKind};
use chuhe_model::actions::action::{Action, LibraryAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::library::{Import, LibraryGame, Summary};
use chuhe_model::lobby::library_list::{Deleting, Library, ended};
use chuhe_protocol::PlayerResult;
use chuhe_rules::Color;
use chuhe_view::games::FilterView;
use egui::{Align, Align2, Color32, Context, Id, Layout, Rect, Sense, Ui, pos2, vec2};

/// The maximum size of the dialog's content.
const WIDEST: f32 = 720.0;
const HIGHEST: f32 = 760.0;
/// The height of the bar that shows how far files are.
const BAR: f32 = 8.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let library = view.app.library();
    if !library.is_open() {
        return;
    }
    let window = notices::room_for_dialog(view, ctx, ctx.screen_rect());
    let room =
        if view.area.form.is_phone() { dialog::room(view, ctx) } else { window.size() - vec2(110.0, 110.0) };
    let size = room.min(vec2(WIDEST, HIGHEST));
    let mut chosen = Vec::new();
    let response = dialog::show(view, ctx, "library", size.x, |ui| {
        let (place, _) = ui.allocate_exact_size(size, Sense::hover());
        inside(ui, "library.content", place, |ui| content(view, ui, library, &mut chosen));
    });
    if chosen.is_empty() && dialog::closes(view, &response) {
        chosen.push(LibraryAction::Close.into());
    }
    actions.append(&mut chosen);
}

fn content(view: &View<'_>, ui: &mut Ui, library: &Library, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    widgets::heading(ui, view.text.library).on_hover_text(view.text.library_explained);
    let beside = Rect::from_min_size(place.min, vec2(place.width(), theme::height(ui.ctx(), 30.0)));
    let layout = Layout::right_to_left(Align::Center);
    ui.scope_builder(egui::UiBuilder::new().max_rect(beside).layout(layout), |ui| {
        let add = widgets::link(ui, "library.add", view.text.library_add);
        if add.on_hover_text(view.text.library_add_explained).clicked() {
            actions.push(LibraryAction::AddFiles.into());
        }
    });
    let bar = place.with_min_y(beside.bottom() + 8.0);
    let filter = FilterView::of_library(&view.model());
    let mut bottom = game_filter::show(ui, ("library.filter", bar), &filter, actions);
    if view.app.reviewed_fen().is_some() || library.form().position().is_some() {
        let chosen = library.form().position().is_some();
        let size = vec2(place.width(), theme::height(ui.ctx(), parts::CHIP));
        let at = Rect::from_min_size(pos2(place.left(), bottom + 8.0), size);
        inside(ui, "library.position", at, |ui| {
            if parts::chip(ui, "library.here", view.text.library_position, chosen) {
                actions.push(LibraryAction::Position(!chosen).into());
            }
        });
        bottom = at.bottom();
    }
    let foot = place.with_min_y(place.bottom() - theme::height(ui.ctx(), theme::HEIGHT_BUTTON));
    let list = Rect::from_min_max(pos2(place.left(), bottom + 8.0), pos2(place.right(), foot.top() - 10.0));
    match library.import() {
        Some(import) => added(view, ui, import, list, actions),
        None => rows(view, ui, library, list, actions),
    }
    let builder = egui::UiBuilder::new().max_rect(foot).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| {
        if library.deleting().is_some() {
            deleting(view, ui, library, actions);
            return;
        }
        if widgets::button(ui, "library.close", view.text.close).clicked() {
            actions.push(LibraryAction::Close.into());
        }
        let export = widgets::button(ui, "library.export", view.text.library_export);
        if export.on_hover_text(view.text.library_export_explained).clicked() {
            actions.push(LibraryAction::Export.into());
        }
        let delete = widgets::button(ui, "library.delete", view.text.library_delete);
        if delete.on_hover_text(view.text.library_delete_explained).clicked() {
            actions.push(LibraryAction::ChooseToDelete(true).into());
        }
    });
}

/// Shows the buttons while the user chooses games to delete.
fn deleting(view: &View<'_>, ui: &mut Ui, library: &Library, actions: &mut Vec<Action>) {
    if widgets::button(ui, "library.delete.done", view.text.library_delete_done).clicked() {
        actions.push(LibraryAction::ChooseToDelete(false).into());
    }
    let is_asked = library.deleting() == Some(Deleting::All);
    let label = if is_asked { view.text.library_delete_all_sure } else { view.text.library_delete_all };
    if library.rows().is_empty() {
        return;
    }
    let delete = |ui: &mut Ui| widgets::danger_button(ui, "library.delete.all", label).clicked();
    if sure(ui, is_asked, Id::new("library.delete.all.sure"), ui.max_rect(), delete) {
        actions.push(LibraryAction::DeleteAll.into());
    }
}

/// Shows a button that asks whether the user is sure, if `is_asked`, in the place of the one that they pressed
/// before: the second click of a double click does not reach it.
fn sure(ui: &mut Ui, is_asked: bool, id: Id, place: Rect, button: impl FnOnce(&mut Ui) -> bool) -> bool {
    let settled = !is_asked || parts::has_settled(ui, id, place);
    ui.add_enabled_ui(settled, button).inner
}

/// Shows how far the files are that are being added, or what was done with them.
fn added(view: &View<'_>, ui: &mut Ui, import: &Import, place: Rect, actions: &mut Vec<Action>) {
    parts::scroll(ui, "library.import", place, false, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        ui.set_max_width(place.width() - 12.0);
        for line in view.text.import_lines(import) {
            let label = parts::sentence(ui, &line, theme::TEXT, view.theme.ink);
            ui_trace::record(ui, "library.import.line", &line, &label);
        }
        let (done, files) = import.progress();
        if import.is_done() {
            if widgets::button(ui, "library.summary.close", view.text.back_to_list).clicked() {
                actions.push(LibraryAction::CloseSummary.into());
            }
        } else {
            let (bar, _) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
            let part = bar.width() * done as f32 / files.max(1) as f32;
            ui.painter().rect_filled(bar, BAR / 2.0, view.theme.border);
            ui.painter().rect_filled(bar.with_max_x(bar.left() + part), BAR / 2.0, view.theme.jade);
        }
        for reason in view.text.import_reasons(import) {
            parts::sentence(ui, &reason, theme::TEXT_SMALL, view.theme.red);
        }
    });
}

fn rows(view: &View<'_>, ui: &mut Ui, library: &Library, list: Rect, actions: &mut Vec<Action>) {
    if library.rows().is_empty() {
        let message = match library.is_filtered() {
            _ if library.is_loading() => view.text.loading,
            true => view.text.no_games_found,
            false => view.text.library_empty,
        };
        let font = theme::plain(theme::TEXT);
        parts::paragraph(ui, list.min + vec2(0.0, 12.0), message, font, view.theme.sub, list.width());
        return;
    }
    let count = library.rows().len() + usize::from(library.has_more());
    let list = parts::whole_rows(list, 0.0, (ROW, count));
    parts::scroll(ui, "library.list", list, false, |ui| {
        // only the rows in sight are laid out: there may be thousands
        let (top, seen) = (ui.cursor().top(), ui.clip_rect().y_range());
        let first = ((seen.min - top) / ROW).max(0.0) as usize;
        let after = ((seen.max - top) / ROW).ceil().max(0.0) as usize;
        let games = library.rows();
        ui.add_space(first.min(games.len()) as f32 * ROW);
        for game in games.iter().take(after).skip(first) {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
            row(view, ui, game, (rect, response.contains_pointer()), actions);
        }
        ui.add_space(games.len().saturating_sub(after) as f32 * ROW);
        if library.has_more() {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 58.0), Sense::hover());
            let place = Rect::from_center_size(rect.center(), vec2(150.0, theme::HEIGHT_BUTTON));
            let label = view.text.more_games;
            if parts::button_at(ui, place, "library.more", label, ButtonKind::Plain, Ok(())) {
                actions.push(LibraryAction::More.into());
            }
        }
    });
}

const fn result_ink(view: &View<'_>, summary: &Summary) -> Color32 {
    match (summary.result, summary.user) {
        (_, None) | (PlayerResult::Aborted, _) => view.theme.sub,
        (PlayerResult::Won, Some(_)) => view.theme.jade,
        (PlayerResult::Lost, Some(_)) => view.theme.red,
        (PlayerResult::Drawn, Some(_)) => view.theme.gold_ink,
    }
}

fn row(
    view: &View<'_>,
    ui: &mut Ui,
    game: &LibraryGame,
    (rect, hot): (Rect, bool),
    actions: &mut Vec<Action>,
) {
    backdrop(view, ui, rect, hot);
    let inner = rect.shrink2(vec2(14.0, 0.0));
    let (middle, summary) = (rect.center().y, &game.summary);
    let name = format!("library.disc.{}", game.id.0);
    let side = summary.user.unwrap_or(Color::Red);
    let disc = emblem::show(ui, &name, summary.kind, side, inner, (36.0, vec2(36.0, 24.0)));
    let (deleting, is_phone) = (view.app.library().deleting(), view.area.form.is_phone());
    // on a phone the whole row opens the game
    let is_whole = is_phone && deleting.is_none();
    let size = vec2(if is_whole { 0.0 } else { BUTTON }, theme::height(ui.ctx(), 38.0));
    let button = Rect::from_min_size(pos2(inner.right() - size.x, middle - size.y / 2.0), size);
    let result = view.text.library_result(summary);
    let mut known = vec![view.text.game_choice(GameChoice::of(summary.kind)).to_owned()];
    let right = if is_phone && !is_whole {
        // beside the button is no room for it; the emblem shows the game
        known = vec![result.to_owned()];
        button.left() - 10.0
    } else {
        let at = pos2(button.left() - if is_whole { 0.0 } else { 18.0 }, middle);
        let (font, ink) = (theme::bold(theme::TEXT), result_ink(view, summary));
        parts::text(ui, at, Align2::RIGHT_CENTER, result, font, ink, 90.0).left() - 14.0
    };
    let left = disc.right() + 14.0;
    let wide = right - left;
    let fonts = [theme::plain(theme::TEXT_LARGE), theme::plain(14.0)];
    let players = view.text.library_players(summary);
    parts::name(ui, pos2(left, middle - 11.0), &players, fonts, view.theme.ink, wide);
    let date = ended(summary, &view.app.environment().time_zone);
    let plies = view.text.plies(usize::from(summary.plies));
    let (at, small) = (pos2(left, middle + 13.0), theme::plain(theme::TEXT_SMALL));
    let details = details(ui, &known, (plies, date), (theme::TEXT_SMALL, wide));
    parts::text(ui, at, Align2::LEFT_CENTER, &details, small, view.theme.sub, wide);
    if let Some(deleting) = deleting {
        let is_asked = deleting == Deleting::One(game.id);
        let label = if is_asked { view.text.library_delete_sure } else { view.text.library_delete_one };
        let id = format!("library.delete.{}", game.id.0);
        let delete = |ui: &mut Ui| parts::button_at(ui, button, &id, label, ButtonKind::Danger, Ok(()));
        if sure(ui, is_asked, Id::new(("library.delete.sure", game.id.0)), button, delete) {
            actions.push(LibraryAction::Delete(game.id).into());
        }
        return;
    }
    let kind = if hot { ButtonKind::Primary } else { ButtonKind::Plain };
    let id = format!("library.open.{}", game.id.0);
    if is_whole {
        if parts::clickable(ui, rect, &id, view.text.open_game, false).clicked() {
            actions.push(LibraryAction::Review(game.id).into());
        }
        return;
    }
    if parts::button_at(ui, button, &id, view.text.open_game, kind, Ok(())) {
        actions.push(LibraryAction::Review(game.id).into());
    }
}
