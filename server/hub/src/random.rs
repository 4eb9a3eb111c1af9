//! The hub's random generator: tokens, codes, salts, colours and formations; and the numbers of players,
//! challenges and games.
//!
//! The seed comes from the configuration, so that a hub is deterministic.

use chuhe_protocol::{ChallengeId, ColorChoice, GameId, InvitationCode, PlayerId, SessionToken};
use chuhe_rules::luzhanqi::Formation;
use chuhe_rules::{Color, PerColor};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::fmt;

/// A seeded generator.
pub(super) struct Random {
    generator: ChaCha20Rng,
    last_id: u64,
    id_step: u64,
}

impl Random {
    /// Creates a generator whose numbers begin after `first_id`, `id_step` apart.
    pub(super) fn new(seed: [u8; 32], first_id: u64, id_step: u64) -> Self {
        Self { generator: ChaCha20Rng::from_seed(seed), last_id: first_id, id_step }
    }

    pub(super) fn token(&mut self) -> SessionToken {
        SessionToken(self.bytes())
    }

    /// Returns the salt for the hash of a password.
    pub(super) fn salt(&mut self) -> [u8; 16] {
        self.bytes()
    }

    /// Returns the colour of a challenger who has made this choice.
    pub(super) fn color(&mut self, choice: ColorChoice) -> Color {
        match choice {
            ColorChoice::Red => Color::Red,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random => self.drawn_color(),
        }
    }

    fn drawn_color(&mut self) -> Color {
        if self.generator.next_u64() >> 63 == 0 { Color::Red } else { Color::Black }
    }

    /// Returns a formation for each side.
    pub(super) fn formations(&mut self) -> PerColor<Formation> {
        PerColor::from_fn(|_| Formation::random(|count| self.below(count)))
    }

    /// Returns a number below `count`. Its bias is below 2⁻²⁶, as counts are small.
    fn below(&mut self, count: u32) -> u32 {
        let scaled = (self.generator.next_u64() >> 32) * u64::from(count);
        u32::try_from(scaled >> 32).expect("the number is below the count")
    }

    pub(super) fn player_id(&mut self) -> PlayerId {
        PlayerId(self.id())
    }

    pub(super) fn challenge_id(&mut self) -> ChallengeId {
        ChallengeId(self.id())
    }

    pub(super) fn invitation_code(&mut self) -> InvitationCode {
        InvitationCode::clear(self.generator.next_u64())
    }

    /// Returns the seed of the lots of a tournament.
    pub(super) fn lots_seed(&mut self) -> u64 {
        self.generator.next_u64()
    }

    pub(super) fn game_id(&mut self) -> GameId {
        GameId(self.id())
    }

    fn bytes(&mut self) -> [u8; 16] {
        let mut bytes = [0; 16];
        self.generator.fill_bytes(&mut bytes);
        bytes
    }

    const fn id(&mut self) -> u64 {
        self.last_id += self.id_step;
        self.last_id
    }
}

impl fmt::Debug for Random {
    /// Hides the state, from which all tokens follow.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Random(hidden)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seed_determines_every_draw() {
        let draw = |seed| {
            let mut random = Random::new([seed; 32], 5, 1);
            (
                random.player_id(),
                random.token(),
                (0..32).map(|_| random.color(ColorChoice::Random)).collect::<Vec<_>>(),
            )
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1).2.contains(&Color::Red) && draw(1).2.contains(&Color::Black));
    }

    #[test]
    fn numbers_of_two_generators_with_one_step_differ() {
        let ids = |first| {
            let mut random = Random::new([1; 32], first, 64);
            [(); 3].map(|()| random.game_id().0)
        };
        assert_eq!((ids(64), ids(65)), ([128, 192, 256], [129, 193, 257]));
    }
}
