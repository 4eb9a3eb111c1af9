//! Recorded games: legal from the first move on, drawn by lot from a seed before anything
//! is measured. It plays none of them.

use chuhe_rules::GameMove;
use chuhe_rules::xiangqi::{Move, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashSet;

/// One capture in so many that are drawn is played, so that the board stays full for long.
const CAPTURES_ONE_IN: u32 = 16;
/// Draws for one move before another game is begun.
const DRAWS: usize = 64;

/// A game, as its moves from the usual start.
pub type Recording = Vec<GameMove>;

/// So many games of `plies` plies, the same from the same seed. No position comes twice in
/// one, nor an end: they can be played under any rule about repetition.
#[must_use]
pub fn record(games: usize, plies: usize, seed: u64) -> Vec<Recording> {
    let mut lot = ChaCha8Rng::seed_from_u64(seed);
    let mut recordings = Vec::with_capacity(games);
    while recordings.len() < games {
        recordings.extend(try_record(plies, &mut lot));
    }
    recordings
}

fn try_record(plies: usize, lot: &mut ChaCha8Rng) -> Option<Recording> {
    let mut position = Position::start();
    let mut seen = HashSet::from([position.key()]);
    let mut moves = Recording::with_capacity(plies);
    while moves.len() < plies {
        let legal = position.legal_moves();
        let drawn = (0..DRAWS).find_map(|_| {
            let mv = legal[lot.next_u32() as usize % legal.len()];
            goes_on(&mut position, mv, &seen, lot).then_some(mv)
        })?;
        position.make(drawn);
        seen.insert(position.key());
        moves.push(GameMove::Xiangqi(drawn));
    }
    Some(moves)
}

/// Whether the game may go on with `mv`.
fn goes_on(position: &mut Position, mv: Move, seen: &HashSet<u64>, lot: &mut ChaCha8Rng) -> bool {
    let undo = position.make(mv);
    let spared = undo.captured().is_some() && !lot.next_u32().is_multiple_of(CAPTURES_ONE_IN);
    let good = !spared && !seen.contains(&position.key()) && position.has_legal_move();
    position.unmake(undo);
    good
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::{Color, Game, xiangqi};

    #[test]
    fn recordings_are_legal_and_come_again_from_their_seed() {
        let recordings = record(3, 300, 7);
        assert_eq!(recordings, record(3, 300, 7));
        assert_ne!(recordings[0], recordings[1]);
        for recording in recordings {
            let mut game = Game::Xiangqi(xiangqi::Game::new(Position::start()));
            for (ply, mv) in recording.into_iter().enumerate() {
                assert_eq!(game.play(Color::ALL[ply % 2], mv), Ok(None), "ply {ply}");
            }
            assert_eq!(game.ply(), 300);
        }
    }
}
