//! What is made of the measurements: a table for people, JSON for programs. Pure.

use crate::figures::median;
use serde::Serialize;
use std::fmt::Write as _;

/// What a figure is to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// So much or more.
    AtLeast(f64),
    /// So much or less.
    AtMost(f64),
}

impl Target {
    fn is_met(self, measured: f64) -> bool {
        match self {
            Self::AtLeast(least) => measured >= least,
            Self::AtMost(most) => measured <= most,
        }
    }
}

/// Something that was measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// What it is.
    pub name: String,
    /// How much; the median of the rounds.
    pub measured: f64,
    /// In what; empty, a ratio.
    pub unit: &'static str,
    /// What it is to be, if that was said.
    pub target: Option<Target>,
    /// Whether it is that.
    pub met: Option<bool>,
    /// Each round's.
    pub rounds: Vec<f64>,
}

impl Figure {
    /// A figure of several rounds.
    #[must_use]
    pub fn new(name: impl Into<String>, rounds: &[f64], unit: &'static str) -> Self {
        let (measured, rounds) = (median(rounds), rounds.to_vec());
        Self { name: name.into(), measured, unit, target: None, met: None, rounds }
    }

    /// The same, of which it was said what it is to be.
    #[must_use]
    pub fn with(self, target: Target) -> Self {
        Self { met: Some(target.is_met(self.measured)), target: Some(target), ..self }
    }
}

/// A measurement of one program under one load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// Which program.
    pub program: &'static str,
    /// How many games.
    pub games: usize,
    /// The rate of moves that was asked for, in a second; absent, as many as were answered.
    pub paced: Option<f64>,
    /// Moves that arrived, in a second.
    pub moves_per_s: f64,
    /// The program's time on a core for each, in microseconds.
    pub cpu_us: f64,
    /// How long a move took from one player to the other, in microseconds: half of them no
    /// longer than this.
    pub p50_us: f64,
    /// 99 of a hundred.
    pub p99_us: f64,
    /// 999 of a thousand.
    pub p999_us: f64,
}

/// All of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// What is told in the table.
    pub figures: Vec<Figure>,
    /// What it was made of.
    pub samples: Vec<Sample>,
}

impl Report {
    /// How many figures are not what they are to be.
    #[must_use]
    pub fn missed(&self) -> usize {
        self.figures.iter().filter(|figure| figure.met == Some(false)).count()
    }

    /// The table for people.
    #[must_use]
    pub fn table(&self) -> String {
        let rows: Vec<[String; 5]> = self.figures.iter().map(row).collect();
        let head = ["what", "measured", "", "target", ""].map(str::to_owned);
        let width =
            |n: usize| rows.iter().chain([&head]).map(|row| row[n].chars().count()).max().unwrap_or(0);
        let widths: [usize; 4] = std::array::from_fn(width);
        let mut table = String::new();
        for [what, measured, unit, target, met] in std::iter::once(&head).chain(&rows) {
            let [a, b, c, d] = widths;
            let line = format!("{what:<a$}  {measured:>b$} {unit:<c$}  {target:>d$}  {met}");
            writeln!(table, "{}", line.trim_end()).expect("a text takes any line");
        }
        table
    }
}

fn row(figure: &Figure) -> [String; 5] {
    let target = match figure.target {
        None => String::new(),
        Some(Target::AtLeast(least)) => format!("≥ {}", number(least)),
        Some(Target::AtMost(most)) => format!("≤ {}", number(most)),
    };
    let met = match figure.met {
        None => "",
        Some(true) => "met",
        Some(false) => "NOT met",
    };
    [figure.name.clone(), number(figure.measured), figure.unit.to_owned(), target, met.to_owned()]
}

/// With three digits, or all before the point.
fn number(value: f64) -> String {
    let decimals = match value.abs() {
        ..1e-9 => 0,
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_is_met_and_what_is_not() {
        let figures = vec![
            Figure::new("moves/s", &[100.0, 30_000.4, 20_000.0], "/s"),
            Figure::new("of the baseline", &[0.51], "").with(Target::AtLeast(0.5)),
            Figure::new("CPU", &[2.5], "").with(Target::AtMost(2.0)),
        ];
        let report = Report { figures, samples: Vec::new() };
        assert_eq!(report.missed(), 1);
        let expected = "\
what             measured     target
moves/s             20000 /s
of the baseline      0.51     ≥ 0.50  met
CPU                  2.50     ≤ 2.00  NOT met
";
        assert_eq!(report.table(), expected);
    }

    #[test]
    fn numbers_have_the_digits_that_count() {
        let all = [0.0, 0.5, 9.994, 42.42, 123.4].map(number);
        assert_eq!(all, ["0", "0.50", "9.99", "42.4", "123"]);
    }
}
