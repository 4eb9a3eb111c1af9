//! What those who follow an evening are sent.

use super::Evenings;
use super::row::KeptPause;
use crate::caller::Caller;
use crate::connection_id::ConnectionId;
use crate::door::Door;
use crate::step::Step;
use crate::timers::Timer;
use chuhe_protocol::{
    EveningBoard, EveningCode, EveningMessage, EveningPart, EveningPause, EveningRefusal, EveningRound,
    GameId, OpenedEvening, PlayerId, Refusal, limits,
};
use chuhe_rules::PerColor;
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, BoardId, Phase};

/// The refusal of a request about an evening that there is not.
const UNKNOWN: Refusal = Refusal::Evening(EveningRefusal::Unknown);

impl Evenings {
    /// Lets a connection follow an evening, and sends it everything.
    pub(crate) fn follow_all(
        &mut self,
        step: &mut Step,
        door: &Door,
        caller: Caller,
        code: EveningCode,
    ) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        let evening = self.get(code).ok_or(UNKNOWN)?;
        let part = evening.part(player);
        let records = record_messages(code, 0, evening.tournament.records());
        self.follow(connection, player, code);
        if let Some(opened) = self.opened(door, code, part) {
            step.effects.send(connection, opened);
        }
        for message in records {
            step.effects.send(connection, message);
        }
        if let Some(round) = self.round(step.now, door, code) {
            self.send_round_to(step, code, round, vec![(connection, part)]);
        }
        Ok(())
    }

    /// Sends a connection the games of an evening that gave results.
    pub(crate) fn send_games(
        &self,
        step: &mut Step,
        caller: Caller,
        code: EveningCode,
    ) -> Result<(), Refusal> {
        let evening = self.get(code).ok_or(UNKNOWN)?;
        let all: Vec<(BoardId, GameId)> = evening.games().collect();
        let mut frames: Vec<Vec<(BoardId, GameId)>> =
            all.chunks(limits::EVENING_GAMES_PER_FRAME).map(<[_]>::to_vec).collect();
        let last = frames.pop().unwrap_or_default();
        let frames = frames.into_iter().map(|games| (games, true)).chain([(last, false)]);
        for (games, more) in frames {
            step.effects.send(caller.connection, EveningMessage::Games { code, games, more });
        }
        Ok(())
    }

    /// The player in whose list a game of others is that gave a result, if the requester may read it: a registered one if
    /// there is one, whose list is not erased.
    pub(crate) fn lister_of(&self, door: &Door, caller: Caller, game: GameId) -> Option<PlayerId> {
        let Caller { connection, player, .. } = caller;
        let PerColor { red, black } = self.readable(game, player, connection)?;
        if red == player || black == player {
            return None;
        }
        let is_lasting = door.accounts.is_registered(red) || !door.accounts.is_registered(black);
        Some(if is_lasting { red } else { black })
    }

    /// Sends those who follow everything anew, because earlier records have changed.
    pub(crate) fn tell_all(&mut self, step: &mut Step, door: &Door, code: EveningCode) {
        self.tell_parts(step, door, code, true);
        self.tell_records(step, door, code, 0);
    }

    /// Sends the records from this number on to those who follow, and their parts if these have changed.
    pub(crate) fn tell_records(&mut self, step: &mut Step, door: &Door, code: EveningCode, first: usize) {
        let followers = self.followers_of(code);
        let Some(evening) = self.get(code).filter(|_| !followers.is_empty()) else { return };
        let new = evening.tournament.records().get(first..).unwrap_or_default();
        for message in record_messages(code, first, new) {
            step.effects.broadcast(followers.clone(), message);
        }
        self.tell_parts(step, door, code, false);
    }

    /// Sends followers what the evening is, if their part has changed, or to all of them.
    pub(crate) fn tell_parts(&mut self, step: &mut Step, door: &Door, code: EveningCode, all: bool) {
        for (connection, part) in self.parts_to_tell(code, all) {
            if let Some(opened) = self.opened(door, code, part) {
                step.effects.send(connection, opened);
            }
        }
    }

    /// Sends followers the state of the round, or schedules that: many boards may begin at once.
    pub(crate) fn tell_round(&mut self, step: &mut Step, door: &Door, code: EveningCode) {
        let now = step.now;
        let parts: Vec<(ConnectionId, EveningPart)> = self.parts(code).collect();
        let Some(evening) = self.get_mut(code).filter(|_| !parts.is_empty()) else { return };
        if evening.times.next_round_message > now {
            let at = evening.times.next_round_message;
            step.effects.set_timer(Timer::EveningRound(code), Some(at));
            return;
        }
        evening.times.next_round_message = now.plus_ms(limits::EVENING_ROUND_MS);
        if let Some(round) = self.round(step.now, door, code) {
            self.send_round_to(step, code, round, parts);
        }
    }

    /// Sends the state of the round: encoded once for those who read no objection.
    fn send_round_to(
        &self,
        step: &mut Step,
        code: EveningCode,
        round: EveningRound,
        to: Vec<(ConnectionId, EveningPart)>,
    ) {
        let Some(evening) = self.get(code) else { return };
        let mut others = Vec::new();
        let has_any = evening.boards.open_objections() > 0;
        for (connection, part) in to {
            let objections = if has_any { evening.boards.objections_for(part) } else { Vec::new() };
            if objections.is_empty() {
                others.push(connection);
            } else {
                let round = EveningRound { objections, ..round.clone() };
                step.effects.send(connection, EveningMessage::Round(Box::new(round)));
            }
        }
        step.effects.broadcast(others, EveningMessage::Round(Box::new(round)));
    }

    fn opened(&self, door: &Door, code: EveningCode, part: EveningPart) -> Option<EveningMessage> {
        let evening = self.get(code)?;
        let name = |player: &PlayerId| Some(door.accounts.get(*player)?.name.clone());
        Some(EveningMessage::Opened(Box::new(OpenedEvening {
            code,
            plan: evening.plan.clone(),
            organisers: evening.organisers.iter().filter_map(name).collect(),
            part,
            records: evening.length(),
        })))
    }

    /// What the journal of an evening does not say, without objections.
    fn round(&self, now: Timestamp, door: &Door, code: EveningCode) -> Option<EveningRound> {
        let evening = self.get(code)?;
        let is_here = |account: PlayerId| door.connections.of(account).is_some();
        let mut here: Vec<tournaments::PlayerId> =
            evening.accounts().filter(|(account, _)| is_here(*account)).map(|(_, id)| id).collect();
        here.sort_unstable();
        let last = evening.tournament.state().round_count();
        let left_ms = |at: Timestamp| u32::try_from(at.since(now)).unwrap_or(u32::MAX);
        let shown = evening.boards.iter().filter(|(id, _)| evening.is_arena() || id.round == last);
        let boards = shown.filter_map(|(&board, own)| {
            let here = evening.accounts_of(own.seats)?.map(is_here);
            let runs = evening.runs(board);
            if evening.is_arena() && !runs {
                return None;
            }
            let late_at = own.since.plus_ms(u64::from(evening.plan.late_ms));
            let is_due = evening.is_waiting(board, own) && !evening.stands(own);
            let late_in_ms = is_due.then(|| left_ms(late_at));
            let is_paused = runs && own.pause.is_some();
            Some(EveningBoard { board, game: own.game, here, late_in_ms, is_paused })
        });
        let next_at = match evening.phase() {
            Phase::Entry => evening.plan.starts_at_ms.map(Timestamp::from_ms).filter(|at| *at > now),
            Phase::Running => evening.pairs_at(),
            Phase::Ended => None,
        };
        let pause = evening.pause();
        let next_in_ms = next_at.filter(|_| pause.is_none()).map(left_ms);
        let pause = pause.map(|KeptPause { by, since }| EveningPause {
            by: door.accounts.get(by).map(|account| account.name.clone()),
            for_ms: u32::try_from(now.since(since)).unwrap_or(u32::MAX),
        });
        let (boards, objections) = (boards.collect(), Vec::new());
        Some(EveningRound { code, here, boards, next_in_ms, objections, pause })
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
