//! The fields above a list of finished games: opponent, dates, result and kind of game.

use super::parts::{self, inside};
use super::view::{View, field};
use crate::widgets::ButtonKind;
use crate::widgets::theme::{HEIGHT_BUTTON, height};
use chuhe_model::actions::action::{Action, Field, FilterPart};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::filter_form::FilterForm;
use chuhe_protocol::{GameKind, PlayerResult};
use egui::{Rect, Sense, Ui, vec2};
use strum::VariantArray as _;

/// The results that can be chosen, in display order.
const RESULTS: [PlayerResult; 3] = [PlayerResult::Won, PlayerResult::Lost, PlayerResult::Drawn];

/// What the user did with a filter.
pub(super) enum FilterInput {
    /// They chose a result; `None` for any.
    Result(Option<PlayerResult>),
    /// They chose a kind of game; `None` for any.
    Kind(Option<GameKind>),
    /// They want to search.
    Search,
}

/// Shows the fields of a filter at the top of `place`; returns their bottom, and what the user did.
///
/// `name` begins the names of the widgets, and `permit` says why a search is not possible.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    (name, place): (&str, Rect),
    form: &FilterForm,
    permit: Result<(), String>,
    to_field: fn(FilterPart) -> Field,
    actions: &mut Vec<Action>,
) -> (f32, Option<FilterInput>) {
    inside(ui, &format!("{name}.filter"), place, |ui| {
        let mut input = None;
        let wrapped = ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
            let parts = [
                (FilterPart::Opponent, "opponent", view.text.filter_opponent, 150.0),
                (FilterPart::From, "from", view.text.filter_from, 124.0),
                (FilterPart::To, "to", view.text.filter_to, 124.0),
            ];
            for (part, id, hint, width) in parts {
                let id = format!("{name}.{id}");
                if field(ui, &id, to_field(part), form.text(part), hint, width, actions) && permit.is_ok() {
                    input = Some(FilterInput::Search);
                }
            }
            ui.end_row();
            for result in RESULTS {
                let chosen = form.result() == Some(result);
                let id = format!("{name}.{result:?}").to_lowercase();
                if parts::chip(ui, &id, view.text.result(result), chosen) && permit.is_ok() {
                    input = Some(FilterInput::Result((!chosen).then_some(result)));
                }
            }
            for &game in GameChoice::VARIANTS {
                let (kind, chosen) = (Some(game.kind()), form.kind() == Some(game.kind()));
                let id = format!("{name}.{}", <&str>::from(game));
                if parts::chip(ui, &id, view.text.game_choice(game), chosen) && permit.is_ok() {
                    input = Some(FilterInput::Kind(kind.filter(|_| !chosen)));
                }
            }
            let label = view.text.find_games;
            let width = parts::chip_width(ui, label) + 12.0;
            let (row, _) = ui.allocate_exact_size(vec2(width, height(ui.ctx(), parts::CHIP)), Sense::hover());
            // a button is higher than the chips beside it
            let rect = Rect::from_center_size(row.center(), vec2(width, height(ui.ctx(), HEIGHT_BUTTON)));
            let id = format!("{name}.search");
            if parts::button_at(ui, rect, &id, label, ButtonKind::Plain, permit.clone()) {
                input = Some(FilterInput::Search);
            }
        });
        (wrapped.response.rect.bottom(), input)
    })
}
