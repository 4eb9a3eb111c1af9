//! The last opponents and the colours of the players who are here, by which those who seek an opponent are paired: with another
//! opponent where there is a choice, and with colours that even out.

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
    /// Records a game that is over, and in which both have moved.
    pub(super) fn played(&mut self, seats: PerColor<PlayerId>) {
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

    /// The colour that `player` should have against `opponent`. If the last game of both was against each other, they exchange
    /// colours. Otherwise the one whose surplus of games with red is smaller has red; `None` if it is the same.
    pub(super) fn color(&self, player: PlayerId, opponent: PlayerId) -> Option<Color> {
        let last = |of: PlayerId, against: PlayerId| {
            self.of.get(&of).filter(|recent| recent.opponent == against).map(|recent| recent.color)
        };
        if let (Some(color), Some(_)) = (last(player, opponent), last(opponent, player)) {
            return Some(color.opponent());
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
        games.played(PerColor::new(a, b));
        assert_eq!((games.color(a, b), games.color(b, a)), (Some(Color::Black), Some(Color::Red)));
        assert_eq!((games.color(c, a), games.color(b, c)), (Some(Color::Red), Some(Color::Red)));
        assert!(games.is_again([b, a]) && !games.is_again([a, c]));
        games.played(PerColor::new(c, a));
        // for the other one it still was the last game
        assert!(games.is_again([a, b]));
        assert_eq!(
            (games.color(a, b), games.color(b, a)),
            (Some(Color::Black), Some(Color::Red)),
            "evened out"
        );
        games.forget(a);
        games.forget(b);
        assert_eq!((games.color(a, c), games.is_again([a, b])), (Some(Color::Red), false));
    }
}
