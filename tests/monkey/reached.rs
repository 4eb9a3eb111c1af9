//! What the sessions of all forms have reached together: what one form cannot reach, another one must have.

use super::coverage::{self, Coverage, ENOUGH, reason_of};
use super::run;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What the sessions of one form have reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reached {
    pub(crate) form: String,
    pub(crate) minutes: f64,
    pub(crate) steps: usize,
    pub(crate) coverage: Coverage,
}

impl Reached {
    /// The file of the session of a form that began with this seed.
    pub(crate) fn path(form: &str, seed: u64) -> PathBuf {
        run::folder().join(format!("{form}-{seed}.reached.json"))
    }

    /// Writes it to a file, from which [`Reached::read`] reads it.
    pub(crate) fn write(&self, path: &Path) {
        let text = serde_json::to_string(self).expect("it is data");
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

/// Adds up the sessions of each form.
fn by_form(sessions: impl IntoIterator<Item = Reached>) -> Vec<Reached> {
    let mut forms: BTreeMap<String, Reached> = BTreeMap::new();
    for session in sessions {
        let form = forms.entry(session.form.clone()).or_default();
        form.form = session.form;
        form.minutes += session.minutes;
        form.steps += session.steps;
        form.coverage.add(&session.coverage);
    }
    forms.into_values().collect()
}

/// How often each was taken.
type Counts = BTreeMap<String, u64>;

/// The table of all forms: how often each has taken everything, and why it cannot.
fn report(forms: &[Reached]) -> String {
    let mut text = String::new();
    for form in forms {
        let _ = writeln!(text, "{}: {:.0} minutes, {} steps", form.form, form.minutes, form.steps);
    }
    let mut all = Coverage::default();
    forms.iter().for_each(|form| all.add(&form.coverage));
    text.push_str(&table(forms, "actions", &coverage::all_actions(&all), |coverage| &coverage.actions));
    text.push_str(&table(forms, "requests", &coverage::all_requests(&all), |coverage| &coverage.requests));
    text
}

/// A part of the report: what there is with its counts of all forms together, and where each form counts it.
fn table(forms: &[Reached], title: &str, all: &Counts, counts_of: fn(&Coverage) -> &Counts) -> String {
    let (mut lines, mut open) = (String::new(), 0);
    for name in all.keys() {
        let count_of = |form: &Reached| counts_of(&form.coverage).get(name).copied().unwrap_or_default();
        let row: Vec<u64> = forms.iter().map(count_of).collect();
        let is_reached = row.iter().any(|count| *count >= ENOUGH);
        let seldom = forms.iter().zip(&row).filter(|(_, count)| **count < ENOUGH);
        let reasons: Vec<Option<&str>> = seldom.map(|(form, _)| reason_of(&form.form, name)).collect();
        let is_open = !is_reached && reasons.contains(&None);
        open += usize::from(is_open);
        let mark = if is_open { "!" } else { " " };
        let row: String = row.iter().map(|count| format!("{count:>9}")).collect();
        let why = reasons.into_iter().flatten().collect::<BTreeSet<_>>();
        let why = why.into_iter().collect::<Vec<_>>().join("; ");
        let _ = writeln!(lines, " {mark}{row} {name} {why}");
    }
    let columns: String = forms.iter().map(|form| format!("{:>9}", form.form)).collect();
    let count = all.len();
    format!(
        "{title}: {count}, of which no form has taken {open} ten times, without a reason\n  {columns}\n{lines}\n"
    )
}

/// Prints the table of the files that `scripts/monkey report` names, in `MONKEY_REACHED`.
///
/// # Panics
/// If a file cannot be read.
#[test]
#[ignore = "scripts/monkey runs it"]
fn of_files() {
    let files = std::env::var_os("MONKEY_REACHED").expect("scripts/monkey names the files");
    let sessions = std::env::split_paths(&files).map(|path| Reached::read(&path));
    println!("{}", report(&by_form(sessions)));
}

#[test]
fn what_no_form_has_reached_is_marked_and_what_another_has_is_not() {
    let session = |form: &str, counts: &[(&str, u64)]| {
        let mut reached = Reached { form: form.to_owned(), minutes: 20.0, steps: 5, ..Reached::default() };
        reached.coverage.actions = counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        reached
    };
    let report = report(&by_form([
        session("core", &[("Games.Open", 6), ("Library.More", 3)]),
        session("core", &[("Games.Open", 6), ("Library.More", 3), ("Back", 12)]),
        session("windows", &[("Games.Open", 2)]),
    ]));
    let has = |line: &str| report.lines().any(|other| other.split_whitespace().eq(line.split_whitespace()));
    assert!(has("core: 40 minutes, 10 steps") && has("windows: 20 minutes, 5 steps"), "{report}");
    assert!(has("12 2 Games.Open"), "{report}");
    assert!(has("! 6 0 Library.More"), "{report}");
    assert!(has("12 0 Back a desktop has no button for it"), "{report}");
    assert!(has("! 0 0 Lobby.Watch") && has("! 0 0 AcceptChallenge"), "{report}");
    assert!(has("0 0 Review.OpenPath only the command line does it"), "{report}");
}
