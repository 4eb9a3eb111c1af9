//! Simulates the whole system from a seed, with faults.
//!
//! Clients, network, hub and store share one virtual clock and one random generator. After
//! each step the simulation compares the parts with a model built from the committed data.
//!
//! A failure names its seed. `SIM_SEED=7 cargo test -p chuhe-tests simulation::one` repeats
//! it step for step; `scripts/simulate 10000` runs many seeds.

mod checks;
mod clients;
mod clocks;
mod conditions;
mod fair_play;
mod faults;
mod host;
mod leavers;
mod model;
pub(crate) mod network;
pub(crate) mod output_checker;
pub(crate) mod random;
pub(crate) mod server;
mod shell;
mod system;
mod user;

use chuhe_protocol::{Event, RatedEnd, ServerMessage, TableMessage};
use chuhe_rules::clock::LAG_CREDIT_MS;
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::{self, Debug, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use system::System;

/// Seeds to run, from `SIM_SEED` on, unless `SIM_COUNT` is set.
const SEEDS: u64 = 300;
/// Time for every client to reconnect and catch up after the last fault.
///
/// It covers the timeout of a silent connection and the longest pause between attempts.
const RECOVERY_MS: u64 = 90_000;
/// Further time in which every message in flight must arrive.
const DRAIN_MS: u64 = 60_000;

/// The result of a run.
struct Run {
    steps: u64,
    seen: BTreeSet<String>,
}

/// Runs a seed. An error names the seed and the step.
fn run(seed: u64) -> Result<Run, String> {
    let mut system = System::new(seed);
    let passed = panic::catch_unwind(AssertUnwindSafe(|| {
        system.run_faults(system.conditions.fault_phase_ms);
        system.end_faults();
        system.run_until(system.now.plus_ms(RECOVERY_MS));
        let end = system.now.plus_ms(DRAIN_MS);
        while !system.is_idle() {
            assert!(system.step(end), "the system never becomes idle");
        }
        system.check_all();
        if system.model.has_premoves() {
            system.seen.insert("PremoveCharged".into());
        }
        system.seen.extend(system.model.fair_play.seen.iter().map(|&seen| seen.to_owned()));
    }));
    passed.map(|()| Run { steps: system.steps, seen: std::mem::take(&mut system.seen) }).map_err(|why| {
        format!(
            "seed {seed}, step {}, at {} ms: {}\nrepeat it with: SIM_SEED={seed} cargo test -p chuhe-tests simulation::one",
            system.steps,
            system.now.as_ms(),
            reason(why.as_ref()),
        )
    })
}

/// Returns the message of a panic.
fn reason(why: &(dyn Any + Send)) -> String {
    let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
    why.downcast_ref::<String>().cloned().or(text).unwrap_or_else(|| "see above".to_owned())
}

/// Reads a number from an environment variable.
fn number(name: &str) -> Option<u64> {
    std::env::var(name)
        .ok()
        .map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")))
}

/// Returns the name of a variant.
fn kind(of: &impl Debug) -> String {
    /// Takes what is written up to the end of the first word, and no more: whole messages are long.
    struct FirstWord(String);
    impl fmt::Write for FirstWord {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let length = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
            self.0.push_str(&text[..length]);
            if length == text.len() { Ok(()) } else { Err(fmt::Error) }
        }
    }
    let mut word = FirstWord(String::new());
    // an error is the end of the word
    write!(word, "{of:?}").unwrap_or_default();
    word.0
}

/// Records the kinds of a message, its events and its refusal.
fn record_kinds(seen: &mut BTreeSet<String>, message: &ServerMessage) {
    if let ServerMessage::Table { message: TableMessage::Events { events, .. }, .. } = message {
        for event in events {
            seen.insert(kind(event));
            if matches!(event, Event::Rated(RatedEnd::Changed(_))) {
                seen.insert("RatingsChanged".to_owned());
            }
            if let Event::Luzhanqi { seen: of, .. } = event {
                seen.insert(format!("EventView{}", kind(of)));
            }
        }
    }
    if let ServerMessage::Table { message: TableMessage::Tick(tick), .. } = message
        && tick.lag_quota_ms.red.min(tick.lag_quota_ms.black) < LAG_CREDIT_MS
    {
        seen.insert("LagQuotaUsed".to_owned());
    }
    let refused = if let ServerMessage::Refused { reason, .. } = message { Some(reason) } else { None };
    seen.insert(refused.map_or_else(|| message.name().to_owned(), kind));
}

#[test]
fn one() {
    if let Err(why) = run(number("SIM_SEED").unwrap_or(1)) {
        panic!("{why}");
    }
}

#[test]
fn runs_of_the_same_seed_are_identical() {
    let [one, other] = [3, 3].map(|seed| run(seed).unwrap_or_else(|why| panic!("{why}")));
    assert_eq!((one.steps, one.seen), (other.steps, other.seen));
}

/// Runs `count` seeds, or those that the environment names.
///
/// Returns the results, and whether there were at least `count`.
fn run_many<R: Send>(count: u64, run: impl Fn(u64) -> Result<R, String> + Sync) -> (Vec<R>, bool) {
    let first = number("SIM_SEED").unwrap_or(1);
    let end = first + number("SIM_COUNT").unwrap_or(count);
    let next = AtomicU64::new(first);
    let work = || {
        let mut runs = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end {
                return runs;
            }
            runs.push(run(seed));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let runs: Vec<Result<R, String>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("workers return failures as errors"))
            .collect()
    });
    let failures: Vec<&String> = runs.iter().filter_map(|run| run.as_ref().err()).collect();
    let listed: Vec<&str> = failures.iter().take(5).map(|why| why.as_str()).collect();
    assert!(failures.is_empty(), "{} of {} seeds fail:\n{}", failures.len(), runs.len(), listed.join("\n"));
    (runs.into_iter().flatten().collect(), end - first >= count)
}

#[test]
fn many() {
    let (runs, enough) = run_many(SEEDS, run);
    let mut seen = BTreeSet::new();
    let mut steps = 0;
    for run in runs {
        steps += run.steps;
        seen.extend(run.seen);
    }
    if enough {
        check_seen(&seen, steps);
    }
}

/// Checks that the runs reached every kind of event, fault and refusal.
///
/// A case that no run reaches is not tested.
fn check_seen(seen: &BTreeSet<String>, steps: u64) {
    for kind in [
        // game events
        "Started",
        "Played",
        "Offered",
        "OfferClosed",
        "TakenBack",
        "WentAway",
        "CameBack",
        "Interrupted",
        "Ended",
        "Left",
        "LagMeasured",
        "LagQuotaUsed",
        "PremoveCharged",
        "RepetitionJudged",
        "RatingsChanged",
        "GameCorrected",
        "CorrectedAtTable",
        "Snapshot",
        // luzhanqi events
        "EventViewPlaced",
        "EventViewWithheld",
        "EventViewWithdrew",
        "EventViewMoved",
        "EventViewPassed",
        "EventViewRevealed",
        // faults and closed connections
        "Kill",
        "KillBeforeCommit",
        "KillAfterCommit",
        "Stop",
        "StoreStalled",
        "StoreRecovered",
        "Continued",
        "Silent",
        "SlowReader",
        "BrokenFrame",
        "Superseded",
        "UnknownToken",
        "RevokedToken",
        "Holiday",
        // waits before a search
        "WaitBegan",
        // refusals
        "Illegal",
        "WrongPly",
        "NoSuchGame",
        "NameTaken",
        "NameRegistered",
        "WrongPassword",
        "Paused",
        // other messages
        "Registered",
        "SignedOutEverywhere",
        "Games",
        "FinishedGame",
        "Watching",
        "WatchEnded",
    ] {
        assert!(seen.contains(kind), "no {kind} in {steps} steps: {seen:?}");
    }
}
