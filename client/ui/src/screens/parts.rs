//! The building blocks of the screens: regions, placed text, chips, and placed buttons.

use super::disabled::permitted;
use super::view::{View, entry};
pub(super) use super::words::{
    BETWEEN, centered, explained, facts, first_that_fit, fit_name, fits_two_lines, how_many_fit,
    in_two_lines, message_line, name, paragraph, sentence, shortened, text, text_with_name,
    two_lines_centered, two_names, wrapped,
};
pub(super) use crate::widgets::fitting::line;
use crate::widgets::theme::{self, Theme};
use crate::widgets::{self, ButtonKind, fitting, tab_order, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::{Button, Choice, Fact, Field, Role, Tick, Tone};
use egui::{
    Align, Align2, Color32, Context, CornerRadius, InnerResponse, Layout, Pos2, Rect, Response, Sense,
    Stroke, StrokeKind, Ui, UiBuilder, Vec2, pos2, vec2,
};
use std::borrow::Borrow;

/// Creates a region of the window below all dialogs. The board is visible outside all regions.
pub(super) fn region<R>(ctx: &Context, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let builder = UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(rect);
    let mut ui = Ui::new(ctx.clone(), egui::Id::new(name), builder);
    ui.set_clip_rect(ctx.screen_rect());
    contents(&mut ui)
}

/// Shows a row that is laid out from the right of `place`, and returns what `contents` returns with the place that it
/// takes. Tab goes through it from the left.
pub(super) fn from_right<R>(
    ui: &mut Ui,
    place: Rect,
    align: Align,
    contents: impl FnOnce(&mut Ui) -> R,
) -> InnerResponse<R> {
    let builder = UiBuilder::new().max_rect(place).layout(Layout::right_to_left(align));
    ui.scope_builder(builder, |ui| tab_order::read(ui, contents))
}

/// Creates a child region, laid out from its top down, without moving the parent's cursor.
pub(super) fn inside<R>(ui: &mut Ui, name: &str, rect: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let builder = UiBuilder::new().id_salt(name).max_rect(rect).layout(Layout::top_down(Align::Min));
    contents(&mut ui.new_child(builder))
}

/// Shrinks the place of a list that scrolls, so that it cuts no row at its end.
///
/// `above` is the height of what comes before the rows.
pub(super) fn whole_rows(place: Rect, above: f32, row: f32, count: usize) -> Rect {
    let rows = ((place.height() - above) / row).floor();
    if rows < 1.0 || count as f32 <= rows {
        place
    } else {
        place.with_max_y(place.top() + above + rows * row)
    }
}

/// The look of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CardLook {
    /// The usual look.
    Plain,
    /// Draws attention.
    Accent,
    /// Waits for an answer.
    Wash,
}

/// Paints a card.
pub(super) fn card(ui: &Ui, rect: Rect, look: CardLook) {
    let theme = theme::current(ui.ctx());
    let (fill, stroke) = match look {
        CardLook::Plain => (theme.panel, Stroke::new(1.0, theme.border)),
        CardLook::Accent => (theme.panel, Stroke::new(2.0, theme.jade.fill)),
        CardLook::Wash => (theme.jade.wash, Stroke::new(1.0, theme.jade.border)),
    };
    ui.painter().rect(rect, CornerRadius::same(theme::RADIUS_CARD), fill, stroke, StrokeKind::Inside);
}

/// Shows a button that fills `rect`, and returns whether it was clicked.
///
/// A disabled button says why when the pointer rests on it, and at once when it is clicked.
pub(super) fn button_at(
    ui: &mut Ui,
    rect: Rect,
    name: &str,
    label: &str,
    kind: ButtonKind,
    permit: Result<(), String>,
) -> bool {
    placed(ui, rect, [name, name], permit, |ui| widgets::button_filling(ui, name, label, kind, rect.width()))
}

/// Shows a button in `rect`, as high as fingers need it, and returns whether it was clicked.
fn placed(
    ui: &mut Ui,
    rect: Rect,
    [identity, name]: [&str; 2],
    permit: Result<(), String>,
    button: impl FnOnce(&mut Ui) -> Response,
) -> bool {
    let rect =
        rect.expand2(vec2(0.0, ((theme::height(ui.ctx(), rect.height()) - rect.height()) / 2.0).round()));
    inside(ui, identity, rect, |ui| permitted(ui, name, permit, button).clicked())
}

/// Shows a button of the view that fills `rect`, and returns its action if it was clicked.
pub(super) fn offered_at(ui: &mut Ui, rect: Rect, button: &Button) -> Option<Action> {
    let (kind, permit) = (kind_of(button.role), button.permit.clone());
    button_at(ui, rect, &button.id, &button.label, kind, permit).then(|| button.action.clone())
}

/// Shows buttons of the view side by side in these places, all with letters of one size, and returns the action of the
/// one that was clicked.
pub(super) fn offered_side_by_side(
    ui: &mut Ui,
    row: &[impl Borrow<Button>],
    places: &[Rect],
) -> Option<Action> {
    let row = || row.iter().map(Borrow::borrow).zip(places);
    let labels = row().map(|(button, place): (&Button, _)| (&*button.label, place.width()));
    let letters = fitting::letters_of_row(ui.ctx(), labels);
    let mut clicked = None;
    for (it, place) in row() {
        let (kind, width) = (kind_of(it.role), place.width());
        let names = [it.identity(), &it.id];
        let button = |ui: &mut Ui| widgets::button_in_row(ui, names, &it.label, kind, width, letters);
        if placed(ui, *place, names, it.permit.clone(), button) {
            clicked = Some(it.action.clone());
        }
    }
    clicked
}

/// Shows a button of the view where the layout has room, and returns its action if it was clicked.
pub(super) fn offered(ui: &mut Ui, button: &Button) -> Option<Action> {
    offered_of(ui, button, 0.0)
}

/// Shows a button of the view at least `width` wide, and returns its action if it was clicked.
pub(super) fn offered_of(ui: &mut Ui, button: &Button, width: f32) -> Option<Action> {
    let kind = kind_of(button.role);
    shown(ui, button, |ui| widgets::button_of(ui, &button.id, &button.label, kind, width))
}

/// Shows a button of the view exactly `width` wide, and returns its action if it was clicked.
pub(super) fn offered_filling(ui: &mut Ui, button: &Button, width: f32) -> Option<Action> {
    let kind = kind_of(button.role);
    shown(ui, button, |ui| widgets::button_filling(ui, &button.id, &button.label, kind, width))
}

/// Shows a button of the view as a link, and returns its action if it was clicked.
pub(super) fn linked(ui: &mut Ui, button: &Button) -> Option<Action> {
    shown(ui, button, |ui| widgets::link(ui, &button.id, &button.label))
}

/// Shows the options of a choice as chips, and returns the action of the one that was clicked, unless it is chosen
/// already.
pub(super) fn chips(ui: &mut Ui, choice: &Choice) -> Option<Action> {
    options(choice, |_, option, is_chosen| {
        shown(ui, option, |ui| chip_of(ui, &option.id, &option.label, None, is_chosen, 0.0))
    })
}

/// Shows each option of a choice, with its index and whether it is chosen, and returns the action of the one that was
/// clicked, unless it is chosen already.
pub(super) fn options(
    choice: &Choice,
    mut show: impl FnMut(usize, &Button, bool) -> Option<Action>,
) -> Option<Action> {
    let mut action = None;
    for (index, option) in choice.options.iter().enumerate() {
        let is_chosen = choice.chosen == Some(index);
        action = show(index, option, is_chosen).filter(|_| !is_chosen).or(action);
    }
    action
}

/// Shows a choice as tabs, and returns the action of the one that was clicked, unless it is chosen already.
///
/// `show` shows their names and labels, and returns which was clicked.
pub(super) fn tabs(
    choice: &Choice,
    show: impl FnOnce(&[(&str, &str)], Option<usize>) -> Option<usize>,
) -> Option<Action> {
    let labels: Vec<(&str, &str)> = choice.options.iter().map(|it| (&*it.id, &*it.label)).collect();
    let clicked = show(&labels, choice.chosen).filter(|index| choice.chosen != Some(*index));
    clicked.map(|index| choice.options[index].action.clone())
}

/// Shows a button of the view as a row of a list, and returns its action if it was tapped.
pub(super) fn offered_row(ui: &mut Ui, button: &Button) -> Option<Action> {
    row(ui, &button.id, &button.label).then(|| button.action.clone())
}

/// Shows a button of the view as a chip that may be chosen, and returns its action if it was clicked.
pub(super) fn offered_chip(ui: &mut Ui, button: &Button) -> Option<Action> {
    shown(ui, button, |ui| chip_of(ui, &button.id, &button.label, None, button.is_chosen(), 0.0))
}

/// Shows a field of the view this wide, and returns whether Enter was pressed in it.
///
/// Enter presses the button beside the field, unless that would lose something.
pub(super) fn offered_field(ui: &mut Ui, field: &Field, width: f32, actions: &mut Vec<Action>) -> bool {
    let example = if field.example.is_empty() { &field.label } else { &field.example };
    let entered = entry(ui, &Field { example: example.clone(), ..field.clone() }, width, actions);
    if let Some(send) = field.send.as_ref().filter(|send| entered && send.role != Role::Danger) {
        actions.extend(send.press());
    }
    let response = ui.ctx().read_response(widgets::field_id(&field.id));
    if let (Some(fault), Some(response)) = (&field.fault, response) {
        let theme = theme::current(ui.ctx());
        let (place, edge) = (response.rect, Stroke::new(1.5, theme.red));
        ui.painter().rect_stroke(place, theme::RADIUS_BUTTON, edge, StrokeKind::Inside);
        let mark = ui.interact(place, response.id.with("fault"), Sense::hover());
        ui_trace::record(ui, &format!("{}.fault", field.id), fault, &mark.on_hover_text(fault));
    }
    entered
}

/// The least width of a field with its button beside it.
const LEAST_FIELD: f32 = 150.0;
/// What stays free between a button and the edge of what is shown.
const EDGE: f32 = 8.0;

/// Shows a field of the view with its button beside it, which is this wide.
pub(super) fn offered_line(ui: &mut Ui, field: &Field, button: f32, actions: &mut Vec<Action>) {
    let needed = field.send.as_ref().map_or(0.0, |send| widgets::button_width(ui, &send.label));
    // something above that is too wide does not push the button out of sight
    let all = ui.available_width().min(ui.clip_rect().right() - EDGE - ui.cursor().left());
    let beside = all - button.max(needed) - 8.0;
    if beside < LEAST_FIELD {
        offered_field(ui, field, all, actions);
        actions.extend(field.send.as_ref().and_then(|send| offered_of(ui, send, button)));
        return;
    }
    ui.horizontal(|ui| {
        offered_field(ui, field, beside, actions);
        actions.extend(field.send.as_ref().and_then(|send| offered_of(ui, send, button)));
    });
}

/// Shows a tick of the view, and returns its action if it was clicked.
pub(super) fn ticked(ui: &mut Ui, tick: &Tick) -> Option<Action> {
    shown(ui, &tick.button, |ui| widgets::tick(ui, &tick.button.id, &tick.button.label, tick.on))
}

/// Shows a message in its colour, in a line of this height, which stays empty without a message.
pub(super) fn message(view: &View<'_>, ui: &mut Ui, message: Option<&Fact>, height: f32) {
    let label = message.map_or("", |message| &message.label);
    let color = ink(&view.theme, message.map_or(Tone::Plain, |message| message.tone));
    message_line(ui, label, theme::plain(14.0), color, height);
}

/// Shows something that a dialog says in a sentence; a remark is small.
pub(super) fn said(view: &View<'_>, ui: &mut Ui, fact: &Fact) {
    let size = if fact.tone == Tone::Remark { theme::TEXT_SMALL } else { theme::TEXT };
    let response = sentence(ui, &fact.label, size, ink(&view.theme, fact.tone));
    ui_trace::record(ui, &fact.id, &fact.label, &response);
}

/// The colour of a text of this tone.
pub(super) const fn ink(theme: &Theme, tone: Tone) -> Color32 {
    match tone {
        Tone::Plain | Tone::Remark => theme.sub,
        Tone::Good => theme.jade.fill,
        Tone::Warning => theme.gold.ink,
        Tone::Wrong => theme.red,
    }
}

/// Shows a button of the view as this widget, and returns its action if it was clicked.
fn shown(ui: &mut Ui, button: &Button, widget: impl FnOnce(&mut Ui) -> Response) -> Option<Action> {
    // in a row that wraps, what stands in a scope of its own does not
    let mut response = match &button.permit {
        Ok(()) => widget(ui),
        Err(why) => permitted(ui, &button.id, Err(why.clone()), widget),
    };
    if !button.hint.is_empty() {
        response = response.on_hover_text(&button.hint);
    }
    // what is dangerous on a screen may just have come to where something harmless was; a dialog the user has opened
    let may_move = button.role == Role::Danger && ui.layer_id() == egui::LayerId::background();
    let settled = !may_move || has_settled(ui, response.id.with("settled"), response.rect);
    (response.clicked() && settled).then(|| button.action.clone())
}

pub(super) const fn kind_of(role: Role) -> ButtonKind {
    match role {
        Role::Primary => ButtonKind::Primary,
        Role::Plain => ButtonKind::Plain,
        Role::Danger => ButtonKind::Danger,
    }
}

/// How long buttons that appear by themselves must stay in place before they can be clicked, in seconds.
const SETTLING_S: f64 = 0.4;

/// Tests if the buttons with this id have been in their place for a moment.
///
/// A card that appears, or moves up because another one closes, could otherwise catch a click that
/// was meant for something else.
pub(super) fn has_settled(ui: &Ui, id: egui::Id, place: Rect) -> bool {
    has_settled_for(ui, id, place, SETTLING_S)
}

/// Tests if the buttons with this id have been in their place for so many seconds.
pub(super) fn has_settled_for(ui: &Ui, id: egui::Id, place: Rect, seconds: f64) -> bool {
    let now = ui.input(|input| input.time);
    let frame = ui.ctx().cumulative_pass_nr();
    let since = ui.ctx().data_mut(|data| {
        let (shown, since, last) = data.get_temp_mut_or_insert_with(id, || (place, now, frame));
        // another place, or it was away meanwhile
        if *shown != place || frame > *last + 1 {
            (*shown, *since) = (place, now);
        }
        *last = frame;
        *since
    });
    settles(ui, since, place, seconds)
}

/// Tests if what has this id was not shown in the last frame. To be asked once a frame.
pub(super) fn has_appeared(ui: &Ui, id: egui::Id) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let before = ui.data_mut(|data| data.get_temp_mut_or_default::<Option<u64>>(id).replace(pass));
    before.is_none_or(|before| pass > before + 1)
}

/// Tests if a row of buttons has been the same for a moment, or ever since it appeared.
///
/// The second tap of a double tap could otherwise press the button that took the place of the one it was meant for.
pub(super) fn row_has_settled(ui: &Ui, row: egui::Id, buttons: egui::Id) -> bool {
    let (now, pointer) = ui.input(|input| (input.time, input.pointer.clone()));
    let frame = ui.ctx().cumulative_pass_nr();
    // its buttons, since when it has them, when it was shown last, and whether it was pressed too early
    let new = (buttons, f64::NEG_INFINITY, frame, false);
    let (before, since, last, was_early) = ui.ctx().data_mut(|data| *data.get_temp_mut_or(row, new));
    // a row that was away meanwhile takes the place of nothing
    let is_new = frame > last + 1;
    let since = if is_new {
        f64::NEG_INFINITY
    } else if before != buttons {
        now
    } else {
        since
    };
    let settled = settles(ui, since, ui.max_rect(), SETTLING_S);
    let goes_on = was_early && (pointer.any_down() || pointer.any_released());
    let is_early = goes_on || (!settled && pointer.any_pressed());
    ui.ctx().data_mut(|data| data.insert_temp(row, (buttons, since, frame, is_early)));
    settled && !is_early
}

/// Whether what has been in this place since then may be pressed; asks for another frame if not.
fn settles(ui: &Ui, since: f64, place: Rect, seconds: f64) -> bool {
    let settled = ui.input(|input| input.time) - since >= seconds;
    if !settled {
        ui_trace::record_settling(ui, place);
        ui.ctx().request_repaint();
    }
    settled
}

/// Shows a card on which an option is drawn.
pub(super) fn option_card(ui: &mut Ui, place: Rect, option: &Button, chosen: bool) -> Response {
    let theme = theme::current(ui.ctx());
    let response = clickable(ui, place, &option.id, &option.label, chosen);
    let hot = response.hovered() || response.has_focus();
    let (fill, edge) = option_look(&theme, chosen, hot);
    let edge = Stroke::new(if chosen { 2.0 } else { 1.0 }, edge);
    let radius = CornerRadius::same(theme::RADIUS_BUTTON);
    ui.painter().rect(place, radius, fill, edge, StrokeKind::Inside);
    response
}

/// The fill and the edge of an option, which may be chosen, and is hot under the pointer or with the keyboard.
pub(super) const fn option_look(theme: &Theme, chosen: bool, hot: bool) -> (Color32, Color32) {
    match (chosen, hot) {
        (true, _) => (theme.jade.wash, theme.jade.fill),
        (false, true) => (theme.surface.hover, theme.jade.fill),
        (false, false) => (theme.surface.fill, theme.surface.border),
    }
}

/// Shows a row of a list to tap, and returns whether it was.
pub(super) fn row(ui: &mut Ui, name: &str, label: &str) -> bool {
    let theme = theme::current(ui.ctx());
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LIST_ROW), Sense::hover());
    let response = clickable(ui, rect, name, label, false);
    let ink = if response.hovered() || response.has_focus() { theme.jade.fill } else { theme.ink };
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, theme.border));
    let at = rect.left_center() + vec2(4.0, 0.0);
    text(ui, at, Align2::LEFT_CENTER, label, theme::plain(theme::TEXT_LARGE), ink, rect.width() - 8.0);
    response.clicked()
}

/// The height of a row to tap.
const LIST_ROW: f32 = 48.0;

/// The height of a chip.
pub(super) const CHIP: f32 = 32.0;

/// Returns the width of a chip with this label.
pub(super) fn chip_width(ui: &Ui, label: &str) -> f32 {
    let label = ui.painter().layout_no_wrap(label.to_owned(), theme::plain(14.0), Color32::PLACEHOLDER);
    (label.size().x + 24.0).max(if theme::is_touch(ui.ctx()) { theme::TOUCH } else { 0.0 })
}

/// Shows one of several choices in a row, and returns whether it was clicked.
pub(super) fn chip(ui: &mut Ui, name: &str, label: &str, chosen: bool) -> bool {
    chip_of(ui, name, label, None, chosen, 0.0).clicked()
}

/// Shows a chip at least `width` wide; `ink` overrides the usual colour of its text.
pub(super) fn chip_of(
    ui: &mut Ui,
    name: &str,
    label: &str,
    ink: Option<Color32>,
    chosen: bool,
    width: f32,
) -> Response {
    let theme = theme::current(ui.ctx());
    let galley = ui.painter().layout_no_wrap(label.to_owned(), theme::plain(14.0), Color32::PLACEHOLDER);
    let least = if theme::is_touch(ui.ctx()) { theme::TOUCH } else { 0.0 };
    let size = vec2((galley.size().x + 24.0).max(width).max(least), CHIP.max(least));
    let (rect, response) = widgets::allocate(ui, name, size);
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let hot = response.hovered() || response.has_focus();
    let (fill, edge) = option_look(&theme, chosen, hot);
    let (fill, color) =
        if chosen { (theme.jade.fill, theme.jade.text) } else { (fill, ink.unwrap_or(theme.ink)) };
    let radius = CornerRadius::same(theme::RADIUS_BUTTON - 1);
    ui.painter().rect(rect, radius, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    let at = rect.center() - galley.size() / 2.0;
    ui.painter().galley(pos2(at.x.round(), at.y.round()), galley, color);
    named(ui, name, label, chosen, response)
}

/// Enlarges a place to what a finger can hit, on a phone.
pub(super) fn finger_room(ui: &Ui, place: Rect) -> Rect {
    if !theme::is_touch(ui.ctx()) {
        return place;
    }
    Rect::from_center_size(place.center(), place.size().max(Vec2::splat(theme::TOUCH)))
}

/// Makes a painted area clickable.
pub(super) fn clickable(ui: &mut Ui, rect: Rect, name: &str, label: &str, chosen: bool) -> Response {
    let response = ui.interact(rect, ui.id().with(name), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    named(ui, name, label, chosen, response)
}

fn named(ui: &Ui, name: &str, label: &str, chosen: bool, response: Response) -> Response {
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Button, response.enabled(), chosen, label)
    });
    ui_trace::record_choice(ui, name, label, chosen, &response);
    response
}

/// Shows a small heading over a group of fields.
pub(super) fn caption(ui: &mut Ui, text: &str) {
    let theme = theme::current(ui.ctx());
    ui.label(egui::RichText::new(text).font(theme::plain(theme::TEXT_SMALL)).color(theme.sub));
}

/// Paints the name of the program in the brush font.
pub(super) fn brand(ui: &Ui, at: Pos2, anchor: Align2, name: &str, size: f32) -> Rect {
    let theme = theme::current(ui.ctx());
    text(ui, at, anchor, name, theme::brush(size), theme.red, f32::INFINITY)
}

/// Shows choices beside their label, or below it on a phone, where they wrap.
pub(super) fn choices_of(ui: &mut Ui, label: &str, width: f32, height: f32, choices: impl FnOnce(&mut Ui)) {
    let theme = theme::current(ui.ctx());
    if theme::is_touch(ui.ctx()) {
        if !label.is_empty() {
            caption(ui, label);
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            choices(ui);
        });
        return;
    }
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let (at, font) = (rect.left_center(), theme::plain(theme::TEXT_SMALL));
    in_two_lines(ui, at, label, font, theme.sub, width);
    choices(ui);
}

/// Shows a list that scrolls within `rect`.
pub(super) fn scroll<R>(
    ui: &mut Ui,
    name: &str,
    rect: Rect,
    to_bottom: bool,
    contents: impl FnOnce(&mut Ui) -> R,
) -> R {
    inside(ui, name, rect, |ui| {
        egui::ScrollArea::vertical()
            .id_salt(name)
            .auto_shrink([false, false])
            .max_height(rect.height())
            // not the least height of egui, which may be more than there is
            .min_scrolled_height(0.0)
            .stick_to_bottom(to_bottom)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::ZERO;
                contents(ui)
            })
            .inner
    })
}
