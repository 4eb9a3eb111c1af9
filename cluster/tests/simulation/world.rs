//! The nodes, the network between them and the log, what goes wrong, and what must hold.

use crate::model::{Item, Model, Unlucky};
use chuhe_cluster::{
    Answer, Body, CommitError, Config, Entry, Epoch, Fault as Stopped, Output, Place, Replica, Request,
    RequestId, Sequence, SnapshotAnswer, SnapshotStep, Snapshots,
};
use chuhe_rules::clock::Timestamp;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::{BTreeMap, BTreeSet};

const NODES: usize = 3;
/// Faults happen until then; afterwards everything must recover.
const FAULTS_MS: u64 = 60_000;
const END_MS: u64 = 100_000;
const SNAPSHOT_EVERY: u64 = 25;
/// The longest fault.
const FAULT_MS: u64 = 10_000;

/// A rule of the protocol that is broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    AppendWithoutFence,
    ServeAfterLapse,
    AnswerBeforeAcknowledgement,
    SnapshotAhead,
    PurgeUnstored,
    PlaceApart,
}

/// What goes wrong for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Pause,
    Kill,
    Cut,
    NoQuorum,
    StaleReads,
    Slow,
}

impl Fault {
    pub(crate) const ALL: [Self; 6] =
        [Self::Pause, Self::Kill, Self::Cut, Self::NoQuorum, Self::StaleReads, Self::Slow];
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) acknowledged: u64,
    pub(crate) epochs: u64,
    pub(crate) fenced: u64,
    pub(crate) pauses: u64,
    pub(crate) restored: u64,
    pub(crate) wrong_sequences: u64,
    pub(crate) late_appends: u64,
    pub(crate) faults: [u64; 6],
}

impl Counts {
    pub(crate) fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        self.epochs += other.epochs;
        self.fenced += other.fenced;
        self.pauses += other.pauses;
        self.restored += other.restored;
        self.wrong_sequences += other.wrong_sequences;
        self.late_appends += other.late_appends;
        for (sum, one) in self.faults.iter_mut().zip(other.faults) {
            *sum += one;
        }
    }
}

#[derive(Debug)]
enum Event {
    AtLog { node: usize, process: u64, id: RequestId, request: Request },
    ToNode { node: usize, process: u64, id: RequestId, answer: Answer },
    Timer { node: usize },
    Snapshot { node: usize, epoch: Epoch, step: SnapshotStep },
    Client,
    Fault,
    Heal(Fault, usize),
}

#[derive(Debug)]
struct Node {
    /// Thousandths of a second that its clock counts in a second.
    rate: u64,
    process: u64,
    replica: Option<Replica>,
    copy: Vec<Item>,
    /// The place that is stored with the copy.
    place: Place,
    paused_until: u64,
    is_cut: bool,
    timer: Option<u64>,
    serving: Option<Epoch>,
    snapshots: Option<Snapshots>,
    /// The snapshots that it made.
    made: BTreeMap<Sequence, Vec<Item>>,
    /// The payload that it commits.
    pending: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct World {
    random: ChaCha8Rng,
    mutation: Option<Mutation>,
    now: u64,
    events: BTreeMap<(u64, u64), Event>,
    last_event: u64,
    nodes: Vec<Node>,
    model: Model,
    has_stale_reads: bool,
    is_slow: bool,
    last_payload: u64,
    last_process: u64,
    acknowledged: Vec<u64>,
    /// When something was acknowledged last.
    acknowledged_at: u64,
    /// The latest epoch in which somebody was served.
    served: Epoch,
    pub(crate) counts: Counts,
}

impl World {
    pub(crate) fn new(seed: u64, mutation: Option<Mutation>) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let nodes = (0..NODES).map(|_| Node {
            rate: 990 + random.next_u64() % 21,
            process: 0,
            replica: None,
            copy: Vec::new(),
            place: Place::default(),
            paused_until: 0,
            is_cut: false,
            timer: None,
            serving: None,
            snapshots: None,
            made: BTreeMap::new(),
            pending: None,
        });
        let nodes = nodes.collect();
        Self {
            random,
            mutation,
            now: 0,
            events: BTreeMap::new(),
            last_event: 0,
            nodes,
            model: Model::new(),
            has_stale_reads: false,
            is_slow: false,
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

    pub(crate) fn run(&mut self) -> Result<(), String> {
        for node in 0..NODES {
            self.boot(node)?;
        }
        self.schedule(50, Event::Client);
        self.schedule(2_000, Event::Fault);
        while let Some(((at, _), event)) = self.events.pop_first() {
            if at > END_MS {
                break;
            }
            self.now = at;
            self.handle(event)?;
        }
        self.counts.acknowledged = self.acknowledged.len() as u64;
        self.counts.wrong_sequences = self.model.wrong_sequences;
        self.counts.late_appends = self.model.late_appends;
        self.check_end()
    }

    fn below(&mut self, count: u64) -> u64 {
        self.random.next_u64() % count
    }

    fn schedule(&mut self, delay: u64, event: Event) {
        self.last_event += 1;
        self.events.insert((self.now + delay, self.last_event), event);
    }

    /// The time of a message between a node and the log.
    fn delay(&mut self) -> u64 {
        let longest = if self.is_slow { 1_500 } else { 20 };
        1 + self.below(longest)
    }

    fn clock(&self, node: usize) -> Timestamp {
        Timestamp::from_ms(self.now * self.nodes[node].rate / 1_000)
    }

    fn handle(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::AtLog { node, process, id, request } => {
                self.at_log(node, process, id, request);
                Ok(())
            }
            Event::ToNode { node, .. } | Event::Timer { node } | Event::Snapshot { node, .. }
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
            Event::Client => self.client(),
            Event::Fault => self.fault(),
            Event::Heal(fault, node) => self.heal(fault, node),
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
        let stale = self.has_stale_reads && self.below(2) == 0;
        let answer = if let Request::Read { from } = &request
            && stale
        {
            let lag = self.below(6);
            let last = self.model.last().saturating_sub(lag).max(self.model.purged as u64);
            Some(Answer::Entries(self.model.read(*from, last)))
        } else {
            self.model.handle(request, self.now, &unlucky)
        };
        let is_lost = self.nodes[node].is_cut || self.below(200) == 0;
        if let Some(answer) = answer.filter(|_| !is_lost) {
            let delay = self.delay();
            self.schedule(delay, Event::ToNode { node, process, id, answer });
        }
    }

    fn boot(&mut self, node: usize) -> Result<(), String> {
        self.last_process += 1;
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        it.process = self.last_process;
        let config = Config {
            node: format!("node-{node}"),
            process: it.process,
            claims: true,
            delay_ms: 400 * node as u64,
        };
        it.replica = Some(Replica::new(config, it.place, now));
        self.settle(node)
    }

    /// Carries out the outputs of a node.
    fn settle(&mut self, node: usize) -> Result<(), String> {
        while let Some(output) = self.nodes[node].replica.as_mut().and_then(Replica::poll) {
            self.carry_out(node, output)?;
        }
        let rate = self.nodes[node].rate;
        if let Some(due) = self.nodes[node].replica.as_ref().and_then(Replica::poll_timeout) {
            let at = (due.as_ms() * 1_000).div_ceil(rate).max(self.now + 1);
            if self.nodes[node].timer.is_none_or(|timer| at < timer) {
                self.nodes[node].timer = Some(at);
                self.schedule(at - self.now, Event::Timer { node });
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, node: usize, output: Output) -> Result<(), String> {
        let it = &mut self.nodes[node];
        match output {
            Output::Request(id, request) => {
                let process = it.process;
                if !it.is_cut && self.below(200) > 0 {
                    let delay = self.delay();
                    self.schedule(delay, Event::AtLog { node, process, id, request });
                }
            }
            Output::Apply { place, payload } => {
                if place.sequence != it.place.sequence.next() {
                    return Err(format!("node {node} applies {place:?} after {:?}", it.place));
                }
                it.place = place;
                let payload = payload.map(|bytes| u64::from_be_bytes(bytes.try_into().expect("8 bytes")));
                it.copy.push((place, payload));
                self.begin_snapshot(node);
            }
            Output::Serve(epoch) => self.begin_epoch(node, epoch)?,
            Output::Resume(epoch) if it.serving != Some(epoch) => self.begin_epoch(node, epoch)?,
            Output::Resume(_) => {}
            Output::Pause => self.counts.pauses += 1,
            Output::Committed => {
                let now = Timestamp::from_ms(self.now * it.rate / 1_000);
                let payload = it.pending.take().ok_or("a commit ends that never began")?;
                // without a certain lease nothing leaves: others may have gone on after this commit
                let may_leave = it.replica.as_ref().is_some_and(|replica| replica.serves(now).is_some());
                if may_leave && self.mutation != Some(Mutation::AnswerBeforeAcknowledgement) {
                    self.acknowledge(payload);
                }
            }
            Output::Release(_) => {
                (it.serving, it.pending, it.snapshots) = (None, None, None);
                self.counts.fenced += 1;
            }
            Output::Stop(Stopped::Behind { .. }) => self.restore(node)?,
            Output::Stop(fault) => return Err(format!("node {node} stops: {fault}")),
        }
        Ok(())
    }

    fn begin_epoch(&mut self, node: usize, epoch: Epoch) -> Result<(), String> {
        let now = self.clock(node);
        let (pointer, revision) = (self.model.pointer, self.model.pointer_revision);
        let it = &mut self.nodes[node];
        it.serving = Some(epoch);
        it.snapshots = Some(Snapshots::new(SNAPSHOT_EVERY, pointer, revision, now));
        self.counts.epochs += 1;
        self.check_complete(node)
    }

    fn acknowledge(&mut self, payload: u64) {
        self.acknowledged.push(payload);
        self.acknowledged_at = self.now;
    }

    /// A copy is too old for the log, and begins anew.
    fn restore(&mut self, node: usize) -> Result<(), String> {
        let place = self.model.pointer.latest.ok_or("entries were purged before a snapshot was stored")?;
        let items = self.model.objects.get(&place.sequence).ok_or("a snapshot is missing")?;
        let it = &mut self.nodes[node];
        (it.copy, it.place) = (items.clone(), place);
        (it.serving, it.pending, it.snapshots) = (None, None, None);
        self.counts.restored += 1;
        self.boot(node)
    }

    fn begin_snapshot(&mut self, node: usize) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        let Some(epoch) = it.serving else { return };
        let step = it.snapshots.as_mut().and_then(|snapshots| snapshots.begin(it.place.sequence, now));
        self.take_step(node, epoch, step);
    }

    fn take_step(&mut self, node: usize, epoch: Epoch, step: Option<SnapshotStep>) {
        if let Some(step) = step {
            let delay = 1 + self.below(2_000);
            self.schedule(delay, Event::Snapshot { node, epoch, step });
        }
    }

    fn snapshot(&mut self, node: usize, epoch: Epoch, step: SnapshotStep) -> Result<(), String> {
        let now = self.clock(node);
        let fails = self.nodes[node].is_cut || !self.model.has_quorum || self.below(10) == 0;
        let it = &mut self.nodes[node];
        let answer = match step {
            SnapshotStep::Make => {
                let (mut made, place) = (it.copy.clone(), it.place);
                if self.mutation == Some(Mutation::SnapshotAhead) {
                    made.pop();
                }
                it.made.insert(place.sequence, made);
                let next = it.snapshots.as_mut().filter(|_| it.serving == Some(epoch));
                let next = next.and_then(|snapshots| snapshots.made(place));
                self.take_step(node, epoch, next);
                return Ok(());
            }
            _ if fails => SnapshotAnswer::Failed,
            SnapshotStep::Store(place) => {
                let made = it.made.remove(&place.sequence).ok_or("a snapshot is stored that was not made")?;
                if self.mutation != Some(Mutation::PurgeUnstored) {
                    self.model.objects.insert(place.sequence, made);
                }
                SnapshotAnswer::Done
            }
            SnapshotStep::Point(pointer, revision) => match self.model.point(pointer, revision) {
                Some(revision) => SnapshotAnswer::Pointed(revision),
                None => SnapshotAnswer::Failed,
            },
            SnapshotStep::Purge(to) => {
                self.model.purged = self.model.purged.max(to.0 as usize);
                SnapshotAnswer::Done
            }
        };
        let next = it.snapshots.as_mut().filter(|_| it.serving == Some(epoch));
        let next = next.and_then(|snapshots| snapshots.answered(answer, now));
        self.take_step(node, epoch, next);
        Ok(())
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
            if epoch < self.served {
                return Err(format!("node {node} serves {epoch:?} after {:?} was served", self.served));
            }
            self.served = epoch;
            self.check_complete(node)?;
            if it.pending.is_none() && self.below(3) > 0 {
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
            Err(CommitError::NotServing) if self.mutation == Some(Mutation::ServeAfterLapse) => return Ok(()),
            Err(error) => return Err(format!("node {node} cannot commit: {error}")),
        }
        if self.mutation == Some(Mutation::AnswerBeforeAcknowledgement) {
            self.acknowledge(payload);
        }
        self.settle(node)
    }

    fn fault(&mut self) -> Result<(), String> {
        if self.now > FAULTS_MS {
            return Ok(());
        }
        let fault = Fault::ALL[self.below(6) as usize];
        let node = self.below(NODES as u64) as usize;
        let longest = if self.below(3) == 0 { FAULT_MS } else { 1_500 };
        let lasts = 100 + self.below(longest);
        self.counts.faults[fault as usize] += 1;
        match fault {
            Fault::Pause => self.nodes[node].paused_until = self.now + lasts,
            Fault::Kill => self.kill(node),
            Fault::Cut => self.nodes[node].is_cut = true,
            Fault::NoQuorum => self.model.has_quorum = false,
            Fault::StaleReads => self.has_stale_reads = true,
            Fault::Slow => self.is_slow = true,
        }
        self.schedule(lasts, Event::Heal(fault, node));
        let delay = 300 + self.below(4_000);
        self.schedule(delay, Event::Fault);
        Ok(())
    }

    /// The node's process ends. Its copy may lose what was written last: it need not be synced.
    fn kill(&mut self, node: usize) {
        let lost = match self.below(8) {
            0 => u64::MAX,
            1..=3 => self.below(40),
            _ => 0,
        };
        let it = &mut self.nodes[node];
        it.replica = None;
        (it.serving, it.pending, it.snapshots) = (None, None, None);
        it.copy.truncate(it.copy.len().saturating_sub(usize::try_from(lost).unwrap_or(usize::MAX)));
        if self.mutation != Some(Mutation::PlaceApart) {
            it.place = it.copy.last().map_or_else(Place::default, |(place, _)| *place);
        }
    }

    fn heal(&mut self, fault: Fault, node: usize) -> Result<(), String> {
        match fault {
            Fault::Pause => {}
            Fault::Kill if self.nodes[node].replica.is_none() => return self.boot(node),
            Fault::Kill => {}
            Fault::Cut => self.nodes[node].is_cut = false,
            Fault::NoQuorum => self.model.restore_quorum(self.now),
            Fault::StaleReads => self.has_stale_reads = false,
            Fault::Slow => self.is_slow = false,
        }
        Ok(())
    }

    /// A node that serves has everything that was acknowledged.
    fn check_complete(&self, node: usize) -> Result<(), String> {
        let copy: BTreeSet<u64> = self.nodes[node].copy.iter().filter_map(|(_, payload)| *payload).collect();
        match self.acknowledged.iter().find(|payload| !copy.contains(payload)) {
            Some(lost) => Err(format!("node {node} serves without {lost}, which was acknowledged")),
            None => Ok(()),
        }
    }

    fn check_end(&self) -> Result<(), String> {
        let mut log = Vec::new();
        for (_, bytes) in &self.model.log {
            let entry = Entry::decode(bytes).map_err(|error| error.to_string())?;
            log.push(match entry.body {
                Body::Commit(payload) => Some(u64::from_be_bytes(payload.try_into().expect("8 bytes"))),
                Body::Epoch { .. } => None,
            });
        }
        let payloads: Vec<u64> = log.iter().flatten().copied().collect();
        if payloads.iter().collect::<BTreeSet<_>>().len() != payloads.len() {
            return Err("an entry is in the log twice".to_owned());
        }
        let mut rest = payloads.iter();
        if let Some(lost) = self.acknowledged.iter().find(|payload| !rest.any(|it| it == *payload)) {
            let logged: Vec<_> = payloads.iter().filter(|it| it.abs_diff(*lost) < 6).collect();
            let acknowledged: Vec<_> = self.acknowledged.iter().filter(|it| it.abs_diff(*lost) < 6).collect();
            return Err(format!("{lost} is not in the log in the order of {acknowledged:?}: {logged:?}"));
        }
        for (number, node) in self.nodes.iter().enumerate() {
            let copy: Vec<Option<u64>> = node.copy.iter().map(|(_, payload)| *payload).collect();
            if let Some(at) = (0..copy.len()).find(|at| log.get(*at) != copy.get(*at)) {
                let (here, there) = (copy.get(at), log.get(at));
                return Err(format!("entry {} of node {number} is {here:?}, in the log {there:?}", at + 1));
            }
            if copy.len() + 100 < log.len() {
                return Err(format!("node {number} has {} of {} entries", copy.len(), log.len()));
            }
        }
        if self.acknowledged_at + 3_000 < END_MS {
            return Err(format!("nothing was acknowledged after {} ms", self.acknowledged_at));
        }
        Ok(())
    }
}
