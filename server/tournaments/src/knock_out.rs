//! Knock-out: the bracket, who advances, and which boards come next.
//!
//! The bracket is a function of the starting numbers and of the rounds. The best numbers meet as late as possible, and
//! have the byes where the number of players is no power of two.

use crate::lot::Lots;
use crate::{Absent, BoardId, KnockOutRules, LevelMatch, Outcome, PlayerId, Points, State};
use chuhe_rules::{Color, PerColor};

/// A match of a stage: both players, their games, and who advances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The players, the one with the smaller number first; `None` for a bye.
    pub players: [Option<PlayerId>; 2],
    /// The boards of the match, in the order of its games.
    pub boards: Vec<BoardId>,
    /// The points of each player in this match.
    pub points: [u32; 2],
    /// Who advances, once that is clear. Where neither player appeared, nobody does.
    pub winner: Advance,
}

/// Who advances from a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advance {
    /// The match is not over.
    Open,
    /// This player.
    Player(PlayerId),
    /// Nobody.
    Nobody,
}

/// The starting numbers in the order of the bracket, such that 1 and 2 can only meet in the last stage.
///
/// ```
/// assert_eq!(chuhe_tournaments::bracket_order(8), [1, 8, 4, 5, 2, 7, 3, 6]);
/// ```
#[must_use]
pub fn bracket_order(players: u16) -> Vec<u16> {
    let mut order = vec![1];
    let mut size = 1;
    while size < players {
        size *= 2;
        order = order.into_iter().flat_map(|number| [number, size + 1 - number]).collect();
    }
    order
}

/// All stages of the bracket so far. The last one has open matches, or its one match has the winner.
#[must_use]
pub fn bracket(rules: KnockOutRules, points: Points, state: &State) -> Vec<Vec<Match>> {
    let seeded = state.seeded();
    let mut slots: Vec<Option<PlayerId>> = bracket_order(u16::try_from(seeded.len()).unwrap_or(u16::MAX))
        .into_iter()
        .map(|number| seeded.get(usize::from(number) - 1).copied())
        .collect();
    let mut stages: Vec<Vec<Match>> = Vec::new();
    let mut round = 1;
    while slots.len() > 1 {
        let mut stage: Vec<Match> = slots.chunks_exact(2).map(|pair| new_match(state, pair)).collect();
        loop {
            for (place, it) in stage.iter_mut().enumerate() {
                let lot = Lots::new(state.seed, (1 << 32) + ((stages.len() as u64) << 16) + place as u64);
                settle(rules, points, state, it, lot);
            }
            if stage.iter().all(|it| it.winner != Advance::Open) || round > state.round_count() {
                break;
            }
            attach(state, round, &mut stage);
            round += 1;
        }
        let is_over = stage.iter().all(|it| it.winner != Advance::Open);
        slots = stage.iter().map(|it| it.advanced()).collect();
        stages.push(stage);
        if !is_over {
            break;
        }
    }
    stages
}

/// The boards that the open matches need next.
pub(crate) fn due(rules: KnockOutRules, points: Points, state: &State) -> Vec<PerColor<PlayerId>> {
    let stages = bracket(rules, points, state);
    let Some(stage) = stages.last() else { return Vec::new() };
    let mut boards = Vec::new();
    for (place, it) in stage.iter().enumerate() {
        if let (Advance::Open, [Some(one), Some(other)]) = (it.winner, it.players) {
            // colours alternate within a match, between neighbours in the bracket, and from stage to stage
            let turns = place + it.boards.len() + stages.len();
            let seats = PerColor::new(one, other);
            boards.push(if turns % 2 == 1 { seats } else { PerColor::new(other, one) });
        }
    }
    boards
}

impl Match {
    fn advanced(&self) -> Option<PlayerId> {
        match self.winner {
            Advance::Open => None,
            Advance::Player(player) => Some(player),
            Advance::Nobody => None,
        }
    }
}

fn new_match(state: &State, slots: &[Option<PlayerId>]) -> Match {
    let mut players = [slots[0], slots[1]];
    players.sort_by_key(|player| player.map_or(u16::MAX, |id| state.number(id)));
    Match { players, boards: Vec::new(), points: [0, 0], winner: Advance::Open }
}

/// Adds the boards of a round to their matches.
fn attach(state: &State, round: u16, stage: &mut [Match]) {
    for (board, it) in (1..).zip(&state.rounds[usize::from(round) - 1].boards) {
        let is_theirs = |of: &&mut Match| of.players.iter().flatten().all(|id| it.side_of(*id).is_some());
        if let Some(of) = stage.iter_mut().filter(|it| it.winner == Advance::Open).find(is_theirs) {
            of.boards.push(BoardId { round, board });
        }
    }
}

/// Decides a match if its games do.
fn settle(rules: KnockOutRules, points: Points, state: &State, it: &mut Match, lot: Lots) {
    let [one, other] = match it.players {
        [Some(one), Some(other)] => [one, other],
        [Some(only), None] => return it.winner = Advance::Player(only),
        [None, _] => return it.winner = Advance::Nobody,
    };
    it.points = [0, 0];
    let mut last = None;
    for board in it.boards.iter().filter_map(|id| state.board(*id)) {
        let Some(outcome) = board.outcome else { return };
        for (sum, player) in it.points.iter_mut().zip([one, other]) {
            *sum += board.side_of(player).map_or(0, |side| u32::from(worth(points, outcome, side)));
        }
        last = Some((board, outcome));
    }
    let Some((board, outcome)) = last else { return };
    let played = it.boards.len();
    if played < usize::from(rules.games) {
        return;
    }
    it.winner = if it.points[0] != it.points[1] {
        Advance::Player(if it.points[0] > it.points[1] { one } else { other })
    } else if outcome == Outcome::Forfeited(Absent::Both) {
        Advance::Nobody
    } else if played < usize::from(rules.games) + usize::from(rules.tie_break_games) {
        Advance::Open
    } else {
        Advance::Player(match rules.level {
            LevelMatch::BetterSeed => one,
            LevelMatch::Black => board.seats.black,
            LevelMatch::Lot => {
                let mut lot = lot;
                if lot.below(2) == 0 { one } else { other }
            }
        })
    };
}

fn worth(points: Points, outcome: Outcome, side: Color) -> u16 {
    match outcome {
        Outcome::Drawn => points.draw,
        Outcome::Won(winner) if winner == side => points.win,
        Outcome::Won(_) => points.loss,
        Outcome::Forfeited(Absent::One(absent)) if absent != side => points.win,
        Outcome::Forfeited(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_numbers_meet_last() {
        assert_eq!(bracket_order(1), [1]);
        assert_eq!(bracket_order(2), [1, 2]);
        assert_eq!(bracket_order(3), [1, 4, 2, 3]);
        let order = bracket_order(16);
        for half in order.chunks(8) {
            assert_eq!(half.iter().filter(|number| **number <= 2).count(), 1);
        }
        for quarter in order.chunks(4) {
            assert_eq!(quarter.iter().filter(|number| **number <= 4).count(), 1);
        }
    }
}
