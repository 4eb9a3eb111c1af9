//! Generates formations: the nearest legal one to given pieces, or a random one.

use super::{Formation, PIECES, Slot, Strength};
use alloc::vec::Vec;

impl Formation {
    /// Returns a legal formation near these strengths, given in the order of [`Slot::all`].
    ///
    /// A legal formation stays as it is, and the same input gives the same output.
    ///
    /// Missing pieces replace surplus ones. Then each flag, mine and bomb on an illegal slot
    /// swaps places with the first piece on a legal one.
    #[must_use]
    pub fn nearest_legal(strengths: [Strength; PIECES]) -> Self {
        let mut strengths = completed(strengths);
        let slots: Vec<Slot> = Slot::all().collect();
        // In this order no swap moves a piece that an earlier swap placed: the first slots that
        // admit a mine or a bomb lie in front of the slots of the pieces placed before.
        for restricted in [Strength::Flag, Strength::Mine, Strength::Bomb] {
            for from in 0..PIECES {
                if strengths[from] != restricted || slots[from].admits(restricted) {
                    continue;
                }
                let to = (0..PIECES).find(|&to| slots[to].admits(restricted) && strengths[to] != restricted);
                strengths.swap(from, to.expect("a set has fewer such pieces than slots that admit them"));
            }
        }
        Self::new_unchecked(strengths)
    }

    /// Generates a random formation; every legal one is equally likely.
    ///
    /// `below(n)` must return a random number from 0 to n - 1.
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
        // Most restricted pieces first: the number of slots left for a later piece then does not
        // depend on earlier choices, so that every formation is equally likely.
        let most_restricted_first = Strength::ALL.into_iter().rev();
        for strength in
            most_restricted_first.flat_map(|strength| core::iter::repeat_n(strength, strength.count_in_set()))
        {
            let free: Vec<usize> = (0..PIECES)
                .filter(|&slot| strengths[slot].is_none() && slots[slot].admits(strength))
                .collect();
            let choices = u32::try_from(free.len()).expect("an arm has 25 slots");
            strengths[free[(below(choices) % choices) as usize]] = Some(strength);
        }
        Self::new_unchecked(strengths.map(|strength| strength.expect("a set fills the slots")))
    }
}

/// Replaces surplus pieces by the missing pieces of a full set; others keep their places.
fn completed(strengths: [Strength; PIECES]) -> [Strength; PIECES] {
    let mut left = Strength::ALL.map(Strength::count_in_set);
    let retained = strengths.map(|strength| {
        let left = &mut left[strength as usize];
        let retained = *left > 0;
        *left = left.saturating_sub(1);
        retained.then_some(strength)
    });
    let mut missing = Strength::ALL
        .into_iter()
        .flat_map(|strength| core::iter::repeat_n(strength, left[strength as usize]));
    retained
        .map(|strength| strength.or_else(|| missing.next()).expect("as many pieces are missing as surplus"))
}
