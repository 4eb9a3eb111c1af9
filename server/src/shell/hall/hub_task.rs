//! The task that owns the hub.
//!
//! It passes the hub its inputs (messages of connections, timeouts, events of the store)
//! and performs its outputs. Outputs that follow a saved record wait in [`Persistence`]
//! until the record is committed.

mod accounts;
mod correcting;
mod examining;
mod handover;
mod operating;
mod querying;
mod reporting;

use super::accounts::HallAccounts;
use super::clock::Clock;
use super::correction::PendingCorrection;
use super::examiner::Examiner;
use super::hall_order::HallOrders;
use super::hub_message::{HubMessage, OperatorAnswer, ServerStatus};
use super::passwords::PasswordPool;
use super::persistence::{self, Persistence, StoreEvent};
use super::search_pool::SearchPool;
use super::standstill::StandstillDetector;
use crate::shell::net::connections::Connections;
use crate::shell::net::peer_address::limited_address;
use crate::shell::node::hall_router::HallReporter;
use crate::shell::operate::config::PlayersHere;
use crate::shell::operate::metrics::{Meter, Metrics};
use crate::shell::operate::operator_request::{GameRequest, OperatorRequest};
use crate::shell::operate::security_log;
use chuhe_hub::{ConnectionId, Hub, Input, Output};
use chuhe_protocol::{CloseReason, GameId, ServerMessage};
use chuhe_store::StoreError;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

/// Maximum number of messages handled before timers and sockets are polled again.
const BATCH: usize = 64;

/// Number of messages in a batch from which the server counts as busy.
const BUSY_BATCH: usize = 8;

/// An output of the hub that is performed once all records saved before it are committed.
#[derive(Debug)]
pub(crate) enum Action {
    Send(ConnectionId, ServerMessage),
    SendAlso {
        to: ConnectionId,
        also: ConnectionId,
        message: ServerMessage,
    },
    Broadcast(Vec<ConnectionId>, ServerMessage),
    Close(ConnectionId, CloseReason),
    Answer(oneshot::Sender<OperatorAnswer>, OperatorAnswer),
    Replay(Box<PendingCorrection>),
    /// Lets the rated games that are over be examined.
    Examine(GameId),
    /// What an examination has found is stored.
    Examined(oneshot::Sender<()>),
    Stop,
}

/// Why a hub no longer runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HubEnd {
    /// It has stopped.
    Stopped,
    /// Another node serves its hall, or soon will.
    LetGo,
}

/// The hub, with the connections, the store and the workers that it uses.
pub(crate) struct HubTask {
    hub: Hub,
    clock: Clock,
    connections: Connections,
    persistence: Persistence<Action>,
    /// Sender to this task, for the answers to queries.
    to_hub: mpsc::Sender<HubMessage>,
    meter: Meter,
    passwords: PasswordPool,
    searches: SearchPool,
    standstill: StandstillDetector,
    /// Reports to the directory of halls, if the server has several.
    reporter: Option<HallReporter>,
    orders: HallOrders,
    /// The accounts that halls share, if the hall has a name.
    accounts: Option<HallAccounts>,
    /// Who is here, for the program that runs the server, if it asks.
    players_here: Option<PlayersHere>,
    /// Whether the log of rated games is replayed for an operator.
    is_correcting: bool,
    /// Whether rated games are examined after their end.
    examines: bool,
    /// Examines games, from the first one on.
    examiner: Option<Examiner>,
    /// When a stop no longer waits for the records saved before it.
    stop_by: Option<Instant>,
    is_stopped: bool,
}

impl HubTask {
    pub(crate) fn new(
        hub: Hub,
        clock: Clock,
        persistence: Persistence<Action>,
        to_hub: mpsc::Sender<HubMessage>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            hub,
            clock,
            connections: Connections::new(),
            persistence,
            to_hub,
            meter: Meter::new(metrics),
            passwords: PasswordPool::new(),
            searches: SearchPool::new(),
            standstill: StandstillDetector::default(),
            reporter: None,
            orders: HallOrders::default(),
            accounts: None,
            players_here: None,
            is_correcting: false,
            examines: false,
            examiner: None,
            stop_by: None,
            is_stopped: false,
        }
    }

    /// Lets the directory of halls follow what happens in this hub.
    pub(crate) fn with_reporter(self, reporter: Option<HallReporter>) -> Self {
        Self { reporter, ..self }
    }

    /// Lets the owner of the hall give it orders.
    pub(crate) fn with_orders(self, orders: HallOrders) -> Self {
        Self { orders, ..self }
    }

    /// Lets the hub use the accounts that halls share.
    pub(crate) fn with_accounts(self, accounts: Option<HallAccounts>) -> Self {
        Self { accounts, ..self }
    }

    /// Lets the program that runs the server see who is here.
    pub(crate) fn with_players_here(self, players_here: Option<PlayersHere>) -> Self {
        Self { players_here, ..self }
    }

    /// Lets rated games be examined after their end.
    pub(crate) fn with_examining(self, examines: bool) -> Self {
        Self { examines, ..self }
    }

    /// Runs the hub until it has stopped, then closes the store.
    ///
    /// Games may continue for `grace_ms` after `shutdown`, unless `now` completes too.
    ///
    /// # Errors
    /// If a record could not be stored. Clients were only sent what is stored.
    pub(crate) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<HubMessage>,
        grace_ms: u64,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        match self.serve(&mut inbox, grace_ms, shutdown, now).await {
            Ok(HubEnd::LetGo) | Err(StoreError::Released(_)) => return self.let_go(inbox).await,
            Ok(HubEnd::Stopped) => {}
            Err(error) => return Err(error),
        }
        // connections that have just greeted are closed with a reason too
        inbox.close();
        while let Ok(message) = inbox.try_recv() {
            self.handle_message(message)?;
        }
        self.persistence.close().await
    }

    /// Runs the hub until it has stopped or is let go.
    async fn serve(
        &mut self,
        inbox: &mut mpsc::Receiver<HubMessage>,
        grace_ms: u64,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<HubEnd, StoreError> {
        let mut batch = Vec::with_capacity(BATCH);
        let (mut is_stopping, mut is_grace_over) = (false, false);
        tokio::pin!(shutdown, now);
        // a restored hub first accounts for the time it was not running
        self.handle_input(Input::Tick)?;
        while !self.is_stopped {
            self.check_standstill()?;
            self.persistence.send_batch().await?;
            if self.connections.has_broadcasts() {
                // queueing for many connections takes a while: let the writers of frames that are queued already
                // run first, and handle what has arrived before the next slice
                tokio::task::yield_now().await;
                self.connections.defer_slice();
                self.report_overflows()?;
                self.persistence.send_batch().await?;
            }
            self.connections.flush_due();
            self.persistence.set_heartbeat(self.hub.has_tables());
            let timeout = self.hub.poll_timeout().map(|at| self.clock.instant(at));
            let heartbeat = self.standstill.wake_by().map(|at| self.clock.instant(at));
            tokio::select! {
                // In this order. No branch starves another: due timeouts also fire
                // with every message.
                biased;
                () = &mut shutdown, if !is_stopping => {
                    is_stopping = true;
                    self.handle_input(Input::Shutdown { grace_ms })?;
                }
                () = &mut now, if is_stopping && !is_grace_over => {
                    is_grace_over = true;
                    self.handle_input(Input::Shutdown { grace_ms: 0 })?;
                }
                order = self.orders.next() => {
                    if order.lets_go() {
                        return Ok(HubEnd::LetGo);
                    }
                    self.handle_order(&order)?;
                }
                event = self.persistence.next_event() => self.handle_store_event(event)?,
                () = sleep_until(self.stop_by) => self.stop_uncommitted(),
                count = inbox.recv_many(&mut batch, BATCH), if self.persistence.has_room() => {
                    self.connections.set_busy(count >= BUSY_BATCH);
                    for message in batch.drain(..) {
                        self.handle_message(message)?;
                    }
                }
                () = sleep_until(timeout) => self.handle_input(Input::Tick)?,
                () = std::future::ready(()), if self.connections.has_broadcasts() => {}
                () = sleep_until(self.connections.next_deadline()) => {}
                () = sleep_until(heartbeat) => {}
            }
        }
        Ok(HubEnd::Stopped)
    }

    fn handle_store_event(&mut self, event: Result<StoreEvent, StoreError>) -> Result<(), StoreError> {
        match event.inspect_err(|error| self.meter.record_store_error(error))? {
            StoreEvent::Committed(took) => {
                self.meter.record_commit(took);
                while let Some(action) = self.persistence.pop() {
                    self.perform(action);
                }
                self.report_overflows()
            }
            StoreEvent::Stalled { why, since } => {
                self.meter.record_store_error(&why);
                if self.persistence.is_held() {
                    return Ok(());
                }
                self.handle_input(Input::StoreStalled(self.clock.timestamp(since)))
            }
            StoreEvent::MaySend => {
                while let Some(action) = self.persistence.pop() {
                    self.perform(action);
                }
                self.report_overflows()
            }
            StoreEvent::Recovered if self.persistence.is_held() => Ok(()),
            StoreEvent::Recovered => self.handle_input(Input::StoreRecovered),
        }
    }

    fn handle_message(&mut self, message: HubMessage) -> Result<(), StoreError> {
        match message {
            HubMessage::Opened(handle) => {
                let (id, address, accepted_at) = (handle.id, handle.address, handle.accepted_at);
                self.connections.insert(handle);
                self.handle_input(Input::Connected(id, limited_address(address), accepted_at))
            }
            HubMessage::ComputerOpened(handle, level) => {
                let (connection, at) = (handle.id, handle.accepted_at);
                self.connections.insert(handle);
                self.handle_input(Input::ComputerConnected { connection, level, at })
            }
            HubMessage::Received(id, request, at) => {
                self.meter.set_request(Some((id, at)));
                let handled = self.handle_input(Input::Received(id, request));
                self.meter.set_request(None);
                handled
            }
            HubMessage::LookUpInvitation(address, code, answer) => {
                let found = self.hub.look_up_invitation(limited_address(address), code);
                // the request for the page may have timed out
                let _ = answer.send(found.ok());
                Ok(())
            }
            HubMessage::GetStatus(answer) => {
                // the operator's request may have timed out
                let _ = answer.send(self.status());
                Ok(())
            }
            HubMessage::Operate(OperatorRequest::Game { request }, answer) => {
                match request {
                    GameRequest::Agreement { game } => self.examiner().ask(GameId(game), answer),
                    GameRequest::Correction(request) => self.begin_correction(request, answer),
                }
                Ok(())
            }
            HubMessage::Replayed(pending, replayed) => self.replayed(pending, *replayed),
            HubMessage::Examined(write, stored) => {
                self.store_examination(write, stored);
                Ok(())
            }
            HubMessage::Operate(request, answer) => {
                let is_stored = request.is_stored();
                let reply = self.operate(request)?;
                self.answer_operator(answer, reply, is_stored);
                Ok(())
            }
            HubMessage::ResetPassword(name, hash, answer) => {
                let reply = self.reset_password(&name, hash)?;
                self.answer_operator(answer, reply, true);
                Ok(())
            }
            HubMessage::CheckErasure(player, answer) => {
                // the operator's request may have timed out
                let _ = answer.send(self.check_erasure(player));
                Ok(())
            }
            HubMessage::Input(input) => {
                if let Input::Disconnected(id) = input {
                    self.connections.remove(id);
                }
                self.handle_input(input)
            }
        }
    }

    fn status(&self) -> ServerStatus {
        ServerStatus {
            gauges: self.hub.operators().gauges(),
            longest_send_queue: self.connections.longest_queue(),
            uncommitted: self.persistence.uncommitted(),
            is_paused: self.persistence.is_stalled(),
            is_damaged: self.persistence.is_damaged(),
        }
    }

    /// Reports to the hub if this task did not run for a while, and schedules its next heartbeat.
    ///
    /// A busy task is not late: it comes here with every message that it handles. Without tables
    /// and timers nothing can expire, and there is no heartbeat.
    fn check_standstill(&mut self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let can_expire = self.hub.has_tables() || self.hub.poll_timeout().is_some();
        if let Some(last_run) = self.standstill.record_run(now, can_expire) {
            self.hub.handle(now, Input::StoodStill(last_run));
            self.process_outputs()?;
        }
        Ok(())
    }

    /// Passes an input to the hub, and performs the outputs or queues them for the commit.
    fn handle_input(&mut self, input: Input) -> Result<(), StoreError> {
        self.check_standstill()?;
        self.hub.handle(self.clock.now(), input);
        self.process_outputs()?;
        self.report_overflows()
    }

    /// Notifies the hub of connections whose send queue overflowed.
    fn report_overflows(&mut self) -> Result<(), StoreError> {
        while let Some(id) = self.connections.pop_overflowed() {
            self.hub.handle(self.clock.now(), Input::Stalled(id));
            self.process_outputs()?;
        }
        Ok(())
    }

    fn process_outputs(&mut self) -> Result<(), StoreError> {
        while let Some(output) = self.hub.poll_output() {
            self.meter.record_output(&output);
            let action = match output {
                Output::Save(record) => {
                    if let Some(reporter) = &self.reporter {
                        reporter.record(&record);
                    }
                    self.persistence.save(&record)?;
                    self.examine_after(&record);
                    continue;
                }
                Output::Query(id, query) => {
                    self.start_query(id, query);
                    continue;
                }
                Output::Report(id, event) => {
                    if let Some(address) = self.connections.address(id) {
                        security_log::record_event(address, id, &event);
                    }
                    continue;
                }
                Output::Notice(to, message) => {
                    self.perform(Action::Send(to, message));
                    continue;
                }
                // While the store is stalled, connections are closed at once: a client
                // that resumes is sent what it missed, and nobody may stay connected
                // until there is room again.
                Output::Close(id, reason) if self.persistence.is_stalled() => {
                    self.perform(Action::Close(id, reason));
                    continue;
                }
                Output::Send(to, message) => Action::Send(to, message),
                Output::SendAlso { to, also, message } => Action::SendAlso { to, also, message },
                Output::Broadcast(to, message) => Action::Broadcast(to, message),
                Output::Close(id, reason) => Action::Close(id, reason),
                Output::Stop => Action::Stop,
            };
            let is_stop = matches!(action, Action::Stop);
            match self.persistence.push(action) {
                Some(action) => self.perform(action),
                None if is_stop => self.stop_by = Some(Instant::now() + persistence::STOP_TIMEOUT),
                None => {}
            }
        }
        if let Some(here) = &self.players_here {
            let people =
                self.hub.operators().players().filter(|it| it.connected && it.computer_level.is_none());
            here.set(people.map(|player| player.name));
        }
        if self.persistence.is_stalled() && self.stop_by.is_some() {
            self.stop_uncommitted();
        }
        Ok(())
    }

    /// Stops with uncommitted records: closes all connections without sending what waits
    /// for the commit.
    fn stop_uncommitted(&mut self) {
        for action in self.persistence.drain() {
            if matches!(action, Action::Close(..) | Action::Stop) {
                self.perform(action);
            }
        }
    }

    /// Performs an action once what was saved before it is committed.
    fn perform_when_committed(&mut self, action: Action) {
        if let Some(action) = self.persistence.push(action) {
            self.perform(action);
        }
    }

    fn perform(&mut self, action: Action) {
        let meter = &mut self.meter;
        match action {
            Action::Send(to, message) => self.connections.send(to, &message, meter),
            Action::SendAlso { to, also, message } => self.connections.send_also(to, also, &message, meter),
            Action::Broadcast(to, message) => self.connections.broadcast(to, &message, meter),
            Action::Close(id, reason) => self.connections.close(id, reason),
            Action::Answer(operator, answer) => {
                // the operator may have gone
                let _ = operator.send(answer);
            }
            Action::Replay(pending) => self.start_replay(pending),
            Action::Examine(game) => self.examiner().game_ended(game),
            Action::Examined(stored) => {
                // the examiner may have ended
                let _ = stored.send(());
            }
            Action::Stop => self.is_stopped = true,
        }
    }
}

/// Sleeps until `at`, or forever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::hall::faulty_store::FaultyStore;
    use crate::shell::hall::hub_message::HUB_QUEUE;
    use crate::shell::hall::persistence::Data;
    use crate::shell::net::connection::{self, Limits, Peer};
    use crate::shell::net::connection_end::{CutReason, GreetingFailure};
    use crate::shell::net::framing::Framing;
    use crate::shell::net::movable_stream::Mover;
    use crate::shell::node::hall_router::HallRouter;
    use crate::shell::operate::operator_request::Listing;
    use bytes::Bytes;
    use chuhe_hub::HubConfig;
    use chuhe_protocol::greeting::{self, Hello};
    use chuhe_protocol::{ClientMessage, DoorMessage, DoorRequest, Request, frame, wire};
    use chuhe_store::Durability;
    use futures_util::{SinkExt, StreamExt};
    use std::time::Duration;
    use tokio::io::DuplexStream;
    use tokio::task::JoinHandle;
    use tokio_util::codec::{Framed, LengthDelimitedCodec};

    type Client = Framed<DuplexStream, LengthDelimitedCodec>;

    /// A connection that has exchanged greetings, with its task.
    async fn greeted(
        clock: Clock,
        to_hub: &mpsc::Sender<HubMessage>,
    ) -> (Client, JoinHandle<Result<Option<CutReason>, GreetingFailure>>) {
        let (near, far) = tokio::io::duplex(4096);
        let limits = Limits::new(chuhe_protocol::limits::GREETING_MS, &chuhe_hub::Limits::default());
        let address = std::net::Ipv4Addr::LOCALHOST.into();
        let (id, router) = (ConnectionId(1), HallRouter::of_one(Metrics::new(false), to_hub.clone()));
        let mover = Mover::default();
        let peer = Peer {
            id,
            stream: near,
            address,
            clock,
            limits,
            router,
            mover,
            identity: None,
            framing: Framing::Prefixed,
        };
        let served = tokio::spawn(connection::serve(Box::new(peer)));
        let mut client = Framed::new(far, frame::server_frames());
        client.send(Bytes::copy_from_slice(&Hello::current().encode())).await.expect("the server reads");
        let answer = client.next().await.expect("an answer").expect("a frame");
        assert!(greeting::Answer::decode(&answer).expect("a greeting").welcome);
        (client, served)
    }

    async fn receive(client: &mut Client) -> ServerMessage {
        let frame = client.next().await.expect("a message is sent").expect("a frame");
        wire::decode(&frame).expect("a message")
    }

    async fn join(client: &mut Client) {
        let message = ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: None });
        let join = wire::encode(&Request { number: 1, message }).expect("a frame");
        client.send(Bytes::from(join)).await.expect("the server reads");
    }

    fn start(store: FaultyStore, clock: Clock) -> Persistence<Action> {
        Persistence::start(Box::new(store), Durability::Process, move || clock.now())
            .expect("the thread starts")
    }

    const CLOSING: ServerMessage =
        ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::ShuttingDown });

    /// Makes a client join, then stops the server `after` some time.
    ///
    /// Returns the result of the hub's task and the messages that the client received.
    async fn stop(store: FaultyStore, after: Duration) -> (Result<(), StoreError>, Vec<ServerMessage>) {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let (mut client, served) = greeted(clock, &to_hub).await;
        join(&mut client).await;
        let hub = Hub::new(HubConfig { persistent_games: true, ..HubConfig::seeded([1; 32]) });
        let task = HubTask::new(hub, clock, start(store, clock), to_hub, Metrics::new(false));
        let begun_at = Instant::now();
        let ended = task.run(inbox, 0, tokio::time::sleep(after), std::future::pending()).await;
        assert!(begun_at.elapsed() <= after + Duration::from_secs(5), "{:?}", begun_at.elapsed());
        let mut received = vec![receive(&mut client).await];
        while received.last() != Some(&CLOSING) {
            received.push(receive(&mut client).await);
        }
        drop(client);
        assert_eq!(served.await.expect("the task ends"), Ok(None));
        (ended, received)
    }

    #[tokio::test(start_paused = true)]
    async fn server_stops_in_time_while_the_disk_hangs() {
        let later = [
            ServerMessage::Door(DoorMessage::Paused),
            ServerMessage::Door(DoorMessage::ShuttingDown),
            CLOSING,
        ];
        for (after_ms, expected) in [(1, &[CLOSING][..]), (9_000, &later)] {
            let (_go_on, stuck) = std::sync::mpsc::channel();
            let (ended, received) =
                stop(FaultyStore::StuckCommit(stuck), Duration::from_millis(after_ms)).await;
            assert!(matches!(ended, Err(StoreError::Unavailable(_))), "{ended:?}");
            assert_eq!(received, expected, "nothing uncommitted is sent");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn games_pause_while_the_disk_hangs_and_then_resume() {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let (mut client, _served) = greeted(clock, &to_hub).await;
        join(&mut client).await;
        let (go_on, stuck) = std::sync::mpsc::channel();
        let persistence = start(FaultyStore::StuckCommit(stuck), clock);
        let metrics = Metrics::new(true);
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let task = HubTask::new(hub, clock, persistence, to_hub, Arc::clone(&metrics));
        let begun_at = Instant::now();
        let conversation = async {
            assert_eq!(
                receive(&mut client).await,
                ServerMessage::Door(DoorMessage::Paused),
                "nothing uncommitted is sent"
            );
            assert_eq!(begun_at.elapsed().as_secs(), persistence::HANG_TIMEOUT.as_secs());
            assert!(metrics.render().contains("chuhe_store_errors_total{kind=\"unavailable\"} 1"));
            // real time, so that no timeout fires before the writer's thread has run
            tokio::time::resume();
            drop(go_on);
            assert!(matches!(receive(&mut client).await, ServerMessage::Door(DoorMessage::Joined { .. })));
            while receive(&mut client).await != ServerMessage::Door(DoorMessage::Unpaused) {}
        };
        tokio::select! {
            ended = task.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = conversation => {}
        }
    }

    #[tokio::test]
    async fn damage_met_by_a_commit_pauses_the_games_and_is_counted() {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let (mut client, _served) = greeted(clock, &to_hub).await;
        join(&mut client).await;
        let (hub, metrics) = (Hub::new(HubConfig::seeded([1; 32])), Metrics::new(true));
        let persistence = start(FaultyStore::Damaged, clock);
        let task = HubTask::new(hub, clock, persistence, to_hub.clone(), Arc::clone(&metrics));
        let conversation = async {
            assert_eq!(
                receive(&mut client).await,
                ServerMessage::Door(DoorMessage::Paused),
                "nothing uncommitted is sent"
            );
            let (answer, answered) = oneshot::channel();
            to_hub.send(HubMessage::GetStatus(answer)).await.expect("the hub runs");
            let status = answered.await.expect("the hub answers");
            assert!(status.is_paused && status.is_damaged, "{status:?}");
            metrics.set_status(&status, 0);
            let text = metrics.render();
            assert!(text.contains("chuhe_damage{found=\"commit\"} 1"), "{text}");
            assert!(text.contains("chuhe_damage{found=\"start\"} 0"), "{text}");
        };
        tokio::select! {
            ended = task.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = conversation => {}
        }
    }

    #[tokio::test]
    async fn operator_is_answered_once_a_ban_is_committed() {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let ((begun, has_begun), (go_on, gate)) = (std::sync::mpsc::channel(), std::sync::mpsc::channel());
        let persistence = start(FaultyStore::GatedCommit(begun, gate), clock);
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let task = HubTask::new(hub, clock, persistence, to_hub.clone(), Metrics::new(false));
        let conversation = async {
            let operate = |request| {
                let (answer, answered) = oneshot::channel();
                to_hub.try_send(HubMessage::Operate(request, answer)).expect("the queue has room");
                answered
            };
            let mut banned =
                operate(OperatorRequest::Ban { target: "Bo".to_owned(), for_ms: None, yes: false });
            let begun = tokio::task::spawn_blocking(move || has_begun.recv()).await.expect("no panic");
            begun.expect("the commit begins");
            let listed = operate(OperatorRequest::List { what: Listing::Bans }).await.expect("an answer");
            assert_eq!(listed, Ok(vec!["1 ban Bo seconds-left=-".to_owned()]), "a list waits for nothing");
            assert!(banned.try_recv().is_err(), "the ban is not committed");
            go_on.send(()).expect("the commit waits");
            assert_eq!(banned.await.expect("an answer"), listed);
        };
        tokio::select! {
            ended = task.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = conversation => {}
        }
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_disconnected_because_a_server_without_games_stood_still() {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let (mut client, _served) = greeted(clock, &to_hub).await;
        join(&mut client).await;
        let persistence = Persistence::start_task(
            Data::Memory.open().expect("memory").store,
            Durability::Process,
            move || clock.now(),
        );
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let task = HubTask::new(hub, clock, persistence, to_hub, Metrics::new(false));
        let conversation = async {
            assert!(matches!(receive(&mut client).await, ServerMessage::Door(DoorMessage::Joined { .. })));
            tokio::time::advance(Duration::from_millis(2 * chuhe_protocol::limits::SILENCE_MS)).await;
            let ping =
                Request { number: 2, message: DoorRequest::Ping { nonce: 7, round_trip_ms: None }.into() };
            let ping = wire::encode(&ping).expect("a frame");
            client.send(Bytes::from(ping)).await.expect("the server reads");
            let pong = ServerMessage::Door(DoorMessage::Pong { nonce: 7 });
            loop {
                let message = receive(&mut client).await;
                assert!(!matches!(message, ServerMessage::Door(DoorMessage::Closing { .. })), "{message:?}");
                if message == pong {
                    break;
                }
            }
        };
        tokio::select! {
            ended = task.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = conversation => {}
        }
    }

    #[tokio::test(start_paused = true)]
    async fn slow_close_of_the_store_is_no_error_once_all_is_committed() {
        let (_go_on, stuck) = std::sync::mpsc::channel();
        let (ended, _) = stop(FaultyStore::StuckClose(stuck), Duration::ZERO).await;
        assert_eq!(ended, Ok(()));
    }

    #[tokio::test]
    async fn broken_frame_closes_the_connection_while_the_disk_is_full() {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let (mut client, served) = greeted(clock, &to_hub).await;
        join(&mut client).await;
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let task = HubTask::new(hub, clock, start(FaultyStore::Full, clock), to_hub, Metrics::new(false));
        let conversation = async {
            assert_eq!(receive(&mut client).await, ServerMessage::Door(DoorMessage::Paused));
            client.send(Bytes::from_static(&[0xff])).await.expect("the server reads");
            let closing = ServerMessage::Door(DoorMessage::Closing { reason: CloseReason::BrokenFrame });
            assert_eq!(receive(&mut client).await, closing);
        };
        tokio::select! {
            ended = task.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = conversation => {}
        }
        drop(client);
        assert_eq!(served.await.expect("the task ends"), Ok(None));
    }

    #[tokio::test]
    async fn connection_that_greets_during_the_stop_is_sent_the_reason() {
        let clock = Clock::start();
        let (to_hub, inbox) = mpsc::channel(HUB_QUEUE);
        let (mut client, served) = greeted(clock, &to_hub).await;
        while inbox.is_empty() {
            tokio::task::yield_now().await;
        }
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let store = Data::Memory.open().expect("memory").store;
        let persistence = Persistence::start(store, Durability::Process, move || clock.now());
        let persistence = persistence.expect("the thread starts");
        let task = HubTask::new(hub, clock, persistence, to_hub, Metrics::new(false));
        task.run(inbox, 0, std::future::ready(()), std::future::pending()).await.expect("all is committed");
        assert_eq!(receive(&mut client).await, CLOSING);
        drop(client);
        assert_eq!(served.await.expect("the task ends"), Ok(None));
    }
}
