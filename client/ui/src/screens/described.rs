//! Dialogs that the view describes, and the parts in them, one below the other.

use super::view::View;
use super::{dialog, parts as placed};
use crate::widgets;
use crate::widgets::{theme, ui_trace};
use chuhe_model::actions::action::Action;
use chuhe_view::{Button, Fact, Field, Group, GroupKind, Part, Role, Tone};
use egui::{Context, Key, RichText, Sense, Ui, vec2};

/// The width of the captions beside rows of choices and fields, where a dialog has room for them.
const CAPTION: f32 = 130.0;
const WIDE: f32 = 500.0;
/// The space between two rows of choices.
const ROW_GAP: f32 = 14.0;
/// The width of a button beside a field, and of the one that closes a dialog.
pub(super) const BUTTON: f32 = 96.0;
/// The height of buttons that are closed until they are wanted, in a low window and in others.
const MORE: [f32; 2] = [64.0, 108.0];
/// A window lower than this is low.
const LOW: f32 = 720.0;

/// Shows a dialog of this width, with the buttons at its end always in sight.
pub(super) fn dialog(view: &View<'_>, ctx: &Context, it: &Group, width: f32, actions: &mut Vec<Action>) {
    dialog_with(view, ctx, it, width, actions, |ui, chosen| parts(ui, &it.parts, chosen));
}

/// Shows a dialog whose contents `contents` shows below its heading. They return whether Enter was pressed in a field
/// without a button of its own: it presses the likeliest button at the end.
pub(super) fn dialog_with(
    view: &View<'_>,
    ctx: &Context,
    it: &Group,
    width: f32,
    actions: &mut Vec<Action>,
    contents: impl FnOnce(&mut Ui, &mut Vec<Action>) -> bool,
) {
    let (mut chosen, mut entered) = (Vec::new(), false);
    let has_focus = ctx.memory(|memory| memory.focused().is_some());
    let shown = |ui: &mut Ui, chosen: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        widgets::heading(ui, &it.heading);
        entered = contents(ui, chosen);
    };
    let end = |ui: &mut Ui, chosen: &mut Vec<Action>| {
        ui.add_space(2.0);
        ui.horizontal_wrapped(|ui| {
            for button in &it.end {
                chosen.extend(placed::offered_of(ui, button, BUTTON));
            }
        });
    };
    let response = dialog::with_end(view, ctx, &it.id, width, &mut chosen, shown, end);
    let sends =
        it.parts.iter().filter_map(|part| if let Part::Field(it) = part { it.send.as_ref() } else { None });
    let likeliest = it.end.iter().chain(sends).find(|button| button.role == Role::Primary);
    let is_enter = || response.is_top_modal && is_pressed(ctx, &[Key::Enter]);
    if entered {
        chosen.extend(likeliest.or(it.close()).and_then(Button::press));
    } else if !has_focus && is_enter() {
        // nothing else takes the key
        chosen.extend(likeliest.and_then(Button::press));
    } else if chosen.is_empty() && dialog::closes(view, &response) {
        chosen.extend(it.close().map(|close| close.action.clone()));
    }
    actions.append(&mut chosen);
}

/// Whether one of these keys is pressed, and not held from the screen or dialog before.
pub(super) fn is_pressed(ctx: &Context, keys: &[Key]) -> bool {
    let is_one = |event: &egui::Event| matches!(event, egui::Event::Key { key, pressed: true, repeat: false, .. } if keys.contains(key));
    ctx.input(|input| input.events.iter().any(is_one))
}

/// Shows parts one below the other. Returns whether Enter was pressed in a field without a button of its own.
pub(super) fn parts(ui: &mut Ui, parts: &[Part], chosen: &mut Vec<Action>) -> bool {
    let (mut rest, mut entered, mut is_row) = (parts, false, false);
    while let Some(first) = rest.first() {
        let alike = rest.iter().take_while(|part| goes_beside(first, part)).count().max(1);
        let (now, after) = rest.split_at(alike);
        rest = after;
        let was_row = std::mem::take(&mut is_row);
        match first {
            Part::Button(_) => {
                let all = now.iter().filter_map(|it| if let Part::Button(it) = it { Some(it) } else { None });
                buttons(ui, &all.collect::<Vec<_>>(), chosen);
            }
            Part::Field(input) if alike > 1 || is_bare(input) => entered |= fields(ui, now, chosen),
            Part::Field(input) if input.send.is_some() => {
                placed::offered_line(ui, input, BUTTON, chosen);
            }
            Part::Field(input) => row(ui, &input.label, |ui| {
                let wide = ui.available_width();
                entered |= placed::offered_field(ui, input, wide, chosen);
            }),
            Part::Choice(choice) => {
                is_row = true;
                row(ui, &choice.label, |ui| chosen.extend(placed::chips(ui, choice)));
            }
            Part::Tick(tick) => chosen.extend(placed::ticked(ui, tick)),
            Part::Group(group) => {
                is_row = group.kind != GroupKind::More;
                self::group(ui, group, chosen);
            }
            Part::Fact(fact) => {
                // so are more remarks on the row
                is_row = was_row && fact.tone == Tone::Remark;
                self::fact(ui, fact, was_row);
            }
            Part::Question(question) => {
                ui.label(&question.message);
                ui.horizontal_wrapped(|ui| {
                    for answer in &question.answers {
                        chosen.extend(placed::offered(ui, answer));
                    }
                });
            }
        }
    }
    entered
}

/// Shows buttons in a line, or where they need more, below each other in columns of the same width.
fn buttons(ui: &mut Ui, buttons: &[&Button], chosen: &mut Vec<Action>) {
    let widths: Vec<f32> = buttons.iter().map(|it| widgets::button_width(ui, &it.label)).collect();
    let (gap, room) = (ui.spacing().item_spacing.x, ui.available_width());
    let together = widths.iter().map(|width| width + gap).sum::<f32>() - gap;
    let widest = widths.into_iter().fold(0.0, f32::max);
    let most = ((room + gap) / (widest + gap)).max(1.0) as usize;
    // as many in the last line as can be
    let columns = buttons.len().div_ceil(buttons.len().div_ceil(most));
    let (columns, least) = if together <= room {
        (buttons.len(), 0.0)
    } else {
        (columns, ((room + gap) / columns as f32 - gap).floor())
    };
    // a row that wraps by itself does not do so at a disabled button
    for line in buttons.chunks(columns) {
        ui.horizontal(|ui| {
            chosen.extend(line.iter().filter_map(|button| placed::offered_of(ui, button, least)));
        });
    }
}

/// Whether a part goes beside the first one of a row. Dangerous buttons have a row of their own: where one goes away, no
/// dangerous one comes into the place of a harmless one.
fn goes_beside(first: &Part, part: &Part) -> bool {
    match (first, part) {
        (Part::Button(one), Part::Button(other)) => {
            (one.role == Role::Danger) == (other.role == Role::Danger)
        }
        (Part::Field(one), Part::Field(other)) => is_bare(one) && is_bare(other),
        _ => false,
    }
}

/// Whether a field has its label in it, and no button.
fn is_bare(input: &Field) -> bool {
    input.example.is_empty() && input.send.is_none()
}

/// Shows fields, two in each row. Returns whether Enter was pressed in one.
fn fields(ui: &mut Ui, inputs: &[Part], chosen: &mut Vec<Action>) -> bool {
    let wide = (ui.available_width() - 8.0) / 2.0;
    let mut entered = false;
    for row in inputs.chunks(2) {
        ui.horizontal(|ui| {
            for part in row {
                if let Part::Field(input) = part {
                    entered |= placed::offered_field(ui, input, wide, chosen);
                }
            }
        });
    }
    entered
}

/// Shows switches in a row, and buttons that are closed until they are wanted in a list.
fn group(ui: &mut Ui, group: &Group, chosen: &mut Vec<Action>) {
    if group.kind != GroupKind::More {
        return row(ui, &group.heading, |ui| switches(ui, group, chosen));
    }
    widgets::small(ui, &group.heading);
    let height = MORE[usize::from(ui.ctx().screen_rect().height() >= LOW)];
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    placed::scroll(ui, &group.id, place, false, |ui| {
        ui.set_max_width(place.width() - 12.0);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
            switches(ui, group, chosen);
        });
    });
}

fn switches(ui: &mut Ui, group: &Group, chosen: &mut Vec<Action>) {
    for button in group.buttons() {
        chosen.extend(placed::offered_chip(ui, button));
    }
}

/// Whether captions are above what they are of.
fn is_narrow(ui: &Ui) -> bool {
    theme::is_touch(ui.ctx()) || ui.available_width() < WIDE
}

/// Shows a row of choices or a field beside its caption, or below it where there is little room.
fn row(ui: &mut Ui, caption: &str, contents: impl FnOnce(&mut Ui)) {
    let theme = theme::current(ui.ctx());
    if is_narrow(ui) {
        if !caption.is_empty() {
            placed::caption(ui, caption);
        }
        ui.horizontal_wrapped(contents);
        return;
    }
    ui.add_space(ROW_GAP - 8.0);
    ui.horizontal_top(|ui| {
        // egui centers the first row of choices in this height
        let height = ui.spacing().interact_size.y.max(placed::CHIP);
        let (rect, _) = ui.allocate_exact_size(vec2(CAPTION, height), Sense::hover());
        let (font, at) = (theme::plain(theme::TEXT_SMALL), rect.left_center());
        placed::in_two_lines(ui, at, caption, font, theme.sub, CAPTION);
        ui.horizontal_wrapped(contents);
    });
}

/// Shows something to read, below the choices if it is a remark on a row of them. A detail is beside it.
fn fact(ui: &mut Ui, fact: &Fact, is_below_row: bool) {
    let theme = theme::current(ui.ctx());
    let ink = if fact.tone == Tone::Plain { theme.ink } else { placed::ink(&theme, fact.tone) };
    if fact.tone == Tone::Remark {
        let said = [&*fact.label, &*fact.detail].into_iter().filter(|said| !said.is_empty());
        let said = said.collect::<Vec<_>>().join(placed::BETWEEN);
        let small = |ui: &mut Ui| {
            let label = widgets::small(ui, &said);
            ui_trace::record(ui, &fact.id, &said, &label);
        };
        if is_below_row && ui.available_width() >= WIDE && !theme::is_touch(ui.ctx()) {
            ui.horizontal_top(|ui| {
                ui.add_space(CAPTION + 8.0);
                ui.vertical(small);
            });
        } else {
            small(ui);
        }
    } else if fact.detail.is_empty() {
        let label = ui.label(RichText::new(&fact.label).color(ink));
        ui_trace::record(ui, &fact.id, &fact.label, &label);
    } else if is_narrow(ui) {
        // words need no finger's height
        placed::caption(ui, &fact.label);
        let detail = ui.label(RichText::new(&fact.detail).color(ink));
        ui_trace::record(ui, &fact.id, &fact.detail, &detail);
    } else {
        row(ui, &fact.label, |ui| {
            let detail = ui.label(RichText::new(&fact.detail).color(ink));
            ui_trace::record(ui, &fact.id, &fact.detail, &detail);
        });
    }
}
