//! What each user wants for a while, and what they are weary of meanwhile.

use super::errands::{ACCOUNT, ERRANDS, Errand, TOGETHER};
use super::habits::{MOOD_STEPS, PHASE_STEPS};
use super::step::User;
use crate::simulation::random::Random;
use std::collections::{BTreeMap, BTreeSet};

/// Whoever has pressed something so often does something else.
const WEARY: u64 = 8;
/// How straight explorers go to what was seldom taken: the power to which they raise what something is worth.
const STRAIGHTNESS: [i32; 4] = [1, 3, 8, 8];

/// What a user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// Games with others, their ends and rematches.
    Plays,
    /// The errand of this number, or else games.
    Runs(usize),
    /// What was seldom taken, as straight as this.
    Explores(i32),
    /// Nothing in particular.
    Drifts,
}

/// What all want together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Apart,
    Games,
    Errand(usize),
}

/// The moods of all.
pub(super) struct Moods {
    of: BTreeMap<User, Mood>,
    /// How often each user has pressed what, in the mood that they have.
    pressed: BTreeMap<User, BTreeMap<String, u64>>,
    /// Those who have had a mood.
    known: BTreeSet<User>,
    phase: Phase,
    /// The steps until another phase.
    left: u64,
    /// Whether they play many short games.
    is_hasty: bool,
}

impl Moods {
    pub(super) const fn new(is_hasty: bool) -> Self {
        Self {
            of: BTreeMap::new(),
            pressed: BTreeMap::new(),
            known: BTreeSet::new(),
            phase: Phase::Apart,
            left: 0,
            is_hasty,
        }
    }

    /// Decides from time to time whether all want the same.
    pub(super) fn go_on(&mut self, random: &mut Random) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.left = PHASE_STEPS;
            let errand = random.pick(&TOGETHER).expect("there are errands");
            self.phase = match random.below(8) {
                0 | 1 => Phase::Errand(errand),
                2..5 => Phase::Games,
                _ if self.is_hasty => Phase::Games,
                _ => Phase::Apart,
            };
            // everybody thinks again
            self.of.clear();
        }
    }

    /// What a user wants, and whether they have just ended something else for it.
    pub(super) fn of(&mut self, user: User, random: &mut Random) -> (Mood, bool) {
        let before = self.of.get(&user).copied();
        if let Some(mood) = before.filter(|_| !random.one_in(MOOD_STEPS)) {
            return (mood, false);
        }
        let is_first = self.known.insert(user);
        let mood = if is_first && random.one_in(3) { Mood::Runs(ACCOUNT) } else { self.any(random) };
        self.of.insert(user, mood);
        self.pressed.remove(&user);
        (mood, !is_first)
    }

    fn any(&self, random: &mut Random) -> Mood {
        let explores = Mood::Explores(random.pick(&STRAIGHTNESS).expect("there are ways to explore"));
        let errand = Mood::Runs(random.below(ERRANDS.len() as u64) as usize);
        match (self.phase, random.below(16)) {
            (Phase::Games, 0..11) | (Phase::Apart, 0..3) | (Phase::Errand(_), 14) => Mood::Plays,
            (Phase::Errand(errand), 0..11) => Mood::Runs(errand),
            (Phase::Games, 11) | (Phase::Apart, 3..7) => errand,
            (_, 15) => Mood::Drifts,
            _ => explores,
        }
    }

    /// Whether a user wants games.
    pub(super) fn plays(&self, user: User) -> bool {
        self.of.get(&user) == Some(&Mood::Plays)
    }

    /// What a user has in mind besides games.
    pub(super) fn errand(&self, user: User) -> Option<Errand> {
        let Some(Mood::Runs(number)) = self.of.get(&user) else { return None };
        ERRANDS.get(*number).copied()
    }

    /// A user presses something.
    pub(super) fn press(&mut self, user: User, kind: String) {
        *self.pressed.entry(user).or_default().entry(kind).or_default() += 1;
    }

    /// A weight to press something, less the more often the user has pressed it in this mood.
    pub(super) fn wearied(&self, user: User, kind: &str, weight: u64) -> u64 {
        let times =
            self.pressed.get(&user).and_then(|pressed| pressed.get(kind)).copied().unwrap_or_default();
        if times < WEARY { weight.div_ceil(1 + times) } else { 0 }
    }
}

/// The weights of what is worth so much, for an explorer who goes so straight to the best of it.
pub(super) fn straightened(worths: &[f64], straightness: i32) -> Vec<f64> {
    let best = worths.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    worths.iter().map(|worth| (worth / best).powi(straightness)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_presses_one_thing_for_ever() {
        let (mut moods, mut random) = (Moods::new(false), Random::new(3));
        let bo = User::of(0);
        moods.go_on(&mut random);
        let (mood, ends) = moods.of(bo, &mut random);
        assert!(!ends && moods.of.get(&bo) == Some(&mood));
        assert_eq!(moods.wearied(bo, "plan.send", 700), 700);
        for _ in 0..WEARY {
            moods.press(bo, "plan.send".to_owned());
        }
        assert_eq!(moods.wearied(bo, "plan.send", 700), 0, "it is refused again and again");
        assert_eq!(moods.wearied(bo, "plan.cancel", 10), 10);
        let ended = (0..10_000).any(|_| moods.of(bo, &mut random).1);
        assert!(ended && moods.wearied(bo, "plan.send", 700) == 700, "in another mood they try again");
    }

    #[test]
    fn who_goes_straight_leaves_out_what_is_worth_less() {
        let [wide, straight] = [1, 8].map(|it| straightened(&[0.1, 0.08, 0.04], it));
        assert!(
            (wide[1] - 0.8).abs() < 1e-9 && straight[1] < 0.2 && straight[2] < 0.001,
            "{wide:?} {straight:?}"
        );
        assert!((straight[0] - 1.0).abs() < 1e-9);
        assert_eq!(straightened(&[0.0], 8), [0.0]);
    }

    #[test]
    fn errands_are_among_those_that_there_are() {
        assert!(TOGETHER.into_iter().chain([ACCOUNT]).all(|errand| errand < ERRANDS.len()));
    }
}
