//! The parts of which screens are made.

use chuhe_model::actions::action::{self, Action, SecretField, TableAction};
use chuhe_protocol::Password;
use std::borrow::Cow;
use std::fmt;

/// The parts of several things, in this order.
macro_rules! parts {
    ($($described:expr),* $(,)?) => {{
        let mut parts = Vec::new();
        $($crate::parts::Described::describe($described, &mut parts);)*
        parts
    }};
}
pub(crate) use parts;

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
    /// Whether it is on or chosen; `None` for a button that is neither on nor off.
    pub chosen: Option<bool>,
    /// Whether what it begins is done already, as a tick on it says.
    pub is_done: bool,
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
        let (hint, permit, is_done) = (String::new(), Ok(()), false);
        Self { id, label, hint, role: Role::Plain, permit, chosen: None, is_done, action }
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

    /// The same button as one that is on or off.
    pub(crate) fn chosen(self, chosen: bool) -> Self {
        Self { chosen: Some(chosen), ..self }
    }

    /// The same button, with the word for what is done if what it begins is.
    pub(crate) fn done(self, is_done: bool, word: &str) -> Self {
        Self { is_done, ..self.hint(if is_done { word } else { "" }) }
    }

    /// The same button, which can be pressed if this is possible; otherwise it says what it does, and what it lacks.
    pub(crate) fn lacks(self, possible: bool, why: &str) -> Self {
        let does = if self.hint.is_empty() { &self.label } else { &self.hint };
        let permit = if possible { Ok(()) } else { Err(format!("{does}\n{why}")) };
        self.permit(permit)
    }

    /// What stays the same when the button is named anew, so that a press that began before ends on it: to give up is to
    /// abort a game until both have moved. It asks first, so nobody resigns who wanted to abort.
    #[must_use]
    pub fn identity(&self) -> &str {
        if self.action == Action::Table(TableAction::AskGiveUp) { "table.give_up" } else { &self.id }
    }

    /// Whether it is on or chosen.
    #[must_use]
    pub fn is_chosen(&self) -> bool {
        self.chosen == Some(true)
    }

    /// What a press does now; `None` if it is not allowed.
    pub fn press(&self) -> Option<Action> {
        self.permit.is_ok().then(|| self.action.clone())
    }
}

/// A message, and the buttons that answer it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Identifies the question on its screen.
    pub id: &'static str,
    /// Which position the board shows, if it is an earlier one: the question may lie over where that stands.
    pub context: Option<Fact>,
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
        Self { id, context: None, message, asks: true, answers }
    }

    /// A message that does not wait for the user.
    pub(crate) const fn reporting(id: &'static str, message: String, answers: Vec<Button>) -> Self {
        Self { id, context: None, message, asks: false, answers }
    }

    /// What it says, after which position the board shows.
    #[must_use]
    pub fn in_one_line(&self) -> String {
        let context = self.context.iter().map(|context| &*context.label);
        context.chain([&*self.message]).collect::<Vec<_>>().join(" · ")
    }
}

/// How good or bad it is what a fact says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neither.
    #[default]
    Plain,
    /// A remark on what stands before it.
    Remark,
    /// As the user wants it.
    Good,
    /// Something to look at.
    Warning,
    /// Something failed, or is wrong.
    Wrong,
}

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Identifies the fact on its screen.
    pub id: Cow<'static, str>,
    /// What it says in short.
    pub label: String,
    /// The rest of it; empty if the label says all.
    pub detail: String,
    /// How good or bad it is.
    pub tone: Tone,
}

impl Fact {
    /// A fact that its label says.
    pub(crate) fn new(id: impl Into<Cow<'static, str>>, label: impl Into<String>) -> Self {
        Self { id: id.into(), label: label.into(), detail: String::new(), tone: Tone::Plain }
    }

    /// The same fact with this tone.
    pub(crate) fn tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }

    /// The same fact with this detail.
    pub(crate) fn detail(self, detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), ..self }
    }
}

/// A choice of one out of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Identifies the choice on its screen.
    pub id: Cow<'static, str>,
    /// What is chosen.
    pub label: String,
    /// The options. The hint of an option is a detail of it.
    pub options: Vec<Button>,
    /// The index of the chosen one; `None` if none of these is.
    pub chosen: Option<usize>,
    /// What to know of it before choosing, such as why an option cannot be chosen; empty if nothing.
    pub note: String,
}

impl Choice {
    /// A choice among options, each with whether it is chosen.
    pub(crate) fn new(
        id: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        options: impl IntoIterator<Item = (Button, bool)>,
    ) -> Self {
        let (options, chosen): (Vec<Button>, Vec<bool>) = options.into_iter().unzip();
        let chosen = chosen.into_iter().position(|is_chosen| is_chosen);
        Self { id: id.into(), label: label.into(), options, chosen, note: String::new() }
    }

    /// The same choice with this note.
    pub(crate) fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// A choice among options that say whether they are chosen.
    pub(crate) fn of(
        id: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        options: impl IntoIterator<Item = Button>,
    ) -> Self {
        let is_chosen = |option: Button| (Button { chosen: None, ..option.clone() }, option.is_chosen());
        Self::new(id, label, options.into_iter().map(is_chosen))
    }

    /// A choice among values.
    pub(crate) fn among<T: Copy + PartialEq>(
        id: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        values: impl IntoIterator<Item = T>,
        chosen: T,
        option: impl Fn(T) -> Button,
    ) -> Self {
        Self::new(id, label, values.into_iter().map(|value| (option(value), value == chosen)))
    }
}

/// The id of an option: the name of its value after that of its group.
pub(crate) fn named(group: &str, value: impl fmt::Debug) -> String {
    format!("{group}.{value:?}").to_lowercase()
}

/// Something that is on or off.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// What it is; a press turns it on or off.
    pub button: Button,
    /// Whether it is on.
    pub on: bool,
}

/// A text field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Identifies the field on its screen.
    pub id: Cow<'static, str>,
    /// What to type.
    pub label: String,
    /// An example of what to type; empty without one.
    pub example: String,
    /// What it means, at more length; empty if the label says all.
    pub hint: String,
    /// Where the text goes, and what it is so far.
    pub entry: Entry,
    /// What is done with the text by a button of its own, or by Enter; a form sends all its fields together.
    pub send: Option<Button>,
    /// Why the text cannot be used, in the user's language.
    pub fault: Option<String>,
}

/// The text of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A text, and where it goes.
    Text(action::Field, String),
    /// A password, and where it goes.
    Secret(SecretField, Password),
}

impl Field {
    /// A field with this text.
    pub(crate) fn new(
        id: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        field: impl Into<action::Field>,
        text: &str,
    ) -> Self {
        Self::of(id.into(), label.into(), Entry::Text(field.into(), text.to_owned()))
    }

    /// A field for a password.
    pub(crate) fn secret(
        id: impl Into<Cow<'static, str>>,
        label: impl Into<String>,
        field: SecretField,
        password: &Password,
    ) -> Self {
        Self::of(id.into(), label.into(), Entry::Secret(field, password.clone()))
    }

    const fn of(id: Cow<'static, str>, label: String, entry: Entry) -> Self {
        Self { id, label, example: String::new(), hint: String::new(), entry, send: None, fault: None }
    }

    /// The same field, whose text this button uses.
    pub(crate) fn send(self, send: Button) -> Self {
        Self { send: Some(send), ..self }
    }

    /// The same field with the fault of its text.
    pub(crate) fn fault(self, fault: Option<String>) -> Self {
        Self { fault, ..self }
    }

    /// The same field with this example.
    pub(crate) fn example(self, example: impl Into<String>) -> Self {
        Self { example: example.into(), ..self }
    }

    /// The same field with this hint.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }
}

/// Parts that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Identifies the group on its screen.
    pub id: Cow<'static, str>,
    /// What it is about.
    pub heading: String,
    /// How it stands among the others.
    pub kind: GroupKind,
    /// What is in it.
    pub parts: Vec<Part>,
    /// The buttons at its end, of which the last one closes a dialog.
    pub end: Vec<Button>,
}

impl Group {
    /// Parts beside others.
    pub(crate) fn section(
        id: impl Into<Cow<'static, str>>,
        heading: impl Into<String>,
        parts: impl IntoIterator<Item = Part>,
    ) -> Self {
        GroupKind::Section.of(id, heading, parts.into_iter().collect())
    }

    /// Parts that are closed until the user wants them.
    pub(crate) fn more(
        id: impl Into<Cow<'static, str>>,
        heading: impl Into<String>,
        parts: impl IntoIterator<Item = Part>,
    ) -> Self {
        GroupKind::More.of(id, heading, parts.into_iter().collect())
    }

    /// A dialog with these parts and these buttons at its end.
    pub(crate) fn dialog(
        id: impl Into<Cow<'static, str>>,
        heading: impl Into<String>,
        parts: impl IntoIterator<Item = Part>,
        end: Vec<Button>,
    ) -> Self {
        Self { end, ..GroupKind::Dialog.of(id, heading, parts.into_iter().collect()) }
    }

    /// What closes the dialog without any other effect.
    #[must_use]
    pub fn close(&self) -> Option<&Button> {
        self.end.last()
    }

    /// The buttons among the parts.
    pub fn buttons(&self) -> impl Iterator<Item = &Button> {
        self.parts.iter().filter_map(|part| if let Part::Button(button) = part { Some(button) } else { None })
    }

    /// All parts, with the buttons at the end.
    #[must_use]
    pub fn into_parts(self) -> Vec<Part> {
        parts![self.parts, self.end]
    }
}

/// How a group stands among the other parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupKind {
    /// Beside the others.
    Section,
    /// Before the others: it comes first.
    Dialog,
    /// Behind a button that opens it.
    More,
}

impl GroupKind {
    /// A group of this kind.
    pub(crate) fn of(
        self,
        id: impl Into<Cow<'static, str>>,
        heading: impl Into<String>,
        parts: Vec<Part>,
    ) -> Group {
        Group { id: id.into(), heading: heading.into(), kind: self, parts, end: Vec::new() }
    }
}

/// A list that may have thousands of rows: each is described when it is shown.
pub struct Rows<'a, T> {
    /// How many there are.
    pub count: usize,
    /// The row at this index, which is below the count.
    pub row: Box<dyn Fn(usize) -> T + 'a>,
}

impl<T> fmt::Debug for Rows<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Rows").field("count", &self.count).finish_non_exhaustive()
    }
}

/// A part of a screen, for whoever renders a screen without knowing it.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// A question or message.
    Question(Question),
    /// A button.
    Button(Button),
    /// Something to read.
    Fact(Fact),
    /// A choice of one out of several.
    Choice(Choice),
    /// Something that is on or off.
    Tick(Tick),
    /// A text field.
    Field(Field),
    /// Parts that belong together.
    Group(Group),
}

/// Something that is described by parts, and lists of such things.
pub(crate) trait Described {
    /// Adds its parts to those before it, in the order in which they are read.
    fn describe(self, parts: &mut Vec<Part>);
}

macro_rules! is_a_part {
    ($($part:ident),*) => {
        $(impl From<$part> for Part {
            fn from(part: $part) -> Self {
                Self::$part(part)
            }
        }

        impl Described for $part {
            fn describe(self, parts: &mut Vec<Part>) {
                parts.push(Part::$part(self));
            }
        }

        impl Described for &$part {
            fn describe(self, parts: &mut Vec<Part>) {
                self.clone().describe(parts);
            }
        })*
    };
}

is_a_part!(Question, Button, Fact, Choice, Tick, Field, Group);

impl Described for Part {
    fn describe(self, parts: &mut Vec<Part>) {
        parts.push(self);
    }
}

impl<T: IntoIterator<Item: Described>> Described for T {
    fn describe(self, parts: &mut Vec<Part>) {
        self.into_iter().for_each(|described| described.describe(parts));
    }
}

impl Part {
    /// Identifies the part on its screen.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Question(question) => question.id,
            Self::Button(button) => &button.id,
            Self::Fact(fact) => &fact.id,
            Self::Choice(choice) => &choice.id,
            Self::Tick(tick) => &tick.button.id,
            Self::Field(field) => &field.id,
            Self::Group(group) => &group.id,
        }
    }
}

/// Parts of one kind.
pub(crate) fn all<P: Into<Part>>(parts: impl IntoIterator<Item = P>) -> impl Iterator<Item = Part> {
    parts.into_iter().map(Into::into)
}

/// Cuts a text off after so many characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
