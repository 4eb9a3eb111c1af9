//! The widgets that Tab reaches: those with a name.
//!
//! egui gives the keyboard to everything that can be pressed or dragged, also to scroll bars, to the areas that scroll
//! and to the layers of dialogs. None of them shows that it has the keyboard, so they pass it on at once.

use egui::{Context, Event, Id, Key, Response};

/// The named widgets of a frame, and the last of them that had the keyboard.
#[derive(Clone, Debug, Default)]
struct Order {
    /// In the order of Tab.
    named: Vec<Id>,
    last: Option<Id>,
    /// Whether Tab was pressed in this frame.
    is_pressed: bool,
    /// Whether Tab goes back, because Shift is held.
    goes_back: bool,
}

fn id() -> Id {
    Id::new("tab order")
}

fn with<R>(ctx: &Context, change: impl FnOnce(&mut Order) -> R) -> R {
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(id())))
}

/// Begins a frame.
pub fn begin(ctx: &Context) {
    let tab = |event: &Event| {
        let Event::Key { key: Key::Tab, pressed: true, modifiers, .. } = event else { return None };
        Some(modifiers.shift)
    };
    let goes_back = ctx.input(|input| input.events.iter().rev().find_map(tab));
    with(ctx, |order| {
        order.named.clear();
        order.is_pressed = goes_back.is_some();
        order.goes_back = goes_back.unwrap_or(order.goes_back);
    });
}

/// Adds a widget that has a name.
pub(super) fn add(response: &Response) {
    let (id, has_focus) = (response.id, response.has_focus());
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    let is_reached = response.enabled()
        && response.sense.is_focusable()
        && response.ctx.memory(|memory| memory.allows_interaction(response.layer_id));
    with(&response.ctx, |order| {
        if is_reached {
            order.named.push(id);
        }
        if has_focus {
            order.last = Some(id);
        }
    });
}

/// Ends a frame: passes the keyboard on from what has no name. `others` have a way of their own to show that they have
/// the keyboard.
pub fn end(ctx: &Context, others: &[Id]) {
    let Some(focused) = ctx.memory(|memory| memory.focused()) else { return };
    if others.contains(&focused) {
        return with(ctx, |order| order.last = None);
    }
    let next = with(ctx, |order| {
        let is_gone = !order.named.contains(&focused);
        // egui takes the keyboard from a named widget that is gone, and nothing else gets it unasked
        if !is_gone || order.last == Some(focused) && !order.is_pressed {
            order.last = Some(focused);
            return Some(focused);
        }
        let last = order.last.and_then(|last| order.named.iter().position(|&id| id == last));
        let count = order.named.len();
        let next = match (last, order.goes_back) {
            (Some(last), false) => last + 1,
            (Some(last), true) => (last + count).saturating_sub(1),
            (None, false) => 0,
            (None, true) => count.saturating_sub(1),
        };
        order.named.get(next.checked_rem(count)?).copied()
    });
    match next {
        Some(next) if next == focused => {}
        Some(next) => {
            ctx.memory_mut(|memory| memory.request_focus(next));
            ctx.request_repaint();
        }
        None => ctx.memory_mut(|memory| memory.surrender_focus(focused)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{self, theme};

    #[test]
    fn a_field_that_is_gone_leaves_the_keyboard_to_nobody() {
        let field = Some(widgets::field_id("name"));
        // a field that was never drawn with the keyboard, and one that was
        for frames in 1..=2 {
            let ctx = Context::default();
            theme::install_fonts(&ctx);
            let shown = |is_form: bool| {
                let _ = ctx.run(egui::RawInput::default(), |ctx| {
                    begin(ctx);
                    egui::CentralPanel::default().show(ctx, |ui| {
                        if is_form {
                            widgets::field(ui, "name", &mut String::new(), "", 100.0);
                            widgets::focus(ctx, "name");
                        } else {
                            widgets::button(ui, "settings", "Settings");
                        }
                    });
                    end(ctx, &[]);
                });
                ctx.memory(|memory| memory.focused())
            };
            (0..frames).for_each(|_| assert_eq!(shown(true), field));
            shown(false);
            assert_eq!(shown(false), None);
        }
    }

    #[test]
    fn tab_goes_on_from_what_is_gone_in_the_same_frame() {
        let ctx = Context::default();
        theme::install_fonts(&ctx);
        let shown = |is_notice: bool, events: Vec<Event>| {
            let _ = ctx.run(egui::RawInput { events, ..egui::RawInput::default() }, |ctx| {
                begin(ctx);
                egui::CentralPanel::default().show(ctx, |ui| {
                    widgets::button(ui, "settings", "Settings");
                    if is_notice {
                        let notice = widgets::button(ui, "notice", "Notice");
                        notice.request_focus();
                    }
                });
                end(ctx, &[]);
            });
            ctx.memory(|memory| memory.focused())
        };
        let tab = |shift| {
            let modifiers = egui::Modifiers { shift, ..egui::Modifiers::NONE };
            vec![Event::Key { key: Key::Tab, physical_key: None, pressed: true, repeat: false, modifiers }]
        };
        for shift in [false, true] {
            let notice = shown(true, Vec::new());
            assert_eq!(shown(true, Vec::new()), notice);
            shown(false, tab(shift));
            let reached = shown(false, Vec::new());
            assert!(reached.is_some() && reached != notice, "{shift}");
        }
    }
}
