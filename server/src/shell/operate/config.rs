//! The configuration of a server.

use super::live::LiveConfig;
use crate::cluster_config::ClusterConfig;
use crate::halls::HallConfig;
use crate::shell::hall::persistence::Data;
use crate::shell::net::tls_identity::TlsIdentity;
use crate::shell::net::web::config::WebConfig;
use chuhe_protocol::{HallName, PagePort, PlayerName, WebAddress, limits};
use chuhe_store::Durability;
use chuhe_uci::EngineConfig;
use ipnet::IpNet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How a server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Maximum number of open connections. Default: [`limits::CONNECTIONS`].
    pub connections: usize,
    /// Lists who is here, for the program that runs the server. `None` means that it does not ask.
    pub players_here: Option<PlayersHere>,
    /// Maximum number of open connections from one address. Default:
    /// [`limits::ADDRESS_CONNECTIONS`].
    pub address_connections: usize,
    /// Number of failed greetings after which an address is barred for a while. Default:
    /// [`limits::FAILED_GREETINGS`].
    pub failed_greetings: usize,
    /// The networks of proxies. Their connections begin with a header of the PROXY protocol.
    pub proxy_from: Vec<IpNet>,
    /// Time in which a connection must have joined. Default: [`limits::GREETING_MS`].
    pub greeting_ms: u64,
    /// How long running games may continue after a shutdown has begun.
    pub grace_ms: u64,
    /// Spectators see a move once this many plies have been played after it; at most
    /// [`limits::WATCH_DELAY_PLIES`].
    pub watch_delay_plies: u8,
    /// Rate limits of connections, players and addresses, and the size of send queues.
    pub limits: chuhe_hub::Limits,
    /// Certificate and key for TLS. `None` means plain TCP.
    pub identity: Option<TlsIdentity>,
    /// Loopback address that serves metrics and health checks. `None` means that nothing
    /// is served.
    pub ops: Option<SocketAddr>,
    /// How browsers are served. `None` means that they are not.
    pub web: Option<WebConfig>,
    /// The address at which browsers reach the page, which players send to friends in links.
    pub web_url: Option<WebAddress>,
    /// The name under which the server is announced on the local network. `None` means that it is
    /// not announced.
    pub announce: Option<String>,
    /// The number of computer players in the lobby of each hall, at most 200.
    pub bots: usize,
    /// The external engine that plays xiangqi for them; `None` for Chuhe's own, which also plays
    /// luzhanqi.
    pub bot_engine: Option<EngineConfig>,
    /// Whether rated games of xiangqi are examined after their end, for whoever looks into help by an engine.
    pub examine_games: bool,
    /// The halls. None means one without a name and with room for all connections.
    pub halls: Vec<HallConfig>,
    /// Those of them that may begin without data where the data of another hall lies.
    pub new_halls: Vec<HallName>,
    /// The cluster whose node the server is. `halls` then exist at least, and the nodes share them.
    pub cluster: Option<ClusterConfig>,
    /// Where players and games are stored.
    pub data: Data,
    /// What a stored change survives before anyone is notified of it.
    pub durability: Durability,
}

impl Config {
    /// Returns the part that can be changed while the server runs.
    pub(crate) fn live(&self) -> LiveConfig {
        let (identity, limits) = (self.identity.clone(), self.limits.clone());
        LiveConfig { identity, limits, web_files: Arc::default() }
    }

    /// Returns the port at which browsers reach the page; `None` without a page, or if others may reach it elsewhere.
    ///
    /// Where the operator has said its address, links begin with that.
    pub(crate) fn page(&self) -> Option<PagePort> {
        let web = self.web.as_ref().filter(|web| self.web_url.is_none() && web.root.is_some())?;
        // whoever reaches the server elsewhere does not reach a page on its own machine, and a proxy has a port of its own
        let is_apart = web.listen.ip().is_loopback() && !self.listen.ip().is_loopback();
        let is_reached = !is_apart && web.proxy_from.is_empty() && self.proxy_from.is_empty();
        // for port 0 the system chooses one later
        let page = PagePort { port: web.listen.port(), has_tls: self.identity.is_some() };
        (is_reached && page.port != 0).then_some(page)
    }

    /// Returns the default configuration, listening on `listen`.
    ///
    /// It stores everything in memory, so running games end with the shutdown.
    #[must_use]
    pub fn on(listen: SocketAddr) -> Self {
        Self {
            listen,
            connections: limits::CONNECTIONS,
            players_here: None,
            address_connections: limits::ADDRESS_CONNECTIONS,
            failed_greetings: limits::FAILED_GREETINGS,
            proxy_from: Vec::new(),
            greeting_ms: limits::GREETING_MS,
            grace_ms: 0,
            watch_delay_plies: 0,
            limits: chuhe_hub::Limits::default(),
            identity: None,
            ops: None,
            web: None,
            web_url: None,
            announce: None,
            bots: 0,
            bot_engine: None,
            examine_games: false,
            halls: Vec::new(),
            new_halls: Vec::new(),
            cluster: None,
            data: Data::Memory,
            durability: Durability::Process,
        }
    }
}

/// The names of the people who are connected to a server with one hall, shared by all clones of it.
///
/// Connections without a name are not in it, such as those of a page that is only looked at, and neither are computer
/// players.
#[derive(Clone, Debug, Default)]
pub struct PlayersHere(Arc<Mutex<Vec<PlayerName>>>);

impl PlayersHere {
    /// Returns the names if they are others than these.
    #[must_use]
    pub fn other_than(&self, before: &[PlayerName]) -> Option<Vec<PlayerName>> {
        let names = self.names();
        (*names != before).then(|| names.clone())
    }

    /// Replaces the names.
    pub(crate) fn set(&self, names: impl Iterator<Item = PlayerName>) {
        let mut here = self.names();
        here.clear();
        here.extend(names);
    }

    fn names(&self) -> MutexGuard<'_, Vec<PlayerName>> {
        // a panic leaves a part of the names, which the next step replaces
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_port_of_the_page_is_told_where_others_reach_it_and_its_address_is_unknown() {
        let at = |text: &str| text.parse::<SocketAddr>().expect("an address");
        let serving = |listen: &str, web: &str| {
            let web = WebConfig { root: Some("web".into()), ..WebConfig::on(at(web)) };
            Config { web: Some(web), ..Config::on(at(listen)) }
        };
        let plain = Some(PagePort { port: 8080, has_tls: false });
        assert_eq!(serving("0.0.0.0:9899", "0.0.0.0:8080").page(), plain);
        assert_eq!(serving("127.0.0.1:9899", "127.0.0.1:8080").page(), plain);
        assert_eq!(
            serving("0.0.0.0:9899", "127.0.0.1:8080").page(),
            None,
            "only its machine reaches the page"
        );
        assert_eq!(serving("0.0.0.0:9899", "0.0.0.0:0").page(), None, "the port is not known yet");
        assert_eq!(Config::on(at("0.0.0.0:9899")).page(), None, "it serves no browsers");
        let mut config = serving("0.0.0.0:9899", "0.0.0.0:8080");
        config.web_url = "https://play.example.org".parse().ok();
        assert_eq!(config.page(), None, "invitations have the whole address");
        let without = |change: fn(&mut WebConfig)| {
            let mut config = serving("0.0.0.0:9899", "0.0.0.0:8080");
            config.web.as_mut().map(change);
            config.page()
        };
        assert_eq!(without(|web| web.root = None), None, "it serves WebSockets only");
        let behind = |web: &mut WebConfig| web.proxy_from = vec!["10.0.0.0/8".parse().expect("a network")];
        assert_eq!(without(behind), None, "the proxy has a port of its own");
        let mut config = serving("0.0.0.0:9899", "0.0.0.0:8080");
        config.proxy_from = vec!["10.0.0.0/8".parse().expect("a network")];
        assert_eq!(config.page(), None, "the proxy may use TLS");
    }
}
