//! What the parts of the core want done, gathered in order during one update.

use super::effect::Effect;
use super::notice::Notice;
use chuhe_protocol::{ClientMessage, Request};

/// Gathers effects and numbers the requests.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    effects: Vec<Effect>,
    notices: Vec<Notice>,
    last_request: u32,
}

impl Outbox {
    /// Wants this done.
    pub(crate) fn push(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    /// Wants this said to the server; the number of the request.
    pub(crate) fn send(&mut self, message: ClientMessage) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        let number = self.last_request;
        self.push(Effect::Send(Request { number, message }));
        number
    }

    /// Wants the user told this in passing.
    pub(crate) fn notice(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// All the user is to be told since the last time.
    pub(crate) fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// All that was wanted since the last time.
    pub(crate) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
