//! Files reports: finds where the reporter has met the reported player, and the chat that they have read there.

use super::Hub;
use crate::caller::Caller;
use crate::chat_log::ChatLog;
use crate::report::{Filing, name_in};
use crate::room::Room;
use chuhe_protocol::{ChatLine, GameId, PlayerId, PlayerName, Refusal, ReportRequest};
use chuhe_rules::Color;

/// Where a reporter has met a player.
#[derive(Debug)]
struct Met {
    /// The game, unless it was in the lobby.
    game: Option<GameId>,
    /// The chat that the reporter has received there.
    lines: Vec<ChatLine>,
    /// The name of the player, if it is known there.
    name: Option<PlayerName>,
}

impl Hub {
    /// Serves a request about reports.
    ///
    /// # Errors
    /// If the request is refused.
    pub(super) fn report_request(&mut self, caller: Caller, request: ReportRequest) -> Result<(), Refusal> {
        let ReportRequest::File { player: about, kind, words, game } = request else {
            return self.door.report_request(&mut self.step, caller, request);
        };
        let filing =
            self.door.check_report(caller.player, Filing { about, about_name: None, kind, words, game })?;
        let met = self.met(caller, about, game);
        let (step, door) = (&mut self.step, &mut self.door);
        match met {
            Some(Met { game, lines, name }) => {
                door.file(step, caller, Filing { game, about_name: name, ..filing }, lines)
            }
            None => door.look_for_game(step, caller, filing),
        }
    }

    /// Returns the open table at which the reporter has met a player, or the chat in which they have read lines of theirs.
    ///
    /// `None` if they have met in a finished game at most.
    fn met(
        &self,
        Caller { connection, player: by, .. }: Caller,
        about: PlayerId,
        wanted: Option<GameId>,
    ) -> Option<Met> {
        let is_of_both = |room: &&Room| {
            let seats = Color::ALL.map(|color| room.player(color));
            seats.contains(&by) && seats.contains(&about)
        };
        let rooms = &self.floor.rooms;
        let room = match wanted {
            Some(game) => rooms.get(game).filter(is_of_both),
            None => rooms.of(by).find(is_of_both),
        };
        let seen = |log: &ChatLog| log.seen_by(by, |_| false);
        if let Some(room) = room {
            let lines = self.floor.chat_logs.table(room.id()).map(seen).unwrap_or_default();
            let name = room.summary().and_then(|game| name_in(&game, about));
            return Some(Met { game: Some(room.id()), lines, name });
        }
        let watched =
            self.floor.spectators.game(connection).filter(|game| wanted.is_none_or(|it| it == *game));
        let watched = watched.and_then(|game| Some((Some(game), seen(self.floor.spectators.chat(game)?))));
        let lobby = wanted.is_none().then(|| (None, seen(self.floor.chat_logs.lobby())));
        watched.into_iter().chain(lobby).find_map(|(game, lines)| {
            let name = lines.iter().rev().find(|line| line.from == about)?.name.clone();
            Some(Met { game, lines, name: Some(name) })
        })
    }
}
