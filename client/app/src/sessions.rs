//! The server in the background: the user plays without it, and stays in its lobby meanwhile.
//!
//! The session of the server goes on while a game without a server is on the screen. It comes back to the screen when
//! the user leaves that game, or as soon as the server has a table for them.

use crate::desk::Desk;
use crate::local_play::LocalPlay;
use crate::session::Session;
use crate::visit::Visit;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::connection::link::{Link, OfflineReason, Status};
use chuhe_model::exchange::route::SeekChoice;
use chuhe_model::exchange::servers::{Playing, SavedSeat};
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::lobby::challenge::Addressee;
use chuhe_model::lobby::pages::Search;
use chuhe_model::lobby::reports::Reports;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Moment, Table};
use chuhe_protocol::{CloseReason, GameId, PlayerName};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Formation;

/// The sessions of the user: with the server, and with the hub in this program; and which of them is shown.
#[derive(Debug)]
pub struct Sessions {
    /// The session with the server, which may be in the background of a game without it.
    pub(crate) server: Session,
    /// The game without a server, also while the user has left it.
    pub(crate) local: Option<LocalPlay>,
    /// Whether the user is asked to confirm that a new game replaces the one they left.
    pub asked_to_replace: bool,
    /// Whether the form of a game against the computer is open in a lobby.
    pub chooses_computer: bool,
    /// The search for which that form has proposed a game.
    pub(crate) proposed: Option<u32>,
    /// The game and the level that the open form has replaced, and those that it proposes.
    pub(crate) replaced: Option<[(GameChoice, u8); 2]>,
    /// Whether the user played at the server after its last message, for the next start; `None` when they have just
    /// joined.
    pub(crate) stored_play: Option<bool>,
}

impl Sessions {
    pub(crate) const fn new(server: Session) -> Self {
        Self {
            server,
            local: None,
            asked_to_replace: false,
            chooses_computer: false,
            proposed: None,
            replaced: None,
            stored_play: None,
        }
    }

    /// The session on the screen: that of the game without a server while the user is in it.
    #[must_use]
    pub fn shown(&self) -> &Session {
        self.local().map_or(&self.server, |local| local.shown())
    }

    pub(crate) fn shown_mut(&mut self) -> &mut Session {
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
        let is_elsewhere = self.local().is_some() || self.server.evenings.is_open();
        let is_at_board = |visit: &&Visit| is_elsewhere || visit.is_at_finished_board();
        let visit = self.server.visit.as_ref().filter(is_at_board)?;
        visit.lobby.incoming(visit.me).next()
    }

    /// Asks the server for what the lobby shows, and for the boards of an evening that are.
    pub(crate) fn ask_server(&mut self, is_lobby_shown: bool, boards: Vec<GameId>, now: Timestamp) {
        let is_behind = self.local().is_some();
        let Session { link, visit, out, evenings, .. } = &mut self.server;
        let Some(visit) = visit.as_mut().filter(|visit| link.is_joined() && !visit.paused) else { return };
        visit.ask_for_page(now, out);
        visit.choose_previews(is_lobby_shown, boards, now, out);
        if !is_behind {
            // neither at a table nor before the lobby
            if (is_lobby_shown && visit.lobby.is_complete() || evenings.is_open())
                && !link.is_catching_up()
                && let Some(request) = evenings.ask_for_list(now)
            {
                out.send(request);
            }
            visit.ask_for_visitors(out);
            visit.games.profiles.ask_board(|request| out.send(request));
            if !link.is_catching_up() {
                visit.ask_for_past_games(is_lobby_shown, out);
                visit.ask_for_evening_games(now, out);
            }
        }
    }

    /// Leaves the game without a server as soon as the server has a table for the user; returns whether it has.
    pub(crate) fn sit_down_at_server(&mut self, desk: &mut Desk, now: Timestamp) -> bool {
        let sits_down = self.local().is_some() && self.server.table().is_some();
        if sits_down {
            self.leave_local(desk, now);
        }
        sits_down
    }

    /// When something happens at the server in the background without the user.
    pub(crate) fn background_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.local()?;
        let server = &self.server;
        let changes = |visit: &Visit| visit.counts_down(now) || !server.link.is_joined();
        let second = server.visit.as_ref().is_some_and(changes).then(|| now.plus_ms(250));
        [server.link.next_wakeup(), second].into_iter().flatten().min()
    }

    pub(crate) fn moment(&self, now: Timestamp) -> Moment {
        self.shown().moment(!self.shares_screen(), now)
    }

    pub(crate) fn leave_table(&mut self, desk: &mut Desk) {
        if self.local().is_some() {
            self.drop_local(desk);
        } else {
            self.server.with_visit(Visit::leave_table);
        }
    }

    /// The connection.
    #[must_use]
    pub fn link(&self) -> &Link {
        &self.shown().link
    }

    /// The current visit to a server.
    #[must_use]
    pub fn visit(&self) -> Option<&Visit> {
        self.shown().visit.as_ref()
    }

    /// What the user knows of reports.
    #[must_use]
    pub const fn reports(&self) -> &Reports {
        &self.server.reports
    }

    /// The table on the screen.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.shown().table()
    }

    /// Whether the user plays a game now: it must not be hidden by a record.
    pub fn plays(&self) -> bool {
        self.shown().plays()
    }

    /// Whether a game without a server is not over, and is lost when the window closes.
    pub fn loses_local_game(&self) -> bool {
        let Some(local) = self.local.as_ref().filter(|local| !local.is_kept) else { return false };
        local.shown().plays()
    }

    /// Whether the game on the screen goes on at a server to which there is no connection.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        let Some(table) = self.table().filter(|_| !self.link().is_joined()) else { return false };
        !table.game().viewpoint().is_reader() && !table.is_gone() && !table.game().is_over()
    }

    /// Whether another connection of the player has ended the one of this window.
    #[must_use]
    pub fn is_superseded(&self) -> bool {
        let superseded = OfflineReason::Closed(CloseReason::Superseded);
        self.server_link().status() == Status::Off(Some(superseded))
    }

    /// Whether another window of this program, or another tab of the page, plays in place of this one.
    #[must_use]
    pub fn plays_in_another_window(&self) -> bool {
        self.server_link().is_renewed() && self.is_superseded()
    }

    /// The program of a phone goes to sleep, or wakes up: the server gives it more time.
    pub(crate) fn sleeps(&mut self, desk: &Desk, asleep: bool) {
        if desk.environment.fingers {
            self.server.sleeps(asleep);
        }
    }

    /// Takes over the session tokens that another window has kept.
    pub(crate) fn seats_elsewhere(&mut self, desk: &mut Desk, seats: Vec<SavedSeat>) {
        desk.settings.servers.seats = seats;
        let Session { link, out, .. } = &mut self.server;
        if let Some(token) = link.server().and_then(|server| desk.settings.servers.token(server)) {
            link.renew(token, out);
        }
    }

    /// Stores the server of the game that the user plays, for the next start.
    ///
    /// The settings may name the game of another window. So that two windows do not overwrite each other without end,
    /// this one stores what has changed for it, and else only adds its game where none is stored.
    pub(crate) fn store_server_of_game(&mut self, desk: &mut Desk, is_hosted: bool) {
        let link = &self.server.link;
        let is_current = link.is_joined() && !link.is_catching_up();
        let Some(server) = link.server().filter(|_| is_current) else { return };
        // a player who invites or waits comes back to the wait
        let waits = |visit: &Visit| visit.invitations.own.is_some() || visit.invitations.awaited().is_some();
        let plays = self.server.plays() || self.server.visit.as_ref().is_some_and(waits);
        let is_new = self.stored_play.replace(plays) != Some(plays);
        let playing = plays.then(|| Playing { server: server.clone(), is_hosted });
        let stored = &mut desk.settings.servers.playing;
        let is_own = stored.as_ref().is_some_and(|it| it.server == *server);
        let changes = if plays { stored.is_none() || is_new && !is_own } else { is_new && is_own };
        // at one address there can be a server that this program hosts, and at another time one that runs by itself:
        // what an earlier start stored under this address may be about the other one
        let is_outdated = plays && is_own && *stored != playing;
        if changes || is_outdated {
            *stored = playing;
            desk.save();
        }
    }

    /// Searches for the player of this name, who need not be on the page of a crowded lobby's list; returns whether the
    /// server has yet to answer.
    pub(crate) fn is_searching(&mut self, name: &PlayerName) -> bool {
        let mut is_pending = false;
        self.server.with_visit(|visit, out| {
            let is_new = visit.lobby.pages.search(name) == Search::New;
            let is_beside = visit.lobby.pages.place().is_some() && visit.lobby.named(name.as_str()).is_none();
            if is_beside && is_new {
                visit.find_player(name.clone(), out);
            }
            is_pending = is_beside && visit.lobby.pages.search(name) == Search::Pending;
        });
        is_pending
    }

    /// Opens the form to challenge the player of this name, if they are online.
    pub(crate) fn challenge_named(&mut self, desk: &mut Desk, name: &PlayerName, now: Timestamp) {
        self.server.with_visit(|visit, _| visit.lobby.pages.end_search());
        let Some(visit) = &self.server.visit else { return };
        let Some(player) = visit.lobby.named(name.as_str()).filter(|player| player.id != visit.me) else {
            return desk.out.notice(Notice::NotOnline(name.to_string()));
        };
        match self.server.may_challenge(visit, player, now) {
            Ok(()) => {
                let opponent = Addressee::Player(player.id);
                self.server.with_visit(|visit, _| visit.open_form(opponent, &desk.settings.challenge));
            }
            Err(denied) => desk.out.notice(Notice::Denied(denied)),
        }
    }

    /// Opens the form to look for an opponent, with what a link proposes.
    pub(crate) fn propose_seek(&mut self, desk: &mut Desk, choice: SeekChoice, now: Timestamp) {
        if let Err(denied) = self.server.may_seek(now) {
            return desk.out.notice(Notice::Denied(denied));
        }
        self.server.with_visit(|visit, _| {
            visit.open_form(Addressee::Anyone, &desk.settings.challenge);
            if let Some(form) = &mut visit.form {
                form.propose(choice);
            }
        });
    }

    /// Stores the current formation as the start of the next set-up.
    pub(crate) fn store_layout(&self, desk: &mut Desk) {
        let text = self.table().and_then(|table| table.game().play().draft()).map(Formation::text);
        if text.is_some() && !self.shares_screen() && desk.settings.layout != text {
            desk.settings.layout = text;
            desk.save();
        }
    }
}
