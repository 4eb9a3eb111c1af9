//! Queues of login attempts, one for each name.
//!
//! Many wrong passwords for one name do not lock it: further attempts wait instead, and one
//! password at a time is verified. Attempts from addresses with fewer wrong passwords go first, so
//! that the owner of a name soon overtakes a guesser. The longest wait is shorter than the time
//! after which a client gives up waiting for an answer.

use super::limits::Limits;
use super::login_throttle::Subject;
use super::record::QueryId;
use super::timers::Timers;
use chuhe_protocol::Password;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeMap;

/// An attempt that waits.
#[derive(Debug)]
struct Attempt {
    password: Password,
    since: Timestamp,
}

/// The result for an attempt that has waited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Due {
    /// The hub must verify its password.
    Verify(QueryId, Password),
    /// It has expired, because other attempts went first for too long.
    Expired(QueryId),
}

/// The attempts that wait under one name.
#[derive(Debug)]
struct Waiting {
    /// The attempts by the number of wrong passwords before, and by the order of arrival.
    attempts: BTreeMap<(u64, QueryId), Attempt>,
    /// When the next password may be verified.
    next_at: Timestamp,
}

/// The attempts that wait under all names.
///
/// Each belongs to an open connection, which waits for one query at a time.
#[derive(Debug)]
pub(super) struct LoginQueue {
    /// The most attempts that wait under one name.
    places: u64,
    /// The time between two attempts under one name.
    interval_ms: u64,
    names: BTreeMap<Subject, Waiting>,
    due: Timers<Subject>,
}

impl LoginQueue {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            places: limits.name_waiting_logins,
            interval_ms: limits.name_login_interval_ms,
            names: BTreeMap::new(),
            due: Timers::default(),
        }
    }

    /// Changes the limits, from now on.
    pub(super) const fn set_limits(&mut self, limits: &Limits) {
        self.places = limits.name_waiting_logins;
        self.interval_ms = limits.name_login_interval_ms;
    }

    /// Returns the longest time for which an attempt waits.
    pub(super) const fn longest_wait_ms(&self) -> u64 {
        self.places.saturating_mul(self.interval_ms)
    }

    /// Adds an attempt from an address with `failures` wrong passwords.
    ///
    /// If too many wait, it displaces the one with the most wrong passwords, which is returned.
    ///
    /// # Errors
    /// If too many wait and none has more wrong passwords.
    pub(super) fn push(
        &mut self,
        subject: Subject,
        failures: u64,
        id: QueryId,
        password: Password,
        now: Timestamp,
    ) -> Result<Option<QueryId>, Full> {
        let new = || Waiting { attempts: BTreeMap::new(), next_at: now };
        let waiting = self.names.entry(subject).or_insert_with(new);
        let mut displaced = None;
        if waiting.attempts.len() as u64 >= self.places {
            let last = waiting.attempts.last_entry().filter(|last| last.key().0 > failures).ok_or(Full)?;
            displaced = Some(last.remove_entry().0.1);
        }
        waiting.attempts.insert((failures, id), Attempt { password, since: now });
        self.due.set(subject, Some(waiting.next_at.max(now)));
        Ok(displaced)
    }

    /// Returns whether an attempt waits.
    pub(super) fn contains(&self, subject: Subject, id: QueryId) -> bool {
        let waiting = self.names.get(&subject);
        waiting.is_some_and(|waiting| waiting.attempts.keys().any(|&(_, other)| other == id))
    }

    /// Removes an attempt, and returns whether it waited.
    pub(super) fn remove(&mut self, subject: Subject, id: QueryId) -> bool {
        let Some(waiting) = self.names.get_mut(&subject) else { return false };
        let before = waiting.attempts.len();
        waiting.attempts.retain(|&(_, other), _| other != id);
        waiting.attempts.len() < before
    }

    /// Takes an attempt that has waited long enough.
    pub(super) fn pop_due(&mut self, now: Timestamp) -> Option<Due> {
        let longest_ms = self.longest_wait_ms();
        while let Some((_, subject)) = self.due.pop_due(now) {
            let Some(waiting) = self.names.get_mut(&subject) else { continue };
            let expired = waiting.attempts.iter().find(|(_, attempt)| now.since(attempt.since) > longest_ms);
            if let Some((&key, _)) = expired {
                waiting.attempts.remove(&key);
                self.due.set(subject, Some(now));
                return Some(Due::Expired(key.1));
            }
            let Some(((_, id), attempt)) = waiting.attempts.pop_first() else {
                self.names.remove(&subject);
                continue;
            };
            waiting.next_at = now.plus_ms(self.interval_ms);
            self.due.set(subject, Some(waiting.next_at));
            return Some(Due::Verify(id, attempt.password));
        }
        None
    }

    /// Returns when [`LoginQueue::pop_due`] must be called again.
    pub(super) fn next(&self) -> Option<Timestamp> {
        self.due.next()
    }

    /// Removes every attempt.
    pub(super) fn clear(&mut self) {
        self.names.clear();
        self.due = Timers::default();
    }
}

/// Too many attempts wait under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Full;

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::PlayerName;

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn subject(name: &str) -> Subject {
        Subject::of(&PlayerName::parse(name).expect("a name"))
    }

    fn push(queue: &mut LoginQueue, name: &str, failures: u64, id: u64) -> Result<Option<u64>, Full> {
        let password = Password(id.to_string());
        let displaced = queue.push(subject(name), failures, QueryId(id), password, at(0));
        displaced.map(|displaced| displaced.map(|QueryId(id)| id))
    }

    /// When each attempt is verified.
    fn order(queue: &mut LoginQueue) -> Vec<(u64, u64)> {
        let mut order = Vec::new();
        while let Some(now) = queue.next() {
            while let Some(due) = queue.pop_due(now) {
                let Due::Verify(QueryId(id), password) = due else { panic!("{due:?}") };
                assert_eq!(password.0, id.to_string());
                order.push((now.as_ms(), id));
            }
        }
        order
    }

    fn queue() -> LoginQueue {
        let limits = Limits { name_waiting_logins: 3, name_login_interval_ms: 10, ..Limits::default() };
        LoginQueue::new(&limits)
    }

    #[test]
    fn attempts_with_fewer_wrong_passwords_go_first_and_one_at_a_time() {
        let mut queue = queue();
        for (failures, id) in [(1, 1), (0, 2), (0, 3)] {
            assert_eq!(push(&mut queue, "Bo", failures, id), Ok(None));
        }
        assert_eq!(push(&mut queue, "An", 2, 4), Ok(None), "another name has places of its own");
        assert_eq!(order(&mut queue)[2..], [(10, 3), (20, 1)]);
        assert!(queue.names.is_empty(), "a name without attempts takes no memory");
        assert_eq!(queue.longest_wait_ms(), 30);
    }

    #[test]
    fn a_full_queue_displaces_the_attempt_with_the_most_wrong_passwords() {
        let mut queue = queue();
        for (failures, id) in [(1, 1), (2, 2), (2, 3)] {
            assert_eq!(push(&mut queue, "Bo", failures, id), Ok(None));
        }
        assert_eq!(push(&mut queue, "Bo", 2, 4), Err(Full), "an equal one does not displace");
        assert_eq!(push(&mut queue, "Bo", 0, 5), Ok(Some(3)));
        assert!(queue.remove(subject("Bo"), QueryId(2)));
        assert!(!queue.remove(subject("Bo"), QueryId(2)));
        assert_eq!(order(&mut queue), [(0, 5), (10, 1)]);
    }

    #[test]
    fn an_attempt_behind_others_for_too_long_expires() {
        let mut queue = queue();
        assert_eq!(push(&mut queue, "Bo", 1, 1), Ok(None));
        let mut expired = Vec::new();
        for id in 2..9 {
            let now = at(10 * (id - 2));
            assert_eq!(queue.push(subject("Bo"), 0, QueryId(id), Password(String::new()), now), Ok(None));
            while let Some(due) = queue.pop_due(now) {
                if let Due::Expired(QueryId(id)) = due {
                    expired.push((now.as_ms(), id));
                }
            }
        }
        assert_eq!(expired, [(40, 1)]);
    }
}
