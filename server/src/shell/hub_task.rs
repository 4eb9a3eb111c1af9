//! The one task that owns the hub: feeds it what the connections report, and
//! performs what it asks for.

use super::connection::Report;
use super::metrics::{Meter, Metrics};
use super::passwords::Passwords;
use super::persistence::{self, News, Persistence};
use super::send_queue::{ConnectionHandle, Stalled, encode};
use super::send_scheduler::{Priority, SendScheduler};
use super::server::Clock;
use crate::store::StoreError;
use bytes::Bytes;
use chuhe_hub::{ConnectionId, Gauges, Hub, Input, Output, Query, QueryId};
use chuhe_protocol::{CloseReason, ServerMessage};
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The most reports that the hub is fed before its timers and sockets get a turn.
const BATCH: usize = 64;

/// So many at once are much work.
const MUCH: usize = 8;

/// So few are no crowd, and do not wait behind one.
const FEW: usize = 8;

/// How a server stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vitals {
    pub(super) gauges: Gauges,
    /// The most frames that wait for one connection.
    pub(super) longest_send_queue: usize,
    /// What was saved and is not kept yet, in batches and what is to be one.
    pub(super) unkept: usize,
    /// Whether nothing can be kept for now.
    pub(super) stalled: bool,
}

/// What is done once all that was saved before it is kept.
#[derive(Debug)]
pub(super) enum Act {
    Send(ConnectionId, ServerMessage),
    SendAlso { to: ConnectionId, also: ConnectionId, message: ServerMessage },
    Broadcast(Vec<ConnectionId>, ServerMessage),
    Close(ConnectionId, CloseReason),
    Stop,
}

/// The one owner of the hub and of the ways to write to its connections.
pub(super) struct HubTask {
    hub: Hub,
    clock: Clock,
    handles: BTreeMap<ConnectionId, ConnectionHandle>,
    /// What is told to crowds, and not laid for each of them yet.
    crowds: Vec<(Vec<ConnectionId>, Bytes)>,
    /// For whom something is laid.
    turns: SendScheduler,
    keeper: Persistence<Act>,
    /// By which answers come back.
    reports: mpsc::Sender<Report>,
    meter: Meter,
    passwords: Passwords,
    /// Connections that read too slowly, and of which the hub is not told yet.
    slow: Vec<ConnectionId>,
    /// When the stop waits no longer for what is to be kept before it.
    stop_by: Option<Instant>,
    stopped: bool,
}

impl HubTask {
    pub(super) fn new(
        hub: Hub,
        clock: Clock,
        keeper: Persistence<Act>,
        reports: mpsc::Sender<Report>,
        metrics: Arc<Metrics>,
    ) -> Self {
        Self {
            hub,
            clock,
            handles: BTreeMap::new(),
            crowds: Vec::new(),
            turns: SendScheduler::new(),
            keeper,
            reports,
            meter: Meter::new(metrics),
            passwords: Passwords::new(),
            slow: Vec::new(),
            stop_by: None,
            stopped: false,
        }
    }

    /// Feeds the hub until it has stopped, and keeps all that it saved.
    ///
    /// # Errors
    /// If something could not be kept. Whoever was told anything was told what
    /// is kept.
    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<Report>,
        grace_ms: u64,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> Result<(), StoreError> {
        let mut batch = Vec::with_capacity(BATCH);
        let (mut stopping, mut hurried) = (false, false);
        tokio::pin!(shutdown, now);
        // what a restored hub has to say of the time it was away
        self.tell(Input::Tick)?;
        while !self.stopped {
            self.keeper.send().await?;
            if !self.crowds.is_empty() {
                // to go through a thousand takes a while: those for whom something is
                // queued write it first
                tokio::task::yield_now().await;
                self.lay_for_crowds();
                self.tell_slow()?;
                self.keeper.send().await?;
            }
            self.turns.take(|id, turn| {
                let Some(handle) = self.handles.get_mut(&id) else { return false };
                handle.has_turn_soon &= turn != Priority::Soon;
                handle.queue_laid()
            });
            self.keeper.set_games_run(self.hub.has_tables());
            let timeout = self.hub.poll_timeout().map(|at| self.clock.instant(at));
            tokio::select! {
                // in this order; what is due is done with every report too, so
                // neither can keep the other from its turn
                biased;
                () = &mut shutdown, if !stopping => {
                    stopping = true;
                    self.tell(Input::Shutdown { grace_ms })?;
                }
                () = &mut now, if stopping && !hurried => {
                    hurried = true;
                    self.tell(Input::Shutdown { grace_ms: 0 })?;
                }
                news = self.keeper.news() => self.heard(news)?,
                () = sleep_until(self.stop_by) => self.stop_unkept(),
                count = inbox.recv_many(&mut batch, BATCH), if self.keeper.has_room() => {
                    self.turns.set_busy(count >= MUCH);
                    for report in batch.drain(..) {
                        self.take(report)?;
                    }
                }
                () = sleep_until(timeout) => self.tell(Input::Tick)?,
                () = sleep_until(self.turns.next()) => {}
            }
        }
        // those who have just greeted are told of the end too
        inbox.close();
        while let Ok(report) = inbox.try_recv() {
            self.take(report)?;
        }
        self.keeper.close().await
    }

    /// The store has something to tell.
    fn heard(&mut self, news: Result<News, StoreError>) -> Result<(), StoreError> {
        match news.inspect_err(|error| self.meter.store_failed(error))? {
            News::Kept(took) => {
                self.meter.kept(took);
                while let Some(act) = self.keeper.pop() {
                    self.perform(act);
                }
                self.tell_slow()
            }
            News::Stalled(why) => {
                self.meter.store_failed(&why);
                self.tell(Input::StoreStalled)
            }
            News::Recovered => self.tell(Input::StoreRecovered),
        }
    }

    fn take(&mut self, report: Report) -> Result<(), StoreError> {
        match report {
            Report::Opened(handle) => {
                let (id, address, accepted_at) = (handle.id, handle.address, handle.accepted_at);
                self.handles.insert(id, handle);
                self.tell(Input::Connected(id, address, accepted_at))
            }
            Report::Received(id, request, at) => {
                self.meter.request(Some((id, at)));
                let told = self.tell(Input::Received(id, request));
                self.meter.request(None);
                told
            }
            Report::Asked(answer) => {
                let longest_send_queue =
                    self.handles.values().map(ConnectionHandle::queued).max().unwrap_or(0);
                // who asked may have waited too long already
                let (unkept, stalled) = (self.keeper.unkept(), self.keeper.is_stalled());
                let gauges = self.hub.gauges();
                let _ = answer.send(Vitals { gauges, longest_send_queue, unkept, stalled });
                Ok(())
            }
            Report::Input(input) => {
                if let Input::Disconnected(id) = input {
                    self.handles.remove(&id);
                }
                self.tell(input)
            }
        }
    }

    /// Tells the hub, and does what it asks for, or lets it wait for what is to
    /// be kept first.
    fn tell(&mut self, input: Input) -> Result<(), StoreError> {
        self.hub.handle(self.clock.now(), input);
        self.take_outputs()?;
        self.tell_slow()
    }

    /// Tells the hub of the connections that have turned out to read too slowly.
    fn tell_slow(&mut self) -> Result<(), StoreError> {
        while let Some(slow) = self.slow.pop() {
            self.hub.handle(self.clock.now(), Input::Stalled(slow));
            self.take_outputs()?;
        }
        Ok(())
    }

    fn take_outputs(&mut self) -> Result<(), StoreError> {
        while let Some(output) = self.hub.poll_output() {
            self.meter.decided(&output);
            let act = match output {
                Output::Save(record) => {
                    self.keeper.save(&record)?;
                    continue;
                }
                Output::Query(id, ask) => {
                    self.ask(id, ask);
                    continue;
                }
                Output::Notice(to, message) => {
                    self.perform(Act::Send(to, message));
                    continue;
                }
                Output::Send(to, message) => Act::Send(to, message),
                Output::SendAlso { to, also, message } => Act::SendAlso { to, also, message },
                Output::Broadcast(to, message) => Act::Broadcast(to, message),
                // whoever resumes is told then what waits for it; and nobody may
                // go on for as long as there is no room
                Output::Close(id, reason) if self.keeper.is_stalled() => {
                    self.perform(Act::Close(id, reason));
                    continue;
                }
                Output::Close(id, reason) => Act::Close(id, reason),
                Output::Stop => Act::Stop,
            };
            let stops = matches!(act, Act::Stop);
            match self.keeper.push(act) {
                Some(act) => self.perform(act),
                None if stops => self.stop_by = Some(Instant::now() + persistence::END_TIME),
                None => {}
            }
        }
        if self.keeper.is_stalled() && self.stop_by.is_some() {
            self.stop_unkept();
        }
        Ok(())
    }

    /// Stops, though something is not kept: nobody is told what waits for it; all
    /// connections are closed.
    fn stop_unkept(&mut self) {
        for act in self.keeper.give_up() {
            match act {
                Act::Send(..) | Act::SendAlso { .. } | Act::Broadcast(..) => {}
                Act::Close(..) | Act::Stop => self.perform(act),
            }
        }
    }

    fn perform(&mut self, act: Act) {
        // nobody of a crowd is told this before what came before it
        self.lay_for_crowds();
        match act {
            Act::Send(to, message) => self.send(to, &message),
            Act::SendAlso { to, also, message } => {
                let Some(frame) = encode(&message) else { return };
                self.queue(to, Bytes::clone(&frame), &message);
                self.lay(also, frame, Priority::Soon);
            }
            Act::Broadcast(to, message) => {
                let Some(frame) = encode(&message) else { return };
                if to.len() > FEW {
                    self.crowds.push((to, frame));
                    return;
                }
                for id in to {
                    self.queue(id, Bytes::clone(&frame), &message);
                }
            }
            Act::Close(id, reason) => {
                if let Some(handle) = self.handles.remove(&id) {
                    handle.close(reason);
                }
            }
            Act::Stop => self.stopped = true,
        }
    }

    /// Lets a question be answered, beside all else.
    fn ask(&self, id: QueryId, ask: Query) {
        let (reader, reports) = (self.keeper.reader(), self.reports.clone());
        let passwords = self.passwords.clone();
        tokio::spawn(async move {
            let answer = match ask {
                Query::HashPassword { .. } | Query::VerifyPassword { .. } => passwords.answer(ask).await,
                Query::ListGames { .. } | Query::ReadGame { .. } => persistence::read(reader, ask).await,
            };
            // if the hub has stopped, nobody is left to be told
            let _ = reports.send(Report::Input(Input::Answered(id, answer))).await;
        });
    }

    fn send(&mut self, to: ConnectionId, message: &ServerMessage) {
        if self.handles.contains_key(&to)
            && let Some(frame) = encode(message)
        {
            self.queue(to, frame, message);
        }
    }

    /// Sends the frame of a message at once.
    fn queue(&mut self, to: ConnectionId, frame: Bytes, message: &ServerMessage) {
        let Some(handle) = self.handles.get_mut(&to) else { return };
        match handle.queue(frame) {
            Ok(()) => self.meter.told(to, message),
            Err(Stalled) => self.slow.push(to),
        }
    }

    /// Lays for each of the crowds what it is told.
    fn lay_for_crowds(&mut self) {
        for (to, frame) in std::mem::take(&mut self.crowds) {
            for id in to {
                self.lay(id, Bytes::clone(&frame), Priority::InCrowd);
            }
        }
    }

    /// Lays a frame for someone. Whoever is sent something else before his turn is
    /// sent this first.
    fn lay(&mut self, to: ConnectionId, frame: Bytes, turn: Priority) {
        let Some(handle) = self.handles.get_mut(&to) else { return };
        let has_turn = handle.has_laid();
        match (handle.lay(frame), turn) {
            (Ok(()), Priority::Soon) if handle.has_turn_soon => {}
            (Ok(()), Priority::Soon) => {
                handle.has_turn_soon = true;
                self.turns.soon(to);
            }
            (Ok(()), Priority::InCrowd) if has_turn => {}
            (Ok(()), Priority::InCrowd) => self.turns.of_crowd(to),
            (Err(Stalled), _) => self.slow.push(to),
        }
    }
}

/// Waits until `at`, or for ever.
async fn sleep_until(at: Option<Instant>) {
    match at {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::connection::{self, Limits, Peer, Unserved};
    use crate::shell::faulty_store::FaultyStore;
    use crate::shell::metrics::Cut;
    use crate::shell::persistence::Data;
    use crate::shell::server::{Config, REPORTS};
    use crate::store::Durability;
    use chuhe_hub::{Address, HubConfig};
    use chuhe_protocol::greeting::{Answer, Hello};
    use chuhe_protocol::{ClientMessage, Request, frame, wire};
    use futures_util::{SinkExt, StreamExt};
    use std::time::Duration;
    use tokio::io::DuplexStream;
    use tokio::task::JoinHandle;
    use tokio_util::codec::{Framed, LengthDelimitedCodec};

    type Client = Framed<DuplexStream, LengthDelimitedCodec>;

    /// A connection that is greeted, with its task.
    async fn greeted(
        clock: Clock,
        reports: &mpsc::Sender<Report>,
    ) -> (Client, JoinHandle<Result<Option<Cut>, Unserved>>) {
        let (near, far) = tokio::io::duplex(4096);
        let limits = Limits::of(&Config::on(([127, 0, 0, 1], 0).into()));
        let address = Address::default();
        let (id, reports) = (ConnectionId(1), reports.clone());
        let peer = Peer { id, stream: near, address, clock, limits, reports, identity: None };
        let served = tokio::spawn(connection::serve(Box::new(peer)));
        let mut client = Framed::new(far, frame::server_frames());
        client.send(Bytes::copy_from_slice(&Hello::current().encode())).await.expect("it listens");
        let answer = client.next().await.expect("an answer").expect("a frame");
        assert!(Answer::decode(&answer).expect("a greeting").welcome);
        (client, served)
    }

    async fn hear(client: &mut Client) -> ServerMessage {
        let told = client.next().await.expect("he is told").expect("a frame");
        wire::decode(&told).expect("a message")
    }

    async fn join(client: &mut Client) {
        let message = ClientMessage::Join { name: "Bo".into() };
        let join = wire::encode(&Request { number: 1, message }).expect("a frame");
        client.send(Bytes::from(join)).await.expect("it listens");
    }

    const CLOSING: ServerMessage = ServerMessage::Closing { reason: CloseReason::ShuttingDown };

    /// Bo wants to join, and so long after the server is to stop; returns how it
    /// ended and what he was told.
    async fn stop(store: FaultyStore, after: Duration) -> (Result<(), StoreError>, Vec<ServerMessage>) {
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let (mut client, served) = greeted(clock, &reports).await;
        join(&mut client).await;
        let hub = Hub::new(HubConfig { keeps_games: true, ..HubConfig::seeded([1; 32]) });
        let keeper = Persistence::start(Box::new(store), Durability::Process, move || clock.now());
        let owner = HubTask::new(hub, clock, keeper.expect("a thread"), reports, Metrics::new(false));
        let start = Instant::now();
        let ended = owner.run(inbox, 0, tokio::time::sleep(after), std::future::pending()).await;
        assert!(start.elapsed() <= after + Duration::from_secs(5), "{:?}", start.elapsed());
        let mut told = vec![hear(&mut client).await];
        while told.last() != Some(&CLOSING) {
            told.push(hear(&mut client).await);
        }
        drop(client);
        assert_eq!(served.await.expect("it ends"), Ok(None));
        (ended, told)
    }

    #[tokio::test(start_paused = true)]
    async fn a_disk_that_is_stuck_does_not_keep_the_server_from_its_end() {
        let later = [ServerMessage::Paused, ServerMessage::ShuttingDown, CLOSING];
        for (after_ms, heard) in [(1, &[CLOSING][..]), (9_000, &later)] {
            let (_go_on, stuck) = std::sync::mpsc::channel();
            let (ended, told) = stop(FaultyStore::ToCommit(stuck), Duration::from_millis(after_ms)).await;
            assert!(matches!(ended, Err(StoreError::Unavailable(_))), "{ended:?}");
            assert_eq!(told, heard, "he is told nothing that is not kept");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn while_the_disk_hangs_games_stand_still_and_then_go_on() {
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let (mut client, _served) = greeted(clock, &reports).await;
        join(&mut client).await;
        let (go_on, stuck) = std::sync::mpsc::channel();
        let keeper =
            Persistence::start(Box::new(FaultyStore::ToCommit(stuck)), Durability::Process, move || {
                clock.now()
            });
        let metrics = Metrics::new(true);
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let owner = HubTask::new(hub, clock, keeper.expect("a thread"), reports, Arc::clone(&metrics));
        let start = Instant::now();
        let talk = async {
            assert_eq!(hear(&mut client).await, ServerMessage::Paused, "he is told nothing that is not kept");
            assert_eq!(start.elapsed().as_secs(), persistence::HANG_TIME.as_secs());
            assert!(metrics.render().contains("chuhe_store_errors_total{kind=\"unavailable\"} 1"));
            // from now on nobody's time runs out before the writer's thread has its turn
            tokio::time::resume();
            drop(go_on);
            assert!(matches!(hear(&mut client).await, ServerMessage::Joined { .. }));
            while hear(&mut client).await != ServerMessage::Unpaused {}
        };
        tokio::select! {
            ended = owner.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = talk => {}
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_store_that_is_slow_to_close_has_kept_all() {
        let (_go_on, stuck) = std::sync::mpsc::channel();
        let (ended, _) = stop(FaultyStore::ToClose(stuck), Duration::ZERO).await;
        assert_eq!(ended, Ok(()));
    }

    #[tokio::test]
    async fn while_the_disk_is_full_one_who_breaks_the_rules_is_closed() {
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let (mut client, served) = greeted(clock, &reports).await;
        join(&mut client).await;
        let keeper =
            Persistence::start(Box::new(FaultyStore::Full), Durability::Process, move || clock.now());
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let owner = HubTask::new(hub, clock, keeper.expect("a thread"), reports, Metrics::new(false));
        let talk = async {
            assert_eq!(hear(&mut client).await, ServerMessage::Paused);
            client.send(Bytes::from_static(&[0xff])).await.expect("it listens");
            let closing = ServerMessage::Closing { reason: CloseReason::BrokenFrame };
            assert_eq!(hear(&mut client).await, closing);
        };
        tokio::select! {
            ended = owner.run(inbox, 0, std::future::pending(), std::future::pending()) => panic!("{ended:?}"),
            () = talk => {}
        }
        drop(client);
        assert_eq!(served.await.expect("it ends"), Ok(None));
    }

    #[tokio::test]
    async fn one_whose_greeting_the_stop_overtakes_is_told_too() {
        let clock = Clock::start();
        let (reports, inbox) = mpsc::channel(REPORTS);
        let (mut client, served) = greeted(clock, &reports).await;
        while inbox.is_empty() {
            tokio::task::yield_now().await;
        }
        let hub = Hub::new(HubConfig::seeded([1; 32]));
        let (store, _) = Data::Memory.open().expect("memory");
        let keeper = Persistence::start(store, Durability::Process, move || clock.now()).expect("a thread");
        let owner = HubTask::new(hub, clock, keeper, reports, Metrics::new(false));
        owner.run(inbox, 0, std::future::ready(()), std::future::pending()).await.expect("all is kept");
        assert_eq!(hear(&mut client).await, CLOSING);
        drop(client);
        assert_eq!(served.await.expect("it ends"), Ok(None));
    }
}
