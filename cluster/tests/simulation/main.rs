//! Many nodes with one hall in simulated time: messages are delayed and lost, nodes are paused, killed
//! and cut off, the log loses its quorum.
//!
//! The log and the lease are a model of what NATS JetStream promises, with the habits that were
//! measured: an append without an answer may land later, an append may be refused because of an entry
//! that is not committed, and a repeated identity is answered with its old place.
//!
//! `CLUSTER_SEED=7 cargo test -p chuhe-cluster --test simulation one -- --nocapture` repeats a seed;
//! `CLUSTER_COUNT=10000 cargo test --release -p chuhe-cluster --test simulation many` runs many.

mod model;
mod world;

use world::{Fault, Mutation, World};

/// Seeds to run unless `CLUSTER_COUNT` is set.
const COUNT: u64 = 60;
/// Seeds among which at least one must fail with a mutation.
const MUTATION_SEEDS: u64 = 300;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn run(seed: u64, mutation: Option<Mutation>) -> Result<World, String> {
    let mut world = World::new(seed, mutation);
    world.run().map_err(|why| format!("seed {seed}, at {} ms: {why}", world.now()))?;
    Ok(world)
}

#[test]
fn many() {
    let first = number("CLUSTER_SEED").unwrap_or(1);
    let count = number("CLUSTER_COUNT").unwrap_or(COUNT);
    let mut total = world::Counts::default();
    for seed in first..first + count {
        let world = run(seed, None).unwrap_or_else(|why| panic!("{why}"));
        total.add(&world.counts);
    }
    println!("{count} seeds: {total:?}");
    // a simulation in which nothing happens finds nothing
    assert!(total.acknowledged > 100 * count && total.epochs > 2 * count, "{total:?}");
    let enough = count / 10;
    for fault in Fault::ALL {
        assert!(total.faults[fault as usize] > enough, "{fault:?}: {total:?}");
    }
    for (name, seen) in [
        ("fenced", total.fenced),
        ("doubtful appends", total.wrong_sequences),
        ("late appends", total.late_appends),
        ("pauses", total.pauses),
        ("restored", total.restored),
    ] {
        assert!(seen > enough, "{name}: {total:?}");
    }
}

#[test]
fn one() {
    let seed = number("CLUSTER_SEED").unwrap_or(1);
    let world = run(seed, None).unwrap_or_else(|why| panic!("{why}"));
    println!("{:?}", world.counts);
}

#[test]
fn the_same_seed_gives_the_same_run() {
    for seed in 1..10 {
        let runs =
            [run(seed, None), run(seed, None)].map(|world| format!("{:?}", world.map(|it| it.trace())));
        assert_eq!(runs[0], runs[1]);
    }
}

/// A rule of the protocol that is broken is noticed.
fn assert_is_noticed(mutation: Mutation) {
    let failure = (1..=MUTATION_SEEDS).find_map(|seed| run(seed, Some(mutation)).err());
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
fn a_place_that_is_stored_apart_from_its_entry_is_noticed() {
    assert_is_noticed(Mutation::PlaceApart);
}
