//! What the player may do now and why not: what each button of the table is enabled by.
//!
//! It follows the terms by which the server decides; a button is enabled only when the
//! server, knowing what the client knows, would admit what it asks for.

use super::game_state::GameState;
use crate::core::denied::Denied;
use chuhe_protocol::Refusal;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::SetupRefusal;
use chuhe_rules::offers::{OfferKind, OfferRefusal};

/// Whether something can be done now.
pub type Permit = Result<(), Denied>;

/// How one ends a game of one's own will.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivingUp {
    /// Without a result, as long as not both have moved.
    Abort,
    /// By resigning.
    Resign,
}

/// Whether the server hears us, and whether it knows the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Heard,
    Paused,
    Offline,
    Forgotten,
}

/// What the user may do now: nothing, unless he plays one side.
#[derive(Clone, Copy, Debug)]
pub struct Permits<'a> {
    pub(crate) game: &'a GameState,
    pub(crate) seat: Option<Color>,
    pub(crate) standing: Standing,
    pub(crate) now: Timestamp,
}

impl Permits<'_> {
    /// Whether he may offer this.
    ///
    /// # Errors
    /// Why not.
    pub fn offer(&self, kind: OfferKind) -> Permit {
        let me = self.heard()?;
        if kind == OfferKind::Rematch && self.game.is_over() && self.game.has_left(me.opponent()) {
            return Err(Denied::Refused(Refusal::OpponentLeft));
        }
        let situation = self.game.situation();
        let admitted = self.game.offers().may_offer(me, kind, situation, self.now);
        admitted.map_err(offer_refused)
    }

    /// Whether he may answer the opponent's offer of this.
    ///
    /// # Errors
    /// Why not.
    pub fn answer(&self, kind: OfferKind) -> Permit {
        let me = self.heard()?;
        self.game.offers().may_answer(me, kind).map_err(offer_refused)
    }

    /// Whether he may withdraw his offer of this.
    ///
    /// # Errors
    /// Why not.
    pub fn withdraw(&self, kind: OfferKind) -> Permit {
        let me = self.heard()?;
        if self.game.offers().stands(me, kind) {
            Ok(())
        } else {
            Err(offer_refused(OfferRefusal::NoneStanding))
        }
    }

    /// How he ends the game of his own will now: the two never go together.
    #[must_use]
    pub fn giving_up(&self) -> GivingUp {
        if self.game.situation().both_moved() { GivingUp::Resign } else { GivingUp::Abort }
    }

    /// Whether he may end the game of his own will.
    ///
    /// # Errors
    /// Why not.
    pub fn give_up(&self) -> Permit {
        self.play()?;
        match (self.giving_up(), self.game.luzhanqi()) {
            (GivingUp::Resign, Some(history)) if !history.view().may_resign() => {
                let view = history.view();
                let steps = view.options().resign_from_step.saturating_sub(view.steps());
                Err(Denied::ResignLater { steps })
            }
            (GivingUp::Resign | GivingUp::Abort, _) => Ok(()),
        }
    }

    /// Whether he may do anything in a game that is not over.
    ///
    /// # Errors
    /// Why not.
    pub fn play(&self) -> Permit {
        self.heard()?;
        if self.game.is_over() { Err(Denied::Refused(Refusal::GameOver)) } else { Ok(()) }
    }

    /// Whether he may change what he sets up, and confirm it.
    ///
    /// # Errors
    /// Why not.
    pub fn arrange(&self) -> Permit {
        self.set_up(false, SetupRefusal::AlreadyConfirmed)
    }

    /// Whether he may withdraw his confirmation.
    ///
    /// # Errors
    /// Why not.
    pub fn withdraw_formation(&self) -> Permit {
        self.set_up(true, SetupRefusal::NotConfirmed)
    }

    /// Whether he sets up, having confirmed or not.
    fn set_up(&self, confirmed: bool, otherwise: SetupRefusal) -> Permit {
        self.play()?;
        let me = self.heard()?;
        let history = self.game.luzhanqi().ok_or(Denied::Refused(Refusal::NoFormations))?;
        let refused = |why| Err(Denied::Refused(Refusal::Setup(why)));
        match history.view().has_confirmed(me) {
            _ if history.has_begun() => refused(SetupRefusal::AlreadyBegun),
            has if has != confirmed => refused(otherwise),
            true | false => Ok(()),
        }
    }

    /// Whether he may claim the game of an opponent who is away.
    ///
    /// # Errors
    /// Why not.
    pub fn claim(&self) -> Permit {
        self.play()?;
        let me = self.heard()?;
        let claimable_at = self.game.claimable_at(me.opponent());
        let claimable_at = claimable_at.ok_or(Denied::Refused(Refusal::OpponentNotAway))?;
        match claimable_at.since(self.now) {
            0 => Ok(()),
            wait_ms => Err(Denied::Refused(Refusal::ClaimTooSoon { wait_ms })),
        }
    }

    /// Whether he may go back to the lobby. Of a game the server has forgotten he always may.
    ///
    /// # Errors
    /// Why not.
    pub fn leave(&self) -> Permit {
        match self.standing {
            Standing::Forgotten => Ok(()),
            Standing::Heard | Standing::Paused | Standing::Offline if self.seat.is_none() => Ok(()),
            Standing::Paused => Err(Denied::Refused(Refusal::Paused)),
            Standing::Offline => Err(Denied::Offline),
            Standing::Heard if self.game.is_over() => Ok(()),
            Standing::Heard => Err(Denied::Refused(Refusal::GameRunning)),
        }
    }

    /// Whether he may say something in the room of the game.
    ///
    /// # Errors
    /// Why not.
    pub fn chat(&self) -> Permit {
        match self.standing {
            Standing::Heard | Standing::Paused => Ok(()),
            Standing::Offline => Err(Denied::Offline),
            Standing::Forgotten => Err(Denied::Forgotten),
        }
    }

    /// Which side he plays, if the server would hear him.
    fn heard(&self) -> Result<Color, Denied> {
        match self.standing {
            Standing::Heard => self.seat.ok_or(Denied::NoSeat),
            Standing::Paused => Err(Denied::Refused(Refusal::Paused)),
            Standing::Offline => Err(Denied::Offline),
            Standing::Forgotten => Err(Denied::Forgotten),
        }
    }
}

const fn offer_refused(refusal: OfferRefusal) -> Denied {
    Denied::Refused(Refusal::Offer(refusal))
}
