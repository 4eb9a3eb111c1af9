//! A size-bounded map whose idle entries expire.

use super::timers::Timers;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// A map whose idle entries expire. A missing value reads as the default.
#[derive(Debug)]
pub(super) struct ExpiringMap<K, V> {
    values: BTreeMap<K, V>,
    /// When idle entries expire.
    idle: Timers<K>,
}

impl<K, V> Default for ExpiringMap<K, V> {
    fn default() -> Self {
        Self { values: BTreeMap::new(), idle: Timers::default() }
    }
}

impl<K: Copy + Ord, V: Default> ExpiringMap<K, V> {
    /// Changes a value by `change`, which also returns when the entry expires, or `None` if it is busy.
    ///
    /// At most `limit` idle entries stay: those that would expire first are removed.
    pub(super) fn change<T>(
        &mut self,
        key: K,
        now: Timestamp,
        limit: u64,
        change: impl FnOnce(&mut V) -> (T, Option<Timestamp>),
    ) -> T {
        while let Some((_, idle)) = self.idle.pop_due(now) {
            self.values.remove(&idle);
        }
        let (result, until) = change(self.values.entry(key).or_default());
        self.idle.set(key, until);
        while self.idle.len() as u64 > limit {
            let Some(first) = self.idle.first() else { break };
            self.idle.set(first, None);
            self.values.remove(&first);
        }
        result
    }

    /// Returns how many entries there are.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idle_entries_expire_and_surplus_ones_are_removed_in_order_of_expiry() {
        let at = Timestamp::from_ms;
        let mut map: ExpiringMap<u8, u32> = ExpiringMap::default();
        let count = |map: &mut ExpiringMap<u8, u32>, key, now, until: Option<u64>| {
            map.change(key, at(now), 2, |value| {
                *value += 1;
                (*value, until.map(at))
            })
        };
        assert_eq!(count(&mut map, 1, 0, Some(100)), 1);
        assert_eq!(count(&mut map, 2, 0, Some(50)), 1);
        assert_eq!(count(&mut map, 3, 0, None), 1);
        assert_eq!(count(&mut map, 1, 99, Some(200)), 2);
        assert_eq!(count(&mut map, 2, 99, Some(300)), 1, "the entry has expired");
        assert_eq!(count(&mut map, 4, 99, Some(150)), 1);
        assert_eq!(map.len(), 3, "one idle entry too many was removed; busy entries do not count");
        assert_eq!(count(&mut map, 4, 99, Some(400)), 1, "it would have expired first");
        assert_eq!(count(&mut map, 2, 99, Some(300)), 2);
        assert_eq!(count(&mut map, 1, 99, Some(200)), 1);
        assert_eq!(count(&mut map, 3, 1_000, None), 2, "a busy entry does not expire");
    }
}
