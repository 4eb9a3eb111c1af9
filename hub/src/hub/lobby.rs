//! The lobby: its subscribers, and challenges between its players.

use super::Hub;
use crate::challenges::OpenChallenge;
use crate::room::{Opening, Room};
use chuhe_protocol::{ChallengeEnd, ColorChoice, GameId, Player, PlayerId, Refusal, ValidTerms};
use chuhe_rules::Color;

impl Hub {
    /// Returns every listed player, in the order of their numbers.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.lobby.presence.players(&self.door.accounts, self.step.now)
    }

    /// Begins the game of an accepted challenge.
    pub(super) fn begin(&mut self, challenge: &OpenChallenge) -> Result<(), Refusal> {
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
