//! Watching games, and loading a game from a snapshot.

use super::{News, Session};
use crate::visit::Visit;
use chuhe_model::actions::action::LobbyTab;
use chuhe_model::lobby::watch::Watch;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Applied, Role, Table, Viewpoint};
use chuhe_protocol::{ClientMessage, Event, GameId, Seq, WatchEnd, WatchFrom};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Requests to watch a game from its current position.
    pub(crate) fn watch(&mut self, game: GameId) {
        self.send_watch(game, WatchFrom::Current);
    }

    fn send_watch(&mut self, game: GameId, from: WatchFrom) {
        let request = self.out.send(ClientMessage::Watch { game, from });
        if let Some(visit) = &mut self.visit {
            visit.watch.asked = Some((game, request));
        }
    }

    /// Resumes watching on a new connection.
    pub(super) fn resume_watching(&mut self) {
        let Some(visit) = &self.visit else { return };
        let Some(Watch { game, .. }) = visit.watch.game else { return };
        let from = match visit.table.as_ref() {
            Some(table) if table.game().id() == game => WatchFrom::Event(table.game().next()),
            Some(table) if table.game().seat().is_some() => return,
            Some(_) | None => WatchFrom::Current,
        };
        self.send_watch(game, from);
    }

    pub(super) fn watching(&mut self, game: GameId, delay_plies: u8, now: Timestamp) {
        // the user took the request back before its answer
        let is_late = |visit: &Visit| visit.watch.asked.is_none() && visit.watch.left == Some(game);
        if self.visit.as_ref().is_some_and(is_late) {
            return;
        }
        let own = self.table().filter(|table| table.game().seat().is_some());
        if own.is_some_and(|table| !table.game().is_over()) {
            return;
        }
        if own.is_some() {
            // the finished game appeared after the user had asked to watch another
            self.leave_table();
        }
        let Some(visit) = &mut self.visit else { return };
        visit.watch.asked = None;
        visit.watch.game = Some(Watch { game, delay_plies });
        visit.watch.left.take_if(|left| *left == game);
        visit.hold_clocks(now);
    }

    pub(super) fn watch_ended(&mut self, game: GameId, why: WatchEnd) {
        let Some(visit) = &mut self.visit else { return };
        if visit.watch.game.take_if(|watch| watch.game == game).is_none() {
            return;
        }
        match why {
            WatchEnd::Closed => {}
            WatchEnd::Rematch(next) => {
                if let Some(table) = visit.table.as_mut().filter(|table| table.game().id() == game) {
                    table.rematch = Some(next);
                }
            }
            WatchEnd::Left | WatchEnd::Elsewhere => {
                visit.table.take_if(|table| table.game().viewpoint() == Viewpoint::Spectator);
            }
        }
        if why != WatchEnd::Left {
            self.out.notice(Notice::WatchEnded(why));
        }
    }

    /// Handles a refusal of a request to watch.
    pub(super) fn watch_refused(&mut self, request: u32) {
        let Some(visit) = &mut self.visit else { return };
        if let Some((game, _)) = visit.watch.asked.take_if(|(_, asked)| *asked == request) {
            visit.watch.game.take_if(|watch| watch.game == game);
        }
    }

    /// Adds a frame of a snapshot: of a watched game, or of the player's own after a long absence.
    pub(super) fn snapshot(
        &mut self,
        game: GameId,
        next: Seq,
        events: Vec<Event>,
        (first, last): (bool, bool),
        now: Timestamp,
    ) {
        let Some(visit) = &mut self.visit else { return };
        if visit.watch.left == Some(game) {
            return;
        }
        if visit.departure.game == Some(game) {
            // the request to leave was lost
            if first && visit.role_in(game) == Role::Player {
                self.send_leave(game);
            }
            return;
        }
        let user = (visit.me, visit.role_in(game));
        let state = match visit.snapshot.frame(game, next, events, (first, last), user, now) {
            Ok(Some(state)) => state,
            Ok(None) => return,
            Err(_) => return self.applied(Applied::OutOfSync, now),
        };
        match &mut visit.table {
            Some(table) if table.game().id() == game => table.restore(state, now),
            before => {
                let mut table = Table::new(state);
                if let Some(before) = before.take() {
                    table.continue_from(before);
                }
                *before = Some(table);
                visit.opened_table(now);
                self.news.push(News::TableOpened);
            }
        }
    }

    /// Drops the requests to read or watch a game: its table would end a game without a server.
    pub(crate) fn forget_requested_game(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        (visit.games.list.opening, visit.games.list.deferred_game) = (None, None);
        if let Some((game, _)) = visit.watch.asked.take() {
            visit.watch.left = Some(game);
            self.out.send(ClientMessage::Unwatch { game });
        }
    }

    /// Stops watching.
    pub(super) fn leave_watch(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if let Some(Watch { game, .. }) = visit.watch.game.take() {
            visit.watch.left = Some(game);
            self.out.send(ClientMessage::Unwatch { game });
        }
    }
}

impl Visit {
    /// The user's role in a game whose events arrive.
    pub(super) fn role_in(&self, game: GameId) -> Role {
        let watched = self.watch.game.is_some_and(|watch| watch.game == game);
        if watched { Role::Spectator } else { Role::Player }
    }

    /// A new table is on the screen.
    pub(super) fn opened_table(&mut self, now: Timestamp) {
        (self.form, self.account.dialog, self.invitations.followed) = (None, None, None);
        self.games.past.close_card();
        if self.table.as_ref().is_some_and(|table| table.game().seat().is_some()) {
            self.lobby.tab = LobbyTab::Players;
            self.lobby.clear_players();
        }
        self.hold_clocks(now);
    }

    /// Runs the clocks, or stops them while games are paused or delayed for spectators.
    pub(super) fn hold_clocks(&mut self, now: Timestamp) {
        let Some(table) = &mut self.table else { return };
        let game = table.game().id();
        let late = self.watch.game.is_some_and(|watch| watch.game == game && watch.delay_plies > 0);
        table.game_mut().shown_clocks.set_paused(self.paused || late, now);
    }
}
