//! The form of a plan: its numbers lie beside each other, each below its label.

use super::super::described;
use super::super::parts;
use super::super::view::View;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_view::evening::PlanView;
use chuhe_view::{Field, Part};
use egui::{Sense, Ui, vec2};

/// The least width of a number with its label.
const NUMBER: f32 = 158.0;
/// The height of the label, which may have two lines.
const LABEL: f32 = 34.0;
/// The ids of numbers: those of the plan, and those of the clock.
const NUMBERS: [&str; 3] = ["plan.number.", "form.time.", "form.delay"];

pub(super) fn show(view: &View<'_>, ui: &mut Ui, it: &PlanView, actions: &mut Vec<Action>) {
    for (index, group) in it.sections.iter().enumerate() {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        if index > 0 {
            ui.add_space(12.0);
            let heading = egui::RichText::new(&group.heading).font(theme::bold(theme::TEXT_LARGE));
            ui.label(heading.color(view.theme.ink));
        }
        fields(ui, &group.parts, actions);
    }
}

/// Shows parts, with numbers beside each other.
fn fields(ui: &mut Ui, all: &[Part], actions: &mut Vec<Action>) {
    let is_number = |part: &Part| NUMBERS.iter().any(|id| part.id().starts_with(id));
    // Enter in a field does not plan: most of the form is out of sight, and nothing of it can be changed later
    for run in all.chunk_by(|one, other| is_number(one) == is_number(other)) {
        if run.first().is_some_and(is_number) {
            numbers(ui, run, actions);
        } else {
            described::parts(ui, run, actions);
        }
    }
}

/// Shows numbers beside each other, each below its label.
fn numbers(ui: &mut Ui, run: &[Part], actions: &mut Vec<Action>) {
    let room = ui.available_width();
    let columns = ((room / NUMBER) as usize).clamp(1, 4);
    let wide = (room - 8.0 * (columns as f32 - 1.0)) / columns as f32;
    for row in run.chunks(columns) {
        ui.horizontal(|ui| {
            for part in row {
                if let Part::Field(field) = part {
                    number(ui, field, wide.min(NUMBER + 70.0), actions);
                }
            }
        });
    }
}

fn number(ui: &mut Ui, field: &Field, wide: f32, actions: &mut Vec<Action>) {
    let theme = theme::current(ui.ctx());
    ui.vertical(|ui| {
        ui.set_width(wide);
        ui.spacing_mut().item_spacing.y = 2.0;
        let (rect, _) = ui.allocate_exact_size(vec2(wide, LABEL), Sense::hover());
        let font = theme::plain(theme::TEXT_SMALL);
        parts::in_two_lines(ui, rect.left_center(), &field.label, font, theme.sub, wide);
        parts::offered_field(ui, field, wide, actions);
    });
}

/// Shows what is wrong, and the buttons that plan the evening or go back.
pub(super) fn end(view: &View<'_>, ui: &mut Ui, it: &PlanView, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
    parts::message(view, ui, it.fault.as_ref(), 26.0);
    if view.area.form.is_phone() {
        let wide = ui.available_width();
        actions.extend(parts::offered_filling(ui, &it.send, wide));
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        actions.extend(parts::offered_of(ui, &it.send, 150.0));
        let cancel = chuhe_view::Button { id: "plan.close".into(), ..it.back.clone() };
        actions.extend(parts::offered_of(ui, &cancel, 96.0));
    });
}
