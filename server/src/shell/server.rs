//! A complete server: binds its sockets, opens the store, and runs until it is stopped.
//!
//! One unnamed hall, named halls and a node of a cluster are served by one function,
//! `SharedParts::serve_halls`. What each gives to it has little in common: the unnamed hall is a future
//! of this runtime, to which connections go directly; named halls are threads that share accounts, which close
//! after them; a node opens and lets go halls while it runs.

use super::hall::clock::Clock;
use super::hall::instance::{Hall, HallEnd, HallId, HallServing, IdShare, hub_queue};
use super::net::announcement::Announcement;
use super::net::listener;
use super::net::web::web_listener::WebListener;
use super::node::hall_accounts::ServerAccounts;
use super::node::hall_router::HallRouter;
use super::node::hall_threads::{HallThreads, Stage};
use super::node::joining::{Cluster, join_cluster};
#[cfg(unix)]
use super::operate::control::ControlListener;
use super::operate::metrics::Metrics;
use super::operate::ops;
pub use super::server_error::ServerError;
use super::serving::{Listeners, SharedParts};
use crate::halls::{check_halls, check_layout, check_new_halls};
use chuhe_rules::clock::Timestamp;
use chuhe_store::Store;
use std::future::{Future, ready};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;

pub use super::hall::persistence::Data;
pub use super::net::accept::Listener;
pub use super::net::movable_stream::{MovableStream, Mover};
pub use super::net::web::config::WebConfig;
pub use super::net::web::files::{WebFiles, WebRootError};
pub use super::net::web::origin::WebOrigin;
pub use super::operate::config::Config;
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
    halls: ServedHalls,
}

/// The halls of a server.
#[derive(Debug)]
enum ServedHalls {
    /// One without a name. The runtime that accepts connections serves it.
    Unnamed(Box<Hall>),
    /// Those of the configuration, in threads of their own, with the accounts that they share.
    Named(Vec<(HallId, Hall)>, Box<ServerAccounts>),
    /// Those that this node of a cluster serves.
    Cluster(Cluster),
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
        let halls = if let Some(cluster) = &config.cluster {
            ServedHalls::Cluster(join_cluster(&config, cluster.clone()).await?)
        } else if config.halls.is_empty() {
            ServedHalls::Unnamed(Box::new(Hall::open(&config, None).await?))
        } else {
            let accounts = ServerAccounts::open(&config.data, reconfigure.subscribe()).await?;
            let mut halls = Vec::new();
            for (place, hall) in config.halls.iter().enumerate() {
                let id = HallId { config: hall.clone(), place, ids: IdShare::of_place(place) };
                halls.push((id.clone(), Hall::open(&config, Some(id)).await?));
            }
            accounts.share(&mut halls).await?;
            ServedHalls::Named(halls, Box::new(accounts))
        };
        let shared = SharedParts {
            listeners: Listeners { listener, web },
            ops,
            #[cfg(unix)]
            control: match (&halls, config.data.directory()) {
                // the only hall has a socket itself
                (ServedHalls::Unnamed(_), _) => None,
                (_, data) => data.and_then(|data| ControlListener::open(data, None)),
            },
            config,
            reconfigure,
        };
        Ok(Self { local_addr, shared, halls })
    }
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
        let (local_addr, halls) = (config.listen, ServedHalls::Unnamed(Box::new(hall)));
        let shared = SharedParts {
            listeners: Listeners { listener, web: None },
            ops: None,
            #[cfg(unix)]
            control: None,
            config,
            reconfigure,
        };
        Ok(Self { local_addr, shared, halls })
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
        let Self { local_addr, shared, halls } = self;
        let announcement = Announcement::of(&shared.config, local_addr);
        let ended = match halls {
            ServedHalls::Unnamed(hall) => shared.run_one(*hall, shutdown, now).await,
            // boxed: the other one is what most servers run
            ServedHalls::Named(halls, accounts) => {
                Box::pin(shared.run_several(halls, *accounts, shutdown, now)).await
            }
            ServedHalls::Cluster(cluster) => Box::pin(shared.run_node(cluster, shutdown, now)).await,
        };
        if let Some(announcement) = announcement {
            announcement.end().await;
        }
        ended
    }
}

impl<L: Listener> SharedParts<L> {
    /// Serves one hall in this runtime.
    async fn run_one(
        self,
        hall: Hall,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let metrics = Metrics::new(self.ops.is_some());
        let (to_hub, inbox) = hub_queue();
        let router = HallRouter::of_one(Arc::clone(&metrics), to_hub.clone());
        let (clock, damage) = (hall.clock, hall.damage_text());
        let serving = HallServing::new(self.config.clone(), self.reconfigure.subscribe(), metrics);
        let stopped = hall.serve(serving, (to_hub, inbox), shutdown, now);
        Ok(self.serve_halls(router, clock, damage, stopped, HallEnd::finish).await?)
    }

    /// Serves several halls in threads of their own.
    async fn run_several(
        self,
        halls: Vec<(HallId, Hall)>,
        mut accounts: ServerAccounts,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let metrics = Metrics::of_server(self.ops.is_some());
        let damage = halls.iter().map(|(_, hall)| hall.damage_text());
        let damage = damage.chain([accounts.damage.text()]).collect();
        metrics.set_damage_of_accounts(accounts.damage.count());
        let router = Arc::new(HallRouter::of_several(metrics, None, Some(accounts.shared())));
        let mut threads = HallThreads::new(router.directory.clone());
        for (id, hall) in halls {
            let metrics = router.metrics.of_hall(&id.config.name);
            let serving = HallServing::new(self.config.clone(), self.reconfigure.subscribe(), metrics);
            threads.open(id, hall, serving)?;
        }
        let stage = threads.stage();
        let stopping = async {
            shutdown.await;
            stage.send_modify(|stage| *stage = Stage::Stopping.max(*stage));
            now.await;
            stage.send_replace(Stage::Ending);
            std::future::pending::<()>().await;
        };
        let (backing_up, lapsing) = (accounts.serve_backups(), accounts.lapse());
        let stopped = async {
            tokio::select! {
                biased;
                () = backing_up => Ok(()),
                () = lapsing => Ok(()),
                () = stopping => Ok(()),
                result = threads.stopped() => result,
            }
        };
        let result = self.serve_halls(router, Clock::start(), damage, stopped, ready).await;
        threads.end().await;
        let closed = accounts.close().await;
        result.and(closed.map_err(ServerError::from))
    }
}
