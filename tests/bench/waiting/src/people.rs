//! The people of the model, drawn from a history with a seed.

use crate::history::{Control, History};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};

/// How long anybody waits for an opponent: at least this, and an exponential time with this mean on top.
pub(crate) const LEAST_PATIENCE_S: f64 = 20.0;
pub(crate) const MORE_PATIENCE_S: f64 = 160.0;
/// The pause between two games: at least this, and an exponential time with this mean on top.
pub(crate) const LEAST_PAUSE_S: f64 = 3.0;
pub(crate) const MORE_PAUSE_S: f64 = 20.0;
/// The mean and the standard deviation of the hidden skill, in points of a rating.
pub(crate) const SKILL: (f64, f64) = (1500.0, 300.0);
pub(crate) const DAY_MS: u64 = 24 * 3_600_000;

/// Somebody who comes, seeks and plays some games, and leaves.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) arrives_ms: u64,
    /// The time controls that they play, the preferred ones first.
    pub(crate) controls: Vec<Control>,
    pub(crate) skill: f64,
    /// What is drawn for each game that they want to play.
    pub(crate) rounds: Vec<Round>,
}

/// What is drawn for one game of a person, whatever the method of pairing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    /// How long they wait for an opponent before they leave.
    pub(crate) patience_ms: u64,
    /// How long they pause after the game before they seek again.
    pub(crate) pause_ms: u64,
    /// The length of the game, as a share of all games with its time control that are shorter.
    pub(crate) length: f64,
}

#[derive(Debug)]
struct Draws(ChaCha8Rng);

impl Draws {
    /// A number from 0 to below 1.
    fn share(&mut self) -> f64 {
        f64::from(self.0.next_u32()) / (f64::from(u32::MAX) + 1.0)
    }

    fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.share()).ln()
    }

    /// A normal number with mean 0 and deviation 1, by the method of Box and Muller.
    fn normal(&mut self) -> f64 {
        self.exponential(2.0).sqrt() * (std::f64::consts::TAU * self.share()).cos()
    }

    fn round(&mut self) -> Round {
        let mut time_ms = |least: f64, more: f64| ((least + self.exponential(more)) * 1000.0) as u64;
        let (patience_ms, pause_ms) =
            (time_ms(LEAST_PATIENCE_S, MORE_PATIENCE_S), time_ms(LEAST_PAUSE_S, MORE_PAUSE_S));
        Round { patience_ms, pause_ms, length: self.share() }
    }
}

/// Draws the people of some days, by their arrival.
///
/// Arrivals are independent of each other (a Poisson process). Each is like a drawn visit of the history: it comes
/// in the same hour of the day, for as many games, and plays the same time controls.
pub(crate) fn draw(history: &History, per_day: f64, days: u64, seed: u64) -> Vec<Person> {
    let mut draws = Draws(ChaCha8Rng::seed_from_u64(seed));
    let mut people = Vec::new();
    let mut passed_days = draws.exponential(1.0 / per_day);
    while passed_days < days as f64 {
        let visit = &history.visits[(draws.share() * history.visits.len() as f64) as usize];
        let time_of_day_ms = visit.hour * 3_600_000 + (draws.share() * 3_600_000.0) as u64;
        people.push(Person {
            arrives_ms: passed_days as u64 * DAY_MS + time_of_day_ms,
            controls: visit.controls.clone(),
            skill: SKILL.0 + SKILL.1 * draws.normal(),
            rounds: (0..visit.games).map(|_| draws.round()).collect(),
        });
        passed_days += draws.exponential(1.0 / per_day);
    }
    people.sort_by_key(|person| person.arrives_ms);
    people
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_people_in_the_hours_of_the_history() {
        let history = History::built_in();
        let people = draw(&history, 400.0, 20, 1);
        assert!((7_600..8_400).contains(&people.len()), "{}", people.len());
        assert!(people.is_sorted_by_key(|person| person.arrives_ms));
        assert!(people.iter().all(|person| (9..23).contains(&(person.arrives_ms % DAY_MS / 3_600_000))));
        let text = |people: &[Person]| format!("{people:?}");
        assert_eq!(text(&people), text(&draw(&history, 400.0, 20, 1)));
        assert_ne!(text(&people), text(&draw(&history, 400.0, 20, 2)));
        let mean = people.iter().map(|person| person.skill).sum::<f64>() / people.len() as f64;
        let spread = people.iter().map(|person| (person.skill - mean).powi(2)).sum::<f64>();
        let deviation = (spread / people.len() as f64).sqrt();
        assert!((mean - SKILL.0).abs() < 15.0 && (deviation - SKILL.1).abs() < 15.0, "{mean} ± {deviation}");
    }
}
