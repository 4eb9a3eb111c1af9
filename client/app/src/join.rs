//! Joining a server and hosting one.

use super::App;
use super::visit::Visit;
use chuhe_model::actions::action::JoinAction;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::join_form::port;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::HostEvent;
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
                if self.visit.is_none() {
                    self.submit(now);
                }
            }
            JoinAction::Leave => {
                self.pending = None;
                self.leave_server();
            }
            JoinAction::Retry => self.link.retry(now, &mut self.out),
            JoinAction::Recent(index) => {
                if let Some(server) = self.settings.recent.get(index).cloned() {
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
                self.settings.forget(index);
                self.save();
            }
            JoinAction::Announce(wished) => {
                self.settings.announce = wished;
                self.save();
            }
            JoinAction::StartHost => self.start_host(),
            JoinAction::StopHost => self.out.push(Effect::StopHost),
            JoinAction::JoinHosted => {
                if let Hosting::Running { port, .. } = self.hosting {
                    self.join.host = HOSTED.to_owned();
                    self.join.port = port.to_string();
                    self.join_hosted(now);
                }
            }
            JoinAction::Copy(text) => {
                self.out.push(Effect::CopyText(text));
                self.out.notice(Notice::Copied);
            }
        }
    }

    /// The action that takes the user's seat again, in a game that was running when the window closed.
    ///
    /// It is tried once: if it fails, the next start does not repeat it.
    pub fn take_seat_again(&mut self) -> Option<JoinAction> {
        if self.environment.surface == (Surface::Page { server: PageServer::None }) {
            return None;
        }
        let server = self.settings.playing.take()?;
        self.settings.token(&server)?;
        let RecentServer { host, port, name } = server;
        Some(JoinAction::To { host, port, name: Some(name), tls: false, hall: None })
    }

    /// Stores the server of the game that the user plays, for the next start.
    pub(super) fn store_server_of_game(&mut self) {
        if !self.link.is_joined() || self.link.is_local() || self.link.is_catching_up() {
            return;
        }
        let is_running =
            |table: &Table| table.seat().is_some() && !table.game().is_over() && !table.is_gone();
        // a player who invites or waits comes back to the wait
        let waits = |visit: &Visit| visit.invitation.is_some() || visit.awaited().is_some();
        let plays = self.table().is_some_and(is_running) || self.visit.as_ref().is_some_and(waits);
        let playing = self.link.server().filter(|_| plays).cloned();
        if self.settings.playing != playing {
            self.settings.playing = playing;
            self.save();
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
        if !self.is_superseded() {
            self.settings.playing = None;
        }
        self.link.leave(&mut self.out);
        (self.visit, self.trust_prompt) = (None, None);
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
                let (token, security) = (self.settings.token(&server), self.security(&server));
                self.open(server, token, security, now);
            }
            Err(notice) => self.out.notice(notice),
        }
    }

    /// Joins the hosted server without TLS, because nobody else can answer at its address.
    /// Tokens that another server issued over TLS at this address are not sent to it.
    fn join_hosted(&mut self, now: Timestamp) {
        match self.join.server() {
            Ok(server) => {
                let token = self.settings.token(&server);
                let token =
                    token.filter(|_| self.settings.trust(&server.host, server.port) == Trust::FirstUse);
                self.open(server, token, Security::Plain, now);
            }
            Err(notice) => self.out.notice(notice),
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
        self.settings.start = StartEntry::Join;
        (self.visit, self.trust_prompt) = (None, None);
        let remembered = self.settings.hall(&server.host, server.port).cloned();
        let wanted = self.join.halls.wanted.take();
        // a token leads back to the hall where it was issued
        let token = token.filter(|_| wanted.is_none() || wanted == remembered);
        self.link.open(server, token, security, now, &mut self.out);
        self.link.use_hall(wanted.or(remembered));
        if let Some(server) = self.link.server().filter(|_| !self.link.is_local()) {
            let nodes = self.settings.nodes(&server.host, server.port);
            self.link.list_nodes(self.targets(nodes));
        }
        if let Some(password) = self.join.password.clone().filter(|password| !password.0.is_empty()) {
            self.link.use_password(password);
        }
    }

    /// Offers the halls of the server for the choice, and remembers the nodes of its cluster.
    pub(super) fn list_halls(&mut self, halls: Halls) {
        let Halls { list, nodes } = halls;
        if let Some(server) = self.link.server().cloned() {
            self.join.halls.list(&server.host, server.port, list.clone());
            self.link.list_nodes(self.targets(&nodes));
            if self.settings.set_nodes(&server.host, server.port, nodes) {
                self.save();
            }
        }
        self.link.list_halls(list);
    }

    fn start_host(&mut self) {
        match port(&self.join.host_port) {
            Some(port) if self.hosting == Hosting::Off => {
                self.hosting = Hosting::Starting;
                self.settings.host_port = port;
                let name = self.join.name.trim();
                let name = if name.is_empty() { self.text().app_name } else { name };
                let announce = self.settings.announce.then(|| name.to_owned());
                self.out.push(Effect::Host { port, announce });
            }
            Some(_) => {}
            None => self.out.notice(Notice::BadPort),
        }
    }

    pub(super) fn host(&mut self, event: HostEvent) {
        match event {
            HostEvent::Started { port, addresses } => {
                self.hosting = Hosting::Running { port, addresses };
                self.link.forget_failure();
                self.save();
            }
            HostEvent::Failed(why) => {
                self.hosting = Hosting::Off;
                self.out.notice(Notice::HostFailed(why));
            }
            HostEvent::Stopped => {
                if self.hosting != Hosting::Off {
                    self.out.notice(Notice::HostStopped);
                }
                self.hosting = Hosting::Off;
            }
        }
    }
}
