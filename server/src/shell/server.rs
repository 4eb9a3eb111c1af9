//! A complete server: binds its sockets, opens the store, and runs until it is stopped.

use super::accept::accept;
use super::bots;
use super::certificate_expiry;
use super::clock::Clock;
use super::connection::Limits;
#[cfg(unix)]
use super::control::{ControlListener, Controlled};
use super::damage_report::DamageReport;
use super::hub_message::{HUB_QUEUE, HubMessage};
use super::hub_task::{Action, HubTask};
use super::listener;
use super::live::{LiveConfig, pass_on_limits};
use super::log_limits;
use super::metrics::Metrics;
use super::ops;
use super::persistence::{OpenedData, Persistence};
use crate::store::{Store, StoreError, restore};
use chuhe_hub::{Hub, HubConfig, Restored};
use chuhe_rules::clock::Timestamp;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

pub use super::accept::Listener;
pub use super::config::Config;
pub use super::live::Reconfigure;
pub use super::persistence::Data;

/// How long all connections together may take to end once the hub has stopped; longer
/// than any single one takes.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(4);

/// Number of low bits of the first id of a run; the high bits are the milliseconds since 1970.
///
/// A server that assigns fewer than 2^10 ids per millisecond therefore never assigns an id
/// twice, across all its runs. Ids stay below 2^53, which a JavaScript number represents.
const ID_BITS: u32 = 10;

/// What a simulated server uses in place of the machine's disk, randomness and time.
#[derive(Debug)]
pub struct Environment {
    /// The store of players and games.
    pub store: Box<dyn Store>,
    /// Seed of the random generator; see [`HubConfig::seed`].
    pub seed: [u8; 32],
    /// The time at the start, since an epoch common to all runs.
    pub now: Timestamp,
}

/// A server that is listening.
#[derive(Debug)]
pub struct Server<L = TcpListener> {
    listener: L,
    local_addr: SocketAddr,
    ops: Option<(TcpListener, SocketAddr)>,
    config: Config,
    clock: Clock,
    hub: Hub,
    persistence: Persistence<Action>,
    damage: DamageReport,
    reconfigure: Reconfigure,
    #[cfg(unix)]
    control: Option<(ControlListener, Controlled)>,
}

/// Why a server could not start, or stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// A system call failed.
    #[error(transparent)]
    System(#[from] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Server {
    /// Starts to listen and restores the stored players and games.
    ///
    /// Must be called within a tokio runtime. Connections are served from
    /// [`Server::run`] on.
    ///
    /// # Errors
    /// If an address is not available (the error names it), `ops` is not a loopback
    /// address, the system provides no randomness, or the stored data cannot be used. The
    /// data is then left unchanged.
    pub async fn bind(config: Config) -> Result<Self, ServerError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(io::Error::other)?;
        let at = |what: &'static str, address: SocketAddr| {
            move |error: io::Error| io::Error::new(error.kind(), format!("{what} {address}: {error}"))
        };
        let listener = listener::listen(config.listen).map_err(at("cannot listen at", config.listen))?;
        let local_addr = listener.local_addr()?;
        let ops = match config.ops {
            None => None,
            Some(address) => {
                let listener = ops::listen(address).map_err(at("cannot serve operators at", address))?;
                let local_addr = listener.local_addr()?;
                Some((listener, local_addr))
            }
        };
        let data = config.data.clone();
        let opened = tokio::task::spawn_blocking(move || data.open()).await;
        let OpenedData { store, restored, mut damage } = opened.map_err(io::Error::other)??;
        let clock = Clock::start().not_before(restored.latest());
        let hub_config =
            HubConfig { persistent_games: config.data != Data::Memory, ..HubConfig::seeded(seed) };
        let hub = restore_hub(hub_config, &config, clock, restored, &mut damage);
        let clock = clock.not_before(hub.now());
        let persistence = Persistence::start(store, config.durability, move || clock.now())?;
        Ok(Self {
            #[cfg(unix)]
            control: listen_for_commands(&config.data, &persistence),
            listener,
            local_addr,
            ops,
            reconfigure: Reconfigure::new(config.live()),
            config,
            clock,
            hub,
            persistence,
            damage,
        })
    }
}

impl<L: Listener> Server<L> {
    /// Creates a server for simulations, which is deterministic.
    ///
    /// It uses the given listener, store, seed and time instead of those of the machine,
    /// runs the store's writer as a task, and serves no operators: `config.listen`,
    /// `config.data` and `config.ops` are ignored. Only passwords are processed in threads.
    ///
    /// Must be called within a single-threaded tokio runtime.
    ///
    /// # Errors
    /// If the stored data cannot be used. It is then left unchanged.
    pub fn simulated(listener: L, config: Config, environment: Environment) -> Result<Self, ServerError> {
        let Environment { mut store, seed, now } = environment;
        let restored = restore(store.as_mut())?;
        let clock = Clock::start_at(now).not_before(restored.latest());
        let hub_config = HubConfig { persistent_games: true, ..HubConfig::seeded(seed) };
        let mut damage = DamageReport::default();
        let hub = restore_hub(hub_config, &config, clock, restored, &mut damage);
        let clock = clock.not_before(hub.now());
        let persistence = Persistence::start_task(store, config.durability, move || clock.now());
        Ok(Self {
            #[cfg(unix)]
            control: None,
            local_addr: config.listen,
            ops: None,
            listener,
            reconfigure: Reconfigure::new(config.live()),
            config,
            clock,
            hub,
            persistence,
            damage,
        })
    }

    /// Returns the address that the server listens on, with the actual port.
    #[must_use]
    pub const fn local_addr(&self) -> SocketAddr {
        self.local_addr
    }

    /// Returns the address that serves operators, if one does.
    #[must_use]
    pub fn ops_addr(&self) -> Option<SocketAddr> {
        self.ops.as_ref().map(|&(_, address)| address)
    }

    /// Returns a handle that changes the limits and the certificate while the server runs.
    #[must_use]
    pub fn reconfigure(&self) -> Reconfigure {
        self.reconfigure.clone()
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
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        #[cfg(unix)]
        let controlling = serve_commands(self.control, to_hub.clone());
        #[cfg(not(unix))]
        let controlling = std::future::pending();
        let Self { listener, ops, config, clock, hub, persistence, damage, reconfigure, .. } = self;
        let live = || reconfigure.subscribe();
        let metrics = Metrics::new(ops.is_some());
        let mut connections = JoinSet::new();
        let mut thinking = bots::start((config.bots, config.bot_engine.clone()), Arc::clone(&metrics));
        let ended = {
            let operating = serve_ops(ops, Arc::clone(&metrics), live(), to_hub.clone(), &damage);
            let reconfiguring = pass_on_limits(live(), to_hub.clone());
            let hub_task = HubTask::new(hub, clock, persistence, to_hub.clone(), Arc::clone(&metrics));
            let bot_limits = Limits::new(config.greeting_ms, &config.limits);
            let seed = clock.now().as_ms();
            let external = config.bot_engine.as_ref().map(bots::name_of);
            let playing = bots::serve(
                (config.bots, external),
                seed,
                (clock, bot_limits),
                to_hub.clone(),
                thinking.as_mut(),
            );
            let accepting = accept(&listener, clock, &config, live(), metrics, to_hub, &mut connections);
            tokio::select! {
                biased; // the simulation needs a fixed order
                () = accepting => Ok(()),
                () = operating => Ok(()),
                () = playing => Ok(()),
                () = controlling => Ok(()),
                () = log_limits::report() => Ok(()),
                () = reconfiguring => Ok(()),
                () = certificate_expiry::watch(live()) => Ok(()),
                ended = hub_task.run(inbox, config.grace_ms, shutdown, now) => ended,
            }
        };
        drop(listener);
        let thinking_ended = async {
            if let Some(thinking) = thinking {
                thinking.end().await;
            }
        };
        let closed = async { while connections.join_next().await.is_some() {} };
        let closed = tokio::time::timeout(DRAIN_TIMEOUT, closed);
        if tokio::join!(thinking_ended, closed).1.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        Ok(ended?)
    }
}

/// Restores the hub from the stored data, and logs what had to be set aside.
fn restore_hub(
    hub_config: HubConfig,
    config: &Config,
    clock: Clock,
    restored: Restored,
    damage: &mut DamageReport,
) -> Hub {
    let hub_config = HubConfig {
        greeting_ms: config.greeting_ms,
        first_id: clock.now().as_ms() << ID_BITS,
        watch_delay_plies: config.watch_delay_plies,
        limits: config.limits.clone(),
        ..hub_config
    };
    let (hub, set_aside) = Hub::restore(hub_config, clock.now(), restored);
    damage.add(&set_aside);
    damage.log();
    hub
}

/// Listens for operators' commands, unless the data is in memory.
#[cfg(unix)]
fn listen_for_commands(
    data: &Data,
    persistence: &Persistence<Action>,
) -> Option<(ControlListener, Controlled)> {
    let Data::Directory(directory) = data else { return None };
    match ControlListener::bind(directory) {
        Ok(listener) => Some((listener, Controlled::new(directory.clone(), persistence.reader()))),
        Err(error) => {
            tracing::warn!(%error, "cannot listen for operators' commands in the data directory");
            None
        }
    }
}

/// Serves operators' commands forever, if there is a listener for them.
#[cfg(unix)]
async fn serve_commands(control: Option<(ControlListener, Controlled)>, to_hub: mpsc::Sender<HubMessage>) {
    match control {
        Some((listener, controlled)) => listener.serve(controlled, to_hub).await,
        None => std::future::pending().await,
    }
}

/// Serves operators forever, if there is a listener for them.
async fn serve_ops(
    ops: Option<(TcpListener, SocketAddr)>,
    metrics: Arc<Metrics>,
    live: watch::Receiver<LiveConfig>,
    to_hub: mpsc::Sender<HubMessage>,
    damage: &DamageReport,
) {
    match ops {
        Some((listener, _)) => tokio::select! {
            biased;
            () = ops::measure_lateness(&metrics) => {}
            () = ops::serve(listener, Arc::clone(&metrics), live, to_hub, damage.text()) => {}
        },
        None => std::future::pending().await,
    }
}
