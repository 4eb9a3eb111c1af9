//! The parts of which screens are made.

use chuhe_model::actions::action::Action;
use std::borrow::Cow;

/// How likely or grave the action of a button is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The most likely action.
    Primary,
    /// Any other action.
    #[default]
    Plain,
    /// An action that cannot be undone.
    Danger,
}

/// Something that the user can do by one press.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// Identifies the button on its screen.
    pub id: Cow<'static, str>,
    /// The text on it.
    pub label: String,
    /// What it does, at more length; empty if the label says all.
    pub hint: String,
    /// How likely or grave its action is.
    pub role: Role,
    /// Whether it can be pressed now; the error says why not, in the user's language.
    pub permit: Result<(), String>,
    /// What a press does.
    pub action: Action,
}

impl Button {
    /// A plain button that can be pressed.
    pub(crate) fn new(
        id: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        action: impl Into<Action>,
    ) -> Self {
        let (id, label, action) = (id.into(), label.into(), action.into());
        Self { id, label, hint: String::new(), role: Role::Plain, permit: Ok(()), action }
    }

    /// The same button with this role.
    pub(crate) fn role(self, role: Role) -> Self {
        Self { role, ..self }
    }

    /// The same button with this permit.
    pub(crate) fn permit(self, permit: Result<(), String>) -> Self {
        Self { permit, ..self }
    }

    /// The same button with this hint.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }
}

/// A message, and the buttons that answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Identifies the question on its screen.
    pub id: &'static str,
    /// What it says.
    pub message: String,
    /// Whether it waits for the user, rather than reporting something.
    pub asks: bool,
    /// The answers, the likeliest first; a message that nobody answers has none.
    pub answers: Vec<Button>,
}

impl Question {
    /// A question that waits for the user.
    pub(crate) const fn asking(id: &'static str, message: String, answers: Vec<Button>) -> Self {
        Self { id, message, asks: true, answers }
    }

    /// A message that does not wait for the user.
    pub(crate) const fn reporting(id: &'static str, message: String, answers: Vec<Button>) -> Self {
        Self { id, message, asks: false, answers }
    }
}

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Identifies the fact on its screen.
    pub id: &'static str,
    /// What it says in short.
    pub label: String,
    /// The rest of it; empty if the label says all.
    pub detail: String,
}

/// A part of a screen, for whoever renders a screen without knowing it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'a> {
    /// A question or message.
    Question(&'a Question),
    /// A button.
    Button(&'a Button),
    /// Something to read.
    Fact(&'a Fact),
}
