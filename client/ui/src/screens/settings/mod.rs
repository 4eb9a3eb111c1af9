//! The settings dialog: a tab for each page.

mod board;
mod display;
mod general;
mod rows;
mod server;
mod sounds;

use super::parts;
use super::view::View;
use crate::screens::dialog;
use crate::screens::notices;
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::settings_page::SettingsPage;
use egui::{Context, Sense, Ui, vec2};
use rows::set;

/// The width of the dialog.
const WIDTH: f32 = 640.0;
/// The height of a page: the same for all, so that the tabs stay in place.
const PAGE: f32 = 400.0;
/// The height of the window that the dialog needs besides the page.
const AROUND: f32 = 216.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let window = notices::room_for_dialog(view, ctx, ctx.screen_rect());
    let is_phone = view.area.form.is_phone();
    let width = if is_phone { WIDTH } else { WIDTH.min(window.width() - 2.0 * theme::SPACE_CARD - 48.0) };
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        widgets::heading(ui, view.text.settings);
        let page = tabs(view, ui, actions);
        ui.add_space(8.0);
        if is_phone {
            // the dialog scrolls, all but its end
            ui.scope(|ui| show_page(view, ui, page, actions));
        } else {
            let height = PAGE.min(window.height() - AROUND);
            let (place, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
            parts::scroll(ui, page.name(), place, false, |ui| {
                ui.set_width(width - 10.0);
                show_page(view, ui, page, actions);
            });
        }
        ui.add_space(6.0);
    };
    let mut is_closed = false;
    let response = dialog::with_end(view, ctx, ("settings.dialog", width), actions, contents, |ui, _| {
        let button = |ui: &mut Ui| widgets::primary_button(ui, "settings.close", view.text.close);
        is_closed = ui.horizontal(button).inner.clicked();
    });
    if is_closed || dialog::closes(view, &response) {
        set(actions, SettingsAction::Close);
    }
}

fn show_page(view: &View<'_>, ui: &mut Ui, page: SettingsPage, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    match page {
        SettingsPage::General => general::show(view, ui, actions),
        SettingsPage::Board => board::show(view, ui, actions),
        SettingsPage::Display => display::show(view, ui, actions),
        SettingsPage::Sounds => sounds::show(view, ui, actions),
        SettingsPage::Server => server::show(view, ui, actions),
    }
}

/// Shows the tabs, and returns the page that is open.
fn tabs(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) -> SettingsPage {
    let text = view.text;
    let pages: Vec<SettingsPage> = SettingsPage::ALL
        .into_iter()
        .filter(|page| *page != SettingsPage::Server || server::is_useful(view))
        .collect();
    let label = |page| match page {
        SettingsPage::General => text.settings_page_general,
        SettingsPage::Board => text.settings_page_board,
        SettingsPage::Display => text.settings_page_display,
        SettingsPage::Sounds => text.settings_page_sounds,
        SettingsPage::Server => text.settings_page_server,
    };
    let labels: Vec<(&str, &str)> = pages.iter().map(|&page| (page.name(), label(page))).collect();
    let open = pages.iter().position(|page| *page == view.app.settings_page()).unwrap_or_default();
    let mut chosen = open;
    widgets::tab_bar(ui, &labels, &mut chosen, view.theme.jade, (0.0, 0.0));
    if chosen != open {
        set(actions, SettingsAction::Page(pages[chosen]));
    }
    pages[chosen]
}
