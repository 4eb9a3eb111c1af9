//! What an evening does by itself: it starts, seats players, lets the late lose, pairs the next round and ends.

use super::SERVER;
use crate::hub::Hub;
use crate::timers::Timer;
use chuhe_protocol::{EveningCode, PlayerId, Refusal};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, Absent, BoardId, Event, Pairing, Phase};

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
        if self.step.lifecycle.is_open() {
            self.start_evening(code);
            self.attend_games(code);
            self.attend_boards(code);
            self.pair_due(code);
            self.end_due(code);
        }
        self.tell_round(code);
        let Some(evening) = self.evenings.get(code) else { return };
        let starts_at = evening.plan.starts_at_ms.map(Timestamp::from_ms);
        let starts_at = starts_at.filter(|_| evening.phase() == Phase::Entry);
        let dues =
            [starts_at, evening.late_at(), evening.pairs_at(), evening.ends_at(), Some(evening.goes_at())];
        // what is due and could not be done waits for something to happen
        let next = dues.into_iter().flatten().filter(|at| *at > now).min();
        self.step.effects.set_timer(Timer::Evening(code), next);
    }

    /// Starts an evening whose time has come, if two can play. Otherwise the organiser starts it.
    fn start_evening(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let is_due = evening.plan.starts_at_ms.is_some_and(|ms| Timestamp::from_ms(ms) <= now);
        if !is_due || evening.start_tried || evening.phase() != Phase::Entry {
            return;
        }
        evening.start_tried = true;
        let seed = self.step.random.lots_seed();
        self.record_by_server(code, Event::Started { seed });
    }

    /// Lets players who have left lose their games, and stops games whose boards have a result by hand.
    fn attend_games(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get(code) else { return };
        let mut given_up = Vec::new();
        let mut stopped = Vec::new();
        for (&id, own) in &evening.boards {
            let Some(game) = own.game else { continue };
            if self.floor.rooms.get(game).is_none_or(|room| room.is_over()) {
                continue;
            }
            let has_result = evening.tournament.state().board(id).is_none_or(|board| board.outcome.is_some());
            let left = chuhe_rules::Color::ALL.into_iter().find(|side| evening.has_left(own.seats[*side]));
            if has_result {
                stopped.push((game, id));
            } else if let Some(side) = left {
                given_up.push((game, side));
            }
        }
        for (game, side) in given_up {
            self.give_up_game(game, side);
        }
        for (game, id) in stopped {
            if let Some(evening) = self.evenings.get_mut(code)
                && let Some(own) = evening.boards.get_mut(&id)
            {
                own.game = None;
                let row = evening.write_board(id);
                self.step.effects.save(row);
            }
            self.stop_evening_game(game);
        }
    }

    /// Begins the games of boards whose players are there, and lets those lose who are not after the late limit.
    fn attend_boards(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get(code) else { return };
        if evening.phase() != Phase::Running {
            return;
        }
        let late_ms = u64::from(evening.plan.late_ms);
        let waiting = evening.boards.iter().filter(|(id, own)| evening.is_waiting(**id, own));
        let waiting = waiting.filter_map(|(&id, own)| {
            let accounts = evening.accounts_of(own.seats)?;
            let has_left = own.seats.map(|player| evening.has_left(player));
            Some((id, accounts, has_left, own.since.plus_ms(late_ms) <= now))
        });
        let waiting: Vec<(BoardId, PerColor<PlayerId>, PerColor<bool>, bool)> = waiting.collect();
        for (board, accounts, has_left, is_late) in waiting {
            let is_ready = accounts.map(|account| self.may_sit_down(account));
            let absent = if has_left.red || has_left.black {
                absent(has_left)
            } else if is_ready.red && is_ready.black {
                if let Err(refusal) = self.begin_evening_game(code, board, accounts) {
                    tracing::warn!(%refusal, "a game of an evening could not begin");
                }
                continue;
            } else if is_late {
                absent(is_ready.map(|ready| !ready))
            } else {
                continue;
            };
            if let Some(absent) = absent {
                self.record_by_server(code, Event::Forfeited { board, absent });
            }
        }
    }

    /// Whether a player is there, and plays no other game.
    fn may_sit_down(&self, player: PlayerId) -> bool {
        self.door.connections.is_awake(player) && !self.lobby.plays(player)
    }

    /// Pairs the next round when its time has come.
    fn pair_due(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        if evening.pairs_at().is_none_or(|at| at > now) {
            return;
        }
        let length = evening.tournament.records().len();
        evening.last_wave = Some(now);
        // nobody waits who did not before
        if evening.stuck_at == Some(length) {
            return;
        }
        match tournaments::next_pairing(&evening.tournament) {
            Ok(proposal) => {
                if let Err(why) = self.pair_evening(code, SERVER, proposal.pairing) {
                    tracing::error!(%why, "the proposed pairing is impossible");
                }
            }
            Err(why) => {
                tracing::debug!(%why, "no further round is paired");
                evening.stuck_at = Some(length);
            }
        }
    }

    /// Records a pairing by the program, and calls its players.
    pub(super) fn pair_evening(
        &mut self,
        code: EveningCode,
        by: u64,
        pairing: Pairing,
    ) -> Result<(), Refusal> {
        self.record_evening(code, by, vec![Event::Paired(pairing)])?;
        self.call_round(code);
        Ok(())
    }

    /// Ends an evening after its last round, once nobody can object any more.
    fn end_due(&mut self, code: EveningCode) {
        let now = self.step.now;
        if self.evenings.get(code).and_then(|it| it.ends_at()).is_some_and(|at| at <= now) {
            self.record_by_server(code, Event::Ended);
        }
    }

    /// Records what happens by itself.
    fn record_by_server(&mut self, code: EveningCode, event: Event) {
        if let Err(why) = self.record_evening(code, SERVER, vec![event]) {
            tracing::info!(%why, "an evening does not go on by itself");
        }
    }

    /// Sets when an evening is looked at again; `None` cancels all its timers.
    pub(super) fn set_evening_timers(&mut self, code: EveningCode, at: Option<Timestamp>) {
        self.step.effects.set_timer(Timer::Evening(code), at);
        if at.is_none() {
            self.step.effects.set_timer(Timer::EveningRound(code), None);
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
