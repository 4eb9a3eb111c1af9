//! Collects the effects and notices of one update, in order.

use super::effect::Effect;
use super::notice::Notice;
use chuhe_protocol::{ClientMessage, Request};

/// Collects effects and notices, and numbers the requests.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    effects: Vec<Effect>,
    notices: Vec<Notice>,
    last_request: u32,
}

impl Outbox {
    /// Adds an effect.
    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Adds an effect, if there is one.
    pub(crate) fn effects(&mut self, effect: Option<Effect>) {
        self.effects.extend(effect);
    }

    /// Adds a request to the server; returns its number.
    pub(crate) fn send(&mut self, message: ClientMessage) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        let number = self.last_request;
        self.push(Effect::Send(Request { number, message }));
        number
    }

    /// Adds a notice to the user.
    pub(crate) fn notice(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Takes the notices added since the last call.
    pub(crate) fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Takes the effects added since the last call.
    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
