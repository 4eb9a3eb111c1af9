//! Bans and silences: whose connections operators keep out, and whose chat they refuse.
//!
//! A ban or silence concerns a range of addresses or a name with its look-alikes. It may have an
//! end; what has ended is deleted when another one is added.

use super::address::Address;
use super::names::NameKeys;
use super::record::Record;
use super::sanction::{Sanction, SanctionKind, SanctionTarget};
use chuhe_protocol::PlayerName;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// Maximum number of bans and silences. Each connection and each line of chat is compared with all.
const MAX_SANCTIONS: usize = 1_000;

/// The target of a ban or silence, with its name folded.
#[derive(Debug)]
pub(super) enum Scope {
    /// All addresses from the first to the last.
    Addresses { first: Address, last: Address },
    /// Players with a name that shares one of these keys.
    Name(NameKeys),
}

impl Scope {
    pub(super) fn of(target: &SanctionTarget) -> Self {
        match target {
            &SanctionTarget::Addresses { first, last } => Self::Addresses { first, last },
            SanctionTarget::Name(name) => Self::Name(NameKeys::of(name)),
        }
    }

    /// Returns whether an address or a name is concerned.
    pub(super) fn concerns(&self, address: Address, name: Option<&NameKeys>) -> bool {
        match self {
            Self::Addresses { first, last } => (*first..=*last).contains(&address),
            Self::Name(keys) => name.is_some_and(|name| name.shares_a_key(keys)),
        }
    }
}

/// A stored ban or silence.
#[derive(Debug)]
struct Entry {
    sanction: Sanction,
    /// How often its row was written.
    revision: u32,
    scope: Scope,
}

impl Entry {
    fn new(sanction: Sanction, revision: u32) -> Self {
        Self { scope: Scope::of(&sanction.target), sanction, revision }
    }

    fn has_ended(&self, now: Timestamp) -> bool {
        self.sanction.until.is_some_and(|until| until <= now)
    }
}

/// All bans and silences, by number.
#[derive(Debug, Default)]
pub(super) struct Moderation {
    entries: BTreeMap<u64, Entry>,
    /// The greatest number of a row that could not be decoded. That row is still stored.
    rejected_up_to: u64,
}

impl Moderation {
    /// Adds stored bans and silences. New ones get numbers above `rejected_up_to`.
    pub(super) fn restore(&mut self, stored: Vec<(u64, u32, Sanction)>, rejected_up_to: u64) {
        self.rejected_up_to = rejected_up_to;
        for (number, revision, sanction) in stored {
            self.entries.insert(number, Entry::new(sanction, revision));
        }
    }

    /// Returns whether one more can be added.
    pub(super) fn has_room(&self, now: Timestamp) -> bool {
        self.entries.values().filter(|entry| !entry.has_ended(now)).count() < MAX_SANCTIONS
    }

    /// Returns whether there is one with this number.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.entries.contains_key(&number)
    }

    /// Adds a ban or silence, and deletes those that have ended.
    #[must_use = "the records must be saved"]
    pub(super) fn add(&mut self, sanction: Sanction, now: Timestamp) -> Vec<Record> {
        let last = self.entries.keys().next_back().copied().unwrap_or(0);
        let number = last.max(self.rejected_up_to) + 1;
        let ended = self.entries.extract_if(.., |_, entry| entry.has_ended(now));
        let mut records: Vec<Record> = ended
            .map(|(number, entry)| Record::Sanction { number, revision: entry.revision, row: None })
            .collect();
        records.push(Record::Sanction { number, revision: 0, row: Some(sanction.clone()) });
        self.entries.insert(number, Entry::new(sanction, 1));
        records
    }

    /// Ends a ban or silence; returns the record that deletes it, if there was one.
    #[must_use = "the record must be saved"]
    pub(super) fn lift(&mut self, number: u64) -> Option<Record> {
        let entry = self.entries.remove(&number)?;
        Some(Record::Sanction { number, revision: entry.revision, row: None })
    }

    /// Ends the bans and silences of a name and of those that look like it.
    #[must_use = "the records must be saved"]
    pub(super) fn lift_name(&mut self, name: &PlayerName) -> Vec<Record> {
        let name = NameKeys::of(name);
        let is_of_name =
            |entry: &Entry| matches!(&entry.scope, Scope::Name(keys) if keys.shares_a_key(&name));
        let lifted = self.entries.extract_if(.., |_, entry| is_of_name(entry));
        lifted
            .map(|(number, entry)| Record::Sanction { number, revision: entry.revision, row: None })
            .collect()
    }

    /// Returns until when something is forbidden to an address or a name, if it is.
    ///
    /// The inner value is `None` if that has no end.
    pub(super) fn forbidden_until(
        &self,
        kind: SanctionKind,
        address: Address,
        name: Option<&PlayerName>,
        now: Timestamp,
    ) -> Option<Option<Timestamp>> {
        if self.entries.is_empty() {
            return None;
        }
        let keys = name.map(NameKeys::of);
        let applies = |entry: &&Entry| {
            entry.sanction.kind == kind
                && !entry.has_ended(now)
                && entry.scope.concerns(address, keys.as_ref())
        };
        let ends = self.entries.values().filter(applies).map(|entry| entry.sanction.until);
        ends.max_by_key(|until| until.map_or(u64::MAX, Timestamp::as_ms))
    }

    /// Returns whether a ban concerns this name, from whatever address.
    pub(super) fn bans_name(&self, name: &PlayerName, now: Timestamp) -> bool {
        let keys = NameKeys::of(name);
        self.entries.values().any(|entry| match &entry.scope {
            Scope::Addresses { .. } => false,
            Scope::Name(banned) => {
                entry.sanction.kind == SanctionKind::Ban && !entry.has_ended(now) && keys.shares_a_key(banned)
            }
        })
    }

    /// Returns all that have not ended, by number.
    pub(super) fn iter(&self, now: Timestamp) -> impl Iterator<Item = (u64, &Sanction)> {
        self.entries
            .iter()
            .filter(move |(_, entry)| !entry.has_ended(now))
            .map(|(&number, entry)| (number, &entry.sanction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn name(text: &str) -> PlayerName {
        PlayerName::parse(text).expect("a name")
    }

    #[test]
    fn a_ban_concerns_its_addresses_until_it_ends() {
        let mut moderation = Moderation::default();
        let target = SanctionTarget::Addresses { first: Address(10), last: Address(19) };
        let ban = Sanction { kind: SanctionKind::Ban, target, until: Some(at(100)) };
        let records = moderation.add(ban.clone(), at(0));
        assert_eq!(records, [Record::Sanction { number: 1, revision: 0, row: Some(ban) }]);
        let banned = |address, now| {
            moderation.forbidden_until(SanctionKind::Ban, Address(address), None, at(now)).is_some()
        };
        assert!(!banned(9, 0) && banned(10, 0) && banned(19, 99) && !banned(20, 0));
        assert!(!banned(10, 100), "it has ended");
        let silenced = moderation.forbidden_until(SanctionKind::Silence, Address(10), None, at(0));
        assert_eq!(silenced, None);
    }

    #[test]
    fn a_silence_concerns_look_alike_names_and_the_longest_counts() {
        let mut moderation = Moderation::default();
        for until in [Some(at(100)), None, Some(at(200))] {
            let target = SanctionTarget::Name(name("Bo"));
            let silence = Sanction { kind: SanctionKind::Silence, target, until };
            assert_eq!(moderation.add(silence, at(0)).len(), 1);
        }
        let until = |text: &str, moderation: &Moderation| {
            let name = name(text);
            moderation.forbidden_until(SanctionKind::Silence, Address(1), Some(&name), at(0))
        };
        assert_eq!(until("bO", &moderation), Some(None));
        assert_eq!(until("An", &moderation), None);
        let lifted = moderation.lift(2);
        assert_eq!(lifted, Some(Record::Sanction { number: 2, revision: 1, row: None }));
        assert_eq!(moderation.lift(2), None);
        assert_eq!(until("Bo", &moderation), Some(Some(at(200))));
    }

    #[test]
    fn what_has_ended_is_deleted_when_another_is_added() {
        let mut moderation = Moderation::default();
        let ban = |until| Sanction {
            kind: SanctionKind::Ban,
            target: SanctionTarget::Name(name("Bo")),
            until: Some(at(until)),
        };
        assert_eq!(moderation.add(ban(10), at(0)).len(), 1);
        let records = moderation.add(ban(50), at(20));
        assert_eq!(records[0], Record::Sanction { number: 1, revision: 1, row: None });
        assert_eq!(records.len(), 2);
        assert_eq!(moderation.iter(at(20)).map(|(number, _)| number).collect::<Vec<_>>(), [2]);
    }
    #[test]
    fn numbers_of_rejected_rows_are_not_used_again() {
        for (restored, rejected_up_to, expected) in
            [(None, 0, 1), (None, 4, 5), (Some(2), 4, 5), (Some(7), 4, 8)]
        {
            let target = SanctionTarget::Name(name("Bo"));
            let ban = Sanction { kind: SanctionKind::Ban, target, until: None };
            let mut moderation = Moderation::default();
            let stored = restored.map(|number| (number, 1, ban.clone()));
            moderation.restore(stored.into_iter().collect(), rejected_up_to);
            let records = moderation.add(ban.clone(), at(0));
            assert_eq!(records, [Record::Sanction { number: expected, revision: 0, row: Some(ban) }]);
        }
    }
}
