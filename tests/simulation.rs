//! The whole system from a seed: programs, wires, the hub and its store, under
//! one virtual clock and one source of chance, while everything goes wrong that
//! can. After each step the parts are compared with what is committed.
//!
//! A failure names its seed. `SIM_SEED=7 cargo test -p chuhe-tests simulation::one`
//! runs it again, step for step; `scripts/simulate 10000` runs many.

mod checks;
mod clients;
mod clocks;
mod conditions;
mod faults;
mod host;
mod model;
mod network;
mod output_checker;
mod random;
mod server;
mod shell;
mod system;
mod user;

use chuhe_protocol::{Event, ServerMessage};
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use system::System;

/// Seeds that are run unless `SIM_COUNT` says otherwise, from `SIM_SEED` on.
const SEEDS: u64 = 300;
/// How long it takes until everyone has come back and knows all, once nothing
/// goes wrong any more: silence is noticed, and attempts to connect are rare.
const RECOVERY_MS: u64 = 90_000;
/// How much longer it may take until nothing is on its direction.
const DRAIN_MS: u64 = 60_000;

/// What a run came to.
struct Run {
    steps: u64,
    seen: BTreeSet<String>,
}

/// Runs a seed; what went wrong names it, and the step.
fn run(seed: u64) -> Result<Run, String> {
    let mut system = System::new(seed);
    let passed = panic::catch_unwind(AssertUnwindSafe(|| {
        system.run_until(system.now.plus_ms(system.conditions.fault_phase_ms));
        system.end_faults();
        system.run_until(system.now.plus_ms(RECOVERY_MS));
        let end = system.now.plus_ms(DRAIN_MS);
        while !system.is_idle() {
            assert!(system.step(end), "it never becomes quiet");
        }
        system.check_all();
    }));
    passed.map(|()| Run { steps: system.steps, seen: std::mem::take(&mut system.seen) }).map_err(|why| {
        format!(
            "seed {seed}, step {}, at {} ms: {}\nrun it again: SIM_SEED={seed} cargo test -p chuhe-tests simulation::one",
            system.steps,
            system.now.as_ms(),
            reason(why.as_ref()),
        )
    })
}

/// Why something panicked.
fn reason(why: &(dyn Any + Send)) -> String {
    let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
    why.downcast_ref::<String>().cloned().or(text).unwrap_or_else(|| "see above".to_owned())
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number")))
}

/// The name of a variant.
fn kind(of: &impl Debug) -> String {
    format!("{of:?}").chars().take_while(|c| c.is_alphanumeric()).collect()
}

/// What a message is about, by name.
fn note(seen: &mut BTreeSet<String>, message: &ServerMessage) {
    if let ServerMessage::Events { events, .. } = message {
        for event in events {
            seen.insert(kind(event));
            if let Event::Luzhanqi { seen: of, .. } = event {
                seen.insert(format!("EventView{}", kind(of)));
            }
        }
    }
    let refused = if let ServerMessage::Refused { reason, .. } = message { Some(reason) } else { None };
    seen.insert(refused.map_or_else(|| kind(message), kind));
}

#[test]
fn one() {
    if let Err(why) = run(number("SIM_SEED").unwrap_or(1)) {
        panic!("{why}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let [one, other] = [3, 3].map(|seed| run(seed).unwrap_or_else(|why| panic!("{why}")));
    assert_eq!((one.steps, one.seen), (other.steps, other.seen));
}

/// Runs so many seeds, or those that the environment names; returns what they came
/// to, and whether there were that many.
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
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
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

/// A simulation in which nothing happens finds nothing.
fn check_seen(seen: &BTreeSet<String>, steps: u64) {
    for kind in [
        // what happens in games
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
        "Snapshot",
        // and in luzhanqi
        "EventViewPlaced",
        "EventViewWithheld",
        "EventViewWithdrew",
        "EventViewMoved",
        "EventViewPassed",
        "EventViewRevealed",
        // what goes wrong
        "Kill",
        "KillBeforeCommit",
        "KillAfterCommit",
        "Stop",
        "StoreStalled",
        "StoreRecovered",
        "Silent",
        "SlowReader",
        "BrokenFrame",
        "Superseded",
        "UnknownToken",
        "RevokedToken",
        // what is refused
        "Illegal",
        "WrongPly",
        "NoSuchGame",
        "NameTaken",
        "NameRegistered",
        "WrongPassword",
        "Paused",
        // what else there is
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
