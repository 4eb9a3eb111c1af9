//! The tree of the mirror, and what its nodes do.

use chuhe_model::actions::action::{Action, Field, SecretField};
use serde::Serialize;

/// The client as a tree of text, buttons and fields, for screen readers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mirror {
    /// The language of the texts, as a tag of BCP 47.
    pub lang: &'static str,
    /// Whether the program shows dark colours: the page shows the tree in the same.
    pub dark: bool,
    /// What the button says that shows the tree to people who see the screen.
    pub entrance: &'static str,
    /// The title of the page.
    pub title: String,
    /// The heading of the screen.
    pub heading: String,
    /// What is on the screen.
    pub nodes: Vec<Node>,
    /// What has happened of late, oldest first. The page announces lines that are new.
    pub news: Vec<Line>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Identifies the line among the others of its list, as long as it says the same.
    pub id: String,
    /// The text.
    pub text: String,
    /// Whether it is the one that is shown, in a list of moves.
    #[serde(skip_serializing_if = "is_false")]
    pub current: bool,
}

/// A part of the screen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Node {
    /// Identifies the part on this screen, also when its texts change.
    pub id: String,
    /// What it is.
    #[serde(flatten)]
    pub part: Part,
    /// What happens if the user presses it or changes its text.
    #[serde(skip)]
    pub(super) act: Act,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Part {
    /// A section with a heading.
    Section {
        /// The heading.
        heading: String,
        /// What is in it.
        nodes: Vec<Node>,
    },
    /// A question to answer first, or a dialog. The page moves the focus to it.
    Dialog {
        /// The question.
        heading: String,
        /// What is in it.
        nodes: Vec<Node>,
    },
    /// A section that opens when the user wants it.
    More {
        /// What it is about.
        heading: String,
        /// What is in it.
        nodes: Vec<Node>,
    },
    /// A paragraph.
    Text {
        /// The text.
        text: String,
    },
    /// The board as a table.
    Board {
        /// What the table is.
        caption: String,
        /// The names of the columns.
        columns: Vec<String>,
        /// The rows, the farthest first.
        rows: Vec<Row>,
    },
    /// A list.
    List {
        /// What it lists.
        label: String,
        /// Whether its lines are numbered.
        ordered: bool,
        /// The lines.
        lines: Vec<Line>,
    },
    /// A list to which lines are added. The page announces lines that are new.
    Log {
        /// What it holds.
        label: String,
        /// The latest lines, oldest first.
        lines: Vec<Line>,
    },
    /// A button.
    Button {
        /// The text on it.
        label: String,
        /// Why it cannot be pressed now, if so.
        #[serde(skip_serializing_if = "Option::is_none")]
        denied: Option<String>,
    },
    /// A choice of one out of several.
    Choice {
        /// What is chosen.
        label: String,
        /// The options.
        options: Vec<Control>,
        /// The index of the chosen one.
        chosen: Option<usize>,
    },
    /// Something that is on or off.
    Tick {
        /// What it is.
        label: String,
        /// Whether it is on.
        on: bool,
    },
    /// A text field.
    Field {
        /// What to type.
        label: String,
        /// The text so far; that of a password is not told.
        value: String,
        /// An example.
        hint: String,
        /// Whether the text is a password.
        secret: bool,
        /// The text on the button that sends it; without one, each change is sent.
        #[serde(skip_serializing_if = "Option::is_none")]
        send: Option<Control>,
    },
}

/// An option of a choice, or the button of a field. A page has its text alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Control {
    /// Identifies it on its screen.
    #[serde(skip)]
    pub id: String,
    /// The text.
    pub label: String,
}

/// A row of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What stands in each column; empty for nothing.
    pub cells: Vec<String>,
}

/// What happens at a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Act {
    /// Nothing.
    #[default]
    Nothing,
    /// A press does this.
    Press(Option<Action>),
    /// The option with the index in the text does this; nothing if it cannot be chosen.
    Choose(Vec<Option<Action>>),
    /// The text goes into a field.
    Edit(Field),
    /// The text goes into a password field.
    Secret(SecretField),
    /// The text goes into a field, and then this is done.
    Send(Field, Action),
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl Line {
    pub(super) fn new(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self { id: id.into(), text: text.into(), current: false }
    }
}

impl Node {
    pub(super) fn new(id: impl Into<String>, part: Part, act: Act) -> Self {
        Self { id: id.into(), part, act }
    }

    pub(super) fn section(id: impl Into<String>, heading: impl Into<String>, nodes: Vec<Self>) -> Self {
        Self::new(id, Part::Section { heading: heading.into(), nodes }, Act::Nothing)
    }

    pub(super) fn dialog(id: impl Into<String>, heading: impl Into<String>, nodes: Vec<Self>) -> Self {
        Self::new(id, Part::Dialog { heading: heading.into(), nodes }, Act::Nothing)
    }

    pub(super) fn more(id: impl Into<String>, heading: impl Into<String>, nodes: Vec<Self>) -> Self {
        Self::new(id, Part::More { heading: heading.into(), nodes }, Act::Nothing)
    }

    pub(super) fn text(id: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(id, Part::Text { text: text.into() }, Act::Nothing)
    }

    pub(super) fn list(id: impl Into<String>, label: impl Into<String>, lines: Vec<Line>) -> Self {
        Self::new(id, Part::List { label: label.into(), ordered: false, lines }, Act::Nothing)
    }

    pub(super) fn numbered(id: impl Into<String>, label: impl Into<String>, lines: Vec<Line>) -> Self {
        Self::new(id, Part::List { label: label.into(), ordered: true, lines }, Act::Nothing)
    }

    pub(super) fn log(id: impl Into<String>, label: impl Into<String>, lines: Vec<Line>) -> Self {
        Self::new(id, Part::Log { label: label.into(), lines }, Act::Nothing)
    }

    pub(super) fn board(id: impl Into<String>, caption: &str, columns: Vec<String>, rows: Vec<Row>) -> Self {
        Self::new(id, Part::Board { caption: caption.to_owned(), columns, rows }, Act::Nothing)
    }

    /// The nodes in this one.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        let (Part::Section { nodes, .. } | Part::Dialog { nodes, .. } | Part::More { nodes, .. }) =
            &self.part
        else {
            return &[];
        };
        nodes
    }
}
