//! Samples worlds that are consistent with what a player knows.
//!
//! A world gives each of the opponent's 25 pieces a strength, so that all together are a full set.
//! The sampler walks from one to the next by exchanging the strengths of two pieces (Metropolis),
//! which visits likely worlds more often.

use super::knowledge::{Knowledge, Sighting};
use super::random::Random;
use chuhe_rules::luzhanqi::{PIECES, Strength};

/// How many exchanges are tried before the first world.
const FIRST_EXCHANGES: u32 = 600;
/// How many exchanges are tried between two worlds.
const EXCHANGES: u32 = 150;

/// From this step on, a piece that has not moved is as likely to be fixed as it gets.
const LATE_STEP: u16 = 120;

/// A walk over the worlds that a player may be in.
#[derive(Debug)]
pub(super) struct Worlds<'a> {
    hidden: &'a [Sighting],
    /// How likely each strength is for each piece, without the others.
    weights: Vec<[f32; Strength::ALL.len()]>,
    strengths: Vec<Strength>,
    random: Random,
}

impl<'a> Worlds<'a> {
    /// Begins a walk; `None` while the players set up, and if no world is consistent.
    pub(super) fn new(knowledge: &'a Knowledge, random: Random) -> Option<Self> {
        let hidden = knowledge.hidden();
        if hidden.len() != PIECES {
            return None;
        }
        let steps = knowledge.view().steps();
        let weights = hidden.iter().map(|piece| Strength::ALL.map(|strength| weight(piece, strength, steps)));
        let strengths = any_world(hidden)?;
        let mut worlds = Self { hidden, weights: weights.collect(), strengths, random };
        worlds.walk(FIRST_EXCHANGES);
        Some(worlds)
    }

    /// Goes on to the next world: the strengths of the pieces in the order of their slots.
    pub(super) fn next(&mut self) -> &[Strength] {
        self.walk(EXCHANGES);
        &self.strengths
    }

    fn walk(&mut self, exchanges: u32) {
        for _ in 0..exchanges {
            let (a, b) = (self.draw(), self.draw());
            let (of_a, of_b) = (self.strengths[a], self.strengths[b]);
            if of_a == of_b || !self.hidden[a].may_be.contains(of_b) || !self.hidden[b].may_be.contains(of_a)
            {
                continue;
            }
            let weight = |piece: usize, strength: Strength| self.weights[piece][strength as usize];
            let ratio = weight(a, of_b) * weight(b, of_a) / (weight(a, of_a) * weight(b, of_b));
            if ratio >= 1.0 || self.random.unit() < ratio {
                self.strengths.swap(a, b);
            }
        }
    }

    fn draw(&mut self) -> usize {
        self.random.below(PIECES as u32) as usize
    }
}

/// How likely a piece has a strength, from where it was set up and what it did.
///
/// The factors are guesses about sensible formations, and mild: other players set up as they like.
fn weight(piece: &Sighting, strength: Strength, steps: u16) -> f32 {
    let row = piece.slot.row();
    let is_fixed = !strength.moves();
    let is_leader = matches!(strength, Strength::Marshal | Strength::General);
    let is_strong = is_leader || matches!(strength, Strength::MajorGeneral | Strength::Brigadier);
    let mut weight = 1.0;
    if strength == Strength::Mine && row == 6 {
        weight *= 1.5;
    }
    // what is strong stands where it can move, what clears mines behind it
    if is_leader && row >= 5 || strength == Strength::Engineer && row <= 2 {
        weight *= 0.6;
    }
    // the longer a piece stands still, the likelier it cannot move
    if is_fixed && piece.moves == 0 {
        weight *= 1.0 + f32::from(steps.min(LATE_STEP)) / 60.0;
    }
    if piece.attacks > 0 {
        weight *= if is_strong { 1.4 } else { 0.9 };
    }
    weight
}

/// Returns one consistent world, by augmenting paths; `None` if there is none.
fn any_world(hidden: &[Sighting]) -> Option<Vec<Strength>> {
    let places: Vec<Strength> = Strength::ALL
        .into_iter()
        .flat_map(|strength| std::iter::repeat_n(strength, strength.count_in_set()))
        .collect();
    let mut holder: Vec<Option<usize>> = vec![None; places.len()];
    for piece in 0..hidden.len() {
        if !assign(piece, hidden, &places, &mut holder, &mut vec![false; places.len()]) {
            return None;
        }
    }
    let mut strengths = vec![None; hidden.len()];
    for (place, piece) in holder.into_iter().enumerate() {
        strengths[piece?] = Some(places[place]);
    }
    strengths.into_iter().collect()
}

/// Finds a place for a piece, moving others on; returns whether there is one.
fn assign(
    piece: usize,
    hidden: &[Sighting],
    places: &[Strength],
    holder: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for place in 0..places.len() {
        if !hidden[piece].may_be.contains(places[place]) || std::mem::replace(&mut tried[place], true) {
            continue;
        }
        let is_free = match holder[place] {
            None => true,
            Some(other) => assign(other, hidden, places, holder, tried),
        };
        if is_free {
            holder[place] = Some(piece);
            return true;
        }
    }
    false
}
