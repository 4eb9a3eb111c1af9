//! What a run has reached: the actions of the client, the requests of the protocol, and the widgets.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How often everything must be taken in an hour.
const ENOUGH: u64 = 10;

/// How often everything was taken.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage {
    /// By the names of the variants of `Action` and of the enums in it, such as `Table.Resign`.
    pub(crate) actions: BTreeMap<String, u64>,
    /// By the names of the variants of `ClientMessage`.
    pub(crate) requests: BTreeMap<String, u64>,
    /// By the kinds of widgets that were clicked; 0 for those that were only seen.
    pub(crate) widgets: BTreeMap<String, u64>,
}

/// The kind of a widget: its name without what differs from one of its kind to the next.
pub(crate) fn kind_of(id: &str) -> String {
    let is_fixed =
        |part: &&str| part.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') && part.len() < 20;
    let mut kind = String::with_capacity(id.len());
    for part in id.split('.') {
        if !kind.is_empty() {
            kind.push('.');
        }
        kind.push_str(Some(part).filter(is_fixed).unwrap_or("*"));
    }
    kind
}

impl Coverage {
    /// Adds another one.
    pub(crate) fn add(&mut self, other: &Self) {
        let pairs = [
            (&mut self.actions, &other.actions),
            (&mut self.requests, &other.requests),
            (&mut self.widgets, &other.widgets),
        ];
        for (own, other) in pairs {
            for (name, count) in other {
                *own.entry(name.clone()).or_default() += count;
            }
        }
    }

    /// The report: everything with its count, and what was taken too seldom.
    pub(crate) fn report(&self) -> String {
        let mut text = String::new();
        for (title, counts) in
            [("actions", &self.actions), ("requests", &self.requests), ("widgets", &self.widgets)]
        {
            let seldom = counts.values().filter(|count| **count < ENOUGH).count();
            let _ = writeln!(text, "{title}: {}, of which {seldom} fewer than {ENOUGH} times", counts.len());
            for (name, count) in counts {
                let _ = writeln!(text, "  {count:>8} {name}");
            }
        }
        text
    }
}
