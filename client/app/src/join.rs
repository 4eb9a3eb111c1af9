//! Joining a server and hosting one.

use super::App;
use super::Screen;
use super::session::{News, Session};
use super::visit::Visit;
use chuhe_model::actions::action::JoinAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::join_form::port;
use chuhe_model::connection::link::Status;
use chuhe_model::connection::nearby::NearbyServer;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::{HostEvent, NetworkEvent};
use chuhe_model::exchange::hosting::{HOSTED, Hosting};
use chuhe_model::exchange::route::ServerLink;
use chuhe_model::exchange::settings::RecentServer;
use chuhe_model::exchange::trust::{Security, Trust};
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::Table;
use chuhe_protocol::{Halls, Password, SessionToken};
use chuhe_rules::clock::Timestamp;

impl App {
    pub(super) fn act_join(&mut self, action: JoinAction, now: Timestamp) {
        match action {
            JoinAction::Submit => self.submit(now),
            JoinAction::AskPassword => {
                self.join.password.get_or_insert_with(|| Password(String::new()));
            }
            JoinAction::Tls(wished) => self.join.tls = wished,
            JoinAction::To { host, port, name, tls, hall } => {
                self.join.halls.wanted = hall;
                self.join.host = host;
                self.join.port = port.to_string();
                self.join.tls = tls;
                if let Some(name) = name {
                    self.join.name = name;
                }
                self.submit(now);
            }
            JoinAction::Hall(name) => {
                self.join.halls.wanted = Some(name);
                if self.sessions.server.visit.is_none() {
                    self.submit(now);
                }
            }
            JoinAction::Leave => {
                self.pending = None;
                self.leave_server();
            }
            JoinAction::SignOut => {
                self.server_news(News::SignedOut, now);
                self.leave_server();
            }
            JoinAction::Retry => self.sessions.server.link.retry(now, &mut self.sessions.server.out),
            JoinAction::Recent(index) => {
                if let Some(server) = self.desk.settings.recent.get(index).cloned() {
                    self.fill(&server);
                    self.submit(now);
                }
            }
            JoinAction::Nearby(index) => {
                let server = self.nearby().nth(index).cloned();
                if let Some(server) = server {
                    self.join.host = server.address.to_string();
                    self.join.port = server.port.to_string();
                    self.join.tls = server.tls;
                    self.join.password = None;
                    self.submit(now);
                }
            }
            JoinAction::Forget(index) => {
                self.desk.settings.forget(index);
                self.desk.save();
            }
            JoinAction::Announce(wished) => {
                self.desk.settings.announce = wished;
                self.desk.save();
            }
            JoinAction::StartHost => self.start_host(),
            JoinAction::StopHost => self.desk.out.push(Effect::StopHost),
            JoinAction::JoinHosted => {
                if let Hosting::Running { port, .. } = self.hosting {
                    self.join.host = HOSTED.to_owned();
                    self.join.port = port.to_string();
                    self.join_hosted(now);
                }
            }
            JoinAction::Copy(text) => self.desk.out.copy(text),
        }
    }

    /// Handles what happens to the connection to the server, and what follows for more than its session.
    pub(super) fn server_event(&mut self, event: NetworkEvent, now: Timestamp) {
        let trust = self.server_trust();
        self.sessions.server.handle(event, trust, now);
        for news in self.sessions.server.take_news() {
            self.server_news(news, now);
        }
        let is_behind = self.sessions.local().is_some();
        let notices = self.sessions.server.out.take_notices().into_iter();
        // the strip says whether there is a connection in the background
        self.desk.out.notices(notices.filter(|notice| !is_behind || *notice != Notice::Reconnected));
        if self.sessions.sit_down_at_server(&mut self.desk, now) {
            // another game begins, for which records and the library make way
            self.study.was_playing = false;
        }
    }

    fn server_news(&mut self, news: News, now: Timestamp) {
        match news {
            News::Joined(token) => self.joined(token),
            News::Renewed(token) => {
                if let Some(server) = self.sessions.server.link.server() {
                    self.desk.settings.joined(server, token);
                    self.desk.save();
                }
            }
            News::Refused => self.join_refused(now),
            News::SignedOut => {
                if let Some(server) = self.sessions.server.link.server() {
                    self.desk.settings.forget_seat(server);
                    self.desk.save();
                }
            }
            News::Halls(halls) => self.list_halls(halls),
            News::HallAt(address) => self.hall_is_at(address.as_ref()),
            News::Secured { shown, trust } => self.secured(shown, trust),
            News::ConnectFailed => self.prompt_for_trust(),
            News::Answered(answer) => self.invitation_answered(answer, now),
            // a notice about the lobby does not matter at the table
            News::TableOpened => self.desk.notices.dismiss(),
            News::GameBegun => self.desk.settings.challenge.forget_once_begun(),
            News::GameRead => self.study.review_table(&mut self.sessions, &mut self.desk, now),
        }
    }

    /// The server has let the user in: the next time, they come back with this token.
    fn joined(&mut self, token: SessionToken) {
        let Some(server) = self.sessions.server.link.server() else { return };
        self.join.name.clone_from(&server.name);
        (self.join.password, self.join.refused_at) = (None, None);
        self.desk.settings.joined(server, token);
        if let Some(hall) = self.sessions.server.link.hall() {
            self.desk.settings.set_hall(&server.host, server.port, hall.clone());
        }
        self.desk.save();
    }

    /// The action that takes the user's seat again, in a game that was running when the window closed.
    ///
    /// It is tried once: if it fails, the next start does not repeat it.
    pub fn take_seat_again(&mut self) -> Option<JoinAction> {
        if self.desk.environment.surface == (Surface::Page { server: PageServer::None }) {
            return None;
        }
        let server = self.desk.settings.playing.take()?;
        self.desk.settings.token(&server)?;
        let RecentServer { host, port, name } = server;
        Some(JoinAction::To { host, port, name: Some(name), tls: false, hall: None })
    }

    /// Stores the server of the game that the user plays, for the next start.
    pub(super) fn store_server_of_game(&mut self) {
        let link = &self.sessions.server.link;
        if self.sessions.local().is_some() || !link.is_joined() || link.is_catching_up() {
            return;
        }
        let is_running =
            |table: &Table| table.seat().is_some() && !table.game().is_over() && !table.is_gone();
        // a player who invites or waits comes back to the wait
        let waits = |visit: &Visit| visit.invitation.is_some() || visit.awaited().is_some();
        let plays = self.sessions.table().is_some_and(is_running)
            || self.sessions.server.visit.as_ref().is_some_and(waits);
        let playing = link.server().filter(|_| plays).cloned();
        if self.desk.settings.playing != playing {
            self.desk.settings.playing = playing;
            self.desk.save();
        }
    }

    fn fill(&mut self, server: &RecentServer) {
        self.join.host.clone_from(&server.host);
        self.join.port = server.port.to_string();
        self.join.name.clone_from(&server.name);
        // stored trust decides
        self.join.tls = false;
        self.join.password = None;
    }

    /// Leaves the server, or ends the attempt to join it.
    pub(super) fn leave_server(&mut self) {
        // the game of another window stays its own
        if !self.sessions.is_superseded() {
            self.desk.settings.playing = None;
        }
        self.sessions.server.leave();
        self.trust_prompt = None;
    }

    /// Joins the server in the form, in whose address field there may be a link instead.
    pub(super) fn submit(&mut self, now: Timestamp) {
        if ServerLink::looks_like_one(&self.join.host) {
            let link = self.join.host.clone();
            return self.follow_typed(&link, now);
        }
        self.join.split_host_and_port();
        match self.join.server() {
            Ok(server) => {
                let (token, security) = (self.desk.settings.token(&server), self.security(&server));
                self.open(server, token, security, now);
            }
            Err(notice) => self.desk.out.notice(notice),
        }
    }

    /// Joins the hosted server without TLS, because nobody else can answer at its address.
    /// Tokens that another server issued over TLS at this address are not sent to it.
    fn join_hosted(&mut self, now: Timestamp) {
        match self.join.server() {
            Ok(server) => {
                let token = self.desk.settings.token(&server);
                let token =
                    token.filter(|_| self.desk.settings.trust(&server.host, server.port) == Trust::FirstUse);
                self.open(server, token, Security::Plain, now);
            }
            Err(notice) => self.desk.out.notice(notice),
        }
    }

    fn open(
        &mut self,
        server: RecentServer,
        token: Option<SessionToken>,
        security: Security,
        now: Timestamp,
    ) {
        // shows how the attempt goes, and stays when it fails
        self.desk.settings.start = StartEntry::Join;
        (self.sessions.server.visit, self.trust_prompt) = (None, None);
        let remembered = self.desk.settings.hall(&server.host, server.port).cloned();
        let wanted = self.join.halls.wanted.take();
        // a token leads back to the hall where it was issued
        let token = token.filter(|_| wanted.is_none() || wanted == remembered);
        let nodes = self.desk.settings.nodes(&server.host, server.port).to_vec();
        let Session { link, out, .. } = &mut self.sessions.server;
        link.open(server, token, security, now, out);
        link.use_hall(wanted.or(remembered));
        let targets = self.targets(&nodes);
        self.sessions.server.link.list_nodes(targets);
        if let Some(password) = self.join.password.clone().filter(|password| !password.0.is_empty()) {
            self.sessions.server.link.use_password(password);
        }
    }

    /// Offers the halls of the server for the choice, and remembers the nodes of its cluster.
    pub(super) fn list_halls(&mut self, halls: Halls) {
        let Halls { list, nodes } = halls;
        if let Some(server) = self.sessions.server.link.server().cloned() {
            self.join.halls.list(&server.host, server.port, list.clone());
            let targets = self.targets(&nodes);
            self.sessions.server.link.list_nodes(targets);
            if self.desk.settings.set_nodes(&server.host, server.port, nodes) {
                self.desk.save();
            }
        }
        self.sessions.server.link.list_halls(list);
    }

    fn start_host(&mut self) {
        match port(&self.join.host_port) {
            Some(port) if self.hosting == Hosting::Off => {
                self.hosting = Hosting::Starting;
                self.desk.settings.host_port = port;
                let name = self.join.name.trim();
                let name = if name.is_empty() { self.desk.text().app_name } else { name };
                let announce = self.desk.settings.announce.then(|| name.to_owned());
                self.desk.out.push(Effect::Host { port, announce });
            }
            Some(_) => {}
            None => self.desk.out.notice(Notice::BadPort),
        }
    }

    pub(super) fn host(&mut self, event: HostEvent) {
        match event {
            HostEvent::Started { port, addresses } => {
                self.hosting = Hosting::Running { port, addresses };
                self.sessions.server.link.forget_failure();
                self.desk.save();
            }
            HostEvent::Failed(why) => {
                self.hosting = Hosting::Off;
                self.desk.out.notice(Notice::HostFailed(why));
            }
            HostEvent::Stopped => {
                if self.hosting != Hosting::Off {
                    self.desk.out.notice(Notice::HostStopped);
                }
                self.hosting = Hosting::Off;
            }
        }
    }

    /// Searches for servers while the first screen waits for the user.
    pub(super) fn search_nearby(&mut self) {
        let wanted = self.screen() == Screen::Join && matches!(self.sessions.link().status(), Status::Off(_));
        if self.nearby.search(wanted) {
            self.desk.out.push(Effect::SearchNearby(wanted));
        }
    }

    /// The servers found on the local network, except the one that this program hosts.
    pub fn nearby(&self) -> impl Iterator<Item = &NearbyServer> {
        let is_own = |server: &NearbyServer| match &self.hosting {
            Hosting::Running { port, addresses } => {
                *port == server.port && addresses.contains(&server.address.to_string())
            }
            Hosting::Off | Hosting::Starting => false,
        };
        self.nearby.servers().iter().filter(move |server| !is_own(server))
    }
}
