//! Collects the effects and notices of one update, in order.

use super::notice::Notice;
use crate::exchange::effect::{ConnectionEffect, Effect, WindowEffect};
use chuhe_protocol::{ClientMessage, Request};

/// Collects effects and notices, and numbers the requests.
#[derive(Debug, Default)]
pub struct Outbox {
    effects: Vec<Effect>,
    notices: Vec<Notice>,
    last_request: u32,
}

impl Outbox {
    /// Adds an effect.
    pub fn push(&mut self, effect: impl Into<Effect>) {
        self.effects.push(effect.into());
    }

    /// Adds an effect, if there is one.
    pub fn effects(&mut self, effect: Option<impl Into<Effect>>) {
        self.effects.extend(effect.map(Into::into));
    }

    /// Adds a request to the server; returns its number.
    pub fn send(&mut self, message: impl Into<ClientMessage>) -> u32 {
        self.last_request = self.last_request.wrapping_add(1);
        let number = self.last_request;
        self.push(ConnectionEffect::Send(Request { number, message: message.into() }));
        number
    }

    /// Adds a notice to the user.
    pub fn notice(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    /// Copies a text to the clipboard, and says so.
    pub fn copy(&mut self, text: String) {
        self.push(WindowEffect::CopyText(text));
        self.notice(Notice::Copied);
    }

    /// Adds notices to the user.
    pub fn notices(&mut self, notices: impl IntoIterator<Item = Notice>) {
        self.notices.extend(notices);
    }

    /// Takes the notices added since the last call.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Takes the effects that concern the connection, in order, and leaves the others.
    pub fn take_network(&mut self) -> Vec<ConnectionEffect> {
        let mut network = Vec::new();
        for effect in std::mem::take(&mut self.effects) {
            if let Effect::Connection(effect) = effect {
                network.push(effect);
            } else {
                self.effects.push(effect);
            }
        }
        network
    }

    /// Takes the effects added since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }
}
