//! The graph of the chances over the game.

use crate::screens::parts;
use crate::screens::view::View;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::analysis::Judgement;
use chuhe_model::review::Review;
use chuhe_records::NodeId;
use chuhe_rules::Color;
use chuhe_view::review::go_to;
use egui::{Pos2, Rect, Shape, Stroke, Ui, pos2};

/// The height of the graph.
pub(super) const HEIGHT: f32 = 48.0;

/// Whether at least two positions of the main line have an evaluation.
pub(super) fn has_one(review: &Review) -> bool {
    positions(review).filter(|node| review.analysis.evaluation(*node).is_some()).take(2).count() == 2
}

fn positions(review: &Review) -> impl Iterator<Item = NodeId> {
    std::iter::once(NodeId::ROOT).chain(review.record.tree().main_line())
}

/// Shows the chance of red after each move, the mistakes and the shown position; a click goes there.
pub(super) fn show(view: &View<'_>, ui: &mut Ui, review: &Review, place: Rect, actions: &mut Vec<Action>) {
    let nodes: Vec<NodeId> = positions(review).collect();
    let response = parts::clickable(ui, place, "analysis.graph", view.text.analysis().whole_game, false);
    ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.surface.fill);
    let last = nodes.len().saturating_sub(1).max(1) as f32;
    let inner = place.shrink(3.0);
    let x = |index: usize| inner.left() + inner.width() * index as f32 / last;
    let y = |chance: f32| inner.bottom() - inner.height() * chance;
    let point = |index: usize| -> Option<Pos2> {
        let known = review.analysis.evaluation(*nodes.get(index)?)?;
        Some(pos2(x(index), y(known.chance(Color::Red))))
    };
    ui.painter().hline(inner.x_range(), y(0.5), Stroke::new(1.0, view.theme.border));
    let points: Vec<Pos2> = (0..nodes.len()).filter_map(point).collect();
    ui.painter().add(Shape::line(points, Stroke::new(1.8, view.theme.jade.fill)));
    for (index, node) in nodes.iter().enumerate() {
        let judged = review.analysis.judgement(review.record.tree(), *node);
        if let (Some((judgement, _)), Some(at)) = (judged, point(index)) {
            let ink = if judgement == Judgement::Inaccuracy { view.theme.gold.fill } else { view.theme.red };
            ui.painter().circle_filled(at, 3.0, ink);
        }
    }
    if let Some(index) = nodes.iter().position(|&node| node == review.shown.node()) {
        ui.painter().vline(x(index), inner.y_range(), Stroke::new(1.5, view.theme.gold.fill));
    }
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked()) {
        let part = ((at.x - inner.left()) / inner.width()).clamp(0.0, 1.0);
        actions.push(go_to(nodes[(part * (nodes.len() - 1) as f32).round() as usize]));
    }
}
