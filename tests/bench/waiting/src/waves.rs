//! Pools that pair in waves, the baseline.

use crate::history::Control;
use crate::simulation::{Pair, Pairing};

/// Somebody who waits for the next wave, in the pool of each of these time controls.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Waiting {
    person: usize,
    controls: Vec<Control>,
}

/// Pools, one a time control, in which everyone who can be paired is paired at the same moments.
#[derive(Debug)]
pub(crate) struct Waves {
    every_ms: u64,
    next_at: Option<u64>,
    /// Who waits, the longest first.
    waiting: Vec<Waiting>,
    pairs: Vec<Pair>,
}

impl Waves {
    /// Creates pools with a wave at each multiple of this time.
    pub(crate) const fn new(every_ms: u64) -> Self {
        Self { every_ms, next_at: None, waiting: Vec::new(), pairs: Vec::new() }
    }
}

/// Pairs those who share a pool, the longest waiting first, each in the first of its pools that has somebody else.
/// The rest goes on waiting.
fn wave(waiting: &mut Vec<Waiting>) -> Vec<Pair> {
    let (mut pairs, mut at) = (Vec::new(), 0);
    while at < waiting.len() {
        let found = waiting[at].controls.iter().find_map(|control| {
            let others = waiting[at + 1..].iter();
            let other = others.clone().position(|other| other.controls.contains(control))?;
            Some((at + 1 + other, *control))
        });
        match found {
            Some((other, control)) => {
                let other = waiting.remove(other).person;
                pairs.push(Pair { people: [waiting.remove(at).person, other], control });
            }
            None => at += 1,
        }
    }
    pairs
}

impl Pairing for Waves {
    fn seek(&mut self, now: u64, person: usize, controls: &[Control]) -> anyhow::Result<()> {
        self.waiting.push(Waiting { person, controls: controls.to_vec() });
        self.next_at = self.next_at.or(Some((now / self.every_ms + 1) * self.every_ms));
        Ok(())
    }

    fn take_pairs(&mut self) -> Vec<Pair> {
        std::mem::take(&mut self.pairs)
    }

    fn leave(&mut self, _now: u64, person: usize) -> anyhow::Result<()> {
        self.waiting.retain(|waiting| waiting.person != person);
        Ok(())
    }

    fn wakes_at(&self) -> Option<u64> {
        self.next_at
    }

    fn wake(&mut self, now: u64) -> anyhow::Result<()> {
        self.pairs.extend(wave(&mut self.waiting));
        self.next_at = (!self.waiting.is_empty()).then_some(now + self.every_ms);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROLS: [Control; 3] = [
        Control { game_s: 300, increment_s: 0 },
        Control { game_s: 600, increment_s: 0 },
        Control { game_s: 900, increment_s: 10 },
    ];

    fn waiting(pools: &[&[usize]]) -> Vec<Waiting> {
        let controls = |pools: &[usize]| pools.iter().map(|pool| CONTROLS[*pool]).collect();
        let people = pools.iter().enumerate();
        people.map(|(person, pools)| Waiting { person, controls: controls(pools) }).collect()
    }

    #[test]
    fn a_wave_pairs_everyone_in_the_same_pool_but_one() {
        let mut people = waiting(&[&[0], &[1], &[0], &[0], &[1], &[2]]);
        let pairs = wave(&mut people);
        let paired: Vec<([usize; 2], Control)> =
            pairs.iter().map(|pair| (pair.people, pair.control)).collect();
        assert_eq!(paired, [([0, 2], CONTROLS[0]), ([1, 4], CONTROLS[1])]);
        assert_eq!(people.iter().map(|waiting| waiting.person).collect::<Vec<_>>(), [3, 5]);
    }

    #[test]
    fn who_waits_in_several_pools_plays_in_the_first_that_has_somebody() {
        let pairs = wave(&mut waiting(&[&[2, 1, 0], &[0], &[1, 0]]));
        assert_eq!(pairs, [Pair { people: [0, 2], control: CONTROLS[1] }]);
    }

    #[test]
    fn waves_come_at_multiples_of_their_time_while_somebody_waits() {
        let mut waves = Waves::new(20_000);
        assert_eq!(waves.wakes_at(), None);
        waves.seek(20_000, 0, &CONTROLS[..1]).expect("a seek");
        assert_eq!(waves.wakes_at(), Some(40_000));
        waves.wake(40_000).expect("a wave");
        assert_eq!((waves.take_pairs(), waves.wakes_at()), (vec![], Some(60_000)));
        waves.seek(59_999, 1, &CONTROLS[..1]).expect("a seek");
        waves.wake(60_000).expect("a wave");
        assert_eq!((waves.take_pairs().len(), waves.wakes_at()), (1, None));
    }
}
