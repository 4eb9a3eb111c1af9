//! The endings by the rules of the game, inside the search.

use super::Worker;
use crate::xiangqi::score::{DRAW, RULED, mated_in};
use chuhe_rules::RulesVersion;
use chuhe_rules::xiangqi::arbiter;

/// Random number that distinguishes in the table a position that has stood before.
const REPEATED: u64 = 0x5a1c_93de_7b04_f625;
/// The halfmove clock from which positions are told apart in the table by their clock.
const CLOCK_IN_KEY: u16 = 80;
/// Plies of the clock that share a key.
const CLOCK_GRAIN: u16 = 8;

impl Worker<'_> {
    /// The score of the current position at `ply` if a ruling, the natural limit or a lack of pieces
    /// ends the game here.
    ///
    /// A repetition within the searched path is judged at once, because repeating it once more changes
    /// nothing. One of a position of the game is judged when it stands for the third time, as in the
    /// game. No cycle reaches back over a pass.
    pub(super) fn ruled_score(&self, ply: usize) -> Option<i32> {
        let occurrences = self.history.occurrences();
        if occurrences > 1
            && let Some(score) = self.judge(ply, occurrences)
        {
            return Some(score);
        }
        let captured = self.undos.last().is_some_and(|undo| undo.captured().is_some());
        let is_drawn = captured && !self.position.has_any_attackers()
            || self.rules.version >= RulesVersion::V2
                && arbiter::natural_limit_is_reached(&self.position, &self.undos);
        // as in the game, a side without a legal move loses even at the limit
        is_drawn.then(|| if self.position.has_legal_move() { DRAW } else { mated_in(ply) })
    }

    #[cold]
    fn judge(&self, ply: usize, occurrences: usize) -> Option<i32> {
        let mut earlier = self.history.earlier_occurrences().take_while(|&at| at >= self.pass_ply);
        let latest = earlier.next()?;
        let from = if occurrences >= arbiter::OCCURRENCES_TO_RULE {
            earlier.next().unwrap_or(latest)
        } else if latest >= self.root_ply {
            latest
        } else {
            return None;
        };
        if self.rules.version < RulesVersion::V2 {
            return Some(DRAW);
        }
        let verdict = arbiter::verdict(&self.position, &self.undos[from..], self.rules.set);
        Some(match verdict.loser() {
            None => DRAW,
            Some(loser) if loser == self.position.side_to_move() => ply as i32 - RULED,
            Some(_) => RULED - ply as i32,
        })
    }

    /// The key of the current position in the table.
    ///
    /// Its score depends on whether it has stood before, and near the natural limit on the clock.
    #[inline]
    pub(super) fn table_key(&self) -> u64 {
        let mut key = self.position.key();
        if self.history.occurrences() > 1 {
            key ^= REPEATED;
        }
        let clock = self.position.halfmove_clock();
        if clock >= CLOCK_IN_KEY {
            key ^= u64::from(clock / CLOCK_GRAIN).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        key
    }

    /// Whether scores of the table can be used, which are wrong near the natural limit.
    pub(super) fn table_scores_hold(&self) -> bool {
        self.position.halfmove_clock() < arbiter::NATURAL_LIMIT_PLIES - 6
    }
}
