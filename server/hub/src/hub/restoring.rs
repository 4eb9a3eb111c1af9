//! Restores a hub from the data that an earlier one stored.
//!
//! Its players are in the same state as if their connections were lost when the server went down.

use super::{Hub, HubConfig};
use crate::accounts::{fair_play, rating};
use crate::restored::{Restored, SetAside, StoredValue};
use crate::room::Room;
use crate::room::rating::correct;
use chuhe_protocol::WatchEnd;
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
        let rejected_reports_up_to = restored.greatest_rejected_report();
        let rejected_evenings_up_to = restored.greatest_rejected_evening();
        let Restored {
            alive_at,
            players,
            sessions,
            challenges,
            invitations,
            lasting_seeks,
            ratings,
            fair_play,
            sanctions,
            reports,
            moderators,
            evenings,
            games,
            corrections,
            rejected: mut set_aside,
        } = restored;
        hub.door.moderation.restore(sanctions, rejected_sanctions_up_to);
        hub.door.reports.restore(reports, moderators, rejected_reports_up_to);
        for game in hub.floor.rooms.restore(games, &mut hub.step.random, &mut set_aside) {
            hub.close_room(game, WatchEnd::Closed);
        }
        for (game, correction) in corrections {
            if let Some(room) = hub.floor.rooms.get_mut(game) {
                correct(room, Some(Box::new(correction)));
            }
        }
        // a journal that replays has times that can be trusted
        latest = hub.floor.rooms.all().map(Room::last_at).fold(latest, Timestamp::max);
        hub.step.now = now.max(latest);
        hub.step.lifecycle.serves_from(hub.step.now);
        // not the latest time: some requests are served while games are paused
        let alive_at = alive_at.unwrap_or(latest);
        hub.door.accounts.restore(players, sessions, hub.step.now);
        rating::restore(&mut hub.door.accounts, ratings);
        fair_play::restore(&mut hub.door.accounts, fair_play, hub.step.now);
        hub.lobby.visitors.restore(hub.door.accounts.visits());
        // a player who is lost may have registered any name
        if set_aside.iter().any(|it| matches!(it.value, StoredValue::Player(_) | StoredValue::LostPlayers)) {
            hub.door.accounts.refuse_registrations();
        }
        for player in hub.floor.rooms.seat_restored(&hub.door.accounts, &mut set_aside) {
            hub.lobby.list_at_table(&hub.floor.rooms, player);
        }
        // before a game continues, whose end may be a result
        let stopped = hub.restore_evenings(evenings, rejected_evenings_up_to, alive_at, &mut set_aside);
        hub.continue_restored_games(alive_at);
        hub.stop_restored(stopped);
        hub.close_surplus_games();
        let down_ms = hub.step.now.since(alive_at);
        hub.lobby.restore_challenges(&mut hub.step, &hub.door, challenges, down_ms);
        hub.lobby.restore_invitations(&mut hub.step, &hub.door, invitations, down_ms);
        hub.lobby.restore_lasting_seeks(&mut hub.step, &hub.door, lasting_seeks);
        hub.restart_absences();
        hub.settle();
        hub.door.schedule_lapses(&mut hub.step);
        (hub, set_aside)
    }

    /// Lets every game go on, without the time in which the server did not serve.
    fn continue_restored_games(&mut self, alive_at: Timestamp) {
        for game in self.floor.rooms.games() {
            let served_until =
                self.floor.rooms.get(game).map_or(alive_at, |room| alive_at.max(room.last_at()));
            self.continue_game(game, self.step.now.since(served_until));
            // if the server went down between the end of the game and this
            self.floor.rate(&mut self.step, &mut self.door, game);
            self.count_conduct(game);
        }
    }
}
