//! The buttons that step through the record.

use crate::core::actions::action::Action;
use crate::core::actions::review_action::{ReviewAction, Step};
use crate::core::layout::form::Form;
use crate::core::review::Review;
use crate::core::screens::pictures::{self, Picture};
use crate::core::screens::view::View;
use egui::{Rect, Ui, pos2, vec2};

const GAP: f32 = 8.0;

/// Shows the buttons, of equal width.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, review: &Review, actions: &mut Vec<Action>) {
    let text = view.text.records;
    let place = ui.max_rect();
    let play = if review.is_playing() {
        ("review.pause", text.pause, Picture::Pause)
    } else {
        ("review.play", text.play, Picture::Play)
    };
    let step = |step, name, label, picture| {
        (ReviewAction::Step(step), review.target(step).is_some(), (name, label, picture))
    };
    let mut row = vec![
        step(Step::First, "review.first", view.text.step_first, Picture::First),
        step(Step::Back, "review.back", view.text.step_back, Picture::Back),
        (ReviewAction::Play, review.tree().ply_count() > 0, play),
        step(Step::Forward, "review.forward", view.text.step_forward, Picture::Forward),
        step(Step::Last, "review.last", view.text.step_last, Picture::Last),
        step(Step::PreviousVariation, "review.up", text.previous_variation, Picture::Up),
        step(Step::NextVariation, "review.down", text.next_variation, Picture::Down),
    ];
    if view.area.form == Form::Landscape {
        // fingers need width, and the list leads to both ends, too
        row.retain(|(action, ..)| {
            !matches!(action, ReviewAction::Step(Step::First) | ReviewAction::Step(Step::Last))
        });
    }
    let gap = if view.area.form.is_phone() { 3.0 } else { GAP };
    let width = (place.width() - gap * (row.len() - 1) as f32) / row.len() as f32;
    for (index, (action, enabled, (name, label, picture))) in row.into_iter().enumerate() {
        let left = place.left() + (width + gap) * index as f32;
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        if pictures::button(view, ui, rect, picture, (name, label, enabled)) {
            actions.push(Action::Review(action));
        }
    }
}
