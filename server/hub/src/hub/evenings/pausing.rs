//! Pauses by organisers, of one board or of the whole evening.

use crate::hub::Hub;
use crate::record::Record;
use crate::room::Room;
use chuhe_protocol::{EveningCode, GameId};
use chuhe_tournaments::BoardId;

impl Hub {
    /// Ends the pauses that nobody has ended for too long.
    pub(super) fn end_long_pauses(&mut self, code: EveningCode) {
        let now = self.step.now;
        let Some(evening) = self.evenings.get_mut(code) else { return };
        let over: Vec<Option<BoardId>> =
            evening.pauses().filter(|(_, ends_at)| *ends_at <= now).map(|(of, _)| of).collect();
        if over.is_empty() {
            return;
        }
        tracing::info!(evening = evening.number, ?over, "nobody has ended pauses");
        let rows: Vec<Record> = over.into_iter().filter_map(|board| evening.end_pause(board, now)).collect();
        self.settle_pauses(code, rows);
    }

    /// Stores the rows of pauses that have begun or ended, and brings the games of the evening in line with its pauses.
    pub(super) fn settle_pauses(&mut self, code: EveningCode, rows: impl IntoIterator<Item = Record>) {
        self.step.effects.save(rows);
        self.evenings.touch(code);
        let now = self.step.now;
        let Some(evening) = self.evenings.get(code) else { return };
        let games = evening.boards.iter().filter_map(|(_, own)| Some((own.game?, evening.stands(own))));
        let games: Vec<(GameId, bool)> = games.collect();
        for (game, stands) in games {
            let Some(room) = self.floor.rooms.get_mut(game) else { continue };
            if stands == room.is_paused() || room.is_over() {
                continue;
            }
            if stands {
                room.pause(now)
            } else {
                room.go_on(now)
            }
            self.publish_room(game);
        }
    }

    /// Lets paused games go on that belong to no pause any more.
    pub(super) fn free_games(&mut self) {
        let now = self.step.now;
        let paused = self.floor.rooms.all().filter(|room| room.is_paused()).map(Room::id);
        let paused: Vec<GameId> = paused.filter(|game| !self.evenings.stands(*game)).collect();
        for game in paused {
            if let Some(room) = self.floor.rooms.get_mut(game) {
                room.go_on(now);
            }
            self.publish_room(game);
        }
    }
}
