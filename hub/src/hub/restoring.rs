//! A hub made of what was kept: the players, their boards and challenges, as if
//! everyone had lost his connection when the server went down.

use super::{Hub, HubConfig};
use crate::lobby::Open;
use crate::players::Players;
use crate::record::{ChallengeRow, JournalEntry, Restored};
use crate::room::{BadJournal, Room};
use chuhe_protocol::{ChallengeId, GameId, PlayerId};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use std::collections::BTreeSet;

/// What was kept does not fit together: it is not what a hub had saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// A game that cannot have been played.
    #[error("game {game}: {why}")]
    Journal {
        /// Which game.
        game: GameId,
        /// What is wrong with it.
        why: BadJournal,
    },
    /// A seat of one who is not known.
    #[error("game {game}: nothing is known of its player {player}")]
    NoSuchPlayer {
        /// At which board.
        game: GameId,
        /// Who.
        player: PlayerId,
    },
    /// A player who sits at two boards.
    #[error("game {game}: its player {player} sits at another board too")]
    TwoBoards {
        /// The later of the two.
        game: GameId,
        /// Who.
        player: PlayerId,
    },
}

impl Restored {
    /// The latest moment of which anything is known. No later hub should be told
    /// an earlier one.
    #[must_use]
    pub fn latest(&self) -> Timestamp {
        let alive = self.alive_at.into_iter();
        let joined = self.players.iter().map(|(_, _, row)| row.joined_at);
        let issued = self.sessions.iter().map(|(_, _, row)| row.issued_at);
        // the last of a game's events is the latest
        let played = self.games.iter().filter_map(|(_, _, entries)| entries.last()).map(|entry| entry.at);
        alive.chain(joined).chain(issued).chain(played).max().unwrap_or_default()
    }

    fn greatest_id(&self) -> u64 {
        let players = self.players.iter().map(|(id, ..)| id.0);
        let challenges = self.challenges.iter().map(|(id, ..)| id.0);
        let games = self.games.iter().map(|(id, ..)| id.0);
        players.chain(challenges).chain(games).max().unwrap_or(0)
    }
}

impl Hub {
    /// A hub made of what one before it had saved. Everyone is away from `now`
    /// on; running games go on, with the time given back for which nobody
    /// served. It has outputs at once.
    ///
    /// # Errors
    /// If what was kept does not fit together.
    pub fn restore(settings: HubConfig, now: Timestamp, restored: Restored) -> Result<Self, RestoreError> {
        let latest = restored.latest();
        // not until the latest: some things are done while games stand still
        let alive_at = restored.alive_at.unwrap_or(latest);
        let first_id = settings.first_id.max(restored.greatest_id());
        let mut hub = Self::new(HubConfig { first_id, ..settings });
        hub.now = now.max(latest);
        let Restored { alive_at: _, players, sessions, challenges, games } = restored;
        hub.players = Players::restore(players, sessions, hub.now);
        hub.restore_rooms(games)?;
        hub.seat_players()?;
        let games: Vec<GameId> = hub.rooms.keys().copied().collect();
        for game in games {
            let served_until = hub.rooms.get(&game).map_or(alive_at, |room| alive_at.max(room.last_at()));
            hub.take_up(game, hub.now.since(served_until));
        }
        hub.close_surplus_games();
        hub.restore_challenges(challenges, hub.now.since(alive_at));
        hub.hold_all();
        Ok(hub)
    }

    fn restore_rooms(&mut self, games: Vec<(GameId, u32, Vec<JournalEntry>)>) -> Result<(), RestoreError> {
        for (game, revision, entries) in games {
            let room = Room::replay(game, revision, entries);
            let mut room = room.map_err(|why| RestoreError::Journal { game, why })?;
            room.delay_spectators(self.watch_delay_plies);
            if room.is_setting_up() {
                room.lay_drafts(self.random.formations());
            }
            self.rooms.insert(game, room);
        }
        // what was kept may end between a rematch and the board that it clears,
        // or between the last one's leaving and the end of his board
        let cleared: BTreeSet<GameId> = self.rooms.values().filter_map(Room::rematch_of).collect();
        let deserted = |room: &&Room| Color::ALL.into_iter().all(|color| !room.is_present(color));
        let deserted: Vec<GameId> = self.rooms.values().filter(deserted).map(Room::id).collect();
        for game in cleared.into_iter().chain(deserted) {
            self.drop_room(game);
        }
        Ok(())
    }

    fn seat_players(&mut self) -> Result<(), RestoreError> {
        for (&game, room) in &self.rooms {
            for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
                let player = room.player(color);
                if self.players.get(player).is_none() {
                    return Err(RestoreError::NoSuchPlayer { game, player });
                }
                if self.lobby.table(player).is_some() {
                    return Err(RestoreError::TwoBoards { game, player });
                }
                self.lobby.seat(player, game, room.player(color.opponent()), room.kind());
            }
        }
        Ok(())
    }

    /// Opens the challenges again, but for those that something kept after them
    /// has closed.
    fn restore_challenges(&mut self, challenges: Vec<(ChallengeId, u32, ChallengeRow)>, down_ms: u64) {
        for (id, revision, row) in challenges {
            let ChallengeRow { from, to, terms, expires_at } = row;
            let idle = |player| self.players.get(player).is_some() && self.lobby.table(player).is_none();
            let stands = idle(from) && idle(to);
            let open = Open { id, from, to, terms, expires_at, revision };
            if stands {
                self.lobby.open(open);
                self.prolong(id, down_ms);
            } else {
                self.effects.save([open.erase()]);
            }
        }
    }
}
