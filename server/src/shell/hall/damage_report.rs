//! What an operator is told about damaged data: whom it concerns, what is lost, and what to do.

use crate::store::Problem;
use chuhe_hub::{SetAside, StoredValue};
use std::path::{Path, PathBuf};

/// Maximum number of lines that are logged and served; the number of others follows.
const LINES: usize = 100;

/// Everything of the stored data that this run of the server cannot use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct DamageReport {
    lines: Vec<String>,
    kept: Option<PathBuf>,
}

impl DamageReport {
    /// Reports what opening the store has set aside, and the folder with the damaged files.
    pub(crate) fn new(problems: &[Problem], kept: Option<PathBuf>) -> Self {
        Self { lines: problems.iter().map(ToString::to_string).collect(), kept }
    }

    /// Adds the values that the hub has set aside.
    pub(crate) fn add(&mut self, set_aside: &[SetAside]) {
        self.lines.extend(set_aside.iter().map(describe));
    }

    /// The number of problems.
    pub(crate) const fn count(&self) -> usize {
        self.lines.len()
    }

    /// Logs every line, and what to do.
    pub(crate) fn log(&self) {
        for problem in self.lines.iter().take(LINES) {
            tracing::warn!(%problem, "damaged data");
        }
        if let Some(advice) = self.advice() {
            tracing::warn!(problems = self.lines.len(), "{advice}");
        }
    }

    /// The report as text, one line a problem; empty without damage.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for line in self.lines.iter().take(LINES) {
            text.push_str("damaged: ");
            text.push_str(line);
            text.push('\n');
        }
        if let Some(advice) = self.advice() {
            text.push_str(&advice);
            text.push('\n');
        }
        text
    }

    fn advice(&self) -> Option<String> {
        if self.lines.is_empty() {
            return None;
        }
        let more = self.lines.len().saturating_sub(LINES);
        let more = if more > 0 { format!("{more} more problems are not shown. ") } else { String::new() };
        let kept = self.kept.as_deref().map(Path::display);
        let kept = kept.map(|kept| format!(" The files as they were are in {kept}.")).unwrap_or_default();
        Some(format!(
            "{more}Everything else is served. What to do: check the disk; stop the server, run `chuhe-server \
             check`, and restore a backup if what is lost matters, or give it up with `chuhe-server \
             accept-loss`.{kept}"
        ))
    }
}

/// Says what is lost with a value that the hub has set aside.
fn describe(set_aside: &SetAside) -> String {
    let lost = match set_aside.value {
        StoredValue::Player(_) | StoredValue::LostPlayers => {
            "nobody can use the account, and no name can be registered until `chuhe-server accept-loss` gives \
             up the names of those who are lost"
        }
        StoredValue::Session(_) => "its player has to log in again",
        StoredValue::Challenge(_) => "the challenge is closed",
        StoredValue::Game(_) => "the game cannot continue; its players are notified when they join",
        StoredValue::FairPlay(_) => "their counted games are counted from the first one again",
        StoredValue::Rating(_) => "their next game in that class is rated as the first one",
        StoredValue::Report(_) => "what was said and decided in it is lost",
        StoredValue::Evening(_) => "the tournament cannot go on",
        StoredValue::Sanction(_) => "it does not apply; impose it again",
        StoredValue::Row(_) => "what it held is lost",
    };
    format!("{set_aside}; {lost}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::Unusable;
    use chuhe_protocol::GameId;

    #[test]
    fn a_report_names_the_loss_and_the_files_and_is_bounded() {
        assert_eq!(DamageReport::default().text(), "");
        let problems: Vec<Problem> =
            (0..LINES as u64).map(|journal| Problem::Entry { journal, n: 1 }).collect();
        let mut report = DamageReport::new(&problems, Some("/data/damaged-1".into()));
        let why = Unusable::Damaged("the value is empty".to_owned());
        report.add(&[SetAside { value: StoredValue::Game(GameId(7)), why }]);
        let text = report.text();
        assert_eq!(text.lines().count(), LINES + 1);
        assert!(text.starts_with("damaged: game 0: event 1 is damaged;"), "{text}");
        assert!(text.contains("1 more problems are not shown") && text.contains("/data/damaged-1"), "{text}");
        report.lines.drain(..LINES);
        assert!(report.text().starts_with("damaged: game 7: damaged: the value is empty; the game cannot"));
    }
}
