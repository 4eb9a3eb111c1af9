//! One hall of a server: its hub, its store, its computer players and its operators' commands.

use super::accounts::reconciling::HallPlayers;
use super::accounts::{HallAccounts, News};
use super::bots;
use super::clock::Clock;
use super::damage_report::DamageReport;
use super::hall_order::HallOrders;
use super::hub_message::{HUB_QUEUE, HubMessage};
use super::hub_task::{Action, HubTask};
use super::persistence::{Data, OpenedData, Persistence};
use crate::cluster_config::HALL_NUMBERS;
use crate::halls::HallConfig;
use crate::serving::Serving;
use crate::shell::net::connection::Limits;
use crate::shell::node::hall_router::HallReporter;
#[cfg(unix)]
use crate::shell::node::hall_router::HallRouter;
use crate::shell::operate::config::Config;
#[cfg(unix)]
use crate::shell::operate::control::{self, ControlListener};
use crate::shell::operate::live::{LiveConfig, pass_on_limits};
use crate::shell::operate::metrics::Metrics;
use crate::shell::server_error::ServerError;
use chuhe_hub::{Hub, HubConfig, Restored, TokenHash};
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use chuhe_store::{Store, StoreError, restore};
use std::future::Future;
use std::io;
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// Number of low bits of the first id of a run; the high bits are the milliseconds since 1970.
///
/// A server that assigns fewer than 2^10 ids per millisecond therefore never assigns an id
/// twice, across all its runs. Ids stay below 2^53, which a JavaScript number represents. With
/// several halls the bits also have the number of the hall: see [`IdShare`].
const ID_BITS: u32 = 10;

/// Which ids a hall assigns to players, challenges and games: those with its remainder. No other hall
/// has the same, so that an account has the same id in all halls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IdShare {
    remainder: u64,
    divisor: u64,
}

impl IdShare {
    /// The share of a hall with this place in a server, which leaves it 2^4 ids a millisecond.
    pub(crate) const fn of_place(place: usize) -> Self {
        Self { remainder: place as u64, divisor: limits::HALLS as u64 }
    }

    /// The share of a hall with this number in a cluster, which leaves it one id a millisecond.
    pub(crate) fn of_cluster(number: u16) -> Self {
        Self { remainder: number.into(), divisor: HALL_NUMBERS.into() }
    }
}

const _: () = assert!(HALL_NUMBERS as u64 <= 1 << ID_BITS && limits::HALLS as u64 <= 1 << ID_BITS);

/// The name and capacity of a hall, its place among those of the server, and the ids that it assigns.
#[derive(Clone, Debug)]
pub(crate) struct HallId {
    pub(crate) config: HallConfig,
    pub(crate) place: usize,
    pub(crate) ids: IdShare,
}

/// A hall whose stored players and games are restored.
#[derive(Debug)]
pub(crate) struct Hall {
    /// `None` for the only hall of a server, which has no name.
    pub(crate) id: Option<HallId>,
    pub(crate) clock: Clock,
    hub: Hub,
    persistence: Persistence<Action>,
    damage: DamageReport,
    /// The valid session tokens at the start.
    pub(crate) tokens: Vec<TokenHash>,
    /// The stored players, until their accounts are shared.
    players: HallPlayers,
    /// The accounts that halls share, and their changes by other halls.
    accounts: Option<(HallAccounts, mpsc::UnboundedReceiver<News>)>,
    #[cfg(unix)]
    control: Option<ControlListener>,
}

/// What a hall shares with the rest of the server.
#[derive(Debug)]
pub(crate) struct HallServing {
    pub(crate) config: Config,
    pub(crate) live: watch::Receiver<LiveConfig>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) reporter: Option<HallReporter>,
    pub(crate) orders: HallOrders,
}

impl HallServing {
    /// Of a hall that reports to nobody and receives no orders.
    pub(crate) fn new(config: Config, live: watch::Receiver<LiveConfig>, metrics: Arc<Metrics>) -> Self {
        Self { config, live, metrics, reporter: None, orders: HallOrders::default() }
    }
}

impl Hall {
    /// Opens the store of a hall and restores its hub. `id` is absent for a hall without a name.
    ///
    /// # Errors
    /// If the system provides no randomness, or the stored data cannot be used. The data is then
    /// left unchanged.
    pub(crate) async fn open(config: &Config, id: Option<HallId>) -> Result<Self, ServerError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(io::Error::other)?;
        let data = id.as_ref().map_or_else(|| config.data.clone(), |id| config.data.of_hall(&id.config.name));
        let opening = data.clone();
        let opened = tokio::task::spawn_blocking(move || opening.open()).await;
        let opened = opened.map_err(io::Error::other)??;
        Ok(Self::start(config, id, &data, opened, seed)?)
    }

    /// Restores a hall from a store that its owner has opened. `data` is where the store is.
    ///
    /// Nothing leaves the hall while `serving` says that this node may not serve it. Nobody can join it
    /// before [`Hall::share_accounts`].
    ///
    /// # Errors
    /// If the system provides no randomness, or the stored data cannot be used.
    pub(crate) async fn open_from(
        config: &Config,
        id: HallId,
        data: &Data,
        mut store: Box<dyn Store>,
        serving: Option<Serving>,
    ) -> Result<Self, ServerError> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed).map_err(io::Error::other)?;
        let reading = tokio::task::spawn_blocking(move || {
            let restored = restore(store.as_mut())?;
            Ok::<_, StoreError>(OpenedData { store, restored, damage: DamageReport::default() })
        });
        let opened = reading.await.map_err(io::Error::other)??;
        let hall = Self::start(config, Some(id), data, opened, seed)?;
        Ok(Self { persistence: hall.persistence.with_serving(serving), ..hall })
    }

    fn start(
        config: &Config,
        id: Option<HallId>,
        data: &Data,
        opened: OpenedData,
        seed: [u8; 32],
    ) -> Result<Self, StoreError> {
        let OpenedData { store, restored, mut damage } = opened;
        let clock = Clock::start().not_before(restored.latest());
        let hub_config = HubConfig { persistent_games: *data != Data::Memory, ..HubConfig::seeded(seed) };
        let tokens = restored.sessions.iter().map(|&(token, ..)| token).collect();
        let players = id.as_ref().map(|id| HallPlayers::new(&id.config.name, id.place, &restored));
        let hub = restore_hub(hub_config, (config, id.as_ref()), clock, restored, &mut damage);
        let clock = clock.not_before(hub.now());
        let persistence = Persistence::start(store, config.durability, move || clock.now())?;
        Ok(Self {
            #[cfg(unix)]
            control: data
                .directory()
                .and_then(|data| ControlListener::open(data, Some(persistence.reader()))),
            id,
            clock,
            hub,
            persistence,
            damage,
            tokens,
            players: players.unwrap_or_default(),
            accounts: None,
        })
    }

    /// Restores a hall for simulations: the writer of its store is a task, and it has no operators.
    ///
    /// # Errors
    /// If the stored data cannot be used.
    pub(crate) fn simulated(
        config: &Config,
        mut store: Box<dyn Store>,
        seed: [u8; 32],
        now: Timestamp,
    ) -> Result<Self, ServerError> {
        let restored = restore(store.as_mut())?;
        let clock = Clock::start_at(now).not_before(restored.latest());
        let hub_config = HubConfig { persistent_games: true, ..HubConfig::seeded(seed) };
        let mut damage = DamageReport::default();
        let hub = restore_hub(hub_config, (config, None), clock, restored, &mut damage);
        let clock = clock.not_before(hub.now());
        let persistence = Persistence::start_task(store, config.durability, move || clock.now());
        Ok(Self {
            #[cfg(unix)]
            control: None,
            id: None,
            clock,
            hub,
            persistence,
            damage,
            tokens: Vec::new(),
            players: HallPlayers::default(),
            accounts: None,
        })
    }

    /// Takes the stored players, whose accounts are to be shared.
    pub(crate) fn take_players(&mut self) -> HallPlayers {
        std::mem::take(&mut self.players)
    }

    /// Lets the hall use the accounts that halls share. `known` are those of its players.
    pub(crate) fn share_accounts(
        &mut self,
        known: impl IntoIterator<Item = News>,
        accounts: HallAccounts,
        changes: mpsc::UnboundedReceiver<News>,
    ) {
        for news in known {
            // the outputs wait until the hall is served
            self.hub.handle(self.clock.now(), news.into());
        }
        self.accounts = Some((accounts, changes));
    }

    /// Returns the report on the stored data that cannot be used; empty without damage.
    pub(crate) fn damage_text(&self) -> String {
        self.damage.text()
    }

    /// Serves the hall until its hub and the threads of its computer players have stopped: after `shutdown`, and
    /// without a grace period after `now`.
    pub(crate) async fn serve(
        self,
        serving: HallServing,
        (to_hub, inbox): (mpsc::Sender<HubMessage>, mpsc::Receiver<HubMessage>),
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        let HallServing { config, live, metrics, reporter, orders } = serving;
        metrics.set_damage(self.damage.count());
        let mut thinking = bots::start((config.bots, config.bot_engine.clone()), Arc::clone(&metrics));
        let Self { clock, hub, persistence, accounts, .. } = self;
        let (accounts, changes) = accounts.unzip();
        let following = follow_accounts(changes, to_hub.clone());
        #[cfg(unix)]
        let controlling =
            control::serve(self.control, Some(HallRouter::of_one(Arc::clone(&metrics), to_hub.clone())));
        #[cfg(not(unix))]
        let controlling = std::future::pending();
        let result = {
            let reconfiguring = pass_on_limits(live, to_hub.clone());
            let external = config.bot_engine.as_ref().map(bots::name_of);
            let playing = bots::serve(
                (config.bots, external),
                clock.now().as_ms(),
                (clock, Limits::new(config.greeting_ms, &config.limits)),
                to_hub.clone(),
                thinking.as_mut(),
            );
            let hub_task = HubTask::new(hub, clock, persistence, to_hub, metrics)
                .with_reporter(reporter)
                .with_orders(orders)
                .with_accounts(accounts)
                .with_players_here(config.players_here.clone())
                .with_examining(config.examine_games);
            tokio::select! {
                biased; // the simulation needs a fixed order
                () = playing => Ok(()),
                () = controlling => Ok(()),
                () = reconfiguring => Ok(()),
                () = following => Ok(()),
                ended = hub_task.run(inbox, config.grace_ms, shutdown, now) => ended,
            }
        };
        if let Some(thinking) = thinking {
            thinking.end().await;
        }
        result
    }
}

/// Passes the accounts that other halls change to a hub, if there are any, forever.
async fn follow_accounts(changes: Option<mpsc::UnboundedReceiver<News>>, to_hub: mpsc::Sender<HubMessage>) {
    if let Some(mut changes) = changes {
        while let Some(news) = changes.recv().await {
            // fails only if the hub has stopped
            let _ = to_hub.send(HubMessage::Input(news.into())).await;
        }
    }
    std::future::pending().await
}

/// Creates the queue of messages to a hub.
pub(crate) fn hub_queue() -> (mpsc::Sender<HubMessage>, mpsc::Receiver<HubMessage>) {
    mpsc::channel(HUB_QUEUE)
}

/// Restores the hub from the stored data, and logs what had to be set aside.
fn restore_hub(
    hub_config: HubConfig,
    (config, id): (&Config, Option<&HallId>),
    clock: Clock,
    restored: Restored,
    damage: &mut DamageReport,
) -> Hub {
    let first_id = clock.now().as_ms() << ID_BITS;
    let hub_config = HubConfig {
        greeting_ms: config.greeting_ms,
        first_id: first_id + id.map_or(0, |id| id.ids.remainder),
        id_step: id.map_or(1, |id| id.ids.divisor),
        watch_delay_plies: config.watch_delay_plies,
        limits: config.limits.clone(),
        hall: id.map(|id| id.config.name.clone()),
        shares_accounts: id.is_some(),
        web: config.web_url.clone(),
        page: config.page(),
        // for port 0 the system chooses one later
        port: Some(config.listen.port()).filter(|port| *port != 0),
        ..hub_config
    };
    let (hub, set_aside) = Hub::restore(hub_config, clock.now(), restored);
    damage.add(&set_aside);
    damage.log();
    hub
}
