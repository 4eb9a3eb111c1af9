//! Challenges: what the lobby decides about them, told to the two they concern.

use super::Hub;
use crate::lobby::{Challenged, Open, Pairing};
use crate::room::{Opening, Room};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, ColorChoice, DeclineReason, PlayerId, Refusal, Seat, ServerMessage, Terms,
};
use chuhe_rules::Color;

impl Hub {
    pub(super) fn challenge(&mut self, from: PlayerId, to: PlayerId, terms: Terms) -> Result<(), Refusal> {
        if !self.phase.is_open() {
            return Err(Refusal::ShuttingDown);
        }
        let id = || self.random.challenge_id();
        match self.lobby.challenge(from, to, terms, id, self.now)? {
            Challenged::Paired(pairing) => self.begin(pairing),
            Challenged::Opened(id) => {
                let Some(open) = self.lobby.get_mut(id) else { return Ok(()) };
                let record = open.write();
                let (challenge, expires_at) = (open.as_told(self.now), open.expires_at);
                self.effects.save([record]);
                self.effects.set_timer(Timer::Challenge(id), Some(expires_at));
                for player in [from, to] {
                    self.send_to(player, ServerMessage::ChallengeOpened(challenge.clone()));
                }
                Ok(())
            }
        }
    }

    pub(super) fn accept_challenge(&mut self, by: PlayerId, id: ChallengeId) -> Result<(), Refusal> {
        let pairing = self.lobby.accept(by, id)?;
        self.begin(pairing)
    }

    pub(super) fn decline_challenge(
        &mut self,
        by: PlayerId,
        id: ChallengeId,
        reason: DeclineReason,
    ) -> Result<(), Refusal> {
        let open = self.lobby.decline(by, id)?;
        self.tell_closed(&open, ChallengeEnd::Declined(reason));
        Ok(())
    }

    pub(super) fn cancel_challenge(&mut self, by: PlayerId, id: ChallengeId) -> Result<(), Refusal> {
        let open = self.lobby.cancel(by, id)?;
        self.tell_closed(&open, ChallengeEnd::Cancelled);
        Ok(())
    }

    pub(super) fn challenge_expired(&mut self, id: ChallengeId) {
        self.close_challenge(id, ChallengeEnd::Expired);
    }

    /// Closes every challenge by or to a player.
    pub(super) fn close_challenges(&mut self, player: PlayerId, how: ChallengeEnd) {
        let ids: Vec<ChallengeId> = self.lobby.of(player).map(|open| open.id).collect();
        for id in ids {
            self.close_challenge(id, how);
        }
    }

    pub(super) fn close_challenge(&mut self, id: ChallengeId, how: ChallengeEnd) {
        if let Some(open) = self.lobby.close(id) {
            self.tell_closed(&open, how);
        }
    }

    /// Tells the two of a challenge that the lobby has closed it.
    fn tell_closed(&mut self, open: &Open, how: ChallengeEnd) {
        self.effects.set_timer(Timer::Challenge(open.id), None);
        self.effects.save([open.erase()]);
        for player in [open.from, open.to] {
            self.send_to(player, ServerMessage::ChallengeClosed { challenge: open.id, how });
        }
    }

    /// Begins the game of two who have agreed.
    fn begin(&mut self, pairing: Pairing) -> Result<(), Refusal> {
        let Pairing(open) = pairing;
        let challenger_color = match open.terms.color {
            ColorChoice::Red => Color::Red,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random => self.random.color(),
        };
        let id = self.random.game_id();
        let opening = Opening {
            id,
            challenger: self.as_seat(open.from)?,
            challenger_color,
            opponent: self.as_seat(open.to)?,
            terms: open.terms.clone(),
            rematch_of: None,
        };
        let room = Room::open(opening, self.now);
        // nobody is told that it was accepted before the game is kept
        self.store_new_room(room);
        self.tell_closed(&open, ChallengeEnd::Accepted(id));
        self.open_table(id);
        Ok(())
    }

    fn as_seat(&self, id: PlayerId) -> Result<Seat, Refusal> {
        let player = self.players.get(id).ok_or(Refusal::NoSuchPlayer)?;
        Ok(Seat { player: id, name: player.name.clone() })
    }
}
