//! Arena: pairs those who wait, the nearest in points and rating, and nobody with their last opponent again.
//!
//! Whoever is left out when the number is odd is among those who have waited least.

use crate::matching::{Costs, Criterion, Matching, cheapest};
use crate::sheet::{Sheet, sheet_of, sheets};
use crate::swiss::{ColourReason, Colours, Due, decide, reason, seats, side};
use crate::{PlayerId, Regulations, State};
use chuhe_rules::PerColor;

/// A player who waits for an opponent.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    pub(crate) id: PlayerId,
    number: u16,
    pub(crate) points: u32,
    rating: Option<u16>,
    pub(crate) colours: Colours,
    last_opponent: Option<PlayerId>,
    /// The waves since the player was last paired.
    waves: u32,
}

/// Who waits, best first.
fn waiting(regulations: &Regulations, state: &State) -> Vec<Waiting> {
    let sheets = sheets(regulations, state);
    let empty = Sheet::default();
    let player = |id: PlayerId| {
        let sheet = sheet_of(&sheets, id).unwrap_or(&empty);
        let last = sheet.lines.last();
        let entered = state.player(id).map_or(1, |player| player.first_round) - 1;
        Waiting {
            id,
            number: state.number(id),
            points: sheet.points(),
            rating: state.player(id).and_then(|player| player.entry.rating),
            colours: Colours::of(sheet),
            last_opponent: last.and_then(|line| line.opponent),
            waves: u32::from(state.round_count() - last.map_or(entered, |line| line.round)),
        }
    };
    let mut waiting: Vec<Waiting> = state.next_players(regulations).into_iter().map(player).collect();
    waiting.sort_by_key(|it| (std::cmp::Reverse(it.points), it.number));
    waiting
}

/// Everyone who waits, and the rules of their pairing.
pub(crate) struct Wave {
    /// The players, best first.
    pub(crate) waiting: Vec<Waiting>,
    /// Whether more than two players are in the arena, so that nobody need meet their last opponent again.
    has_others: bool,
}

impl Wave {
    pub(crate) fn new(regulations: &Regulations, state: &State) -> Self {
        let next = state.round_count() + 1;
        let is_active = |id: &PlayerId| state.takes_part(regulations, *id, next);
        let active = state.seeded().into_iter().filter(is_active).count();
        Self { waiting: waiting(regulations, state), has_others: active > 2 }
    }

    /// The vertices of the matching: those who wait, and being left out if their number is odd.
    pub(crate) fn vertices(&self) -> usize {
        self.waiting.len().next_multiple_of(2)
    }

    /// The costs of a pair of vertices, the first the smaller.
    pub(crate) fn costs(&self, one: usize, other: usize) -> Costs {
        let upper = &self.waiting[one];
        match self.waiting.get(other) {
            Some(lower) => of_pair(upper, lower, self.has_others),
            None => Costs::default().with(Criterion::ByePoints, upper.waves),
        }
    }

    pub(crate) fn solve(&self) -> Matching {
        cheapest(self.vertices(), |one, other| self.costs(one, other))
    }

    /// The pairs of a matching, the better player first. Those who would meet their last opponent again stay waiting.
    pub(crate) fn pairs(&self, matching: &Matching) -> Vec<[usize; 2]> {
        let is_board = |[one, other]: &[usize; 2]| {
            *other < self.waiting.len() && self.costs(*one, *other).of(Criterion::Forbidden) == 0
        };
        matching.pairs.iter().copied().filter(is_board).collect()
    }
}

fn is_forbidden(upper: &Waiting, lower: &Waiting, has_others: bool) -> bool {
    let is_again = upper.last_opponent == Some(lower.id) || lower.last_opponent == Some(upper.id);
    has_others && is_again
}

fn of_pair(upper: &Waiting, lower: &Waiting, has_others: bool) -> Costs {
    let points = upper.points - lower.points;
    let rating = match (upper.rating, lower.rating) {
        // a class of 50 points, so that the square stays within its limit
        (Some(one), Some(other)) => u32::from(one.abs_diff(other)) / 50,
        _ => 0,
    };
    let due = upper.colours.preference().zip(lower.colours.preference());
    let unmet = due.filter(|(one, other)| one.side == other.side).map(|(one, other)| one.due.min(other.due));
    Costs::default()
        .with(Criterion::Forbidden, u32::from(is_forbidden(upper, lower, has_others)))
        .with(Criterion::ThirdColours, u32::from(unmet == Some(Due::Absolute)))
        .with(Criterion::PointsDifference, points.saturating_mul(points))
        .with(Criterion::StrongColours, u32::from(unmet == Some(Due::Strong)))
        .with(Criterion::MildColours, u32::from(unmet == Some(Due::Mild)))
        .with(Criterion::Order, rating * rating)
}

/// The seats of two players, the better one first, and why.
pub(crate) fn seated(upper: &Waiting, lower: &Waiting, wave: u16) -> (PerColor<PlayerId>, ColourReason) {
    let decided = decide(&upper.colours, &lower.colours);
    let side = side(&upper.colours, &lower.colours, decided, wave.is_multiple_of(2));
    (seats(upper.id, lower.id, side), reason(decided, upper.id, lower.id))
}
