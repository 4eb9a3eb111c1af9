//! A chat: its lines, the ready-made phrases, and the field for typing.

use super::composer::{self, CHAT};
use super::disabled::all_permitted;
use super::parts::{self, inside};
use super::view::{View, entry};
use crate::widgets;
use crate::widgets::bidi::Author;
use crate::widgets::line_breaking::break_lines_by;
use crate::widgets::theme;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::Action;
use chuhe_model::lobby::chat::{Chat, ChatLine, LaidOut, Lettering, Measure};
use chuhe_protocol::PlayerId;
use chuhe_view::Button;
use chuhe_view::chat::{self, ChatView};
use egui::{Align2, Galley, Rect, Ui, Vec2, pos2, vec2};
use std::cell::Cell;
use std::sync::Arc;

const FIELD: f32 = 40.0;
const SEND: f32 = 76.0;
const GAP: f32 = 6.0;
/// The minimum height of the lines; below it, the phrases fold into one row.
const MIN_LINES_HEIGHT: f32 = 150.0;
/// The minimum height of the lines beside a row of phrases; below it, the phrases are in a menu beside the field.
const LEAST_LINES_HEIGHT: f32 = 70.0;
/// Lines measured per frame. Measuring a chat of 5,000 at once would freeze the window.
const MEASURED_AT_ONCE: usize = 100;

/// Fills `rect` with this chat.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    rect: Rect,
    visit: &Visit,
    shown: &ChatView<'_>,
    actions: &mut Vec<Action>,
) {
    let ChatView { chat, permit, phrases, .. } = shown;
    let (field_height, row) = (theme::height(ui.ctx(), FIELD), theme::height(ui.ctx(), parts::CHIP) + GAP);
    let field_top = rect.bottom() - field_height;
    let rows = rows_of(ui, phrases, rect.width());
    let left = |rows: usize| rect.height() - field_height - row * rows as f32;
    // fold the phrases where the lines would get too little height
    let in_menu = left(1) < LEAST_LINES_HEIGHT;
    let folded = rows.len() > 1 && (left(rows.len()) < MIN_LINES_HEIGHT || theme::is_touch(ui.ctx()));
    let shown_rows = if in_menu {
        0
    } else if folded {
        1
    } else {
        rows.len()
    };
    let height = row * shown_rows as f32;
    let phrases_top = field_top - height - 2.0;
    // the candidates cover the phrases, and what else is there
    let covered = if composer::is_composing(view, CHAT) { composer::COVERED } else { 0.0 };
    let lines =
        Rect::from_min_max(rect.min, pos2(rect.right(), (phrases_top - 6.0).min(field_top - covered - 4.0)));
    parts::scroll(ui, "chat.lines", lines, true, |ui| chat_lines(view, ui, visit, chat, actions));
    let place = Rect::from_min_size(pos2(rect.left(), phrases_top), vec2(rect.width(), height));
    inside(ui, "chat.phrases", place, |ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(GAP);
        ui.spacing_mut().interact_size.y = parts::CHIP;
        all_permitted(ui, "chat.phrases", permit.clone(), |ui| {
            let message = if in_menu {
                None
            } else if folded {
                folded_phrases(ui, phrases)
            } else {
                all_phrases(ui, phrases)
            };
            actions.extend(message.and_then(|index| phrases[index].press()));
        });
    });
    let line = rect.with_min_y(field_top);
    field_line(view, ui, line, shown, in_menu, actions);
}

/// The least width of the field for typing beside the menu of the phrases.
const LEAST_FIELD: f32 = 72.0;

/// Shows the field for typing with its buttons, before it a menu of the phrases, if they stand nowhere else.
fn field_line(
    view: &View<'_>,
    ui: &mut Ui,
    line: Rect,
    shown: &ChatView<'_>,
    has_menu: bool,
    actions: &mut Vec<Action>,
) {
    let ChatView { chat, phrases, permit, field, .. } = shown;
    let mut place = line.with_max_x(line.right() - SEND - 8.0);
    // the words matter more than phrases to choose from
    let pinyin = if composer::is_offered(view.app) { composer::BUTTON + GAP } else { 0.0 };
    let width = parts::chip_width(ui, MORE);
    if has_menu && place.width() - pinyin - width - GAP >= LEAST_FIELD {
        let margin = (line.height() - theme::height(ui.ctx(), parts::CHIP)) / 2.0;
        let chip = place.with_max_x(place.left() + width).shrink2(vec2(0.0, margin));
        inside(ui, "chat.more", chip, |ui| {
            all_permitted(ui, "chat.more", permit.clone(), |ui| {
                let message = menu_of_phrases(ui, phrases, 0);
                actions.extend(message.and_then(|index| phrases[index].press()));
            });
        });
        place = place.with_min_x(place.left() + width + GAP);
    }
    let offers_pinyin = pinyin > 0.0;
    if offers_pinyin {
        place = place.with_max_x(place.right() - composer::BUTTON - GAP);
    }
    composer::feed(view, ui.ctx(), CHAT, actions);
    let entered = inside(ui, "chat.draft", place, |ui| entry(ui, field, place.width(), actions));
    composer::candidates(view, ui.ctx(), line, CHAT, chat.draft(), actions);
    if offers_pinyin {
        let at = pos2(place.right() + GAP, line.top());
        composer::button(view, ui, Rect::from_min_size(at, vec2(composer::BUTTON, line.height())), actions);
    }
    let place = line.with_min_x(line.right() - SEND);
    let Some(send) = &field.send else { return };
    let sent = parts::offered_at(ui, place, send);
    // the app says why a line cannot be sent
    actions.extend(sent.or_else(|| entered.then(|| send.action.clone())));
}

/// Returns how many phrases fit into each row.
fn rows_of(ui: &Ui, phrases: &[Button], width: f32) -> Vec<usize> {
    let (mut rows, mut used) = (vec![0], 0.0);
    for phrase in phrases {
        let chip = parts::chip_width(ui, &phrase.label);
        if used > 0.0 && used + chip > width {
            rows.push(0);
            used = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            *row += 1;
        }
        used += chip + GAP;
    }
    rows
}

fn phrase_chip(ui: &mut Ui, phrases: &[Button], index: usize) -> bool {
    parts::chip(ui, &phrases[index].id, &phrases[index].label, false)
}

/// Shows every phrase and returns the one that was clicked.
fn all_phrases(ui: &mut Ui, phrases: &[Button]) -> Option<usize> {
    let rows = ui
        .horizontal_wrapped(|ui| (0..phrases.len()).filter(|&index| phrase_chip(ui, phrases, index)).last());
    rows.inner
}

/// What the button with the menu of phrases says.
const MORE: &str = "…";

/// Shows one row of phrases with a menu of the others, and returns the one that was clicked.
fn folded_phrases(ui: &mut Ui, phrases: &[Button]) -> Option<usize> {
    let width = ui.available_width() - parts::chip_width(ui, MORE) - GAP;
    let fits = rows_of(ui, phrases, width).first().copied().unwrap_or_default();
    let row = ui.horizontal(|ui| {
        let clicked = (0..fits).filter(|&index| phrase_chip(ui, phrases, index)).last();
        menu_of_phrases(ui, phrases, fits).or(clicked)
    });
    row.inner
}

/// Shows a button with a menu of the phrases from this one on, and returns the one that was clicked.
fn menu_of_phrases(ui: &mut Ui, phrases: &[Button], from: usize) -> Option<usize> {
    let button = parts::chip_of(ui, "chat.phrases", MORE, None, false, 0.0);
    let popup = egui::Id::new("chat.phrases.popup");
    if button.clicked() {
        ui.memory_mut(|memory| memory.toggle_popup(popup));
    }
    let (above, close) = (egui::AboveOrBelow::Above, egui::PopupCloseBehavior::CloseOnClick);
    let shown = egui::popup_above_or_below_widget(ui, popup, &button, above, close, |ui| {
        ui.set_min_width(150.0);
        let labels = phrases.iter().enumerate().skip(from);
        let clicked = labels.filter(|(_, phrase)| widgets::link(ui, &phrase.id, &phrase.label).clicked());
        clicked.last().map(|(index, _)| index)
    });
    shown.flatten()
}

fn chat_lines(view: &View<'_>, ui: &mut Ui, visit: &Visit, chat: &Chat, actions: &mut Vec<Action>) {
    let unblocked = || chat.measured().filter(|(line, _)| !visit.preferences.blocks(line.from));
    if unblocked().next().is_none() {
        ui.add_space(4.0);
        widgets::small(ui, view.text.chat_empty);
    }
    let width = ui.available_width() - 10.0;
    let lettering = lettering(ui);
    let widths = unblocked().map(|(line, measure)| name_width(view, ui, line, measure, lettering));
    let name_width = widths.fold(0.0, f32::max);
    let name_width = name_width.clamp(56.0, (width * 0.34).max(56.0));
    let text_width = width - name_width - 16.0;
    measure_lines(view, ui, unblocked().rev(), text_width);
    // lines outside the visible area take up their height only
    let mut hidden = 0.0;
    for (index, (line, measure)) in unblocked().enumerate() {
        let height = line_height(measure.get());
        let top = ui.cursor().top() + hidden;
        let range = egui::Rangef::new(top, top + height);
        if !ui.clip_rect().y_range().intersects(range) {
            hidden += height;
            continue;
        }
        ui.add_space(std::mem::take(&mut hidden));
        let (rect, response) = ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &line.text));
        chat_line(view, ui, visit, (index, line), rect, name_width, actions);
    }
    ui.add_space(hidden);
}

fn chat_line(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    (index, line): (usize, &ChatLine),
    rect: Rect,
    name_width: f32,
    actions: &mut Vec<Action>,
) {
    let mine = line.from == visit.me;
    let text = text_of(view, ui, line, rect.width() - name_width - 16.0);
    let before = ui.clip_rect();
    ui.set_clip_rect(whole_rows(&text, rect.top() + 2.0, before));
    let ink = match (mine, line.spectator) {
        (true, _) => view.theme.gold.ink,
        (false, true) => view.theme.sub,
        (false, false) => view.theme.jade.fill,
    };
    let at = rect.min + vec2(0.0, 3.0);
    let name = &*view.text.called(&line.name);
    let place = parts::text(ui, at, Align2::LEFT_TOP, name, theme::bold(14.0), ink, name_width);
    // a name is too small for a finger: phones block on the card of the player and in the list of the table
    if !mine && !theme::is_touch(ui.ctx()) {
        block_menu(view, ui, place, index, line.from, actions);
    }
    ui.painter().galley(at + vec2(name_width + 16.0, -1.0), text, view.theme.ink);
    ui.set_clip_rect(before);
}

/// The part of a row of text that may lie outside the list: it is empty above and below the letters.
const LEADING: f32 = 3.0;

/// Shrinks the visible area to the rows of a text that are whole in it.
fn whole_rows(text: &Galley, top: f32, visible: Rect) -> Rect {
    let mut whole = visible;
    for row in &text.rows {
        let row = row.rect.translate(vec2(0.0, top));
        if row.top() < visible.top() - LEADING && row.bottom() > visible.top() {
            whole = whole.with_min_y(row.bottom().min(visible.bottom()));
        } else if row.bottom() > visible.bottom() + LEADING && row.top() < visible.bottom() {
            whole = whole.with_max_y(row.top().max(whole.top()));
        }
    }
    whole
}

fn text_of(view: &View<'_>, ui: &Ui, line: &ChatLine, width: f32) -> Arc<Galley> {
    let message = if line.spectator {
        // isolated, so that the direction is that of what the person wrote
        format!("\u{2068}{}\u{2069} {}", view.text.spectator_prefix, line.text)
    } else {
        line.text.clone()
    };
    let font = theme::plain(theme::TEXT);
    let broken = break_lines_by(ui.ctx(), &message, Author::Person, &font, width);
    ui.painter().layout(broken, font, view.theme.ink, width)
}

/// Measures lines at this width, the newest first, up to the limit of one frame.
///
/// The remaining lines follow on the next frames.
fn measure_lines<'a>(
    view: &View<'_>,
    ui: &Ui,
    newest_first: impl Iterator<Item = (&'a ChatLine, &'a Cell<Measure>)>,
    width: f32,
) {
    let at = LaidOut { width, lettering: lettering(ui), prefix: view.text.spectator_prefix };
    let unknown = |(_, measure): &(&ChatLine, &Cell<Measure>)| {
        measure.get().text.is_none_or(|(_, measured_at)| measured_at != at)
    };
    for (measured, (line, measure)) in newest_first.filter(unknown).enumerate() {
        if measured == MEASURED_AT_ONCE {
            ui.ctx().request_repaint();
            return;
        }
        let height = text_of(view, ui, line, width).size().y;
        measure.set(Measure { text: Some((height, at)), ..measure.get() });
    }
}

/// Returns the height of a line. An unmeasured line counts as a short one.
fn line_height(measure: Measure) -> f32 {
    measure.text.map_or(0.0, |(height, _)| height).max(22.0) + 6.0
}

/// The letters with which texts are measured in this frame.
fn lettering(ui: &Ui) -> Lettering {
    Lettering { scale: ui.ctx().pixels_per_point(), fonts: theme::font_count(ui.ctx()) }
}

fn name_width(
    view: &View<'_>,
    ui: &Ui,
    line: &ChatLine,
    measure: &Cell<Measure>,
    lettering: Lettering,
) -> f32 {
    if let Some((width, _)) = measure.get().name.filter(|(_, measured_with)| *measured_with == lettering) {
        return width;
    }
    let name = view.text.called(&line.name).into_owned();
    let width = ui.painter().layout_no_wrap(name, theme::bold(14.0), egui::Color32::PLACEHOLDER).size().x;
    measure.set(Measure { name: Some((width, lettering)), ..measure.get() });
    width
}

/// Offers to block a player when their name is clicked.
fn block_menu(
    view: &View<'_>,
    ui: &mut Ui,
    place: Rect,
    line: usize,
    from: PlayerId,
    actions: &mut Vec<Action>,
) {
    let id = format!("chat.name.{line}");
    let block = chat::block(&view.model(), from);
    let response = parts::clickable(ui, place, &id, &block.label, false);
    let popup = ui.id().with(&id).with("popup");
    if response.clicked() {
        ui.memory_mut(|memory| memory.toggle_popup(popup));
    }
    egui::popup_below_widget(ui, popup, &response, egui::PopupCloseBehavior::CloseOnClick, |ui| {
        ui.set_min_width(90.0);
        actions.extend(parts::linked(ui, &block));
    });
}
