//! How the next round of an evening is paired: the hub's owner searches, and the hub records what it has found.

use super::{SERVER, refused};
use crate::caller::Caller;
use crate::door::Door;
use crate::evenings::Evening;
use crate::evenings::search::Search;
use crate::hub::Hub;
use crate::record::Query;
use crate::step::Step;
use chuhe_protocol::{EveningCode, EveningRefusal, PlayerId, Refusal};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, Event, NoPairing, Tournament};

/// How often a pairing is searched anew because something has happened to the tournament meanwhile: whoever leaves and returns must not
/// hold a round up for ever. After that it is recorded if it is still possible.
const MOST_DISCARDED: u8 = 3;

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
        self.search_pairing(code, false, vec![caller], 0);
        Ok(())
    }

    /// Pairs the next round when its time has come.
    pub(super) fn pair_due(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get(code) else { return };
        if evening.pairs_at().is_some_and(|at| at <= self.step.now) {
            self.search_pairing(code, true, Vec::new(), 0);
        }
    }

    /// Lets the owner search for the pairing of the next round, after so many searches of no use.
    fn search_pairing(&mut self, code: EveningCode, is_due: bool, organisers: Vec<Caller>, discarded: u8) {
        let Some(evening) = self.evenings.get_mut(code) else { return };
        if evening.search.join(is_due, &organisers) {
            return;
        }
        let length = evening.tournament.records().len();
        let id = self.door.queries.next_id();
        evening.search.begin(Search::new(id, length, is_due, organisers, discarded));
        let of = if evening.is_arena() {
            without_absent(&self.door, evening, self.step.now)
        } else {
            evening.tournament.clone()
        };
        self.step.effects.query(id, Query::Pair(Box::new(of)));
    }

    /// Records the pairing that was found, or tells those who want it why there is none.
    pub(super) fn end_search(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let Some(mut search) = evening.search.take_ended() else { return };
        // it is due no more if a pause has begun meanwhile
        let is_due = search.is_due && evening.pairs_at().is_some_and(|at| at <= now);
        if !is_due && search.organisers.is_empty() {
            return;
        }
        if let Err(why) = self.step.lifecycle.check_open() {
            return refuse(&self.door, &mut self.step, &search.organisers, why);
        }
        // those who wait in an arena can still meet after other games have ended
        let is_outdated = !evening.is_arena() && evening.tournament.records().len() != search.length;
        if is_outdated && search.discarded < MOST_DISCARDED {
            return self.search_pairing(code, is_due, search.organisers, search.discarded + 1);
        }
        let by = search.organisers.first().map_or(SERVER, |organiser| organiser.player.0);
        let recorded = match search.pairing() {
            Some(Ok(pairing)) => self.record_evening(code, by, vec![Event::Paired(pairing)]),
            Some(Err(why)) => {
                tracing::debug!(%why, "no further round is paired");
                self.evenings.note_stuck(code, &search, matches!(why, NoPairing::DeadEnd(_)));
                Err(refused(no_pairing(&why)))
            }
            None => {
                tracing::error!("a pairing could not be searched");
                self.evenings.note_stuck(code, &search, true);
                Err(refused(EveningRefusal::NoPairing))
            }
        };
        if is_due
            && let Some(evening) = self.evenings.get_mut(code)
            && evening.is_arena()
        {
            evening.tried_wave(recorded.is_ok(), now);
        }
        if let Err(why) = recorded {
            refuse(&self.door, &mut self.step, &search.organisers, why);
        }
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

/// An arena without those who are not there: they would lose by forfeit again and again.
fn without_absent(door: &Door, evening: &Evening, now: Timestamp) -> Tournament {
    let mut arena = evening.tournament.clone();
    let is_away = |account: PlayerId| !door.connections.is_awake(account);
    let away: Vec<tournaments::PlayerId> = evening
        .accounts()
        .filter(|(account, id)| is_away(*account) && !evening.has_left(*id))
        .map(|(_, id)| id)
        .collect();
    for id in away {
        let record = tournaments::Record { at: now, by: SERVER, event: Event::Withdrew(id) };
        if let Err(why) = arena.record(record) {
            tracing::error!(%why, "a player is in an arena who is away");
        }
    }
    arena
}

/// Tells organisers who are still there why there is no pairing.
fn refuse(door: &Door, step: &mut Step, organisers: &[Caller], why: Refusal) {
    for &Caller { connection, player, request } in organisers {
        if door.connections.player(connection) == Some(player) {
            door.refuse(step, connection, request, Err(why));
        }
    }
}
