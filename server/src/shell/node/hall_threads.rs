//! Runs the halls of a server, each in a thread of its own; a hall without a name, which is the only one, in
//! the server's.
//!
//! A thread has a runtime for one hall: its hub and the connections of its players. Halls share
//! nothing that a move needs, so they use as many cores as there are halls. They open and close while
//! the server runs.

use super::hall_router::{HallReporter, HallRoute, SharedDirectory};
use crate::shell::hall::hall_order::{HallOrder, HallOrders};
use crate::shell::hall::instance::{Hall, HallId, HallServing, hub_queue};
use crate::shell::operate::metrics::Metrics;
use crate::shell::operate::ops;
use crate::shell::server_error::ServerError;
use chuhe_protocol::{HallName, limits};
use chuhe_store::StoreError;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinSet;
use tracing::Instrument as _;

/// How long the connections of a hall that was let go may still be written; longer than any takes.
const LINGER: Duration = Duration::from_secs(4);

/// How far the stop of a server has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// Players are served.
    Serving,
    /// Running games go on for the grace period.
    Stopping,
    /// Everything ends at once.
    Ending,
}

/// A hall in its thread.
struct HallThread {
    name: HallName,
    orders: watch::Sender<HallOrder>,
    /// Ends the thread when it is dropped.
    release: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

/// A hall that has ended. Its connections may still be written.
#[derive(Debug)]
pub(crate) struct EndedHall {
    /// `None` for the only hall of a server.
    pub(crate) id: Option<HallId>,
    pub(crate) result: Result<(), StoreError>,
    /// Whether it was let go, and not stopped.
    pub(crate) was_let_go: bool,
}

/// The threads of all halls.
pub(crate) struct HallThreads {
    /// By place.
    threads: BTreeMap<usize, HallThread>,
    /// The only hall of a server, which has no name.
    unnamed: JoinSet<()>,
    /// The places of halls that were let go, until their last connection has ended.
    retiring: BTreeSet<usize>,
    /// The places of halls whose stores are being read.
    reserved: BTreeSet<usize>,
    ended: JoinSet<EndedHall>,
    retired: JoinSet<usize>,
    stage: watch::Sender<Stage>,
    directory: SharedDirectory,
}

impl HallThreads {
    pub(crate) fn new(directory: SharedDirectory) -> Self {
        let stage = watch::Sender::new(Stage::Serving);
        let (ended, retired) = (JoinSet::new(), JoinSet::new());
        Self {
            threads: BTreeMap::new(),
            unnamed: JoinSet::new(),
            retiring: BTreeSet::new(),
            reserved: BTreeSet::new(),
            ended,
            retired,
            stage,
            directory,
        }
    }

    /// Reserves the first free place for [`HallThreads::open`]; `None` if the server has as many halls
    /// as it may.
    pub(crate) fn reserve_place(&mut self) -> Option<usize> {
        while let Some(retired) = self.retired.try_join_next() {
            if let Ok(place) = retired {
                self.retiring.remove(&place);
            }
        }
        let is_taken = |place: &usize| {
            self.threads.contains_key(place) || self.retiring.contains(place) || self.reserved.contains(place)
        };
        let free = (0..limits::HALLS).find(|place| !is_taken(place))?;
        self.reserved.insert(free);
        Some(free)
    }

    /// Gives a reserved place back.
    pub(crate) fn free(&mut self, place: usize) {
        self.reserved.remove(&place);
    }

    /// Forgets a hall that has stopped, so that another may have its place.
    pub(crate) fn forget(&mut self, place: usize) {
        self.directory.lock().remove(place);
        self.retire(place);
    }

    /// Opens a hall, and returns where its connections go.
    ///
    /// Must be called within a runtime.
    ///
    /// # Errors
    /// If its thread cannot be started.
    pub(crate) fn open(&mut self, hall: Hall, serving: HallServing) -> io::Result<HallRoute> {
        let Some(id) = hall.id.clone() else { return Ok(self.open_unnamed(hall, serving)) };
        let reporter = HallReporter { directory: self.directory.clone(), hall: id.place };
        let (orders, to_hall) = HallOrders::new();
        let serving = HallServing { reporter: Some(reporter), orders: to_hall, ..serving };
        let tokens = hall.tokens.clone();
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let (serve, route, ended) = served(hall, serving, self.stage.subscribe(), runtime.handle());
        let (thread, release) = start_thread(&id, runtime, serve, Arc::clone(&route.metrics))?;
        self.directory.lock().open(id.place, &id.config, tokens, route.clone());
        self.reserved.remove(&id.place);
        let had_order = orders.subscribe();
        let name = id.config.name.clone();
        self.threads.insert(id.place, HallThread { name, orders, release, thread });
        self.ended.spawn(async move {
            let result = ended.await;
            let was_let_go = had_order.borrow().lets_go();
            EndedHall { id: Some(id), result, was_let_go }
        });
        Ok(route)
    }

    /// Opens the only hall of a server, in this runtime.
    fn open_unnamed(&mut self, hall: Hall, serving: HallServing) -> HallRoute {
        let here = runtime::Handle::current();
        let (serve, route, ended) = served(hall, serving, self.stage.subscribe(), &here);
        self.unnamed.spawn(serve);
        self.ended.spawn(async move { EndedHall { id: None, result: ended.await, was_let_go: false } });
        route
    }

    /// Gives an order to the hall in a place. Nobody enters a hall that is let go.
    pub(crate) fn order(&self, place: usize, order: HallOrder) {
        if order.lets_go() {
            self.directory.lock().remove(place);
        }
        if let Some(hall) = self.threads.get(&place) {
            tracing::info!(hall = %hall.name, ?order, "order");
            hall.orders.send_replace(order);
        }
    }

    /// Returns what sets the stage of the stop, for all halls.
    pub(crate) fn stage(&self) -> watch::Sender<Stage> {
        self.stage.clone()
    }

    /// Waits for the end of a hall; returns `None` if none is open. Cancel safe.
    pub(crate) async fn next_ended(&mut self) -> Option<EndedHall> {
        // a failure of the task itself is a panic, which is written already
        let ended = self.ended.join_next().await?.ok()?;
        if let Some(HallId { place, .. }) = ended.id {
            if ended.was_let_go {
                self.forget(place);
            } else {
                self.directory.lock().directory.close(place);
            }
        }
        Some(ended)
    }

    /// Ends the thread of a hall once its connections have had the time to end.
    fn retire(&mut self, place: usize) {
        let Some(HallThread { release, thread, .. }) = self.threads.remove(&place) else { return };
        self.retiring.insert(place);
        self.retired.spawn(async move {
            tokio::time::sleep(LINGER).await;
            drop(release);
            // a panic is written already
            let _ = tokio::task::spawn_blocking(|| thread.join()).await;
            place
        });
    }

    /// Serves the halls until all have stopped: after `shutdown`, and without a grace period after `now`.
    ///
    /// # Errors
    /// The first failure of a hall.
    pub(crate) async fn run(
        &mut self,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), ServerError> {
        let stage = self.stage();
        let stopping = async {
            shutdown.await;
            stage.send_modify(|stage| *stage = Stage::Stopping.max(*stage));
            now.await;
            stage.send_replace(Stage::Ending);
            std::future::pending().await
        };
        tokio::select! {
            biased; // the simulation needs a fixed order
            ended = stopping => ended,
            ended = self.stopped() => ended,
        }
    }

    /// Waits until all halls have stopped.
    ///
    /// A hall that is drained leaves the others running. A hall that fails ends them all: whoever
    /// supervises the server then starts it anew.
    async fn stopped(&mut self) -> Result<(), ServerError> {
        let mut first_failure = Ok(());
        while let Some(EndedHall { id, result, was_let_go: _ }) = self.next_ended().await {
            let hall = id.map(|id| tracing::field::display(id.config.name));
            match result {
                Ok(()) => tracing::info!(hall, "the hall has stopped"),
                Err(error) => {
                    tracing::error!(hall, %error, "the hall has failed; all halls stop");
                    self.stage.send_replace(Stage::Ending);
                    if first_failure.is_ok() {
                        first_failure = Err(error.into());
                    }
                }
            }
        }
        first_failure
    }

    /// Ends the threads, with the connections that are still open.
    pub(crate) async fn end(mut self) {
        // those of halls that were let go
        self.retired.abort_all();
        if self.threads.is_empty() {
            // the simulation has no thread to wait for this in
            return;
        }
        let joining = tokio::task::spawn_blocking(move || {
            for (_, HallThread { release, thread, .. }) in self.threads {
                drop(release);
                // a panic is written already
                let _ = thread.join();
            }
        });
        let _ = joining.await;
    }
}

/// Returns what serves a hall, where its connections go, and how it has ended; then only connections are still
/// written.
fn served(
    hall: Hall,
    serving: HallServing,
    stage: watch::Receiver<Stage>,
    runtime: &runtime::Handle,
) -> (
    impl Future<Output = ()> + Send + use<>,
    HallRoute,
    impl Future<Output = Result<(), StoreError>> + Send + use<>,
) {
    let (to_hub, inbox) = hub_queue();
    let (clock, metrics) = (hall.clock, Arc::clone(&serving.metrics));
    let route = HallRoute { to_hub: to_hub.clone(), clock, runtime: runtime.clone(), metrics };
    let (end, ended) = oneshot::channel();
    let mut orders = serving.orders.clone();
    let serve = async move {
        let is_ordered = async { orders.reached(|order| *order == HallOrder::Stop).await };
        let shutdown = async {
            tokio::select! {
                biased; // the simulation needs a fixed order
                () = reached(stage.clone(), Stage::Stopping) => {}
                _ = is_ordered => {}
            }
        };
        let now = reached(stage.clone(), Stage::Ending);
        // fails only if the server has been dropped
        let _ = end.send(hall.serve(serving, (to_hub, inbox), shutdown, now).await);
    };
    // dropped only by a panic, which is written already
    let failed = |_| Err(StoreError::Failed("the task of the hall has ended".to_owned()));
    (serve, route, async move { ended.await.unwrap_or_else(failed) })
}

/// Starts the thread of a hall, which ends when what is returned beside it is dropped.
fn start_thread(
    id: &HallId,
    runtime: runtime::Runtime,
    serve: impl Future<Output = ()> + Send + 'static,
    metrics: Arc<Metrics>,
) -> io::Result<(JoinHandle<()>, oneshot::Sender<()>)> {
    let serve = serve.instrument(tracing::error_span!("hall", name = %id.config.name));
    let (release, released) = oneshot::channel();
    let thread = std::thread::Builder::new().name(format!("hall {}", id.place)).spawn(move || {
        runtime.block_on(async move {
            // in a task: waking the runtime's main future costs much more than waking a task
            let serving = tokio::spawn(serve);
            if metrics.is_enabled() {
                tokio::spawn(async move { ops::measure_lateness(&metrics).await });
            }
            // only dropping the sender completes it
            let _ = released.await;
            serving.abort();
        });
    })?;
    Ok((thread, release))
}

/// Waits until a stage is reached.
async fn reached(mut stages: watch::Receiver<Stage>, stage: Stage) {
    if stages.wait_for(|&now| now >= stage).await.is_err() {
        std::future::pending().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::hall::accounts::stored_table::StoredTable;
    use crate::shell::hall::accounts::{Accounts, HallAccounts};
    use crate::shell::hall::clock::Clock;
    use crate::shell::hall::instance::IdShare;
    use crate::shell::hall::persistence::Data;
    use crate::shell::net::connection::{self, Limits, Peer};
    use crate::shell::net::framing::Framing;
    use crate::shell::net::movable_stream::Mover;
    use crate::shell::node::hall_router::HallRouter;
    use crate::shell::operate::config::Config;
    use crate::store::Sqlite;
    use bytes::Bytes;
    use chuhe_hub::ConnectionId;
    use chuhe_protocol::greeting::{Answer, Hello};
    use chuhe_protocol::{
        ClientMessage, CloseReason, DoorMessage, DoorRequest, HallStatus, LobbyMessage, LobbyRequest,
        NodeAddress, Refusal, Request, ServerMessage, SessionToken, frame, wire,
    };
    use futures_util::{SinkExt, StreamExt};
    use std::path::Path;
    use tokio::io::DuplexStream;
    use tokio_util::codec::{Framed, LengthDelimitedCodec};

    type Client = Framed<DuplexStream, LengthDelimitedCodec>;

    /// Halls that open and close, without a listener.
    struct World {
        threads: HallThreads,
        router: Arc<HallRouter>,
        config: Config,
        connections: u64,
    }

    impl World {
        fn new() -> Self {
            let router = Arc::new(HallRouter::of_several(Metrics::new(false), None, None));
            let config = Config::on(([127, 0, 0, 1], 0).into());
            Self { threads: HallThreads::new(router.directory.clone()), router, config, connections: 0 }
        }

        /// Opens a hall from the store in a directory, which nobody else may have open.
        async fn open(&mut self, hall: &str, folder: &Path) -> usize {
            let place = self.threads.reserve_place().expect("a place");
            let id = HallId { config: hall.parse().expect("a hall"), place, ids: IdShare::of_place(place) };
            let store = Box::new(Sqlite::open(folder).expect("the store is free"));
            let data = Data::Directory(folder.to_owned());
            let mut hall = Hall::open_from(&self.config, id, &data, store, None).await.expect("a hall");
            let (table, _) = StoredTable::open(&Data::Memory).expect("memory");
            let (_change, live) = watch::channel(self.config.live());
            let accounts = Arc::new(Accounts::new(Box::new(table), live.clone()));
            let accounts = HallAccounts { accounts, hall: place };
            let changes = accounts.follow();
            hall.share_accounts([], accounts, changes);
            let serving = HallServing::new(self.config.clone(), live, Metrics::new(false));
            self.threads.open(hall, serving).expect("a thread");
            place
        }

        /// Connects; returns the client and the halls that the greeting lists.
        async fn greet(&mut self) -> (Client, Vec<HallStatus>) {
            let (near, far) = tokio::io::duplex(4096);
            let limits = Limits::new(chuhe_protocol::limits::GREETING_MS, &chuhe_hub::Limits::default());
            self.connections += 1;
            let peer = Peer {
                id: ConnectionId(self.connections),
                stream: near,
                address: std::net::Ipv4Addr::LOCALHOST.into(),
                clock: Clock::start(),
                limits,
                router: Arc::clone(&self.router),
                mover: Mover::default(),
                identity: None,
                framing: Framing::Prefixed,
            };
            tokio::spawn(connection::serve(Box::new(peer)));
            let mut client = Framed::new(far, frame::server_frames());
            client.send(Bytes::copy_from_slice(&Hello::current().encode())).await.expect("the server reads");
            let answer = client.next().await.expect("an answer").expect("a frame");
            (client, Answer::decode_halls(&answer).expect("a list").list)
        }

        async fn enter(&mut self, message: impl Into<ClientMessage>) -> (Client, ServerMessage) {
            let message = message.into();
            let (mut client, _) = self.greet().await;
            send(&mut client, message).await;
            let answer = receive(&mut client).await;
            (client, answer)
        }
    }

    async fn send(client: &mut Client, message: impl Into<ClientMessage>) {
        let message = message.into();
        let request = wire::encode(&Request { number: 1, message }).expect("a frame");
        client.send(Bytes::from(request)).await.expect("the server reads");
    }

    async fn receive(client: &mut Client) -> ServerMessage {
        let frame = client.next().await.expect("a message is sent").expect("a frame");
        wire::decode(&frame).expect("a message")
    }

    async fn receive_until(client: &mut Client, message: &ServerMessage) {
        while receive(client).await != *message {}
    }

    fn name(text: &str) -> HallName {
        HallName::parse(text).expect("a name")
    }

    fn join(hall: &str) -> ClientMessage {
        ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: Some(name(hall)) })
    }

    fn token_of(joined: ServerMessage) -> SessionToken {
        let ServerMessage::Door(DoorMessage::Joined { token, .. }) = joined else { panic!("{joined:?}") };
        token
    }

    #[tokio::test]
    async fn halls_open_and_are_let_go_while_others_run() {
        let folders = [(); 2].map(|()| tempfile::tempdir().expect("a directory"));
        let mut world = World::new();
        let first = world.open("a", folders[0].path()).await;
        assert_eq!(world.greet().await.1.len(), 1);
        let second = world.open("b:7", folders[1].path()).await;
        let (mut an, answer) = world.enter(join("a")).await;
        let token = token_of(answer);
        let (mut bo, answer) = world.enter(join("b")).await;
        token_of(answer);
        assert_ne!(first, second);

        let address: NodeAddress = "b.example.org:1".parse().expect("an address");
        world.threads.order(first, HallOrder::LetGo);
        let (_, answer) = world.enter(join("a")).await;
        assert_eq!(answer, ServerMessage::Refused { request: 1, reason: Refusal::NoSuchHall });
        world.threads.order(first, HallOrder::Move(Some(address.clone())));
        let moved = ServerMessage::Door(DoorMessage::HallAddress { hall: name("a"), address: Some(address) });
        receive_until(&mut an, &moved).await;
        assert_eq!(
            receive(&mut an).await,
            ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::HallMoved })
        );
        let ended = world.threads.next_ended().await.expect("a hall has ended");
        let place = ended.id.map(|id| id.place);
        assert_eq!((place, ended.was_let_go, ended.result), (Some(first), true, Ok(())));
        send(&mut bo, DoorRequest::Ping { nonce: 7, round_trip_ms: None }).await;
        receive_until(&mut bo, &ServerMessage::Door(DoorMessage::Pong { nonce: 7 })).await;

        // its store is free again, and its players are in it
        let again = world.open("a", folders[0].path()).await;
        assert_ne!(again, first, "connections of the hall before may still be written");
        let resume =
            ClientMessage::Door(DoorRequest::Resume { token, seen: Vec::new(), hall: Some(name("a")) });
        let (_an, answer) = world.enter(resume).await;
        assert!(
            matches!(answer, ServerMessage::Door(DoorMessage::Joined { resumed: true, .. })),
            "{answer:?}"
        );
        world.threads.end().await;
    }

    #[tokio::test]
    async fn hall_that_is_paused_does_nothing_until_it_goes_on() {
        let folder = tempfile::tempdir().expect("a directory");
        let mut world = World::new();
        let place = world.open("a", folder.path()).await;
        let (mut an, answer) = world.enter(join("a")).await;
        token_of(answer);
        world.threads.order(place, HallOrder::Pause);
        receive_until(&mut an, &ServerMessage::Door(DoorMessage::Paused)).await;
        send(&mut an, LobbyRequest::ListVisitors).await;
        let refused = ServerMessage::Refused { request: 1, reason: Refusal::Paused };
        receive_until(&mut an, &refused).await;
        world.threads.order(place, HallOrder::Serve);
        receive_until(&mut an, &ServerMessage::Door(DoorMessage::Unpaused)).await;
        send(&mut an, LobbyRequest::ListVisitors).await;
        receive_until(&mut an, &ServerMessage::Lobby(LobbyMessage::Visitors { visitors: Vec::new() })).await;
        world.threads.order(place, HallOrder::Stop);
        receive_until(
            &mut an,
            &ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown }),
        )
        .await;
        let ended = world.threads.next_ended().await.expect("the hall has ended");
        assert!(!ended.was_let_go && ended.result == Ok(()));
        world.threads.end().await;
    }
}
