//! Random requests of every kind, with what the clients know in place of most numbers and texts.

use super::Chaos;
use chuhe_protocol::ClientMessage;
use chuhe_protocol::any::{self, Draw, Kind};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::sync::LazyLock;

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(any::kinds::<ClientMessage>);

/// Returns a request of any kind, the same one for the same two numbers and what is known.
pub(super) fn request(chaos: &Chaos, how: u8, number: u16) -> ClientMessage {
    let random = ChaCha8Rng::seed_from_u64(u64::from(how) << 16 | u64::from(number));
    let kind = KINDS[usize::from(number) % KINDS.len()];
    any::message(kind, &mut Known { chaos, random })
}

/// What the clients know.
struct Known<'a> {
    chaos: &'a Chaos,
    random: ChaCha8Rng,
}

impl Draw for Known<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.random.next_u32() as usize % bound
    }

    fn number(&mut self, of: &'static str) -> u64 {
        let chaos = self.chaos;
        let known: Vec<u64> = match of {
            "PlayerId" => chaos.players.iter().map(|player| player.0).collect(),
            "GameId" => chaos.games.iter().map(|game| game.0).collect(),
            "ChallengeId" => {
                chaos.peers.iter().flat_map(|peer| &peer.challenges).map(|challenge| challenge.0).collect()
            }
            _ if self.below(2) == 0 => {
                chaos.invitations.iter().chain(&chaos.evenings).map(|code| code.number()).collect()
            }
            _ => vec![0, 1, 2, 3, 9, 200, 20_000, chaos.now, u64::MAX],
        };
        // those of late more often than not
        let late = self.below(known.len().max(1)) / (1 + self.below(8));
        known.len().checked_sub(1 + late).map_or(late as u64, |index| known[index])
    }

    fn text(&mut self) -> String {
        let texts = ["P0", "P5", "long enough true", "4k4/9/9/9/9/9/9/9/4A4/4K4 w", "\u{202e}字", ""];
        texts[self.below(texts.len())].to_owned()
    }
}
