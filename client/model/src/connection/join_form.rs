//! The form for joining a server.

use crate::actions::action::JoinField;
use crate::actions::half_width::half_width;
use crate::connection::hall_choice::HallChoice;
use crate::exchange::servers::RecentServer;
use crate::exchange::settings::Settings;
use crate::notices::notice::Notice;
use chuhe_protocol::{Password, PlayerName};
use chuhe_rules::clock::Timestamp;

/// The fields of the form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinForm {
    /// The server's name or address; it may have a port after a colon.
    pub host: String,
    /// Its port.
    pub port: String,
    /// The player's name.
    pub name: String,
    /// The password, once its field is shown. It is never stored.
    pub password: Option<Password>,
    /// When the server last refused to let the player join.
    pub refused_at: Option<Timestamp>,
    /// Whether it then refused the name, so that the user types another one.
    pub asks_name: bool,
    /// The port to host on.
    pub host_port: String,
    /// Whether to use TLS.
    pub tls: bool,
    /// The halls of the server.
    pub halls: HallChoice,
}

impl JoinForm {
    /// A form with what the user typed last.
    pub fn new(settings: &Settings) -> Self {
        Self {
            host: settings.servers.host.clone(),
            port: settings.servers.port.to_string(),
            name: settings.servers.name.clone(),
            password: None,
            refused_at: None,
            asks_name: false,
            host_port: settings.hosting.port.to_string(),
            tls: false,
            halls: HallChoice::default(),
        }
    }

    /// Sets the text of a field.
    pub fn edit(&mut self, field: JoinField, text: String) {
        match field {
            JoinField::Host => self.host = text,
            JoinField::Port => self.port = text,
            JoinField::Name => self.name = text,
            JoinField::HostPort => self.host_port = text,
        }
    }

    /// Moves a port typed behind the host into its own field. Not done while the user types.
    pub fn split_host_and_port(&mut self) {
        if let Some((host, port)) = host_and_port(&self.host) {
            (self.host, self.port) = (host, port);
        }
    }

    /// The host and the port that joining would use.
    pub fn address(&self) -> (String, Option<u16>) {
        let (host, text) =
            host_and_port(&self.host).unwrap_or_else(|| (half_width(&self.host), self.port.clone()));
        (host.trim().to_owned(), port(&text))
    }

    /// The server that the form names.
    ///
    /// # Errors
    /// What is wrong with the form.
    pub fn server(&self) -> Result<RecentServer, Notice> {
        let host = half_width(&self.host).trim().to_owned();
        if host.is_empty() {
            return Err(Notice::NoHost);
        }
        let port = port(&self.port).filter(|&port| port > 0).ok_or(Notice::BadPort)?;
        let name = PlayerName::parse(self.name.trim()).map_err(Notice::Name)?.into();
        Ok(RecentServer { host, port, name })
    }
}

/// The port in this text, if it is one.
pub fn port(text: &str) -> Option<u16> {
    half_width(text).trim().parse().ok()
}

/// Splits `host:port`. An IPv6 address is split only if it is in brackets.
fn host_and_port(text: &str) -> Option<(String, String)> {
    let text = half_width(text);
    let (host, port) = text.trim().rsplit_once(':')?;
    port.parse::<u16>().ok()?;
    let host = match host.strip_prefix('[') {
        Some(inner) => inner.strip_suffix(']')?,
        None if host.contains(':') => return None,
        None => host,
    };
    Some((host.to_owned(), port.to_owned()))
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
        // as Chinese keyboards type it
        check("１９２。168．1.20：９８９９", Some(("192.168.1.20", "9899")));
    }

    #[test]
    fn form_errors_are_reported() {
        use chuhe_protocol::NameError;
        let form = |host: &str, port: &str, name: &str| JoinForm {
            host: host.into(),
            port: port.into(),
            name: name.into(),
            password: None,
            refused_at: None,
            asks_name: false,
            host_port: String::new(),
            tls: false,
            halls: HallChoice::default(),
        };
        assert!(form(" h ", " 1 ", " Bo ").server().is_ok());
        assert_eq!(
            form("１０。0.0.1", "９８９９", "Bo").server().map(|it| (it.host, it.port)),
            Ok(("10.0.0.1".into(), 9899))
        );
        assert_eq!(form(" ", "1", "Bo").server(), Err(Notice::NoHost));
        assert_eq!(form("h", "0", "Bo").server(), Err(Notice::BadPort));
        assert_eq!(form("h", "70000", "Bo").server(), Err(Notice::BadPort));
        assert_eq!(form("h", "1", "").server(), Err(Notice::Name(NameError::Empty)));
    }
}
