//! Setting up, where a game begins with that: what a player sends is a draft,
//! which nobody is told of and which is not kept; confirmed, it is an event. Then
//! the moves and the turns that pass.

use super::Room;
use super::state::Step;
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Formation, PIECES, SetupRefusal, Strength};
use chuhe_rules::{Color, PerColor};

impl Room {
    /// Gives each side that has set up nothing one of these formations. Whatever
    /// was set up, both are drawn: what is drawn by lot afterwards must not tell
    /// of it.
    pub(crate) fn lay_drafts(&mut self, drawn: PerColor<Formation>) {
        let Some(game) = self.state.luzhanqi() else { return };
        let drafts = PerColor::from_fn(|color| game.formation(color).copied().unwrap_or(drawn[color]));
        self.drafts = Some(Box::new(drafts));
    }

    /// Whether the players set up.
    pub(crate) fn is_setting_up(&self) -> bool {
        self.state.is_setting_up()
    }

    /// Takes what `by` has set up.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub(crate) fn set_up(&mut self, by: Color, strengths: [Strength; PIECES]) -> Result<(), Refusal> {
        self.check_setting_up()?;
        if self.has_confirmed(by) {
            return Err(Refusal::Setup(SetupRefusal::AlreadyConfirmed));
        }
        let formation = Formation::new(strengths).map_err(Refusal::Formation)?;
        let drafts = self.drafts.as_mut().ok_or(Refusal::NoFormations)?;
        drafts[by] = formation;
        Ok(())
    }

    /// Confirms what `by` has set up. With the second confirmation play begins.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub(crate) fn confirm_formation(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_setting_up()?;
        if self.has_confirmed(by) {
            return Err(Refusal::Setup(SetupRefusal::AlreadyConfirmed));
        }
        self.confirm(by, now);
        Ok(())
    }

    /// Withdraws the confirmation of `by`.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub(crate) fn withdraw_formation(&mut self, by: Color, now: Timestamp) -> Result<(), Refusal> {
        self.check_setting_up()?;
        if !self.has_confirmed(by) {
            return Err(Refusal::Setup(SetupRefusal::NotConfirmed));
        }
        if !self.may_spend(by) {
            return Err(Refusal::TooManyOffers);
        }
        self.step(now, Step::Withdraw(by));
        Ok(())
    }

    /// Confirms for those who have not, because the time to set up is over.
    pub(super) fn confirm_all(&mut self, now: Timestamp) {
        for by in Color::ALL.into_iter().filter(|&by| !self.has_confirmed(by)).collect::<Vec<_>>() {
            self.confirm(by, now);
        }
    }

    fn confirm(&mut self, by: Color, now: Timestamp) {
        let drafts = self.drafts.as_ref().expect("a room in which players set up has drafts");
        let formation = drafts[by];
        // placed anew each time: whether it was changed is nobody's to know
        self.step(now, Step::Place(by, formation));
        self.step(now, Step::Confirm(by));
        if !self.is_setting_up() {
            self.drafts = None;
        }
    }

    /// When the time to set up is over, if the players do.
    pub(super) fn setup_due(&self) -> Option<Timestamp> {
        self.is_setting_up().then_some(self.state.setup_by)
    }

    /// How long the players may set up yet, if they do, in milliseconds.
    pub(crate) fn setup_left_ms(&self, now: Timestamp) -> Option<u32> {
        let due = self.setup_due()?;
        Some(u32::try_from(due.since(now)).unwrap_or(u32::MAX))
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
