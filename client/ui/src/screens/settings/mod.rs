//! The settings dialog: a tab for each page.

mod board;
mod server;

use super::view::View;
use super::{described, dialog, notices, parts};
use crate::widgets::{self, fitting, theme};
use chuhe_model::actions::action::Action;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::layout::form::Form;
use chuhe_view::Button;
use chuhe_view::settings::SettingsView;
use egui::{Context, ModalResponse, Sense, Stroke, Ui, vec2};

/// The width of the dialog.
const WIDTH: f32 = 640.0;
/// The height of a page: the same for all, so that the tabs stay in place.
const PAGE: f32 = 400.0;
/// The height of the window that the dialog needs besides the page.
const AROUND: f32 = 224.0;
/// The space beside a page for its scroll bar.
const SCROLL_BAR: f32 = 10.0;
/// The height of what is below a page on a phone, where a page is as high as the screen allows, whatever is on it.
const BELOW_PAGE: f32 = 80.0;
/// The least height of a page there.
const LEAST_PAGE: f32 = 96.0;

/// The least and the most width of the tabs beside a page on a phone on its side, and the space around them.
const TABS: [f32; 2] = [96.0, 170.0];
const GAP: f32 = 8.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(it) = SettingsView::of(&view.model()) else { return };
    if view.area.form == Form::Landscape {
        return on_its_side(view, ctx, &it, actions);
    }
    let window = notices::room_for_dialog(view, ctx, ctx.screen_rect());
    let is_phone = view.area.form.is_phone();
    let width = if is_phone { WIDTH } else { WIDTH.min(window.width() - 2.0 * theme::SPACE_CARD - 48.0) };
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        let top = ui.cursor().top();
        widgets::heading(ui, it.title);
        tabs(view, ui, &it, actions);
        ui.add_space(8.0);
        let above = ui.cursor().top() - top;
        let (size, margin) = if is_phone {
            let room = dialog::room(view, ui.ctx()).y - above - BELOW_PAGE;
            (vec2(ui.available_width(), room.max(LEAST_PAGE)), 0.0)
        } else {
            (vec2(width, PAGE.min(window.height() - AROUND)), SCROLL_BAR)
        };
        let (place, _) = ui.allocate_exact_size(size, Sense::hover());
        parts::scroll(ui, it.page.name(), place, false, |ui| {
            ui.set_width(size.x - margin);
            show_page(view, ui, &it, actions);
        });
        ui.add_space(6.0);
    };
    let mut chosen = Vec::new();
    let end = |ui: &mut Ui, chosen: &mut Vec<Action>| {
        chosen.extend(ui.horizontal(|ui| parts::offered(ui, &it.close)).inner);
    };
    let response = dialog::with_end(view, ctx, "settings.dialog", width, &mut chosen, contents, end);
    close_by(view, &it, &response, chosen, actions);
}

/// Adds what was chosen in the dialog, or else what closes it.
fn close_by(
    view: &View<'_>,
    it: &SettingsView,
    response: &ModalResponse<()>,
    mut chosen: Vec<Action>,
    actions: &mut Vec<Action>,
) {
    if chosen.is_empty() && dialog::closes(view, response) {
        chosen.push(it.close.action.clone());
    }
    actions.append(&mut chosen);
}

/// Shows the dialog on a phone on its side: as wide as the screen, with the tabs and the end beside the page, which has
/// all of the height.
fn on_its_side(view: &View<'_>, ctx: &Context, it: &SettingsView, actions: &mut Vec<Action>) {
    let (room, mut chosen) = (dialog::room(view, ctx), Vec::new());
    let response = dialog::show(view, ctx, "settings.dialog", room.x, |ui| {
        let (place, _) = ui.allocate_exact_size(room, Sense::hover());
        let wide = |page: &Button| {
            parts::line(ctx, &page.label, theme::bold(theme::TEXT), view.theme.ink, f32::INFINITY).size().x
        };
        let [least, most] = TABS;
        let widest = it.pages.options.iter().map(wide).fold(0.0, f32::max) + fitting::BUTTON_MARGIN;
        let (beside, page) = place.split_left_right_at_x(place.left() + widest.clamp(least, most));
        let (above, end) = beside.split_top_bottom_at_y(beside.bottom() - theme::TOUCH);
        chosen.extend(parts::offered_at(ui, end, &it.close));
        let column = above.with_max_y(above.bottom() - GAP);
        parts::scroll(ui, "settings.tabs", column, false, |ui| {
            chosen.extend(parts::tabs(&it.pages, |labels, chosen| {
                widgets::tab_column(ui, column.height(), labels, chosen, view.theme.jade.fill)
            }));
        });
        let page = page.with_min_x(page.left() + 2.0 * GAP);
        ui.painter().vline(page.left() - GAP, page.y_range(), Stroke::new(1.0, view.theme.border));
        parts::scroll(ui, it.page.name(), page, false, |ui| {
            ui.set_width(page.width() - SCROLL_BAR);
            show_page(view, ui, it, &mut chosen);
        });
    });
    close_by(view, it, &response, chosen, actions);
}

fn show_page(view: &View<'_>, ui: &mut Ui, it: &SettingsView, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    match it.page {
        SettingsPage::Board => board::show(view, ui, &it.rows, actions),
        SettingsPage::Server => server::show(view, ui, &it.rows, actions),
        SettingsPage::General | SettingsPage::Display | SettingsPage::Sounds => {
            described::parts(ui, &it.rows, actions);
        }
    }
}

/// Shows the tabs of the pages.
fn tabs(view: &View<'_>, ui: &mut Ui, it: &SettingsView, actions: &mut Vec<Action>) {
    actions.extend(parts::tabs(&it.pages, |labels, chosen| {
        widgets::tab_bar(ui, labels, chosen.unwrap_or_default(), view.theme.jade.fill, 0.0, 0.0, None)
    }));
}
