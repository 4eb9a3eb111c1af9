//! What each user wants for a while, and what they are weary of meanwhile.

use super::errands::{ACCOUNT, ERRANDS, Errand};
use super::habits::{ERRAND_PHASES, MOOD_STEPS, PHASE_STEPS};
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

    /// Decides from time to time whether all want the same. `needs` says how much each errand is needed.
    pub(super) fn go_on(&mut self, random: &mut Random, needs: impl Fn(&Errand) -> u64) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.left = PHASE_STEPS;
            self.phase = match random.below(8) {
                0 | 1 => {
                    self.left *= ERRAND_PHASES;
                    Phase::Errand(needed(random, |errand| if errand.is_common { needs(errand) } else { 0 }))
                }
                2..5 => Phase::Games,
                _ if self.is_hasty => Phase::Games,
                _ => Phase::Apart,
            };
            // everybody thinks again, but those who have something in mind of their own
            let is_for_all = matches!(self.phase, Phase::Errand(_));
            self.of.retain(|_, mood| matches!(mood, Mood::Runs(_)) && !is_for_all);
        }
    }

    /// What a user wants, and whether they have just ended something else for it.
    pub(super) fn of(
        &mut self,
        user: User,
        random: &mut Random,
        needs: impl Fn(&Errand) -> u64,
    ) -> (Mood, bool) {
        let before = self.of.get(&user).copied();
        let steps = if matches!(before, Some(Mood::Runs(_))) { 2 * MOOD_STEPS } else { MOOD_STEPS };
        if let Some(mood) = before.filter(|_| !random.one_in(steps)) {
            return (mood, false);
        }
        let is_first = self.known.insert(user);
        let mood = if is_first && random.one_in(2) {
            Mood::Runs(ACCOUNT)
        } else if is_first {
            // they are on the first screen
            Mood::Runs(needed(random, |errand| if errand.is_at_home { needs(errand) } else { 0 }))
        } else {
            self.any(random, needs)
        };
        self.of.insert(user, mood);
        self.pressed.remove(&user);
        (mood, !is_first)
    }

    fn any(&self, random: &mut Random, needs: impl Fn(&Errand) -> u64) -> Mood {
        let explores = Mood::Explores(random.pick(&STRAIGHTNESS).expect("there are ways to explore"));
        let errand = Mood::Runs(needed(random, needs));
        match (self.phase, random.below(16)) {
            (Phase::Games, 0..6) | (Phase::Apart, 0..2) | (Phase::Errand(_), 12) => Mood::Plays,
            (Phase::Errand(errand), 0..8) => Mood::Runs(errand),
            (Phase::Games, 6..11) | (Phase::Apart, 2..11) | (Phase::Errand(_), 8..12) => errand,
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

    /// Whether a user has the errand of this number in mind.
    pub(super) fn runs(&self, user: User, errand: usize) -> bool {
        self.of.get(&user) == Some(&Mood::Runs(errand))
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

/// One of the errands, by how much each is needed.
fn needed(random: &mut Random, needs: impl Fn(&Errand) -> u64) -> usize {
    let weighted: Vec<(u64, usize)> =
        ERRANDS.iter().enumerate().map(|(number, errand)| (needs(errand), number)).collect();
    random.weighted(&weighted)
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
        moods.go_on(&mut random, |_| 1);
        let (mood, ends) = moods.of(bo, &mut random, |_| 1);
        assert!(!ends && moods.of.get(&bo) == Some(&mood));
        assert_eq!(moods.wearied(bo, "plan.send", 700), 700);
        for _ in 0..WEARY {
            moods.press(bo, "plan.send".to_owned());
        }
        assert_eq!(moods.wearied(bo, "plan.send", 700), 0, "it is refused again and again");
        assert_eq!(moods.wearied(bo, "plan.cancel", 10), 10);
        let ended = (0..10_000).any(|_| moods.of(bo, &mut random, |_| 1).1);
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
    fn what_is_needed_is_what_people_have_in_mind() {
        let mut random = Random::new(5);
        let only = |aim: &'static str| move |errand: &Errand| u64::from(errand.aims.contains(&aim));
        for _ in 0..20 {
            let errand = needed(&mut random, only("Learn.Next"));
            assert_eq!(ERRANDS[errand].aims, ["Learn.Next"]);
        }
        let (mut moods, mut together) = (Moods::new(false), 0);
        for _ in 0..100 * PHASE_STEPS {
            moods.go_on(&mut random, only("Report.Decide"));
            if let Phase::Errand(errand) = moods.phase {
                together += 1;
                assert!(ERRANDS[errand].aims.contains(&"Report.Decide"));
            }
        }
        assert!(together > 20 * PHASE_STEPS, "people do something together in a good part of all steps");
    }

    #[test]
    fn who_has_something_in_mind_goes_on_while_others_play() {
        let (mut moods, mut random) = (Moods::new(true), Random::new(7));
        let users = [0, 1].map(User::of);
        let mut goes_on = 0;
        for _ in 0..100 {
            moods.of = [(users[0], Mood::Runs(3)), (users[1], Mood::Plays)].into();
            moods.left = 1;
            moods.go_on(&mut random, |_| 1);
            assert!(!moods.of.contains_key(&users[1]), "who plays thinks again");
            goes_on += u64::from(moods.runs(users[0], 3));
            assert_eq!(moods.runs(users[0], 3), moods.phase == Phase::Games);
        }
        assert!(goes_on > 20, "{goes_on}");
    }
}
