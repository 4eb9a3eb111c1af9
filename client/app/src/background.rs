//! The server in the background: the user plays without it, and stays in its lobby meanwhile.
//!
//! The app shows one link and one visit. Those of the server stand aside here while a game without
//! a server is on the screen, and come back when the user leaves that game, or as soon as the
//! server has a table for them.

use super::App;
use crate::background_server::BackgroundServer;
use crate::local_play::perform;
use crate::visit::Visit;
use chuhe_model::connection::link::Link;
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::ClientMessage;
use chuhe_rules::clock::Timestamp;

impl App {
    /// The connection to the server, which may be in the background.
    #[must_use]
    pub fn server_link(&self) -> &Link {
        self.background.as_ref().map_or(&self.link, |server| &server.link)
    }

    /// The visit to the server, which may be in the background.
    #[must_use]
    pub fn server_visit(&self) -> Option<&Visit> {
        match &self.background {
            Some(server) => server.visit.as_ref(),
            None => self.visit.as_ref().filter(|_| !self.link.is_local()),
        }
    }

    /// Whether the user plays without a server, and is in the lobby of one meanwhile.
    #[must_use]
    pub fn has_background_server(&self) -> bool {
        self.background.as_ref().is_some_and(|server| server.visit.is_some())
    }

    /// The oldest challenge to a user who can answer it at a board: that of a game without the server,
    /// or of their own finished game.
    #[must_use]
    pub fn challenge_at_board(&self) -> Option<&OpenChallenge> {
        let visit = match &self.background {
            Some(server) => server.visit.as_ref()?,
            None => self.visit.as_ref().filter(|visit| visit.is_at_finished_board())?,
        };
        visit.lobby.incoming(visit.me).next()
    }

    /// Moves the server to the background, for a game without it. Ends an attempt to join.
    ///
    /// A user who sits at a table of the server leaves the server instead.
    pub(super) fn move_server_to_background(&mut self) {
        if self.visit.as_ref().is_some_and(|visit| visit.table.is_none()) && !self.link.is_local() {
            self.forget_requested_game();
            let link = std::mem::replace(&mut self.link, Link::new());
            self.background = Some(BackgroundServer { link, visit: self.visit.take() });
        } else {
            self.link.leave(&mut self.out);
        }
        self.out.release();
        self.visit = None;
    }

    /// Drops the requests to read or watch a game: its table would end the game without a server.
    fn forget_requested_game(&mut self) {
        let Some(visit) = &mut self.visit else { return };
        (visit.games.opening, visit.games.deferred_game) = (None, None);
        if let Some((game, _)) = visit.asked_to_watch.take() {
            visit.unwatched = Some(game);
            self.out.send(ClientMessage::Unwatch { game });
        }
    }

    /// Shows the server again, or no server if there is none in the background.
    pub(super) fn show_server(&mut self) {
        let server = self.background.take().map(|server| (server.link, server.visit));
        (self.link, self.visit) = server.unwrap_or_else(|| (Link::new(), None));
    }

    /// Acts for the server, also when it is in the background; its requests go to the shell.
    pub(super) fn as_server<R>(&mut self, act: impl FnOnce(&mut Self) -> R) -> R {
        let Some(mut server) = self.background.take() else { return act(self) };
        // what is queued belongs to the game without a server
        if let Some(local) = &mut self.local {
            perform(&mut local.transport, self.out.take_network());
        }
        let notices = self.out.take_notices();
        self.exchange_with(&mut server);
        let result = act(self);
        self.exchange_with(&mut server);
        self.out.release();
        let theirs = self.out.take_notices();
        // the strip says whether there is a connection
        let is_shown = |notice: &Notice| *notice != Notice::Reconnected;
        for notice in notices.into_iter().chain(theirs.into_iter().filter(is_shown)) {
            self.out.notice(notice);
        }
        self.background = Some(server);
        result
    }

    fn exchange_with(&mut self, server: &mut BackgroundServer) {
        std::mem::swap(&mut self.link, &mut server.link);
        std::mem::swap(&mut self.visit, &mut server.visit);
    }

    /// Handles the timeouts of the server in the background, and ends the boards that it sends.
    pub(super) fn run_background(&mut self, now: Timestamp) {
        if self.background.is_some() {
            self.as_server(|app| {
                app.link.tick(now, &mut app.out);
                app.request_previews(false, now);
            });
        }
    }

    /// Leaves the game without a server as soon as the server has a table for the user.
    pub(super) fn sit_down_at_server(&mut self, now: Timestamp) {
        let visit = self.background.as_ref().and_then(|server| server.visit.as_ref());
        if visit.is_some_and(|visit| visit.table.is_some()) {
            // another game begins, for which records and the library make way
            self.was_playing = false;
            self.leave_local(now);
        }
    }

    /// When something happens at the server in the background without the user.
    pub(super) fn background_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let server = self.background.as_ref()?;
        let changes = |visit: &Visit| visit.counts_down(now) || !server.link.is_joined();
        let second = server.visit.as_ref().is_some_and(changes).then(|| now.plus_ms(250));
        [server.link.next_wakeup(), second].into_iter().flatten().min()
    }
}
