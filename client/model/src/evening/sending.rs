//! What becomes of a form that asks the server.

use chuhe_protocol::Refusal;

/// What became of a form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sending {
    /// The user writes it.
    #[default]
    Writing,
    /// The request with this number asks for it.
    Asked(u32),
    /// The server refused it, and the user may change it.
    Refused(Refusal),
}

impl Sending {
    /// Takes a refusal; returns whether it was of this.
    pub fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        let is_it = *self == Self::Asked(request);
        if is_it {
            *self = Self::Refused(reason);
        }
        is_it
    }

    /// Whether the answer is awaited.
    #[must_use]
    pub const fn is_asked(self) -> bool {
        matches!(self, Self::Asked(_))
    }
}

/// The beginning of a text that has at most so many bytes.
pub(super) fn within(text: &str, bytes: usize) -> &str {
    let end = text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|end| *end <= bytes).last();
    &text[..end.unwrap_or(0)]
}
