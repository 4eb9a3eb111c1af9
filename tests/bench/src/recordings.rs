//! Random legal games, generated from a seed before the measurement.

use chuhe_rules::GameMove;
use chuhe_rules::xiangqi::arbiter::NATURAL_LIMIT_PLIES;
use chuhe_rules::xiangqi::{Move, Position};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::HashSet;

/// One in this many random captures is played, so that the board stays full for long.
const CAPTURES_ONE_IN: u32 = 16;
/// The plies without a capture after which every random capture is played.
///
/// Otherwise most games reach the natural limit, and of 20,000 games none lasts for 1,800 plies.
const CAPTURE_DUE_PLIES: u16 = NATURAL_LIMIT_PLIES - 30;
/// Attempts to find a move before the game is discarded.
const ATTEMPTS: usize = 64;

/// The moves of a game from the initial position.
pub type Recording = Vec<GameMove>;

/// Generates `games` games of `plies` plies, the same for the same seed.
///
/// No position repeats and no game ends, so that the games are legal under any repetition rule.
#[must_use]
pub fn record_games(games: usize, plies: usize, seed: u64) -> Vec<Recording> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut recordings = Vec::with_capacity(games);
    while recordings.len() < games {
        recordings.extend(try_record(plies, &mut random));
    }
    recordings
}

fn try_record(plies: usize, random: &mut ChaCha8Rng) -> Option<Recording> {
    let mut position = Position::start();
    let mut seen = HashSet::from([position.key()]);
    let mut moves = Recording::with_capacity(plies);
    while moves.len() < plies {
        let legal = position.legal_moves();
        let mv = (0..ATTEMPTS).find_map(|_| {
            let mv = legal[random.next_u32() as usize % legal.len()];
            is_playable(&mut position, mv, &seen, random).then_some(mv)
        })?;
        position.make(mv);
        seen.insert(position.key());
        moves.push(GameMove::Xiangqi(mv));
    }
    Some(moves)
}

/// Whether `mv` keeps the game going: no repetition, no end, and few captures.
fn is_playable(position: &mut Position, mv: Move, seen: &HashSet<u64>, random: &mut ChaCha8Rng) -> bool {
    let is_due = position.halfmove_clock() >= CAPTURE_DUE_PLIES;
    let undo = position.make(mv);
    let rejected = undo.captured().is_some() && !is_due && !random.next_u32().is_multiple_of(CAPTURES_ONE_IN);
    let goes_on = position.has_legal_move()
        && position.has_any_attackers()
        && position.halfmove_clock() < NATURAL_LIMIT_PLIES;
    let playable = !rejected && !seen.contains(&position.key()) && goes_on;
    position.unmake(undo);
    playable
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::{Color, Game, xiangqi};

    #[test]
    fn long_recordings_are_found() {
        let recordings = record_games(4, 1_800, 2026);
        assert!(recordings.iter().all(|recording| recording.len() == 1_800));
    }

    #[test]
    fn recordings_are_legal_and_reproducible() {
        let recordings = record_games(3, 300, 7);
        assert_eq!(recordings, record_games(3, 300, 7));
        assert_ne!(recordings[0], recordings[1]);
        for recording in recordings {
            let mut game = Game::Xiangqi(xiangqi::Game::new(Position::start(), xiangqi::Rules::default()));
            for (ply, mv) in recording.into_iter().enumerate() {
                assert_eq!(game.play(Color::ALL[ply % 2], mv), Ok(None), "ply {ply}");
            }
            assert_eq!(game.ply(), 300);
        }
    }
}
