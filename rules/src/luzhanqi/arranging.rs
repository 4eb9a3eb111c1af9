//! Formations that nobody has set up by hand: out of any heap of pieces, and
//! from random numbers.

use super::{Formation, PIECES, Slot, Strength};

impl Formation {
    /// The formation nearest at hand to these strengths, told in the order of
    /// [`Slot::all`]: what is legal stays, the same input gives the same output.
    ///
    /// What is more than a set has becomes what is missing. Then the flag, the
    /// mines and the bombs that may not stay change places with the first piece
    /// that may.
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
