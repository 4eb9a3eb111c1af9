//! The servers that the user knows: how to reach them, whom to trust, and what resumes the sessions there.

use super::merging::{MergeError, merged_parts};
use super::trust::Trust;
use crate::choices::remembered_table::RememberedTable;
use chuhe_protocol::{HallName, NodeAddress, SessionToken};
use serde::{Deserialize, Serialize};

/// The default port of a server.
pub const DEFAULT_PORT: u16 = 9899;
/// The maximum number of recent servers, of session tokens, and of tables.
const REMEMBERED: usize = 8;
/// The maximum number of servers with stored trust. Nobody visits that many: a server that is
/// removed from the list would be trusted on first use again.
const KNOWN: usize = 1_000;

/// The servers that the user knows. A field missing from the file has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Servers {
    /// The name last used.
    pub name: String,
    /// The server last joined.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The servers joined last, latest first.
    pub recent: Vec<RecentServer>,
    /// The sessions that can be resumed, latest first.
    pub seats: Vec<SavedSeat>,
    /// What the user did at the last table on each server, latest first.
    pub tables: Vec<SavedTable>,
    /// The server of the game that the user plays, joined again at the next start.
    pub playing: Option<Playing>,
    /// The servers reached over TLS, latest first.
    pub known: Vec<KnownServer>,
    /// The hall entered last on each server with several, latest first.
    pub halls: Vec<ChosenHall>,
    /// The nodes of each server that is a cluster, latest first.
    pub nodes: Vec<KnownNodes>,
}

/// A server reached over TLS. Plain connections to it are refused from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownServer {
    /// A name or an address; compare with [`same_host`].
    pub host: String,
    /// The port.
    pub port: u16,
    /// How its certificate is checked.
    pub known: Trust,
}

/// A server with the name used there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentServer {
    /// A name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The name used there.
    pub name: String,
}

/// The server of a game that the user plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Playing {
    /// The server and the name there.
    #[serde(flatten)]
    pub server: RecentServer,
    /// Whether this program hosts it, and hosts it again before the user comes back.
    #[serde(default)]
    pub is_hosted: bool,
}

/// The hall that the user entered last on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenHall {
    /// A name or an address; compare with [`same_host`].
    pub host: String,
    /// The port.
    pub port: u16,
    /// The hall.
    pub hall: HallName,
}

/// The nodes of the cluster that a server belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownNodes {
    /// A name or an address; compare with [`same_host`].
    pub host: String,
    /// The port.
    pub port: u16,
    /// The addresses to try when the connection is lost.
    pub nodes: Vec<NodeAddress>,
}

/// The token that resumes a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    /// The server and the name there.
    pub server: RecentServer,
    /// The token last received.
    pub token: SessionToken,
}

/// What the user did at their last table on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTable {
    /// The server and the name there.
    pub server: RecentServer,
    /// What they did.
    pub table: RememberedTable,
}

impl Default for Servers {
    fn default() -> Self {
        Self {
            name: String::new(),
            host: "127.0.0.1".to_owned(),
            port: DEFAULT_PORT,
            recent: Vec::new(),
            seats: Vec::new(),
            tables: Vec::new(),
            playing: None,
            known: Vec::new(),
            halls: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl Servers {
    /// The token that resumes the session of this name on this server.
    #[must_use]
    pub fn token(&self, server: &RecentServer) -> Option<SessionToken> {
        self.seats.iter().find(|seat| seat.server == *server).map(|seat| seat.token)
    }

    /// Remembers a joined server and the token that resumes the session there.
    pub fn joined(&mut self, server: &RecentServer, token: SessionToken) {
        self.host.clone_from(&server.host);
        self.port = server.port;
        self.name.clone_from(&server.name);
        self.recent.retain(|it| it != server);
        self.recent.insert(0, server.clone());
        self.recent.truncate(REMEMBERED);
        self.forget_seat(server);
        self.seats.insert(0, SavedSeat { server: server.clone(), token });
        self.seats.truncate(REMEMBERED);
    }

    /// What the user did at their last table on this server.
    #[must_use]
    pub fn table(&self, server: &RecentServer) -> Option<&RememberedTable> {
        self.tables.iter().find(|saved| saved.server == *server).map(|saved| &saved.table)
    }

    /// Remembers what the user did at their last table on this server; returns whether that has changed.
    pub fn set_table(&mut self, server: &RecentServer, table: Option<RememberedTable>) -> bool {
        if self.table(server) == table.as_ref() {
            return false;
        }
        self.tables.retain(|saved| saved.server != *server);
        if let Some(table) = table {
            self.tables.insert(0, SavedTable { server: server.clone(), table });
            self.tables.truncate(REMEMBERED);
        }
        true
    }

    /// The hall entered last on this server.
    #[must_use]
    pub fn hall(&self, host: &str, port: u16) -> Option<&HallName> {
        let there = self.halls.iter().find(|it| it.port == port && same_host(&it.host, host));
        there.map(|it| &it.hall)
    }

    /// Remembers the hall entered on this server.
    pub fn set_hall(&mut self, host: &str, port: u16, hall: HallName) {
        self.halls.retain(|it| it.port != port || !same_host(&it.host, host));
        self.halls.insert(0, ChosenHall { host: host.to_owned(), port, hall });
        self.halls.truncate(KNOWN);
    }

    /// The trust in this server.
    #[must_use]
    pub fn trust(&self, host: &str, port: u16) -> Trust {
        let there = self.known.iter().find(|it| it.port == port && same_host(&it.host, host));
        there.map_or(Trust::FirstUse, |it| it.known)
    }

    /// The nodes of this server's cluster, as it listed them last.
    #[must_use]
    pub fn nodes(&self, host: &str, port: u16) -> &[NodeAddress] {
        let there = self.nodes.iter().find(|it| it.port == port && same_host(&it.host, host));
        there.map_or(&[], |it| &it.nodes)
    }

    /// Remembers the nodes of this server's cluster; returns whether they have changed.
    pub fn set_nodes(&mut self, host: &str, port: u16, nodes: Vec<NodeAddress>) -> bool {
        if self.nodes(host, port) == nodes {
            return false;
        }
        self.nodes.retain(|it| it.port != port || !same_host(&it.host, host));
        if !nodes.is_empty() {
            self.nodes.insert(0, KnownNodes { host: host.to_owned(), port, nodes });
            self.nodes.truncate(REMEMBERED);
        }
        true
    }

    /// Stores the trust in this server.
    pub fn set_trust(&mut self, host: &str, port: u16, known: Trust) {
        self.known.retain(|it| it.port != port || !same_host(&it.host, host));
        self.known.insert(0, KnownServer { host: host.to_owned(), port, known });
        for KnownServer { host, port, .. } in self.known.split_off(self.known.len().min(KNOWN)) {
            self.forget_seats(&host, port);
        }
    }

    /// Removes a recent server, and with the last entry for its address also the trust in it.
    pub fn forget(&mut self, index: usize) {
        if index >= self.recent.len() {
            return;
        }
        let server = self.recent.remove(index);
        self.forget_seat(&server);
        self.set_table(&server, None);
        if !self.recent.iter().any(|it| it.is_at(&server.host, server.port)) {
            self.known.retain(|it| it.port != server.port || !same_host(&it.host, &server.host));
            self.set_nodes(&server.host, server.port, Vec::new());
            self.forget_seats(&server.host, server.port);
        }
    }

    /// Removes all tokens for this server.
    pub fn forget_seats(&mut self, host: &str, port: u16) {
        self.tables.retain(|saved| !saved.server.is_at(host, port));
        self.seats.retain(|seat| !seat.server.is_at(host, port));
    }

    /// Removes the token of this name on this server.
    pub fn forget_seat(&mut self, server: &RecentServer) {
        self.seats.retain(|seat| seat.server != *server);
    }

    /// What to keep, as [`Settings::merged`](super::settings::Settings::merged) says: each session and table by itself.
    pub(super) fn merged(&self, before: &Self, theirs: &Self) -> Result<Self, MergeError> {
        Ok(Self {
            seats: merged_by_server(&self.seats, &before.seats, &theirs.seats, |it| &it.server),
            tables: merged_by_server(&self.tables, &before.tables, &theirs.tables, |it| &it.server),
            ..merged_parts(self, before, theirs)?
        })
    }
}

/// Merges what there is for each server: what this window changed or forgot is its own, and the rest is theirs.
fn merged_by_server<T: Clone + PartialEq>(
    mine: &[T],
    before: &[T],
    theirs: &[T],
    server: impl Fn(&T) -> &RecentServer,
) -> Vec<T> {
    let of = |all: &[T], there: &RecentServer| all.iter().find(|it| server(it) == there).cloned();
    let is_mine = |there: &RecentServer| of(mine, there) != of(before, there);
    let own = mine.iter().filter(|it| is_mine(server(it)));
    let others = theirs.iter().filter(|it| !is_mine(server(it)));
    own.chain(others).take(REMEMBERED).cloned().collect()
}

impl RecentServer {
    fn is_at(&self, host: &str, port: u16) -> bool {
        self.port == port && same_host(&self.host, host)
    }
}

/// Whether two host names are equal, ignoring case, brackets and a trailing dot.
#[must_use]
pub fn same_host(one: &str, other: &str) -> bool {
    let plain = |host: &str| {
        let host = host.trim().trim_matches(['[', ']']);
        host.strip_suffix('.').unwrap_or(host).to_lowercase()
    };
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::Fingerprint;

    fn server(name: &str) -> RecentServer {
        RecentServer { host: "h".into(), port: 1, name: name.into() }
    }

    #[test]
    fn a_token_is_stored_per_server_and_name() {
        let mut servers = Servers::default();
        servers.joined(&server("a"), SessionToken([1; 16]));
        servers.joined(&server("b"), SessionToken([2; 16]));
        servers.joined(&server("a"), SessionToken([3; 16]));
        assert_eq!(servers.token(&server("a")), Some(SessionToken([3; 16])));
        assert_eq!(servers.token(&server("b")), Some(SessionToken([2; 16])));
        assert_eq!(servers.token(&server("c")), None);
        assert_eq!(servers.recent, [server("a"), server("b")]);
        servers.forget_seat(&server("a"));
        assert_eq!(servers.token(&server("a")), None);
    }

    #[test]
    fn where_the_user_plays_is_read_from_settings_that_do_not_say_who_hosts() {
        let text = r#"{"playing":{"host":"h","port":1,"name":"a"}}"#;
        let servers: Servers = serde_json::from_str(text).unwrap();
        assert_eq!(servers.playing, Some(Playing { server: server("a"), is_hosted: false }));
        let hosted =
            Servers { playing: Some(Playing { server: server("a"), is_hosted: true }), ..Servers::default() };
        let text = serde_json::to_string(&hosted).unwrap();
        assert_eq!(serde_json::from_str::<Servers>(&text).unwrap(), hosted);
    }

    #[test]
    fn a_window_that_begins_a_game_elsewhere_takes_the_mark_of_a_hosted_game_with_it() {
        let before = Servers::default();
        let hosted = Playing { server: server("a"), is_hosted: true };
        let theirs = Servers { playing: Some(hosted), ..Servers::default() };
        let own = Some(Playing { server: server("b"), is_hosted: false });
        let mine = Servers { playing: own.clone(), ..Servers::default() };
        assert_eq!(mine.merged(&before, &theirs).unwrap().playing, own);
    }

    #[test]
    fn a_hall_is_remembered_per_server() {
        let name = |text| HallName::parse(text).unwrap();
        let mut servers = Servers::default();
        servers.set_hall("Example.org", 1, name("east"));
        servers.set_hall("example.org", 2, name("west"));
        servers.set_hall("example.org.", 1, name("south"));
        assert_eq!(servers.hall("EXAMPLE.org", 1), Some(&name("south")));
        assert_eq!((servers.hall("h", 1), servers.halls.len()), (None, 2));
        let text = serde_json::to_string(&servers).unwrap();
        assert_eq!(serde_json::from_str::<Servers>(&text).unwrap(), servers);
    }

    #[test]
    fn nodes_are_remembered_until_the_server_lists_none() {
        let mut servers = Servers::default();
        let nodes: Vec<NodeAddress> = ["a.example.org:1", "[::1]:2"].map(|text| text.parse().unwrap()).into();
        assert!(servers.set_nodes("Example.org", 1, nodes.clone()));
        assert!(!servers.set_nodes("example.org.", 1, nodes.clone()), "nothing changes");
        assert_eq!((servers.nodes("EXAMPLE.org", 1), servers.nodes("h", 1)), (&nodes[..], &[][..]));
        let text = serde_json::to_string(&servers).unwrap();
        assert_eq!(serde_json::from_str::<Servers>(&text).unwrap(), servers);
        assert!(servers.set_nodes("example.org", 1, Vec::new()));
        assert_eq!(servers.nodes.len(), 0);
    }

    #[test]
    fn trust_ignores_the_spelling_of_the_host() {
        let mut servers = Servers::default();
        let known = Trust::Pinned(Fingerprint::of(b"a"));
        servers.set_trust("Example.org", 1, known);
        for host in ["example.org", " EXAMPLE.ORG. ", "[example.org]"] {
            assert_eq!(servers.trust(host, 1), known, "{host}");
        }
        assert_eq!(servers.trust("example.org", 2), Trust::FirstUse);
        servers.set_trust("example.org", 1, Trust::Authority);
        assert_eq!((servers.trust("Example.org", 1), servers.known.len()), (Trust::Authority, 1));
        let text = serde_json::to_string(&servers).unwrap();
        assert_eq!(serde_json::from_str::<Servers>(&text).unwrap(), servers);
    }

    #[test]
    fn forgetting_a_server_removes_its_trust_and_tokens() {
        let mut servers = Servers::default();
        for name in ["a", "b"] {
            servers.joined(&server(name), SessionToken([1; 16]));
        }
        servers.set_trust("h", 1, Trust::Authority);
        servers.forget(0);
        assert_eq!(servers.trust("h", 1), Trust::Authority, "another name on this server is left");
        servers.recent.truncate(1);
        servers.seats.push(SavedSeat { server: server("c"), token: SessionToken([1; 16]) });
        servers.forget(0);
        assert_eq!((servers.trust("h", 1), servers.seats.len()), (Trust::FirstUse, 0));

        servers.joined(&server("a"), SessionToken([1; 16]));
        servers.set_trust("h", 1, Trust::Authority);
        for n in 0..KNOWN {
            servers.set_trust(&n.to_string(), 1, Trust::Authority);
        }
        assert_eq!((servers.trust("h", 1), servers.seats.len()), (Trust::FirstUse, 0));
        assert_eq!(servers.known.len(), KNOWN);
    }

    #[test]
    fn recent_servers_and_tokens_are_bounded() {
        let mut servers = Servers::default();
        for n in 0..20 {
            servers.joined(&server(&n.to_string()), SessionToken([n; 16]));
        }
        assert_eq!((servers.recent.len(), servers.seats.len()), (REMEMBERED, REMEMBERED));
    }
}
