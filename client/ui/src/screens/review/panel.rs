//! The parts of the review screen: players, move list, edits, comment, and buttons.

use crate::screens::disabled::permitted;
use crate::screens::move_list::{self, Cell, Source};
use crate::screens::parts::{self, CardLook, card};
use crate::screens::view::View;
use crate::screens::{banner, typed_move};
use crate::widgets;
use crate::widgets::theme;
use chuhe_model::actions::action::Action;
use chuhe_model::layout::table_layout::BoardOf;
use chuhe_model::review::{Label, Review};
use chuhe_model::table::Lead;
use chuhe_model::table::move_list::{MoveRows, Row, TreeRows};
use chuhe_records::NodeId;
use chuhe_view::review::{Edits, ReviewView, explained, glyphs, go_to};
use chuhe_view::{Button, Choice, Entry};
use egui::{Align, Align2, Color32, Context, Layout, Rect, Sense, Ui, UiBuilder, Vec2, pos2, vec2};

/// The height of the two rows that edit the record.
pub(super) const EDITS: f32 = 2.0 * SMALL + EDIT_GAP;
/// The same of the three rows beside the moves, and the least width there.
pub(super) const EDITS_BESIDE: f32 = 3.0 * SMALL + 2.0 * EDIT_GAP;
const LEAST_BESIDE: f32 = 190.0;
/// The space between two of these rows, and between the buttons of one.
const EDIT_GAP: f32 = 6.0;
/// The height of a small button.
pub(super) const SMALL: f32 = 30.0;

/// The height of a further line of the header.
const LINE: f32 = 22.0;
/// The space between what is in one line of the header.
const APART: f32 = 12.0;
/// The same where the line is short.
const CLOSE: f32 = 4.0;
/// The height of the line that leads to the notes on the file.
const NOTES: f32 = 26.0;
/// The space below it.
const NOTES_GAP: f32 = 2.0;

/// The links at the right of the last line of the header. A phone has them in a list.
fn marks<'a>(view: &View<'_>, it: &'a ReviewView) -> Vec<&'a Button> {
    let links = it.guess.iter().chain([&it.tags]).chain(&it.games);
    links.filter(|_| !view.area.form.is_phone()).collect()
}

/// The width of these links, and of the mark of a record that is not saved. It always has its room, so that nothing
/// moves when the user edits the record.
fn marks_width(view: &View<'_>, ctx: &Context, it: &ReviewView) -> f32 {
    let font = theme::plain(theme::TEXT_SMALL);
    let wide =
        |text: &str| parts::line(ctx, text, font.clone(), Color32::PLACEHOLDER, f32::INFINITY).size().x;
    let links = marks(view, it).into_iter().map(|link| wide(&link.label) + 2.0 * widgets::LINK_MARGIN);
    links.chain([wide(it.head.unsaved)]).map(|width| width + APART).sum()
}

/// Shows the links and the mark at the right of a line around this height.
fn show_marks(view: &View<'_>, ui: &mut Ui, line: Rect, it: &ReviewView, actions: &mut Vec<Action>) {
    let mut right = line.right();
    if it.head.is_unsaved {
        let (at, font) = (line.right_center(), theme::plain(theme::TEXT_SMALL));
        let ink = view.theme.gold.ink;
        let shown = parts::text(ui, at, Align2::RIGHT_CENTER, it.head.unsaved, font, ink, line.width());
        right = shown.left() - APART;
    }
    let apart = if marks_width(view, ui.ctx(), it) > line.width() { CLOSE } else { APART };
    let builder = UiBuilder::new().max_rect(line.with_max_x(right));
    ui.scope_builder(builder.layout(Layout::right_to_left(Align::Center)), |ui| {
        ui.spacing_mut().item_spacing.x = apart;
        for link in marks(view, it).into_iter().rev() {
            actions.extend(parts::linked(ui, link));
        }
    });
}

/// Whether what the record says about the game has a line of its own, for want of room beside the marks.
fn has_details_line(view: &View<'_>, ctx: &Context, it: &ReviewView, width: f32) -> bool {
    let (font, room) = (theme::plain(theme::TEXT_SMALL), width - 2.0 * EDGE - marks_width(view, ctx, it));
    let details = it.head.details.join(parts::BETWEEN);
    !details.is_empty() && parts::line(ctx, &details, font, Color32::PLACEHOLDER, room).elided
}

/// The margins beside the contents of the header.
const EDGE: f32 = 18.0;

/// The height of the header in a column of this size.
pub(super) fn header_height(view: &View<'_>, ctx: &Context, it: &ReviewView, column: Vec2) -> f32 {
    let more = if has_details_line(view, ctx, it, column.x) { LINE } else { 0.0 };
    more + if column.y >= 640.0 { 70.0 } else { 60.0 }
}

/// Shows the players, the result, and what the record says about the game.
pub(super) fn header(view: &View<'_>, ui: &mut Ui, it: &ReviewView, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let inner = place.shrink2(vec2(EDGE, 0.0));
    let has_line = has_details_line(view, ui.ctx(), it, place.width());
    let lines = if has_line { 3.0 } else { 2.0 };
    let line = |index: f32| {
        let middle = inner.center().y + (LINE + 3.0) * (index - (lines - 1.0) / 2.0);
        inner.with_min_y(middle - LINE / 2.0).with_max_y(middle + LINE / 2.0)
    };
    title(view, ui, it, line(0.0));
    show_marks(view, ui, line(lines - 1.0), it, actions);
    let wide = if has_line { inner.width() } else { inner.width() - marks_width(view, ui.ctx(), it) };
    let (at, font) = (line(1.0).left_center(), theme::plain(theme::TEXT_SMALL));
    parts::facts(ui, "details", at, &it.head.details, font, view.theme.sub, wide);
}

/// Shows the players and the result in this line.
pub(super) fn title(view: &View<'_>, ui: &Ui, it: &ReviewView, line: Rect) {
    let (at, font) = (line.right_center(), theme::bold(theme::TEXT));
    let ink = view.theme.gold.ink;
    let right = parts::text(ui, at, Align2::RIGHT_CENTER, it.head.result, font, ink, 110.0).left();
    let fonts = [theme::bold(theme::TEXT_NAME), theme::bold(theme::TEXT)];
    let wide = right - 14.0 - line.left();
    let is_cut = parts::line(ui.ctx(), &it.head.title, fonts[1].clone(), view.theme.ink, wide).elided;
    let (at, ink, between) = (line.left_center(), view.theme.ink, view.text.versus);
    let shown = parts::two_names(ui, at, &it.head.title, between, fonts, ink, wide);
    if is_cut {
        parts::explained(ui, shown, "title", &it.head.title);
    }
}

/// The margins around the list of moves.
pub(super) const LIST_MARGIN: Vec2 = vec2(12.0, 8.0);

/// The height of what is said over the moves in a column of this width.
pub(super) fn said_height(ctx: &Context, it: &ReviewView, width: f32) -> f32 {
    let messages = it.head.faults.iter().chain(&it.repetition).map(|fact| &*fact.label);
    let notes = it.head.notes.as_ref().map_or(0.0, |_| theme::height(ctx, NOTES) + NOTES_GAP);
    banner::height(ctx, width - 2.0 * LIST_MARGIN.x, messages) + notes
}

/// Shows the moves with their variations, below what its file and its position need to say.
pub(super) fn list(
    view: &View<'_>,
    ui: &mut Ui,
    it: &ReviewView,
    review: &Review,
    actions: &mut Vec<Action>,
) {
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let messages: Vec<(&str, &str)> = it.head.faults.iter().map(|fact| (&*fact.id, &*fact.label)).collect();
    let mut inner = banner::show_all(&view.theme, ui, place.shrink2(LIST_MARGIN), &messages);
    if let Some(notes) = &it.head.notes {
        let line = inner.with_max_y(inner.top() + theme::height(ui.ctx(), NOTES));
        let builder = UiBuilder::new().max_rect(line).layout(Layout::left_to_right(Align::Center));
        ui.scope_builder(builder, |ui| actions.extend(parts::linked(ui, notes)));
        inner.min.y = line.bottom() + NOTES_GAP;
    }
    if let Some(repetition) = &it.repetition {
        inner = banner::show(&view.theme, ui, inner, &repetition.id, &repetition.label);
    }
    if review.record.tree().ply_count() == 0 {
        let (at, font) = (inner.min + vec2(8.0, 10.0), theme::plain(14.0));
        parts::paragraph(ui, at, view.text.records.no_moves, font, view.theme.sub, inner.width() - 16.0);
        return;
    }
    let inner = typed_move::above(view, ui.ctx(), review, place, inner);
    let source = Recorded { view, review };
    let shown = Some(review.shown.node());
    actions.extend(move_list::show(view, ui, inner, &source, 0, shown).map(go_to));
}

/// The moves of the record.
struct Recorded<'a> {
    view: &'a View<'a>,
    review: &'a Review,
}

impl Recorded<'_> {
    const fn rows(&self) -> &TreeRows {
        self.review.record.rows()
    }
}

impl MoveRows for Recorded<'_> {
    type Key = NodeId;

    fn count(&self) -> usize {
        self.review.seen_rows()
    }

    fn row(&self, index: usize) -> Row<NodeId> {
        self.rows().row(index)
    }

    fn find(&self, node: NodeId) -> Option<usize> {
        self.rows().find(node)
    }
}

impl Source for Recorded<'_> {
    fn cell(&self, node: NodeId) -> Cell {
        let annotation = self.review.record.tree().annotation(node);
        let label = self.review.record.labels().get(node);
        let marks = |of: fn(&chuhe_model::table::MoveNotation) -> bool| match label {
            Some(Label::Xiangqi(mv)) => of(mv),
            Some(Label::Luzhanqi(_)) | None => false,
        };
        Cell {
            text: label.map_or_else(String::new, |label| self.view.app.desk().move_text(label)),
            explained: explained(self.view.text, self.review, node),
            glyph: glyphs(self.review, node).first().copied().unwrap_or_default(),
            captures: marks(|mv| mv.captures),
            checks: marks(|mv| mv.checks),
            repeats: self.review.shown.repeats(self.review.record.tree(), node),
            spent_ms: annotation.spent_ms,
        }
    }

    fn has_long_moves(&self) -> bool {
        matches!(self.review.record.board_of(), BoardOf::Luzhanqi(_))
    }

    fn lead(&self, node: NodeId) -> Lead {
        self.review.record.labels().lead(node)
    }

    fn comment(&self, node: NodeId, before: bool) -> &str {
        let annotation = self.review.record.tree().annotation(node);
        if before { &annotation.before } else { &annotation.comment }
    }

    fn name(&self, _: NodeId, row: usize, column: usize) -> String {
        format!("move.{row}.{column}")
    }
}

/// Shows the assessments, undo and redo, and the edits of variations, in as many rows as the place is high for.
pub(super) fn edits(view: &View<'_>, ui: &mut Ui, edits: &Edits, actions: &mut Vec<Action>) {
    let (place, high) = (ui.max_rect(), edit_height(ui.ctx()));
    let rows = edit_rows(edits, ((place.height() + EDIT_GAP) / (high + EDIT_GAP)).round());
    for (index, row) in rows.into_iter().enumerate() {
        let top = place.top() + (high + EDIT_GAP) * index as f32;
        row_of(view, ui, place.with_min_y(top).with_max_y(top + high), &row, actions);
    }
}

/// The edits in so many rows: in four for fingers, in three beside the moves, or in two.
fn edit_rows(edits: &Edits, count: f32) -> Vec<Vec<Button>> {
    let Edits { assess, undo, variations, unmark } = edits;
    let (order, rest) = variations.split_at(2);
    let all = |parts: &[&[Button]]| parts.concat();
    let rest = all(&[rest, std::slice::from_ref(unmark)]);
    if count >= 4.0 {
        vec![assess.clone(), undo.clone(), order.to_vec(), rest]
    } else if count >= 3.0 {
        vec![assess.clone(), all(&[undo, order]), rest]
    } else {
        vec![all(&[assess, undo]), all(&[order, &rest])]
    }
}

/// The height of a row of the edits.
fn edit_height(ctx: &Context) -> f32 {
    if theme::is_touch(ctx) { theme::TOUCH } else { SMALL }
}

/// The height of the rows that edit the record.
pub(super) fn edits_height(ui: &Ui) -> f32 {
    if theme::is_touch(ui.ctx()) { 4.0 * (theme::TOUCH + EDIT_GAP) } else { EDITS }
}

/// The width that the edits in three rows and the comment need beside the moves.
pub(super) fn edits_width(ctx: &Context, it: &ReviewView) -> f32 {
    let edits = &it.edits;
    let wide =
        |row: Vec<Button>| needed(ctx, &row, theme::TEXT_SMALL).into_iter().map(|it| it + LEAST_PADDING);
    let rows = edit_rows(edits, 3.0).into_iter();
    rows.map(|row| EDIT_GAP * (row.len() - 1) as f32 + wide(row).sum::<f32>())
        .fold(LEAST_BESIDE.max(places_width(ctx, it)), f32::max)
        .ceil()
}

/// The width of the links above the comment, any of which may be the chosen one.
fn places_width(ctx: &Context, it: &ReviewView) -> f32 {
    let spacing = ctx.style().spacing.item_spacing.x;
    let wide = |option: &Button| {
        let font = theme::bold(theme::TEXT_SMALL);
        let line = parts::line(ctx, &option.label, font, Color32::PLACEHOLDER, f32::INFINITY);
        line.size().x + 2.0 * widgets::LINK_MARGIN + spacing
    };
    it.comment_place.iter().flat_map(|places| &places.options).map(wide).sum()
}

/// Shows small buttons in a row, each as wide as its label needs.
pub(super) fn row_of(view: &View<'_>, ui: &mut Ui, place: Rect, row: &[Button], actions: &mut Vec<Action>) {
    let rects = shared(ui, place, row, theme::TEXT_SMALL, 0.0);
    actions.extend(row.iter().zip(rects).filter_map(|(button, rect)| small_button(view, ui, rect, button)));
}

/// The least space around the label of one of several buttons of equal width.
const LEAST_PADDING: f32 = 8.0;

/// The places of buttons that share the width of a row: of equal width if all labels in letters of this size fit with
/// this padding, or else each as wide as its label needs.
pub(super) fn shared(ui: &Ui, place: Rect, row: &[Button], letters: f32, padding: f32) -> Vec<Rect> {
    let gap = EDIT_GAP;
    let mut needed: Vec<f32> = needed(ui.ctx(), row, letters).iter().map(|wide| wide + padding).collect();
    let room = place.width() - gap * row.len().saturating_sub(1) as f32;
    let equal = room / row.len() as f32;
    if needed.iter().all(|needed| *needed + LEAST_PADDING <= equal) {
        // the places stay while labels change, so that a second click meets the same button
        needed.fill(equal);
    }
    let more = (room - needed.iter().sum::<f32>()) / row.len() as f32;
    let mut left = place.left();
    let rect = |needed| {
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(needed + more, place.height()));
        left = rect.right() + gap;
        rect
    };
    needed.into_iter().map(rect).collect()
}

/// The widths of the labels of these buttons in letters of this size.
fn needed(ctx: &Context, row: &[Button], letters: f32) -> Vec<f32> {
    let wide = |button: &Button| {
        let line = parts::line(ctx, &button.label, theme::plain(letters), Color32::PLACEHOLDER, 200.0);
        line.size().x
    };
    row.iter().map(wide).collect()
}

fn small_button(view: &View<'_>, ui: &mut Ui, rect: Rect, button: &Button) -> Option<Action> {
    let Button { id, label, hint, permit, .. } = button;
    let (enabled, chosen) = (permit.is_ok(), button.is_chosen());
    let response = permitted(ui, id, permit.clone(), |ui| parts::clickable(ui, rect, id, label, chosen));
    let theme = &view.theme;
    let hot = enabled && (response.hovered() || response.has_focus());
    let (fill, edge, ink) = match (enabled, chosen, hot) {
        (false, _, _) => (theme.panel, theme.border, theme.hint),
        (true, true, _) => (theme.jade.fill, theme.jade.fill, theme.jade.text),
        (true, false, true) => (theme.surface.hover, theme.jade.fill, theme.jade.fill),
        (true, false, false) => (theme.surface.fill, theme.surface.border, theme.ink),
    };
    let edge = egui::Stroke::new(1.0, edge);
    ui.painter().rect(rect, theme::RADIUS_MARK, fill, edge, egui::StrokeKind::Inside);
    let font = theme::plain(theme::TEXT_SMALL);
    parts::text(ui, rect.center(), Align2::CENTER_CENTER, label, font, ink, rect.width() - 4.0);
    let hint = if hint.is_empty() { label } else { hint };
    response.on_hover_text(hint).clicked().then(|| button.action.clone())
}

/// The height of the links above the comment.
const PLACES: f32 = 24.0;
/// The least height of the comment with its links: three lines.
pub(super) const COMMENT: f32 = PLACES + 84.0;
/// The same in a low window beside an analysis: one line.
pub(super) const LOW_COMMENT: f32 = PLACES + 40.0;

/// Shows the field with the comment on the shown move, after it or before it.
pub(super) fn comment(ui: &mut Ui, it: &ReviewView, review: &Review, actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let mut area = place;
    if let Some(places) = &it.comment_place {
        area.min.y += theme::height(ui.ctx(), PLACES);
        comment_places(ui, place.with_max_y(area.top()), places, actions);
    }
    let Entry::Text(field, text) = &it.comment.entry else { return };
    let mut edited = text.clone();
    let response = parts::inside(ui, "comment", area, |ui| {
        let subject = (review.number, review.shown.node(), *field);
        widgets::text_area(ui, "review.comment", subject, &mut edited, &it.comment.label)
    });
    // the next move has a field of its own, which would not have the keyboard
    actions.extend(it.pause().filter(|_| response.has_focus()));
    if edited != *text {
        actions.push(Action::Edit(*field, edited));
    }
}

/// Shows whether the field has the comment before or after the move.
fn comment_places(ui: &mut Ui, place: Rect, places: &Choice, actions: &mut Vec<Action>) {
    let layout = Layout::left_to_right(Align::Center);
    ui.scope_builder(UiBuilder::new().max_rect(place).layout(layout), |ui| {
        for (index, option) in places.options.iter().enumerate() {
            if widgets::tab_link(ui, &option.id, &option.label, places.chosen == Some(index)).clicked() {
                actions.push(option.action.clone());
            }
        }
    });
}

/// Shows contents of this height, which scroll if there is less room.
pub(super) fn scrolled(ui: &mut Ui, height: f32, contents: impl FnOnce(&mut Ui)) {
    let place = ui.max_rect();
    parts::scroll(ui, "review.scrolled", place, false, |ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(place.width(), height), Sense::hover());
        parts::inside(ui, "contents", rect, contents);
    });
}

/// Shows the buttons for files and for closing the screen.
pub(super) fn buttons(ui: &mut Ui, files: &[Button], actions: &mut Vec<Action>) {
    let places = shared(ui, ui.max_rect(), files, theme::TEXT, 32.0);
    actions.extend(parts::offered_side_by_side(ui, files, &places));
}
