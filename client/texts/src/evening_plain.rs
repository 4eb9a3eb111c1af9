//! The tables of a tournament as plain text, as people send them to a group.
//!
//! Columns are lined up for letters of one width, of which those of Chinese are two; elsewhere they are still apart.

use super::Text;
use super::evening_tables::{Cell, CellPlace, Table, Tables};
use chuhe_model::actions::evening_action::EveningTable;
use chuhe_model::choices::zone::Zone;
use chuhe_model::evening::Evening;

/// What stands between two columns.
const BETWEEN: &str = "  ";

/// What stands on the letter before it.
const MARKS: [(char, char); 3] = [('\u{300}', '\u{36f}'), ('\u{200b}', '\u{200f}'), ('\u{fe00}', '\u{fe0f}')];
/// What is as wide as two letters: Chinese, Japanese and Korean with their signs, and pictures.
const WIDE: [(char, char); 9] = [
    ('\u{1100}', '\u{115f}'),
    ('\u{2e80}', '\u{a4cf}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{f900}', '\u{faff}'),
    ('\u{fe30}', '\u{fe4f}'),
    ('\u{ff00}', '\u{ff60}'),
    ('\u{ffe0}', '\u{ffe6}'),
    ('\u{1f300}', '\u{1faff}'),
    ('\u{20000}', '\u{3fffd}'),
];

/// A table with the title of the tournament and what it is above it, each line with its end.
#[must_use]
pub fn plain(text: &Text, evening: &Evening, table: EveningTable, zone: &Zone) -> String {
    let tables = Tables::new(text, evening, zone);
    let (heading, table) = match table {
        EveningTable::Round => (text.evening().round(evening.shown_round()), tables.results()),
        EveningTable::Standings => (tables.standings_heading(), tables.standings_alone()),
        EveningTable::Crosstable => (text.evening().print_crosstable.to_owned(), tables.crosstable()),
    };
    let title = one_line(&evening.plan().title);
    format!("{title}\n{heading}\n\n{}", table.plain())
}

impl Table {
    fn plain(&self) -> String {
        let lines = || std::iter::once(&self.head).chain(&self.rows);
        let widest = |column: usize| lines().filter_map(|cells| cells.get(column)).map(Cell::width).max();
        let widths: Vec<usize> =
            (0..self.head.len()).map(|column| widest(column).unwrap_or_default()).collect();
        let line = |cells: &Vec<Cell>| {
            let cells = cells.iter().zip(&widths).map(|(cell, width)| cell.padded(*width));
            let line = cells.collect::<Vec<String>>().join(BETWEEN);
            format!("{}\n", line.trim_end())
        };
        lines().map(line).collect()
    }
}

impl Cell {
    fn width(&self) -> usize {
        one_line(&self.text).chars().map(width).sum()
    }

    fn padded(&self, width: usize) -> String {
        let free = width.saturating_sub(self.width());
        let before = match self.place {
            CellPlace::Left => 0,
            CellPlace::Middle => free / 2,
            CellPlace::Right => free,
        };
        format!("{:before$}{}{:after$}", "", one_line(&self.text), "", after = free - before)
    }
}

/// A text without what would begin a line.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}

/// How many columns a character takes where all have the same width.
fn width(letter: char) -> usize {
    let is_in =
        |ranges: &[(char, char)]| ranges.iter().any(|(first, last)| (*first..=*last).contains(&letter));
    if is_in(&MARKS) {
        0
    } else if is_in(&WIDE) {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, CellPlace, Table};

    fn cell(text: &str, place: CellPlace) -> Cell {
        Cell { text: text.to_owned(), place }
    }

    #[test]
    fn columns_are_lined_up_and_chinese_letters_are_two_wide() {
        let row = |number: &str, name: &str, result: &str, points: &str| {
            vec![
                cell(number, CellPlace::Right),
                cell(name, CellPlace::Left),
                cell(result, CellPlace::Middle),
                cell(points, CellPlace::Right),
            ]
        };
        let table = Table {
            head: row("No.", "Name", "R1", "Points"),
            rows: vec![
                row("1", "王天一", "12r+", "6"),
                row("10", "Trần Đức\n", "○", "10"),
                row("", "A", "", ""),
            ],
        };
        let expected = [
            "No.  Name        R1   Points",
            "  1  王天一     12r+       6",
            " 10  Trần Đức    ○        10",
            "     A",
            "",
        ];
        assert_eq!(table.plain(), expected.join("\n"));
    }
}
