//! What is remembered for a while, and no more of it than may be: of more, what
//! would be forgotten first.

use super::timers::Timers;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// Values by key. One that is not there is as one that was never changed.
#[derive(Debug)]
pub(super) struct ExpiringMap<K, V> {
    values: BTreeMap<K, V>,
    /// When those are forgotten that may be.
    idle: Timers<K>,
}

impl<K, V> Default for ExpiringMap<K, V> {
    fn default() -> Self {
        Self { values: BTreeMap::new(), idle: Timers::default() }
    }
}

impl<K: Copy + Ord, V: Default> ExpiringMap<K, V> {
    /// Changes a value by `change`, which also says when it may be forgotten, if
    /// it may. Of those that may, `most` are remembered.
    pub(super) fn change<T>(
        &mut self,
        key: K,
        now: Timestamp,
        most: u64,
        change: impl FnOnce(&mut V) -> (T, Option<Timestamp>),
    ) -> T {
        while let Some((_, idle)) = self.idle.pop_due(now) {
            self.values.remove(&idle);
        }
        let (result, until) = change(self.values.entry(key).or_default());
        self.idle.set(key, until);
        while self.idle.len() as u64 > most {
            let Some(first) = self.idle.first() else { break };
            self.idle.set(first, None);
            self.values.remove(&first);
        }
        result
    }

    /// How many are remembered.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_idle_is_forgotten_and_of_too_much_what_would_be_first() {
        let at = Timestamp::from_ms;
        let mut expiring_map: ExpiringMap<u8, u32> = ExpiringMap::default();
        let count = |expiring_map: &mut ExpiringMap<u8, u32>, key, now, until: Option<u64>| {
            expiring_map.change(key, at(now), 2, |value| {
                *value += 1;
                (*value, until.map(at))
            })
        };
        assert_eq!(count(&mut expiring_map, 1, 0, Some(100)), 1);
        assert_eq!(count(&mut expiring_map, 2, 0, Some(50)), 1);
        assert_eq!(count(&mut expiring_map, 3, 0, None), 1);
        assert_eq!(count(&mut expiring_map, 1, 99, Some(200)), 2);
        assert_eq!(count(&mut expiring_map, 2, 99, Some(300)), 1, "it was forgotten");
        assert_eq!(count(&mut expiring_map, 4, 99, Some(150)), 1);
        assert_eq!(expiring_map.len(), 3, "one too many is forgotten, whatever may not be counts not");
        assert_eq!(count(&mut expiring_map, 4, 99, Some(400)), 1, "it was the first");
        assert_eq!(count(&mut expiring_map, 2, 99, Some(300)), 2);
        assert_eq!(count(&mut expiring_map, 1, 99, Some(200)), 1);
        assert_eq!(count(&mut expiring_map, 3, 1_000, None), 2, "what may not be forgotten is not");
    }
}
