//! The fields above a list of finished games: opponent, dates, result and kind of game.

use super::parts::{self, inside};
use crate::widgets::theme::{HEIGHT_BUTTON, height};
use chuhe_model::actions::action::Action;
use chuhe_view::Button;
use chuhe_view::games::FilterView;
use egui::{Rect, Sense, Ui, vec2};

/// The widths of the fields.
const WIDTHS: [f32; 3] = [150.0, 124.0, 124.0];

/// The space between the fields, and the width of a phone, where they are in columns.
const GAP: f32 = 8.0;
const NARROW: f32 = 420.0;

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
            ui.spacing_mut().item_spacing = vec2(GAP, GAP);
            let (room, button) = (ui.available_width(), parts::chip_width(ui, &search.label) + 12.0);
            let is_narrow = room < NARROW;
            // columns: the opponent and the button, then the dates
            let half = (room - GAP) / 2.0;
            let widths = if is_narrow { [room - button - GAP, half, half] } else { WIDTHS };
            for (index, (field, width)) in fields.iter().zip(widths).enumerate() {
                let entered = parts::offered_field(ui, field, width, actions);
                actions.extend(search.press().filter(|_| entered));
                if is_narrow && index == 0 {
                    actions.extend(self::search(ui, search, button));
                    ui.end_row();
                }
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
                if is_narrow {
                    ui.end_row();
                }
            }
            if !is_narrow {
                actions.extend(self::search(ui, search, button));
            }
        })
    });
    wrapped.response.rect.bottom()
}

/// Shows the button that searches, in the middle of a row of chips.
fn search(ui: &mut Ui, search: &Button, width: f32) -> Option<Action> {
    let (row, _) = ui.allocate_exact_size(vec2(width, height(ui.ctx(), parts::CHIP)), Sense::hover());
    // a button is higher than the chips beside it
    let rect = Rect::from_center_size(row.center(), vec2(width, height(ui.ctx(), HEIGHT_BUTTON)));
    parts::offered_at(ui, rect, search)
}
