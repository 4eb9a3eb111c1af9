//! The second press of a double click or double tap, where the first has put something else under the pointer.
//!
//! Somebody who presses *Offer draw* twice does not want to withdraw it, and a dialog that closes must not let a tap
//! through to what it covered.

use egui::{Context, Id, PointerButton, Pos2, Response};

/// How soon after a press another one in the same place is taken for the second one, in seconds.
const SECOND_S: f64 = 0.4;
/// How far from it, in logical pixels: a finger does not hit the same point twice.
const NEAR: f32 = 24.0;

/// A press of what has this name.
#[derive(Clone, Debug)]
struct Press {
    name: String,
    at: Pos2,
    time: f64,
}

/// The last press that counted, and that of this frame.
#[derive(Clone, Debug, Default)]
struct Presses {
    last: Option<Press>,
    now: Option<Press>,
}

impl Press {
    /// Whether this follows `last` so closely that it was meant for what was there then.
    fn is_second_after(&self, last: &Self) -> bool {
        self.name != last.name && self.time - last.time < SECOND_S && self.at.distance(last.at) < NEAR
    }
}

fn id() -> Id {
    Id::new("double_press")
}

/// A press in this frame.
fn press(ctx: &Context, name: &str, at: Pos2) -> Press {
    Press { name: name.to_owned(), at, time: ctx.input(|input| input.time) }
}

/// Notes that what has this name was pressed in this frame, if it was.
pub(crate) fn note(name: &str, response: &Response) {
    if response.clicked_by(PointerButton::Primary)
        && let Some(at) = response.interact_pointer_pos()
    {
        let now = press(&response.ctx, name, at);
        response.ctx.data_mut(|data| data.get_temp_mut_or_default::<Presses>(id()).now = Some(now));
    }
}

/// Whether the press of this frame, if there is one, counts. Call it once all widgets are shown.
pub(crate) fn counts(ctx: &Context) -> bool {
    ctx.data_mut(|data| {
        let presses = data.get_temp_mut_or_default::<Presses>(id());
        let Some(now) = presses.now.take() else { return true };
        if presses.last.as_ref().is_some_and(|last| now.is_second_after(last)) {
            return false;
        }
        presses.last = Some(now);
        true
    })
}

/// Whether a press at this point would not count: it would be the second one, and what has this name was not there at the
/// first.
pub(crate) fn is_awaited(ctx: &Context, name: &str, at: Pos2) -> bool {
    is_second(ctx, &press(ctx, name, at))
}

fn is_second(ctx: &Context, next: &Press) -> bool {
    ctx.data_mut(|data| {
        let last = &data.get_temp_mut_or_default::<Presses>(id()).last;
        last.as_ref().is_some_and(|last| next.is_second_after(last))
    })
}

/// Whether a press on the board at this point and time counts, in seconds as frames have it.
///
/// The frame of the press has not begun, and the last one may be long ago: a window in which nothing moves draws none.
#[must_use]
pub fn reaches_board(ctx: &Context, at: Pos2, time: f64) -> bool {
    !is_second(ctx, &Press { name: String::new(), at, time })
}
