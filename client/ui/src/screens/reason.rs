//! Answers to a click on what does nothing: why it does not, or what it means. For a moment they are in the place of the
//! notice, which `notices` shows.

use egui::{Context, Id, LayerId, Order, Rect, Ui};

/// How long an answer stays, in seconds.
const SHOWN_S: f64 = 4.0;

/// An answer that the user has asked for.
#[derive(Clone, Debug)]
struct Reason {
    message: String,
    /// When it was asked for, in seconds.
    at: f64,
    /// The number of notices of the app until then; a later notice replaces the answer.
    notices: Option<u64>,
}

fn id() -> Id {
    Id::new("notice.reason")
}

/// The area of the notice.
pub(super) fn area() -> Id {
    Id::new("notice")
}

/// Says this for a moment, from the next frame on.
pub(super) fn say(ui: &Ui, message: &str) {
    let at = ui.input(|input| input.time);
    let reason = Reason { message: message.to_owned(), at, notices: None };
    ui.data_mut(|data| data.insert_temp(id(), Some(reason)));
    ui.ctx().request_repaint();
}

/// The answer to show, while the app has had this number of notices. It is over at the end of the next click.
pub(super) fn current(ctx: &Context, notices: u64) -> Option<String> {
    let (is_released, now) = ctx.input(|input| (input.pointer.any_released(), input.time));
    let reason: Option<Reason> = ctx.data(|data| data.get_temp(id())).flatten();
    let mut reason = reason.filter(|reason| !is_released && now - reason.at < SHOWN_S);
    if let Some(reason) = &mut reason {
        reason.notices.get_or_insert(notices);
        ctx.request_repaint_after_secs((reason.at + SHOWN_S - now) as f32);
    }
    let reason = reason.filter(|reason| reason.notices == Some(notices));
    ctx.data_mut(|data| data.insert_temp(id(), reason.clone()));
    reason.map(|reason| reason.message)
}

/// The place of the notice in the last frame, if it had one.
pub(super) fn shown_at(ctx: &Context) -> Option<Rect> {
    let layer = LayerId::new(Order::Tooltip, area());
    ctx.memory(|memory| memory.area_rect(layer.id).filter(|_| memory.areas().visible_last_frame(&layer)))
}
