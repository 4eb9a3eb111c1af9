//! What an evening does by itself: it starts, seats players, lets the late lose, pairs the next round and ends.

use super::SERVER;
use crate::hub::Hub;
use crate::timers::Timer;
use chuhe_protocol::{EveningCode, PlayerId};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{Absent, BoardId, Event, Phase};

/// After how long a game is tried again that could not begin.
const RETRY_MS: u64 = 10_000;
/// One game of an evening begins in a step, the next one after so long: the moves of other games come between.
const BEGIN_NEXT_MS: u64 = 5;

/// A board that waits for its players.
struct Waiting {
    id: BoardId,
    accounts: PerColor<PlayerId>,
    /// Who has left the evening.
    absent: Option<Absent>,
    /// Whether it has waited for the late limit of the plan: whoever is not there then loses by forfeit.
    is_late: bool,
    /// Whether it is paused.
    stands: bool,
    /// Whether its players were told that they sit there.
    is_called: bool,
}

impl Hub {
    /// Lets the evenings to which something has happened go on, one at a time. Returns whether there was one.
    pub(in crate::hub) fn attend_evenings(&mut self) -> bool {
        if self.step.lifecycle.is_paused() || self.step.lifecycle.is_stopped() {
            return false;
        }
        let Some(code) = self.evenings.take_touched() else { return false };
        self.attend_evening(code);
        true
    }

    /// Does what is due in an evening, and sets its timer.
    fn attend_evening(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get(code) else { return };
        if evening.goes_at() <= now {
            return self.close_evening(code);
        }
        self.end_search(code);
        if self.step.lifecycle.is_open() {
            self.end_long_pauses(code);
            self.start_evening(code);
            self.attend_games(code);
            self.attend_boards(code);
            self.pair_due(code);
            self.end_due(code);
        }
        self.evenings.tell_round(&mut self.step, &self.door, code);
        let Some(evening) = self.evenings.get(code) else { return };
        let starts_at = evening.plan.starts_at_ms.map(Timestamp::from_ms);
        let starts_at = starts_at.filter(|_| evening.phase() == Phase::Entry && evening.pause().is_none());
        let dues = [
            starts_at,
            evening.late_at(),
            evening.times.retry_at,
            evening.pairs_at(),
            evening.ends_at(),
            evening.pauses().map(|(_, ends_at)| ends_at).min(),
            Some(evening.goes_at()),
        ];
        // what is due and could not be done waits for something to happen
        let next = dues.into_iter().flatten().filter(|at| *at > now).min();
        self.step.effects.set_timer(Timer::Evening(code), next);
    }

    /// Starts an evening whose time has come, if two can play. Otherwise the organiser starts it.
    fn start_evening(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let is_due = evening.plan.starts_at_ms.is_some_and(|ms| Timestamp::from_ms(ms) <= now);
        if !is_due || evening.start_tried || evening.phase() != Phase::Entry || evening.pause().is_some() {
            return;
        }
        evening.start_tried = true;
        let seed = self.step.random.lots_seed();
        self.record_by_server(code, vec![Event::Started { seed }]);
    }

    /// Lets players who have left lose their games.
    fn attend_games(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get(code) else { return };
        let mut given_up = Vec::new();
        for (_, own) in evening.boards.iter() {
            let Some(game) = own.game else { continue };
            if self.floor.rooms.get(game).is_none_or(|room| room.is_over()) {
                continue;
            }
            let left = chuhe_rules::Color::ALL.into_iter().find(|side| evening.has_left(own.seats[*side]));
            given_up.extend(left.map(|side| (game, side)));
        }
        for (game, side) in given_up {
            self.give_up_game(game, side);
        }
    }

    /// Begins the games of boards whose players are there, calls those of the others, and lets those lose who are not there
    /// after the late limit.
    fn attend_boards(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get(code) else { return };
        if evening.phase() != Phase::Running {
            return;
        }
        let late_ms = u64::from(evening.plan.late_ms);
        let waiting = evening.boards.iter().filter(|&(&id, own)| evening.is_waiting(id, own));
        let waiting = waiting.filter_map(|(&id, own)| {
            let accounts = evening.accounts_of(own.seats)?;
            let absent = absent(own.seats.map(|player| evening.has_left(player)));
            let is_late = own.since.plus_ms(late_ms) <= now;
            Some(Waiting {
                id,
                accounts,
                absent,
                is_late,
                stands: evening.stands(own),
                is_called: own.is_called,
            })
        });
        let waiting: Vec<Waiting> = waiting.collect();
        let mut forfeits = Vec::new();
        let mut retry_at: Option<Timestamp> = None;
        let mut next_begin = evening.times.next_begin;
        for Waiting { id: board, accounts, absent: has_left, is_late, stands, is_called } in waiting {
            let is_ready = accounts.map(|account| self.may_sit_down(account));
            let can_begin = is_ready.red && is_ready.black && has_left.is_none() && !stands;
            if can_begin && next_begin > now {
                retry_at = Some(next_begin);
                continue;
            }
            if can_begin {
                match self.begin_evening_game(code, board, accounts) {
                    Ok(()) => {
                        next_begin = now.plus_ms(BEGIN_NEXT_MS);
                        continue;
                    }
                    Err(refusal) => {
                        tracing::warn!(%refusal, "a game of an evening could not begin");
                        retry_at = Some(now.plus_ms(RETRY_MS));
                    }
                }
            } else if !stands && (has_left.is_some() || is_late) {
                let absent = has_left.or_else(|| absent(is_ready.map(|ready| !ready)));
                forfeits.extend(absent.map(|absent| Event::Forfeited { board, absent }));
                continue;
            }
            // whose game begins soon are called then
            if !is_called {
                self.call_board(code, board, None);
            }
        }
        // all at once, since each goes to everyone who follows
        if !forfeits.is_empty() {
            self.record_by_server(code, forfeits);
        }
        if let Some(evening) = self.evenings.get_mut(code) {
            (evening.times.retry_at, evening.times.next_begin) = (retry_at, next_begin);
        }
    }

    /// Whether a player is there, and plays no other game.
    fn may_sit_down(&self, player: PlayerId) -> bool {
        self.door.connections.is_awake(player) && !self.lobby.plays(player)
    }

    /// Ends an evening after its last round, once nobody can object any more.
    fn end_due(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get(code) else { return };
        if evening.is_deserted() || evening.ends_at().is_some_and(|at| at <= now) {
            self.record_by_server(code, vec![Event::Ended]);
        }
    }

    /// Records what happens by itself.
    fn record_by_server(&mut self, code: EveningCode, events: Vec<Event>) {
        if let Err(why) = self.record_evening(code, SERVER, events) {
            tracing::info!(%why, "an evening does not go on by itself");
        }
    }
}

/// Who is absent, if anyone is.
const fn absent(is_absent: PerColor<bool>) -> Option<Absent> {
    match (is_absent.red, is_absent.black) {
        (true, true) => Some(Absent::Both),
        (true, false) => Some(Absent::One(chuhe_rules::Color::Red)),
        (false, true) => Some(Absent::One(chuhe_rules::Color::Black)),
        (false, false) => None,
    }
}
