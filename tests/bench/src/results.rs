//! The results of a run: a table for people and JSON for programs.

use crate::statistics::median;
use serde::Serialize;
use std::fmt::Write as _;

/// The number of connections for which memory and reconnection targets are set.
const TARGET_CONNECTIONS: usize = 10_000;

/// The bound that a metric must keep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// At least this value.
    AtLeast(f64),
    /// At most this value.
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

/// A named value in the table, with an optional target.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// The name in the table.
    pub name: String,
    /// The median of the rounds.
    pub measured: f64,
    /// The unit; empty for a ratio or a count.
    pub unit: &'static str,
    /// The target, if one is set.
    pub target: Option<Target>,
    /// Whether the target is met; `None` without a target.
    pub met: Option<bool>,
    /// The value of each round.
    pub rounds: Vec<f64>,
}

impl Metric {
    /// Makes a metric from the values of all rounds.
    #[must_use]
    pub fn new(name: impl Into<String>, rounds: &[f64], unit: &'static str) -> Self {
        let (measured, rounds) = (median(rounds), rounds.to_vec());
        Self { name: name.into(), measured, unit, target: None, met: None, rounds }
    }

    /// Adds a target.
    #[must_use]
    pub fn with_target(self, target: Target) -> Self {
        Self { met: Some(target.is_met(self.measured)), target: Some(target), ..self }
    }

    /// Adds a target that holds only at the full scale of `TARGET_CONNECTIONS`.
    #[must_use]
    pub fn with_target_at_scale(self, target: Target, connections: usize) -> Self {
        if connections >= TARGET_CONNECTIONS { self.with_target(target) } else { self }
    }
}

/// A measurement of one program under one load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// The name of the program.
    pub program: &'static str,
    /// The number of games.
    pub games: usize,
    /// The requested moves per second; `None` in a closed loop.
    pub paced: Option<f64>,
    /// Moves that arrived, per second.
    pub moves_per_s: f64,
    /// CPU time of the program per move, in microseconds.
    pub cpu_us: f64,
    /// Median latency of a move from one player to the other, in microseconds.
    pub p50_us: f64,
    /// The 99th percentile.
    pub p99_us: f64,
    /// The 99.9th percentile.
    pub p999_us: f64,
}

/// All results of a run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Results {
    /// The rows of the table.
    pub metrics: Vec<Metric>,
    /// The measurements behind the metrics.
    pub measurements: Vec<Measurement>,
}

impl Results {
    /// The number of metrics that miss their target.
    #[must_use]
    pub fn missed(&self) -> usize {
        self.metrics.iter().filter(|metric| metric.met == Some(false)).count()
    }

    /// The table for people.
    #[must_use]
    pub fn table(&self) -> String {
        let rows: Vec<[String; 5]> = self.metrics.iter().map(row).collect();
        let head = ["what", "measured", "", "target", ""].map(str::to_owned);
        let width =
            |n: usize| rows.iter().chain([&head]).map(|row| row[n].chars().count()).max().unwrap_or(0);
        let widths: [usize; 4] = std::array::from_fn(width);
        let mut table = String::new();
        for [what, measured, unit, target, met] in std::iter::once(&head).chain(&rows) {
            let [a, b, c, d] = widths;
            let line = format!("{what:<a$}  {measured:>b$} {unit:<c$}  {target:>d$}  {met}");
            writeln!(table, "{}", line.trim_end()).expect("writing to a string succeeds");
        }
        table
    }
}

fn row(metric: &Metric) -> [String; 5] {
    let target = match metric.target {
        None => String::new(),
        Some(Target::AtLeast(least)) => format!("≥ {}", number(least)),
        Some(Target::AtMost(most)) => format!("≤ {}", number(most)),
    };
    let met = match metric.met {
        None => "",
        Some(true) => "met",
        Some(false) => "NOT met",
    };
    [metric.name.clone(), number(metric.measured), metric.unit.to_owned(), target, met.to_owned()]
}

/// Formats a number with three significant digits, or as an integer from 100.
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
    fn table_shows_which_targets_are_met() {
        let metrics = vec![
            Metric::new("moves/s", &[100.0, 30_000.4, 20_000.0], "/s"),
            Metric::new("of the baseline", &[0.51], "").with_target(Target::AtLeast(0.5)),
            Metric::new("CPU", &[2.5], "").with_target(Target::AtMost(2.0)),
        ];
        let results = Results { metrics, measurements: Vec::new() };
        assert_eq!(results.missed(), 1);
        let expected = "\
what             measured     target
moves/s             20000 /s
of the baseline      0.51     ≥ 0.50  met
CPU                  2.50     ≤ 2.00  NOT met
";
        assert_eq!(results.table(), expected);
    }

    #[test]
    fn numbers_have_three_significant_digits() {
        let all = [0.0, 0.5, 9.994, 42.42, 123.4].map(number);
        assert_eq!(all, ["0", "0.50", "9.99", "42.4", "123"]);
    }
}
