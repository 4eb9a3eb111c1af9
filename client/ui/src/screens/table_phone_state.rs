//! The line of a phone that says how the game stands, with the buttons that step through it.

use super::parts;
use super::pictures::{self, Picture};
use super::view::View;
use super::{notices, offer, steps, tabs};
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::layout::table_layout::BoardOf;
use chuhe_model::luzhanqi::BoardPart;
use chuhe_model::table::{Table, Viewpoint};
use chuhe_rules::luzhanqi::BoardKind;
use chuhe_texts::minutes_and_seconds;
use chuhe_view::status::StatusView;
use egui::{Align2, Galley, Rect, Sense, Ui, pos2, vec2};
use std::sync::Arc;

/// The space between two buttons.
const GAP: f32 = 4.0;
/// The part of it that how a game ended takes above two lines of what explains it.
const TITLE: f32 = 0.36;
/// The height of each of these two lines.
const CLOSE_LINE: f32 = 15.0;

/// Shows whose turn it is, how the game ended or what the broadcast does, and buttons that step through the game.
/// Returns whether a notice that `needs_place` has taken theirs.
pub(super) fn state(
    view: &View<'_>,
    ui: &mut Ui,
    table: &Table,
    needs_place: bool,
    actions: &mut Vec<Action>,
) -> bool {
    if table.game().viewpoint() == Viewpoint::Spectator {
        steps::broadcast_state(view, ui, actions);
        return false;
    }
    let room = small_buttons(view, ui, table, actions);
    let game = table.game();
    let may_take = needs_place && !game.is_over() && StatusView::of(&view.model()).is_none();
    if may_take && notices::fits(view, ui.ctx(), room) {
        notices::place(ui.ctx(), room, room.center().x);
        return true;
    }
    let room = room.shrink2(vec2(6.0, 0.0));
    let (title, detail, ink) = words(view, table);
    let font = if detail.is_empty() { theme::bold(theme::TEXT_LARGE) } else { theme::bold(theme::TEXT) };
    if detail.is_empty() {
        let fits = !parts::line(ui.ctx(), &title, font.clone(), ink, room.width()).elided;
        if fits {
            parts::text(ui, room.left_center(), Align2::LEFT_CENTER, &title, font, ink, room.width());
        } else {
            two_lines(ui, &title, ink, room);
        }
    } else {
        let small = theme::plain(theme::TEXT_SMALL);
        let (wide, ink_below) = (room.width(), view.theme.ink);
        let is_cut = parts::line(ui.ctx(), &detail, small.clone(), ink_below, wide).elided;
        let both = is_cut.then(|| close_lines(ui, &detail, ink_below, wide));
        // more than two lines have no room
        let both = both.filter(|both| both.rows.len() <= 2);
        let (above, below) = room.split_top_bottom_at_fraction(if both.is_some() { TITLE } else { 0.45 });
        parts::text(ui, above.left_center(), Align2::LEFT_CENTER, &title, font, ink, wide);
        if let Some(both) = both {
            // so close, letters are not in the middle of their lines
            let at = below.left_center() - vec2(0.0, both.mesh_bounds.center().y);
            ui.painter().galley(at.round(), both, ink_below);
        } else {
            parts::text(ui, below.left_center(), Align2::LEFT_CENTER, &detail, small, ink_below, wide);
        }
    }
    let message = if detail.is_empty() { title } else { format!("{title}: {detail}") };
    let name = if game.is_over() { "outcome" } else { "state" };
    ui_trace::record(ui, name, &message, &ui.interact(room, ui.id().with(name), Sense::hover()));
    false
}

/// Shows the buttons that step through the game and enlarge a cross board, at the right, and returns the room beside
/// them.
fn small_buttons(view: &View<'_>, ui: &mut Ui, table: &Table, actions: &mut Vec<Action>) -> Rect {
    let place = ui.max_rect();
    let (game, last) = (table.game(), table.game().ply());
    // the reason why the game ended needs the room
    let is_over = game.is_over() && table.interaction.review().is_none();
    let Some(described) = &view.table else { return place };
    let mut buttons = Vec::new();
    if last > 0 && table.game().seat().is_some() && !is_over {
        buttons.push((Picture::Forward, "step.forward", &described.steps.forward));
        buttons.push((Picture::Back, "step.back", &described.steps.back));
    }
    // the stations of this board are small, and two fingers enlarge any
    let is_enlarged = view.app.pane().is_enlarged();
    if is_enlarged || game.board() == BoardOf::Luzhanqi(BoardKind::Cross) && !is_over {
        let picture = match table.part {
            BoardPart::Whole if !is_enlarged => Picture::Enlarge,
            BoardPart::Whole | BoardPart::OwnHalf => Picture::Shrink,
        };
        let zoom = described.choices.iter().find(|choice| choice.id == "table.zoom");
        buttons.extend(zoom.map(|zoom| (picture, "board.zoom", zoom)));
    }
    let mut right = place.right();
    for (picture, name, button) in buttons {
        let size = vec2(theme::TOUCH, theme::TOUCH);
        let rect = Rect::from_center_size(pos2(right - size.x / 2.0, place.center().y), size);
        actions.extend(pictures::offered(view, ui, rect, picture, name, button));
        right = rect.left() - GAP;
    }
    place.with_max_x(right)
}

/// Paints a text in two lines.
fn two_lines(ui: &Ui, text: &str, ink: egui::Color32, place: Rect) {
    let lay_out = |size: f32| parts::wrapped(ui, text, theme::plain(size), ink, place.width());
    let larger = Some(lay_out(14.0)).filter(|galley| galley.size().y <= place.height());
    let galley = larger.unwrap_or_else(|| lay_out(theme::TEXT_SMALL));
    let at = place.left_center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(at.round(), galley, ink);
}

/// Lays out a small text in lines that are close to each other.
fn close_lines(ui: &Ui, text: &str, ink: egui::Color32, width: f32) -> Arc<Galley> {
    let usual = parts::wrapped(ui, text, theme::plain(theme::TEXT_SMALL), ink, width);
    let mut job = egui::text::LayoutJob::clone(&usual.job);
    job.sections.iter_mut().for_each(|section| section.format.line_height = Some(CLOSE_LINE));
    ui.painter().layout_job(job)
}

/// Returns the state of the game, what explains it, and its colour.
fn words(view: &View<'_>, table: &Table) -> (String, String, egui::Color32) {
    if let Some(ply) = table.interaction.review() {
        return (view.text.reviewing(ply, table.game().ply()), String::new(), view.theme.gold.ink);
    }
    let Some(it) = &view.table else { return (String::new(), String::new(), view.theme.sub) };
    if let Some(outcome) = &it.standing.outcome {
        return (outcome.label.clone(), outcome.detail.clone(), tabs::outcome_ink(view, outcome));
    }
    if let Some(message) = offer::remark(view).filter(|_| table.game().seat().is_some()) {
        return (message.to_owned(), String::new(), view.theme.ink);
    }
    let (message, ink) = tabs::state_text(view, it);
    if let Some(until) = table.game().setup_until() {
        return (
            format!("{message} · {}", minutes_and_seconds(view.model().seconds_until(until))),
            String::new(),
            ink,
        );
    }
    (message.to_owned(), String::new(), ink)
}
