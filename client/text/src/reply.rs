//! What a line of the user leads to.

use chuhe_model::actions::action::Action;
use chuhe_view::Button;

/// A part of the screen that a command presses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Press {
    /// The name of the part.
    pub(super) id: String,
    /// The text for a field.
    pub(super) text: String,
    /// Whether the command goes on where the screen lacks the part.
    pub(super) is_optional: bool,
}

impl Press {
    /// Presses a button.
    pub(super) fn of(id: impl Into<String>) -> Self {
        Self::typed(id, "")
    }

    /// Presses a button, if the screen has it.
    pub(super) fn optional(id: impl Into<String>) -> Self {
        Self { is_optional: true, ..Self::of(id) }
    }

    /// Types a text into a field.
    pub(super) fn typed(id: impl Into<String>, text: &str) -> Self {
        Self { id: id.into(), text: text.to_owned(), is_optional: false }
    }
}

/// What follows from a line of the user.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// The actions for the app, in their order.
    pub actions: Vec<Action>,
    /// The lines to print at once.
    pub lines: Vec<String>,
    /// Whether the user asks to end the program.
    pub quits: bool,
    /// Whether the next line is a password, which a terminal must not show.
    pub asks_password: bool,
    /// What is pressed after the actions, one after the other, on the screen that is there by then.
    pub(super) then: Vec<Press>,
}

impl Reply {
    pub(super) fn line(line: impl Into<String>) -> Self {
        Self::lines(vec![line.into()])
    }

    pub(super) fn lines(lines: Vec<String>) -> Self {
        Self { lines, ..Self::default() }
    }

    pub(super) fn action(action: impl Into<Action>) -> Self {
        Self { actions: vec![action.into()], ..Self::default() }
    }

    /// Presses these parts, one after the other.
    pub(super) fn presses(then: Vec<Press>) -> Self {
        Self { then, ..Self::default() }
    }

    /// Presses a button; the reply says why it cannot be pressed.
    pub(super) fn button(button: &Button) -> Self {
        match &button.permit {
            Ok(()) => Self::action(button.action.clone()),
            Err(why) => Self::line(why.as_str()),
        }
    }

    pub(super) fn actions(actions: Vec<Action>) -> Self {
        Self { actions, ..Self::default() }
    }
}
