//! Begins games: of accepted challenges, of invitations whose players are both there, and rematches.

use super::Hub;
use crate::accounts::fair_play;
use crate::challenges::OpenChallenge;
use crate::invitations::OpenInvitation;
use crate::room::{Opening, Room};
use chuhe_protocol::{
    ChallengeEnd, GameId, InvitationCode, InvitationEnd, PlayerId, Refusal, ValidTerms, WatchEnd,
};
use chuhe_rules::Color;

impl Hub {
    /// Begins the game of an accepted challenge.
    pub(super) fn begin(&mut self, challenge: &OpenChallenge) -> Result<(), Refusal> {
        let color = self.step.random.color(challenge.terms.color);
        let players = [challenge.from, challenge.to];
        let game = self.open_room(players, color, &challenge.terms)?;
        if self.lobby.presence.lasting.is_answered_between(challenge.from, challenge.to) {
            self.step.effects.save(fair_play::began(&mut self.door.accounts, players, game, self.step.now));
        }
        self.lobby.send_challenge_closed(&mut self.step, &self.door, challenge, ChallengeEnd::Accepted(game));
        self.open_table(game);
        Ok(())
    }

    /// Begins the game of two players who have found each other.
    pub(super) fn begin_sought_game(
        &mut self,
        seeker: PlayerId,
        opponent: PlayerId,
        terms: &ValidTerms,
    ) -> Result<(), Refusal> {
        let evened = self.lobby.presence.recent_games.color(seeker, opponent);
        let color = evened.filter(|&color| terms.color.allows(color));
        let color = color.unwrap_or_else(|| self.step.random.color(terms.color));
        let players = [seeker, opponent];
        let game = self.open_room(players, color, terms)?;
        self.step.effects.save(fair_play::began(&mut self.door.accounts, players, game, self.step.now));
        self.lobby.challenges.reset_waits(seeker, opponent, self.step.now);
        // whoever has challenged the other plays them now
        let between =
            self.lobby.challenges.of(seeker).filter(|open| [open.from, open.to].contains(&opponent));
        for id in between.map(|open| open.id).collect::<Vec<_>>() {
            self.lobby.close_challenge(&mut self.step, &self.door, id, ChallengeEnd::Accepted(game));
        }
        self.open_table(game);
        Ok(())
    }

    /// Begins the games of the seeks that reach further by now.
    pub(super) fn widen_seeks(&mut self) {
        while let Some(beginning) = self.lobby.widen_seek(&mut self.step, &self.door) {
            if let Err(refusal) = self.begin_agreed(beginning) {
                // nobody asked for it now: both go on seeking
                tracing::warn!(%refusal, "a game between two who seek could not begin");
            }
        }
    }

    /// Opens the room of a new game of the challenger and the opponent, which is stored before they are notified.
    ///
    /// A player who still sits at the table of a finished game leaves it first.
    ///
    /// # Errors
    /// If there is no account of a player.
    pub(super) fn open_room(
        &mut self,
        players: [PlayerId; 2],
        challenger_color: Color,
        terms: &ValidTerms,
    ) -> Result<GameId, Refusal> {
        let [challenger, opponent] = players;
        let seats = [self.door.new_seat(challenger)?, self.door.new_seat(opponent)?];
        for player in players {
            self.leave_finished_tables(player);
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

    /// Begins the game of an invitation that this player has opened or accepted, if both are there.
    pub(super) fn begin_awaited_game(&mut self, player: PlayerId) -> Result<(), Refusal> {
        if !self.step.lifecycle.is_open() {
            return Ok(());
        }
        let is_here = |player| self.door.connections.is_awake(player);
        let concerned = self.lobby.invitations.of(player).chain(self.lobby.invitations.held_by(player));
        let is_ready = |open: &&OpenInvitation| is_here(open.from) && open.holder().is_some_and(is_here);
        let ready = concerned.filter(is_ready).map(|open| open.code).next();
        ready.map_or(Ok(()), |code| self.begin_invited_game(code))
    }

    /// Begins the game between the player who has opened an invitation and the one who holds its place.
    pub(super) fn begin_invited_game(&mut self, code: InvitationCode) -> Result<(), Refusal> {
        let Some(open) = self.lobby.invitations.get(code) else { return Ok(()) };
        let (from, terms) = (open.from, open.terms.clone());
        let Some(guest) = open.holder() else { return Ok(()) };
        if self.door.accounts.check_blocks(guest, from).is_err() {
            // another hub of a shared account has stored the block
            self.lobby.leave_place(&mut self.step, &self.door, guest, InvitationEnd::Withdrawn);
            return Ok(());
        }
        let color = self.step.random.color(terms.color);
        let game = self.open_room([from, guest], color, &terms)?;
        self.lobby.close_invitation(&mut self.step, &self.door, code, InvitationEnd::Accepted);
        self.lobby.challenges.reset_waits(from, guest, self.step.now);
        self.open_table(game);
        Ok(())
    }

    /// Begins the rematch that the players of a game have agreed on.
    pub(super) fn begin_rematch(&mut self, game: GameId) {
        let Some(before) = self.floor.rooms.get(game) else { return };
        let id = self.step.random.game_id();
        let first_move_ms = self.floor.rooms.first_move_ms(before.terms());
        let room = Room::open(before.rematch(id, first_move_ms), self.step.now);
        // the old room stays open until the new one is stored
        self.floor.rooms.open(room, &mut self.step.random, &mut self.step.effects);
        self.floor.chat_logs.continue_at(id, game);
        self.open_table(id);
        self.close_room(game, WatchEnd::Rematch(id));
    }

    /// Seats the players of a new room and sends them its first events.
    pub(super) fn open_table(&mut self, game: GameId) {
        let Some(room) = self.floor.rooms.get(game) else { return };
        let (red, black) = (room.player(Color::Red), room.player(Color::Black));
        tracing::info!(%game, %red, %black, "game begins");
        for player in [red, black] {
            self.lobby.list_at_table(&self.floor.rooms, player);
            self.lobby.close_challenges(&mut self.step, &self.door, player, ChallengeEnd::Busy);
            self.lobby.close_invitations(&mut self.step, &self.door, player, InvitationEnd::Busy);
            self.lobby.leave_place(&mut self.step, &self.door, player, InvitationEnd::Left);
            if let Some(connection) = self.door.connections.of(player) {
                if self.floor.stop_watching(&mut self.step, &self.door, connection, WatchEnd::Elsewhere) {
                    self.lobby.watches(&self.door, connection, None);
                }
                self.lobby.presence.unsubscribe(connection);
                self.lobby.previews.remove(connection);
            }
        }
        self.publish_room(game);
        // after the game, which says why the answers to these seeks are gone
        for player in [red, black] {
            self.lobby.end_lasting_seek(&mut self.step, &self.door, player);
        }
    }
}
