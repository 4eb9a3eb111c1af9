//! A board at which the user exercises alone, with words beside it, or below it on a phone.

use super::parts::{self, CardLook, card, region};
use super::view::View;
use super::{board_focus, links, notices, side, status_line, typed_move};
use crate::widgets::{self, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::exercise::Exercise;
use chuhe_model::layout::table_layout::TableLayout;
use chuhe_view::{Button, Fact, Field, Role};
use egui::{Align, Context, Layout, Rect, RichText, Ui, UiBuilder, pos2, vec2};

const PADDING: f32 = 18.0;
const PHONE_MARGIN: f32 = 6.0;
/// Between two answers.
const GAP: f32 = 6.0;
/// The width of the links at the right of the footer.
const LINKS: f32 = 240.0;

/// What stands where.
pub(super) struct Place<'a> {
    /// The name of the screen, with which the names of its regions begin.
    pub(super) name: &'static str,
    /// The board.
    pub(super) exercise: &'a dyn Exercise,
    /// The answers to choose from, which stand between the words and the buttons on a phone: the words may need to scroll.
    pub(super) answers: &'a [Button],
    /// The buttons below the words, the likeliest first. The last leaves the screen.
    pub(super) buttons: [&'a Button; 3],
    /// What the enter key presses, if anything.
    pub(super) next: Option<&'a Button>,
    /// The field for a typed move, which lies over the words.
    pub(super) typed: &'a Field,
}

/// Shows the words beside the board.
pub(super) fn show(
    view: &View<'_>,
    ctx: &Context,
    place: &Place<'_>,
    actions: &mut Vec<Action>,
    words: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let name = |part: &str| format!("{}.{part}", place.name);
    ui_trace::screen(ctx, place.name);
    let layout = TableLayout::of_exercise(view.area, place.exercise.board_of(), place.exercise.bottom());
    let is_phone = view.area.form.is_phone();
    let side = if is_phone { layout.side.shrink(PHONE_MARGIN) } else { layout.side };
    let height = if is_phone { theme::TOUCH } else { theme::HEIGHT_BUTTON };
    let buttons = side.with_min_y(side.bottom() - height);
    let mut panel = side.with_max_y(buttons.top() - if is_phone { PHONE_MARGIN } else { theme::SPACE });
    if is_phone && !place.answers.is_empty() {
        let answers = panel.with_min_y(panel.bottom() - height);
        region(ctx, &name("answers"), answers, |ui| self::answers(ui, place.answers, actions));
        panel = panel.with_max_y(answers.top() - PHONE_MARGIN);
    }
    board_focus::show(view, ctx, layout.board.panel(), actions);
    region(ctx, &name("buttons"), buttons, |ui| end(ui, place, actions));
    if is_phone {
        let (rest, line) = status_line::split_end(view, ctx, panel);
        let (rest, notice) = notices::split_end(view, ctx, rest);
        notices::place(ctx, notice, notice.center().x);
        region(ctx, &name("line"), line, |ui| {
            status_line::bottom_line(view, ui, line, line.center().x, actions);
        });
        panel = rest;
    }
    region(ctx, &name("panel"), panel, |ui| {
        card(ui, panel, CardLook::Plain);
        let inner = panel.shrink(if is_phone { 8.0 } else { PADDING });
        parts::scroll(ui, &name("scroll"), inner, false, |ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, if is_phone { 4.0 } else { 10.0 });
            ui.set_max_width(inner.width() - 14.0);
            words(ui, actions);
        });
    });
    if !is_phone {
        region(ctx, &name("footer"), layout.footer, |ui| footer(view, ui, layout.board.panel(), actions));
    }
    let is_busy = view.app.pane().cursor().is_some() || view.is_covered();
    if !is_busy && view.pressed(ctx, egui::Key::Escape) {
        actions.push(place.buttons[2].action.clone());
    } else if !is_busy && view.pressed(ctx, egui::Key::Enter) {
        actions.extend(place.next.and_then(Button::press));
    }
    if !view.is_covered() {
        typed_move::show(view, ctx, place.exercise, Some(place.typed), panel, actions);
    }
}

/// Shows a title, and beside it what the title leaves open.
pub(super) fn title(view: &View<'_>, ui: &mut Ui, title: &str, about: &Fact) {
    ui.horizontal_wrapped(|ui| {
        widgets::heading(ui, title);
        parts::said(view, ui, about);
    });
}

/// Shows what to do.
pub(super) fn task(view: &View<'_>, ui: &mut Ui, task: &Fact) {
    let size = if view.area.form.is_phone() { theme::TEXT } else { theme::TEXT_LARGE };
    label(ui, task, RichText::new(&task.label).font(theme::bold(size)).color(view.theme.ink));
}

/// Shows what is said to the last move, and scrolls to it once it is new: the words may have been scrolled away from it.
pub(super) fn reply(view: &View<'_>, ui: &mut Ui, reply: Option<&Fact>) {
    let said = reply.map(|reply| ui.scope(|ui| parts::said(view, ui, reply)).response);
    let label = reply.map(|reply| reply.label.clone());
    let id = ui.id().with("reply");
    let before: Option<Option<String>> = ui.data(|data| data.get_temp(id));
    if before.as_ref() != Some(&label) {
        ui.data_mut(|data| data.insert_temp(id, label));
        said.iter().for_each(|said| said.scroll_to_me(None));
    }
}

/// Shows what else there is to know.
pub(super) fn quiet(view: &View<'_>, ui: &mut Ui, fact: &Fact) {
    label(ui, fact, RichText::new(&fact.label).font(theme::plain(theme::TEXT)).color(view.theme.sub));
}

fn label(ui: &mut Ui, fact: &Fact, text: RichText) {
    let response = ui.label(text);
    ui_trace::record(ui, &fact.id, &fact.label, &response);
}

/// Shows answers to choose from in a row, the chosen one as a button that is pressed.
fn answers(ui: &mut Ui, answers: &[Button], actions: &mut Vec<Action>) {
    let place = ui.max_rect();
    let room = place.width() - GAP * (answers.len() as f32 - 1.0);
    let (mut left, widths) = (place.left(), side::divided(ui, answers, room));
    let rect = |width| {
        let rect = Rect::from_min_size(pos2(left, place.top()), vec2(width, place.height()));
        left = rect.right() + GAP;
        rect
    };
    let places: Vec<Rect> = widths.into_iter().map(rect).collect();
    let shown = |answer: &Button| {
        let role = if answer.is_chosen() { Role::Primary } else { Role::Plain };
        Button { role, ..answer.clone() }
    };
    let shown: Vec<Button> = answers.iter().map(shown).collect();
    actions.extend(parts::offered_side_by_side(ui, &shown, &places));
}

/// Shows the buttons below the words.
fn end(ui: &mut Ui, it: &Place<'_>, actions: &mut Vec<Action>) {
    let (place, gap) = (ui.max_rect(), 8.0);
    let (wide, rest) = (place.width() * 0.46, place.width() * 0.54);
    let (first, others) = place.split_left_right_at_x(place.left() + wide);
    let (second, last) = others.split_left_right_at_x(others.left() + rest * 0.44);
    let places = [first.with_max_x(first.right() - gap), second.with_max_x(second.right() - gap), last];
    actions.extend(parts::offered_side_by_side(ui, &it.buttons, &places));
}

fn footer(view: &View<'_>, ui: &mut Ui, board: Rect, actions: &mut Vec<Action>) {
    let (line, right) = status_line::split_footer(ui.max_rect());
    let left = if line == right { line.with_max_x(line.right() - LINKS) } else { line };
    status_line::bottom_line(view, ui, left, board.center().x, actions);
    let builder = UiBuilder::new().max_rect(right).layout(Layout::right_to_left(Align::Center));
    ui.scope_builder(builder, |ui| links::links(view, ui, actions));
}
