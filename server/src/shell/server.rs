//! A complete server: binds its sockets, opens the store, and runs until it is stopped.
//!
//! A server is a list of halls. That of most has one hall without a name, which the server's own runtime serves,
//! and to which connections go directly. Halls with names have threads and share accounts. A node of a
//! cluster begins with none, and opens and lets go halls while it runs.

use super::hall::clock::Clock;
use super::hall::instance::{Hall, HallId, HallServing, IdShare};
use super::net::announcement::Announcement;
use super::net::listener;
use super::net::web::web_listener::WebListener;
use super::node::hall_accounts::ServerAccounts;
use super::node::hall_router::{HallRouter, SharedDirectory};
use super::node::hall_threads::HallThreads;
use super::node::joining::{Cluster, Node, join_cluster};
#[cfg(unix)]
use super::operate::control::ControlListener;
use super::operate::metrics::Metrics;
use super::operate::ops;
pub use super::server_error::ServerError;
use super::serving::{Listeners, SharedParts};
use crate::halls::{check_halls, check_layout, check_new_halls};
use chuhe_rules::clock::Timestamp;
use chuhe_store::Store;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::mpsc;

pub use super::hall::persistence::Data;
pub use super::net::accept::Listener;
pub use super::net::movable_stream::{MovableStream, Mover};
pub use super::net::web::config::WebConfig;
pub use super::net::web::files::{WebFiles, WebRootError};
pub use super::net::web::origin::WebOrigin;
pub use super::operate::config::{Config, PlayersHere};
pub use super::operate::live::Reconfigure;
pub use crate::halls::{HallConfig, InvalidHall, InvalidHalls};

/// What a simulated server uses in place of the machine's disk, randomness and time.
#[derive(Debug)]
pub struct Environment {
    /// The store of players and games.
    pub store: Box<dyn Store>,
    /// Seed of the random generator; see [`chuhe_hub::HubConfig::seed`].
    pub seed: [u8; 32],
    /// The time at the start, since an epoch common to all runs.
    pub now: Timestamp,
}

/// A server that is listening.
#[derive(Debug)]
pub struct Server<L = TcpListener> {
    local_addr: SocketAddr,
    shared: SharedParts<L>,
    /// Those that are open from the start: the only one, without a name, or those of the configuration.
    halls: Vec<Hall>,
    /// The cluster whose halls this server opens while it runs.
    cluster: Option<Cluster>,
}

impl Server {
    /// Starts to listen and restores the stored players and games.
    ///
    /// Must be called within a tokio runtime. Connections are served from
    /// [`Server::run`] on.
    ///
    /// # Errors
    /// If an address is not available (the error names it), `ops` is not a loopback
    /// address, the halls are invalid, the system provides no randomness, or the stored data cannot
    /// be used. The data is then left unchanged.
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        check_halls(&config.halls)?;
        if let Data::Directory(directory) = &config.data {
            check_layout(directory, &config.halls)?;
            // the nodes of a cluster keep copies of halls that others have named
            if config.cluster.is_none() {
                check_new_halls(directory, &config.halls, &config.new_halls)?;
            }
        }
        let at = |what: &'static str, address: SocketAddr| {
            move |error: io::Error| io::Error::new(error.kind(), format!("{what} {address}: {error}"))
        };
        let listener = listener::listen(config.listen).map_err(at("cannot listen at", config.listen))?;
        let local_addr = listener.local_addr()?;
        let reconfigure = Reconfigure::new(config.live());
        let ops = match config.ops {
            None => None,
            Some(address) => {
                let listener = ops::listen(address).map_err(at("cannot serve operators at", address))?;
                let local_addr = listener.local_addr()?;
                Some((listener, local_addr))
            }
        };
        let web = match &config.web {
            None => None,
            Some(web) => {
                reconfigure.set_web_files(web.load_files()?);
                Some(WebListener::bind(web.clone()).map_err(at("cannot serve browsers at", web.listen))?)
            }
        };
        let (accounts, halls, cluster) = open_halls(&config, &reconfigure).await?;
        #[cfg(unix)]
        let control = accounts.as_ref().and(config.data.directory());
        let shared = SharedParts {
            listeners: Listeners { listener, web },
            ops,
            #[cfg(unix)]
            control: control.and_then(|data| ControlListener::open(data, None)),
            accounts,
            config,
            reconfigure,
        };
        Ok(Self { local_addr, shared, halls, cluster })
    }
}

/// Opens the halls of a server, with the accounts that they share if they have names; a node of a cluster opens
/// its halls while it runs.
async fn open_halls(
    config: &Config,
    reconfigure: &Reconfigure,
) -> Result<(Option<ServerAccounts>, Vec<Hall>, Option<Cluster>), ServerError> {
    if let Some(cluster) = &config.cluster {
        let (cluster, accounts) = join_cluster(config, cluster.clone(), reconfigure.subscribe()).await?;
        return Ok((Some(accounts), Vec::new(), Some(cluster)));
    }
    if config.halls.is_empty() {
        return Ok((None, vec![Hall::open(config, None).await?], None));
    }
    let accounts = ServerAccounts::open(&config.data, reconfigure.subscribe()).await?;
    let mut halls = Vec::new();
    for (place, hall) in config.halls.iter().enumerate() {
        let id = HallId { config: hall.clone(), place, ids: IdShare::of_place(place) };
        halls.push(Hall::open(config, Some(id)).await?);
    }
    accounts.share(&mut halls).await?;
    Ok((Some(accounts), halls, None))
}

impl<L: Listener> Server<L> {
    /// Creates a server for simulations, which is deterministic.
    ///
    /// It uses the given listener, store, seed and time instead of those of the machine,
    /// runs the store's writer as a task, and serves no operators and browsers: `config.listen`,
    /// `config.data`, `config.halls`, `config.ops` and `config.web` are ignored. Only passwords are processed in threads.
    ///
    /// Must be called within a single-threaded tokio runtime.
    ///
    /// # Errors
    /// If the stored data cannot be used. It is then left unchanged.
    pub fn simulated(listener: L, config: Config, environment: Environment) -> Result<Self, ServerError> {
        let Environment { store, seed, now } = environment;
        let hall = Hall::simulated(&config, store, seed, now)?;
        let reconfigure = Reconfigure::new(config.live());
        let (local_addr, halls) = (config.listen, vec![hall]);
        let shared = SharedParts {
            listeners: Listeners { listener, web: None },
            ops: None,
            #[cfg(unix)]
            control: None,
            accounts: None,
            config,
            reconfigure,
        };
        Ok(Self { local_addr, shared, halls, cluster: None })
    }

    /// Returns the address that the server listens on, with the actual port.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Returns the address that serves operators, if one does.
    #[must_use]
    pub fn ops_addr(&self) -> Option<SocketAddr> {
        self.shared.ops.as_ref().map(|&(_, address)| address)
    }

    /// Returns the address that serves browsers, if one does.
    #[must_use]
    pub fn web_addr(&self) -> Option<SocketAddr> {
        self.shared.listeners.web.as_ref().map(|web| web.local_addr)
    }

    /// Returns a handle that changes the limits, the certificate and the web page while the server runs.
    #[must_use]
    pub fn reconfigure(&self) -> Reconfigure {
        self.shared.reconfigure.clone()
    }

    /// Serves until `shutdown` completes, then notifies all clients and stops.
    ///
    /// Running games may continue for [`Config::grace_ms`] first.
    ///
    /// # Errors
    /// If a change could not be stored. Clients were only sent what is stored.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), ServerError> {
        self.run_until(shutdown, std::future::pending()).await
    }

    /// Serves like [`Server::run`]; ends the grace period once `now` completes too.
    ///
    /// # Errors
    /// As [`Server::run`].
    pub async fn run_until(
        self,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let Self { local_addr, shared, halls, cluster } = self;
        let announcement = Announcement::of(&shared.config, local_addr);
        let ended = shared.run(halls, cluster, shutdown, now).await;
        if let Some(announcement) = announcement {
            announcement.end().await;
        }
        ended
    }
}

impl<L: Listener> SharedParts<L> {
    /// Serves halls: a node those that it opens, any other server these.
    async fn run(
        self,
        halls: Vec<Hall>,
        cluster: Option<Cluster>,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let mut damage: String = halls.iter().map(Hall::damage_text).collect();
        let are_named = self.accounts.is_some();
        let with_metrics = if are_named { Metrics::of_server } else { Metrics::new };
        let metrics = with_metrics(self.ops.is_some());
        if let Some(accounts) = &self.accounts {
            damage += &accounts.damage.text();
            metrics.set_damage_of_accounts(accounts.damage.count());
        }
        let directory = SharedDirectory::default();
        let mut threads = HallThreads::new(directory.clone());
        let mut only = None;
        for hall in halls {
            let id = hall.id.as_ref();
            let metrics = id.map_or_else(|| Arc::clone(&metrics), |id| metrics.of_hall(&id.config.name));
            let serving = HallServing::new(self.config.clone(), self.reconfigure.subscribe(), metrics);
            only = Some(threads.open(hall, serving)?).filter(|_| !are_named);
        }
        let clock = only.as_ref().map_or_else(Clock::start, |route| route.clock);
        let (to_node, requests) = mpsc::unbounded_channel();
        let accounts = self.accounts.as_ref().map(ServerAccounts::shared);
        let router = Arc::new(HallRouter {
            only: only.map(|route| route.to_hub),
            directory,
            ..HallRouter::of_several(metrics, cluster.as_ref().map(|_| to_node), accounts.clone())
        });
        let (config, live, of_node) =
            (self.config.clone(), self.reconfigure.subscribe(), Arc::clone(&router));
        let stopped = async {
            let Some(cluster) = cluster else { return (threads.run(shutdown, now).await, threads) };
            // boxed: the other one is what most servers run
            (
                Ok(()),
                Box::pin(Node::new(cluster, threads, config, live, of_node, requests).run(shutdown, now))
                    .await,
            )
        };
        let (ended, threads) = self.serve_halls(router, clock, damage, stopped).await;
        threads.end().await;
        let closed = match accounts {
            Some(accounts) => accounts.close().await,
            None => Ok(()),
        };
        ended.and(closed.map_err(ServerError::from))
    }
}
