//! The set-up of games that begin with one.
//!
//! A formation that a player sends is a draft: it is neither stored nor sent to anyone. It
//! becomes an event when the player confirms it. A random draft takes its place only when the time
//! to set up runs out.

use super::{Draft, Room};
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Formation, PIECES, SetupRefusal, Strength};
use chuhe_rules::{Color, PerColor};

impl Room {
    /// Sets a random draft for each side that has not placed a formation. The caller draws both
    /// formations in any case, so that later random numbers do not depend on hidden ones.
    pub(crate) fn set_random_drafts(&mut self, drawn: PerColor<Formation>) {
        let Some(game) = self.state.luzhanqi() else { return };
        let drafts = PerColor::from_fn(|color| {
            let placed = game.formation(color).copied();
            Draft { formation: placed.unwrap_or(drawn[color]), is_placed: placed.is_some() }
        });
        self.drafts = Some(Box::new(drafts));
    }

    /// Whether the players are setting up.
    pub(crate) fn is_setting_up(&self) -> bool {
        self.state.is_setting_up()
    }

    /// Replaces the draft of `by`.
    ///
    /// # Errors
    /// Why it is refused; the room is unchanged.
    pub(crate) fn set_up(&mut self, by: Color, strengths: [Strength; PIECES]) -> Result<(), Refusal> {
        self.check_setting_up()?;
        if self.has_confirmed(by) {
            return Err(Refusal::Setup(SetupRefusal::AlreadyConfirmed));
        }
        let formation = Formation::new(strengths).map_err(Refusal::Formation)?;
        let drafts = self.drafts.as_mut().ok_or(Refusal::NoFormations)?;
        drafts[by] = Draft { formation, is_placed: true };
        Ok(())
    }

    /// Confirms the draft of `by`. Play begins with the second confirmation.
    ///
    /// # Errors
    /// Why it is refused; the room is unchanged.
    pub(crate) fn confirm_formation(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_setting_up()?;
        if self.has_confirmed(by) {
            return Err(Refusal::Setup(SetupRefusal::AlreadyConfirmed));
        }
        if !self.drafts.as_ref().is_some_and(|drafts| drafts[by].is_placed) {
            return Err(Refusal::Setup(SetupRefusal::NothingPlaced));
        }
        self.confirm(by, now);
        Ok(())
    }

    /// Withdraws the confirmation of `by`.
    ///
    /// # Errors
    /// Why it is refused; the room is unchanged.
    pub(crate) fn withdraw_formation(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_setting_up()?;
        if !self.has_confirmed(by) {
            return Err(Refusal::Setup(SetupRefusal::NotConfirmed));
        }
        if !self.may_spend(by) {
            return Err(Refusal::TooManyOffers);
        }
        self.record(now, |state, at| state.set_up(at, |game| game.withdraw(by)));
        Ok(())
    }

    /// Confirms the drafts of both sides because the time to set up is over.
    pub(super) fn confirm_all(&mut self, now: Timestamp) {
        for by in Color::ALL.into_iter().filter(|&by| !self.has_confirmed(by)).collect::<Vec<_>>() {
            self.confirm(by, now);
        }
    }

    fn confirm(&mut self, by: Color, now: Timestamp) {
        let drafts = self.drafts.as_ref().expect("a room has drafts while the players set up");
        let formation = drafts[by].formation;
        // placed again each time, so that events do not show whether the draft has changed
        self.record(now, |state, at| state.set_up(at, |game| game.place(by, formation)));
        self.record(now, |state, at| state.set_up(at, |game| game.confirm(by)));
        if !self.is_setting_up() {
            self.drafts = None;
        }
    }

    /// When the time to set up is over, if the players are setting up.
    pub(super) fn setup_due(&self) -> Option<Timestamp> {
        self.is_setting_up().then_some(self.state.setup_by)
    }

    /// How many milliseconds remain to set up, if the players are setting up.
    pub(crate) fn setup_left_ms(&self, now: Timestamp) -> Option<u32> {
        let due = self.setup_due()?;
        Some(u32::try_from(due.since(self.state.shown_at(now))).unwrap_or(u32::MAX))
    }

    fn has_confirmed(&self, by: Color) -> bool {
        self.state.luzhanqi().is_some_and(|game| game.has_confirmed(by))
    }

    fn check_setting_up(&self) -> Result<(), Refusal> {
        if self.state.luzhanqi().is_none() {
            return Err(Refusal::NoFormations);
        }
        self.check_running()?;
        if self.is_setting_up() { Ok(()) } else { Err(Refusal::Setup(SetupRefusal::AlreadyBegun)) }
    }
}
