//! The pinyin composer at a text field: passes keys to it before egui sees them, and shows the candidates.

use super::parts;
use super::view::View;
use crate::widgets;
use crate::widgets::{keys, theme, ui_trace};
use chuhe_app::App;
use chuhe_model::actions::action::{Action, Field};
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use chuhe_model::choices::lang::Lang;
use chuhe_model::pinyin::{Composer, ComposerKey, Typed};
use chuhe_records::notation::Script;
use egui::{
    Align2, Area, Context, Event, EventFilter, Key, Modifiers, Order, Rect, Stroke, StrokeKind, Ui, pos2,
    vec2,
};

/// The width of the button that switches the composer.
pub(super) const BUTTON: f32 = 44.0;
const ROW: f32 = 40.0;
/// The height above a field that the candidates cover.
pub(super) const COVERED: f32 = ROW + 4.0;
/// The minimum distance of the candidates from the edge of the window.
const EDGE: f32 = 8.0;
/// Where egui keeps, from a field's keys until the field is shown, whether letters wait.
const WAITS: &str = "waits";

/// A text field that composes, with its name.
#[derive(Clone, Copy)]
pub(super) struct ComposerField {
    pub(super) name: &'static str,
    pub(super) field: Field,
}

/// The field of the chat.
pub(super) const CHAT: ComposerField = ComposerField { name: "chat.text", field: Field::Chat };
/// The field for a move, in which digits and signs stay as they are.
pub(super) const MOVE: ComposerField = ComposerField { name: "table.move", field: Field::Move };

/// Whether letters wait in the composer of a field, so that candidates are shown.
pub(super) fn is_composing(view: &View<'_>, at: ComposerField) -> bool {
    !view.app.typing().at(at.field).letters().is_empty()
}

/// Whether the button is shown: it helps who writes Chinese where no input method reaches the window, as
/// one does in a page.
pub(super) fn is_offered(app: &App) -> bool {
    !app.desk().is_page()
        && (app.typing().composer().is_on() || matches!(app.desk().lang(), Lang::Zh | Lang::ZhHant))
}

/// Passes this frame's keys to the composer, if the field has the focus. Call it before the field is shown.
///
/// egui receives the composed text in place of the keys.
pub(super) fn feed(view: &View<'_>, ctx: &Context, at: ComposerField, actions: &mut Vec<Action>) {
    // input methods reach a page
    if view.app.desk().is_page() {
        return;
    }
    let id = widgets::field_id(at.name);
    if !ctx.memory(|memory| memory.has_focus(id)) {
        return;
    }
    let events = ctx.input_mut(|input| std::mem::take(&mut input.events));
    let (events, waits) = compose(view, at, events, actions);
    ctx.input_mut(|input| input.events = events);
    ctx.data_mut(|data| data.insert_temp(id.with(WAITS), waits));
}

/// Keeps the keyboard at a field while letters wait. Call it after the field is shown.
///
/// egui moves the keyboard on Tab and Escape before the composer gets the key.
fn keep_keyboard(ctx: &Context, name: &str) {
    let id = widgets::field_id(name);
    if ctx.data_mut(|data| data.remove_temp(id.with(WAITS))).unwrap_or(false) {
        let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        ctx.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
    }
}

/// Passes events for a field to the composer; returns the events for egui, and whether letters wait.
pub(super) fn compose(
    view: &View<'_>,
    at: ComposerField,
    events: Vec<Event>,
    actions: &mut Vec<Action>,
) -> (Vec<Event>, bool) {
    let script = view.app.desk().script();
    let mut composer = view.app.typing().at(at.field);
    let mut used = Vec::new();
    let mut passed = Vec::new();
    for event in events {
        let begins_move = at.field == Field::Move && begins_coordinate(&event, &composer);
        if begins_move && let Typed::Text(letter) = composer.press(ComposerKey::Enter, script) {
            used.push(ComposerKey::Enter);
            passed.push(Event::Text(letter));
        }
        if begins_move {
            passed.push(event);
        } else {
            passed.extend(pass(event, &mut composer, script, &mut used));
        }
    }
    actions.extend(used.into_iter().map(|key| Action::Compose(at.field, key)));
    (passed, !composer.letters().is_empty())
}

/// Whether this text stays as it is in a move such as `h2e2` or `C2.5`: a digit or a sign after at most one letter.
fn begins_coordinate(event: &Event, composer: &Composer) -> bool {
    let Event::Text(text) = event else { return false };
    let stays = |letter: char| letter.is_ascii_digit() || "+-=./".contains(letter);
    composer.is_on() && composer.letters().len() <= 1 && text.chars().all(stays)
}

/// Passes an event to the composer; returns the events for egui.
fn pass(event: Event, composer: &mut Composer, script: Script, keys: &mut Vec<ComposerKey>) -> Vec<Event> {
    let mut press = |key, composer: &mut Composer| {
        let typed = composer.press(key, script);
        if typed != Typed::Unused {
            keys.push(key);
        }
        typed
    };
    if let Event::Text(text) = &event {
        let typed = text.chars().map(|letter| match press(ComposerKey::Char(letter), composer) {
            Typed::Unused => letter.to_string(),
            Typed::Used => String::new(),
            Typed::Text(text) => text,
        });
        let typed: String = typed.collect();
        return if typed.is_empty() { Vec::new() } else { vec![Event::Text(typed)] };
    }
    let Event::Key { key, pressed: true, modifiers, .. } = event else { return vec![event] };
    let Some(composed) = key_of(key, modifiers) else {
        // arrows move in the field, not in what is not there yet
        let moves = [Key::ArrowLeft, Key::ArrowRight, Key::Tab, Key::Delete].contains(&key);
        let waits = !composer.letters().is_empty();
        return if moves && waits { Vec::new() } else { vec![event] };
    };
    match press(composed, composer) {
        Typed::Unused => vec![event],
        Typed::Used => Vec::new(),
        Typed::Text(text) => vec![Event::Text(text)],
    }
}

/// The key of the composer, apart from those that arrive as text.
fn key_of(key: Key, modifiers: Modifiers) -> Option<ComposerKey> {
    if keys::does(KeyPlace::Chat, key, modifiers) == Some(KeyUse::Pinyin) {
        return Some(ComposerKey::Toggle);
    }
    let keys = [
        (Key::Backspace, ComposerKey::Backspace),
        (Key::Enter, ComposerKey::Enter),
        (Key::Escape, ComposerKey::Escape),
    ];
    keys.into_iter().find(|(wanted, _)| *wanted == key).map(|(_, composed)| composed)
}

/// Shows the button that switches the composer, with a hint at its key.
pub(super) fn button(view: &View<'_>, ui: &mut Ui, place: Rect, actions: &mut Vec<Action>) {
    let label = if view.app.typing().composer().is_on() { view.text.pinyin_on } else { view.text.pinyin_off };
    let response = parts::inside(ui, "pinyin", place, |ui| {
        widgets::button_of(ui, "chat.pinyin", label, widgets::ButtonKind::Plain, place.width())
    });
    if response.on_hover_text(view.text.pinyin_explained).clicked() {
        actions.push(Action::Compose(CHAT.field, ComposerKey::Toggle));
        widgets::focus(ui.ctx(), CHAT.name);
    }
}

/// Moves the text cursor of the field behind its last character.
pub(super) fn to_end(ctx: &Context, field: &str, characters: usize) {
    let id = widgets::field_id(field);
    if let Some(mut state) = egui::TextEdit::load_state(ctx, id) {
        let end = egui::text::CCursorRange::one(egui::text::CCursor::new(characters));
        state.cursor.set_char_range(Some(end));
        state.store(ctx, id);
    }
}

/// Shows the letters and the candidates above the line at `place`, at least as wide as it. A click takes
/// a candidate.
pub(super) fn candidates(
    view: &View<'_>,
    ctx: &Context,
    place: Rect,
    ComposerField { name, field }: ComposerField,
    draft: &str,
    actions: &mut Vec<Action>,
) {
    keep_keyboard(ctx, name);
    let composer = view.app.typing().at(field);
    if composer.letters().is_empty() {
        return;
    }
    let script = view.app.desk().script();
    let (shown, [before, after]) = composer.shown(script);
    let at = pos2(place.left(), place.top() + ROW - COVERED);
    let area = Area::new(egui::Id::new("pinyin.candidates")).order(Order::Foreground);
    let room = ctx.screen_rect().shrink(EDGE);
    area.pivot(Align2::LEFT_BOTTOM).fixed_pos(at).constrain_to(room).show(ctx, |ui| {
        let behind = ui.painter().add(egui::Shape::Noop);
        ui.set_max_width(room.width());
        ui.spacing_mut().interact_size.y = ROW;
        ui.spacing_mut().item_spacing = vec2(2.0, 0.0);
        // two rows on a phone, whose fingers need wide candidates
        let row = ui.horizontal_wrapped(|ui| {
            ui.set_min_width(place.width().min(room.width()));
            ui.add_space(10.0);
            let letters = egui::RichText::new(composer.letters()).font(theme::plain(theme::TEXT));
            let label = ui.label(letters.color(view.theme.gold.ink));
            ui_trace::record(ui, "pinyin.letters", composer.letters(), &label);
            ui.add_space(8.0);
            for (index, candidate) in shown.iter().enumerate() {
                let label = format!("{} {}", index + 1, candidate.text);
                let (name_of_link, ink) = (format!("pinyin.{}", index + 1), view.theme.ink);
                if widgets::link_of(ui, &name_of_link, &label, theme::TEXT, ink).clicked() {
                    let key = ComposerKey::Char(char::from(b'1' + index as u8));
                    let text = format!("{draft}{}", candidate.text);
                    to_end(ui.ctx(), name, text.chars().count());
                    actions.push(Action::Edit(field, text));
                    actions.push(Action::Compose(field, key));
                    widgets::focus(ui.ctx(), name);
                }
            }
            for (button, sign, is_there) in [("pinyin.before", "◀", before), ("pinyin.after", "▶", after)]
            {
                if is_there && widgets::link_of(ui, button, sign, theme::TEXT, view.theme.sub).clicked() {
                    let key = if button == "pinyin.before" { '-' } else { '=' };
                    actions.push(Action::Compose(field, ComposerKey::Char(key)));
                    widgets::focus(ui.ctx(), name);
                }
            }
            ui.add_space(10.0);
        });
        let rect = row.response.rect.expand2(vec2(0.0, 1.0));
        let edge = Stroke::new(1.0, view.theme.jade.border);
        let radius = theme::RADIUS_BUTTON;
        ui.painter().set(
            behind,
            egui::epaint::RectShape::new(rect, radius, view.theme.panel, edge, StrokeKind::Inside),
        );
    });
}
