//! The lobby: its subscribers, and challenges between its players.

use super::Hub;
use crate::actions::Action;
use crate::boundary::ConnectionId;
use crate::challenges::{Challenged, OpenChallenge};
use crate::room::{Opening, Room};
use crate::timers::Timer;
use chuhe_protocol::{
    ChallengeEnd, ChallengeId, ColorChoice, DeclineReason, GameId, LobbyMessage, Player, PlayerId,
    PresenceChange, Refusal, Seat, Terms, ValidTerms,
};
use chuhe_rules::Color;
use std::collections::BTreeSet;

impl Hub {
    /// Returns every listed player, in the order of their numbers.
    pub fn players(&self) -> impl Iterator<Item = Player> {
        self.presence.players(&self.accounts, self.now)
    }

    /// Subscribes a connection to the lobby.
    ///
    /// While the server is crowded, the full list can come later; until then the connection has
    /// only the players sent by [`Hub::introduce`].
    pub(super) fn subscribe(&mut self, connection: ConnectionId, player: PlayerId) {
        let waits = self.presence.subscribe(connection, &self.accounts, self.now, &mut self.effects);
        if waits {
            self.introduce(connection, player);
        }
    }

    /// Sends a connection its player, their opponent at the table, and those they share open
    /// challenges with.
    pub(super) fn introduce(&mut self, connection: ConnectionId, player: PlayerId) {
        let challenged = self.challenges.of(player).flat_map(|open| [open.from, open.to]);
        let opponent = self.presence.opponent(player);
        let concerned: BTreeSet<PlayerId> = challenged.chain([player]).chain(opponent).collect();
        let player = |id| self.presence.player(id, &self.accounts, self.now);
        let listed = concerned.into_iter().filter_map(player).map(PresenceChange::Here).collect();
        self.effects.send(connection, LobbyMessage::Presence(listed));
    }

    /// Sends a player at a table, who receives no presence of the lobby, those they share open
    /// challenges with.
    fn introduce_at_table(&mut self, player: PlayerId) {
        if self.presence.table(player).is_some()
            && let Some(connection) = self.connections.of(player)
        {
            self.introduce(connection, player);
        }
    }

    pub(super) fn challenge(
        &mut self,
        connection: ConnectionId,
        from: PlayerId,
        to: PlayerId,
        terms: Terms,
    ) -> Result<(), Refusal> {
        self.admit(connection, Action::Challenge)?;
        self.lifecycle.check_open()?;
        let id = || self.random.challenge_id();
        let challenger = self.accounts.challenger(from);
        let permit = self.accounts.check_challenge(from, to);
        match self.challenges.challenge((challenger, to), terms, permit, &self.presence, id, self.now)? {
            Challenged::Accepted(challenge) => self.begin(&challenge),
            Challenged::Opened(id) => {
                self.presence.list_challenged([from, to]);
                let Some(open) = self.challenges.get_mut(id) else { return Ok(()) };
                let record = open.write();
                let (challenge, expires_at) = (open.to_message(self.now), open.expires_at);
                self.effects.save([record]);
                self.effects.set_timer(Timer::Challenge(id), Some(expires_at));
                for player in [from, to] {
                    self.introduce_at_table(player);
                    self.send_to(player, LobbyMessage::ChallengeOpened(Box::new(challenge.clone())));
                }
                Ok(())
            }
        }
    }

    pub(super) fn accept_challenge(&mut self, by: PlayerId, id: ChallengeId) -> Result<(), Refusal> {
        let challenge = self.challenges.accept(by, id, &self.presence)?;
        self.begin(&challenge)
    }

    pub(super) fn decline_challenge(
        &mut self,
        by: PlayerId,
        id: ChallengeId,
        reason: DeclineReason,
    ) -> Result<(), Refusal> {
        let challenge = self.challenges.decline(by, id)?;
        self.send_challenge_closed(&challenge, ChallengeEnd::Declined(reason));
        Ok(())
    }

    pub(super) fn cancel_challenge(&mut self, by: PlayerId, id: ChallengeId) -> Result<(), Refusal> {
        let challenge = self.challenges.cancel(by, id)?;
        self.send_challenge_closed(&challenge, ChallengeEnd::Cancelled);
        Ok(())
    }

    pub(super) fn challenge_expired(&mut self, id: ChallengeId) {
        self.close_challenge(id, ChallengeEnd::Expired);
    }

    /// Closes every challenge by or to a player.
    pub(super) fn close_challenges(&mut self, player: PlayerId, how: ChallengeEnd) {
        let ids: Vec<ChallengeId> = self.challenges.of(player).map(|open| open.id).collect();
        for id in ids {
            self.close_challenge(id, how);
        }
    }

    pub(super) fn close_challenge(&mut self, id: ChallengeId, how: ChallengeEnd) {
        if let Some(challenge) = self.challenges.close(id) {
            self.send_challenge_closed(&challenge, how);
        }
    }

    /// Deletes the record of a closed challenge, notifies both players, and counts a refusal.
    fn send_challenge_closed(&mut self, challenge: &OpenChallenge, how: ChallengeEnd) {
        let id = challenge.id;
        self.effects.set_timer(Timer::Challenge(id), None);
        self.effects.save([challenge.erase()]);
        self.count_refusal(challenge, how);
        for player in [challenge.from, challenge.to] {
            self.presence.challenge_closed(player, self.challenges.concern(player));
            self.send_to(player, LobbyMessage::ChallengeClosed { challenge: id, how });
        }
    }

    /// Makes a challenger who was declined, or who took the challenge back, wait for the next one.
    ///
    /// Quitting and beginning a game with somebody else take every challenge back.
    fn count_refusal(&mut self, challenge: &OpenChallenge, how: ChallengeEnd) {
        let (from, to) = (challenge.from, challenge.to);
        let refused = match how {
            ChallengeEnd::Declined(_) | ChallengeEnd::Cancelled => true,
            ChallengeEnd::Gone => self.connections.of(from).is_none(),
            ChallengeEnd::Busy => self.presence.is_playing(from) && self.presence.opponent(from) != Some(to),
            ChallengeEnd::Accepted(_) => return self.challenges.reset_waits(from, to, self.now),
            ChallengeEnd::Expired | ChallengeEnd::ShuttingDown => false,
        };
        if refused {
            let challenger = self.accounts.challenger(from);
            self.challenges.count_refusal(challenger, to, self.now);
        }
    }

    /// Extends an open challenge by the time for which it could not be answered, and a little more.
    pub(super) fn extend_challenge(&mut self, id: ChallengeId, by_ms: u64) {
        let Some((record, expires_at)) = self.challenges.extend(id, by_ms) else { return };
        self.effects.save([record]);
        self.effects.set_timer(Timer::Challenge(id), Some(expires_at));
    }

    /// Begins the game of an accepted challenge.
    fn begin(&mut self, challenge: &OpenChallenge) -> Result<(), Refusal> {
        let game = self.open_room(challenge.from, challenge.to, &challenge.terms)?;
        self.send_challenge_closed(challenge, ChallengeEnd::Accepted(game));
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
            ColorChoice::Random => self.random.color(),
        };
        let seats = [self.new_seat(challenger)?, self.new_seat(opponent)?];
        for player in [challenger, opponent] {
            self.leave_finished_table(player);
        }
        let id = self.random.game_id();
        let [challenger, opponent] = seats;
        let opening = Opening {
            id,
            challenger,
            challenger_color,
            opponent,
            terms: terms.clone(),
            rematch_of: None,
            first_move_ms: self.rooms.first_move_ms(terms),
        };
        let room = Room::open(opening, self.now);
        self.rooms.open(room, &mut self.random, &mut self.effects);
        Ok(id)
    }

    fn new_seat(&self, player: PlayerId) -> Result<Seat, Refusal> {
        let account = self.accounts.get(player).ok_or(Refusal::NoSuchPlayer)?;
        Ok(Seat { player, name: account.name.clone() })
    }
}
