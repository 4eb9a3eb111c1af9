//! What those who follow an evening are sent.

use super::refused;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::hub::Hub;
use crate::timers::Timer;
use chuhe_protocol::{
    EveningBoard, EveningCode, EveningMessage, EveningPart, EveningRefusal, EveningRound, OpenedEvening,
    PlayerId, Refusal, limits,
};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, Phase};

impl Hub {
    /// Lets a connection follow an evening, and sends it everything.
    pub(super) fn follow_evening(&mut self, caller: Caller, code: EveningCode) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        let evening = self.evenings.get(code).ok_or(refused(EveningRefusal::Unknown))?;
        let part = evening.part(player);
        let records = record_messages(code, 0, evening.tournament.records());
        self.evenings.follow(connection, player, code);
        if let Some(opened) = self.opened(code, part) {
            self.step.effects.send(connection, opened);
        }
        for message in records {
            self.step.effects.send(connection, message);
        }
        if let Some(round) = self.round(code) {
            self.send_round_to(code, round, vec![(connection, part)]);
        }
        Ok(())
    }

    /// Sends those who follow everything anew, because earlier records have changed.
    pub(super) fn tell_all(&mut self, code: EveningCode) {
        self.tell_parts(code, true);
        self.tell_records(code, 0);
    }

    /// Sends the records from this number on to those who follow, and their parts if these have changed.
    pub(super) fn tell_records(&mut self, code: EveningCode, first: usize) {
        let followers = self.evenings.followers_of(code);
        let Some(evening) = self.evenings.get(code).filter(|_| !followers.is_empty()) else { return };
        let new = evening.tournament.records().get(first..).unwrap_or_default();
        for message in record_messages(code, first, new) {
            self.step.effects.broadcast(followers.clone(), message);
        }
        self.tell_parts(code, false);
    }

    /// Sends followers what the evening is, if their part has changed, or to all of them.
    pub(super) fn tell_parts(&mut self, code: EveningCode, all: bool) {
        for (connection, part) in self.evenings.parts_to_tell(code, all) {
            if let Some(opened) = self.opened(code, part) {
                self.step.effects.send(connection, opened);
            }
        }
    }

    /// Sends followers the state of the round, or schedules that: many boards may begin at once.
    pub(in crate::hub) fn tell_round(&mut self, code: EveningCode) {
        let now = self.step.now;
        let parts: Vec<(ConnectionId, EveningPart)> = self.evenings.parts(code).collect();
        let Some(evening) = self.evenings.get_mut(code).filter(|_| !parts.is_empty()) else { return };
        if evening.next_round_message > now {
            let at = evening.next_round_message;
            self.step.effects.set_timer(Timer::EveningRound(code), Some(at));
            return;
        }
        evening.next_round_message = now.plus_ms(limits::EVENING_ROUND_MS);
        if let Some(round) = self.round(code) {
            self.send_round_to(code, round, parts);
        }
    }

    /// Sends the state of the round: encoded once for those who read no objection.
    fn send_round_to(
        &mut self,
        code: EveningCode,
        round: EveningRound,
        to: Vec<(ConnectionId, EveningPart)>,
    ) {
        let Some(evening) = self.evenings.get(code) else { return };
        let mut others = Vec::new();
        for (connection, part) in to {
            let objections = evening.objections_for(part);
            if objections.is_empty() {
                others.push(connection);
            } else {
                let round = EveningRound { objections, ..round.clone() };
                self.step.effects.send(connection, EveningMessage::Round(Box::new(round)));
            }
        }
        self.step.effects.broadcast(others, EveningMessage::Round(Box::new(round)));
    }

    fn opened(&self, code: EveningCode, part: EveningPart) -> Option<EveningMessage> {
        let evening = self.evenings.get(code)?;
        let name = |player: &PlayerId| Some(self.door.accounts.get(*player)?.name.clone());
        Some(EveningMessage::Opened(Box::new(OpenedEvening {
            code,
            plan: evening.plan.clone(),
            organisers: evening.organisers.iter().filter_map(name).collect(),
            part,
            records: evening.length(),
        })))
    }

    /// What the journal of an evening does not say, without objections.
    fn round(&self, code: EveningCode) -> Option<EveningRound> {
        let evening = self.evenings.get(code)?;
        let now = self.step.now;
        let is_here = |account: PlayerId| self.door.connections.of(account).is_some();
        let mut here: Vec<tournaments::PlayerId> =
            evening.accounts().filter(|(account, _)| is_here(*account)).map(|(_, id)| id).collect();
        here.sort_unstable();
        let last = evening.tournament.state().round_count();
        let left_ms = |at: Timestamp| u32::try_from(at.since(now)).unwrap_or(u32::MAX);
        let shown = evening.boards.iter().filter(|(id, _)| evening.is_arena() || id.round == last);
        let boards = shown.filter_map(|(&board, own)| {
            let here = evening.accounts_of(own.seats)?.map(is_here);
            let runs = evening.tournament.state().board(board)?.outcome.is_none();
            if evening.is_arena() && !runs {
                return None;
            }
            let late_at = own.since.plus_ms(u64::from(evening.plan.late_ms));
            let late_in_ms = evening.is_waiting(board, own).then(|| left_ms(late_at));
            Some(EveningBoard { board, game: own.game, here, late_in_ms })
        });
        let next_at = match evening.phase() {
            Phase::Entry => evening.plan.starts_at_ms.map(Timestamp::from_ms).filter(|at| *at > now),
            Phase::Running => evening.pairs_at(),
            Phase::Ended => None,
        };
        let next_in_ms = next_at.map(left_ms);
        Some(EveningRound { code, here, boards: boards.collect(), next_in_ms, objections: Vec::new() })
    }
}

/// Records from this number on, in frames.
fn record_messages(code: EveningCode, first: usize, records: &[tournaments::Record]) -> Vec<EveningMessage> {
    let step = limits::EVENING_RECORDS_PER_FRAME;
    let frames = (first..).step_by(step).zip(records.chunks(step));
    let message = |(first, frame): (usize, &[tournaments::Record])| EveningMessage::Records {
        code,
        first: u32::try_from(first).unwrap_or(u32::MAX),
        records: frame.to_vec(),
    };
    frames.map(message).collect()
}
