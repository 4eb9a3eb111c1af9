//! Damaged files of every format: each is read or refused, and what is read can be written.

use crate::luzhanqi::random_game;
use crate::random::Random;
use chuhe_records::GameTree;
use chuhe_records::formats::{self, Format, WriteOptions};

/// Changes, removes or repeats some bytes.
fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(3) {
        let from = random.below(bytes.len().max(1));
        let to = (from + 1 + random.below(12)).min(bytes.len());
        match random.below(4) {
            0 if from < to => bytes[from] ^= 1 << random.below(8),
            1 if from < to => bytes[from] = random.below(256) as u8,
            2 => drop(bytes.drain(from.min(to)..to)),
            _ => {
                let piece = bytes[from.min(to)..to].to_vec();
                let at = random.below(bytes.len() + 1);
                bytes.splice(at..at, piece);
            }
        }
    }
}

/// Checks a tree that was read: if its format holds all of it, it is read again as it is.
fn check(tree: &GameTree, format: Format) {
    let Ok(written) = formats::write(tree, format, &WriteOptions::default()) else { return };
    let again = formats::read(&written.bytes, Some(format)).unwrap();
    if written.omitted.is_empty() {
        assert_eq!(&again.games[0].tree, tree, "{format:?}: {}", String::from_utf8_lossy(&written.bytes));
    }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let mut random = Random::new(19);
    for format in Format::ALL.into_iter().filter(|&format| format != Format::Cbl) {
        for _ in 0..30 {
            let moves = random.below(30);
            let tree =
                if format == Format::Luzhanqi { random_game(&mut random, moves) } else { random.tree(moves) };
            let bytes = formats::write(&tree, format, &WriteOptions::default()).unwrap().bytes;
            for _ in 0..30 {
                let mut bytes = bytes.clone();
                damage(&mut random, &mut bytes);
                let Ok(reading) = formats::read(&bytes, Some(format)) else { continue };
                reading.games.iter().for_each(|game| check(&game.tree, reading.format));
            }
        }
    }
}
