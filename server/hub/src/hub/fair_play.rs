//! Fair play: which games count, and what their players learn.

use super::Hub;
use crate::accounts::fair_play;
use crate::fair_play::{AFTER_START_MS, EndedGame};
use crate::room::conduct::served_since;
use chuhe_protocol::{GameId, ProfileMessage};
use chuhe_rules::Color;

impl Hub {
    /// Counts what the players of a game that is over did, once, if it may count.
    ///
    /// Soon after the server has started or stood still nothing counts: whoever is not here may not be able to come.
    pub(super) fn count_conduct(&mut self, game: GameId) {
        let Some(room) = self.floor.rooms.get(game) else { return };
        let Some((_, ended_at)) = room.ended() else { return };
        let since = match self.step.lifecycle.serves_since() {
            // how long an earlier run of the server had served is known from the game alone
            Some(since) if ended_at <= since => Some(served_since(room)),
            since => since,
        };
        let counts = since.is_none_or(|since| ended_at.since(since) >= AFTER_START_MS);
        let (conduct, now) = (room.conduct(), self.step.now);
        for (player, conduct) in Color::ALL.map(|color| (room.player(color), conduct[color])) {
            let end = EndedGame { game, ended_at, conduct: conduct.filter(|_| counts) };
            let Some((record, changed)) = fair_play::count(&mut self.door.accounts, player, end, now) else {
                continue;
            };
            self.step.effects.save([record]);
            if let (Some(connection), Some(changed)) = (self.door.connections.of(player), changed) {
                self.step.effects.send(connection, ProfileMessage::FairPlay(Box::new(changed)));
            }
            if fair_play::check_may_search(&self.door.accounts, player, now).is_err() {
                self.lobby.end_seek(player);
                self.lobby.end_lasting_seek(&mut self.step, &self.door, player);
            }
        }
    }
}
