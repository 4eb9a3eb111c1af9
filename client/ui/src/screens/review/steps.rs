//! The buttons that step through the record.

use crate::screens::pictures::{self, Picture};
use crate::screens::view::View;
use chuhe_model::actions::action::Action;
use chuhe_model::layout::form::Form;
use chuhe_view::Button;
use egui::{Rect, Ui, pos2, vec2};

const GAP: f32 = 8.0;

/// Shows the buttons, of equal width.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, steps: &[Button], actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let picture = |button: &Button| match &*button.id {
        "review.first" => Picture::First,
        "review.back" => Picture::Back,
        "review.pause" => Picture::Pause,
        "review.forward" => Picture::Forward,
        "review.last" => Picture::Last,
        "review.up" => Picture::Up,
        "review.down" => Picture::Down,
        _ => Picture::Play,
    };
    let mut row: Vec<(&Button, Picture)> = steps.iter().map(|button| (button, picture(button))).collect();
    if view.area.form == Form::Landscape {
        // fingers need width, and the list leads to both ends, too
        row.retain(|(_, picture)| !matches!(picture, Picture::First | Picture::Last));
    }
    let gap = if view.area.form.is_phone() { 3.0 } else { GAP };
    let width = (place.width() - gap * (row.len() - 1) as f32) / row.len() as f32;
    for (index, (button, picture)) in row.into_iter().enumerate() {
        let left = place.left() + (width + gap) * index as f32;
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        actions.extend(pictures::offered(view, ui, rect, picture, &button.id, button));
    }
}
