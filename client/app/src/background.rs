//! The server in the background: the user plays without it, and stays in its lobby meanwhile.
//!
//! The session of the server goes on while a game without a server is on the screen. It comes back to the screen when
//! the user leaves that game, or as soon as the server has a table for them.

use super::{App, Screen};
use crate::session::Session;
use crate::visit::Visit;
use chuhe_model::connection::link::Link;
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::Player;
use chuhe_rules::clock::Timestamp;

impl App {
    /// The session on the screen: that of the game without a server while the user is in it.
    pub(super) fn shown(&self) -> &Session {
        self.local().map_or(&self.server, |local| local.shown())
    }

    pub(super) fn shown_mut(&mut self) -> &mut Session {
        match &mut self.local {
            Some(local) if !local.is_left() => local.shown_mut(),
            Some(_) | None => &mut self.server,
        }
    }

    /// The connection to the server, which may be in the background.
    #[must_use]
    pub const fn server_link(&self) -> &Link {
        &self.server.link
    }

    /// The visit to the server, which may be in the background.
    #[must_use]
    pub const fn server_visit(&self) -> Option<&Visit> {
        self.server.visit.as_ref()
    }

    /// Whether the user plays without a server, and is in the lobby of one meanwhile.
    #[must_use]
    pub fn has_background_server(&self) -> bool {
        self.local().is_some() && self.server.visit.is_some()
    }

    /// The oldest challenge to a user who can answer it at a board: that of a game without the server,
    /// or of their own finished game.
    #[must_use]
    pub fn challenge_at_board(&self) -> Option<&OpenChallenge> {
        let is_at_board = |visit: &&Visit| self.local().is_some() || visit.is_at_finished_board();
        let visit = self.server.visit.as_ref().filter(is_at_board)?;
        visit.lobby.incoming(visit.me).next()
    }

    /// Asks the server for what the lobby shows.
    pub(super) fn ask_server(&mut self, now: Timestamp) {
        let is_lobby_shown = self.screen() == Screen::Lobby;
        let is_behind = self.local().is_some();
        self.server.choose_previews(is_lobby_shown, now);
        if !is_behind {
            self.server.ask_for_visitors();
            self.server.ask_for_past_games(is_lobby_shown);
        }
    }

    /// Permits a challenge to a player of the lobby; the error says why it would be refused.
    pub fn may_challenge(&self, visit: &Visit, player: &Player, now: Timestamp) -> Result<(), Denied> {
        self.shown().may_challenge(visit, player, now)
    }

    /// Leaves the game without a server as soon as the server has a table for the user.
    pub(super) fn sit_down_at_server(&mut self, now: Timestamp) {
        if self.local().is_some() && self.server.table().is_some() {
            // another game begins, for which records and the library make way
            self.was_playing = false;
            self.leave_local(now);
        }
    }

    /// When something happens at the server in the background without the user.
    pub(super) fn background_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.local()?;
        let server = &self.server;
        let changes = |visit: &Visit| visit.counts_down(now) || !server.link.is_joined();
        let second = server.visit.as_ref().is_some_and(changes).then(|| now.plus_ms(250));
        [server.link.next_wakeup(), second].into_iter().flatten().min()
    }
}
