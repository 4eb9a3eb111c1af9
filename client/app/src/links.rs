//! Links: where each leads, and the link to the place that is shown.

use super::session::News;
use super::session::preparing::prepare_table;
use super::solving::has_puzzle;
use super::{App, Screen, evenings};
use chuhe_model::actions::action::JoinAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::exchange::route::{InvalidLink, Place, PuzzleLink, Route, ServerLink};
use chuhe_model::exchange::servers::RecentServer;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::reviewing::Replacement;
use chuhe_protocol::{PlayerName, WatchFrom};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

impl App {
    /// Follows the link of a page that was loaded again, under the name that the user has.
    ///
    /// A link to a position is that of the review which was open, and is open again. If the user was on a server behind
    /// it, or behind a game without a server that was kept, they join that server again.
    #[inline(never)]
    pub(super) fn follow_again(&mut self, text: &str, now: Timestamp) {
        if let Ok(Route { place, hall, is_joined, .. }) = text.trim().parse() {
            let is_review = matches!(place, Place::Review(_)) && self.study.reviewing.is_some();
            let is_behind_game = is_joined && place == Place::Lobby && self.sessions.local.is_some();
            if is_joined && (is_review || is_behind_game) {
                self.entrance.join.halls.wanted = hall;
                self.entrance.submit(&mut self.sessions, &mut self.desk, now);
            }
            if is_review || is_behind_game {
                return;
            }
        }
        self.follow_link(text, PlayerName::parse(self.entrance.join.name.trim()).is_ok(), now);
    }

    /// Goes on with the game without a server that was on the screen of the page before it was loaded again.
    ///
    /// The server that the user was on behind it is being joined again, which goes on.
    pub fn reopen_local(&mut self, now: Timestamp) -> Vec<Effect> {
        if self.entrance.pending.is_some() {
            // what the link is for gives way, as when the user goes on with the game
            self.sessions.continue_local(now);
        } else {
            self.sessions.come_back_to_local(now);
        }
        self.update(Event::Tick, now)
    }

    /// Follows a link: a whole one, or a route on the server in the form, which it joins at once if so wished.
    pub(super) fn follow_link(&mut self, text: &str, joins: bool, now: Timestamp) {
        let text = text.trim();
        let parsed = if text.starts_with('#') {
            text.parse().map(|route| (None, route))
        } else {
            text.parse().map(|ServerLink { host, port, tls, route }| (Some((host, port, tls)), route))
        };
        match parsed {
            Ok((_, Route { place: Place::Review(position), .. })) => {
                let position = Replacement::Position(position, Color::Red);
                self.study.replace_record(&mut self.sessions, &mut self.desk, position);
            }
            Ok((_, Route { place: Place::Puzzle(puzzle), .. })) => follow_to_puzzle(self, puzzle, now),
            Ok((server, route)) => self.follow_to_server(server, route, joins, now),
            Err(invalid) => self.desk.out.notice(Notice::Link(invalid)),
        }
    }

    /// Opens the puzzle of a link once nothing asks the user first, as the first screen does; if there is none now, the
    /// list of puzzles.
    #[inline(never)]
    pub(super) fn open_followed_puzzle(&mut self, puzzle: &PuzzleLink, now: Timestamp) {
        self.study.set_up = None;
        self.entrance.pending = None;
        self.entrance.leave_server(&mut self.sessions, &mut self.desk);
        self.desk.settings.start.entry = StartEntry::Puzzles;
        self.study.exercises.open(&mut self.desk, puzzle, now);
    }

    /// Goes to a place on a server: at once if the user is there, or else by joining it.
    fn follow_to_server(
        &mut self,
        server: Option<(String, u16, bool)>,
        route: Route,
        joins: bool,
        now: Timestamp,
    ) {
        if self.sessions.plays() && self.sessions.local().is_none() {
            return self.desk.out.notice(Notice::LinkDuringGame);
        }
        if self.desk.environment.surface == (Surface::Page { server: PageServer::None }) {
            return self.desk.out.notice(Notice::NoServer);
        }
        if self.sessions.local().is_some() {
            self.sessions.leave_local(&mut self.desk, now);
        }
        self.study.exercises.leave(&mut self.desk);
        // a page reaches its own server only
        let is_page = matches!(self.desk.environment.surface, Surface::Page { .. });
        if let Some((host, port, tls)) = server.filter(|_| !is_page) {
            self.entrance.write_address(host, port, tls);
            self.entrance.join.password = None;
        }
        self.entrance.join.split_host_and_port();
        let is_there = self.entrance.is_at(&self.sessions, &route);
        if is_there && self.route().is_some_and(|shown| shown.place == route.place) {
            return;
        }
        // who follows a link to the lobby says under which name
        let has_name = PlayerName::parse(self.entrance.join.name.trim()).is_ok();
        let joins = joins || route.place != Place::Lobby && has_name;
        self.entrance.pending = Some(route.place);
        if is_there {
            return;
        }
        self.entrance.leave_server(&mut self.sessions, &mut self.desk);
        self.desk.settings.start.entry = StartEntry::Join;
        self.entrance.join.halls.wanted = route.hall;
        match &self.entrance.pending {
            // who invites and to what is said before a name is asked for
            Some(Place::Invitation(code)) if !joins => {
                let code = *code;
                self.entrance.ask_for_invitation(&mut self.sessions, &mut self.desk, code, now);
            }
            Some(_) | None if joins => self.entrance.submit(&mut self.sessions, &mut self.desk, now),
            Some(_) | None => {}
        }
    }

    /// Carries out what a link is for, once the user is in the lobby.
    pub(super) fn carry_out_link(&mut self, now: Timestamp) {
        if self.entrance.pending.is_none()
            || self.sessions.local().is_some()
            || !self.sessions.server.link.is_joined()
        {
            return;
        }
        if self.sessions.plays() {
            // the server has led the user back to their game, which is all that a page wants that was loaded again there
            if self.entrance.pending.take() != Some(Place::Lobby) {
                self.desk.out.notice(Notice::LinkDuringGame);
            }
            return;
        }
        if self.sessions.table().is_some() {
            // a page that was loaded again after the end of a game is back at the table
            if self.entrance.pending == self.route().map(|shown| shown.place) {
                self.entrance.pending = None;
                return;
            }
            self.sessions.leave_table(&mut self.desk);
        }
        if !self.sessions.server.visit.as_ref().is_some_and(|visit| visit.lobby.is_complete()) {
            return;
        }
        if let Some(Place::Challenge(name)) = &self.entrance.pending
            && self.sessions.is_searching(name)
        {
            return;
        }
        let pending = self.entrance.pending.take();
        // what the link is for is not shown below a dialog
        if pending.as_ref().is_some_and(Place::is_beyond_lobby) {
            while self.close_dialog() {}
        }
        let Some(place) = pending else { return };
        if !matches!(place, Place::Evening(_)) {
            evenings::leave(&mut self.sessions);
        }
        match place {
            Place::Challenge(name) => self.sessions.challenge_named(&mut self.desk, &name, now),
            Place::Watch(game) => {
                let server = &mut self.sessions.server;
                server.with_visit(|visit, out| visit.watch.ask(game, WatchFrom::Current, out));
            }
            Place::Invitation(code) => {
                let accepted = self.entrance.take_accepted(code);
                let server = &mut self.sessions.server;
                server.with_visit(|visit, out| visit.invitations.follow(code, accepted, out));
            }
            Place::Evening(code) => evenings::open(&mut self.sessions, code),
            Place::Seek(choice) => self.sessions.propose_seek(&mut self.desk, choice, now),
            Place::Lobby | Place::Review(_) | Place::Puzzle(_) => {}
        }
    }

    /// The route to the place that is shown; `None` for the first screen and what has no link.
    ///
    /// In a browser, the address of the page follows it.
    #[must_use]
    pub fn route(&self) -> Option<Route> {
        let place = match self.screen() {
            // a page that is loaded again opens the lesson at its step
            Screen::SetUp | Screen::Cover | Screen::Lesson => return None,
            Screen::Puzzle => return self.study.exercises.link().map(|it| Route::to(Place::Puzzle(it))),
            // the address leads back to the record
            Screen::Review | Screen::Guess => {
                let position = self.study.reviewing()?.review.shown.replay().xiangqi().cloned();
                let is_joined = self.sessions.server.visit.is_some();
                match position {
                    Some(position) => {
                        let hall = self.sessions.server_link().hall().filter(|_| is_joined).cloned();
                        let review = Route::to(Place::Review(Box::new(position)));
                        return Some(Route { hall, is_joined, ..review });
                    }
                    // a position of luzhanqi has no text
                    None if is_joined => Place::Lobby,
                    None => return None,
                }
            }
            Screen::Join => {
                let hall = self.entrance.join.halls.wanted.clone();
                return self.entrance.pending.clone().map(|place| Route { hall, ..Route::to(place) });
            }
            // a page that is loaded again has the game, and comes back to the server behind it
            Screen::Table | Screen::Lobby if self.sessions.local().is_some() => {
                self.sessions.server.visit.as_ref()?;
                let hall = self.sessions.server_link().hall().cloned();
                return Some(Route { hall, is_joined: true, ..Route::to(Place::Lobby) });
            }
            Screen::Table => match self.sessions.visit()?.watch.game {
                Some(watch) => Place::Watch(watch.game),
                None => Place::Lobby,
            },
            Screen::Evenings => evenings::link_place(&self.sessions),
            Screen::Lobby => match self.sessions.visit()?.invitations.followed.as_ref() {
                Some(followed) => Place::Invitation(followed.code()),
                None => Place::Lobby,
            },
        };
        Some(Route { hall: self.sessions.link().hall().cloned(), ..Route::to(place) })
    }

    /// Handles what happens to the connection to the server, and what follows for more than its session.
    #[inline(never)]
    pub(super) fn server_event(&mut self, event: NetworkEvent, now: Timestamp) {
        let trust = self.entrance.server_trust(&self.sessions, &self.desk);
        let is_behind = self.sessions.local().is_some();
        self.sessions.server.handle(event, trust, now);
        if self.sessions.sit_down_at_server(&mut self.desk, now) {
            // another game begins, for which records and the library make way
            self.study.was_playing = false;
        }
        for news in self.sessions.server.take_news() {
            self.server_news(news, now);
        }
        evenings::save_games(&mut self.sessions, &mut self.desk);
        let notices = self.sessions.server.out.take_notices().into_iter();
        // the strip says whether there is a connection in the background
        self.desk.out.notices(notices.filter(|notice| !is_behind || *notice != Notice::Reconnected));
        self.carry_out_link(now);
        let is_hosted = self.entrance.is_at_hosted(&self.sessions);
        self.sessions.store_server_of_game(&mut self.desk, is_hosted);
    }

    fn server_news(&mut self, news: News, now: Timestamp) {
        match news {
            News::Joined(token) => self.entrance.joined(&mut self.sessions, &mut self.desk, token),
            News::Renewed(token) => {
                if let Some(server) = self.sessions.server.link.server() {
                    self.desk.settings.servers.joined(server, token);
                    self.desk.save();
                }
            }
            News::Refused => self.entrance.join_refused(&mut self.sessions, &mut self.desk, now),
            News::SignedOut => self.entrance.forget_seat(&mut self.sessions, &mut self.desk),
            News::Halls(halls) => self.entrance.list_halls(&mut self.sessions, &mut self.desk, halls),
            News::HallAt(address) => {
                self.entrance.hall_is_at(&mut self.sessions, &mut self.desk, address.as_ref())
            }
            News::Secured { shown, trust } => {
                self.entrance.secured(&mut self.sessions, &mut self.desk, shown, trust)
            }
            News::ConnectFailed => self.entrance.prompt_for_trust(&self.sessions),
            News::Answered(answer) => self.entrance.invitation_answered(answer, now),
            // a notice about the lobby does not matter at the table
            News::TableOpened => self.desk.notices.dismiss(),
            News::TableChanged => {
                prepare_table(&mut self.sessions.server, &self.desk.settings, &mut self.desk.random, false);
                self.sessions.keep_finished_game(&mut self.desk, now);
            }
            News::GameBegun => self.desk.settings.challenge.forget_once_begun(),
            News::GameRead => self.study.review_table(&mut self.sessions, &mut self.desk, now),
        }
    }

    /// Follows the link with which a page was opened once the user is back in the game that [`Self::take_seat_again`]
    /// leads to: if that still runs, the user is told to open it again later.
    pub fn follow_after_seat(&mut self, text: &str) {
        let Ok(Route { place, hall, .. }) = text.trim().parse() else { return };
        if !place.is_beyond_lobby() {
            return;
        }
        let server = self.sessions.server.link.server();
        let entered = server.and_then(|it| self.desk.settings.servers.hall(&it.host, it.port));
        if hall.is_some_and(|hall| entered != Some(&hall)) {
            // the seat is in another hall than what the link is for
            return self.desk.out.notice(Notice::LinkDuringGame);
        }
        self.entrance.pending = Some(place);
    }

    /// The action that takes the user's seat again, in a game that was running when the window closed.
    ///
    /// To join is tried once: if it fails, the next start does not repeat it. A seat on a server that this program hosts
    /// is kept until that server runs.
    pub fn take_seat_again(&mut self) -> Option<JoinAction> {
        if self.desk.environment.surface == (Surface::Page { server: PageServer::None }) {
            return None;
        }
        let servers = &mut self.desk.settings.servers;
        let playing = servers.playing.take()?;
        servers.token(&playing.server)?;
        if playing.is_hosted {
            self.entrance.seat_here = Some(playing.server.clone());
            servers.playing = Some(playing);
            return Some(JoinAction::HostAgain);
        }
        self.entrance.returns = true;
        let RecentServer { host, port, name } = playing.server;
        Some(JoinAction::To { host, port, name: Some(name), tls: false, hall: None })
    }
}

/// Follows a link to a puzzle without a server. Before it opens, a record with unsaved changes asks whether to discard
/// them.
#[inline(never)]
fn follow_to_puzzle(app: &mut App, puzzle: PuzzleLink, now: Timestamp) {
    if app.sessions.plays() && app.sessions.local().is_none() {
        return app.desk.out.notice(Notice::LinkDuringGame);
    }
    if !has_puzzle(&puzzle) {
        return app.desk.out.notice(Notice::Link(InvalidLink::Place));
    }
    if app.sessions.local().is_some() {
        app.sessions.leave_local(&mut app.desk, now);
    }
    if app.study.reviewing.is_some() {
        app.study.replace_record(&mut app.sessions, &mut app.desk, Replacement::Puzzle(puzzle));
    } else {
        app.study.exercises.followed_puzzle = Some(puzzle);
    }
}
