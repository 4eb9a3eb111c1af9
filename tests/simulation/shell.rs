//! The real server from a seed: its listener, connections, owner and writer as
//! they are, and real conversations with it, over a network that is simulated,
//! with a clock that is; while lines break and hold up, and the server and its
//! machine die and start again. At each connection what leaves the server is
//! compared with what is committed, and at the end all with all.
//!
//! A failure names its seed. `SIM_SEED=7 cargo test -p chuhe-tests shell::one`
//! runs it again, to the byte; `scripts/simulate` runs many.

mod client;
mod disk;
mod server;
mod world;

use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use world::World;

/// Seeds that are run unless `SIM_COUNT` says otherwise, from `SIM_SEED` on.
const SEEDS: u64 = 30;
/// How long it may take, once nothing goes wrong any more, until a game has begun
/// and come to its end.
const GAME_MS: u64 = 1_200_000;
/// How long nothing happens before all must be quiet, and how much longer it may
/// take.
const RECOVERY_MS: u64 = 20_000;
const DRAIN_MS: u64 = 70_000;

/// What a run came to.
#[derive(Debug, PartialEq, Eq)]
struct Run {
    steps: u64,
    /// One number for all that anyone was told, and when.
    told: u64,
    seen: BTreeSet<String>,
}

/// Runs a seed; what went wrong names it, and the moment.
fn run(seed: u64) -> Result<Run, String> {
    let mut world = World::new(seed);
    let passed = panic::catch_unwind(AssertUnwindSafe(|| {
        world.run_for(world.fault_phase_ms());
        world.clear_up();
        let games = world.games();
        world.run_until(GAME_MS, "a game comes to its end", |world| world.has_ended_but(&games));
        world.end_faults();
        world.run_for(RECOVERY_MS);
        world.run_until(DRAIN_MS, "everyone knows all", World::is_settled);
        world.check_all();
    }));
    let (steps, now) = (world.steps, world.now().as_ms());
    passed.map(|()| {
        let seen = world.disk.with(|kept| std::mem::take(&mut kept.seen));
        Run { steps, told: world.disk.with(|kept| kept.digest()), seen }
    }).map_err(|why| {
        let why = super::reason(why.as_ref());
        format!("seed {seed}, at {now} ms: {why}\nrun it again: SIM_SEED={seed} cargo test -p chuhe-tests shell::one")
    })
}

#[test]
fn one() {
    if let Err(why) = run(super::number("SIM_SEED").unwrap_or(1)) {
        panic!("{why}");
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
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

/// A simulation in which nothing happens finds nothing.
fn check_seen(seen: &BTreeSet<String>) {
    for kind in [
        // what happens in games
        "Started",
        "Played",
        "TakenBack",
        "WentAway",
        "CameBack",
        "Interrupted",
        "Ended",
        "Snapshot",
        "Watching",
        // what goes wrong
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
        // what is refused
        "Illegal",
        "WrongPly",
        "NameTaken",
        "UnknownToken",
        "Paused",
    ] {
        assert!(seen.contains(kind), "no {kind}: {seen:?}");
    }
}
