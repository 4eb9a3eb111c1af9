//! The parts of the review screen: players, move list, edits, comment, and buttons.

use super::notes;
use crate::screens::disabled::{lacks, permitted, unless};
use crate::screens::move_list::{self, Cell, Source};
use crate::screens::parts::{self, CardLook, button_at, card};
use crate::screens::typed_move;
use crate::screens::view::View;
use crate::widgets::theme;
use crate::widgets::{self, ButtonKind};
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::review_action::{ReviewAction, VariationEdit};
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::layout::table_layout::BoardOf;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::{Label, Review, glyph_of};
use chuhe_model::table::Lead;
use chuhe_model::table::move_list::{MoveRows, Row, TreeRows};
use chuhe_records::{Glyph, NodeId, tag};
use chuhe_rules::Color as Side;
use chuhe_rules::clock::TimeControl;
use chuhe_texts::{RecordsText, Text};
use egui::{Align2, Color32, Context, Rect, Ui, Vec2, pos2, vec2};

/// The height of the two rows that edit the record.
pub(super) const EDITS: f32 = 2.0 * SMALL + 6.0;
/// The height of a small button.
pub(super) const SMALL: f32 = 30.0;

/// The height of a further line of the header.
const LINE: f32 = 22.0;
/// The space between what is in one line of the header.
const APART: f32 = 12.0;

/// What the last line of the header has at its right: a mark, and links.
struct Marks<'a> {
    /// The mark of a record that is not saved, and whether it is shown. It always has its room, so that nothing moves
    /// when the user edits the record.
    unsaved: (&'a str, bool),
    links: Vec<(&'static str, String, &'static str, ReviewAction)>,
}

impl<'a> Marks<'a> {
    fn of(view: &View<'a>, reviewing: &Reviewing) -> Self {
        let text = view.text.records;
        let mut links = Vec::new();
        // a phone has these links in a list
        if !view.area.form.is_phone() {
            links.push((
                "review.tags",
                text.edit_tags.to_owned(),
                text.edit_tags_hint,
                ReviewAction::AskTags,
            ));
        }
        if !view.area.form.is_phone() && !reviewing.games().is_empty() {
            let label = format!("{} ({})", text.games_of_file, reviewing.games().len());
            links.push(("review.games", label, "", ReviewAction::AskGames));
        }
        Self { unsaved: (text.unsaved, reviewing.review().is_unsaved()), links }
    }

    fn width(&self, ctx: &Context) -> f32 {
        let wide = |text: &str| {
            parts::line(ctx, text, theme::plain(theme::TEXT_SMALL), Color32::PLACEHOLDER, f32::INFINITY)
                .size()
                .x
        };
        let links = self.links.iter().map(|(_, label, _, _)| wide(label) + 2.0 * widgets::LINK_MARGIN);
        links.chain([wide(self.unsaved.0)]).map(|width| width + APART).sum()
    }

    /// Shows them at the right of a line around this height.
    fn show(&self, view: &View<'_>, ui: &mut Ui, line: Rect, actions: &mut Vec<Action>) {
        let mut right = line.right();
        if let (unsaved, true) = self.unsaved {
            let (at, font) = (line.right_center(), theme::plain(theme::TEXT_SMALL));
            let ink = view.theme.gold_ink;
            let shown = parts::text(ui, at, Align2::RIGHT_CENTER, unsaved, font, ink, line.width());
            right = shown.left() - APART;
        }
        let layout = egui::Layout::right_to_left(egui::Align::Center);
        let builder = egui::UiBuilder::new().max_rect(line.with_max_x(right)).layout(layout);
        ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing.x = APART;
            for (name, label, hint, action) in self.links.iter().rev() {
                let mut link = widgets::link(ui, name, label);
                if !hint.is_empty() {
                    link = link.on_hover_text(*hint);
                }
                if link.clicked() {
                    actions.push(Action::Review(action.clone()));
                }
            }
        });
    }
}

/// Whether what the record says about the game has a line of its own, for want of room beside the marks.
fn has_details_line(view: &View<'_>, ctx: &Context, reviewing: &Reviewing, width: f32) -> bool {
    let details = details(view.text, reviewing.review());
    let marks = Marks::of(view, reviewing).width(ctx);
    let (font, room) = (theme::plain(theme::TEXT_SMALL), width - 2.0 * EDGE - marks);
    !details.is_empty()
        && parts::line(ctx, &details.join(parts::BETWEEN), font, Color32::PLACEHOLDER, room).elided
}

/// The margins beside the contents of the header.
const EDGE: f32 = 18.0;

/// The height of the header in a column of this size.
pub(super) fn header_height(view: &View<'_>, ctx: &Context, reviewing: &Reviewing, column: Vec2) -> f32 {
    let more = if has_details_line(view, ctx, reviewing, column.x) { LINE } else { 0.0 };
    more + if column.y >= 640.0 { 70.0 } else { 60.0 }
}

/// Shows the players, the result, and what the record says about the game.
pub(super) fn header(view: &View<'_>, ui: &mut Ui, reviewing: &Reviewing, actions: &mut Vec<Action>) {
    let review = reviewing.review();
    let (text, place) = (view.text.records, ui.max_rect());
    card(ui, place, CardLook::Plain);
    let inner = place.shrink2(vec2(EDGE, 0.0));
    let has_line = has_details_line(view, ui.ctx(), reviewing, place.width());
    let lines = if has_line { 3.0 } else { 2.0 };
    let line = |index: f32| {
        let middle = inner.center().y + (LINE + 3.0) * (index - (lines - 1.0) / 2.0);
        inner.with_min_y(middle - LINE / 2.0).with_max_y(middle + LINE / 2.0)
    };
    let upper = line(0.0);
    let result = text.result(review.tree().result());
    let (at, font) = (upper.right_center(), theme::bold(theme::TEXT));
    let right = parts::text(ui, at, Align2::RIGHT_CENTER, result, font, view.theme.gold_ink, 110.0).left();
    let title = title(view, review);
    let fonts = [theme::bold(theme::TEXT_NAME), theme::bold(theme::TEXT)];
    let wide = right - 14.0 - inner.left();
    let is_cut = parts::line(ui.ctx(), &title, fonts[1].clone(), view.theme.ink, wide).elided;
    let shown = parts::name(ui, upper.left_center(), &title, fonts, view.theme.ink, wide);
    if is_cut {
        parts::explained(ui, shown, "title", &title);
    }
    let marks = Marks::of(view, reviewing);
    marks.show(view, ui, line(lines - 1.0), actions);
    let wide = if has_line { inner.width() } else { inner.width() - marks.width(ui.ctx()) };
    let font = (theme::plain(theme::TEXT_SMALL), view.theme.sub);
    parts::facts(ui, line(1.0).left_center(), &details(view.text, review), font, wide);
}

/// The players, or else the name of the file.
pub(super) fn title(view: &View<'_>, review: &Review) -> String {
    let [red, black] = Side::ALL.map(|side| review.player(side).trim());
    match (red, black) {
        ("", "") if review.file().is_empty() => view.text.records.untitled.to_owned(),
        ("", "") => review.file().to_owned(),
        _ => format!("{}{}{}", or_dash(red), view.text.versus, or_dash(black)),
    }
}

fn or_dash(name: &str) -> &str {
    if name.is_empty() { "—" } else { name }
}

/// The date, the competition and the file.
fn details(text: &Text, review: &Review) -> Vec<String> {
    let tree = review.tree();
    let named = Side::ALL.into_iter().any(|side| !review.player(side).trim().is_empty());
    let file = if named { review.file() } else { "" };
    let value = |name| tree.tag(name).map(str::trim).filter(|value| !value.starts_with('?'));
    let tags = [tag::DATE, tag::EVENT, tag::ROUND, tag::OPENING].map(value);
    let time = value(tag::TIME_CONTROL).map(|time| written_time(text, time));
    let shown = tags.into_iter().flatten().chain(time.as_deref()).chain([file]);
    shown.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// The time control of a record as the user reads it: PGN writes seconds, such as `900+5`.
fn written_time(text: &Text, value: &str) -> String {
    let (game, increment) = value.split_once('+').unwrap_or((value, "0"));
    let ms = |seconds: &str| seconds.parse::<u32>().ok()?.checked_mul(1_000);
    match (ms(game), ms(increment)) {
        (Some(game_ms), Some(increment_ms)) => {
            text.time_short(TimeControl { game_ms, increment_ms, ..TimeControl::UNTIMED })
        }
        _ => value.to_owned(),
    }
}

/// Shows the moves with their variations, below what its file and its position need to say.
pub(super) fn list(view: &View<'_>, ui: &mut Ui, reviewing: &Reviewing, actions: &mut Vec<Action>) {
    let review = reviewing.review();
    let place = ui.max_rect();
    card(ui, place, CardLook::Plain);
    let mut inner = place.shrink2(vec2(12.0, 8.0));
    if let Some(missing) = reviewing.missing() {
        let message = view.text.records.missing(missing);
        inner = parts::banner(&view.theme, ui, inner, "review.missing", &message);
    }
    let faults = review.notes().iter().filter(|note| note.kind.is_fault());
    let faults: Vec<String> = faults.take(2).map(|note| view.text.records.note(note)).collect();
    inner = parts::banners(&view.theme, ui, inner, "review.note", &faults);
    inner = notes::line(view, ui, inner, reviewing, actions);
    if let Some(repetition) = review.repetition() {
        let write = |ply| match review.label_at(ply)? {
            Label::Xiangqi(mv) => Some(mv.text(view.app.notation())),
            Label::Luzhanqi(_) => None,
        };
        let message = view.text.repetition(repetition, &repetition.moves(view.text.list_comma, write));
        inner = parts::banner(&view.theme, ui, inner, "review.repetition", &message);
    }
    if review.tree().ply_count() == 0 {
        let (at, font) = (inner.min + vec2(8.0, 10.0), theme::plain(14.0));
        parts::paragraph(ui, at, view.text.records.no_moves, font, view.theme.sub, inner.width() - 16.0);
        return;
    }
    let inner = typed_move::above(view, ui.ctx(), review, (place, inner));
    let source = Recorded { view, review };
    let shown = Some(review.node());
    if let Some(node) = move_list::show(view, ui, inner, &source, (0, shown)) {
        actions.push(Action::Review(ReviewAction::GoTo(node)));
    }
}

/// The moves of the record.
struct Recorded<'a> {
    view: &'a View<'a>,
    review: &'a Review,
}

impl Recorded<'_> {
    /// The assessment of the record, or else that of the engine.
    fn glyph(&self, node: NodeId) -> &'static str {
        let of_record = self.review.tree().annotation(node).glyphs.iter().find_map(|glyph| glyph.symbol());
        let of_engine = || glyph_of(self.review.judgement(node)?.0).symbol();
        of_record.or_else(of_engine).unwrap_or_default()
    }

    const fn rows(&self) -> &TreeRows {
        self.review.rows()
    }
}

impl MoveRows for Recorded<'_> {
    type Key = NodeId;

    fn count(&self) -> usize {
        self.rows().count()
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
        let annotation = self.review.tree().annotation(node);
        let label = self.review.label(node);
        let marks = |of: fn(&chuhe_model::table::MoveNotation) -> bool| match label {
            Some(Label::Xiangqi(mv)) => of(mv),
            Some(Label::Luzhanqi(_)) | None => false,
        };
        Cell {
            text: label.map_or_else(String::new, |label| self.view.app.move_text(label)),
            explained: explained(self.view.text, self.review, node),
            glyph: self.glyph(node),
            captures: marks(|mv| mv.captures),
            checks: marks(|mv| mv.checks),
            repeats: self.review.repeats(node),
            spent_ms: annotation.spent_ms,
        }
    }

    fn has_long_moves(&self) -> bool {
        matches!(self.review.board_of(), BoardOf::Luzhanqi(_))
    }

    fn lead(&self, node: NodeId) -> Lead {
        self.review.lead(node)
    }

    fn comment(&self, node: NodeId, before: bool) -> &str {
        let annotation = self.review.tree().annotation(node);
        if before { &annotation.before } else { &annotation.comment }
    }

    fn name(&self, _: NodeId, row: usize, column: usize) -> String {
        format!("move.{row}.{column}")
    }
}

/// Says in a sentence who moved what where in luzhanqi, and what fell; empty for a move of xiangqi.
fn explained(text: &Text, review: &Review, node: NodeId) -> String {
    let Some(Label::Luzhanqi(written)) = review.label(node) else { return String::new() };
    let (first, _) = review.first();
    let by = if review.tree().ply(node).is_multiple_of(2) { first.opponent() } else { first };
    text.ply_sentence(by, None, written)
}

/// A small button that edits the record.
pub(super) struct Edit<'a> {
    pub(super) name: &'static str,
    pub(super) label: &'a str,
    pub(super) hint: &'static str,
    /// What it lacks while it is disabled.
    pub(super) lacks: Option<&'static str>,
    pub(super) chosen: bool,
    pub(super) action: ReviewAction,
}

/// Shows the assessments with undo and redo, and the edits of variations below.
pub(super) fn edits(view: &View<'_>, ui: &mut Ui, review: &Review, actions: &mut Vec<Action>) {
    let (text, place) = (view.text.records, ui.max_rect());
    let (at_move, set) = (review.node() != NodeId::ROOT, &review.tree().annotation(review.node()).glyphs);
    let glyphs = [
        ("review.glyph.1", Glyph::GOOD),
        ("review.glyph.2", Glyph::MISTAKE),
        ("review.glyph.3", Glyph::BRILLIANT),
        ("review.glyph.4", Glyph::BLUNDER),
        ("review.glyph.5", Glyph::INTERESTING),
        ("review.glyph.6", Glyph::DUBIOUS),
    ];
    let assess = glyphs.map(|(name, glyph)| Edit {
        name,
        label: glyph.symbol().unwrap_or_default(),
        hint: text.assess,
        lacks: lacks(at_move, text.no_move_here),
        chosen: set.contains(&glyph),
        action: ReviewAction::Glyph(glyph),
    });
    let (undo, redo) = review.can_undo();
    let edit = |name, (label, hint), lacks, action| Edit { name, label, hint, lacks, chosen: false, action };
    let (no_undo, no_redo) = (lacks(undo, text.nothing_to_undo), lacks(redo, text.nothing_to_redo));
    let marked = !review.tree().annotation(review.node()).marks.is_empty();
    let mut first: Vec<Edit> = assess.into();
    first.push(edit("review.undo", (text.undo, text.undo), no_undo, ReviewAction::Undo));
    first.push(edit("review.redo", (text.redo, text.redo), no_redo, ReviewAction::Redo));
    let variation = |name, labels, edit_| {
        let why = match edit_ {
            _ if !at_move => text.no_move_here,
            VariationEdit::Promote => text.none_above,
            VariationEdit::Demote => text.none_below,
            VariationEdit::MakeMain | VariationEdit::Delete => text.is_main_line,
        };
        edit(name, labels, lacks(review.allows(edit_), why), ReviewAction::Variation(edit_))
    };
    let second = vec![
        variation("review.promote", (text.promote, text.promote_hint), VariationEdit::Promote),
        variation("review.demote", (text.demote, text.demote_hint), VariationEdit::Demote),
        variation("review.main", (text.make_main, text.make_main_hint), VariationEdit::MakeMain),
        variation("review.delete", (text.delete, text.delete_hint), VariationEdit::Delete),
        edit(
            "review.unmark",
            (text.clear_marks, text.marks_hint),
            lacks(marked, text.no_marks),
            ReviewAction::ClearMarks,
        ),
    ];
    if theme::is_touch(ui.ctx()) {
        // fingers need more rows
        let (assess, rest) = first.split_at(glyphs.len());
        let (moves, others) = second.split_at(2);
        for (index, row) in [assess, rest, moves, others].into_iter().enumerate() {
            row_of(view, ui, touch_row(place, index), row, actions);
        }
        return;
    }
    let upper = place.with_max_y(place.top() + SMALL);
    row_of(view, ui, upper, &first, actions);
    row_of(view, ui, place.with_min_y(place.bottom() - SMALL), &second, actions);
}

/// The height of the rows that edit the record.
pub(super) fn edits_height(ui: &Ui) -> f32 {
    if theme::is_touch(ui.ctx()) { 4.0 * (theme::TOUCH + 6.0) } else { EDITS }
}

/// The place of a row for fingers.
fn touch_row(place: Rect, index: usize) -> Rect {
    let top = place.top() + (theme::TOUCH + 6.0) * index as f32;
    place.with_min_y(top).with_max_y(top + theme::TOUCH)
}

/// Shows small buttons in a row, each as wide as its label needs.
pub(super) fn row_of(view: &View<'_>, ui: &mut Ui, place: Rect, row: &[Edit<'_>], actions: &mut Vec<Action>) {
    let gap = 6.0;
    let font = theme::plain(theme::TEXT_SMALL);
    let wide =
        |edit: &Edit<'_>| parts::line(ui.ctx(), edit.label, font.clone(), view.theme.ink, 200.0).size().x;
    let needed: Vec<f32> = row.iter().map(wide).collect();
    let spare = place.width() - gap * row.len().saturating_sub(1) as f32 - needed.iter().sum::<f32>();
    let padding = spare / row.len() as f32;
    let mut left = place.left();
    for (edit, needed) in row.iter().zip(needed) {
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(needed + padding, place.height()));
        if small_button(view, ui, rect, edit) {
            actions.push(Action::Review(edit.action.clone()));
        }
        left = rect.right() + gap;
    }
}

fn small_button(view: &View<'_>, ui: &mut Ui, rect: Rect, edit: &Edit<'_>) -> bool {
    let Edit { name, label, hint, lacks, chosen, .. } = edit;
    let (enabled, permit) = (lacks.is_none(), unless(*lacks, hint));
    let response = permitted(ui, name, permit, |ui| parts::clickable(ui, rect, name, label, *chosen));
    let theme = &view.theme;
    let hot = enabled && (response.hovered() || response.has_focus());
    let (fill, edge, ink) = match (enabled, chosen, hot) {
        (false, _, _) => (theme.panel, theme.border, theme.hint),
        (true, true, _) => (theme.jade, theme.jade, theme.on_jade),
        (true, false, true) => (theme.surface_hover, theme.jade, theme.jade),
        (true, false, false) => (theme.surface, theme.surface_border, theme.ink),
    };
    let edge = egui::Stroke::new(1.0, edge);
    ui.painter().rect(rect, theme::RADIUS_MARK, fill, edge, egui::StrokeKind::Inside);
    let font = theme::plain(theme::TEXT_SMALL);
    parts::text(ui, rect.center(), Align2::CENTER_CENTER, label, font, ink, rect.width() - 4.0);
    response.on_hover_text(*hint).clicked()
}

/// The height of the links above the comment.
const PLACES: f32 = 24.0;

/// Shows the field with the comment on the shown move, after it or before it.
pub(super) fn comment(view: &View<'_>, ui: &mut Ui, review: &Review, actions: &mut Vec<Action>) {
    let text = view.text.records;
    let node = review.node();
    let annotation = review.tree().annotation(node);
    let before = review.edits_comment_before();
    let place = ui.max_rect();
    let mut area = place;
    if node != NodeId::ROOT {
        area.min.y += theme::height(ui.ctx(), PLACES);
        comment_places(ui, place.with_max_y(area.top()), (text, before), actions);
    }
    let (field, comment) = if before {
        (Field::CommentBefore, &annotation.before)
    } else {
        (Field::Comment, &annotation.comment)
    };
    let hint = match (node, before) {
        (NodeId::ROOT, _) => text.comment_on_game,
        (_, true) => text.comment_before_hint,
        (_, false) => text.comment_hint,
    };
    let mut edited = comment.clone();
    let response = parts::inside(ui, "comment", area, |ui| {
        let subject = (review.number, node, before);
        widgets::text_area(ui, "review.comment", subject, &mut edited, hint)
    });
    // the next move has a field of its own, which would not have the keyboard
    if response.has_focus() && review.is_playing() {
        actions.push(Action::Review(ReviewAction::Play));
    }
    if edited != *comment {
        actions.push(Action::Edit(field, edited));
    }
}

/// Shows whether the field has the comment before or after the move.
fn comment_places(ui: &mut Ui, place: Rect, (text, before): (&RecordsText, bool), actions: &mut Vec<Action>) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.scope_builder(egui::UiBuilder::new().max_rect(place).layout(layout), |ui| {
        for (name, label, is_before) in
            [("comment.after", text.comment_after, false), ("comment.before", text.comment_before, true)]
        {
            let chosen = before == is_before;
            if widgets::tab_link(ui, name, label, chosen).clicked() {
                actions.push(Action::Review(ReviewAction::CommentPlace(is_before)));
            }
        }
    });
}

/// Shows the buttons for files and for closing the screen.
pub(super) fn buttons(view: &View<'_>, ui: &mut Ui, review: &Review, actions: &mut Vec<Action>) {
    let (text, place) = (view.text.records, ui.max_rect());
    let mut row = vec![
        ("review.open", text.open, ButtonKind::Plain, Action::Review(ReviewAction::AskOpen)),
        ("review.save", text.save, ButtonKind::Primary, Action::Review(ReviewAction::AskSave)),
        ("review.close", view.text.close, ButtonKind::Plain, Action::Review(ReviewAction::Leave)),
    ];
    if review.board_of() == BoardOf::Xiangqi {
        let set_up = Action::SetUp(SetUpAction::OpenForReview);
        row.insert(1, ("review.setup", text.set_up, ButtonKind::Plain, set_up));
    }
    let gap = 6.0;
    let font = theme::plain(theme::TEXT);
    let wide = |label| parts::line(ui.ctx(), label, font.clone(), view.theme.ink, 200.0).size().x + 32.0;
    let needed: Vec<f32> = row.iter().map(|(_, label, _, _)| wide(label)).collect();
    let spare = place.width() - gap * row.len().saturating_sub(1) as f32 - needed.iter().sum::<f32>();
    let more = spare / row.len() as f32;
    let mut left = place.left();
    for ((name, label, kind, action), needed) in row.into_iter().zip(needed) {
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(needed + more, place.height()));
        if button_at(ui, rect, name, label, kind, Ok(())) {
            actions.push(action);
        }
        left = rect.right() + gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::choices::lang::Lang;
    use chuhe_records::{GameTree, LuzhanqiStart};
    use chuhe_rules::PerColor;
    use chuhe_rules::luzhanqi::{BoardKind, Formation, Move, Options};

    const FORMATION: &str = "luzhanqi layout 1\nMGDDB\nB.R.R\nTT.CC\nC.P.P\nPLXLX\nEFLEE\n";

    #[test]
    fn a_move_of_luzhanqi_is_explained_in_a_sentence() {
        let formations = PerColor::splat(Formation::from_text(FORMATION).unwrap());
        let start = LuzhanqiStart { board: BoardKind::Classic, options: Options::default(), formations };
        let mut tree = GameTree::new(start);
        let mut replay = tree.replay();
        let moves = ["s11n15", "n12n22"].map(|mv| mv.parse::<Move>().unwrap());
        let [first, second] = moves.map(|mv| replay.play(&mut tree, mv).unwrap());
        let review = Review::new(tree.into());
        let text = Text::of(Lang::En);
        let battle = explained(text, &review, first);
        assert!(
            battle.contains("Red") && battle.contains("Marshal") && battle.contains("Brigadier"),
            "{battle}"
        );
        assert!(explained(text, &review, second).contains("Black"));
    }

    #[test]
    fn the_time_control_of_a_record_is_written_in_words() {
        let text = Text::of(Lang::En);
        let standard = TimeControl { game_ms: 900_000, increment_ms: 5_000, ..TimeControl::UNTIMED };
        assert_eq!(written_time(text, "900+5"), text.time_short(standard));
        assert_eq!(written_time(text, "900"), text.time_short(TimeControl { increment_ms: 0, ..standard }));
        for other in ["40/7200:3600", "-", "4294967295"] {
            assert_eq!(written_time(text, other), other);
        }
    }
}
