//! A node of a cluster: opens the halls that it serves while it serves them, and hands them on.
//!
//! The node follows the directory, takes its part in the halls that [`placement`](crate::placement)
//! gives it, and carries out what their [`Member`]s report. Only one task owns all of this; whatever
//! waits for the network or the disk is a task of its own that sends a [`NodeMessage`].

pub(crate) mod accounts;
pub(crate) mod cluster_table;
mod membership;
mod planning;
mod reporting;

pub(crate) use crate::cluster::Cluster;

use super::hall_router::HallRouter;
use super::hall_threads::{EndedHall, HallThreads, Stage};
use crate::cluster::{ClusterError, ClusterStore, HallCounts, Member, MemberEvent, Serving};
use crate::halls::{HallConfig, hall_directory};
use crate::shell::hall::hall_order::HallOrder;
use crate::shell::hall::hub_message::NodeRequest;
use crate::shell::hall::instance::{Hall, HallId, HallServing, IdShare};
use crate::shell::hall::persistence::Data;
use crate::shell::operate::config::Config;
use crate::shell::operate::live::LiveConfig;
use crate::shell::operate::metrics::Metrics;
use crate::shell::server_error::ServerError;
use chuhe_cluster::Epoch;
use chuhe_protocol::HallName;
use membership::{Duty, Membership};
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

/// Interval at which the node reconsiders its parts and announces what it carries.
const REFRESH: Duration = Duration::from_secs(1);
/// How long a node that stops waits for its halls to be let go.
const HAND_ON_TIMEOUT: Duration = Duration::from_secs(5);
/// How long leaving the cluster may take.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(2);

/// A message to the task that owns the node.
#[derive(Debug)]
enum NodeMessage {
    /// A member was started, or could not be.
    Started(HallName, Result<StartedMember, ClusterError>),
    /// A member reports something.
    Member(HallName, MemberEvent),
    /// The store of a hall was read, or cannot be used.
    Opened(Box<OpenedHall>),
    /// The number of players and games of a hall that this node serves.
    Counted(HallName, HallCounts),
}

/// A member with its events.
pub(crate) type StartedMember = (Member, mpsc::UnboundedReceiver<MemberEvent>);

/// A hall that was opened from its store.
#[derive(Debug)]
pub(crate) struct OpenedHall {
    id: HallId,
    epoch: Epoch,
    result: Result<Hall, ServerError>,
}

/// A node with its halls.
pub(crate) struct Node {
    cluster: Cluster,
    config: Config,
    live: watch::Receiver<LiveConfig>,
    router: Arc<HallRouter>,
    threads: HallThreads,
    members: BTreeMap<HallName, Membership>,
    /// The metrics of each hall that was ever served here.
    metrics: BTreeMap<HallName, Arc<Metrics>>,
    sender: mpsc::UnboundedSender<NodeMessage>,
    inbox: mpsc::UnboundedReceiver<NodeMessage>,
    /// What operators ask.
    requests: mpsc::UnboundedReceiver<NodeRequest>,
    is_draining: bool,
    /// Since when the nodes are the same and no hall has moved by this node's decision.
    steady_since: Instant,
    /// The nodes that ran when they were looked at last.
    known_nodes: Vec<String>,
    /// When this node asked for another hall last.
    opened_at: Option<Instant>,
}

impl Node {
    /// Must be called within a runtime.
    pub(crate) fn new(
        cluster: Cluster,
        threads: HallThreads,
        config: Config,
        live: watch::Receiver<LiveConfig>,
        router: Arc<HallRouter>,
        requests: mpsc::UnboundedReceiver<NodeRequest>,
    ) -> Self {
        let (sender, inbox) = mpsc::unbounded_channel();
        let mut node = Self {
            cluster,
            config,
            live,
            router,
            threads,
            members: BTreeMap::new(),
            metrics: BTreeMap::new(),
            sender,
            inbox,
            requests,
            is_draining: false,
            steady_since: Instant::now(),
            known_nodes: Vec::new(),
            opened_at: None,
        };
        // before the first player asks for a hall
        node.follow_directory();
        node
    }

    /// Runs the node until `shutdown` completes; then hands its halls on, or stops them if no other
    /// node can take them, without a grace period once `now` completes too.
    ///
    /// Returns the threads, which still write what the players were sent last.
    pub(crate) async fn run(
        mut self,
        shutdown: impl Future<Output = ()>,
        now: impl Future<Output = ()>,
    ) -> HallThreads {
        let mut changes = self.cluster.directory().changes();
        let mut refresh = interval(REFRESH);
        refresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
        tokio::pin!(shutdown);
        loop {
            tokio::select! {
                () = &mut shutdown => break,
                Some(message) = self.inbox.recv() => self.handle(message),
                Some(request) = self.requests.recv() => self.answer(request),
                Some(ended) = self.threads.next_ended() => self.hall_ended(ended),
                _ = refresh.tick() => self.refresh(),
                Ok(()) = changes.changed() => {
                    // a standby that comes first claims a free hall at once only if it has heard so
                    self.directory_changed();
                }
            }
        }
        self.leave(now).await
    }

    /// Hands all halls on, and leaves the cluster.
    async fn leave(mut self, now: impl Future<Output = ()>) -> HallThreads {
        let hands_on = self.drain().is_ok();
        let stage = self.threads.stage();
        if !hands_on {
            stage.send_replace(Stage::Stopping);
        }
        let mut changes = self.cluster.directory().changes();
        let ending = async { if hands_on { sleep(HAND_ON_TIMEOUT).await } else { now.await } };
        tokio::pin!(ending);
        let mut is_ending = false;
        let mut refresh = interval(REFRESH / 4);
        while self.members.values().any(|member| member.state.place().is_some()) {
            tokio::select! {
                Some(message) = self.inbox.recv() => self.handle(message),
                Some(request) = self.requests.recv() => self.answer(request),
                Some(ended) = self.threads.next_ended() => self.hall_ended(ended),
                _ = refresh.tick() => if hands_on { self.hand_on_next() },
                Ok(()) = changes.changed() => self.follow_directory(),
                () = &mut ending, if !is_ending => {
                    is_ending = true;
                    stage.send_replace(Stage::Ending);
                }
            }
        }
        let Self { cluster, threads, members, .. } = self;
        let stopping = async move {
            for member in members.into_values().filter_map(|member| member.member) {
                member.stop().await;
            }
            cluster.leave().await;
        };
        if timeout(LEAVE_TIMEOUT, stopping).await.is_err() {
            tracing::warn!("leaving the cluster took too long; the leases lapse");
        }
        threads
    }

    fn handle(&mut self, message: NodeMessage) {
        match message {
            NodeMessage::Started(hall, Ok((member, events))) => self.member_started(hall, member, events),
            NodeMessage::Started(hall, Err(error)) => {
                tracing::error!(%hall, %error, "the hall cannot be followed here");
                self.members.insert(hall, Membership::failed());
            }
            NodeMessage::Member(hall, event) => self.handle_event(&hall, event),
            NodeMessage::Opened(opened) => self.hall_opened(*opened),
            NodeMessage::Counted(hall, counts) => {
                if let Some(membership) = self.members.get_mut(&hall) {
                    membership.set_counts(counts);
                }
            }
        }
    }

    /// Answers an operator, who may have gone.
    fn answer(&mut self, request: NodeRequest) {
        match request {
            NodeRequest::Drain(answer) => _ = answer.send(self.drain().map(|line| vec![line])),
            NodeRequest::List(answer) => _ = answer.send(Ok(self.list())),
        }
    }

    /// Lets a member's events come to this node.
    fn member_started(
        &mut self,
        hall: HallName,
        member: Member,
        mut events: mpsc::UnboundedReceiver<MemberEvent>,
    ) {
        let sender = self.sender.clone();
        let name = hall.clone();
        tokio::spawn(async move {
            while let Some(event) = events.recv().await {
                if sender.send(NodeMessage::Member(name.clone(), event)).is_err() {
                    break;
                }
            }
        });
        self.members.insert(hall, Membership::following(member));
    }

    fn handle_event(&mut self, hall: &HallName, event: MemberEvent) {
        let Some(membership) = self.members.get_mut(hall) else { return };
        match event {
            MemberEvent::Serve { epoch, store, serving } => self.open_hall(hall, epoch, store, serving),
            MemberEvent::Pause => {
                if let Some(place) = membership.pause(true) {
                    self.threads.order(place, HallOrder::Pause);
                }
            }
            MemberEvent::Resume(epoch) => {
                membership.set_epoch(epoch);
                if let Some(place) = membership.pause(false) {
                    self.threads.order(place, HallOrder::Serve);
                }
                self.announce_hall(hall);
            }
            MemberEvent::Release(reason) => {
                tracing::warn!(%hall, %reason, "this node serves the hall no more");
                self.let_go(hall);
            }
            MemberEvent::Stop(fault) => {
                let metrics = self.metrics_of(hall);
                metrics.record_hall_fault();
                tracing::error!(%hall, %fault, "the hall is not followed here any more: an operator must look");
                self.let_go(hall);
                if let Some(membership) = self.members.get_mut(hall) {
                    membership.has_stopped = true;
                }
            }
        }
    }

    /// Opens a hall that this node serves from now on. The copy is read in a task of its own.
    fn open_hall(&mut self, hall: &HallName, epoch: Epoch, store: Box<ClusterStore>, serving: Serving) {
        let capacity = self.cluster.directory().hall(hall).map_or(1, |entry| entry.capacity);
        let Some(membership) = self.members.get_mut(hall) else { return };
        let Some(number) = membership.member.as_ref().map(Member::number) else { return };
        let Some(place) = self.threads.reserve_place() else {
            // dropping the store hands the hall on
            return tracing::error!(%hall, "this node serves as many halls as it can");
        };
        membership.state = Duty::Opening { epoch, place, is_paused: false, is_released: false };
        let config = self.config.clone();
        let data = self.config.data.of_hall(hall);
        let ids = IdShare::of_cluster(number);
        let id = HallId { config: HallConfig { name: hall.clone(), capacity }, place, ids };
        let (sender, accounts) = (self.sender.clone(), self.router.accounts.clone());
        tracing::info!(%hall, epoch = epoch.0, "this node takes the hall over");
        tokio::spawn(async move {
            let mut result = Hall::open_from(&config, id.clone(), &data, store, Some(serving)).await;
            if let (Ok(hall), Some(accounts)) = (&mut result, accounts) {
                accounts::share(accounts, hall).await;
            }
            // fails only if the node has stopped
            let _ = sender.send(NodeMessage::Opened(Box::new(OpenedHall { id, epoch, result })));
        });
    }

    /// Lets players enter a hall whose copy was read.
    fn hall_opened(&mut self, OpenedHall { id, epoch, result }: OpenedHall) {
        let (hall, place) = (id.config.name.clone(), id.place);
        let metrics = self.metrics_of(&hall);
        let Some(membership) = self.members.get_mut(&hall) else { return self.threads.free(place) };
        let Duty::Opening { epoch: begun, is_paused, is_released, .. } = membership.state else {
            return self.threads.free(place);
        };
        membership.state = Duty::Follows;
        let opened = match result {
            // its store goes back
            Ok(_) if is_released => return self.threads.free(place),
            Ok(opened) => opened,
            Err(error) => {
                tracing::error!(%hall, %error, "the hall cannot be opened from its copy");
                membership.retire();
                return self.threads.free(place);
            }
        };
        let serving = HallServing::new(self.config.clone(), self.live.clone(), metrics);
        if let Err(error) = self.threads.open(opened, serving) {
            tracing::error!(%hall, %error, "the thread of the hall cannot be started");
            membership.retire();
            return self.threads.free(place);
        }
        membership.state = Duty::Serves { epoch: begun.max(epoch), place };
        if is_paused {
            self.threads.order(place, HallOrder::Pause);
        }
        self.announce_hall(&hall);
        self.follow_directory();
    }

    /// Stops serving a hall, without its players yet: they wait for its new address.
    fn let_go(&mut self, hall: &HallName) {
        let Some(membership) = self.members.get_mut(hall) else { return };
        match &mut membership.state {
            Duty::Opening { is_released, .. } => *is_released = true,
            &mut Duty::Serves { epoch, place } => {
                membership.state = Duty::Leaves { epoch, place };
                self.threads.order(place, HallOrder::LetGo);
                self.follow_directory();
            }
            Duty::Starting | Duty::Follows | Duty::Leaves { .. } => {}
        }
    }

    fn hall_ended(&mut self, EndedHall { id, result, was_let_go }: EndedHall) {
        let Some(HallId { config: HallConfig { name: hall, .. }, place, .. }) = id else { return };
        if !was_let_go {
            self.threads.forget(place);
        }
        let Some(membership) = self.members.get_mut(&hall) else { return };
        membership.state = Duty::Follows;
        membership.counts = HallCounts::default();
        match result {
            Ok(()) => tracing::info!(%hall, "the hall has left this node"),
            Err(error) => {
                tracing::error!(%hall, %error, "the hall has failed here; another node may take it over");
                membership.retire();
            }
        }
        self.follow_directory();
    }

    /// Hands all halls on from now on; returns what the operator reads.
    ///
    /// # Errors
    /// If no other node can take a hall.
    fn drain(&mut self) -> Result<String, String> {
        if !self.others_can_serve() {
            return Err("no other node runs that could take the halls".to_owned());
        }
        self.is_draining = true;
        let count = self.members.values().filter(|member| member.state.place().is_some()).count();
        tracing::info!(halls = count, "handing all halls on");
        self.refresh();
        Ok(format!("{count} halls are handed on; ctl halls shows when they have gone"))
    }

    /// Whether another node runs that takes halls.
    fn others_can_serve(&self) -> bool {
        let me = self.cluster.node();
        self.cluster.directory().nodes().iter().any(|node| node.name != me && !node.is_draining)
    }

    /// Starts to follow a hall.
    fn start_member(&mut self, hall: &HallName, part: crate::placement::Part) {
        let Data::Directory(data) = &self.config.data else { return };
        self.members.insert(hall.clone(), Membership::starting());
        let config = crate::cluster::MemberConfig {
            hall: hall.clone(),
            folder: hall_directory(data, hall),
            claims: part.claims,
            delay_ms: part.delay_ms,
        };
        let (cluster, sender, hall) = (self.cluster.clone(), self.sender.clone(), hall.clone());
        tokio::spawn(async move {
            let started = Member::start(&cluster, config).await;
            // fails only if the node has stopped
            let _ = sender.send(NodeMessage::Started(hall, started));
        });
    }

    fn metrics_of(&mut self, hall: &HallName) -> Arc<Metrics> {
        let of_server = &self.router.metrics;
        Arc::clone(self.metrics.entry(hall.clone()).or_insert_with(|| of_server.of_hall(hall)))
    }
}
