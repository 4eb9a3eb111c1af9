//! How a bot follows its challengers and its game: it opens the table, applies events in order, and
//! closes the table.

use super::{AtTable, Bot, Incoming, Output};
use crate::table::Table;
use chuhe_protocol::{
    Activity, ChallengeId, Event, GameId, GameStart, Player, PresenceChange, Seq, TableRequest,
};
use chuhe_rules::clock::Timestamp;

impl Bot {
    /// Follows the list of players: who is connected, and where the bot sits.
    pub(super) fn follow_list(&mut self, players: &[Player]) {
        let me = players.iter().find(|player| Some(player.id) == self.me);
        self.follow_activity(me.map(|me| me.activity));
        players.iter().for_each(|player| self.follow_challenger(player));
    }

    /// Follows changes of the list of players.
    pub(super) fn follow_changes(&mut self, changes: &[PresenceChange]) {
        for change in changes {
            match change {
                PresenceChange::Here(player) => {
                    // in a crowded lobby the list need not have the bot itself
                    if Some(player.id) == self.me {
                        self.follow_activity(Some(player.activity));
                    }
                    self.follow_challenger(player);
                }
                PresenceChange::Gone(_) => {}
            }
        }
    }

    /// Closes the table if the list of players says that the bot sits at none.
    fn follow_activity(&mut self, activity: Option<Activity>) {
        let sits_at = |game| activity.and_then(Activity::table).is_some_and(|(at, _)| at == game);
        if activity.is_some() && self.table.as_ref().is_some_and(|table| !sits_at(table.game)) {
            self.close_table();
        }
    }

    /// Waits for the challenger of a challenge, which stays open while they are away.
    ///
    /// After a restart of the server, the bot may be back before its challenger.
    pub(super) fn await_challenger(&mut self, challenge: ChallengeId) {
        if let Some(incoming) = self.challenges.get_mut(&challenge) {
            incoming.awaits_challenger = true;
        }
    }

    /// Ends the wait for a challenger who is connected again.
    fn follow_challenger(&mut self, player: &Player) {
        if player.connected {
            let of_player = |incoming: &&mut Incoming| incoming.challenge.from == player.id;
            for incoming in self.challenges.values_mut().filter(of_player) {
                incoming.awaits_challenger = false;
            }
        }
    }

    pub(super) fn events(&mut self, game: GameId, first: Seq, events: &[Event], now: Timestamp) {
        for (n, event) in (first..).zip(events) {
            if let Event::Started(start) = event {
                if n == 0 && self.table.as_ref().is_none_or(|table| table.game != game) {
                    self.open_table(game, start, now);
                }
                continue;
            }
            let Some(table) = self.table.as_mut().filter(|table| table.game == game) else { continue };
            if n < table.next {
                continue;
            }
            let was_paused = table.is_paused();
            if n > table.next || table.apply(event, now).is_err() {
                self.fall_out_of_step();
                return;
            }
            table.next = n.saturating_add(1);
            if table.has_left {
                self.close_table();
            } else if was_paused {
                // what was refused in the pause
                self.forget_requests();
            }
        }
    }

    pub(super) fn snapshot(
        &mut self,
        game: GameId,
        (first, last): (bool, bool),
        next: Seq,
        events: &[Event],
        now: Timestamp,
    ) {
        if first {
            self.close_table();
        }
        for event in events {
            match (event, &mut self.table) {
                (Event::Started(start), _) => self.open_table(game, start, now),
                (_, Some(table)) if table.game == game => {
                    if table.apply(event, now).is_err() {
                        self.fall_out_of_step();
                        return;
                    }
                }
                (_, _) => {}
            }
        }
        if let Some(table) = self.table.as_mut().filter(|table| last && table.game == game) {
            table.next = next;
        }
    }

    /// Asks for another connection, on which the server sends the whole game again.
    ///
    /// A game that cannot be followed a second time is given up.
    pub(super) fn fall_out_of_step(&mut self) {
        let Some(table) = &self.table else { return };
        let game = table.game;
        let is_lost = self.lost_game == Some(game);
        self.close_table();
        if is_lost {
            self.send(TableRequest::Resign.at(game));
        } else {
            self.lost_game = Some(game);
            self.outputs.push_back(Output::Reconnect);
        }
    }

    /// Opens the table of a game that starts, in place of any other.
    fn open_table(&mut self, game: GameId, start: &GameStart, now: Timestamp) {
        self.close_table();
        self.table = self.me.and_then(|me| Table::open(game, start, me, now));
    }

    pub(super) fn close_table(&mut self) {
        self.cancel_task();
        self.table = None;
        self.at_table = AtTable::default();
        self.timers.leave_at = None;
    }
}
