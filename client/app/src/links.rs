//! Links: where each leads, and the link to the place that is shown.

use super::{App, Screen};
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::route::{Place, Route, ServerLink};
use chuhe_model::exchange::settings::same_host;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::reviewing::Replacement;
use chuhe_protocol::PlayerName;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

impl App {
    /// Follows a link: a whole one, or a route on the server in the form.
    pub(super) fn follow(&mut self, text: &str, now: Timestamp) {
        self.follow_link(text, false, now);
    }

    /// Follows a link that the user typed instead of an address, and joins its server at once.
    pub(super) fn follow_typed(&mut self, text: &str, now: Timestamp) {
        self.follow_link(text, true, now);
    }

    /// Follows the link of a page that was loaded again, under the name that the user has.
    ///
    /// A link to a position is that of the review which was open, and is open again.
    pub(super) fn follow_again(&mut self, text: &str, now: Timestamp) {
        let is_position = matches!(text.trim().parse(), Ok(Route { place: Place::Review(_), .. }));
        if is_position && self.reviewing.is_some() {
            return;
        }
        self.follow_link(text, PlayerName::parse(self.join.name.trim()).is_ok(), now);
    }

    fn follow_link(&mut self, text: &str, joins: bool, now: Timestamp) {
        let text = text.trim();
        let parsed = if text.starts_with('#') {
            text.parse().map(|route| (None, route))
        } else {
            text.parse().map(|ServerLink { host, port, tls, route }| (Some((host, port, tls)), route))
        };
        match parsed {
            Ok((_, Route { place: Place::Review(position), .. })) => {
                self.replace_record(Replacement::Position(position, Color::Red));
            }
            Ok((server, route)) => self.follow_to_server(server, route, joins, now),
            Err(invalid) => self.desk.out.notice(Notice::Link(invalid)),
        }
    }

    /// Goes to a place on a server: at once if the user is there, or else by joining it.
    fn follow_to_server(
        &mut self,
        server: Option<(String, u16, bool)>,
        route: Route,
        joins: bool,
        now: Timestamp,
    ) {
        if self.plays() && self.local().is_none() {
            return self.desk.out.notice(Notice::LinkDuringGame);
        }
        if self.desk.environment.surface == (Surface::Page { server: PageServer::None }) {
            return self.desk.out.notice(Notice::NoServer);
        }
        if self.local().is_some() {
            self.leave_local(now);
        }
        // a page reaches its own server only
        let is_page = matches!(self.desk.environment.surface, Surface::Page { .. });
        if let Some((host, port, tls)) = server.filter(|_| !is_page) {
            (self.join.host, self.join.port, self.join.tls) = (host, port.to_string(), tls);
            self.join.password = None;
        }
        self.join.split_host_and_port();
        let is_there = self.is_at(&route);
        if is_there && self.route().is_some_and(|shown| shown.place == route.place) {
            return;
        }
        // who follows a link to the lobby says under which name
        let has_name = PlayerName::parse(self.join.name.trim()).is_ok();
        let joins = joins || route.place != Place::Lobby && has_name;
        self.pending = Some(route.place);
        if is_there {
            return;
        }
        self.leave_server();
        self.desk.settings.start = StartEntry::Join;
        self.join.halls.wanted = route.hall;
        match &self.pending {
            // who invites and to what is said before a name is asked for
            Some(Place::Invitation(code)) if !joins => {
                let code = *code;
                self.ask_for_invitation(code, now);
            }
            Some(_) | None if joins => self.submit(now),
            Some(_) | None => {}
        }
    }

    /// Whether the user has joined, or is joining, the server in the form and the hall of a route.
    fn is_at(&self, route: &Route) -> bool {
        let (host, port) = self.join.address();
        let link = &self.server.link;
        let is_server =
            link.server().is_some_and(|server| same_host(&server.host, &host) && Some(server.port) == port);
        let is_hall = route.hall.is_none() || route.hall.as_ref() == link.hall();
        self.server.visit.is_some() && is_server && is_hall
    }

    /// Carries out what a link is for, once the user is in the lobby.
    pub(super) fn carry_out_link(&mut self, now: Timestamp) {
        if self.pending.is_none() || self.local().is_some() || !self.server.link.is_joined() {
            return;
        }
        if self.plays() {
            // the server has led the user back to their game
            self.pending = None;
            return self.desk.out.notice(Notice::LinkDuringGame);
        }
        if self.table().is_some() {
            self.leave_table();
        }
        if !self.server.visit.as_ref().is_some_and(|visit| visit.lobby.is_complete()) {
            return;
        }
        let pending = self.pending.take();
        // what the link is for is not shown below a dialog
        if matches!(pending, Some(Place::Challenge(_) | Place::Watch(_) | Place::Invitation(_))) {
            while self.close_dialog() {}
        }
        match pending {
            Some(Place::Challenge(name)) => self.challenge_named(&name, now),
            Some(Place::Watch(game)) => self.server.watch(game),
            Some(Place::Invitation(code)) => {
                let accepted = self.take_accepted(code);
                self.server.follow_invitation(code, accepted);
            }
            Some(Place::Lobby | Place::Review(_)) | None => {}
        }
    }

    /// Opens the form to challenge the player of this name, if they are online.
    fn challenge_named(&mut self, name: &PlayerName, now: Timestamp) {
        let Some(visit) = &self.server.visit else { return };
        let Some(player) = visit.lobby.named(name.as_str()).filter(|player| player.id != visit.me) else {
            return self.desk.out.notice(Notice::NotOnline(name.to_string()));
        };
        match self.server.may_challenge(visit, player, now) {
            Ok(()) => {
                let opponent = Some(player.id);
                self.server.open_form(opponent, &self.desk.settings.challenge);
            }
            Err(denied) => self.desk.out.notice(Notice::Denied(denied)),
        }
    }

    /// The route to the place that is shown; `None` for the first screen and what has no link.
    ///
    /// In a browser, the address of the page follows it.
    #[must_use]
    pub fn route(&self) -> Option<Route> {
        let place = match self.screen() {
            Screen::SetUp | Screen::Cover => return None,
            Screen::Review => {
                let position = self.reviewing()?.review().replay().xiangqi()?.clone();
                return Some(Route::to(Place::Review(Box::new(position))));
            }
            Screen::Join => {
                let hall = self.join.halls.wanted.clone();
                return self.pending.clone().map(|place| Route { hall, ..Route::to(place) });
            }
            Screen::Table | Screen::Lobby if self.local().is_some() => return None,
            Screen::Table => match self.visit()?.watching {
                Some(watch) => Place::Watch(watch.game),
                None => Place::Lobby,
            },
            Screen::Lobby => match self.visit()?.followed.as_ref() {
                Some(followed) => Place::Invitation(followed.code()),
                None => Place::Lobby,
            },
        };
        Some(Route { place, hall: self.link().hall().cloned(), port: None })
    }
}
