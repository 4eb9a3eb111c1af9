//! Joining a server and hosting one.

use super::session::Session;
use crate::desk::Desk;
use crate::sessions::Sessions;
use chuhe_model::actions::action::{JoinAction, SecretField};
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::connection::join_form::{JoinForm, port};
use chuhe_model::connection::link::{Link, OfflineReason, Status};
use chuhe_model::connection::nearby::{NearbyServer, NearbyServers};
use chuhe_model::exchange::effect::MachineEffect;
use chuhe_model::exchange::environment::{PageServer, Surface};
use chuhe_model::exchange::event::HostEvent;
use chuhe_model::exchange::hosting::{HOSTED, Hosting, is_this_machine};
use chuhe_model::exchange::route::{Place, Route};
use chuhe_model::exchange::servers::{Playing, RecentServer, same_host};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::exchange::trust::{Security, Trust, TrustPrompt};
use chuhe_model::lobby::invited::Invited;
use chuhe_model::notices::notice::Notice;
use chuhe_protocol::limits::PASSWORD_BYTES;
use chuhe_protocol::{Halls, Password, PlayerName, Refusal, SessionToken};
use chuhe_rules::clock::Timestamp;

/// How the user comes to a server: the form, a link or an invitation that is followed, and what is hosted.
#[derive(Debug)]
pub struct Entrance {
    /// The form for joining a server.
    pub join: JoinForm,
    /// What the link that the user follows is for, until the server has let them in.
    pub(crate) pending: Option<Place>,
    /// Whether the attempt to join leads back to a seat that the user had when the window closed.
    pub returns: bool,
    /// Whether the server of the page answers again, and what waits for that is still to be done.
    pub(crate) owes_attempt: bool,
    /// The invitation whose link the user follows before they have joined.
    pub(crate) invited: Option<Invited>,
    /// The state of the hosted server.
    pub hosting: Hosting,
    /// Who is connected to it, with the user.
    hosted_players: Vec<PlayerName>,
    pub(crate) nearby: NearbyServers,
    pub(crate) trust_prompt: Option<TrustPrompt>,
    /// The seat on the hosted server that the user takes again once that runs, or gives up by joining another server.
    ///
    /// [`Servers::playing`](chuhe_model::exchange::servers::Servers::playing) has it as well, so that the next start
    /// tries again if the server could not be started.
    pub seat_here: Option<RecentServer>,
    /// Where another window of the program plays, or did when it was closed, under a name whose seat this one
    /// could take.
    elsewhere: Option<RecentServer>,
}

impl Entrance {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            join: JoinForm::new(settings),
            pending: None,
            returns: false,
            owes_attempt: false,
            invited: None,
            hosting: Hosting::Off,
            hosted_players: Vec::new(),
            nearby: NearbyServers::default(),
            trust_prompt: None,
            seat_here: None,
            elsewhere: None,
        }
    }

    /// Where another window of the program plays, or did when it was closed, and under which name.
    #[must_use]
    pub const fn elsewhere(&self) -> Option<&RecentServer> {
        self.elsewhere.as_ref()
    }

    /// Records where another window of the program plays: the next start leads there, whoever saves the settings.
    pub(crate) fn play_elsewhere(&mut self, desk: &mut Desk, playing: Option<Playing>) {
        let can_join = desk.environment.surface != Surface::Page { server: PageServer::None };
        let has_seat = |server: &RecentServer| desk.settings.servers.token(server).is_some();
        let server = playing.as_ref().map(|it| it.server.clone());
        self.elsewhere = server.filter(|server| can_join && has_seat(server));
        desk.settings.servers.playing = playing;
    }

    pub(crate) fn act_join(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        action: JoinAction,
        now: Timestamp,
    ) {
        match action {
            JoinAction::Submit => self.submit(sessions, desk, now),
            JoinAction::AskPassword => {
                self.join.password.get_or_insert_with(|| Password(String::new()));
            }
            JoinAction::Tls(wished) => self.join.tls = wished,
            JoinAction::To { host, port, name, tls, hall } => {
                // where the name is asked for, if there is none
                desk.settings.start.entry = StartEntry::Join;
                self.join.halls.wanted = hall;
                self.write_address(host, port, tls);
                if let Some(name) = name {
                    self.join.name = name;
                }
                self.submit(sessions, desk, now);
            }
            JoinAction::Hall(name) => {
                self.join.halls.wanted = Some(name);
                if sessions.server.visit.is_none() {
                    self.submit(sessions, desk, now);
                }
            }
            JoinAction::Leave => {
                self.pending = None;
                self.leave_server(sessions, desk);
            }
            JoinAction::SignOut => self.sign_out(sessions, desk),
            JoinAction::Retry => sessions.server.link.retry(now, &mut sessions.server.out),
            JoinAction::Recent(index) => {
                if let Some(server) = desk.settings.servers.recent.get(index).cloned() {
                    self.fill(&server);
                    self.submit(sessions, desk, now);
                }
            }
            JoinAction::Nearby(index) => {
                let server = self.nearby().nth(index).cloned();
                if let Some(server) = server {
                    self.write_address(server.address.to_string(), server.port, server.tls);
                    self.join.password = None;
                    self.submit(sessions, desk, now);
                }
            }
            JoinAction::Forget(index) => {
                desk.settings.servers.forget(index);
                desk.save();
            }
            JoinAction::Announce(wished) => {
                desk.settings.hosting.announce = wished;
                desk.save();
            }
            JoinAction::StartHost => self.start_host(desk),
            JoinAction::HostAgain => self.host_again(desk),
            JoinAction::StopHost => desk.out.push(MachineEffect::StopHost),
            JoinAction::JoinHosted => {
                if let Hosting::Running { port, .. } = self.hosting {
                    self.join.host = HOSTED.to_owned();
                    self.join.port = port.to_string();
                    self.join_hosted(sessions, desk, now);
                }
            }
            JoinAction::Copy(text) => desk.out.copy(text),
        }
    }

    /// The server has let the user in: the next time, they come back with this token.
    pub(crate) fn joined(&mut self, sessions: &mut Sessions, desk: &mut Desk, token: SessionToken) {
        let Some(server) = sessions.server.link.server() else { return };
        self.join.name.clone_from(&server.name);
        (self.returns, self.elsewhere) = (false, None);
        // the user plays elsewhere now, and does not come back to the seat when they host the next time
        self.end_wait_for_seat(desk);
        (self.join.password, self.join.refused_at) = (None, None);
        sessions.stored_play = None;
        desk.settings.servers.joined(server, token);
        if let Some(hall) = sessions.server.link.hall() {
            desk.settings.servers.set_hall(&server.host, server.port, hall.clone());
        }
        desk.save();
    }

    /// Writes an address into the form.
    pub(crate) fn write_address(&mut self, host: String, port: u16, tls: bool) {
        (self.join.host, self.join.port, self.join.tls) = (host, port.to_string(), tls);
    }

    fn fill(&mut self, server: &RecentServer) {
        // stored trust decides whether over TLS
        self.write_address(server.host.clone(), server.port, false);
        self.join.name.clone_from(&server.name);
        self.join.password = None;
    }

    /// Leaves the server, or ends the attempt to join it.
    pub(crate) fn leave_server(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        // the game of another window stays its own, under this name or another, also if this one gave up taking it over
        let stored = desk.settings.servers.playing.as_ref().map(|it| &it.server);
        let is_own = stored == sessions.server.link.server() && stored != self.elsewhere.as_ref();
        if is_own && !sessions.is_superseded() {
            desk.settings.servers.playing = None;
        }
        sessions.server.leave();
        (self.trust_prompt, self.returns) = (None, false);
    }

    /// Joins the server in the form.
    pub(crate) fn submit(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        self.join.split_host_and_port();
        match self.join.server() {
            Ok(server) => {
                let (token, security) = (desk.settings.servers.token(&server), self.security(desk, &server));
                self.open(sessions, desk, server, token, security, now);
            }
            Err(notice) => desk.out.notice(notice),
        }
    }

    /// Joins the hosted server without TLS, because nobody else can answer at its address.
    /// Tokens that another server issued over TLS at this address are not sent to it.
    fn join_hosted(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        match self.join.server() {
            Ok(server) => {
                let token = desk.settings.servers.token(&server);
                let token = token
                    .filter(|_| desk.settings.servers.trust(&server.host, server.port) == Trust::FirstUse);
                self.open(sessions, desk, server, token, Security::Plain, now);
            }
            Err(notice) => desk.out.notice(notice),
        }
    }

    fn open(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        server: RecentServer,
        token: Option<SessionToken>,
        security: Security,
        now: Timestamp,
    ) {
        // shows how the attempt goes, and stays when it fails
        desk.settings.start.entry = StartEntry::Join;
        sessions.server.end_visit();
        self.trust_prompt = None;
        let remembered = desk.settings.servers.hall(&server.host, server.port).cloned();
        let wanted = self.join.halls.wanted.take();
        // a token leads back to the hall where it was issued
        let token = token.filter(|_| wanted.is_none() || wanted == remembered);
        let nodes = desk.settings.servers.nodes(&server.host, server.port).to_vec();
        let Session { link, out, .. } = &mut sessions.server;
        link.open(server, token, security, now, out);
        link.use_hall(wanted.or(remembered));
        let targets = self.targets(sessions, desk, &nodes);
        sessions.server.link.list_nodes(targets);
        if let Some(password) = self.join.password.clone().filter(|password| !password.0.is_empty()) {
            sessions.server.link.use_password(password);
        }
    }

    /// Offers the halls of the server for the choice, and remembers the nodes of its cluster.
    pub(crate) fn list_halls(&mut self, sessions: &mut Sessions, desk: &mut Desk, halls: Halls) {
        let Halls { list, nodes } = halls;
        if let Some(server) = sessions.server.link.server().cloned() {
            self.join.halls.list(&server.host, server.port, list.clone());
            let targets = self.targets(sessions, desk, &nodes);
            sessions.server.link.list_nodes(targets);
            if desk.settings.servers.set_nodes(&server.host, server.port, nodes) {
                desk.save();
            }
        }
        sessions.server.link.list_halls(list);
    }

    /// Takes a seat again on the hosted server, which may have another port than before.
    fn take_seat_here(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        seat: RecentServer,
        port: u16,
        now: Timestamp,
    ) {
        let token = desk.settings.servers.token(&seat);
        let server = RecentServer { host: HOSTED.to_owned(), port, name: seat.name };
        self.fill(&server);
        self.returns = true;
        // nobody else can answer at its address
        self.open(sessions, desk, server, token, Security::Plain, now);
    }

    /// Ends the wait for the hosted server on which the user has a seat: returns that seat, to which the next start does
    /// not lead any more.
    fn end_wait_for_seat(&mut self, desk: &mut Desk) -> Option<RecentServer> {
        let seat = self.seat_here.take()?;
        let playing = &mut desk.settings.servers.playing;
        // a game that began meanwhile stays
        playing.take_if(|it| it.is_hosted && it.server == seat);
        Some(seat)
    }

    /// Starts the hosted server again on which the user has a seat.
    fn host_again(&mut self, desk: &mut Desk) {
        let Some(seat) = &self.seat_here else { return };
        // shows how the server starts, and stays when it does not
        desk.settings.start.entry = StartEntry::Host;
        self.join.name.clone_from(&seat.name);
        self.join.host_port = seat.port.to_string();
        self.start_host(desk);
    }

    fn start_host(&mut self, desk: &mut Desk) {
        match port(&self.join.host_port) {
            Some(port) if self.hosting == Hosting::Off => {
                self.hosting = Hosting::Starting;
                desk.settings.hosting.port = port;
                let name = self.join.name.trim();
                let name = if name.is_empty() { desk.text().app_name } else { name };
                let announce = desk.settings.hosting.announce.then(|| name.to_owned());
                desk.out.push(MachineEffect::Host { port, announce });
            }
            Some(_) => {}
            None => desk.out.notice(Notice::BadPort),
        }
    }

    #[inline(never)]
    pub(crate) fn host(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        event: HostEvent,
        now: Timestamp,
    ) {
        match event {
            HostEvent::Started { port, addresses } => {
                self.hosting = Hosting::Running { port, addresses };
                sessions.server.link.forget_failure();
                desk.save();
                if let Some(seat) = self.end_wait_for_seat(desk) {
                    self.take_seat_here(sessions, desk, seat, port, now);
                }
            }
            HostEvent::Here(names) => self.hosted_players = names,
            HostEvent::Failed(why) => {
                self.hosting = Hosting::Off;
                desk.out.notice(Notice::HostFailed(why));
            }
            HostEvent::Stopped => {
                if self.hosting != Hosting::Off {
                    desk.out.notice(Notice::HostStopped);
                }
                self.hosting = Hosting::Off;
            }
        }
    }

    /// Searches for servers while the first screen waits for the user.
    pub(crate) fn search_nearby(&mut self, desk: &mut Desk, link: &Link, is_first_screen: bool) {
        let wanted = is_first_screen && matches!(link.status(), Status::Off(_));
        if self.nearby.search(wanted) {
            desk.out.push(MachineEffect::SearchNearby(wanted));
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

    /// Whether the user has joined, or is joining, the server in the form and the hall of a route.
    pub(crate) fn is_at(&self, sessions: &Sessions, route: &Route) -> bool {
        let (host, port) = self.join.address();
        let link = &sessions.server.link;
        let is_server =
            link.server().is_some_and(|server| same_host(&server.host, &host) && Some(server.port) == port);
        let is_hall = route.hall.is_none() || route.hall.as_ref() == link.hall();
        sessions.server.visit.is_some() && is_server && is_hall
    }

    /// Whether the server that the user has joined is the hosted one.
    pub(crate) fn is_at_hosted(&self, sessions: &Sessions) -> bool {
        let Hosting::Running { port, addresses } = &self.hosting else { return false };
        let here = |host: &str| is_this_machine(host) || addresses.iter().any(|address| address == host);
        let server = sessions.server_link().server();
        server.is_some_and(|server| here(&server.host) && server.port == *port)
    }

    /// The other people who are connected to the hosted server, wherever they and the user are.
    pub fn hosted_others<'a>(&'a self, sessions: &'a Sessions) -> impl Iterator<Item = &'a PlayerName> {
        // also while the connection is lost: the server counts the user for a while
        let visit = sessions.server.visit.as_ref().filter(|_| self.is_at_hosted(sessions));
        let own = visit.map(|visit| &visit.account.name);
        let here = self.hosted_players.iter().filter(|_| self.hosting != Hosting::Off);
        here.filter(move |name| Some(*name) != own)
    }

    /// Signs the user out on this device, and leaves the server.
    fn sign_out(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        self.forget_seat(sessions, desk);
        self.leave_server(sessions, desk);
        desk.out.notice(Notice::SignedOut);
    }

    /// Forgets the seat of a user who was signed out.
    pub(crate) fn forget_seat(&self, sessions: &mut Sessions, desk: &mut Desk) {
        if let Some(server) = sessions.server.link.server() {
            desk.settings.servers.forget_seat(server);
            desk.save();
        }
    }

    /// Sets the text of a password field.
    ///
    /// It keeps a little more of a long text than a password may have: too much for a password, but not for a request.
    pub(crate) fn edit_secret(&mut self, sessions: &mut Sessions, field: SecretField, mut secret: Password) {
        let end = secret.0.ceil_char_boundary(PASSWORD_BYTES + 1);
        secret.0.truncate(end);
        match field {
            SecretField::Join => self.join.password = Some(secret),
            SecretField::Old | SecretField::New | SecretField::Again => {
                let account = sessions.server.visit.as_mut().map(|visit| &mut visit.account);
                if let Some(dialog) = account.and_then(|account| account.dialog.as_mut()) {
                    dialog.edit(field, secret);
                }
            }
        }
    }

    /// The server refused to let the player join. Shows the password field if a password is
    /// missing or wrong, or may be.
    pub(crate) fn join_refused(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        let Status::Off(Some(OfflineReason::Refused(reason))) = sessions.server.link.status() else {
            return;
        };
        self.join.refused_at = Some(now);
        // who has been here under a registered name knows its password
        let server = sessions.server.link.server();
        let is_known = server.is_some_and(|server| desk.settings.servers.recent.contains(server));
        self.join.asks_name = [Refusal::NameTaken, Refusal::NameReserved].contains(&reason)
            || reason == Refusal::NameRegistered && !is_known;
        self.propose_another_name(desk, reason);
        // the user chooses another hall with the same password
        let is_kept = matches!(reason, Refusal::NoSuchHall | Refusal::HallFull);
        if let Some(password) = self.join.password.as_mut().filter(|_| !is_kept) {
            password.0.clear();
        }
        // who registered the name before it was reserved has a password; nobody has that of a name proposed here
        let was_own = reason == Refusal::NameReserved && self.join.asks_name;
        if was_own || matches!(reason, Refusal::NameRegistered | Refusal::WrongPassword) {
            self.join.password.get_or_insert_default();
        }
    }

    /// The server of the page has begun or ceased to answer.
    pub(crate) fn page_server(&mut self, desk: &mut Desk, server: PageServer) {
        let was_silent = desk.is_page_server_silent();
        desk.environment.surface = Surface::Page { server };
        self.owes_attempt = server == PageServer::Answers;
        match server {
            PageServer::Silent if !was_silent => desk.out.notice(Notice::ServerSilent),
            PageServer::Answers if was_silent => desk.out.notice(Notice::ServerAnswers),
            PageServer::None | PageServer::Silent | PageServer::Answers => {}
        }
    }

    /// Repeats the attempt to join that failed while the server of the page was silent, or follows the link
    /// that waits for it. A user who does something else meanwhile is not disturbed.
    pub(crate) fn catch_up_with_page_server(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        now: Timestamp,
    ) {
        if !self.owes_attempt {
            return;
        }
        self.owes_attempt = false;
        let has_name = PlayerName::parse(self.join.name.trim()).is_ok();
        let status = sessions.server.link.status();
        if let Status::Off(Some(OfflineReason::ConnectFailed(_) | OfflineReason::Broke(_))) = status {
            sessions.server.link.retry(now, &mut sessions.server.out);
        } else if status == Status::Off(None)
            && self.pending.is_some()
            && has_name
            // an invitation that is shown waits for the user's press
            && self.invited(sessions).is_none()
        {
            self.submit(sessions, desk, now);
        }
    }
}
