//! Watching games, and loading a game from a snapshot.

use super::{News, Session};
use crate::snapshot::SnapshotFrame;
use crate::visit::{Visit, Watching};
use chuhe_model::actions::action::LobbyTab;
use chuhe_model::lobby::watch::Watch;
use chuhe_model::notices::notice::{NotRated, Notice};
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::table::{Applied, Role, Table, User, Viewpoint};
use chuhe_protocol::{GameId, RatingClass, TableRequest, WatchEnd, WatchFrom};
use chuhe_rules::clock::Timestamp;

impl Session {
    /// Adds a frame of a snapshot: of a watched game, or of the player's own after a long absence.
    pub(super) fn snapshot(&mut self, game: GameId, frame: SnapshotFrame, now: Timestamp) {
        let Some(visit) = &mut self.visit else { return };
        if visit.watch.left == Some(game) {
            return;
        }
        if visit.departure.game == Some(game) {
            // the request to leave was lost
            if frame.first && visit.user_in(game).role == Role::Player {
                visit.departure.leave(game, &mut self.out);
            }
            return;
        }
        let user = visit.user_in(game);
        let state = match visit.snapshot.frame(game, frame, user, now) {
            Ok(Some(state)) => state,
            Ok(None) => return,
            Err(_) => return self.applied(game, Applied::OutOfSync, now),
        };
        if let Some(table) = visit.tables.at_mut(game) {
            table.restore(state, now);
        } else {
            visit.open_table(Table::new(state), now, &mut self.out);
            self.news.push(News::TableOpened);
        }
        self.news.push(News::TableChanged);
    }
}

impl Watching {
    /// Requests to watch a game.
    pub(crate) fn ask(&mut self, game: GameId, from: WatchFrom, out: &mut Outbox) {
        self.asked = Some((game, out.send(TableRequest::Watch { from }.at(game))));
    }

    /// Handles a refusal of a request to watch.
    pub(super) fn refused(&mut self, request: u32) {
        if let Some((game, _)) = self.asked.take_if(|(_, asked)| *asked == request) {
            self.game.take_if(|watch| watch.game == game);
        }
    }

    /// Stops watching.
    pub(super) fn leave(&mut self, out: &mut Outbox) {
        if let Some(Watch { game, .. }) = self.game.take() {
            self.left = Some(game);
            out.send(TableRequest::Unwatch.at(game));
        }
    }
}

impl Visit {
    /// Resumes watching on a new connection.
    pub(super) fn resume_watching(&mut self, out: &mut Outbox) {
        let Some(Watch { game, .. }) = self.watch.game else { return };
        let from = match self.tables.at(game) {
            Some(table) => WatchFrom::Event(table.game().next()),
            None if self.tables.seats().next().is_some() => return,
            None => WatchFrom::Current,
        };
        self.watch.ask(game, from, out);
    }

    pub(super) fn watching(&mut self, game: GameId, delay_plies: u8, now: Timestamp, out: &mut Outbox) {
        // the user took the request back before its answer
        if self.watch.asked.is_none() && self.watch.left == Some(game) {
            return;
        }
        if self.tables.plays() {
            return;
        }
        if self.table().is_some_and(|table| table.game().seat().is_some()) {
            // the finished game appeared after the user had asked to watch another
            self.leave_table(out);
        }
        self.watch.asked = None;
        self.watch.game = Some(Watch { game, delay_plies });
        self.watch.left.take_if(|left| *left == game);
        self.hold_clocks(now);
    }

    pub(super) fn watch_ended(&mut self, game: GameId, why: WatchEnd, out: &mut Outbox) {
        if self.watch.game.take_if(|watch| watch.game == game).is_none() {
            return;
        }
        match why {
            WatchEnd::Closed => {}
            WatchEnd::Rematch(next) => {
                if let Some(table) = self.tables.at_mut(game) {
                    table.rematch = Some(next);
                }
            }
            WatchEnd::Left | WatchEnd::Elsewhere => {
                let watched = self.table().filter(|it| it.game().viewpoint() == Viewpoint::Spectator);
                if let Some(game) = watched.map(|table| table.game().id()) {
                    self.tables.close(game);
                }
            }
        }
        if why != WatchEnd::Left {
            out.notice(Notice::WatchEnded(why));
        }
    }

    /// Drops the requests to read or watch a game: its table would end a game without a server.
    pub(crate) fn forget_requested_game(&mut self, out: &mut Outbox) {
        (self.games.list.opening, self.games.list.deferred_game) = (None, None);
        if let Some((game, _)) = self.watch.asked.take() {
            self.watch.left = Some(game);
            out.send(TableRequest::Unwatch.at(game));
        }
    }

    /// The user and their role in a game whose events arrive.
    pub(super) fn user_in(&self, game: GameId) -> User {
        let watched = self.watch.game.is_some_and(|watch| watch.game == game);
        User { id: self.me, role: if watched { Role::Spectator } else { Role::Player } }
    }

    /// Shows a new table.
    pub(super) fn open_table(&mut self, mut table: Table, now: Timestamp, out: &mut Outbox) {
        let class = RatingClass::of(table.game().terms());
        table.add_ratings(|player| {
            let listed = self.lobby.player(player)?.ratings.iter().find(|shown| shown.class == class)?;
            Some((listed.rating, listed.games_missing))
        });
        self.tables.open(table);
        (self.form, self.account.dialog, self.invitations.followed) = (None, None, None);
        self.games.past.close_card();
        self.games.profiles.close_all();
        if self.table().is_some_and(|table| table.game().seat().is_some()) {
            out.notices(self.why_not_rated().map(Notice::NotRated));
            self.lobby.tab = LobbyTab::Players;
            self.lobby.sought = None;
            self.lobby.clear_players();
        }
        self.hold_clocks(now);
    }

    /// Why the game on the screen is not rated, if it is one that the user's search wished to be rated.
    fn why_not_rated(&self) -> Option<NotRated> {
        let (sought, game) = (self.lobby.sought.as_ref()?, self.table()?.game());
        let seat = game.seat()?;
        let is_rematch = game.rematch_of().is_some();
        if game.terms().rated || is_rematch || !sought.expects_rated(game.terms()) {
            return None;
        }
        let opponent = &game.seats()[seat.opponent()];
        let name = opponent.name.to_string();
        Some(match self.lobby.player(opponent.player).map(|player| player.registered) {
            Some(false) => NotRated::Guest(name),
            Some(true) => NotRated::Unwilling(name),
            None => NotRated::Unknown,
        })
    }

    /// Runs the clocks, or stops them while games are paused or delayed for spectators.
    pub(super) fn hold_clocks(&mut self, now: Timestamp) {
        for table in self.tables.iter_mut() {
            let game = table.game().id();
            let late = self.watch.game.is_some_and(|watch| watch.game == game && watch.delay_plies > 0);
            table.game_mut().shown_clocks.set_paused(self.paused || late, now);
        }
    }
}
