//! The buttons that step through the record.

use crate::screens::disabled::lacks;
use crate::screens::pictures::{self, Picture};
use crate::screens::view::View;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::layout::form::Form;
use chuhe_model::review::Review;
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
    let (start, end) = (view.text.no_earlier_move, view.text.no_later_move);
    let step =
        |step, why, label| (ReviewAction::Step(step), lacks(review.target(step).is_some(), why), label);
    let mut row = vec![
        step(Step::First, start, ("review.first", view.text.step_first, Picture::First)),
        step(Step::Back, start, ("review.back", view.text.step_back, Picture::Back)),
        (ReviewAction::Play, lacks(review.tree().ply_count() > 0, text.without_moves), play),
        step(Step::Forward, end, ("review.forward", view.text.step_forward, Picture::Forward)),
        step(Step::Last, end, ("review.last", view.text.step_last, Picture::Last)),
        step(Step::PreviousVariation, text.none_above, ("review.up", text.previous_variation, Picture::Up)),
        step(Step::NextVariation, text.none_below, ("review.down", text.next_variation, Picture::Down)),
    ];
    if view.area.form == Form::Landscape {
        // fingers need width, and the list leads to both ends, too
        row.retain(|(action, ..)| {
            !matches!(action, ReviewAction::Step(Step::First) | ReviewAction::Step(Step::Last))
        });
    }
    let gap = if view.area.form.is_phone() { 3.0 } else { GAP };
    let width = (place.width() - gap * (row.len() - 1) as f32) / row.len() as f32;
    for (index, (action, lacks, (name, label, picture))) in row.into_iter().enumerate() {
        let left = place.left() + (width + gap) * index as f32;
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        if pictures::button(view, ui, rect, picture, (name, label, lacks)) {
            actions.push(Action::Review(action));
        }
    }
}
