//! Decides what the user may do at the table now, and why not otherwise. The buttons depend on it.
//!
//! It applies the server's rules to the client's state, so that the server refuses the request of an
//! enabled button only if that state is out of date.

use super::game_state::GameState;
use super::giving_up::GivingUp;
use crate::notices::denied::Denied;
use chuhe_protocol::{EveningRefusal, Refusal};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::SetupRefusal;
use chuhe_rules::offers::{OfferKind, OfferRefusal};

/// `Ok` if the user may do something now; the error says why not.
pub type Permit = Result<(), Denied>;

/// Whether the server takes requests about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Service {
    Serving,
    Paused,
    /// An organiser of a tournament has paused the game.
    Halted,
    Offline,
    /// The server no longer has the game.
    Gone,
}

/// What the user may do now. Spectators and readers may only chat and leave.
#[derive(Clone, Copy, Debug)]
pub struct Permits<'a> {
    /// The game.
    pub game: &'a GameState,
    /// What the server offers.
    pub(crate) service: Service,
    /// The time.
    pub now: Timestamp,
}

impl Permits<'_> {
    /// Whether the user may make this offer.
    ///
    /// # Errors
    /// Why not.
    pub fn offer(&self, kind: OfferKind) -> Permit {
        let me = self.side()?;
        if kind == OfferKind::Rematch && self.game.is_over() && self.game.has_left(me.opponent()) {
            return Err(Denied::Refused(Refusal::OpponentLeft));
        }
        let situation = self.game.situation();
        let admitted = self.game.offers().check_offer(me, kind, situation, self.now);
        admitted.map_err(offer_refused)
    }

    /// Whether the user may answer this offer of the opponent.
    ///
    /// # Errors
    /// Why not.
    pub fn answer(&self, kind: OfferKind) -> Permit {
        let me = self.side()?;
        self.game.offers().check_answer(me, kind).map_err(offer_refused)
    }

    /// Whether the user may withdraw this offer.
    ///
    /// # Errors
    /// Why not.
    pub fn withdraw(&self, kind: OfferKind) -> Permit {
        let me = self.side()?;
        if self.game.offers().is_open(me, kind) {
            Ok(())
        } else {
            Err(offer_refused(OfferRefusal::NoOpenOffer))
        }
    }

    /// How the user can end the game now: by aborting or by resigning.
    #[must_use]
    pub fn giving_up(&self) -> GivingUp {
        self.game.giving_up()
    }

    /// Whether the user may abort the game or resign.
    ///
    /// # Errors
    /// Why not.
    pub fn give_up(&self) -> Permit {
        self.play()?;
        match (self.giving_up(), self.game.play().steps_until_resignation()) {
            (GivingUp::Resign, steps @ 1..) => Err(Denied::ResignLater { steps }),
            (GivingUp::Resign | GivingUp::Abort, _) => Ok(()),
        }
    }

    /// Whether the user may act in the game: they play in it, and it is not over.
    ///
    /// # Errors
    /// Why not.
    pub fn play(&self) -> Permit {
        self.side()?;
        if self.game.is_over() { Err(Denied::Refused(Refusal::GameOver)) } else { Ok(()) }
    }

    /// Whether the user may change their formation.
    ///
    /// # Errors
    /// Why not.
    pub fn arrange(&self) -> Permit {
        // the server takes drafts during a pause of an organiser too
        let service = if self.service == Service::Halted { Service::Serving } else { self.service };
        Permits { service, ..*self }.set_up(false, SetupRefusal::AlreadyConfirmed)
    }

    /// Whether the user may confirm their formation.
    ///
    /// # Errors
    /// Why not.
    pub fn confirm_formation(&self) -> Permit {
        self.play()?;
        self.arrange()?;
        let nothing = Denied::Refused(Refusal::Setup(SetupRefusal::NothingPlaced));
        self.game.play.draft().map(|_| ()).ok_or(nothing)
    }

    /// Whether the user may withdraw the confirmation of their formation.
    ///
    /// # Errors
    /// Why not.
    pub fn withdraw_formation(&self) -> Permit {
        self.set_up(true, SetupRefusal::NotConfirmed)
    }

    /// Whether the user is setting up, with the formation confirmed or not as in `confirmed`.
    fn set_up(&self, confirmed: bool, otherwise: SetupRefusal) -> Permit {
        self.play()?;
        let me = self.side()?;
        let history = self.game.luzhanqi().ok_or(Denied::Refused(Refusal::NoFormations))?;
        let refused = |why| Err(Denied::Refused(Refusal::Setup(why)));
        match history.view().has_confirmed(me) {
            _ if history.has_begun() => refused(SetupRefusal::AlreadyBegun),
            has if has != confirmed => refused(otherwise),
            true | false => Ok(()),
        }
    }

    /// Whether the user may claim the game because the opponent is away.
    ///
    /// # Errors
    /// Why not.
    pub fn claim(&self) -> Permit {
        self.play()?;
        let me = self.side()?;
        let claimable_at = self.game.claimable_at(me.opponent());
        let claimable_at = claimable_at.ok_or(Denied::Refused(Refusal::OpponentNotAway))?;
        if !self.game.situation().both_moved() {
            return Err(Denied::Refused(Refusal::NothingToClaim));
        }
        match claimable_at.since(self.now) {
            0 => Ok(()),
            wait_ms => Err(Denied::Refused(Refusal::ClaimTooSoon { wait_ms })),
        }
    }

    /// Whether the user may go back to the lobby.
    ///
    /// # Errors
    /// Why not.
    pub fn leave(&self) -> Permit {
        match self.service {
            Service::Gone => Ok(()),
            Service::Serving | Service::Paused | Service::Halted | Service::Offline
                if self.game.seat().is_none() =>
            {
                Ok(())
            }
            Service::Paused => Err(Denied::Refused(Refusal::Paused)),
            Service::Offline => Err(Denied::Offline),
            Service::Serving if self.game.is_over() => Ok(()),
            Service::Serving | Service::Halted => Err(Denied::Refused(Refusal::GameRunning)),
        }
    }

    /// Whether the user may chat at this table.
    ///
    /// # Errors
    /// Why not.
    pub fn chat(&self) -> Permit {
        match self.service {
            Service::Serving | Service::Paused | Service::Halted => Ok(()),
            Service::Offline => Err(Denied::Offline),
            Service::Gone => Err(Denied::GameGone),
        }
    }

    /// The side that the user plays, if the server takes requests.
    fn side(&self) -> Result<Color, Denied> {
        match self.service {
            Service::Serving => self.game.seat().ok_or(Denied::NoSeat),
            Service::Paused => Err(Denied::Refused(Refusal::Paused)),
            Service::Halted => Err(Denied::Refused(Refusal::Evening(EveningRefusal::Paused))),
            Service::Offline => Err(Denied::Offline),
            Service::Gone => Err(Denied::GameGone),
        }
    }
}

const fn offer_refused(refusal: OfferRefusal) -> Denied {
    Denied::Refused(Refusal::Offer(refusal))
}
