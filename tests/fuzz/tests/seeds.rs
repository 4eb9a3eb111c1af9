//! Each target holds on its seeds, and on seeds that are changed at random.

use chuhe_fuzz::TARGETS;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How often each seed is changed, each time a little more.
const CHANGES: usize = 100;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")
}

/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = fs::read_dir(folder().join(target)).expect("the target has seeds");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("the folder can be read").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("the seed can be read")).collect()
}

/// An index below `length`, which is not 0.
fn below(random: &mut ChaCha8Rng, length: usize) -> usize {
    random.next_u32() as usize % length
}

/// A range of at most 16 bytes.
fn range(random: &mut ChaCha8Rng, length: usize) -> Range<usize> {
    let start = below(random, length);
    start..length.min(start + 1 + below(random, 16))
}

/// Replaces, inverts, removes, repeats or exchanges some of the bytes.
fn change(bytes: &mut Vec<u8>, random: &mut ChaCha8Rng) {
    if bytes.is_empty() {
        bytes.push(random.next_u32() as u8);
        return;
    }
    let at = below(random, bytes.len());
    match below(random, 5) {
        0 => bytes[at] = random.next_u32() as u8,
        1 => bytes[at] ^= 1 << below(random, 8),
        2 => drop(bytes.drain(range(random, bytes.len()))),
        3 => {
            let repeated = bytes[range(random, bytes.len())].to_vec();
            bytes.splice(at..at, repeated);
        }
        _ => {
            let other = below(random, bytes.len());
            bytes.swap(at, other);
        }
    }
}

#[test]
fn the_targets_are_the_folders_of_seeds() {
    let folders: BTreeSet<_> = fs::read_dir(folder())
        .expect("the folder exists")
        .map(|entry| entry.expect("the folder can be read").file_name().into_string().expect("a name"))
        .collect();
    assert_eq!(folders, TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect());
}

#[test]
fn all_seeds_hold() {
    for (name, run) in TARGETS {
        let seeds = seeds(name);
        assert!(!seeds.is_empty(), "{name}");
        seeds.iter().for_each(|seed| run(seed));
    }
}

#[test]
fn changed_seeds_hold() {
    for (number, (name, run)) in (0..).zip(TARGETS) {
        let mut random = ChaCha8Rng::seed_from_u64(number);
        for mut bytes in seeds(name) {
            for _ in 0..CHANGES {
                change(&mut bytes, &mut random);
                let text = String::from_utf8_lossy(&bytes);
                // printed only if the target panics
                println!("{name}: {bytes:?}, as text {text}");
                run(&bytes);
            }
        }
    }
}
