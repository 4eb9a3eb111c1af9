//! A chat: its lines, ready-made phrases, and the field in which one writes.

use super::parts::{self, inside};
use super::{View, field, widgets};
use crate::core::action::{Action, ChatAction, Field};
use crate::core::chat::Chat;
use crate::core::session::Session;
use crate::core::theme;
use egui::{Align2, Rect, Ui, Vec2, pos2, vec2};

const FIELD: f32 = 40.0;
const SEND: f32 = 76.0;

/// Fills `rect` with this chat. `offline` is why nothing can be said, if nothing can.
pub(super) fn show(
    view: &View<'_>,
    ui: &mut Ui,
    rect: Rect,
    session: &Session,
    chat: &Chat,
    offline: Option<String>,
    actions: &mut Vec<Action>,
) {
    let phrases = match session.table() {
        Some(_) => view.text.table_phrases,
        None => view.text.lobby_phrases,
    };
    let field_top = rect.bottom() - FIELD;
    let rows = phrase_rows(ui, phrases, rect.width());
    let phrases_top = field_top - 38.0 * rows as f32 - 2.0;
    let lines = Rect::from_min_max(rect.min, pos2(rect.right(), phrases_top - 8.0));
    parts::scroll(ui, "chat.lines", lines, true, |ui| chat_lines(view, ui, session, chat));
    let place = Rect::from_min_max(pos2(rect.left(), phrases_top), pos2(rect.right(), field_top - 4.0));
    inside(ui, "chat.phrases", place, |ui| {
        ui.add_enabled_ui(offline.is_none(), |ui| {
            ui.spacing_mut().interact_size.y = parts::CHIP;
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            ui.horizontal_wrapped(|ui| {
                for (index, phrase) in phrases.iter().enumerate() {
                    if parts::chip(ui, &format!("chat.phrase.{index}"), phrase, false) {
                        actions.push(Action::Chat(ChatAction::Phrase(index)));
                    }
                }
            });
        });
    });
    let place = Rect::from_min_size(pos2(rect.left(), field_top), vec2(rect.width() - SEND - 8.0, FIELD));
    let entered = inside(ui, "chat.draft", place, |ui| {
        field(ui, "chat.text", Field::Chat, chat.draft(), view.text.chat_hint, place.width(), actions)
    });
    let place = Rect::from_min_size(pos2(rect.right() - SEND, field_top), vec2(SEND, FIELD));
    let kind = widgets::ButtonKind::Plain;
    let permit = offline.map_or(Ok(()), Err);
    if parts::button_at(ui, place, "chat.send", view.text.send, kind, permit) || entered {
        actions.push(Action::Chat(ChatAction::Send));
    }
}

/// How many rows the phrases take.
fn phrase_rows(ui: &Ui, phrases: &[&str], width: f32) -> usize {
    let (mut rows, mut used) = (1, 0.0);
    for phrase in phrases {
        let font = theme::plain(14.0);
        let text = ui.painter().layout_no_wrap((*phrase).to_owned(), font, egui::Color32::PLACEHOLDER);
        let chip = text.size().x + 24.0;
        if used > 0.0 && used + chip > width {
            (rows, used) = (rows + 1, 0.0);
        }
        used += chip + 6.0;
    }
    rows
}

fn chat_lines(view: &View<'_>, ui: &mut Ui, session: &Session, chat: &Chat) {
    let heard: Vec<_> = chat.lines().filter(|line| !session.is_muted(line.from)).collect();
    if heard.is_empty() {
        ui.add_space(4.0);
        widgets::small(ui, view.text.chat_empty);
    }
    let width = ui.available_width() - 10.0;
    let name_width = heard.iter().map(|line| name_size(ui, line.name.as_str()).x).fold(0.0, f32::max);
    let name_width = name_width.clamp(56.0, width * 0.34);
    for line in heard {
        let mine = line.from == session.me();
        let ink = if mine { view.theme.gold_ink } else { view.theme.jade };
        let text = ui.painter().layout(
            line.text.clone(),
            theme::plain(theme::TEXT),
            view.theme.ink,
            width - name_width - 16.0,
        );
        let height = text.size().y.max(22.0) + 6.0;
        let (rect, response) = ui.allocate_exact_size(vec2(width, height), egui::Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &line.text));
        let at = rect.min + vec2(0.0, 3.0);
        parts::text(ui, at, Align2::LEFT_TOP, line.name.as_str(), theme::bold(14.0), ink, name_width);
        ui.painter().galley(at + vec2(name_width + 16.0, -1.0), text, view.theme.ink);
    }
}

fn name_size(ui: &Ui, name: &str) -> Vec2 {
    ui.painter().layout_no_wrap(name.to_owned(), theme::bold(14.0), egui::Color32::PLACEHOLDER).size()
}
