//! Where two players have met, and what one of them has read there of the other.

use super::Floor;
use crate::caller::Caller;
use crate::chat_log::ChatLog;
use crate::report::{Met, name_in};
use crate::room::Room;
use chuhe_protocol::{GameId, PlayerId};
use chuhe_rules::Color;

impl Floor {
    /// Returns the open table at which the reporter has met a player, or the chat in which they have read lines of theirs.
    ///
    /// `None` if they have met in a finished game at most.
    pub(crate) fn met(
        &self,
        Caller { connection, player: by, .. }: Caller,
        about: PlayerId,
        wanted: Option<GameId>,
    ) -> Option<Met> {
        let is_of_both = |room: &&Room| {
            let seats = Color::ALL.map(|color| room.player(color));
            seats.contains(&by) && seats.contains(&about)
        };
        let rooms = &self.rooms;
        let room = match wanted {
            Some(game) => rooms.get(game).filter(is_of_both),
            None => rooms.of(by).find(is_of_both),
        };
        let seen = |log: &ChatLog| log.seen_by(by, |_| false);
        if let Some(room) = room {
            let lines = self.chat_logs.table(room.id()).map(seen).unwrap_or_default();
            let name = room.summary().and_then(|game| name_in(&game, about));
            return Some(Met { game: Some(room.id()), lines, name });
        }
        let watched = self.spectators.game(connection).filter(|game| wanted.is_none_or(|it| it == *game));
        let watched = watched.and_then(|game| Some((Some(game), seen(self.spectators.chat(game)?))));
        let lobby = wanted.is_none().then(|| (None, seen(self.chat_logs.lobby())));
        watched.into_iter().chain(lobby).find_map(|(game, lines)| {
            let name = lines.iter().rev().find(|line| line.from == about)?.name.clone();
            Some(Met { game, lines, name: Some(name) })
        })
    }
}
