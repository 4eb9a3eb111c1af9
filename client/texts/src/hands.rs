//! What a person gives orders with, which decides some words.

/// What a person gives orders with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// A mouse, and keys beside it.
    Mouse,
    /// Fingers on a screen.
    Fingers,
    /// Lines of text.
    Typing,
}
