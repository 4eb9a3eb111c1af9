//! Evenings: what players ask, and what comes to pass without them.
//!
//! The steps that concern rooms, presence and accounts are here; the evenings themselves are in `evenings.rs` of the crate.

mod attending;
mod organising;
mod pairing;
mod pausing;
mod playing;
mod restoring;

use super::Hub;
use crate::accounts::rating::rating;
use crate::actions::Action;
use crate::caller::Caller;
use crate::evenings::Changes;
use crate::evenings::row::{EveningRow, KeptObjection};
use crate::step::FollowUp;
use crate::timers::Timer;
use chuhe_protocol::{
    EveningCode, EveningMessage, EveningPlan, EveningRefusal, EveningRequest, PlanRefusal, PlayerId, Refusal,
    limits, text,
};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{self as tournaments, BoardId, Entry, Event, Phase};

/// Who records what happens by itself.
const SERVER: u64 = 0;

/// The refusal of a request about an evening.
const fn refused(why: EveningRefusal) -> Refusal {
    Refusal::Evening(why)
}

/// The refusal of an event.
const fn impossible(why: tournaments::Refusal) -> Refusal {
    refused(EveningRefusal::Event(why))
}

impl Hub {
    /// Serves a request about evenings.
    ///
    /// # Errors
    /// If the request is refused.
    pub(super) fn evening_request(&mut self, caller: Caller, request: EveningRequest) -> Result<(), Refusal> {
        use EveningRequest as R;
        let (connection, player) = (caller.connection, caller.player);
        let action = match &request {
            R::List | R::Games { .. } => Some(Action::Query),
            R::Follow { .. } => Some(Action::Journal),
            R::Plan(_) | R::Enter { .. } | R::Object { .. } => Some(Action::Challenge),
            R::CheckIn { .. } | R::Withdraw { .. } | R::Return { .. } => Some(Action::Preference),
            // an organiser types in the results of many boards at once
            R::Unfollow | R::Organise { .. } => None,
        };
        if let Some(action) = action {
            self.door.admit(&self.step, connection, action)?;
        }
        match request {
            R::Plan(plan) => self.plan_evening(caller, *plan),
            R::List => {
                let evenings = self.evenings.list(player);
                self.step.effects.send(connection, EveningMessage::List { evenings });
                Ok(())
            }
            R::Follow { code } => self.evenings.follow_all(&mut self.step, &self.door, caller, code),
            R::Unfollow => {
                self.evenings.unfollow(connection);
                Ok(())
            }
            R::Enter { code, club } => self.enter_evening(caller, code, club),
            R::CheckIn { code } => self.record_own(caller, code, Event::CheckedIn),
            R::Withdraw { code } => self.record_own(caller, code, Event::Withdrew),
            R::Return { code } => {
                self.evenings.find(code)?.check_comes_back(player)?;
                self.record_own(caller, code, Event::Returned)
            }
            R::Object { code, board, words } => self.object(caller, code, board, &words),
            R::Organise { code, command } => self.organise(caller, code, command),
            R::Games { code } => self.evenings.send_games(&mut self.step, caller, code),
        }
    }

    /// Plans an evening, with the requester as its organiser.
    fn plan_evening(&mut self, caller: Caller, plan: EveningPlan) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        self.step.lifecycle.check_open()?;
        if plan.is_public && !self.door.accounts.is_registered(player) {
            return Err(refused(EveningRefusal::Guest));
        }
        // others read its title
        self.door.check_not_silenced(&self.step, connection, player)?;
        let unusable = |why| refused(EveningRefusal::Plan(why));
        let terms = plan.check().map_err(unusable)?;
        let now = self.step.now;
        let latest = now.plus_ms(limits::EVENING_AHEAD_MS);
        let is_ahead = |ms| (now..=latest).contains(&Timestamp::from_ms(ms));
        if !plan.starts_at_ms.is_none_or(is_ahead) {
            return Err(unusable(PlanRefusal::Start));
        }
        if let Some(oldest) = self.evenings.check_room(player, now)? {
            self.close_evening(oldest);
        }
        let code = self.step.random.invitation_code();
        let row = EveningRow { code, plan, organisers: vec![player], planned_at: now, pause: None };
        let added = self.evenings.add(row, terms, now);
        let number = added.map_err(|why| unusable(PlanRefusal::Regulations(why)))?;
        let head = self.evenings.find(code)?.write();
        tracing::info!(evening = number, %player, "an evening is planned");
        self.step.effects.save([head]);
        self.step.effects.send(connection, EveningMessage::Planned { code });
        Ok(())
    }

    /// Enters the requester, before the start or late.
    fn enter_evening(
        &mut self,
        caller: Caller,
        code: EveningCode,
        club: Option<String>,
    ) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        let club = club.map(|club| text::visible(&club).trim().to_owned()).filter(|club| !club.is_empty());
        if club.is_some() {
            // everyone reads it
            self.door.check_not_silenced(&self.step, connection, player)?;
        }
        let account = self.door.accounts.get(player).ok_or(Refusal::NoSuchPlayer)?;
        let name = account.name.as_str().to_owned();
        let evening = self.evenings.find(code)?;
        // who withdrew before the start may enter again
        evening.check_comes_back(player)?;
        evening.check_own_records(player).map_err(impossible)?;
        let rating = rating(&self.door.accounts, player, evening.class());
        let entry = Entry { name, club, rating, account: Some(player.0) };
        let event = match evening.phase() {
            Phase::Entry => Event::Entered(entry),
            Phase::Running | Phase::Ended => Event::EnteredLate(entry),
        };
        self.record_evening(code, player.0, vec![event])
    }

    /// Records what the requester does as a player.
    fn record_own(
        &mut self,
        caller: Caller,
        code: EveningCode,
        event: impl Fn(tournaments::PlayerId) -> Event,
    ) -> Result<(), Refusal> {
        let evening = self.evenings.find(code)?;
        let id = evening.player(caller.player).ok_or(refused(EveningRefusal::NotEntered))?;
        evening.check_own_records(caller.player).map_err(impossible)?;
        self.record_evening(code, caller.player.0, vec![event(id)])
    }

    /// Notes that the requester objects to the result of a game of theirs.
    fn object(
        &mut self,
        caller: Caller,
        code: EveningCode,
        board: BoardId,
        words: &str,
    ) -> Result<(), Refusal> {
        let Caller { connection, player, .. } = caller;
        self.door.check_not_silenced(&self.step, connection, player)?;
        let now = self.step.now;
        let evening = self.evenings.find(code)?;
        let id = evening.player(player).ok_or(refused(EveningRefusal::NotEntered))?;
        let words = text::visible(words).trim().to_owned();
        if words.is_empty() || words.chars().count() > limits::OBJECTION_CHARS {
            return Err(refused(EveningRefusal::Words));
        }
        let impossible = refused(EveningRefusal::NoObjection);
        let paired = evening.tournament.state().board(board).ok_or(impossible)?;
        let seats = paired.seats;
        let is_theirs = seats.red == id || seats.black == id;
        let ended_at = paired.ended_at.filter(|_| paired.outcome.is_some()).ok_or(impossible)?;
        let is_late = now.since(ended_at) > limits::OBJECTION_MS || evening.phase() == Phase::Ended;
        if !is_theirs || is_late || evening.boards.open_objections() >= limits::OBJECTIONS {
            return Err(impossible);
        }
        let own = evening.boards.get_or_add(board, seats, now);
        if own.objections.iter().any(|it| it.player == id) {
            return Err(impossible);
        }
        own.objections.push(KeptObjection { player: id, account: player, words, is_open: true });
        let row = evening.boards.write(board);
        self.step.effects.save(row);
        self.evenings.touch(code);
        Ok(())
    }

    /// Records events, all or none: stores them, and tells those who follow.
    ///
    /// # Errors
    /// Why one of them is impossible; nothing has changed then.
    fn record_evening(&mut self, code: EveningCode, by: u64, events: Vec<Event>) -> Result<(), Refusal> {
        let now = self.step.now;
        let mut changes = self.evenings.find(code)?.append(by, events, now).map_err(impossible)?;
        self.step.effects.save(std::mem::take(&mut changes.rows));
        self.follow_up_records(code, changes);
        Ok(())
    }

    /// Does what follows from records that are stored.
    fn follow_up_records(&mut self, code: EveningCode, changes: Changes) {
        let Changes { rows: _, first, last_rows, stopped, bye } = changes;
        self.evenings.touch(code);
        let Some(evening) = self.evenings.get(code) else { return };
        let new = evening.tournament.records().get(first..).unwrap_or_default();
        let has = |wanted: fn(&Event) -> bool| new.iter().any(|record| wanted(&record.event));
        let has_undone = has(|event| matches!(event, Event::Undone { .. }));
        let may_enter = has_undone || has(|event| event.entry().is_some());
        let may_release = has_undone
            || has(|event| matches!(event, Event::Ended | Event::Withdrew(_) | Event::Returned(_)));
        if may_release {
            for account in evening.concerned() {
                self.step.follow_up(FollowUp::ScheduleRelease(account));
            }
        }
        if may_enter {
            self.evenings.index(code);
        }
        if has_undone {
            self.replay(code);
        }
        let (decided, decided_rows) = self.take_decided(code);
        // what is still stored of their boards lets a restart end them too
        for game in stopped.into_iter().chain(decided) {
            self.stop_evening_game(game);
        }
        self.step.effects.save(last_rows.into_iter().chain(decided_rows));
        self.evenings.tell_records(&mut self.step, &self.door, code, first);
        if let Some(player) = bye {
            self.call_bye(code, player);
        }
    }

    /// Until when the name of a guest is held for an evening. A registered name needs no holding.
    pub(super) fn evening_holds_until(&self, player: PlayerId) -> Option<Timestamp> {
        self.evenings.holds_until(player).filter(|_| !self.door.accounts.is_registered(player))
    }

    /// Removes an evening with everything that is stored of it, at most as many rows as its journal holds. Its games go on
    /// as others do.
    pub(super) fn close_evening(&mut self, code: EveningCode) {
        let Some((evening, followers)) = self.evenings.remove(code) else { return };
        tracing::info!(evening = evening.number, "the evening is closed");
        self.free_games();
        self.step.effects.save(evening.erase());
        self.step.effects.set_timer(Timer::Evening(code), None);
        self.step.effects.set_timer(Timer::EveningRound(code), None);
        for account in evening.concerned() {
            self.step.follow_up(FollowUp::ScheduleRelease(account));
        }
        self.step.effects.broadcast(followers, EveningMessage::Closed { code });
    }
}
