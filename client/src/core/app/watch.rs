//! Watching others play, and games told as they stand.

use super::App;
use crate::core::action::LobbyTab;
use crate::core::notice::Notice;
use crate::core::table::{Applied, Role, Table, Viewpoint};
use crate::core::watch::{Spectators, Watch};
use chuhe_protocol::{ClientMessage, Event, GameId, PlayerName, Seq, WatchEnd, WatchFrom};
use chuhe_rules::clock::Timestamp;

impl App {
    /// Asks to watch a game, as it stands.
    pub(super) fn watch(&mut self, game: GameId) {
        self.send_watch(game, WatchFrom::Current);
    }

    fn send_watch(&mut self, game: GameId, from: WatchFrom) {
        let request = self.out.send(ClientMessage::Watch { game, from });
        if let Some(visit) = &mut self.visit {
            visit.asked_to_watch = Some((game, request));
        }
    }

    /// The connection stands again: what was watched is watched on.
    pub(super) fn watch_again(&mut self) {
        let Some(visit) = &self.visit else { return };
        let Some(Watch { game, .. }) = visit.watching else { return };
        let from = match visit.table() {
            Some(table) if table.game().id() == game => WatchFrom::Event(table.game().next()),
            Some(table) if table.seat().is_some() => return,
            Some(_) | None => WatchFrom::Current,
        };
        self.send_watch(game, from);
    }

    pub(super) fn watching(&mut self, game: GameId, delay_plies: u8, now: Timestamp) {
        let own = self.table().filter(|table| table.seat().is_some());
        if own.is_some_and(|table| !table.game().is_over()) {
            return;
        }
        if own.is_some() {
            // it came on the screen only after the user had asked to watch, and makes way
            self.leave_table();
        }
        let Some(visit) = &mut self.visit else { return };
        visit.asked_to_watch = None;
        visit.watching = Some(Watch { game, delay_plies });
        visit.unwatched.take_if(|left| *left == game);
        visit.hold_clocks(now);
    }

    pub(super) fn watch_ended(&mut self, game: GameId, why: WatchEnd) {
        let Some(visit) = &mut self.visit else { return };
        if visit.watching.take_if(|watch| watch.game == game).is_none() {
            return;
        }
        match why {
            WatchEnd::Closed => {}
            WatchEnd::Left | WatchEnd::Elsewhere => {
                visit.table.take_if(|table| table.viewpoint() == Viewpoint::Spectator);
            }
        }
        if why != WatchEnd::Left {
            self.out.notice(Notice::WatchEnded(why));
        }
    }

    /// A request was refused: if it was to watch, the game is told no more.
    pub(super) fn watch_refused(&mut self, request: u32) {
        let Some(visit) = &mut self.visit else { return };
        if let Some((game, _)) = visit.asked_to_watch.take_if(|(_, asked)| *asked == request) {
            visit.watching.take_if(|watch| watch.game == game);
        }
    }

    pub(super) fn spectators(&mut self, game: GameId, names: Vec<PlayerName>, count: u32) {
        if let Some(visit) = &mut self.visit {
            visit.spectators = Some(Spectators::new(game, names, count));
        }
    }

    /// A game is told as it stands, frame by frame: one's own after a long absence, or one that is
    /// watched.
    pub(super) fn snapshot(
        &mut self,
        game: GameId,
        next: Seq,
        events: Vec<Event>,
        (first, last): (bool, bool),
        now: Timestamp,
    ) {
        let Some(visit) = &mut self.visit else { return };
        if visit.unwatched == Some(game) {
            return;
        }
        if visit.left == Some(game) {
            // the server does not know that we left
            if first && visit.role_in(game) == Role::Player {
                self.ask_to_leave(game);
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
                *before = Some(Table::new(state));
                visit.opened_table(now);
                self.notices.dismiss();
            }
        }
    }

    /// Watches no longer.
    pub(super) fn leave_watch(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        if let Some(Watch { game, .. }) = visit.watching.take() {
            visit.unwatched = Some(game);
            self.out.send(ClientMessage::Unwatch { game });
        }
    }
}

impl crate::core::visit::Visit {
    /// What the user is to a game that the server tells of its own accord.
    pub(super) fn role_in(&self, game: GameId) -> Role {
        let watched = self.watching.is_some_and(|watch| watch.game == game);
        if watched { Role::Spectator } else { Role::Player }
    }

    /// A board is on the screen that was not before.
    pub(super) fn opened_table(&mut self, now: Timestamp) {
        (self.form, self.account) = (None, None);
        if self.table.as_ref().is_some_and(|table| table.seat().is_some()) {
            self.tab = LobbyTab::Players;
            self.lobby.sat_down();
        }
        self.hold_clocks(now);
    }

    /// Lets the clocks of the board run, unless games stand still, or it is told late: then they
    /// stand as they were.
    pub(super) fn hold_clocks(&mut self, now: Timestamp) {
        let Some(table) = &mut self.table else { return };
        let game = table.game().id();
        let late = self.watching.is_some_and(|watch| watch.game == game && watch.delay_plies > 0);
        table.game_mut().set_paused(self.paused || late, now);
    }
}
