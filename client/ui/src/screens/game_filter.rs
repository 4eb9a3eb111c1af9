//! The fields above a list of finished games: opponent, dates, result and kind of game.

use super::parts::{self, inside};
use crate::widgets::theme::{HEIGHT_BUTTON, height};
use chuhe_model::actions::action::Action;
use chuhe_view::games::FilterView;
use egui::{Rect, Sense, Ui, vec2};

/// The widths of the fields.
const WIDTHS: [f32; 3] = [150.0, 124.0, 124.0];

/// Shows the fields of a filter at the top of `place`; returns their bottom.
pub(super) fn show(
    ui: &mut Ui,
    name: &str,
    place: Rect,
    filter: &FilterView,
    actions: &mut Vec<Action>,
) -> f32 {
    let FilterView { fields, choices, search } = filter;
    let wrapped = inside(ui, name, place, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            for (field, width) in fields.iter().zip(WIDTHS) {
                let entered = parts::offered_field(ui, field, width, actions);
                actions.extend(search.press().filter(|_| entered));
            }
            ui.end_row();
            for choice in choices {
                let Some((any, options)) = choice.options.split_first() else { continue };
                for (index, option) in options.iter().enumerate() {
                    let chosen = choice.chosen == Some(index + 1);
                    // a second click on a chip takes the choice back
                    let pressed = if chosen { any } else { option };
                    if parts::chip(ui, &option.id, &option.label, chosen) {
                        actions.extend(pressed.press());
                    }
                }
            }
            let width = parts::chip_width(ui, &search.label) + 12.0;
            let (row, _) = ui.allocate_exact_size(vec2(width, height(ui.ctx(), parts::CHIP)), Sense::hover());
            // a button is higher than the chips beside it
            let rect = Rect::from_center_size(row.center(), vec2(width, height(ui.ctx(), HEIGHT_BUTTON)));
            actions.extend(parts::offered_at(ui, rect, search));
        })
    });
    wrapped.response.rect.bottom()
}
