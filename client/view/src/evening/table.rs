//! Tables of an evening: rows with columns that are lined up, each described when it is shown.

use crate::{Button, Fact, Group, Part, Rows, Tone, parts};
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_texts::Text;

/// The rows of a page of a table for whoever walks the parts.
const WALKED: usize = 60;

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
    /// The heading of what else is to be known of a row, where that has a column.
    pub details: &'static str,
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
    /// Whether the keys are about it.
    pub is_marked: bool,
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
    /// A page of the table as a section, with the buttons to the others if there are any.
    pub(super) fn section(&self, text: &Text, page: u16) -> Group {
        let (count, words) = (self.rows.count, text.evening());
        let last = u16::try_from(count.saturating_sub(1) / WALKED).unwrap_or(u16::MAX);
        let page = page.min(last);
        let first = usize::from(page) * WALKED;
        let after = count.min(first.saturating_add(WALKED));
        let turn = |id: &'static str, label: &str, to: Option<u16>| {
            let permit = to.filter(|to| *to <= last).map(drop).ok_or_else(String::new);
            Button::new(id, label, EveningAction::Rows(to.unwrap_or(page))).permit(permit)
        };
        let pages: Vec<Part> = if last == 0 {
            Vec::new()
        } else {
            let said = words.rows_shown(first as u64 + 1, after as u64, count as u64);
            parts![
                Fact::new(format!("{}.rows", self.id), said).tone(Tone::Remark),
                turn("evening.rows.before", words.rows_before, page.checked_sub(1)),
                turn("evening.rows.after", words.rows_after, page.checked_add(1))
            ]
        };
        let row = |index| (self.rows.row)(index).parts(self.id, &self.values, text.versus);
        let rows: Vec<Part> = (first..after).flat_map(row).collect();
        let empty = (count == 0).then_some(&self.empty);
        Group::section(self.id, self.heading.as_str(), parts![empty, rows, pages])
    }
}
