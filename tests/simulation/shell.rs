//! Simulates the real server from a seed, with its listener, connections, owner and writer.
//!
//! The network and the clock are simulated. Connections break and stall; the server and its
//! machine are killed and restarted. The simulation compares every message that leaves the server
//! with the committed data, and compares everything at the end.
//!
//! A failure names its seed. `SIM_SEED=7 cargo test -p chuhe-tests shell::one` repeats it to
//! the byte; `scripts/simulate` runs many seeds.

mod client;
mod disk;
mod server;
mod world;

use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use world::World;

/// Seeds to run, from `SIM_SEED` on, unless `SIM_COUNT` is set.
const SEEDS: u64 = 30;
/// Time after the last fault in which a new game must start and end.
const GAME_MS: u64 = 1_200_000;
/// Time for every client to reconnect after users have stopped acting.
const RECOVERY_MS: u64 = 20_000;
/// Further time in which every client must catch up.
const DRAIN_MS: u64 = 70_000;

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    steps: u64,
    /// A hash of every message sent, with its time.
    digest: u64,
    seen: BTreeSet<String>,
}

/// Runs a seed. An error names the seed and the time.
fn run(seed: u64) -> Result<Run, String> {
    let mut world = World::new(seed);
    let passed = panic::catch_unwind(AssertUnwindSafe(|| {
        world.run_for(world.fault_phase_ms());
        world.end_faults();
        let games = world.games();
        world.run_until(GAME_MS, "a game ends", |world| world.has_new_result(&games));
        world.stop_users();
        world.run_for(RECOVERY_MS);
        world.run_until(DRAIN_MS, "every client is up to date", World::is_settled);
        world.check_all();
    }));
    let (steps, now) = (world.steps, world.now().as_ms());
    passed.map(|()| {
        let seen = world.disk.with(|shared| std::mem::take(&mut shared.seen));
        Run { steps, digest: world.disk.with(|shared| shared.digest()), seen }
    }).map_err(|why| {
        let why = super::reason(why.as_ref());
        format!("seed {seed}, at {now} ms: {why}\nrepeat it with: SIM_SEED={seed} cargo test -p chuhe-tests shell::one")
    })
}

#[test]
fn one() {
    if let Err(why) = run(super::number("SIM_SEED").unwrap_or(1)) {
        panic!("{why}");
    }
}

#[test]
fn runs_of_the_same_seed_are_identical() {
    for seed in 1..=3 {
        let [one, other] = [seed; 2].map(|seed| run(seed).unwrap_or_else(|why| panic!("{why}")));
        assert_eq!(one, other, "seed {seed}");
    }
}

#[test]
fn many() {
    let (runs, enough) = super::run_many(SEEDS, run);
    let seen: BTreeSet<String> = runs.into_iter().flat_map(|run| run.seen).collect();
    if enough {
        check_seen(&seen);
    }
}

/// Checks that the runs reached every kind of event, fault and refusal.
fn check_seen(seen: &BTreeSet<String>) {
    for kind in [
        // game events
        "Started",
        "Played",
        "TakenBack",
        "WentAway",
        "CameBack",
        "Interrupted",
        "Ended",
        "Snapshot",
        "Watching",
        // faults
        "Cut",
        "Blackhole",
        "Delay",
        "SlowReader",
        "MalformedFrame",
        "Unreachable",
        "Kill",
        "KillBeforeCommit",
        "KillAfterCommit",
        "Stop",
        "StoreStalled",
        "StoreRecovered",
        // refusals
        "Illegal",
        "WrongPly",
        "NameTaken",
        "UnknownToken",
        "Paused",
    ] {
        assert!(seen.contains(kind), "no {kind}: {seen:?}");
    }
}
