//! What only organisers may do.

use super::{impossible, refused};
use crate::caller::Caller;
use crate::hub::Hub;
use chuhe_protocol::{
    EveningCode, EveningCommand, EveningRefusal, PlayerId, Refusal, WoodenEntry, limits, text,
};
use chuhe_tournaments::{self as tournaments, BoardId, Entry, Event, NoPairing, Phase};

impl Hub {
    /// Does what an organiser asks.
    ///
    /// # Errors
    /// If the requester does not organise the evening, or it is impossible.
    pub(super) fn organise(
        &mut self,
        caller: Caller,
        code: EveningCode,
        command: EveningCommand,
    ) -> Result<(), Refusal> {
        let player = caller.player;
        if !self.evenings.find(code)?.organisers.contains(&player) {
            return Err(refused(EveningRefusal::NotOrganiser));
        }
        match command {
            EveningCommand::Record(event) => {
                let event = self.by_hand(event)?;
                self.record_evening(code, player.0, vec![event])
            }
            EveningCommand::EnterAll(entries) => self.enter_all(player, code, entries),
            EveningCommand::PairNext => {
                self.step.lifecycle.check_open()?;
                let proposal = tournaments::next_pairing(&self.evenings.find(code)?.tournament);
                let pairing = proposal.map_err(|why| refused(no_pairing(&why)))?.pairing;
                self.pair_evening(code, player.0, pairing)
            }
            EveningCommand::Overrule { board } => self.overrule(code, board),
            EveningCommand::Appoint { player: helper } => self.appoint(code, helper),
        }
    }

    /// Returns the event as it is recorded.
    ///
    /// # Errors
    /// If it is none that an organiser records, or has texts with invisible characters.
    fn by_hand(&mut self, event: Event) -> Result<Event, Refusal> {
        let entry_texts = |entry: &Entry| vec![entry.name.clone(), entry.club.clone().unwrap_or_default()];
        let texts = match &event {
            Event::Paired(_) => return Err(refused(EveningRefusal::NotByHand)),
            Event::Started { .. } => {
                self.step.lifecycle.check_open()?;
                return Ok(Event::Started { seed: self.step.random.lots_seed() });
            }
            Event::Entered(entry) | Event::EnteredLate(entry) if entry.account.is_some() => {
                return Err(refused(EveningRefusal::NotByHand));
            }
            Event::Entered(entry) | Event::EnteredLate(entry) => entry_texts(entry),
            Event::PairedByHand { why, .. }
            | Event::Repaired { why, .. }
            | Event::Corrected { why, .. }
            | Event::Annulled { why, .. }
            | Event::Conceded { why, .. }
            | Event::Undone { why, .. } => vec![why.clone()],
            Event::CheckedIn(_)
            | Event::Withdrew(_)
            | Event::Returned(_)
            | Event::Excused { .. }
            | Event::Finished { .. }
            | Event::Forfeited { .. }
            | Event::Fouled { .. }
            | Event::Ended => Vec::new(),
        };
        if texts.iter().any(|line| text::visible(line) != *line) {
            return Err(refused(EveningRefusal::Words));
        }
        Ok(event)
    }

    /// Enters players at wooden boards, all or none.
    fn enter_all(
        &mut self,
        by: PlayerId,
        code: EveningCode,
        entries: Vec<WoodenEntry>,
    ) -> Result<(), Refusal> {
        if entries.len() > limits::EVENING_ENTRIES {
            return Err(impossible(tournaments::Refusal::Full));
        }
        let phase = self.evenings.find(code)?.phase();
        let mut events = Vec::with_capacity(entries.len());
        for WoodenEntry { name, club, rating } in entries {
            let entry = Entry { name, club, rating, account: None };
            let event = match phase {
                Phase::Entry => Event::Entered(entry),
                Phase::Running | Phase::Ended => Event::EnteredLate(entry),
            };
            events.push(self.by_hand(event)?);
        }
        if events.is_empty() { Ok(()) } else { self.record_evening(code, by.0, events) }
    }

    /// Confirms a result to which players object.
    fn overrule(&mut self, code: EveningCode, board: BoardId) -> Result<(), Refusal> {
        let evening = self.evenings.find(code)?;
        let objections = evening.boards.get_mut(&board).map(|own| &mut own.objections);
        let objections = objections.filter(|all| all.iter().any(|it| it.is_open));
        let objections = objections.ok_or(refused(EveningRefusal::NoObjection))?;
        for objection in objections {
            objection.is_open = false;
            objection.words.clear();
        }
        let row = evening.write_board(board);
        self.step.effects.save(row);
        self.evenings.touch(code);
        Ok(())
    }

    /// Makes a registered player an organiser too.
    fn appoint(&mut self, code: EveningCode, helper: PlayerId) -> Result<(), Refusal> {
        if !self.door.accounts.contains(helper) {
            return Err(Refusal::NoSuchPlayer);
        }
        if !self.door.accounts.is_registered(helper) {
            return Err(refused(EveningRefusal::Guest));
        }
        let evening = self.evenings.find(code)?;
        if evening.organisers.contains(&helper) {
            return Ok(());
        }
        if evening.organisers.len() >= limits::EVENING_ORGANISERS {
            return Err(refused(EveningRefusal::TooManyOrganisers));
        }
        evening.organisers.push(helper);
        let head = evening.write();
        self.step.effects.save([head]);
        self.tell_parts(code, true);
        self.evenings.touch(code);
        Ok(())
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
