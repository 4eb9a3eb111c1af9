//! All players of a Swiss before a round, and their cheapest pairing.

use super::contender::{Contender, contender};
use super::costs::{RoundRules, of_bye, of_pair};
use crate::matching::{Costs, Matching, cheapest};
use crate::sheet::sheets;
use crate::{PlayerId, Regulations, State, SwissRules};

/// The players of the next round, best first, and the rules that concern them.
pub(crate) struct SwissRound {
    pub(crate) rules: RoundRules,
    /// Which side the best player of round 1 has, drawn at the start.
    pub(crate) first_is_red: bool,
    /// The players, by points and then by starting number.
    pub(crate) contenders: Vec<Contender>,
}

impl SwissRound {
    pub(crate) fn new(regulations: &Regulations, rules: SwissRules, state: &State) -> Self {
        let sheets = sheets(regulations, state);
        let players = state.next_players(regulations);
        let contender = |id: &PlayerId| contender(state, &sheets, *id);
        let mut contenders: Vec<Contender> = players.iter().map(contender).collect();
        contenders.sort_by_key(|it| (std::cmp::Reverse(it.points), it.number));
        for group in contenders.chunk_by_mut(|one, other| one.points == other.points) {
            let size = group.len();
            for (place, it) in group.iter_mut().enumerate() {
                (it.place, it.group) = (place, size);
            }
        }
        Self {
            rules: RoundRules {
                round: state.round_count() + 1,
                clubs_apart: state.round_count() < rules.clubs_apart_rounds,
                second_meetings: state.second_meetings,
                second_byes: state.second_byes,
            },
            first_is_red: state.seed.count_ones().is_multiple_of(2),
            contenders,
        }
    }

    /// The vertices of the matching: the players, and the bye if their number is odd.
    pub(crate) fn vertices(&self) -> usize {
        self.contenders.len().next_multiple_of(2)
    }

    /// The costs of a pair of vertices, the first the smaller.
    pub(crate) fn costs(&self, one: usize, other: usize) -> Costs {
        match self.contenders.get(other) {
            Some(lower) => of_pair(self.rules, &self.contenders[one], lower),
            None => of_bye(self.rules, &self.contenders[one], self.contenders.len() - 1 - one),
        }
    }

    /// The cheapest pairing of all players.
    pub(crate) fn solve(&self) -> Matching {
        cheapest(self.vertices(), |one, other| self.costs(one, other))
    }
}
