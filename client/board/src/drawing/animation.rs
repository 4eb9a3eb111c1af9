//! Animations of pieces, the same for every game: their paths, captures and progress.
//!
//! `Animations` is the only place that measures the age of a motion. A scene draws the
//! `Motion`s that it returns for the current time.

use super::scene::Point;
use super::theme::{BURST_MS, GLIDE_MS};
use chuhe_rules::clock::Timestamp;

/// The time added to a glide for each place it passes; a glide at most doubles.
const PASSED_PLACE_MS: u64 = 22;

/// The animations on a board with places of type `P` and pieces with the appearance `F`.
#[derive(Clone, Debug)]
pub struct Animations<P, F>(Vec<Animation<P, F>>);

/// A piece on its way to the last place of its path.
#[derive(Clone, Debug)]
pub struct Animation<P, F> {
    /// The appearance of the piece.
    pub piece: F,
    /// The places it passes, both ends included.
    pub path: Vec<P>,
    /// Where the pointer dropped it; from there it goes straight.
    pub dropped_at: Option<Point>,
    /// The piece at the destination until it arrives.
    pub under: Option<F>,
    /// The pieces that burst when it arrives.
    pub removed: Vec<F>,
    /// When it started.
    pub since: Timestamp,
}

/// The state of an animation at one time.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion<P, F> {
    /// A piece on its way.
    Glide {
        /// Its appearance.
        piece: F,
        /// The places it passes, both ends included.
        path: Vec<P>,
        /// Where the pointer dropped it; from there it goes straight.
        dropped_at: Option<Point>,
        /// The elapsed share of the glide's duration, 0 to 1. The scene applies `ease_out`.
        progress: f32,
        /// The piece at the destination until it arrives.
        under: Option<F>,
    },
    /// Pieces that leave the board after a battle.
    Burst {
        /// The place of the battle.
        at: P,
        /// The place before it on the path of the attacker.
        from: P,
        /// The attacker, which may be among the removed.
        attacker: F,
        /// The pieces that leave the board.
        removed: Vec<F>,
        /// The elapsed share of the burst's duration, 0 to 1.
        progress: f32,
    },
}

impl<P: Copy, F: Copy> Animation<P, F> {
    /// A piece that takes this path.
    pub fn along(piece: F, path: Vec<P>, since: Timestamp) -> Self {
        Self { piece, path, dropped_at: None, under: None, removed: Vec::new(), since }
    }

    fn glide_ms(&self) -> u64 {
        let passed = self.path.len().saturating_sub(2) as u64;
        let extra = if self.dropped_at.is_some() { 0 } else { passed * PASSED_PLACE_MS };
        GLIDE_MS + extra.min(GLIDE_MS)
    }

    fn total_ms(&self) -> u64 {
        self.glide_ms() + if self.removed.is_empty() { 0 } else { BURST_MS }
    }

    fn is_running(&self, now: Timestamp) -> bool {
        now.since(self.since) < self.total_ms()
    }

    fn motion(&self, now: Timestamp) -> Option<Motion<P, F>> {
        let (age, glide) = (now.since(self.since), self.glide_ms());
        if age < glide {
            return Some(Motion::Glide {
                piece: self.piece,
                path: self.path.clone(),
                dropped_at: self.dropped_at,
                progress: age as f32 / glide as f32,
                under: self.under,
            });
        }
        self.is_running(now).then_some(Motion::Burst {
            at: *self.path.last()?,
            from: *self.path.iter().rev().nth(1).or(self.path.last())?,
            attacker: self.piece,
            removed: self.removed.clone(),
            progress: (age - glide) as f32 / BURST_MS as f32,
        })
    }
}

impl<P: Copy + PartialEq, F: Copy> Animations<P, F> {
    /// Stops the animation of a piece on its way to this place.
    pub fn stop_at(&mut self, place: P) {
        self.0.retain(|it| it.path.last() != Some(&place));
    }

    /// Starts an animation. It replaces those that have ended and any with the same destination.
    pub fn add(&mut self, animation: Animation<P, F>) {
        self.0.retain(|it| it.is_running(animation.since) && it.path.last() != animation.path.last());
        self.0.push(animation);
    }

    /// Stops everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether any animation is running.
    pub fn any(&self, now: Timestamp) -> bool {
        self.0.iter().any(|animation| animation.is_running(now))
    }

    /// Returns the motions to draw now.
    pub fn motions(&self, now: Timestamp) -> Vec<Motion<P, F>> {
        self.0.iter().filter_map(|animation| animation.motion(now)).collect()
    }
}

// a derived impl would require `P: Default` and `F: Default`
impl<P, F> Default for Animations<P, F> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Maps progress to a motion that starts fast and slows down.
#[must_use]
pub fn ease_out(progress: f32) -> f32 {
    1.0 - (1.0 - progress.clamp(0.0, 1.0)).powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn along(places: usize) -> Animation<usize, char> {
        Animation::along('R', (0..places).collect(), at(0))
    }

    #[test]
    fn a_long_path_takes_longer_but_at_most_twice_as_long() {
        let glide = |places| along(places).glide_ms();
        assert!(glide(2) < glide(4) && glide(4) < glide(6));
        assert_eq!(glide(40), 2 * GLIDE_MS);
        assert_eq!(Animation { dropped_at: Some(Point::ZERO), ..along(40) }.glide_ms(), GLIDE_MS);
    }

    #[test]
    fn a_new_animation_replaces_the_one_with_its_destination_and_no_other() {
        let mut animations = Animations::default();
        animations.add(along(2));
        animations.add(along(3));
        animations.add(along(3));
        assert_eq!(animations.motions(at(1)).len(), 2);
        assert!(animations.any(at(GLIDE_MS)) && !animations.any(at(GLIDE_MS + PASSED_PLACE_MS)));
        animations.clear();
        assert!(!animations.any(at(1)));
    }
}
