//! What a line of the user leads to.

use chuhe_model::actions::action::Action;

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

    pub(super) fn actions(actions: Vec<Action>) -> Self {
        Self { actions, ..Self::default() }
    }
}
