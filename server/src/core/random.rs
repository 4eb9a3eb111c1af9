//! Everything that is drawn by lot: numbers of players, challenges and games,
//! tokens, colours. It has no source of its own; the seed is given.

use chuhe_protocol::{ChallengeId, GameId, PlayerId, Token};
use chuhe_rules::Color;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;

/// A seeded generator.
pub(super) struct Random {
    generator: ChaCha20Rng,
    next_id: u64,
}

/// The bits of the number at which ids begin. It differs between two runs of a
/// server, so that a client which knows a game of an earlier run does not take
/// another for it; the ids still fit into 53 bits, which every language counts in.
const FIRST_ID_BITS: u32 = 48;

impl Random {
    pub(super) fn new(seed: [u8; 32]) -> Self {
        let mut generator = ChaCha20Rng::from_seed(seed);
        let next_id = generator.next_u64() >> (u64::BITS - FIRST_ID_BITS);
        Self { generator, next_id }
    }

    pub(super) fn token(&mut self) -> Token {
        let mut bytes = [0; 16];
        self.generator.fill_bytes(&mut bytes);
        Token(bytes)
    }

    pub(super) fn color(&mut self) -> Color {
        if self.generator.next_u64() >> 63 == 0 { Color::Red } else { Color::Black }
    }

    pub(super) fn player_id(&mut self) -> PlayerId {
        PlayerId(self.id())
    }

    pub(super) fn challenge_id(&mut self) -> ChallengeId {
        ChallengeId(self.id())
    }

    pub(super) fn game_id(&mut self) -> GameId {
        GameId(self.id())
    }

    const fn id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id
    }
}

impl fmt::Debug for Random {
    /// Shows nothing: who knew the state would know the tokens.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Random(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_decides_all() {
        let draw = |seed| {
            let mut random = Random::new([seed; 32]);
            (random.player_id(), random.token(), (0..32).map(|_| random.color()).collect::<Vec<_>>())
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).2.contains(&Color::Red) && draw(1).2.contains(&Color::Black));
    }
}
