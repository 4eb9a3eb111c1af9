//! What the people of a session have tried so far and what it has brought: where to look for more.
//!
//! It knows the kinds of what can be done, such as a widget that can be clicked, and what was seen after it: kinds that
//! could not be done before, and actions that the program counts. What was seldom taken is worth much, and what
//! leads to it is worth a little less.

use super::run;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is left of a worth for what leads there.
const ON_THE_WAY: f64 = 0.8;
/// The worth of trying again what has brought nothing, against that of an action as seldom taken.
const AGAIN: f64 = 0.2;
/// How often worths are passed back along the ways that are known, before an episode.
const SWEEPS: usize = 6;

/// What was tried, and what it has brought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Experience {
    tried: BTreeMap<String, Tried>,
    /// How often the program has taken each action and sent each request.
    taken: BTreeMap<String, u64>,
}

/// What one kind has brought.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Tried {
    times: u64,
    /// After how many of these times something else could be done that could not be done before.
    opened: BTreeMap<String, u64>,
    /// After how many of these times the program had taken an action or sent a request.
    brought: BTreeMap<String, u64>,
}

/// The part of what is known of a kind in which something followed.
fn share(count: u64, times: u64) -> f64 {
    count as f64 / times.max(1) as f64
}

/// The worth of what was taken so many times: it depends on nothing but proportions.
fn worth_after(times: u64) -> f64 {
    1.0 / (1.0 + times as f64)
}

impl Experience {
    /// How often a kind was tried.
    pub(super) fn times(&self, kind: &str) -> u64 {
        self.tried.get(kind).map_or(0, |tried| tried.times)
    }

    /// How often the program has taken an action or sent a request.
    pub(super) fn taken(&self, name: &str) -> u64 {
        self.taken.get(name).copied().unwrap_or_default()
    }

    /// Remembers that a kind was tried, what could be done after it only, and what the program has done.
    pub(super) fn learn(&mut self, kind: &str, opened: &BTreeSet<String>, brought: &BTreeSet<String>) {
        let tried = self.tried.entry(kind.to_owned()).or_default();
        tried.times += 1;
        for (to, from) in [(&mut tried.opened, opened), (&mut tried.brought, brought)] {
            for name in from {
                *to.entry(name.clone()).or_default() += 1;
            }
        }
    }

    /// Counts what the program has done.
    pub(super) fn count(&mut self, name: &str, count: u64) {
        *self.taken.entry(name.to_owned()).or_default() += count;
    }

    /// Adds another one.
    pub(crate) fn add(&mut self, other: &Self) {
        for (name, count) in &other.taken {
            self.count(name, *count);
        }
        for (kind, other) in &other.tried {
            let tried = self.tried.entry(kind.clone()).or_default();
            tried.times += other.times;
            for (to, from) in [(&mut tried.opened, &other.opened), (&mut tried.brought, &other.brought)] {
                for (name, count) in from {
                    *to.entry(name.clone()).or_default() += count;
                }
            }
        }
    }

    /// The file of what was known before the episode of a seed.
    pub(crate) fn path(form: &str, seed: u64) -> PathBuf {
        run::folder().join(format!("{form}-{seed}.before.json"))
    }

    /// Writes it to a file, from which [`Experience::read`] reads it.
    pub(crate) fn write(&self, path: &Path) {
        let text = serde_json::to_string(self).expect("it is data");
        std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }

    pub(crate) fn read(path: &str) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

/// What it is worth to do something.
#[derive(Debug, Default)]
pub(super) struct Worths(BTreeMap<String, f64>);

impl Worths {
    pub(super) fn of(experience: &Experience) -> Self {
        let mut worths = Self::default();
        for _ in 0..SWEEPS {
            for kind in experience.tried.keys() {
                worths.revise(kind, experience);
            }
        }
        worths
    }

    /// The worth of a kind, at most 1: that of what nobody has tried.
    pub(super) fn of_kind(&self, kind: &str) -> f64 {
        self.0.get(kind).copied().unwrap_or(1.0)
    }

    /// Judges a kind anew, by what is known now.
    pub(super) fn revise(&mut self, kind: &str, experience: &Experience) {
        let Some(tried) = experience.tried.get(kind) else { return };
        let brought = tried.brought.iter();
        let brought =
            brought.map(|(name, count)| share(*count, tried.times) * worth_after(experience.taken(name)));
        let opened = tried.opened.iter();
        let opened = opened.map(|(next, count)| ON_THE_WAY * share(*count, tried.times) * self.of_kind(next));
        let again = AGAIN * worth_after(tried.times);
        let worth = brought.chain(opened).fold(again, f64::max);
        self.0.insert(kind.to_owned(), worth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_leads_to_something_seldom_is_worth_more_than_what_was_often_taken() {
        let mut experience = Experience::default();
        for _ in 0..100 {
            experience.learn("lobby.tab.players", &set(&[]), &set(&["Lobby.Tab"]));
            experience.count("Lobby.Tab", 1);
        }
        experience.learn("start.review", &set(&["join.library"]), &set(&["Start.Show"]));
        experience.count("Start.Show", 1_000);
        let worths = Worths::of(&experience);
        let [often, leads, new] =
            ["lobby.tab.players", "start.review", "join.library"].map(|kind| worths.of_kind(kind));
        assert!(often < leads && leads < new, "{often} {leads} {new}");
        assert!((new - 1.0).abs() < f64::EPSILON, "nobody has tried it");
    }

    #[test]
    fn what_did_not_work_again_is_worth_less() {
        let mut experience = Experience::default();
        experience.count("Account.Register", 1);
        experience.learn("account.register", &set(&[]), &set(&["Account.Register"]));
        let before = Worths::of(&experience).of_kind("account.register");
        for _ in 0..9 {
            experience.learn("account.register", &set(&[]), &set(&[]));
        }
        let after = Worths::of(&experience).of_kind("account.register");
        assert!(after < before / 5.0, "{before} {after}");
    }

    #[test]
    fn experiences_add_up() {
        let of = |times: usize| {
            let mut experience = Experience::default();
            for _ in 0..times {
                experience.learn("a", &set(&["b"]), &set(&["A"]));
                experience.count("A", 2);
            }
            experience
        };
        let mut sum = of(2);
        sum.add(&of(3));
        assert_eq!(sum, of(5));
    }
}
