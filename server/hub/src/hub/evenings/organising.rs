//! What only organisers may do.

use super::{impossible, refused};
use crate::accounts::rating::rating;
use crate::actions::Action;
use crate::caller::Caller;
use crate::evenings::Evening;
use crate::evenings::row::KeptPause;
use crate::hub::Hub;
use crate::step::FollowUp;
use chuhe_protocol::{
    EveningCode, EveningCommand, EveningRefusal, PlayerId, Refusal, WoodenEntry, computer_rating, limits,
    text,
};
use chuhe_tournaments::{self as tournaments, BoardId, Entry, Event, Phase};
use std::collections::BTreeMap;

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
        let Caller { connection, player, .. } = caller;
        if !self.evenings.find(code)?.organisers.contains(&player) {
            return Err(refused(EveningRefusal::NotOrganiser));
        }
        if takes_long(&command) {
            self.door.admit(&self.step, connection, Action::Pairing)?;
        }
        if has_words(&command) {
            self.door.check_not_silenced(&self.step, connection, player)?;
        }
        match command {
            EveningCommand::Record(event) => {
                let event = self.by_hand(event)?;
                self.record_evening(code, player.0, vec![event])
            }
            EveningCommand::EnterAll(entries) => self.enter_all(player, code, entries),
            EveningCommand::PairNext => self.pair_next(caller, code),
            EveningCommand::Overrule { board } => self.overrule(code, board),
            EveningCommand::Appoint { player: helper } => self.appoint(caller, code, helper),
            EveningCommand::EnterComputers { count } => self.enter_computers(player, code, count),
            EveningCommand::Cancel => self.cancel_evening(player, code),
            EveningCommand::StepDown => self.step_down(player, code),
            EveningCommand::Pause { board } => {
                let pause = KeptPause { by: player, since: self.step.now };
                let row = self.evenings.find(code)?.begin_pause(board, pause).map_err(refused)?;
                self.settle_pauses(code, row);
                Ok(())
            }
            EveningCommand::Continue { board } => {
                let row = self.evenings.find(code)?.end_pause(board, self.step.now);
                self.settle_pauses(code, row);
                Ok(())
            }
        }
    }

    /// Returns the event as it is recorded.
    ///
    /// # Errors
    /// If it is none that an organiser records, or has texts with invisible characters.
    fn by_hand(&mut self, event: Event) -> Result<Event, Refusal> {
        let is_by_program = matches!(event, Event::Paired(_));
        if is_by_program || event.entry().is_some_and(|entry| entry.account.is_some()) {
            return Err(refused(EveningRefusal::NotByHand));
        }
        if matches!(event, Event::Started { .. }) {
            self.step.lifecycle.check_open()?;
            return Ok(Event::Started { seed: self.step.random.lots_seed() });
        }
        if event.texts().into_iter().any(|line| text::visible(line) != line) {
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
        let objections = evening.boards.get_mut(board).map(|own| &mut own.objections);
        let objections = objections.filter(|all| all.iter().any(|it| it.is_open));
        let objections = objections.ok_or(refused(EveningRefusal::NoObjection))?;
        for objection in objections {
            objection.is_open = false;
            objection.words.clear();
        }
        let row = evening.boards.write(board);
        self.step.effects.save(row);
        self.evenings.touch(code);
        Ok(())
    }

    /// Enters free computer players: all that are found, or none.
    fn enter_computers(&mut self, by: PlayerId, code: EveningCode, count: u8) -> Result<(), Refusal> {
        let found = self.free_computers(code, usize::from(count));
        let evening = self.evenings.find(code)?;
        let (class, phase) = (evening.class(), evening.phase());
        let checks_in = phase == Phase::Entry && evening.plan.regulations.check_in;
        let first_id = evening.tournament.state().players.len().saturating_add(1);
        let mut events = Vec::new();
        for (id, player) in (first_id..).zip(found) {
            let account = self.door.accounts.get(player).ok_or(Refusal::NoSuchPlayer)?;
            let estimated = account.computer_level.and_then(computer_rating);
            let rating = rating(&self.door.accounts, player, class).or(estimated);
            let name = account.name.as_str().to_owned();
            let entry = Entry { name, club: None, rating, account: Some(player.0) };
            match phase {
                Phase::Entry => events.push(Event::Entered(entry)),
                Phase::Running | Phase::Ended => events.push(Event::EnteredLate(entry)),
            }
            if checks_in {
                let id = u16::try_from(id).map_err(|_| impossible(tournaments::Refusal::Full))?;
                events.push(Event::CheckedIn(tournaments::PlayerId(id)));
            }
        }
        if events.is_empty() {
            return Err(refused(EveningRefusal::NoComputers));
        }
        self.record_evening(code, by.0, events)
    }

    /// At most so many connected computer players that are not in this evening and play in no other one. One of each
    /// level comes first, the weakest before the others.
    fn free_computers(&self, code: EveningCode, count: usize) -> Vec<PlayerId> {
        let is_in = |player: PlayerId| {
            self.evenings.of(player).any(|it| it.code == code || it.is_taking_part(player))
        };
        let mut levels: BTreeMap<u8, usize> = BTreeMap::new();
        let mut found = Vec::new();
        for connection in self.door.connections.joined() {
            let Some(player) = self.door.connections.player(connection).filter(|it| !is_in(*it)) else {
                continue;
            };
            let Some(level) = self.door.accounts.get(player).and_then(|it| it.computer_level) else {
                continue;
            };
            let before = levels.entry(level).or_default();
            found.push((*before, level, player));
            *before += 1;
        }
        found.sort_unstable();
        found.into_iter().take(count).map(|(_, _, player)| player).collect()
    }

    /// Removes an evening that has not begun.
    fn cancel_evening(&mut self, player: PlayerId, code: EveningCode) -> Result<(), Refusal> {
        let evening = self.evenings.find(code)?;
        check_planner(evening, player)?;
        match evening.phase() {
            Phase::Entry => {}
            Phase::Running => return Err(impossible(tournaments::Refusal::HasBegun)),
            Phase::Ended => return Err(impossible(tournaments::Refusal::HasEnded)),
        }
        self.close_evening(code);
        Ok(())
    }

    /// Makes a player an organiser too.
    fn appoint(&mut self, caller: Caller, code: EveningCode, helper: PlayerId) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        self.door.check_not_silenced(&self.step, connection, player)?;
        if !self.door.accounts.contains(helper) {
            return Err(Refusal::NoSuchPlayer);
        }
        let is_registered = self.door.accounts.is_registered(helper);
        let evening = self.evenings.find(code)?;
        check_planner(evening, player)?;
        if evening.plan.is_public && !is_registered {
            return Err(refused(EveningRefusal::Guest));
        }
        if evening.organisers.contains(&helper) {
            return Ok(());
        }
        if evening.organisers.len() >= limits::EVENING_ORGANISERS {
            return Err(refused(EveningRefusal::TooManyOrganisers));
        }
        evening.organisers.push(helper);
        self.organisers_changed(code);
        Ok(())
    }

    /// Takes the requester, whom somebody appointed, from the organisers.
    fn step_down(&mut self, player: PlayerId, code: EveningCode) -> Result<(), Refusal> {
        let evening = self.evenings.find(code)?;
        if evening.planner() == Some(player) {
            return Err(refused(EveningRefusal::PlannerStays));
        }
        evening.organisers.retain(|it| *it != player);
        self.organisers_changed(code);
        self.step.follow_up(FollowUp::ScheduleRelease(player));
        Ok(())
    }

    /// Stores and tells who organises an evening.
    fn organisers_changed(&mut self, code: EveningCode) {
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let head = evening.write();
        self.step.effects.save([head]);
        self.evenings.index(code);
        self.evenings.tell_parts(&mut self.step, &self.door, code, true);
        self.evenings.touch(code);
    }
}

/// Whether a command pairs, checks a pairing, computes the whole journal anew, or is told to every table.
const fn takes_long(command: &EveningCommand) -> bool {
    matches!(
        command,
        EveningCommand::PairNext
            | EveningCommand::Pause { .. }
            | EveningCommand::Continue { .. }
            | EveningCommand::Record(
                Event::PairedByHand { .. }
                    | Event::Repaired { .. }
                    | Event::Annulled { .. }
                    | Event::Undone { .. },
            )
    )
}

/// Whether a command has words that others read.
fn has_words(command: &EveningCommand) -> bool {
    match command {
        EveningCommand::EnterAll(_) => true,
        EveningCommand::Record(event) => !event.texts().is_empty(),
        EveningCommand::PairNext
        | EveningCommand::Overrule { .. }
        | EveningCommand::Appoint { .. }
        | EveningCommand::EnterComputers { .. }
        | EveningCommand::Cancel
        | EveningCommand::Pause { .. }
        | EveningCommand::Continue { .. }
        | EveningCommand::StepDown => false,
    }
}

/// Checks that a player has planned the evening.
fn check_planner(evening: &Evening, player: PlayerId) -> Result<(), Refusal> {
    if evening.planner() == Some(player) { Ok(()) } else { Err(refused(EveningRefusal::NotPlanner)) }
}
