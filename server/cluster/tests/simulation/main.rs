//! Many nodes with one hall in simulated time: messages are delayed and lost, nodes are paused, killed,
//! drained and cut off, the log loses its quorum, clocks run apart.
//!
//! The log and the lease are a model of what NATS JetStream promises, with the habits that were
//! measured: an append without an answer may land later, also after its sender has died; an append may
//! be refused because of an entry that is not committed; a repeated identity is answered with its old
//! place, for a while; a machine that led the log or the lease before answers with an older state.
//!
//! `CLUSTER_SEED=7 cargo test -p chuhe-cluster --test simulation one -- --nocapture` repeats a seed;
//! `CLUSTER_COUNT=10000 cargo test --release -p chuhe-cluster --test simulation many` runs many.

mod checks;
mod copies;
mod counts;
mod faults;
mod model;
mod world;

use counts::Counts;
use faults::{Fault, Mutation, Planned, Target};
use model::Harm;
use world::World;

/// Seeds to run unless `CLUSTER_COUNT` is set.
const COUNT: u64 = 60;
/// Seeds among which at least one must fail with a mutation.
const MUTATION_SEEDS: u64 = 300;
/// Seeds of each planned fault and of each harm to the log.
const PLANNED_SEEDS: u64 = 12;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn run(seed: u64, mutation: Option<Mutation>, harm: Option<Harm>) -> Result<World, String> {
    let mut world = World::new(seed, mutation);
    world.run(harm).map_err(|why| format!("seed {seed}, at {} ms: {why}", world.now()))?;
    Ok(world)
}

#[test]
fn many() {
    let first = number("CLUSTER_SEED").unwrap_or(1);
    let count = number("CLUSTER_COUNT").unwrap_or(COUNT);
    let mut total = Counts::default();
    for seed in first..first + count {
        let world = run(seed, None, None).unwrap_or_else(|why| panic!("{why}"));
        total.add(&world.counts);
    }
    println!("{count} seeds: {total:?}");
    // a simulation in which nothing happens finds nothing
    assert!(total.acknowledged > 100 * count && total.epochs > 2 * count, "{total:?}");
    let enough = count / 10;
    for fault in Fault::ALL {
        assert!(total.faults[fault as usize] > enough, "{fault:?}: {total:?}");
    }
    for (name, seen) in total.named() {
        assert!(seen > count / 30, "{name}: {total:?}");
    }
    assert!(total.fenced > count / 100, "{total:?}");
}

#[test]
fn one() {
    let seed = number("CLUSTER_SEED").unwrap_or(1);
    let world = run(seed, None, None).unwrap_or_else(|why| panic!("{why}"));
    println!("{:?}", world.counts);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for seed in 1..5 {
        let runs = [(); 2].map(|()| format!("{:?}", run(seed, None, None).map(|it| it.trace())));
        assert_eq!(runs[0], runs[1]);
    }
}

/// Runs one fault on many seeds, and checks what was counted.
fn plan(fault: Fault, target: Target, lasts: u64, check: impl Fn(&Counts) -> bool) {
    for seed in 1..=PLANNED_SEEDS {
        let mut world = World::new(seed, None);
        let ended = world.run_planned(Planned { fault, target, lasts });
        ended.unwrap_or_else(|why| panic!("seed {seed}, at {} ms: {why}", world.now()));
        assert!(check(&world.counts), "seed {seed}: {:?}", world.counts);
    }
}

#[test]
fn a_hall_moves_to_another_node_when_its_own_reaches_only_the_lease() {
    // 20 s of waiting, by a clock that may be slow
    plan(Fault::LogCut, Target::Owner, 60_000, |counts| {
        counts.lease_taken == 1 && counts.longest_gap < 23_000
    });
}

#[test]
fn a_hall_stays_with_its_node_when_no_node_reaches_the_log() {
    plan(Fault::LogCut, Target::All, 60_000, |counts| counts.released_count() == 0 && counts.drops > 0);
}

#[test]
fn a_hall_stays_with_its_node_when_the_quorum_is_lost_for_a_while() {
    plan(Fault::NoQuorum, Target::Owner, 40_000, |counts| {
        counts.released_count() == 0 && counts.longest_gap < 43_500
    });
}

#[test]
fn a_hall_that_is_handed_on_is_served_again_within_two_seconds() {
    plan(Fault::Resign, Target::Owner, 60_000, |counts| counts.resigned == 1 && counts.longest_gap < 2_000);
}

#[test]
fn a_hall_whose_node_dies_is_served_again_within_five_seconds() {
    plan(Fault::Kill, Target::Owner, 60_000, |counts| counts.longest_gap < 5_000);
}

#[test]
fn a_log_that_breaks_its_promises_stops_those_that_notice_and_nobody_else() {
    for harm in [Harm::Shorten, Harm::Fork, Harm::Foreign] {
        let stops = (1..=PLANNED_SEEDS).map(|seed| {
            let world = run(seed, None, Some(harm)).unwrap_or_else(|why| panic!("{why}"));
            world.nodes.iter().filter(|node| node.stopped.is_some()).count()
        });
        let stops: usize = stops.sum();
        assert!(stops > PLANNED_SEEDS as usize, "{harm:?} stopped {stops} nodes");
    }
}

/// A rule of the protocol that is broken is noticed.
fn assert_is_noticed(mutation: Mutation) {
    let failure = (1..=MUTATION_SEEDS).find_map(|seed| run(seed, Some(mutation), None).err());
    assert!(failure.is_some(), "{mutation:?} is not noticed in {MUTATION_SEEDS} seeds");
}

#[test]
fn an_append_without_its_expected_sequence_is_noticed() {
    assert_is_noticed(Mutation::AppendWithoutFence);
}

#[test]
fn serving_after_the_lease_lapsed_is_noticed() {
    assert_is_noticed(Mutation::ServeAfterLapse);
}

#[test]
fn an_answer_before_the_acknowledgement_is_noticed() {
    assert_is_noticed(Mutation::AnswerBeforeAcknowledgement);
}

#[test]
fn a_snapshot_ahead_of_its_contents_is_noticed() {
    assert_is_noticed(Mutation::SnapshotAhead);
}

#[test]
fn a_purge_before_the_snapshot_is_stored_is_noticed() {
    assert_is_noticed(Mutation::PurgeUnstored);
}

#[test]
fn deleting_what_the_pointer_names_is_noticed() {
    assert_is_noticed(Mutation::DeletePointedAt);
}

#[test]
fn a_place_that_is_stored_apart_from_its_entry_is_noticed() {
    assert_is_noticed(Mutation::PlaceApart);
}
