//! The analysis above the move list: buttons, evaluation bar, lines, mistakes and the graph.

use super::graph;
use super::panel::{SMALL, row_of, shared};
use crate::screens::parts;
use crate::screens::view::View;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::review::Review;
use chuhe_view::review::{AnalysisView, LineView, PositionView, ReviewView};
use chuhe_view::{Fact, Tone};
use egui::{Align2, Rect, Sense, Ui, pos2, vec2};

const GAP: f32 = 6.0;
/// The height of the evaluation bar, and of a line.
const BAR: f32 = 20.0;
const LINE: f32 = 23.0;
/// The space beside the text of a line.
const PADDING: f32 = 8.0;
/// The width of the score before a line.
const SCORE: f32 = 62.0;
/// The height of the question of a practice, and of why a move is a mistake.
const QUESTION: f32 = 44.0;
/// How many of the buttons of a beginner are in a row: the moves below them need the height.
const FEW_IN_ROW: usize = 2;
/// The most buttons in a row, and in one of a phone.
const PER_ROW: usize = 5;
const PER_PHONE_ROW: usize = 3;

/// The parts that are shown, from the top.
#[derive(Clone, Copy, Debug)]
struct Parts {
    practice: bool,
    lines: usize,
    /// How many rows the buttons of a beginner take, and how many are in one.
    few: usize,
    per_few: usize,
    mistake: bool,
    reason: bool,
    graph: bool,
    /// How many rows the buttons above take, and how many buttons are in one.
    rows: usize,
    per_row: usize,
    /// The height of a row of buttons, and of a line to click.
    row: f32,
    line: f32,
}

impl Parts {
    fn of(view: &View<'_>, it: &AnalysisView, review: &Review) -> Self {
        let is_phone = view.area.form.is_phone();
        let (most, per_few) = (if is_phone { PER_PHONE_ROW } else { PER_ROW }, FEW_IN_ROW);
        let rows = it.buttons.len().div_ceil(most);
        Self {
            practice: it.practice.is_some(),
            lines: if it.position.is_some() { view.app.desk().settings.analysis.lines } else { 0 },
            few: it.few.len().div_ceil(per_few),
            per_few,
            mistake: it.better.is_some(),
            reason: it.reason.is_some(),
            graph: graph::has_one(review),
            rows,
            per_row: it.buttons.len().div_ceil(rows.max(1)).max(1),
            row: if is_phone { theme::TOUCH } else { SMALL },
            line: if is_phone { theme::TOUCH } else { LINE },
        }
    }

    fn height(self) -> f32 {
        self.stops().last().copied().unwrap_or_default()
    }

    /// The heights at which the parts end that do not follow at once from one another, from the top.
    fn stops(self) -> Vec<f32> {
        let buttons = (self.row + GAP) * self.rows as f32 - GAP + (theme::TOUCH + GAP) * self.few as f32;
        let searched = if self.lines > 0 { GAP + BAR } else { 0.0 };
        let first = buttons + if self.practice { QUESTION + 2.0 * GAP + self.row } else { 0.0 };
        let lines = (1..=self.lines).map(|_| self.line);
        let rest = [(self.mistake, self.line), (self.reason, QUESTION), (self.graph, graph::HEIGHT)];
        let rest = rest.into_iter().filter(|(shown, _)| *shown).map(|(_, height)| height + GAP);
        let mut end = first + searched;
        let ends = lines.chain(rest).map(|height| {
            end += height;
            end
        });
        std::iter::once(first).chain(ends).collect()
    }
}

/// The heights at which the parts of the analysis of this record end.
pub(super) fn stops(view: &View<'_>, it: &ReviewView, review: &Review) -> Vec<f32> {
    it.analysis.as_ref().map_or_else(Vec::new, |it| Parts::of(view, it, review).stops())
}

/// The height that the analysis of this record needs; 0 if it has none.
pub(super) fn height(view: &View<'_>, it: &ReviewView, review: &Review) -> f32 {
    it.analysis.as_ref().map_or(0.0, |it| Parts::of(view, it, review).height())
}

/// Shows the analysis.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    it: &AnalysisView,
    review: &Review,
    actions: &mut Vec<Action>,
) {
    let place = ui.max_rect();
    let parts = Parts::of(view, it, review);
    let mut top = place.top();
    let mut next = |height: f32| {
        let rect = Rect::from_min_size(pos2(place.left(), top), vec2(place.width(), height));
        top += height + GAP;
        rect
    };
    // a small phone shows what the engine finds without a swipe, above the buttons but those of a beginner
    let is_first = view.area.form.is_phone() && it.few.is_empty();
    let (first, last) = it.position.iter().partition::<Vec<_>, _>(|_| is_first);
    let high = BAR + parts.line * parts.lines as f32;
    for position in first {
        searched(view, ui, position, next(high), actions);
    }
    for row in it.buttons.chunks(parts.per_row) {
        row_of(view, ui, next(parts.row), row, actions);
    }
    for row in it.few.chunks(parts.per_few) {
        let places = shared(ui, next(theme::TOUCH), row, theme::TEXT, 0.0);
        actions.extend(parts::offered_side_by_side(ui, row, &places));
    }
    if let Some(practice) = &it.practice {
        asked(view, ui, practice, next(QUESTION));
        row_of(view, ui, next(parts.row), &it.answers, actions);
    }
    for position in last {
        searched(view, ui, position, next(high), actions);
    }
    if let Some(better) = &it.better {
        let place = next(parts.line);
        ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.gold.wash);
        line(view, ui, better, place, 0.0, actions);
    }
    if let Some(reason) = &it.reason {
        asked(view, ui, reason, next(QUESTION));
    }
    if parts.graph {
        graph::show(view, ui, review, next(graph::HEIGHT), actions);
    }
}

/// Shows what the engine says of the shown position.
fn searched(view: &View<'_>, ui: &mut Ui, it: &PositionView, place: Rect, actions: &mut Vec<Action>) {
    let (bar, rest) = place.split_top_bottom_at_y(place.top() + BAR);
    evaluation_bar(view, ui, it, bar);
    lines(view, ui, &it.lines, rest, actions);
}

/// Shows the chances of red and black, the advantage, and how far the search is.
fn evaluation_bar(view: &View<'_>, ui: &mut Ui, it: &PositionView, place: Rect) {
    let (at, font) = (place.left_center(), theme::bold(theme::TEXT));
    let wide = place.width() / 2.0;
    let said = parts::text(ui, at, Align2::LEFT_CENTER, &it.score, font, view.theme.ink, wide);
    // the ring of the line below reaches into the row
    let (at, font) = (place.right_center() - vec2(0.0, 3.0), theme::plain(theme::TEXT_SMALL));
    let search = parts::text(ui, at, Align2::RIGHT_CENTER, &it.search, font, view.theme.sub, wide);
    let left = (place.left() + SCORE).max(said.right() + 6.0);
    let right = if it.search.is_empty() { place.right() } else { search.left() - 8.0 };
    let bar = Rect::from_min_max(pos2(left, place.top() + 5.0), pos2(right, place.bottom() - 5.0));
    ui.painter().rect_filled(bar, 4.0, view.theme.pieces.black.ink);
    let red = bar.with_max_x(bar.left() + bar.width() * it.chance);
    ui.painter().rect_filled(red, 4.0, view.theme.pieces.red.ink);
    // in dark colours black's part is as dark as what is behind it
    let edge = egui::Stroke::new(1.0, view.theme.sub);
    ui.painter().rect_stroke(bar, 4.0, edge, egui::StrokeKind::Outside);
    let middle = bar.center().x;
    ui.painter().vline(middle, bar.y_range(), egui::Stroke::new(1.0, view.theme.paper));
    let response = ui.interact(place, ui.id().with("analysis.bar"), Sense::hover());
    ui_trace::record(ui, "analysis.bar", &format!("{} {}", it.score, it.search), &response);
}

fn lines(view: &View<'_>, ui: &mut Ui, lines: &[LineView], place: Rect, actions: &mut Vec<Action>) {
    let height = theme::height(ui.ctx(), LINE);
    let shown = (place.height() / height).round() as usize;
    for (rank, it) in lines.iter().take(shown).enumerate() {
        let at = pos2(place.left(), place.top() + height * rank as f32);
        line(view, ui, it, Rect::from_min_size(at, vec2(place.width(), height)), SCORE, actions);
    }
}

/// Shows a line to click, whose score has at least this width.
fn line(view: &View<'_>, ui: &mut Ui, it: &LineView, rect: Rect, score: f32, actions: &mut Vec<Action>) {
    let response = parts::clickable(ui, rect, &it.play.id, &it.play.label, false);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS_MARK, view.theme.jade.wash);
    }
    let font = theme::plain(theme::TEXT_SMALL);
    // at least its first move stands beside what it says
    let first = it.moves.first().map_or("", String::as_str);
    let first = parts::line(ui.ctx(), first, font.clone(), view.theme.ink, f32::INFINITY).size().x;
    let inner = rect.shrink2(vec2(PADDING, 0.0));
    let (at, wide, ink) = (inner.left_center(), inner.width() - first - 6.0, view.theme.sub);
    let said = parts::text(ui, at, Align2::LEFT_CENTER, &it.score, font.clone(), ink, wide);
    let left = (inner.left() + score).max(said.right() + 6.0);
    // no move is cut in its middle
    let (at, room) = (pos2(left, inner.center().y), inner.right() - left);
    parts::first_that_fit(ui, at, &it.moves, " ", font, view.theme.ink, room);
    if response.clicked() {
        actions.push(it.play.action.clone());
    }
}

/// Shows the question of a practice, what the attempt was, or why a move is a mistake.
fn asked(view: &View<'_>, ui: &mut Ui, it: &Fact, place: Rect) {
    let ink = if it.tone == Tone::Plain { view.theme.ink } else { parts::ink(&view.theme, it.tone) };
    ui.painter().rect_filled(place, theme::RADIUS_MARK, view.theme.jade.wash);
    let at = place.min + vec2(10.0, 5.0);
    parts::paragraph(ui, at, &it.label, theme::plain(14.0), ink, place.width() - 20.0);
    let response = ui.interact(place, ui.id().with(&*it.id), Sense::hover());
    ui_trace::record(ui, &it.id, &it.label, &response);
}
