//! Runs people against a method of pairing, under virtual time, and observes how they fare.

use crate::history::{Control, History};
use crate::people::{DAY_MS, Person};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Two people who play each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    /// Red and black.
    pub(crate) people: [usize; 2],
    pub(crate) control: Control,
}

/// A method of pairing. Times are in milliseconds since the beginning.
pub(crate) trait Pairing {
    /// Somebody seeks an opponent with one of these time controls, the preferred ones first. They may have just come.
    fn seek(&mut self, now: u64, person: usize, controls: &[Control]) -> anyhow::Result<()>;
    /// Returns the pairs made since the last call.
    fn take_pairs(&mut self) -> Vec<Pair>;
    /// A pair plays until the given time.
    fn play(&mut self, _now: u64, _pair: Pair, _ends_at: u64) {}
    /// The game of a pair is over.
    fn end(&mut self, _now: u64, _pair: Pair) -> anyhow::Result<()> {
        Ok(())
    }
    /// Somebody leaves who does not play; they may have sought in vain.
    fn leave(&mut self, now: u64, person: usize) -> anyhow::Result<()>;
    /// Returns when to call [`Pairing::wake`].
    fn wakes_at(&self) -> Option<u64>;
    fn wake(&mut self, now: u64) -> anyhow::Result<()>;
}

/// A search for an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    pub(crate) waited_ms: u64,
    /// Whether it ended in a game, rather than with the person's patience.
    pub(crate) paired: bool,
}

/// What was observed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Observed {
    pub(crate) people: usize,
    /// The people who left without having played.
    pub(crate) never_played: usize,
    pub(crate) searches: Vec<Search>,
    /// The difference of the hidden skills in each game.
    pub(crate) skill_differences: Vec<f64>,
    /// The games of people after their first one, and those of them against the same opponent as the one before.
    pub(crate) later_games: usize,
    pub(crate) repeated: usize,
    /// How long everybody was there, in sum.
    pub(crate) presence_ms: u64,
}

impl Observed {
    /// How many people were there at once on average over these days.
    pub(crate) fn at_once(&self, days: u64) -> f64 {
        self.presence_ms as f64 / (days * DAY_MS) as f64
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    /// A person comes, or has paused after a game.
    Seek(usize),
    /// The patience of a person in this round ends.
    GiveUp(usize, usize),
    End([usize; 2], Control),
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The number of games begun.
    games: usize,
    seeks_since: Option<u64>,
    last_opponent: Option<usize>,
}

struct Simulation<'a> {
    people: &'a [Person],
    history: &'a History,
    pairing: &'a mut dyn Pairing,
    /// How many time controls a person names at most.
    terms: usize,
    states: Vec<State>,
    /// What is due, by time and then in the order in which it was scheduled.
    due: BinaryHeap<Reverse<(u64, u64, Due)>>,
    scheduled: u64,
    observed: Observed,
}

/// Runs until everybody has left. People name at most `terms` of their time controls.
pub(crate) fn run(
    people: &[Person],
    history: &History,
    pairing: &mut dyn Pairing,
    terms: usize,
) -> anyhow::Result<Observed> {
    let observed = Observed { people: people.len(), ..Observed::default() };
    let states = vec![State::default(); people.len()];
    let due = BinaryHeap::new();
    let mut simulation = Simulation { people, history, pairing, terms, states, due, scheduled: 0, observed };
    for (number, person) in people.iter().enumerate() {
        simulation.schedule(person.arrives_ms, Due::Seek(number));
    }
    let mut now = 0;
    while let Some(&Reverse((at, ..))) = simulation.due.peek() {
        if let Some(wakes_at) = simulation.pairing.wakes_at().filter(|wakes_at| *wakes_at <= at) {
            now = wakes_at.max(now);
            simulation.pairing.wake(now)?;
        } else if let Some(Reverse((.., due))) = simulation.due.pop() {
            now = at;
            simulation.handle(now, due)?;
        }
        simulation.begin_games(now);
    }
    Ok(simulation.observed)
}

impl Simulation<'_> {
    fn schedule(&mut self, at: u64, due: Due) {
        self.scheduled += 1;
        self.due.push(Reverse((at, self.scheduled, due)));
    }

    fn handle(&mut self, now: u64, due: Due) -> anyhow::Result<()> {
        match due {
            Due::Seek(number) => self.seek(now, number),
            Due::GiveUp(number, round) => self.give_up(now, number, round),
            Due::End(people, control) => {
                self.pairing.end(now, Pair { people, control })?;
                for number in people {
                    let (played, rounds) = (self.states[number].games, &self.people[number].rounds);
                    if played < rounds.len() {
                        self.schedule(now + rounds[played - 1].pause_ms, Due::Seek(number));
                    } else {
                        self.leave(now, number)?;
                    }
                }
                Ok(())
            }
        }
    }

    fn seek(&mut self, now: u64, number: usize) -> anyhow::Result<()> {
        let (state, person) = (&mut self.states[number], &self.people[number]);
        state.seeks_since = Some(now);
        let round = state.games;
        self.schedule(now + person.rounds[round].patience_ms, Due::GiveUp(number, round));
        self.pairing.seek(now, number, &person.controls[..person.controls.len().min(self.terms)])
    }

    fn give_up(&mut self, now: u64, number: usize, round: usize) -> anyhow::Result<()> {
        let state = &mut self.states[number];
        let Some(since) = state.seeks_since.take_if(|_| state.games == round) else { return Ok(()) };
        self.observed.searches.push(Search { waited_ms: now - since, paired: false });
        self.leave(now, number)
    }

    fn leave(&mut self, now: u64, number: usize) -> anyhow::Result<()> {
        self.observed.presence_ms += now - self.people[number].arrives_ms;
        self.observed.never_played += usize::from(self.states[number].games == 0);
        self.pairing.leave(now, number)
    }

    fn begin_games(&mut self, now: u64) {
        for pair in self.pairing.take_pairs() {
            let [one, other] = pair.people;
            // the draw of the same person, whoever has red
            let first = one.min(other);
            let length = self.people[first].rounds[self.states[first].games].length;
            let ends_at = now + 1000 * u64::from(self.history.length_s(pair.control, length));
            self.pairing.play(now, pair, ends_at);
            self.schedule(ends_at, Due::End(pair.people, pair.control));
            let difference = self.people[one].skill - self.people[other].skill;
            self.observed.skill_differences.push(difference.abs());
            for (number, opponent) in [(one, other), (other, one)] {
                let state = &mut self.states[number];
                let since = state.seeks_since.take().expect("only people who seek are paired");
                self.observed.searches.push(Search { waited_ms: now - since, paired: true });
                let last = state.last_opponent.replace(opponent);
                self.observed.later_games += usize::from(last.is_some());
                self.observed.repeated += usize::from(last == Some(opponent));
                state.games += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hub_pairing::HubPairing;
    use crate::people::{Round, draw};
    use crate::waves::Waves;

    const TEN: Control = Control { game_s: 600, increment_s: 0 };
    const FIVE: Control = Control { game_s: 300, increment_s: 0 };

    fn person(arrives_s: u64, controls: &[Control], games: usize) -> Person {
        let round = Round { patience_ms: 60_000, pause_ms: 5_000, length: 0.0 };
        let rounds = vec![round; games];
        Person { arrives_ms: 1000 * arrives_s, controls: controls.to_vec(), skill: 1500.0, rounds }
    }

    fn waits(observed: &Observed) -> Vec<(u64, bool)> {
        observed.searches.iter().map(|search| (search.waited_ms, search.paired)).collect()
    }

    #[test]
    fn the_hub_pairs_at_once_and_waves_at_the_next_one() {
        // the third waits in vain: the first two play when they come, and again after it has left
        let people = [person(1, &[TEN], 2), person(5, &[FIVE, TEN], 2), person(6, &[FIVE], 1)];
        let history = History::built_in();
        let observed = run(&people, &history, &mut HubPairing::new(1), 4).expect("a run");
        let mut expected = vec![(4_000, true), (0, true), (60_000, false), (0, true), (0, true)];
        let mut measured = waits(&observed);
        measured.sort_unstable();
        expected.sort_unstable();
        assert_eq!(measured, expected);
        assert_eq!((observed.later_games, observed.repeated, observed.never_played), (2, 2, 1));
        // in waves the second meets the third, in the preferred one of its pools
        let observed = run(&people, &history, &mut Waves::new(20_000), 1).expect("a run");
        assert_eq!(waits(&observed)[..2], [(15_000, true), (14_000, true)]);
        assert_eq!(observed.never_played, 1);
    }

    #[test]
    fn where_the_hub_knows_ratings_people_play_others_of_their_strength() {
        let history = History::built_in();
        let people = draw(&history, 2_000.0, 1, 5);
        let mut rated = HubPairing::rated(2, &people).expect("a hub");
        let apart = |pairing: &mut HubPairing| {
            let observed = run(&people, &history, pairing, 4).expect("a run");
            observed.skill_differences.iter().sum::<f64>() / observed.skill_differences.len() as f64
        };
        let (rated, unrated) = (apart(&mut rated), apart(&mut HubPairing::new(2)));
        assert!(rated < 0.9 * unrated, "{rated} {unrated}");
    }

    #[test]
    fn the_hub_serves_a_day_of_people_and_makes_them_wait_less_than_waves() {
        let history = History::built_in();
        let people = draw(&history, 300.0, 1, 5);
        let mean = |observed: &Observed| {
            let sum: u64 = observed.searches.iter().map(|search| search.waited_ms).sum();
            sum as f64 / observed.searches.len() as f64
        };
        let at_once = run(&people, &history, &mut HubPairing::new(2), 4).expect("a run");
        let waves = run(&people, &history, &mut Waves::new(20_000), 4).expect("a run");
        assert!(mean(&at_once) < mean(&waves), "{} {}", mean(&at_once), mean(&waves));
        assert!(at_once.skill_differences.len() > 200, "{} games", at_once.skill_differences.len());
    }
}
