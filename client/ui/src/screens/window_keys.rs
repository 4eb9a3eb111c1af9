//! The keys of the window, on every screen: its scale, and whether it covers the whole screen.

use super::view::View;
use crate::widgets::keys;
use chuhe_model::actions::action::Action;
use chuhe_model::actions::keys::{KeyPlace, KeyUse};
use egui::{Context, Id};

/// Seconds after which a repeated press counts as a new one. A key begins to repeat before that.
const NEW_PRESS: f64 = 1.0;

/// Reads the keys. They hold Ctrl or have no character, so they also work while text is typed.
pub(super) fn read(view: &View<'_>, ctx: &Context, actions: &mut Vec<Action>) {
    let scales = [KeyUse::Larger, KeyUse::Smaller, KeyUse::AutomaticScale];
    let pressed = |does: &KeyUse| ctx.input(|input| keys::pressed(input, KeyPlace::Everywhere, *does));
    let scale = scales.into_iter().find(pressed);
    let used = scale.into_iter().chain(fills_screen(ctx).then_some(KeyUse::FullScreen));
    actions.extend(used.filter_map(|key| chuhe_view::keys::everywhere(&view.model(), key)));
}

/// Whether the key of the full screen was pressed, and not only held.
///
/// The window is hidden for a moment while it changes, and misses the release of the key then. The
/// next press looks like a repetition, so only the time tells them apart.
fn fills_screen(ctx: &Context) -> bool {
    let (presses, now) = ctx.input(|input| {
        (keys::presses(input, KeyPlace::Everywhere, KeyUse::FullScreen).collect::<Vec<_>>(), input.time)
    });
    if presses.is_empty() {
        return false;
    }
    let last: Option<f64> = ctx.data_mut(|data| {
        data.get_temp_mut_or_default::<Option<f64>>(Id::new("full_screen.pressed")).replace(now)
    });
    presses.contains(&false) || last.is_none_or(|last| now - last > NEW_PRESS)
}
