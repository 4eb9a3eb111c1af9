//! Takebacks, draws and rematches: what [`Offers`](chuhe_rules::offers::Offers)
//! admits, done to the game.

use super::Room;
use chuhe_protocol::{Event, OfferEnd, Refusal};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::{Color, DrawReason, Outcome};

/// What the room leaves to be done after an offer or an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Agreed {
    /// Nothing.
    Nothing,
    /// Both want to play again.
    Rematch,
}

impl Room {
    /// Makes an offer, or accepts the same one of the opponent.
    pub(crate) fn offer(&mut self, by: Color, kind: OfferKind, now: Timestamp) -> Result<Agreed, Refusal> {
        let accepts = match kind {
            OfferKind::Takeback => false,
            OfferKind::Draw | OfferKind::Rematch => self.state.offers.stands(by.opponent(), kind),
        };
        if accepts {
            return self.accept(by.opponent(), kind, now);
        }
        if kind == OfferKind::Rematch && self.is_over() && !self.is_present(by.opponent()) {
            return Err(Refusal::OpponentLeft);
        }
        let state = &self.state;
        state.offers.may_offer(by, kind, state.situation(), now).map_err(Refusal::Offer)?;
        if !self.may_spend(by) {
            return Err(Refusal::TooManyOffers);
        }
        self.record(now, Event::Offered { by, kind });
        Ok(Agreed::Nothing)
    }

    /// Takes an offer of one's own back.
    pub(crate) fn withdraw(&mut self, by: Color, kind: OfferKind, now: Timestamp) -> Result<(), Refusal> {
        if !self.state.offers.stands(by, kind) {
            return Err(Refusal::Offer(OfferRefusal::NoneStanding));
        }
        self.record(now, Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn });
        Ok(())
    }

    /// Accepts or declines the opponent's offer.
    pub(crate) fn answer(
        &mut self,
        by: Color,
        kind: OfferKind,
        accept: bool,
        now: Timestamp,
    ) -> Result<Agreed, Refusal> {
        self.state.offers.may_answer(by, kind).map_err(Refusal::Offer)?;
        let offerer = by.opponent();
        if accept {
            return self.accept(offerer, kind, now);
        }
        self.decline(offerer, kind, now);
        Ok(Agreed::Nothing)
    }

    /// Withdraws the rematch that `color` has offered, if he has.
    pub(super) fn withdraw_rematch(&mut self, color: Color, now: Timestamp) {
        if self.state.offers.stands(color, OfferKind::Rematch) {
            self.withdraw(color, OfferKind::Rematch, now).expect("it stands");
        }
    }

    /// Closes what `leaver` has offered or been offered.
    pub(super) fn close_rematch_of_leaver(&mut self, leaver: Color, now: Timestamp) {
        self.withdraw_rematch(leaver, now);
        if self.state.offers.stands(leaver.opponent(), OfferKind::Rematch) {
            self.decline(leaver.opponent(), OfferKind::Rematch, now);
        }
    }

    fn decline(&mut self, offerer: Color, kind: OfferKind, now: Timestamp) {
        self.record(now, Event::OfferClosed { by: offerer, kind, how: OfferEnd::Declined });
    }

    fn accept(&mut self, offerer: Color, kind: OfferKind, now: Timestamp) -> Result<Agreed, Refusal> {
        match kind {
            OfferKind::Takeback => {
                self.take_back(offerer, now)?;
                Ok(Agreed::Nothing)
            }
            OfferKind::Draw => {
                self.end(Outcome::Drawn(DrawReason::Agreement), now);
                Ok(Agreed::Nothing)
            }
            OfferKind::Rematch => Ok(Agreed::Rematch),
        }
    }

    fn take_back(&mut self, asker: Color, now: Timestamp) -> Result<(), Refusal> {
        let nothing = Refusal::Offer(OfferRefusal::NothingToTakeBack);
        let to_ply = self.state.situation().takeback_ply(asker).ok_or(nothing)?;
        let to_ply = u16::try_from(to_ply).expect("limits::GAME_PLIES fits");
        self.record(now, Event::TakenBack { by: asker, to_ply, clocks: ClockReading::default() });
        Ok(())
    }
}
