//! Offers between the players of one game: takeback (悔棋), draw (求和) and rematch.
//!
//! The server uses [`Offers`] to accept or refuse requests; a client applies the same
//! events to its own copy to enable or disable its buttons. To prevent pestering, only one
//! offer of a kind is open at a time, the wait grows after declined takebacks, and a side
//! may offer a draw once in twenty plies.

use crate::clock::Timestamp;
use crate::{Color, PerColor};
use alloc::vec::Vec;

/// The base wait before the next takeback offer: n² times this after n declined ones.
pub const TAKEBACK_WAIT_MS: u64 = 10_000;
/// The number of declined takebacks after which the wait stops growing.
pub const TAKEBACK_WAIT_REFUSALS: u32 = 10;
/// The minimum number of plies between two draw offers of one side.
pub const DRAW_OFFER_PLIES: usize = 20;
/// The wait after withdrawing a takeback or rematch offer before offering it again.
///
/// It stops players from pestering the opponent by offering and withdrawing repeatedly.
pub const WITHDRAWN_WAIT_MS: u64 = 10_000;
/// The wait after a declined rematch before either side may offer one again.
pub const REMATCH_WAIT_MS: u64 = 60_000;

/// What a player offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OfferKind {
    /// To return to the offering player's last turn (悔棋).
    Takeback,
    /// To end the game as a draw (求和).
    Draw,
    /// To play again with colours swapped.
    Rematch,
}

impl OfferKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Takeback, Self::Draw, Self::Rematch];
}

/// Why an offer, or an answer to one, is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OfferRefusal {
    /// The terms of this game allow no takebacks.
    #[error("this game is played without takebacks")]
    TakebackOff,
    /// The player has no move to take back.
    #[error("you have not moved yet")]
    NothingToTakeBack,
    /// An offer of this kind is already open.
    #[error("such an offer is already open")]
    Pending,
    /// The offer is possible only after a wait.
    #[error("it may be offered again in {wait_ms} ms")]
    TooSoon {
        /// Milliseconds until it may be offered again.
        wait_ms: u64,
    },
    /// A draw may be offered only after both sides have moved.
    #[error("a draw may be offered after both sides have moved")]
    BeforeBothMoved,
    /// A side may offer a draw once in [`DRAW_OFFER_PLIES`] plies.
    #[error("a draw may be offered again in {plies} plies")]
    DrawTooOften {
        /// Plies until it may be offered again.
        plies: u16,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The game is not over yet.
    #[error("the game is not over")]
    GameRunning,
    /// No offer of this kind is open.
    #[error("no such offer is open")]
    NoOpenOffer,
}

/// The state of a game that decides which offers are possible.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// Whether the terms allow takebacks.
    pub takebacks: bool,
    /// Whether the game has ended.
    pub over: bool,
    /// The number of plies played, without those taken back.
    pub ply: usize,
    /// The side that makes the first ply.
    pub first: Color,
}

impl Situation {
    /// The side to move.
    #[must_use]
    pub const fn turn(self) -> Color {
        if self.ply.is_multiple_of(2) { self.first } else { self.first.opponent() }
    }

    /// Whether both sides have made a move that was not taken back.
    #[must_use]
    pub const fn both_moved(self) -> bool {
        self.ply >= 2
    }

    /// The ply to which a takeback offered by `by` returns; `None` if they have not moved.
    ///
    /// It is one ply back on the opponent's turn, two on their own.
    #[must_use]
    pub fn takeback_ply(self, by: Color) -> Option<usize> {
        let back = if self.turn() == by { 2 } else { 1 };
        self.ply.checked_sub(back)
    }
}

/// An offer that a move closed before anyone answered it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lapsed {
    /// Whose offer it was.
    pub by: Color,
    /// What was offered.
    pub kind: OfferKind,
}

/// The open offers of one game, and the limits that past ones impose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    open: PerColor<[bool; 3]>,
    takeback_refusals: PerColor<u32>,
    takeback_not_before: PerColor<Timestamp>,
    draw_offered_at: PerColor<Option<usize>>,
    rematch_not_before: PerColor<Timestamp>,
}

impl Offers {
    /// Whether an offer of `kind` by `by` is open.
    #[must_use]
    pub fn is_open(&self, by: Color, kind: OfferKind) -> bool {
        self.open[by][kind as usize]
    }

    /// Checks whether `by` may make an offer of `kind` now.
    ///
    /// # Errors
    /// The reason for which the offer is refused.
    pub fn check_offer(
        &self,
        by: Color,
        kind: OfferKind,
        situation: Situation,
        now: Timestamp,
    ) -> Result<(), OfferRefusal> {
        match kind {
            OfferKind::Takeback => self.may_offer_takeback(by, situation, now),
            OfferKind::Draw => self.may_offer_draw(by, situation),
            OfferKind::Rematch => self.may_offer_rematch(by, situation, now),
        }
    }

    /// Checks whether `by` may accept or decline an offer of `kind` now.
    ///
    /// # Errors
    /// [`OfferRefusal::NoOpenOffer`] if the opponent has no such offer open.
    pub fn check_answer(&self, by: Color, kind: OfferKind) -> Result<(), OfferRefusal> {
        if self.is_open(by.opponent(), kind) { Ok(()) } else { Err(OfferRefusal::NoOpenOffer) }
    }

    /// Records that `by` made an offer of `kind` at `ply`.
    pub fn record_offer(&mut self, by: Color, kind: OfferKind, ply: usize) {
        self.open[by][kind as usize] = true;
        if kind == OfferKind::Draw {
            self.draw_offered_at[by] = Some(ply);
        }
    }

    /// Records that `by` withdrew their offer of `kind`.
    pub fn record_withdrawal(&mut self, by: Color, kind: OfferKind, now: Timestamp) {
        self.close(by, kind);
        let again = now.plus_ms(WITHDRAWN_WAIT_MS);
        match kind {
            OfferKind::Takeback => self.takeback_not_before[by] = again,
            // DRAW_OFFER_PLIES already limits repeated draw offers
            OfferKind::Draw => {}
            OfferKind::Rematch => self.rematch_not_before[by] = again,
        }
    }

    /// Records that the opponent declined the offer of `kind` by `by`.
    pub fn record_decline(&mut self, by: Color, kind: OfferKind, now: Timestamp) {
        self.close(by, kind);
        match kind {
            OfferKind::Takeback => {
                let refusals = &mut self.takeback_refusals[by];
                *refusals = (*refusals + 1).min(TAKEBACK_WAIT_REFUSALS);
                let wait_ms = TAKEBACK_WAIT_MS * u64::from(*refusals).pow(2);
                self.takeback_not_before[by] = now.plus_ms(wait_ms);
            }
            OfferKind::Draw => {}
            OfferKind::Rematch => self.rematch_not_before = PerColor::splat(now.plus_ms(REMATCH_WAIT_MS)),
        }
    }

    /// Returns the open offers that a move of `by` closes, in a fixed order.
    ///
    /// The move cancels their own takeback offer and declines the opponent's offers. Their own
    /// draw offer stays open.
    #[must_use]
    pub fn lapsing(&self, by: Color) -> Vec<Lapsed> {
        let opponent = by.opponent();
        [(by, OfferKind::Takeback), (opponent, OfferKind::Takeback), (opponent, OfferKind::Draw)]
            .into_iter()
            .filter(|&(whose, kind)| self.is_open(whose, kind))
            .map(|(by, kind)| Lapsed { by, kind })
            .collect()
    }

    /// Records a move of `by`: closes the offers that [`Offers::lapsing`] returns.
    pub fn record_move(&mut self, by: Color, now: Timestamp) {
        for lapsed in self.lapsing(by) {
            if lapsed.by == by {
                self.close(lapsed.by, lapsed.kind);
            } else {
                self.record_decline(lapsed.by, lapsed.kind, now);
            }
        }
    }

    /// Records a takeback to `ply`: closes all offers.
    ///
    /// The plies until the next draw offer then count from `ply` at the latest.
    pub fn record_takeback(&mut self, ply: usize) {
        self.clear();
        self.draw_offered_at = self.draw_offered_at.map(|at| at.map(|at| at.min(ply)));
    }

    /// Closes all offers, for the end of the game.
    pub fn clear(&mut self) {
        self.open = PerColor::default();
    }

    fn close(&mut self, by: Color, kind: OfferKind) {
        self.open[by][kind as usize] = false;
    }

    fn may_offer_takeback(
        &self,
        by: Color,
        situation: Situation,
        now: Timestamp,
    ) -> Result<(), OfferRefusal> {
        if situation.over {
            return Err(OfferRefusal::GameOver);
        }
        if !situation.takebacks {
            return Err(OfferRefusal::TakebackOff);
        }
        if situation.takeback_ply(by).is_none() {
            return Err(OfferRefusal::NothingToTakeBack);
        }
        if Color::ALL.into_iter().any(|color| self.is_open(color, OfferKind::Takeback)) {
            return Err(OfferRefusal::Pending);
        }
        wait_until(self.takeback_not_before[by], now)
    }

    fn may_offer_draw(&self, by: Color, situation: Situation) -> Result<(), OfferRefusal> {
        if situation.over {
            return Err(OfferRefusal::GameOver);
        }
        if !situation.both_moved() {
            return Err(OfferRefusal::BeforeBothMoved);
        }
        if self.is_open(by, OfferKind::Draw) {
            return Err(OfferRefusal::Pending);
        }
        let next = self.draw_offered_at[by].map_or(0, |ply| ply + DRAW_OFFER_PLIES);
        match u16::try_from(next.saturating_sub(situation.ply)) {
            Ok(0) => Ok(()),
            plies => Err(OfferRefusal::DrawTooOften { plies: plies.unwrap_or(u16::MAX) }),
        }
    }

    fn may_offer_rematch(&self, by: Color, situation: Situation, now: Timestamp) -> Result<(), OfferRefusal> {
        if !situation.over {
            return Err(OfferRefusal::GameRunning);
        }
        if self.is_open(by, OfferKind::Rematch) {
            return Err(OfferRefusal::Pending);
        }
        wait_until(self.rematch_not_before[by], now)
    }
}

fn wait_until(not_before: Timestamp, now: Timestamp) -> Result<(), OfferRefusal> {
    match not_before.since(now) {
        0 => Ok(()),
        wait_ms => Err(OfferRefusal::TooSoon { wait_ms }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, Red};
    use OfferKind::{Draw, Rematch, Takeback};

    fn at_ply(ply: usize) -> Situation {
        Situation { takebacks: true, over: false, ply, first: Red }
    }

    const fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    #[test]
    fn a_takeback_returns_to_the_offering_players_last_turn() {
        assert_eq!(at_ply(0).takeback_ply(Red), None);
        assert_eq!(at_ply(1).takeback_ply(Red), Some(0));
        assert_eq!(at_ply(1).takeback_ply(Black), None);
        assert_eq!(at_ply(2).takeback_ply(Red), Some(0));
        assert_eq!(at_ply(2).takeback_ply(Black), Some(1));
        assert_eq!(at_ply(7).takeback_ply(Black), Some(5));
    }

    #[test]
    fn only_one_takeback_is_open_and_the_opponents_move_declines_it() {
        let mut offers = Offers::default();
        assert_eq!(offers.check_offer(Red, Takeback, at_ply(1), at(0)), Ok(()));
        offers.record_offer(Red, Takeback, 1);
        assert_eq!(offers.check_offer(Red, Takeback, at_ply(1), at(0)), Err(OfferRefusal::Pending));
        assert_eq!(offers.lapsing(Black), [Lapsed { by: Red, kind: Takeback }]);
        offers.record_move(Black, at(0));
        assert!(!offers.is_open(Red, Takeback));
        let wait = OfferRefusal::TooSoon { wait_ms: 10_000 };
        assert_eq!(offers.check_offer(Red, Takeback, at_ply(2), at(0)), Err(wait));
    }

    #[test]
    fn the_offering_players_move_cancels_a_takeback_without_a_wait() {
        let mut offers = Offers::default();
        offers.record_offer(Red, Takeback, 2);
        offers.record_move(Red, at(0));
        assert_eq!(offers.check_offer(Red, Takeback, at_ply(3), at(0)), Ok(()));
    }

    #[test]
    fn the_wait_after_declined_takebacks_grows_with_the_square_up_to_ten() {
        let mut offers = Offers::default();
        for n in 1..=12u64 {
            offers.record_offer(Black, Takeback, 2);
            offers.record_decline(Black, Takeback, at(0));
            let wait_ms = 10_000 * n.min(10).pow(2);
            let refusal = OfferRefusal::TooSoon { wait_ms };
            assert_eq!(offers.check_offer(Black, Takeback, at_ply(2), at(0)), Err(refusal));
            assert_eq!(offers.check_offer(Black, Takeback, at_ply(2), at(wait_ms)), Ok(()));
            assert_eq!(offers.check_offer(Red, Takeback, at_ply(2), at(0)), Ok(()));
        }
    }

    #[test]
    fn takebacks_are_refused_when_the_terms_forbid_them() {
        let situation = Situation { takebacks: false, ..at_ply(4) };
        let offers = Offers::default();
        assert_eq!(offers.check_offer(Red, Takeback, situation, at(0)), Err(OfferRefusal::TakebackOff));
    }

    #[test]
    fn draw_offers_need_a_move_of_each_side_and_twenty_plies_in_between() {
        let mut offers = Offers::default();
        assert_eq!(offers.check_offer(Red, Draw, at_ply(1), at(0)), Err(OfferRefusal::BeforeBothMoved));
        assert_eq!(offers.check_offer(Red, Draw, at_ply(2), at(0)), Ok(()));
        offers.record_offer(Red, Draw, 2);
        offers.record_decline(Red, Draw, at(0));
        let too_often = OfferRefusal::DrawTooOften { plies: 1 };
        assert_eq!(offers.check_offer(Red, Draw, at_ply(21), at(0)), Err(too_often));
        assert_eq!(offers.check_offer(Red, Draw, at_ply(22), at(0)), Ok(()));
        assert_eq!(offers.check_offer(Black, Draw, at_ply(3), at(0)), Ok(()));
    }

    #[test]
    fn after_a_takeback_the_plies_to_the_next_draw_offer_count_from_its_ply() {
        let mut offers = Offers::default();
        offers.record_offer(Red, Draw, 30);
        offers.record_takeback(12);
        assert!(!offers.is_open(Red, Draw));
        let too_often = OfferRefusal::DrawTooOften { plies: 1 };
        assert_eq!(offers.check_offer(Red, Draw, at_ply(31), at(0)), Err(too_often));
        assert_eq!(offers.check_offer(Red, Draw, at_ply(32), at(0)), Ok(()));
    }

    #[test]
    fn a_draw_offer_lapses_when_the_opponent_moves() {
        let mut offers = Offers::default();
        offers.record_offer(Red, Draw, 2);
        offers.record_move(Red, at(0));
        assert!(offers.is_open(Red, Draw));
        offers.record_move(Black, at(0));
        assert!(!offers.is_open(Red, Draw));
    }

    #[test]
    fn a_declined_rematch_blocks_both_sides_for_a_minute() {
        let over = Situation { over: true, ..at_ply(9) };
        let mut offers = Offers::default();
        assert_eq!(offers.check_offer(Red, Rematch, at_ply(9), at(0)), Err(OfferRefusal::GameRunning));
        offers.record_offer(Red, Rematch, 9);
        assert_eq!(offers.check_answer(Black, Rematch), Ok(()));
        offers.record_decline(Red, Rematch, at(0));
        for color in Color::ALL {
            let wait = OfferRefusal::TooSoon { wait_ms: 60_000 };
            assert_eq!(offers.check_offer(color, Rematch, over, at(0)), Err(wait));
            assert_eq!(offers.check_offer(color, Rematch, over, at(60_000)), Ok(()));
        }
    }

    #[test]
    fn a_withdrawn_offer_blocks_only_the_player_who_made_it() {
        let over = Situation { over: true, ..at_ply(9) };
        for (kind, situation) in [(Takeback, at_ply(9)), (Rematch, over)] {
            let mut offers = Offers::default();
            offers.record_offer(Red, kind, 9);
            offers.record_withdrawal(Red, kind, at(0));
            let wait = OfferRefusal::TooSoon { wait_ms: WITHDRAWN_WAIT_MS };
            assert_eq!(offers.check_offer(Red, kind, situation, at(0)), Err(wait));
            assert_eq!(offers.check_offer(Red, kind, situation, at(WITHDRAWN_WAIT_MS)), Ok(()));
            assert_eq!(offers.check_offer(Black, kind, situation, at(0)), Ok(()));
        }
    }

    #[test]
    fn only_the_opponent_may_answer_an_open_offer() {
        let mut offers = Offers::default();
        assert_eq!(offers.check_answer(Black, Draw), Err(OfferRefusal::NoOpenOffer));
        offers.record_offer(Red, Draw, 2);
        assert_eq!(offers.check_answer(Red, Draw), Err(OfferRefusal::NoOpenOffer));
        assert_eq!(offers.check_answer(Black, Draw), Ok(()));
    }
}
