//! Restores a hub from the data that an earlier one stored.
//!
//! Its players are in the same state as if their connections were lost when the server went down.

use super::{Hub, HubConfig};
use crate::challenges::OpenChallenge;
use crate::record::{ChallengeRow, Record};
use crate::restored::{Restored, SetAside, StoredValue, Unusable};
use crate::room::Room;
use chuhe_protocol::{ChallengeId, GameId, PlayerId, ValidTerms, WatchEnd, limits};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

impl Hub {
    /// Restores a hub from stored data, and returns the values that it set aside.
    ///
    /// Every player counts as away from `now` on. Running games continue, and the downtime does not
    /// count on any clock. The hub has outputs at once. Values that are set aside stay in the store.
    /// The players of a game that is set aside are idle, and are notified when they join. A challenge
    /// that cannot be opened again is closed: its players can send another.
    #[must_use]
    pub fn restore(settings: HubConfig, now: Timestamp, restored: Restored) -> (Self, Vec<SetAside>) {
        let (first, step) = (settings.first_id, settings.id_step);
        // the remainder stays, which is what distinguishes the numbers of two halls
        let first_id = first + restored.greatest_id().saturating_sub(first).next_multiple_of(step);
        let mut hub = Self::new(HubConfig { first_id, ..settings });
        let mut latest = restored.latest();
        let rejected_sanctions_up_to = restored.greatest_rejected_sanction();
        let Restored {
            alive_at,
            players,
            sessions,
            challenges,
            invitations,
            sanctions,
            games,
            rejected: mut set_aside,
        } = restored;
        hub.moderation.restore(sanctions, rejected_sanctions_up_to);
        for game in hub.rooms.restore(games, &mut hub.random, &mut set_aside) {
            hub.close_room(game, WatchEnd::Closed);
        }
        // a journal that replays has times that can be trusted
        latest = hub.rooms.all().map(Room::last_at).fold(latest, Timestamp::max);
        hub.now = now.max(latest);
        // not the latest time: some requests are served while games are paused
        let alive_at = alive_at.unwrap_or(latest);
        hub.accounts.restore(players, sessions, hub.now);
        hub.visitors.restore(hub.accounts.visits());
        // a player who is lost may have registered any name
        if set_aside.iter().any(|it| matches!(it.value, StoredValue::Player(_) | StoredValue::LostPlayers)) {
            hub.accounts.refuse_registrations();
        }
        hub.seat_players(&mut set_aside);
        for game in hub.rooms.games() {
            let served_until = hub.rooms.get(game).map_or(alive_at, |room| alive_at.max(room.last_at()));
            hub.continue_game(game, hub.now.since(served_until));
        }
        hub.close_surplus_games();
        hub.restore_challenges(challenges, hub.now.since(alive_at));
        hub.restore_invitations(invitations, hub.now.since(alive_at));
        hub.restart_absences();
        hub.schedule_lapses();
        (hub, set_aside)
    }

    /// Seats the players of each room, newest room first.
    ///
    /// If a player has two rooms, the older one is set aside.
    fn seat_players(&mut self, set_aside: &mut Vec<SetAside>) {
        let newest_first: Vec<GameId> = self.rooms.all().rev().map(Room::id).collect();
        for game in newest_first {
            let Some(room) = self.rooms.get(game) else { continue };
            let seated = Color::ALL.into_iter().filter(|&color| room.is_present(color));
            let seated: Vec<PlayerId> = seated.map(|color| room.player(color)).collect();
            let wrong = seated.iter().find_map(|&player| {
                if !self.accounts.contains(player) {
                    Some(Unusable::NoSuchPlayer(player))
                } else {
                    self.presence.table(player).map(|_| Unusable::TwoTables(player))
                }
            });
            if let Some(why) = wrong {
                let notified = if room.is_over() { Vec::new() } else { seated };
                set_aside.push(self.rooms.set_aside(game, notified, why));
                continue;
            }
            for color in Color::ALL.into_iter().filter(|&color| room.is_present(color)) {
                self.presence.seat(room.player(color), game, room.player(color.opponent()), room.kind());
                if room.is_over() {
                    self.presence.end_game(room.player(color));
                }
            }
        }
    }

    /// Opens the stored challenges again.
    ///
    /// A challenge is closed if its terms are invalid or a player is missing or in a game.
    fn restore_challenges(&mut self, challenges: Vec<(ChallengeId, u32, ChallengeRow)>, down_ms: u64) {
        for (id, revision, row) in challenges {
            let ChallengeRow { from, to, terms, expires_at } = row;
            let idle = |player| self.accounts.contains(player) && !self.presence.is_playing(player);
            match ValidTerms::parse(terms) {
                Ok(terms) if idle(from) && idle(to) => {
                    self.presence.list_challenged([from, to]);
                    self.challenges.insert(OpenChallenge { id, from, to, terms, expires_at, revision });
                    self.extend_challenge(id, down_ms.saturating_add(limits::INTERRUPTION_CREDIT_MS));
                }
                Ok(_) | Err(_) => {
                    self.effects.save([Record::Challenge { challenge: id, revision, row: None }]);
                }
            }
        }
    }
}
