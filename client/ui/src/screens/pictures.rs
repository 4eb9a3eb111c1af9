//! Buttons with a picture instead of a label, for steps through a game.

use super::disabled::permitted;
use super::parts;
use super::view::View;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_view::Button;
use egui::{Color32, Rect, Shape, Stroke, StrokeKind, Ui, Vec2, vec2};

/// The picture on a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Picture {
    /// To the start.
    First,
    /// One move back.
    Back,
    /// Play.
    Play,
    /// Pause.
    Pause,
    /// One move forward.
    Forward,
    /// To the end.
    Last,
    /// To the variation before.
    Up,
    /// To the variation after.
    Down,
    /// Close what is over the board.
    Close,
    /// A part of the board, larger.
    Enlarge,
    /// The whole board.
    Shrink,
}

fn framed(
    view: &View<'_>,
    ui: &mut Ui,
    rect: Rect,
    picture: Picture,
    name: &str,
    label: &str,
    permit: Result<(), String>,
) -> bool {
    let enabled = permit.is_ok();
    let response = permitted(ui, name, permit, |ui| parts::clickable(ui, rect, name, label, false));
    let hot = enabled && (response.hovered() || response.has_focus());
    let (fill, edge) = parts::option_look(&view.theme, false, hot);
    let ink = match (enabled, hot) {
        (false, _) => view.theme.surface.border,
        (true, true) => view.theme.jade.fill,
        (true, false) => view.theme.ink,
    };
    ui.painter().rect(rect, theme::RADIUS_BUTTON, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    paint(ui, rect, picture, ink);
    response.on_hover_text(label).clicked()
}

/// Shows a button of the view as a picture, and returns its action if it was clicked.
///
/// `name` is that of the widget: a button can be in two places.
pub(super) fn offered(
    view: &View<'_>,
    ui: &mut Ui,
    rect: Rect,
    picture: Picture,
    name: &str,
    button: &Button,
) -> Option<Action> {
    let permit = button.permit.clone();
    framed(view, ui, rect, picture, name, &button.label, permit).then(|| button.action.clone())
}

/// Shows a picture without a frame, and returns whether it was clicked.
pub(super) fn bare(
    view: &View<'_>,
    ui: &mut Ui,
    rect: Rect,
    picture: Picture,
    name: &str,
    label: &str,
) -> bool {
    let response = parts::clickable(ui, rect, name, label, false);
    let hot = response.hovered() || response.has_focus();
    paint(ui, rect, picture, if hot { view.theme.jade.fill } else { view.theme.sub });
    response.clicked()
}

fn paint(ui: &Ui, rect: Rect, picture: Picture, ink: Color32) {
    let painter = ui.painter();
    let center = rect.center();
    let bar = |center, size: Vec2| {
        painter.rect_filled(Rect::from_center_size(center, size), 1, ink);
    };
    // pictures point along `towards`
    let triangle = |towards: Vec2, shift: f32| {
        let side = Vec2::new(-towards.y, towards.x);
        let middle = center - towards * shift;
        let corner = |along: f32, across: f32| middle + towards * along + side * across;
        let corners = vec![corner(-5.0, -7.0), corner(-5.0, 7.0), corner(6.0, 0.0)];
        painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
    };
    match picture {
        Picture::First | Picture::Last => {
            let towards = vec2(if picture == Picture::First { -1.0 } else { 1.0 }, 0.0);
            triangle(towards, 2.5);
            bar(center + towards * 6.0, vec2(2.5, 14.0));
        }
        Picture::Back => triangle(vec2(-1.0, 0.0), 0.0),
        Picture::Forward => triangle(vec2(1.0, 0.0), 0.0),
        Picture::Play => {
            painter.circle_stroke(center, 10.5, Stroke::new(1.5, ink));
            let corner = |x, y| center + vec2(x, y);
            let corners = vec![corner(-3.0, -5.0), corner(-3.0, 5.0), corner(5.5, 0.0)];
            painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
        }
        Picture::Pause => {
            for x in [-4.0, 4.0] {
                bar(center + vec2(x, 0.0), vec2(3.5, 13.0));
            }
        }
        Picture::Up => triangle(vec2(0.0, -1.0), 0.0),
        Picture::Down => triangle(vec2(0.0, 1.0), 0.0),
        Picture::Enlarge | Picture::Shrink => {
            let (lens, radius, stroke) = (center - vec2(2.0, 2.0), 7.0, Stroke::new(2.0, ink));
            painter.circle_stroke(lens, radius, stroke);
            let rim = lens + Vec2::splat(radius * std::f32::consts::FRAC_1_SQRT_2);
            painter.line_segment([rim, rim + Vec2::splat(5.5)], stroke);
            bar(lens, vec2(7.0, 2.0));
            if picture == Picture::Enlarge {
                bar(lens, vec2(2.0, 7.0));
            }
        }
        Picture::Close => {
            for y in [-6.0, 6.0] {
                painter.line_segment([center - vec2(6.0, y), center + vec2(6.0, y)], Stroke::new(2.0, ink));
            }
        }
    }
}
