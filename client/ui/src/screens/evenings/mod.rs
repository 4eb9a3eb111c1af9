//! Evenings: the list, the plan of a new one, an evening with its pages, and the same on the wall.

mod boards;
mod pages;
mod plan;
mod table;
mod wall;

use super::parts::{self, CardLook, card, inside, region};
use super::view::View;
use super::{described, invitation, links, notices, status_line};
use crate::widgets::keys::{pressed, pressed_of};
use crate::widgets::qr_code::Modules;
use crate::widgets::{self, theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use chuhe_model::layout::form::Form;
use chuhe_view::evening::{EveningView, EveningsView, ListView, PageView};
use chuhe_view::{Button, Choice, Entry, Field, Group, Part};
use egui::{Align, Align2, Context, Key, Layout, Rect, Stroke, Ui, UiBuilder, pos2, vec2};

/// The field of a reason.
const WORDS: &str = "evening.dialog.words";
/// The height of the head, and that of a phone.
const HEAD: f32 = 65.0;
const PHONE_HEAD: f32 = 50.0;
/// The height of the status line at the bottom.
const BOTTOM: f32 = 54.0;
/// The greatest width of the contents.
const WIDEST: f32 = 1_120.0;
/// The width of the dialogs.
const DIALOG: f32 = 560.0;
/// The height of the field for pasted lines.
const LINES: f32 = 170.0;
/// The height of what is said about them: that a name is there already takes three lines on a phone.
const SAID: f32 = 66.0;
/// The size of the QR code.
const CODE: f32 = 300.0;
/// The room for the bar that scrolls.
const BAR: f32 = 14.0;
/// A window lower than this is low.
const LOW: f32 = 480.0;
/// The height of the buttons at the end of the plan, with what is wrong above them.
const END: f32 = 84.0;

#[inline(never)]
pub(super) fn show(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let Some(it) = EveningsView::of(&view.model()) else { return };
    let window = ctx.screen_rect();
    region(ctx, "evenings", window, |ui| match &it {
        EveningsView::Wall(wall) => wall::show(view, ui, wall, actions),
        EveningsView::List(list) => {
            let body = frame(view, ui, list.heading, &[], &list.back, None, actions);
            self::list(view, ui, list, body, actions);
        }
        EveningsView::Plan(plan) => {
            let body = frame(view, ui, plan.heading, &[], &plan.back, None, actions);
            // a phone on its side has no room for buttons that stay
            let high = if window.height() < LOW { 0.0 } else { END };
            let (above, end) = body.split_top_bottom_at_y(body.bottom() - high);
            scroll(view, ui, "evenings.plan", above, |ui| {
                plan::show(view, ui, plan, actions);
                if high == 0.0 {
                    plan::end(view, ui, plan, actions);
                }
            });
            if high > 0.0 {
                inside(ui, "evenings.plan.end", end, |ui| plan::end(view, ui, plan, actions));
            }
        }
        EveningsView::Absent(said, back) => {
            let body = frame(view, ui, view.text.tournaments, &[], back, None, actions);
            inside(ui, "evenings.absent", body, |ui| parts::said(view, ui, said));
        }
        EveningsView::Boards(shown) => {
            let body = frame(view, ui, &shown.heading, &[], &shown.back, None, actions);
            boards::show(view, ui, shown, body, actions);
        }
        EveningsView::Evening(evening) => self::evening(view, ui, evening, actions),
    });
    let dialog = chuhe_view::evening::dialog(&view.model());
    if let EveningsView::Evening(evening) = &it
        && !view.is_covered()
        && !view.focused
    {
        match &dialog {
            None => keys(ctx, evening, actions),
            Some(dialog) if dialog.id == chuhe_view::evening::BOARD => {
                let typed = result_key(ctx, evening, &[KeyUse::TypeResult]);
                actions.extend(typed.and_then(Button::press));
            }
            Some(_) => {}
        }
    }
    let steps_back = dialog.is_none() && !view.is_covered() && view.pressed(ctx, Key::Escape);
    actions.extend(back(&it).filter(|_| steps_back).and_then(Button::press));
    focus_text(ctx, dialog.as_ref());
    if let Some(group) = dialog {
        described::dialog_with(view, ctx, &group, DIALOG, actions, |ui, chosen| contents(ui, &group, chosen));
    }
}

/// What goes back by a step, where nothing else takes the key for it.
fn back<'a>(it: &'a EveningsView<'_>) -> Option<&'a Button> {
    match it {
        EveningsView::Plan(it) => Some(&it.back),
        // a marked board is let go first
        EveningsView::Evening(it) => match &it.page {
            PageView::Organise(page) if page.keys.marked.is_some() => None,
            PageView::Organise(_) | PageView::Round { .. } | PageView::Standings { .. } => Some(&it.back),
            PageView::Players(_) | PageView::Log(_) => Some(&it.back),
        },
        EveningsView::Absent(_, back) => Some(back),
        EveningsView::Boards(it) => Some(&it.back),
        EveningsView::List(_) | EveningsView::Wall(_) => None,
    }
}

/// Once a dialog opens that wants a reason or players, they can be typed at once; a phone's keyboard would hide what it is
/// about.
fn focus_text(ctx: &Context, dialog: Option<&Group>) {
    let is_of = |field: &&str| dialog.is_some_and(|group| group.parts.iter().any(|part| part.id() == *field));
    let wants = [WORDS, chuhe_view::evening::PASTE].into_iter().find(is_of);
    let id = egui::Id::new("evening.dialog.wants");
    let (before, frames): (Option<&'static str>, u8) = ctx.data(|data| data.get_temp(id)).unwrap_or_default();
    let frames = if before == wants { frames } else { 0 };
    ctx.data_mut(|data| data.insert_temp(id, (wants, frames.saturating_add(1))));
    // in the first frame of a dialog what scrolls in it is not there yet
    if let Some(name) = wants.filter(|_| frames < 2 && !theme::is_touch(ctx)) {
        let field = widgets::field_id(name);
        // the field of several lines has an id with its subject, which is nothing
        let field = if name == WORDS { field } else { field.with(()) };
        ctx.memory_mut(|memory| memory.request_focus(field));
        ctx.request_repaint();
    }
}

/// Reads the keys of an evening: digits show its pages, and an organiser pairs the next round. While a board is marked,
/// digits are its result.
fn keys(ctx: &Context, it: &EveningView<'_>, actions: &mut Vec<Action>) {
    let uses = [KeyUse::PreviousBoard, KeyUse::NextBoard, KeyUse::TypeResult, KeyUse::LetGo, KeyUse::Pause];
    if let Some(used) = result_key(ctx, it, &uses) {
        return actions.extend(used.press());
    }
    let page = ctx.input(|input| pressed_of(input, KeyPlace::Tournament, KeyUse::TournamentPage));
    actions.extend(page.and_then(|page| it.tabs.options.get(page)).and_then(Button::press));
    let pairs = ctx.input(|input| pressed(input, KeyPlace::Tournament, KeyUse::PairNext));
    actions.extend(it.pair_next().filter(|_| pairs).and_then(Button::press));
}

/// What a key does in an organiser's list of boards, if one of these is pressed.
fn result_key<'a>(ctx: &Context, it: &'a EveningView<'_>, uses: &[KeyUse]) -> Option<&'a Button> {
    let PageView::Organise(page) = &it.page else { return None };
    uses.iter().find_map(|key| {
        let place = if *key == KeyUse::Pause { KeyPlace::Tournament } else { KeyPlace::Results };
        page.keys.button(*key, ctx.input(|input| pressed_of(input, place, *key))?)
    })
}

/// Shows the parts of a dialog: the field for pasted lines has several of them, and a link is a QR code.
fn contents(ui: &mut Ui, group: &Group, chosen: &mut Vec<Action>) -> bool {
    if group.id == chuhe_view::evening::QR {
        qr(ui, group);
    }
    let is_paste = |part: &Part| part.id() == chuhe_view::evening::PASTE;
    let Some(at) = group.parts.iter().position(is_paste) else {
        return described::parts(ui, &group.parts, chosen);
    };
    let (above, rest) = group.parts.split_at(at);
    let mut entered = described::parts(ui, above, chosen);
    if let Some(Part::Field(field)) = rest.first() {
        lines(ui, field, chosen);
    }
    // its place is there before anything is wrong, so that the buttons below stay where they are
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), SAID), egui::Sense::hover());
    parts::scroll(ui, "evening.paste.said", place, false, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        entered |= described::parts(ui, rest.get(1..).unwrap_or_default(), chosen);
    });
    entered
}

/// Draws the QR code of the link in this dialog.
fn qr(ui: &mut Ui, group: &Group) {
    let mut facts =
        group.parts.iter().filter_map(|part| if let Part::Fact(it) = part { Some(&it.label) } else { None });
    let Some(link) = facts.next_back() else { return };
    if let Some(modules) = Modules::of(link) {
        let side = CODE.min(ui.ctx().screen_rect().height() * 0.5).min(ui.available_width());
        invitation::draw_code(ui, &modules, side, link);
    }
}

/// Shows a field of several lines.
fn lines(ui: &mut Ui, field: &Field, chosen: &mut Vec<Action>) {
    let Entry::Text(to, text) = &field.entry else { return };
    let height = LINES.min(ui.ctx().screen_rect().height() * 0.35);
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), egui::Sense::hover());
    let mut edited = text.clone();
    inside(ui, &field.id, place, |ui| widgets::text_area(ui, &field.id, (), &mut edited, &field.example));
    if edited != *text {
        chosen.push(Action::Edit(*to, edited));
    }
}

/// The tabs of an evening, and the action of the one that was chosen.
fn tabs(view: &View<'_>, ui: &mut Ui, tabs: &Choice, place: Rect) -> Option<Action> {
    parts::tabs(tabs, |labels, chosen| {
        inside(ui, "evening.tabs", place, |ui| {
            widgets::tab_row(ui, place, labels, chosen, view.theme.jade.fill, None)
        })
    })
}

/// Shows the head and the line at the bottom, and returns the place between them.
fn frame(
    view: &View<'_>,
    ui: &mut Ui,
    title: &str,
    facts: &[String],
    back: &Button,
    choice: Option<&Choice>,
    actions: &mut Vec<Action>,
) -> Rect {
    let window = ui.max_rect();
    if view.area.form.is_phone() {
        return phone_frame(view, ui, title, back, choice, actions);
    }
    let edge = f32::max(24.0, (window.width() - WIDEST) / 2.0);
    let bar = window.with_max_y(window.top() + HEAD);
    ui.painter().rect_filled(bar, 0.0, view.theme.panel);
    ui.painter().hline(bar.x_range(), bar.bottom() - 0.5, Stroke::new(1.5, view.theme.border));
    let right = bar.with_min_x(bar.center().x).with_max_x(bar.right() - edge);
    let links = parts::from_right(ui, right, Align::Center, |ui| {
        links::links(view, ui, actions);
        actions.extend(parts::linked(ui, back));
    });
    let left = links.response.rect.left().max(bar.center().x);
    let room = left - edge - 16.0;
    let middle = bar.center().y;
    let (at, font) = (pos2(edge, middle), theme::bold(theme::TEXT_HEADING));
    let shown = parts::text(ui, at, Align2::LEFT_CENTER, title, font, view.theme.ink, room);
    let traced = ui.interact(shown, ui.id().with("evenings.title"), egui::Sense::hover());
    ui_trace::record(ui, "evenings.title", title, &traced);
    let body = Rect::from_min_max(
        pos2(edge, bar.bottom() + 18.0),
        pos2(window.right() - edge, window.bottom() - BOTTOM),
    );
    card(ui, body, CardLook::Plain);
    let bottom = Rect::from_min_max(pos2(edge, body.bottom()), pos2(body.right(), window.bottom()));
    status_line::bottom_line(view, ui, bottom, window.center().x, actions);
    let mut inner = body.shrink2(vec2(22.0, 12.0));
    if let Some(choice) = choice {
        let (row, rest) = inner.split_top_bottom_at_y(inner.top() + 46.0);
        let clicked = parts::tabs(choice, |labels, chosen| {
            inside(ui, "evening.tabs", row, |ui| {
                widgets::tab_bar(
                    ui,
                    labels,
                    chosen.unwrap_or_default(),
                    view.theme.jade.fill,
                    12.0,
                    0.0,
                    None,
                )
            })
        });
        actions.extend(clicked);
        inner = rest.with_min_y(rest.top() + 6.0);
    }
    if !facts.is_empty() {
        let (at, font) = (pos2(inner.left(), inner.top() + 12.0), theme::plain(14.0));
        parts::facts(ui, "evening.facts", at, facts, font, view.theme.sub, inner.width());
        inner = inner.with_min_y(inner.top() + 32.0);
    }
    inner
}

/// The same on a phone: upright with the tabs at the bottom, on its side with the tabs in the head.
fn phone_frame(
    view: &View<'_>,
    ui: &mut Ui,
    title: &str,
    back: &Button,
    choice: Option<&Choice>,
    actions: &mut Vec<Action>,
) -> Rect {
    let window = ui.max_rect();
    let (mut head, mut body) = window.split_top_bottom_at_y(window.top() + PHONE_HEAD);
    ui.painter().rect_filled(head, 0.0, view.theme.panel);
    let is_upright = view.area.form == Form::Portrait;
    if let Some(choice) = choice {
        let place = if is_upright {
            let (above, row) = body.split_top_bottom_at_y(body.bottom() - widgets::TAB_ROW);
            body = above;
            row
        } else {
            let (left, right) = head.split_left_right_at_fraction(0.42);
            head = left;
            right
        };
        ui.painter().rect_filled(place, 0.0, view.theme.panel);
        actions.extend(tabs(view, ui, choice, place));
    }
    // the words are as far from the edges as the contents: a link has room beside its own
    let head = head.with_min_x(head.left() + 10.0).with_max_x(head.right() - 14.0);
    let builder = UiBuilder::new().max_rect(head).layout(Layout::left_to_right(Align::Center));
    let shown = ui.scope_builder(builder, |ui| actions.extend(parts::linked(ui, back)));
    let left = shown.response.rect.right() + 10.0;
    let room = head.right() - left;
    let wide = |size| parts::line(ui.ctx(), title, theme::bold(size), view.theme.ink, f32::INFINITY).size().x;
    let sizes = [theme::TEXT_LARGE, theme::TEXT];
    let size = sizes.into_iter().find(|size| wide(*size) <= room).unwrap_or(theme::TEXT_SMALL);
    parts::text(
        ui,
        head.right_center(),
        Align2::RIGHT_CENTER,
        title,
        theme::bold(size),
        view.theme.ink,
        room,
    );
    let body = body.shrink2(vec2(8.0, 6.0));
    let (place, notice) = notices::split_end(view, ui.ctx(), body);
    let bottom = body.with_min_y(body.bottom() - BOTTOM);
    status_line::bottom_line(view, ui, bottom, bottom.center().x, actions);
    notices::place(ui.ctx(), notice, notice.center().x);
    place.shrink2(vec2(6.0, 0.0))
}

/// Shows contents that scroll.
fn scroll(view: &View<'_>, ui: &mut Ui, name: &str, place: Rect, contents: impl FnOnce(&mut Ui)) {
    let bar = if view.area.form.is_phone() { 6.0 } else { BAR };
    parts::scroll(ui, name, place, false, |ui| {
        ui.set_max_width(ui.available_width() - bar);
        contents(ui);
        ui.add_space(12.0);
    });
}

/// Shows the list, below what plans an evening and finds one by its code.
fn list(view: &View<'_>, ui: &mut Ui, it: &ListView<'_>, body: Rect, actions: &mut Vec<Action>) {
    scroll(view, ui, "evenings.list", body, |ui| {
        ui.spacing_mut().item_spacing = vec2(10.0, 10.0);
        let is_narrow = ui.available_width() < 560.0;
        if is_narrow {
            let wide = ui.available_width();
            actions.extend(parts::offered_filling(ui, &it.plan, wide));
            parts::offered_line(ui, &it.code, described::BUTTON, actions);
        } else {
            ui.horizontal(|ui| {
                actions.extend(parts::offered(ui, &it.plan));
                ui.add_space(12.0);
                ui.scope(|ui| {
                    ui.set_max_width(ui.available_width().min(420.0));
                    parts::offered_line(ui, &it.code, described::BUTTON, actions);
                });
            });
        }
        ui.add_space(8.0);
        match &it.loading {
            Some(loading) => parts::said(view, ui, loading),
            None => table::show(view, ui, &it.table, 0, actions),
        }
    });
}

/// Shows an evening.
fn evening(view: &View<'_>, ui: &mut Ui, it: &EveningView<'_>, actions: &mut Vec<Action>) {
    let body = frame(view, ui, &it.title, &it.facts, &it.back, Some(&it.tabs), actions);
    let chosen = it.tabs.chosen.and_then(|chosen| it.tabs.options.get(chosen));
    let name = chosen.map_or("evening.page", |tab| &*tab.id);
    scroll(view, ui, name, body, |ui| pages::show(view, ui, it, actions));
}
