//! What lies over a screen, and which of it closes: Escape and a step back close the topmost first.
//!
//! egui knows of menus and dialogs, and a sheet says that it is shown. Whoever shows one asks the view whether it closes.

use super::view::{Layer, is_typing};
use egui::{Context, Id, Key};

fn id(name: &str) -> Id {
    Id::new(("layers", name))
}

/// Notes that the user goes back, by the button of a browser or a phone.
pub(super) fn go_back(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id("back"), true));
    ctx.request_repaint();
}

/// Notes that a sheet is shown.
pub(super) fn sheet_is_shown(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(id("sheet"), true));
}

/// What closes on this frame, and whether the user goes back although nothing can close.
///
/// In a field, Escape leaves the field first. A phone's button back has put the keyboard away before.
pub(super) fn begin(ctx: &Context) -> (Option<Layer>, bool) {
    let take = |name: &str| ctx.data_mut(|data| data.remove_temp(id(name)).unwrap_or(false));
    let (goes_back, sheet, typed) = (take("back"), take("sheet"), take("typed"));
    let escapes = !typed && ctx.input(|input| input.key_pressed(Key::Escape));
    let (menu, dialog) = ctx.memory(|memory| (memory.any_popup_open(), memory.top_modal_layer().is_some()));
    let top = match (menu, dialog, sheet) {
        (true, ..) => Some(Layer::Menu),
        (_, true, _) => Some(Layer::Dialog),
        (.., true) => Some(Layer::Sheet),
        _ => None,
    };
    let closes = top.filter(|_| goes_back || escapes);
    match closes {
        Some(Layer::Menu) if goes_back => ctx.memory_mut(egui::Memory::close_popup),
        // a menu takes the key itself
        Some(Layer::Menu) | None => {}
        // what is below does not close, too
        Some(Layer::Dialog | Layer::Sheet) => {
            ctx.input_mut(|input| input.consume_key(egui::Modifiers::NONE, Key::Escape));
        }
    }
    (closes, goes_back && closes.is_none())
}

/// Remembers for the next frame whether a field has the keyboard: egui takes it away on Escape before the screens
/// see the key.
pub(super) fn end(ctx: &Context) {
    let typed = is_typing(ctx);
    ctx.data_mut(|data| data.insert_temp(id("typed"), typed));
}
