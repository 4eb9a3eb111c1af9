//! Joining a server and hosting one.

use super::App;
use crate::core::action::{Field, JoinAction};
use crate::core::effect::Effect;
use crate::core::event::HostEvent;
use crate::core::notice::Notice;
use crate::core::settings::{RecentServer, Settings};
use crate::core::trust::{Known, Security};
use chuhe_protocol::{Password, PlayerName, Token};
use chuhe_rules::clock::Timestamp;

/// What is in the fields where one joins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinForm {
    /// The server's name or address; it may have a port after a colon.
    pub host: String,
    /// Its port.
    pub port: String,
    /// One's own name.
    pub name: String,
    /// The password of the name, if one is asked for. It is never kept.
    pub password: Option<Password>,
    /// When the server last would not let the user in.
    pub refused_at: Option<Timestamp>,
    /// The port to host on.
    pub host_port: String,
    /// Whether TLS is wished.
    pub tls: bool,
}

/// Where the server hosted here is reached from here.
pub(super) const HOSTED: &str = "127.0.0.1";

/// The server hosted here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// There is none.
    Off,
    /// It is being started.
    Starting,
    /// It runs.
    Running {
        /// On this port.
        port: u16,
        /// The addresses others may use, without the port.
        addresses: Vec<String>,
    },
}

impl JoinForm {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            host: settings.host.clone(),
            port: settings.port.to_string(),
            name: settings.name.clone(),
            password: None,
            refused_at: None,
            host_port: settings.host_port.to_string(),
            tls: false,
        }
    }

    /// Takes in what was typed.
    pub(crate) fn edit(&mut self, field: Field, text: String) {
        match field {
            Field::Host => self.host = text,
            Field::Port => self.port = text,
            Field::Name => self.name = text,
            Field::HostPort => self.host_port = text,
            Field::Filter
            | Field::Chat
            | Field::OwnTime(_)
            | Field::OpponentTime(_)
            | Field::Start
            | Field::WatchDelay
            | Field::LayoutName => {}
        }
    }

    /// Gives a port that stands behind the host its own place. Not while it is being typed.
    fn part_host_from_port(&mut self) {
        if let Some((host, port)) = host_and_port(&self.host) {
            (self.host, self.port) = (host, port);
        }
    }

    /// The host and, if it is one, the port, parted as they would be for joining.
    pub(super) fn address(&self) -> (String, Option<u16>) {
        let (host, text) =
            host_and_port(&self.host).unwrap_or_else(|| (self.host.clone(), self.port.clone()));
        (host, port(&text))
    }

    fn server(&self) -> Result<RecentServer, Notice> {
        let host = self.host.trim().to_owned();
        if host.is_empty() {
            return Err(Notice::NoHost);
        }
        let port = port(&self.port).filter(|&port| port > 0).ok_or(Notice::BadPort)?;
        let name = PlayerName::parse(self.name.trim()).map_err(Notice::Name)?.into();
        Ok(RecentServer { host, port, name })
    }
}

fn port(text: &str) -> Option<u16> {
    text.trim().parse().ok()
}

/// `host:port` in its parts; an IPv6 address has its own colons and is left alone unless bracketed.
fn host_and_port(text: &str) -> Option<(String, String)> {
    let (host, port) = text.trim().rsplit_once(':')?;
    port.parse::<u16>().ok()?;
    let host = match host.strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']')?,
        None if host.contains(':') => return None,
        None => host,
    };
    Some((host.to_owned(), port.to_owned()))
}

impl App {
    pub(super) fn act_join(&mut self, action: JoinAction, now: Timestamp) {
        match action {
            JoinAction::Submit => self.submit(now),
            JoinAction::AskPassword => {
                self.join.password.get_or_insert_with(|| Password(String::new()));
            }
            JoinAction::Tls(wished) => self.join.tls = wished,
            JoinAction::To { host, port, name, tls } => {
                self.join.host = host;
                self.join.port = port.to_string();
                self.join.tls = tls;
                if let Some(name) = name {
                    self.join.name = name;
                }
                self.submit(now);
            }
            JoinAction::Leave => {
                self.link.leave(&mut self.out);
                (self.session, self.doubt) = (None, None);
            }
            JoinAction::Retry => self.link.retry(now, &mut self.out),
            JoinAction::Recent(index) => {
                if let Some(server) = self.settings.recent.get(index).cloned() {
                    self.fill(&server);
                    self.submit(now);
                }
            }
            JoinAction::Forget(index) => {
                self.settings.forget(index);
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

    fn fill(&mut self, server: &RecentServer) {
        self.join.host.clone_from(&server.host);
        self.join.port = server.port.to_string();
        self.join.name.clone_from(&server.name);
        // it is reached as it was before
        self.join.tls = false;
        self.join.password = None;
    }

    fn submit(&mut self, now: Timestamp) {
        self.join.part_host_from_port();
        match self.join.server() {
            Ok(server) => {
                let (token, security) = (self.settings.token(&server), self.security(&server));
                self.open(server, token, security, now);
            }
            Err(notice) => self.out.notice(notice),
        }
    }

    /// Joins the server that runs here: in plain, for it is known to be no other. If another was
    /// reached there over TLS, its tokens are not for this one.
    fn join_hosted(&mut self, now: Timestamp) {
        match self.join.server() {
            Ok(server) => {
                let token = self.settings.token(&server);
                let token =
                    token.filter(|_| self.settings.known(&server.host, server.port) == Known::ByNothing);
                self.open(server, token, Security::Plain, now);
            }
            Err(notice) => self.out.notice(notice),
        }
    }

    fn open(&mut self, server: RecentServer, token: Option<Token>, security: Security, now: Timestamp) {
        (self.session, self.doubt) = (None, None);
        self.link.open(server, token, security, now, &mut self.out);
        if let Some(password) = self.join.password.clone().filter(|password| !password.0.is_empty()) {
            self.link.use_password(password);
        }
    }

    fn start_host(&mut self) {
        match port(&self.join.host_port) {
            Some(port) if self.hosting == Hosting::Off => {
                self.hosting = Hosting::Starting;
                self.settings.host_port = port;
                self.out.push(Effect::Host { port });
            }
            Some(_) => {}
            None => self.out.notice(Notice::BadPort),
        }
    }

    pub(super) fn host(&mut self, event: HostEvent) {
        match event {
            HostEvent::Started { port, addresses } => {
                self.hosting = Hosting::Running { port, addresses };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_with_a_port_fills_both_fields() {
        let check = |text: &str, expect: Option<(&str, &str)>| {
            let parts = host_and_port(text);
            assert_eq!(parts.as_ref().map(|(host, port)| (host.as_str(), port.as_str())), expect, "{text}");
        };
        check("192.168.1.20:9899", Some(("192.168.1.20", "9899")));
        check("example.org:1", Some(("example.org", "1")));
        check("[::1]:9899", Some(("::1", "9899")));
        check("fe80::1:22", None);
        check("example.org", None);
        check("example.org:x", None);
    }

    #[test]
    fn what_is_wrong_with_the_fields_is_said() {
        use chuhe_protocol::NameError;
        let form = |host: &str, port: &str, name: &str| JoinForm {
            host: host.into(),
            port: port.into(),
            name: name.into(),
            password: None,
            refused_at: None,
            host_port: String::new(),
            tls: false,
        };
        assert!(form(" h ", " 1 ", " Bo ").server().is_ok());
        assert_eq!(form(" ", "1", "Bo").server(), Err(Notice::NoHost));
        assert_eq!(form("h", "0", "Bo").server(), Err(Notice::BadPort));
        assert_eq!(form("h", "70000", "Bo").server(), Err(Notice::BadPort));
        assert_eq!(form("h", "1", "").server(), Err(Notice::Name(NameError::Empty)));
    }
}
