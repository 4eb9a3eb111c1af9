//! How the next round of an evening is paired: the hub's owner searches, and the hub records what it has found.

use super::{SERVER, refused};
use crate::caller::Caller;
use crate::evenings::Evening;
use crate::evenings::search::{Found, Wanted};
use crate::hub::Hub;
use crate::record::{Answer, Query, QueryId};
use chuhe_protocol::{EveningCode, EveningRefusal, PlayerId, Refusal};
use chuhe_tournaments::{self as tournaments, Event, NoPairing, Tournament};

impl Hub {
    /// Pairs the next round for an organiser.
    ///
    /// # Errors
    /// If it is known that there is none, or no games begin any more. Other refusals come with the result.
    pub(super) fn pair_next(&mut self, caller: Caller, code: EveningCode) -> Result<(), Refusal> {
        self.step.lifecycle.check_open()?;
        let evening = self.evenings.find(code)?;
        // it would take as long as before to find none
        if !evening.is_arena() && evening.search.stuck_at == Some(evening.tournament.records().len()) {
            return Err(refused(EveningRefusal::NoPairing));
        }
        self.search_pairing(code, false, vec![caller]);
        Ok(())
    }

    /// Pairs the next round when its time has come.
    pub(super) fn pair_due(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get(code) else { return };
        if evening.pairs_at().is_some_and(|at| at <= self.step.now) {
            self.search_pairing(code, true, Vec::new());
        }
    }

    /// Lets the owner search for the pairing of the next round.
    fn search_pairing(&mut self, code: EveningCode, is_due: bool, organisers: Vec<Caller>) {
        let Some(evening) = self.evenings.get_mut(code) else { return };
        if evening.search.join(is_due, &organisers) {
            return;
        }
        let length = evening.tournament.records().len();
        let id = self.door.queries.next_id();
        evening.search.begin(id, Wanted { length, is_due, organisers });
        let Some(evening) = self.evenings.get(code) else { return };
        let of = if evening.is_arena() { self.without_absent(evening) } else { evening.tournament.clone() };
        self.step.effects.query(id, Query::Pair(Box::new(of)));
    }

    /// Takes the answer to a search. Returns it if it belongs to none.
    pub(in crate::hub) fn pairing_found(&mut self, id: QueryId, answer: Answer) -> Option<Answer> {
        match answer {
            Answer::Paired(_) | Answer::Failed => {}
            Answer::Games { .. }
            | Answer::Found { .. }
            | Answer::Entries { .. }
            | Answer::Examined(_)
            | Answer::NotExamined
            | Answer::Hashed(_)
            | Answer::Verified(_)
            | Answer::Accounts(_) => return Some(answer),
        }
        let Some(evening) = self.evenings.searching(id) else { return Some(answer) };
        evening.search.answer(answer);
        let code = evening.code;
        self.evenings.touch(code);
        None
    }

    /// Records the pairing that was found, or tells those who want it why there is none.
    pub(super) fn end_search(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let Some(Found { wanted, pairing }) = evening.search.take_found() else { return };
        let is_outdated = evening.tournament.records().len() != wanted.length;
        if is_outdated && !wanted.organisers.is_empty() && self.step.lifecycle.is_open() {
            // what is due is looked at anyway
            return self.search_pairing(code, false, wanted.organisers);
        }
        if is_outdated {
            return;
        }
        let by = wanted.organisers.first().map_or(SERVER, |organiser| organiser.player.0);
        let recorded = match pairing {
            Some(Ok(pairing)) => self
                .step
                .lifecycle
                .check_open()
                .and_then(|()| self.record_evening(code, by, vec![Event::Paired(pairing)])),
            Some(Err(why)) => {
                tracing::debug!(%why, "no further round is paired");
                self.note_stuck(code, &wanted, matches!(why, NoPairing::DeadEnd(_)));
                Err(refused(no_pairing(&why)))
            }
            None => {
                tracing::error!("a pairing could not be searched");
                self.note_stuck(code, &wanted, true);
                Err(refused(EveningRefusal::NoPairing))
            }
        };
        if wanted.is_due
            && let Some(evening) = self.evenings.get_mut(code)
            && evening.is_arena()
        {
            evening.tried_wave(recorded.is_ok(), self.step.now);
        }
        if let Err(why) = recorded {
            self.refuse_pairing(&wanted.organisers, why);
        }
    }

    /// Notes that nothing can be paired until something happens, if that is sure or the server would try again at once.
    fn note_stuck(&mut self, code: EveningCode, wanted: &Wanted, is_sure: bool) {
        let Some(evening) = self.evenings.get_mut(code) else { return };
        if is_sure || wanted.is_due && !evening.is_arena() {
            evening.search.stuck_at = Some(wanted.length);
        }
    }

    /// Tells organisers who are still there why there is no pairing.
    fn refuse_pairing(&mut self, organisers: &[Caller], why: Refusal) {
        for &Caller { connection, player, request } in organisers {
            if self.door.connections.player(connection) == Some(player) {
                self.door.refuse(&mut self.step, connection, request, Err(why));
            }
        }
    }

    /// An arena without those who are not there: they would lose by forfeit again and again.
    fn without_absent(&self, evening: &Evening) -> Tournament {
        let mut arena = evening.tournament.clone();
        let is_away = |account: PlayerId| !self.door.connections.is_awake(account);
        let away: Vec<tournaments::PlayerId> = evening
            .accounts()
            .filter(|(account, id)| is_away(*account) && !evening.has_left(*id))
            .map(|(_, id)| id)
            .collect();
        for id in away {
            let record = tournaments::Record { at: self.step.now, by: SERVER, event: Event::Withdrew(id) };
            if let Err(why) = arena.record(record) {
                tracing::error!(%why, "a player is in an arena who is away");
            }
        }
        arena
    }
}

/// What the requester is told if there is no pairing.
fn no_pairing(why: &NoPairing) -> EveningRefusal {
    match why {
        NoPairing::NotNow(refusal) => EveningRefusal::Event(*refusal),
        NoPairing::TooFewPlayers { .. }
        | NoPairing::Decided
        | NoPairing::WaitForOthers
        | NoPairing::DeadEnd(_) => EveningRefusal::NoPairing,
    }
}
