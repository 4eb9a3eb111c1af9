//! The step buttons and the state of the broadcast, for spectators and readers.

use super::parts::{self, CardLook, card};
use super::pictures::{self, Picture};
use super::side;
use super::view::View;
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::table::Table;
use egui::{Rect, Sense, Ui, pos2, vec2};

/// The width of a step button.
const STEP: f32 = 46.0;
const GAP: f32 = 8.0;
/// The most of the state of a broadcast that its button takes.
const MOST_OF_BROADCAST: f32 = 0.4;
/// The pictures of the steps, from the first move to the last.
const PICTURES: [Picture; 4] = [Picture::First, Picture::Back, Picture::Forward, Picture::Last];

/// Shows the step buttons and the button that leaves the game.
pub(super) fn buttons(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let Some(table) = &view.table else { return };
    let step_width = (place.width() * 0.13).min(STEP).max(theme::height(ui.ctx(), 0.0));
    let beside = place.with_min_x(place.left() + (step_width + GAP) * PICTURES.len() as f32 + GAP);
    // the buttons may need the room of the steps, which the list of moves has as well
    let needed = side::widths(ui, &table.buttons).into_iter().map(|width| width + GAP).sum::<f32>();
    let fits = needed <= beside.width() + GAP;
    let steps = table.steps.buttons().into_iter().zip(PICTURES).filter(|_| fits);
    for (n, (step, picture)) in steps.enumerate() {
        let at = pos2(place.left() + (step_width + GAP) * n as f32, place.top());
        let rect = Rect::from_min_size(at, vec2(step_width, place.height()));
        actions.extend(pictures::offered(view, ui, rect, picture, &step.id, step));
    }
    side::in_a_row(ui, if fits { beside } else { place }, &table.buttons, actions);
}

/// Shows the state of the broadcast where a player would see questions.
pub(super) fn broadcast_state(view: &View<'_>, ui: &mut Ui, actions: &mut Vec<Action>) {
    let Some(table) = &view.table else { return };
    let Some(broadcast) = &table.broadcast else { return };
    // a phone shows the result nowhere else
    let outcome = table.standing.outcome.as_ref().filter(|_| view.area.form.is_phone());
    let message = match (&table.connection, outcome) {
        (Some(connection), _) => connection.message.clone(),
        (None, Some(outcome)) => view.text.labelled(&outcome.label, &outcome.detail),
        (None, None) => broadcast.message.clone(),
    };
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let inner = place.shrink2(vec2(18.0, 3.0));
    let mut room = inner.width();
    if let Some(button) = broadcast.answers.first() {
        let font = theme::plain(theme::TEXT);
        let line = parts::line(ui.ctx(), &button.label, font, view.theme.ink, f32::INFINITY);
        // a long label has two lines, so that there is room for what happens
        let width = (line.size().x + 34.0).min(place.width() * MOST_OF_BROADCAST);
        let at = pos2(place.right() - 14.0 - width, place.center().y - 19.0);
        let rect = Rect::from_min_size(at, vec2(width, 38.0));
        actions.extend(parts::offered_at(ui, rect, button));
        room = rect.left() - 10.0 - inner.left();
    }
    let lay_out = |size: f32| parts::wrapped(ui, &message, theme::plain(size), view.theme.ink, room);
    let sizes = [theme::TEXT, theme::TEXT_SMALL, 12.0, 11.0].map(lay_out);
    let most = place.height();
    let [.., smallest] = &sizes;
    let text = sizes.iter().find(|text| text.size().y <= most).unwrap_or(smallest).clone();
    let at = pos2(inner.left(), inner.center().y - text.size().y / 2.0);
    let rect = Rect::from_min_size(at, text.size());
    ui.painter().with_clip_rect(place).galley(at, text, view.theme.ink);
    let response = ui.interact(rect, ui.id().with("broadcast"), Sense::hover());
    ui_trace::record(ui, broadcast.id, &message, &response);
}

/// Lists the spectators by name.
pub(super) fn spectators(view: &View<'_>, ui: &mut Ui, table: &Table, place: Rect) {
    let Some(spectators) = &table.spectators else {
        no_spectators(view, ui, place, view.text.no_spectators);
        return;
    };
    parts::scroll(ui, "spectators", place, false, |ui| {
        for name in &spectators.names {
            let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::hover());
            let fonts = [theme::plain(theme::TEXT), theme::plain(theme::TEXT_SMALL)];
            parts::name(
                ui,
                rect.left_center(),
                &view.text.called(name),
                fonts,
                view.theme.ink,
                rect.width() - 12.0,
            );
        }
        let unnamed = u64::from(spectators.count).saturating_sub(spectators.names.len() as u64);
        if unnamed > 0 {
            ui.add_space(4.0);
            widgets::small(ui, &view.text.and_more(unnamed));
        }
    });
}

fn no_spectators(view: &View<'_>, ui: &Ui, place: Rect, message: &str) {
    let (at, font) = (place.min + vec2(0.0, 10.0), theme::plain(14.0));
    parts::paragraph(ui, at, message, font, view.theme.sub, place.width());
}
