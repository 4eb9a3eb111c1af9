//! Generated formations: the nearest legal one to any pieces, and a random one.

use super::{Formation, PIECES, Slot, Strength};

impl Formation {
    /// Returns a legal formation near these strengths, given in the order of [`Slot::all`].
    ///
    /// A legal formation stays as it is, and the same input gives the same output.
    ///
    /// Surplus pieces become the missing ones. Then each flag, mine and bomb on an illegal slot
    /// changes places with the first piece on a legal one.
    #[must_use]
    pub fn nearest_legal(strengths: [Strength; PIECES]) -> Self {
        let mut strengths = completed(strengths);
        let slots: Vec<Slot> = Slot::all().collect();
        // The first slot that admits a mine or a bomb lies so far in front that
        // what was put right before is not moved again.
        for unsettled in [Strength::Flag, Strength::Mine, Strength::Bomb] {
            for from in 0..PIECES {
                if strengths[from] != unsettled || slots[from].admits(unsettled) {
                    continue;
                }
                let to = (0..PIECES).find(|&to| slots[to].admits(unsettled) && strengths[to] != unsettled);
                strengths.swap(from, to.expect("there are more slots for it than such pieces"));
            }
        }
        Self::trusted(strengths)
    }

    /// A random formation; every legal one is equally likely. `below(n)` is to
    /// return a random number from 0 to n - 1.
    ///
    /// ```
    /// use chuhe_rules::luzhanqi::Formation;
    /// let mut dice = (0u32..).map(|roll| roll.wrapping_mul(2_654_435_761) >> 7);
    /// let formation = Formation::random(|n| dice.next().expect("endless") % n);
    /// assert_eq!(Formation::from_text(&formation.text()), Ok(formation));
    /// ```
    #[must_use]
    pub fn random(mut below: impl FnMut(u32) -> u32) -> Self {
        let slots: Vec<Slot> = Slot::all().collect();
        let mut strengths = [None; PIECES];
        // The pickiest first: however they fall, each of the others has as many
        // slots to choose from, so that no formation is likelier than another.
        let pickiest_first = Strength::ALL.into_iter().rev();
        for strength in
            pickiest_first.flat_map(|strength| std::iter::repeat_n(strength, strength.count_in_set()))
        {
            let free: Vec<usize> = (0..PIECES)
                .filter(|&slot| strengths[slot].is_none() && slots[slot].admits(strength))
                .collect();
            let choices = u32::try_from(free.len()).expect("an arm has 25 slots");
            strengths[free[(below(choices) % choices) as usize]] = Some(strength);
        }
        Self::trusted(strengths.map(|strength| strength.expect("a set fills the slots")))
    }
}

/// A full set that keeps every strength in its place which the set has.
fn completed(strengths: [Strength; PIECES]) -> [Strength; PIECES] {
    let mut left = Strength::ALL.map(Strength::count_in_set);
    let kept = strengths.map(|strength| {
        let left = &mut left[strength as usize];
        let kept = *left > 0;
        *left = left.saturating_sub(1);
        kept.then_some(strength)
    });
    let mut missing =
        Strength::ALL.into_iter().flat_map(|strength| std::iter::repeat_n(strength, left[strength as usize]));
    kept.map(|strength| strength.or_else(|| missing.next()).expect("what is missing fills the gaps"))
}
