//! The dialog for saving and loading layouts.

use super::dialog;
use super::parts;
use super::view::{View, field};
use crate::widgets::theme;
use crate::widgets::{self, ButtonKind};
use chuhe_model::actions::action::{Action, Field, FilesAction};
use egui::{Context, Sense, Ui, vec2};

const WIDTH: f32 = 420.0;
const ROW: f32 = 42.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(files) = view.app.files() else { return };
    let response = dialog::show(view, ctx, "layouts", WIDTH, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        widgets::heading(ui, view.text.layouts);
        list(view, ui, files.names(), actions);
        parts::caption(ui, view.text.layout_name);
        ui.horizontal(|ui| {
            let wide = ui.available_width() - 104.0;
            let hint = view.text.layout_name_hint;
            let entered = field(ui, "layouts.name", Field::LayoutName, files.name(), hint, wide, actions);
            let save = widgets::button_of(ui, "layouts.save", view.text.save, ButtonKind::Primary, 96.0);
            if entered || save.clicked() {
                actions.push(Action::Files(FilesAction::Save));
            }
        });
        if !files.folder().is_empty() {
            widgets::small(ui, view.text.layouts_in);
            widgets::small(ui, files.folder());
        }
        ui.add_space(2.0);
        if widgets::button_of(ui, "layouts.close", view.text.close, ButtonKind::Plain, 96.0).clicked() {
            actions.push(Action::Files(FilesAction::Close));
        }
    });
    if dialog::closes(view, &response) {
        actions.push(Action::Files(FilesAction::Close));
    }
}

fn list(view: &View<'_>, ui: &mut Ui, names: &[String], actions: &mut Vec<Action>) {
    if names.is_empty() {
        widgets::small(ui, view.text.no_layouts);
        return;
    }
    let shown = (names.len() as f32).min(6.0);
    let (wide, height) = (ui.available_width(), theme::height(ui.ctx(), ROW));
    let (rect, _) = ui.allocate_exact_size(vec2(wide, shown * height), Sense::hover());
    parts::scroll(ui, "layouts.list", rect, false, |ui| {
        for (index, name) in names.iter().enumerate() {
            let (row, _) = ui.allocate_exact_size(vec2(wide - 12.0, height), Sense::hover());
            let at = row.left_center() + vec2(4.0, 0.0);
            let font = theme::plain(theme::TEXT);
            let wide = row.width() - 110.0;
            parts::text(ui, at, egui::Align2::LEFT_CENTER, name, font, view.theme.ink, wide);
            let button = egui::Rect::from_min_size(row.right_center() - vec2(92.0, 19.0), vec2(88.0, 38.0));
            let id = format!("layouts.load.{index}");
            if parts::button_at(ui, button, &id, view.text.load, ButtonKind::Plain, Ok(())) {
                actions.push(Action::Files(FilesAction::Load(index)));
            }
        }
    });
}
