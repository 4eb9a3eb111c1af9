//! The lobby: its subscribers, and challenges between its players.

use super::Hub;
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::challenges::{Challenged, OpenChallenge};
use crate::room::{Opening, Room};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, ColorChoice, GameId, LobbyMessage, Player, PlayerId, Refusal, Terms,
    ValidTerms,
};
use chuhe_rules::Color;

impl Hub {
    /// Returns every listed player, in the order of their numbers.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.lobby.presence.players(&self.door.accounts, self.step.now)
    }

    pub(super) fn challenge(
        &mut self,
        connection: ConnectionId,
        from: PlayerId,
        to: PlayerId,
        terms: Terms,
    ) -> Result<(), Refusal> {
        self.door.admit(&self.step, connection, Action::Challenge)?;
        self.step.lifecycle.check_open()?;
        let id = || self.step.random.challenge_id();
        let challenger = self.door.accounts.challenger(from);
        let permit = self.door.accounts.check_challenge(from, to);
        match self.lobby.challenges.challenge(
            (challenger, to),
            terms,
            permit,
            &self.lobby.presence,
            id,
            self.step.now,
        )? {
            Challenged::Accepted(challenge) => self.begin(&challenge),
            Challenged::Opened(id) => {
                self.lobby.presence.list_challenged([from, to]);
                let Some(open) = self.lobby.challenges.get_mut(id) else { return Ok(()) };
                let record = open.write();
                let (challenge, expires_at) = (open.to_message(self.step.now), open.expires_at);
                self.step.effects.save([record]);
                self.step.effects.set_timer(Timer::Challenge(id), Some(expires_at));
                for player in [from, to] {
                    self.lobby.introduce_at_table(&mut self.step, &self.door, player);
                    self.door.send_to(
                        &mut self.step,
                        player,
                        LobbyMessage::ChallengeOpened(Box::new(challenge.clone())),
                    );
                }
                Ok(())
            }
        }
    }

    pub(super) fn accept_challenge(&mut self, by: PlayerId, id: ChallengeId) -> Result<(), Refusal> {
        let challenge = self.lobby.challenges.accept(by, id, &self.lobby.presence)?;
        self.begin(&challenge)
    }

    /// Begins the game of an accepted challenge.
    fn begin(&mut self, challenge: &OpenChallenge) -> Result<(), Refusal> {
        let game = self.open_room(challenge.from, challenge.to, &challenge.terms)?;
        self.lobby.send_challenge_closed(&mut self.step, &self.door, challenge, ChallengeEnd::Accepted(game));
        self.open_table(game);
        Ok(())
    }

    /// Opens the room of a new game, which is stored before its players are notified.
    ///
    /// A player who still sits at the table of a finished game leaves it first.
    ///
    /// # Errors
    /// If there is no account of a player.
    pub(super) fn open_room(
        &mut self,
        challenger: PlayerId,
        opponent: PlayerId,
        terms: &ValidTerms,
    ) -> Result<GameId, Refusal> {
        let challenger_color = match terms.color {
            ColorChoice::Red => Color::Red,
            ColorChoice::Black => Color::Black,
            ColorChoice::Random => self.step.random.color(),
        };
        let seats = [self.door.new_seat(challenger)?, self.door.new_seat(opponent)?];
        for player in [challenger, opponent] {
            self.leave_finished_table(player);
        }
        let id = self.step.random.game_id();
        let [challenger, opponent] = seats;
        let opening = Opening {
            id,
            challenger,
            challenger_color,
            opponent,
            terms: terms.clone(),
            rematch_of: None,
            first_move_ms: self.floor.rooms.first_move_ms(terms),
        };
        let room = Room::open(opening, self.step.now);
        self.floor.rooms.open(room, &mut self.step.random, &mut self.step.effects);
        Ok(id)
    }
}
