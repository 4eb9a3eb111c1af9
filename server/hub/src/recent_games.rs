//! Whom the players who are here have played last, and with which colours: whoever seeks an opponent meets somebody else
//! where there is a choice, and has both colours as often.

use chuhe_protocol::PlayerId;
use chuhe_rules::{Color, PerColor};
use std::collections::BTreeMap;

/// The games of one player since they came.
#[derive(Clone, Copy, Debug)]
struct Recent {
    opponent: PlayerId,
    color: Color,
    /// How many more games the player had red than black.
    more_red: i32,
}

/// The games of the listed players since they came. They are not stored.
#[derive(Debug, Default)]
pub(super) struct RecentGames {
    of: BTreeMap<PlayerId, Recent>,
}

impl RecentGames {
    /// Records that a game begins.
    pub(super) fn begun(&mut self, seats: PerColor<PlayerId>) {
        for (color, step) in [(Color::Red, 1), (Color::Black, -1)] {
            let more_red = self.more_red(seats[color]).saturating_add(step);
            let recent = Recent { opponent: seats[color.opponent()], color, more_red };
            self.of.insert(seats[color], recent);
        }
    }

    /// Forgets a player who is not listed any more.
    pub(super) fn forget(&mut self, player: PlayerId) {
        self.of.remove(&player);
    }

    /// Whether the last game of one of the two was against the other.
    pub(super) fn is_again(&self, players: [PlayerId; 2]) -> bool {
        let [one, other] = players;
        let last = |of: PlayerId, against: PlayerId| {
            self.of.get(&of).is_some_and(|recent| recent.opponent == against)
        };
        last(one, other) || last(other, one)
    }

    /// The colour that `player` should have against `opponent`: the other one than in their last game if that was against each
    /// other, then the one that they had less often than the opponent; `None` if both had both as often.
    pub(super) fn color(&self, player: PlayerId, opponent: PlayerId) -> Option<Color> {
        let last = self.of.get(&player).filter(|recent| recent.opponent == opponent);
        if let Some(last) = last {
            return Some(last.color.opponent());
        }
        match self.more_red(player).cmp(&self.more_red(opponent)) {
            std::cmp::Ordering::Less => Some(Color::Red),
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn more_red(&self, player: PlayerId) -> i32 {
        self.of.get(&player).map_or(0, |recent| recent.more_red)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_alternate_in_a_pair_and_are_evened_out_among_all() {
        let [a, b, c] = [1, 2, 3].map(PlayerId);
        let mut games = RecentGames::default();
        assert_eq!((games.color(a, b), games.is_again([a, b])), (None, false));
        games.begun(PerColor::new(a, b));
        assert_eq!((games.color(a, b), games.color(b, a)), (Some(Color::Black), Some(Color::Red)));
        assert_eq!((games.color(c, a), games.color(b, c)), (Some(Color::Red), Some(Color::Red)));
        assert!(games.is_again([b, a]) && !games.is_again([a, c]));
        games.begun(PerColor::new(c, a));
        // for the other one it still was the last game
        assert!(games.is_again([a, b]));
        games.forget(a);
        games.forget(b);
        assert_eq!((games.color(a, c), games.is_again([a, b])), (Some(Color::Red), false));
    }
}
