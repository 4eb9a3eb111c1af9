//! The cheapest pairing of all players, by costs that are compared criterion by criterion.
//!
//! The crate `integer-blossom` finds a perfect matching of least weight in a complete graph (Edmonds' blossom algorithm).
//! Its weights here are the costs of a pair, packed into a few integers such that no sum over all pairs carries from one
//! criterion into another. The result is therefore exactly the lexicographic optimum.

use integer_blossom::{Weight, min_weight_perfect_matching};
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// What a pairing costs, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Criterion {
    /// Pairs that no rule allows: a second meeting, or a second bye.
    Forbidden,
    /// Earlier meetings of the pair, once second meetings are allowed.
    SecondMeetings,
    /// Earlier byes of the player with the bye, once second byes are allowed.
    SecondByes,
    /// Players who would have a side three times in a row, or three times more often than the other.
    ThirdColours,
    /// The points of the player with the bye. In an arena, how long the player who is left out has waited.
    ByePoints,
    /// The squares of the differences in points.
    PointsDifference,
    /// Players who would float the same way again: 2 for the last round, 1 for the round before.
    RepeatedFloats,
    /// Pairs of one club, in the rounds in which clubs stay apart.
    SameClub,
    /// Pairs in which a player who ought to balance their colours does not.
    StrongColours,
    /// Pairs in which a player does not alternate.
    MildColours,
    /// How far the player with the bye is from the last place.
    ByePlace,
    /// The squares of how far pairs are from the first half of a group meeting the second in order. In an arena, of the
    /// differences in rating.
    Order,
}

impl Criterion {
    /// All criteria, the most important first.
    pub const ALL: [Self; 12] = [
        Self::Forbidden,
        Self::SecondMeetings,
        Self::SecondByes,
        Self::ThirdColours,
        Self::ByePoints,
        Self::PointsDifference,
        Self::RepeatedFloats,
        Self::SameClub,
        Self::StrongColours,
        Self::MildColours,
        Self::ByePlace,
        Self::Order,
    ];

    /// The most that one pair may cost in the criterion. What is more counts as this.
    const fn limit(self) -> u32 {
        match self {
            Self::Forbidden => 1,
            Self::SecondMeetings => 255,
            Self::SecondByes => 255,
            Self::ThirdColours => 1,
            Self::ByePoints => 1023,
            Self::PointsDifference => SQUARE,
            Self::RepeatedFloats => 7,
            Self::SameClub => 1,
            Self::StrongColours => 1,
            Self::MildColours => 1,
            Self::ByePlace => 511,
            Self::Order => SQUARE,
        }
    }
}

/// The most of a squared difference, which every difference below 512 is within.
const SQUARE: u32 = (1 << 18) - 1;

/// The costs of a pair or of a whole pairing, in each criterion. Their order is that of the criteria.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Costs([u32; Criterion::ALL.len()]);

impl Costs {
    /// The costs in one criterion.
    #[must_use]
    pub fn of(&self, criterion: Criterion) -> u32 {
        self.0[criterion as usize]
    }

    pub(crate) fn with(mut self, criterion: Criterion, cost: u32) -> Self {
        self.0[criterion as usize] = cost.min(criterion.limit());
        self
    }

    /// The first criterion in which these costs are more than the others.
    pub(crate) fn first_worse(&self, than: &Self) -> Option<Criterion> {
        let differs = Criterion::ALL.into_iter().find(|it| self.of(*it) != than.of(*it))?;
        (self.of(differs) > than.of(differs)).then_some(differs)
    }
}

impl AddAssign for Costs {
    fn add_assign(&mut self, other: Self) {
        for (sum, cost) in self.0.iter_mut().zip(other.0) {
            *sum += cost;
        }
    }
}

/// The cheapest pairing of the vertices of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matching {
    /// The pairs, the smaller vertex first, in its order.
    pub(crate) pairs: Vec<[usize; 2]>,
    /// The costs of all pairs together.
    pub(crate) costs: Costs,
}

/// How many integers hold the criteria.
const LIMBS: usize = 5;
/// The bits that one of them uses. The algorithm adds weights along paths, and needs the other bits for these sums.
const LIMB_BITS: u32 = 44;

/// The place of each criterion in a weight: which integer, and its factor there.
struct Packing([Place; Criterion::ALL.len()]);

#[derive(Clone, Copy, Default)]
struct Place {
    limb: usize,
    factor: i64,
}

impl Packing {
    /// Gives each criterion room for `pairs` times its largest cost.
    fn new(largest: &Costs, pairs: usize) -> Self {
        let room = |criterion: Criterion| i64::from(largest.of(criterion)) * pairs as i64 + 1;
        let mut places = [Place::default(); Criterion::ALL.len()];
        let (mut limb, mut used) = (LIMBS - 1, 1_i64);
        for criterion in Criterion::ALL.into_iter().rev() {
            let room = room(criterion);
            if used.checked_mul(room).is_none_or(|used| used > 1 << LIMB_BITS) {
                // a test has the largest costs of the largest tournament
                limb = limb.checked_sub(1).expect("the limits of costs leave room for all criteria");
                used = 1;
            }
            places[criterion as usize] = Place { limb, factor: used };
            used *= room;
        }
        Self(places)
    }

    fn pack(&self, costs: &Costs) -> Packed {
        let mut packed = Packed::ZERO;
        for (cost, place) in costs.0.iter().zip(&self.0) {
            packed.0[place.limb] += i64::from(*cost) * place.factor;
        }
        packed
    }
}

/// Costs as integers that add without carries, and compare from the first on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Packed([i64; LIMBS]);

impl Add for Packed {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sub for Packed {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl AddAssign for Packed {
    fn add_assign(&mut self, other: Self) {
        for (one, other) in self.0.iter_mut().zip(other.0) {
            *one += other;
        }
    }
}

impl SubAssign for Packed {
    fn sub_assign(&mut self, other: Self) {
        for (one, other) in self.0.iter_mut().zip(other.0) {
            *one -= other;
        }
    }
}

impl Weight for Packed {
    const ZERO: Self = Self([0; LIMBS]);
    const ONE: Self = {
        let mut one = [0; LIMBS];
        one[LIMBS - 1] = 1;
        Self(one)
    };

    fn inf() -> Self {
        let mut most = [0; LIMBS];
        most[0] = i64::MAX / 4;
        Self(most)
    }

    fn double(self) -> Self {
        Self(self.0.map(|limb| limb * 2))
    }

    fn half(self) -> Self {
        // exact: the labels of the vertices in question have the same parity in each integer, as they have in one
        Self(self.0.map(|limb| limb / 2))
    }
}

/// Finds the pairing of `vertices` (an even number) that costs least. `costs` is called with the smaller vertex first.
pub(crate) fn cheapest(vertices: usize, costs: impl Fn(usize, usize) -> Costs) -> Matching {
    let mut of = vec![Costs::default(); vertices * vertices];
    let mut largest = Costs::default();
    for one in 0..vertices {
        for other in one + 1..vertices {
            let costs = costs(one, other);
            for (largest, cost) in largest.0.iter_mut().zip(costs.0) {
                *largest = cost.max(*largest);
            }
            of[one * vertices + other] = costs;
        }
    }
    let packing = Packing::new(&largest, vertices / 2);
    let weights: Vec<Packed> = of.iter().map(|costs| packing.pack(costs)).collect();
    let mates = min_weight_perfect_matching(&weights, vertices);
    let mut matching = Matching { pairs: Vec::with_capacity(vertices / 2), costs: Costs::default() };
    for (one, other) in mates.into_iter().enumerate().filter(|(one, other)| one < other) {
        matching.costs += of[one * vertices + other];
        matching.pairs.push([one, other]);
    }
    matching
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lot::Lots;

    /// The least costs of any pairing, by trying all.
    fn least(left: &[usize], costs: &dyn Fn(usize, usize) -> Costs) -> Costs {
        let Some((first, rest)) = left.split_first() else { return Costs::default() };
        let with = |at: usize| {
            let mut others = rest.to_vec();
            let mate = others.remove(at);
            let mut sum = least(&others, costs);
            sum += costs(*first, mate);
            sum
        };
        (0..rest.len()).map(with).min().expect("the number is even")
    }

    #[test]
    fn the_cheapest_pairing_equals_that_of_an_exhaustive_search() {
        for seed in 0..400 {
            let mut lots = Lots::new(seed, 9);
            let vertices = 2 + 2 * usize::try_from(lots.below(4)).expect("it is small");
            // small costs make ties in early criteria, large ones use every bit
            let limit = if seed % 2 == 0 { 3 } else { u64::from(SQUARE) + 1 };
            let mut table = vec![Costs::default(); vertices * vertices];
            for costs in &mut table {
                for criterion in Criterion::ALL {
                    let cost = u32::try_from(lots.below(limit)).expect("it is small");
                    *costs = costs.with(criterion, cost);
                }
            }
            let costs = |one: usize, other: usize| table[one * vertices + other];
            let all: Vec<usize> = (0..vertices).collect();
            assert_eq!(cheapest(vertices, costs).costs, least(&all, &costs), "seed {seed}");
        }
    }

    /// No sum over all pairs reaches the next criterion, and no limb is larger than its bits.
    #[test]
    fn the_largest_costs_of_the_largest_tournament_fit() {
        let mut largest = Costs::default();
        for criterion in Criterion::ALL {
            largest = largest.with(criterion, u32::MAX);
        }
        let pairs = crate::MAX_PLAYERS / 2;
        let packing = Packing::new(&largest, pairs);
        let mut sum = Packed::ZERO;
        for _ in 0..pairs {
            sum += packing.pack(&largest);
        }
        assert!(sum.0.iter().all(|limb| (0..=1 << LIMB_BITS).contains(limb)), "{sum:?}");
    }

    #[test]
    fn a_pairing_that_is_worse_names_the_first_criterion() {
        let costs = |third, order| {
            Costs::default().with(Criterion::ThirdColours, third).with(Criterion::Order, order)
        };
        assert_eq!(costs(1, 0).first_worse(&costs(0, 9)), Some(Criterion::ThirdColours));
        assert_eq!(costs(0, 9).first_worse(&costs(1, 0)), None);
        assert_eq!(costs(0, 9).first_worse(&costs(0, 8)), Some(Criterion::Order));
        assert_eq!(costs(0, 9).first_worse(&costs(0, 9)), None);
    }
}
