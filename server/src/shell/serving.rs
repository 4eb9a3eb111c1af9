//! Accepts players and operators, and ends their connections when the server stops.

use super::hall::clock::Clock;
use super::net::accept::{Entrance, Listener, accept};
use super::net::certificate_expiry;
use super::net::web::web_listener::WebListener;
use super::node::hall_accounts::ServerAccounts;
use super::node::hall_router::HallRouter;
use super::operate::config::Config;
#[cfg(unix)]
use super::operate::control::{self, ControlListener};
use super::operate::live::{LiveConfig, Reconfigure};
use super::operate::log_limits;
use super::operate::ops;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How long all connections together may take to end once the hub has stopped; longer
/// than any single one takes.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(4);

/// The sockets by which players come.
#[derive(Debug)]
pub(super) struct Listeners<L> {
    pub(super) listener: L,
    pub(super) web: Option<WebListener>,
}

/// The tasks of the connections of each listener.
#[derive(Default)]
pub(super) struct Connections {
    plain: JoinSet<()>,
    web: JoinSet<()>,
}

impl<L: Listener> Listeners<L> {
    /// Accepts connections forever.
    pub(super) async fn accept(&self, entrance: Arc<Entrance>, connections: &mut Connections) {
        let Connections { plain, web } = connections;
        let accepting_web = async {
            match &self.web {
                Some(listener) => listener.accept(&entrance, web).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased; // the simulation needs a fixed order
            () = accept(&self.listener, &entrance, plain) => {}
            () = accepting_web => {}
        }
    }
}

impl Connections {
    /// Waits for the end of all connections, within [`DRAIN_TIMEOUT`].
    pub(super) async fn drain(&mut self) {
        let ended =
            async { while self.plain.join_next().await.is_some() || self.web.join_next().await.is_some() {} };
        if tokio::time::timeout(DRAIN_TIMEOUT, ended).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
    }
}

/// What all halls of a server share.
#[derive(Debug)]
pub(super) struct SharedParts<L> {
    pub(super) listeners: Listeners<L>,
    pub(super) ops: Option<(TcpListener, SocketAddr)>,
    /// Of operators' commands that concern all halls; a hall without a name, which is the only one, has its own.
    #[cfg(unix)]
    pub(super) control: Option<ControlListener>,
    /// The registered accounts; a hall without a name has its own.
    pub(super) accounts: Option<ServerAccounts>,
    pub(super) config: Config,
    pub(super) reconfigure: Reconfigure,
}

impl<L: Listener> SharedParts<L> {
    /// Serves players and operators in the halls of `router` until `stopped` completes, and ends all connections.
    pub(super) async fn serve_halls<T>(
        self,
        router: Arc<HallRouter>,
        clock: Clock,
        damage: String,
        stopped: impl Future<Output = T>,
    ) -> T {
        #[cfg(unix)]
        let controlling = control::serve(self.control, Some(Arc::clone(&router)));
        #[cfg(not(unix))]
        let controlling = std::future::pending::<()>();
        let Self { listeners, ops, accounts, config, reconfigure, .. } = self;
        let live = || reconfigure.subscribe();
        let mut connections = Connections::default();
        let ended = {
            let operating = serve_ops(ops, Arc::clone(&router), live(), damage);
            let entrance = Entrance::new(clock, &config, live(), Arc::clone(&router));
            let accepting = listeners.accept(entrance, &mut connections);
            let sharing = async {
                match accounts {
                    Some(accounts) => accounts.serve().await,
                    None => std::future::pending().await,
                }
            };
            let serving = async {
                tokio::select! {
                    biased; // here and below: the simulation needs a fixed order
                    () = accepting => {}
                    () = operating => {}
                    () = controlling => {}
                    () = sharing => {}
                    () = log_limits::report() => {}
                    () = certificate_expiry::watch(live()) => {}
                }
                std::future::pending().await
            };
            tokio::select! {
                biased;
                ended = serving => ended,
                ended = stopped => ended,
            }
        };
        router.has_stopped.send_replace(true);
        drop(listeners);
        connections.drain().await;
        ended
    }
}

/// Serves operators forever, if there is a listener for them.
async fn serve_ops(
    ops: Option<(TcpListener, SocketAddr)>,
    router: Arc<HallRouter>,
    live: watch::Receiver<LiveConfig>,
    damage: String,
) {
    match ops {
        Some((listener, _)) => tokio::select! {
            biased;
            () = ops::measure_lateness(&router.metrics) => {}
            () = ops::serve(listener, Arc::clone(&router), live, damage) => {}
        },
        None => std::future::pending().await,
    }
}
