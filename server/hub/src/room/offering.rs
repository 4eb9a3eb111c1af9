//! Takebacks, draws and rematches. [`Offers`](chuhe_rules::offers::Offers) decides when they are
//! allowed; the room carries them out.

use super::{Agreed, Room};
use chuhe_protocol::{Event, OfferEnd, Refusal};
use chuhe_rules::clock::{ClockReading, Timestamp};
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::{Color, DrawReason, Outcome};

impl Room {
    /// Makes an offer, or accepts the opponent's if it is the same.
    ///
    /// # Errors
    /// Why the offer is refused; the room is unchanged.
    pub(crate) fn offer(&mut self, by: Color, kind: OfferKind, now: Timestamp) -> Result<Agreed, Refusal> {
        let accepts = match kind {
            OfferKind::Takeback => false,
            OfferKind::Draw | OfferKind::Rematch => self.state.offers.is_open(by.opponent(), kind),
        };
        if accepts {
            return self.accept(by.opponent(), kind, now);
        }
        if kind == OfferKind::Rematch && self.is_over() && !self.is_present(by.opponent()) {
            return Err(Refusal::OpponentLeft);
        }
        let state = &self.state;
        state.offers.check_offer(by, kind, state.situation(), now).map_err(Refusal::Offer)?;
        if !self.may_spend(by) {
            return Err(Refusal::TooManyOffers);
        }
        self.record_event(now, Event::Offered { by, kind });
        Ok(Agreed::Nothing)
    }

    /// Withdraws an offer of `by`.
    ///
    /// # Errors
    /// If there is no such offer.
    pub(crate) fn withdraw(&mut self, by: Color, kind: OfferKind, now: Timestamp) -> Result<(), Refusal> {
        if !self.state.offers.is_open(by, kind) {
            return Err(Refusal::Offer(OfferRefusal::NoOpenOffer));
        }
        self.record_event(now, Event::OfferClosed { by, kind, how: OfferEnd::Withdrawn });
        Ok(())
    }

    /// Accepts or declines the opponent's offer.
    ///
    /// # Errors
    /// If there is no such offer.
    pub(crate) fn answer(
        &mut self,
        by: Color,
        kind: OfferKind,
        accept: bool,
        now: Timestamp,
    ) -> Result<Agreed, Refusal> {
        self.state.offers.check_answer(by, kind).map_err(Refusal::Offer)?;
        let offerer = by.opponent();
        if accept {
            return self.accept(offerer, kind, now);
        }
        self.decline(offerer, kind, now);
        Ok(Agreed::Nothing)
    }

    /// Whether `by` offers a rematch.
    pub(crate) fn offers_rematch(&self, by: Color) -> bool {
        self.state.offers.is_open(by, OfferKind::Rematch)
    }

    /// Closes every rematch offer by or to `leaver`.
    pub(super) fn close_rematch_of_leaver(&mut self, leaver: Color, now: Timestamp) {
        if self.offers_rematch(leaver) {
            self.withdraw(leaver, OfferKind::Rematch, now).expect("the offer stands");
        }
        if self.offers_rematch(leaver.opponent()) {
            self.decline(leaver.opponent(), OfferKind::Rematch, now);
        }
    }

    fn decline(&mut self, offerer: Color, kind: OfferKind, now: Timestamp) {
        self.record_event(now, Event::OfferClosed { by: offerer, kind, how: OfferEnd::Declined });
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
        self.record_event(now, Event::TakenBack { by: asker, to_ply, clocks: ClockReading::default() });
        self.record_repetition(now);
        // the asker may be away, and not both have moved any more
        self.end_early_absence(now);
        Ok(())
    }
}
