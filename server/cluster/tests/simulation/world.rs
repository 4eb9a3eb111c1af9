//! The nodes, and the network between them and the log.

use crate::counts::Counts;
use crate::faults::{Fault, Mutation, Planned};
use crate::model::{Harm, Item, Model, Unlucky};
use chuhe_cluster::{
    Answer, CommitError, Config, Epoch, Fault as Stopped, Output, Reach, Replica, Request, RequestId,
    Sequence, SnapshotId, SnapshotStep, Snapshots,
};
use chuhe_rules::clock::Timestamp;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) const NODES: usize = 3;
/// The time of a whole run, in milliseconds. The last fault ends some 15 s before, so that copies can follow.
const END_MS: u64 = 120_000;
/// The longest time that a message may be on its way, in milliseconds. One in 60 takes up to that long.
const LATE_MS: u64 = 15_000;
const LOSS: u64 = 200;
const LATENESS: u64 = 60;

#[derive(Debug)]
pub(crate) enum Event {
    AtLog { node: usize, process: u64, id: RequestId, request: Request },
    ToNode { node: usize, process: u64, id: RequestId, answer: Answer },
    Timer { node: usize },
    Snapshot { node: usize, epoch: Epoch, step: SnapshotStep },
    Restore { node: usize, process: u64, id: Option<SnapshotId> },
    Client,
    Fault,
    Planned(Planned),
    Heal(Fault, usize),
    Harm(Harm),
}

#[derive(Debug)]
pub(crate) struct Node {
    /// Thousandths of a second that its clock counts in a second.
    rate: u64,
    /// What its clock shows at the beginning.
    offset: u64,
    pub(crate) process: u64,
    pub(crate) replica: Option<Replica>,
    pub(crate) stopped: Option<Stopped>,
    pub(crate) copy: Vec<Item>,
    /// The payloads in the copy.
    pub(crate) payloads: BTreeSet<u64>,
    /// How many of the acknowledged payloads are known to be in the copy.
    pub(crate) checked: usize,
    /// The place that is stored with the copy.
    pub(crate) place: Reach,
    pub(crate) paused_until: u64,
    pub(crate) is_cut: bool,
    pub(crate) is_log_cut: bool,
    timer: Option<u64>,
    pub(crate) serving: Option<Epoch>,
    pub(crate) snapshots: Option<Snapshots>,
    /// The snapshots that it made.
    pub(crate) made: BTreeMap<Sequence, Vec<Item>>,
    /// The payload that it commits.
    pending: Option<u64>,
}

impl Node {
    fn new(random: &mut ChaCha8Rng) -> Self {
        Self {
            rate: 960 + random.next_u64() % 81,
            offset: random.next_u64() % 3_600_000,
            process: 0,
            replica: None,
            stopped: None,
            copy: Vec::new(),
            payloads: BTreeSet::new(),
            checked: 0,
            place: Reach::default(),
            paused_until: 0,
            is_cut: false,
            is_log_cut: false,
            timer: None,
            serving: None,
            snapshots: None,
            made: BTreeMap::new(),
            pending: None,
        }
    }

    /// Ends what belongs to a time of serving.
    pub(crate) fn forget(&mut self) {
        (self.serving, self.pending, self.snapshots) = (None, None, None);
    }

    /// The copy has other entries than before.
    pub(crate) fn recount(&mut self) {
        self.payloads = self.copy.iter().filter_map(|(_, payload)| *payload).collect();
        self.checked = 0;
    }
}

#[derive(Debug)]
pub(crate) struct World {
    random: ChaCha8Rng,
    pub(crate) mutation: Option<Mutation>,
    now: u64,
    events: BTreeMap<(u64, u64), Event>,
    last_event: u64,
    pub(crate) nodes: Vec<Node>,
    pub(crate) model: Model,
    pub(crate) has_stale_reads: bool,
    pub(crate) has_stale_lease: bool,
    pub(crate) is_slow: bool,
    /// Whether messages are lost or late for no reason.
    has_losses: bool,
    pub(crate) is_harmed: bool,
    last_payload: u64,
    last_process: u64,
    pub(crate) acknowledged: Vec<u64>,
    /// When something was acknowledged last.
    pub(crate) acknowledged_at: u64,
    /// The latest epoch in which somebody was served.
    served: Epoch,
    pub(crate) counts: Counts,
}

impl World {
    pub(crate) fn new(seed: u64, mutation: Option<Mutation>) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let nodes = (0..NODES).map(|_| Node::new(&mut random)).collect();
        Self {
            random,
            mutation,
            now: 0,
            events: BTreeMap::new(),
            last_event: 0,
            nodes,
            model: Model::new(),
            has_stale_reads: false,
            has_stale_lease: false,
            is_slow: false,
            has_losses: true,
            is_harmed: false,
            last_payload: 0,
            last_process: 0,
            acknowledged: Vec::new(),
            acknowledged_at: 0,
            served: Epoch(0),
            counts: Counts::default(),
        }
    }

    pub(crate) const fn now(&self) -> u64 {
        self.now
    }

    /// What happened, for a comparison of two runs.
    pub(crate) fn trace(&self) -> String {
        format!("{:?} {:?} {:?}", self.counts, self.model.log.len(), self.acknowledged)
    }

    /// Runs under random faults, and harms the log halfway.
    pub(crate) fn run(&mut self, harm: Option<Harm>) -> Result<(), String> {
        self.schedule(2_000, Event::Fault);
        if let Some(harm) = harm {
            let at = 20_000 + self.below(20_000);
            self.schedule(at, Event::Harm(harm));
        }
        self.run_until(END_MS)?;
        self.check_end(harm)
    }

    /// Runs with one fault after ten seconds and no other.
    pub(crate) fn run_planned(&mut self, planned: Planned) -> Result<(), String> {
        self.has_losses = false;
        self.schedule(10_000, Event::Planned(planned));
        self.run_until(END_MS)?;
        self.check_end(None)
    }

    fn run_until(&mut self, end: u64) -> Result<(), String> {
        for node in 0..NODES {
            self.boot(node)?;
        }
        self.schedule(50, Event::Client);
        while let Some(((at, _), event)) = self.events.pop_first().filter(|((at, _), _)| *at <= end) {
            self.now = at;
            self.handle(event)?;
        }
        self.counts.acknowledged = self.acknowledged.len() as u64;
        self.counts.wrong_sequences = self.model.wrong_sequences;
        self.counts.late_appends = self.model.late_appends;
        self.counts.forgotten = self.model.forgotten;
        Ok(())
    }

    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.random.next_u64() % count
    }

    /// Whether something happens that does once in so many times.
    fn is_unlucky(&mut self, count: u64) -> bool {
        self.below(count) == 0 && self.has_losses
    }

    pub(crate) fn schedule(&mut self, delay: u64, event: Event) {
        self.last_event += 1;
        self.events.insert((self.now + delay, self.last_event), event);
    }

    /// The time of a message between a node and the log.
    fn delay(&mut self) -> u64 {
        let longest = if self.is_slow { 1_500 } else { 20 };
        1 + self.below(longest)
    }

    pub(crate) fn clock(&self, node: usize) -> Timestamp {
        let Node { rate, offset, .. } = self.nodes[node];
        Timestamp::from_ms(offset + self.now * rate / 1_000)
    }

    fn handle(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::AtLog { node, process, id, request } => {
                self.at_log(node, process, id, request);
                Ok(())
            }
            Event::ToNode { node, .. }
            | Event::Timer { node }
            | Event::Snapshot { node, .. }
            | Event::Restore { node, .. }
                if self.nodes[node].paused_until > self.now =>
            {
                let wait = self.nodes[node].paused_until - self.now;
                self.schedule(wait, event);
                Ok(())
            }
            Event::ToNode { node, process, id, answer } => {
                let now = self.clock(node);
                let it = &mut self.nodes[node];
                if it.process == process
                    && let Some(replica) = &mut it.replica
                {
                    replica.answer(id, answer, now);
                }
                self.settle(node)
            }
            Event::Timer { node } => {
                let now = self.clock(node);
                let it = &mut self.nodes[node];
                if it.timer.is_none_or(|at| at > self.now) {
                    return Ok(());
                }
                it.timer = None;
                if let Some(replica) = &mut it.replica {
                    replica.handle_timeout(now);
                }
                self.settle(node)
            }
            Event::Snapshot { node, epoch, step } => self.snapshot(node, epoch, step),
            Event::Restore { node, process, id } => self.restore(node, process, id),
            Event::Client => self.client(),
            Event::Fault => self.random_fault(),
            Event::Planned(planned) => self.planned_fault(planned),
            Event::Heal(fault, node) => self.heal(fault, node),
            Event::Harm(harm) => {
                self.harm(harm);
                Ok(())
            }
        }
    }

    fn at_log(&mut self, node: usize, process: u64, id: RequestId, request: Request) {
        let unlucky = match self.below(3) {
            0 => Unlucky::Lost,
            1 => Unlucky::Late,
            _ => Unlucky::Phantom,
        };
        let mut request = request;
        if let Request::Append { expected, .. } = &mut request
            && self.mutation == Some(Mutation::AppendWithoutFence)
        {
            *expected = Sequence(self.model.last());
        }
        let to_log = matches!(request, Request::Append { .. } | Request::Read { .. });
        let (before, is_stale, missed) = (self.model.last(), self.below(2) == 0, self.below(2_000));
        let stale = match &request {
            Request::Read { from } if is_stale && self.has_stale_reads => {
                let last = self.model.last().saturating_sub(missed % 6).max(self.model.purged as u64);
                Some(Answer::Entries(self.model.read(*from, last)))
            }
            Request::ReadLease if is_stale && self.has_stale_lease => {
                Some(Answer::Lease(self.model.held(self.now, missed)))
            }
            Request::Append { .. }
            | Request::Read { .. }
            | Request::ReadLease
            | Request::CreateLease(_)
            | Request::RenewLease(_)
            | Request::DropLease(_) => None,
        };
        let answer = stale.or_else(|| self.model.handle(request, self.now, &unlucky));
        let it = &self.nodes[node];
        if self.model.last() > before && (it.process != process || it.replica.is_none()) {
            self.counts.posthumous += 1;
        }
        let is_lost = it.is_cut || to_log && it.is_log_cut || self.is_unlucky(LOSS);
        if let Some(answer) = answer.filter(|_| !is_lost) {
            let delay = self.delay();
            self.schedule(delay, Event::ToNode { node, process, id, answer });
        }
    }

    pub(crate) fn boot(&mut self, node: usize) -> Result<(), String> {
        let now = self.clock(node);
        let process = self.new_process(node);
        let it = &mut self.nodes[node];
        let name = format!("node-{node}");
        let config = Config { node: name, process, claims: true, delay_ms: 400 * node as u64 };
        it.stopped = None;
        it.replica = Some(Replica::new(config, it.place, now));
        self.settle(node)
    }

    pub(crate) fn new_process(&mut self, node: usize) -> u64 {
        self.last_process += 1;
        self.nodes[node].process = self.last_process;
        self.last_process
    }

    /// Carries out the outputs of a node.
    pub(crate) fn settle(&mut self, node: usize) -> Result<(), String> {
        while let Some(output) = self.nodes[node].replica.as_mut().and_then(Replica::poll) {
            self.carry_out(node, output)?;
        }
        let Node { rate, offset, .. } = self.nodes[node];
        if let Some(due) = self.nodes[node].replica.as_ref().and_then(Replica::poll_timeout) {
            let at = (due.as_ms().saturating_sub(offset) * 1_000).div_ceil(rate).max(self.now + 1);
            if self.nodes[node].timer.is_none_or(|timer| at < timer) {
                self.nodes[node].timer = Some(at);
                self.schedule(at - self.now, Event::Timer { node });
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, node: usize, output: Output) -> Result<(), String> {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        match output {
            Output::Request(id, request) => self.send(node, id, request),
            Output::Apply { place, payload } => {
                if place.sequence != it.place.sequence.next() {
                    return Err(format!("node {node} applies {place:?} after {:?}", it.place));
                }
                it.place = place;
                let payload = payload.map(|bytes| u64::from_be_bytes(bytes.try_into().expect("8 bytes")));
                it.copy.push((place, payload));
                it.payloads.extend(payload);
                self.begin_snapshot(node);
            }
            Output::Serve(epoch) => self.begin_epoch(node, epoch)?,
            Output::Resume(epoch) if it.serving != Some(epoch) => self.begin_epoch(node, epoch)?,
            Output::Resume(_) => {}
            Output::Pause => self.counts.pauses += 1,
            Output::Committed => {
                let payload = it.pending.take().ok_or("a commit ends that never began")?;
                // without a certain lease nothing leaves: others may have gone on after this commit
                let may_leave = it.replica.as_ref().is_some_and(|replica| replica.serves(now).is_some());
                if may_leave && self.mutation != Some(Mutation::AnswerBeforeAcknowledgement) {
                    self.acknowledge(payload);
                }
            }
            Output::Release(why) => {
                it.forget();
                self.counts.released(why);
            }
            Output::Stop(Stopped::Behind { .. }) => self.begin_restore(node),
            Output::Stop(fault) if self.is_harmed => it.stopped = Some(fault),
            Output::Stop(fault) => return Err(format!("node {node} stops: {fault}")),
        }
        Ok(())
    }

    fn send(&mut self, node: usize, id: RequestId, request: Request) {
        let it = &self.nodes[node];
        let (process, is_cut, is_log_cut) = (it.process, it.is_cut, it.is_log_cut);
        let to_log = matches!(request, Request::Append { .. } | Request::Read { .. });
        self.counts.drops += u64::from(matches!(request, Request::DropLease(_)));
        if is_cut || to_log && is_log_cut || self.is_unlucky(LOSS) {
            return;
        }
        let lateness = if self.is_unlucky(LATENESS) { self.below(LATE_MS) } else { 0 };
        let delay = self.delay() + lateness;
        self.schedule(delay, Event::AtLog { node, process, id, request });
    }

    fn begin_epoch(&mut self, node: usize, epoch: Epoch) -> Result<(), String> {
        let now = self.clock(node);
        self.nodes[node].serving = Some(epoch);
        self.nodes[node].snapshots = Some(self.new_snapshots(node, now));
        self.counts.epochs += 1;
        self.check_complete(node)
    }

    fn acknowledge(&mut self, payload: u64) {
        self.acknowledged.push(payload);
        self.counts.longest_gap = self.counts.longest_gap.max(self.now - self.acknowledged_at);
        self.acknowledged_at = self.now;
    }

    /// Somebody looks at the hall, and somebody plays, wherever it is served.
    fn client(&mut self) -> Result<(), String> {
        for node in 0..NODES {
            let now = self.clock(node);
            let it = &self.nodes[node];
            let Some(replica) = it.replica.as_ref().filter(|_| it.paused_until <= self.now) else { continue };
            let serves = match self.mutation {
                Some(Mutation::ServeAfterLapse) => it.serving,
                _ => replica.serves(now),
            };
            let Some(epoch) = serves else { continue };
            if it.serving != Some(epoch) {
                return Err(format!("node {node} serves {epoch:?} before it was told to"));
            }
            if epoch < self.served && !self.is_harmed {
                return Err(format!("node {node} serves {epoch:?} after {:?} was served", self.served));
            }
            self.served = epoch;
            self.check_complete(node)?;
            if self.nodes[node].pending.is_none() && self.below(3) > 0 {
                self.commit(node, now)?;
            }
        }
        let delay = 5 + self.below(40);
        self.schedule(delay, Event::Client);
        Ok(())
    }

    fn commit(&mut self, node: usize, now: Timestamp) -> Result<(), String> {
        self.last_payload += 1;
        let payload = self.last_payload;
        let it = &mut self.nodes[node];
        let Some(replica) = &mut it.replica else { return Ok(()) };
        match replica.commit(payload.to_be_bytes().to_vec(), now) {
            Ok(()) => it.pending = Some(payload),
            // it is about to hand the hall on, or relies on a lease that has lapsed
            Err(CommitError::NotServing) => return Ok(()),
            Err(error) => return Err(format!("node {node} cannot commit: {error}")),
        }
        if self.mutation == Some(Mutation::AnswerBeforeAcknowledgement) {
            self.acknowledge(payload);
        }
        self.settle(node)
    }
}
