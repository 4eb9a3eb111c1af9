//! When something has happened from which the deadlines of an evening count.

use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments as tournaments;

/// After how many waves in which nobody was paired and no game ran an arena ends: half an hour.
const EMPTY_WAVES: u32 = 90;

/// The times from which the deadlines of an evening count, by the clock of the server. Those of the journal may lie ahead of
/// it, if the clock was set back.
#[derive(Debug)]
pub(crate) struct Times {
    /// From when on deadlines count: the restart, or the end of the last time in which the server did not serve.
    serves_from: Timestamp,
    /// When the last event happened that lets the next round wait; the restart if it was before.
    last_result_at: Timestamp,
    /// When the last round was paired; the restart if it was before.
    last_pairing_at: Timestamp,
    /// When the last wave of an arena was tried.
    last_wave: Option<Timestamp>,
    /// In how many waves since then nobody was paired, and no game ran.
    empty_waves: u32,
    /// When games that have not begun yet are tried again.
    pub(crate) retry_at: Option<Timestamp>,
    /// Before when no further game begins.
    pub(crate) next_begin: Timestamp,
    /// Before when followers are not sent the state of the round again.
    pub(crate) next_round_message: Timestamp,
}

impl Times {
    /// Deadlines that count from now.
    pub(super) fn new(now: Timestamp) -> Self {
        Self {
            serves_from: now,
            last_result_at: now,
            last_pairing_at: now,
            last_wave: None,
            empty_waves: 0,
            retry_at: None,
            next_begin: Timestamp::default(),
            next_round_message: Timestamp::default(),
        }
    }

    /// Notes when events have happened.
    pub(super) fn note(&mut self, new: &[tournaments::Record], now: Timestamp) {
        for record in new {
            if !record.event.comes_or_goes() {
                // otherwise players could delay everyone by leaving and returning
                self.last_result_at = now;
                // whoever undoes the end of a deserted arena is there
                self.empty_waves = 0;
            }
            if record.event.makes_round() {
                self.last_pairing_at = now;
            }
        }
    }

    /// Lets every deadline count from now.
    pub(super) const fn restart(&mut self, now: Timestamp) {
        self.serves_from = now;
    }

    /// Lets every deadline be later by the length of a pause that ends now.
    pub(super) fn go_on(&mut self, paused_at: Timestamp, now: Timestamp) {
        for at in [&mut self.serves_from, &mut self.last_result_at, &mut self.last_pairing_at] {
            *at = stood(*at, paused_at, now);
        }
    }

    /// Since when nothing has happened that lets the next round wait: a result, or what an organiser did.
    pub(super) fn quiet_since(&self) -> Timestamp {
        self.last_result_at.max(self.serves_from)
    }

    /// When the last round was paired, or the last restart: slots count anew from it.
    pub(super) fn paired_at(&self) -> Timestamp {
        self.last_pairing_at.max(self.serves_from)
    }

    /// From when on the first round may be paired.
    pub(super) const fn serves_from(&self) -> Timestamp {
        self.serves_from
    }

    /// When the next wave of an arena is paired.
    pub(super) fn wave_at(&self) -> Timestamp {
        self.last_wave.map_or(self.serves_from, |last| last.plus_ms(limits::EVENING_WAVE_MS))
    }

    /// Notes a wave of an arena, and whether anybody plays after it.
    pub(super) const fn tried_wave(&mut self, has_games: bool, now: Timestamp) {
        self.last_wave = Some(now);
        self.empty_waves = if has_games { 0 } else { self.empty_waves.saturating_add(1) };
    }

    /// Whether nobody plays in an arena any more.
    pub(super) const fn is_deserted(&self) -> bool {
        self.empty_waves >= EMPTY_WAVES
    }
}

/// A time from which a deadline counts, later by as much of it as passed in a pause.
pub(super) fn stood(at: Timestamp, paused_at: Timestamp, until: Timestamp) -> Timestamp {
    at.plus_ms(until.since(at.max(paused_at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_is_later_by_what_passed_of_it_in_a_pause() {
        let at = Timestamp::from_ms;
        assert_eq!(stood(at(100), at(150), at(400)), at(350));
        assert_eq!(stood(at(200), at(150), at(400)), at(400), "it began in the pause");
        assert_eq!(stood(at(100), at(150), at(120)), at(100), "another pause was before");
    }
}
