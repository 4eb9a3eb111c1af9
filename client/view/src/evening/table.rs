//! Tables of an evening: rows with columns that are lined up, each described when it is shown.

use crate::{Button, Fact, Group, Part, Rows, Tone, parts};

/// The most rows of a table for whoever walks the parts.
const MOST_WALKED: usize = 60;

/// A table.
#[derive(Debug)]
pub struct TableView<'a> {
    /// Identifies the table on its screen.
    pub id: &'static str,
    /// What it is about.
    pub heading: String,
    /// The heading of the first column, which holds a number or a time.
    pub number: Heading,
    /// The headings of the names: of one player, or of both at a board.
    pub names: Vec<&'static str>,
    /// The columns at the right.
    pub values: Vec<Heading>,
    /// The longest label of the buttons at the end of a row, if rows have any.
    pub button: Option<String>,
    /// Whether rows say who is connected.
    pub has_presence: bool,
    /// Why there are no rows.
    pub empty: Fact,
    /// The rows.
    pub rows: Rows<'a, RowView>,
}

/// The heading of a narrow column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heading {
    /// What stands above it.
    pub label: &'static str,
    /// The same at more length.
    pub hint: &'static str,
    /// The widest text that stands below it.
    pub widest: String,
}

/// A row of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowView {
    /// Identifies the row in its table.
    pub id: String,
    /// A place, a board or a time.
    pub number: String,
    /// The name of the player, or those of red and black.
    pub names: Vec<String>,
    /// What stands between two names: the result.
    pub between: String,
    /// What else is to be known of it, the most important first.
    pub details: Vec<String>,
    /// How good or bad that is.
    pub tone: Tone,
    /// How long it is until a missing player loses.
    pub late: Option<String>,
    /// What stands in the columns at the right.
    pub values: Vec<String>,
    /// Whether the player is connected, where that is of interest.
    pub is_here: Option<bool>,
    /// Whether it is about the user.
    pub is_own: bool,
    /// What a press on the row does.
    pub open: Option<Button>,
    /// What is offered at its end.
    pub buttons: Vec<Button>,
}

impl Heading {
    pub(super) fn new(label: &'static str, widest: impl Into<String>) -> Self {
        Self { label, hint: "", widest: widest.into() }
    }

    pub(super) fn hint(self, hint: &'static str) -> Self {
        Self { hint, ..self }
    }
}

impl RowView {
    /// The row in one line. `between` joins two names that have no result.
    fn line(&self, headings: &[Heading], versus: &str) -> String {
        let number = Some(&self.number).filter(|number| !number.is_empty());
        let between = match &*self.between {
            "" => versus.to_owned(),
            result => format!(" {result} "),
        };
        let names = self.names.join(&between);
        let value = |(value, heading): (&String, &Heading)| {
            let value = value.as_str();
            match (value, heading.label) {
                ("", _) => None,
                (_, "") => Some(value.to_owned()),
                (_, label) => Some(format!("{label} {value}")),
            }
        };
        let values = self.values.iter().zip(headings).filter_map(value);
        let details = self.details.iter().cloned();
        let known: Vec<String> = [names].into_iter().chain(values).chain(details).collect();
        let said = known.join(" · ");
        number.map_or_else(|| said.clone(), |number| format!("{number} · {said}"))
    }

    /// The row as parts: a button that says all of it, or a text, and then its buttons, which say which row is theirs.
    fn parts(self, table: &str, headings: &[Heading], versus: &str) -> Vec<Part> {
        let line = self.line(headings, versus);
        let names = self.names.join(versus);
        let buttons = self.buttons.into_iter().map(|button| {
            let label = format!("{} · {names}", button.label);
            Button { label, ..button }
        });
        let buttons: Vec<Button> = buttons.collect();
        match self.open {
            Some(open) => parts![Button { label: line, hint: String::new(), ..open }, buttons],
            None => parts![Fact::new(format!("{table}.{}", self.id), line), buttons],
        }
    }
}

impl TableView<'_> {
    /// The table as a section; `more` says how many rows it leaves out.
    pub(super) fn section(&self, versus: &str, more: impl Fn(u64) -> String) -> Group {
        let others = self.rows.count.saturating_sub(MOST_WALKED) as u64;
        let more = (others > 0).then(|| Fact::new(format!("{}.more", self.id), more(others)));
        let row = |index| (self.rows.row)(index).parts(self.id, &self.values, versus);
        let rows: Vec<Part> = (0..self.rows.count.min(MOST_WALKED)).flat_map(row).collect();
        let empty = (self.rows.count == 0).then_some(&self.empty);
        Group::section(self.id, self.heading.as_str(), parts![empty, rows, more])
    }
}
