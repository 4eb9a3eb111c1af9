//! The task of a member: it runs the replica, and carries out what it returns.
//!
//! Requests are sent at once, each in a task of its own. Everything else happens in order: an entry is
//! in the copy before what follows it is done.

use super::super::connection::Cluster;
use super::super::copy::{Entry, HallCopy};
use super::super::link::{Append, Command, Returned};
use super::super::log::HallLog;
use super::super::snapshots::SnapshotStore;
use super::super::store::ClusterStore;
use super::report::{MemberEvent, MemberFault, MemberStatus, Role};
use super::snapshotting::{Done, Snapshotting};
use crate::serving::{MemberClock, Serving};
use chuhe_cluster::{
    Answer, CommitError, Config, Epoch, Fault, Output, Reach, Released, Replica, Request, RequestId, Sequence,
};
use chuhe_rules::clock::Timestamp;
use chuhe_store::StoreError;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};

/// Bytes that wait for the copy, above which no more are read.
const BACKLOG_BYTES: usize = 8 << 20;
/// How long a member that ends waits until its lease is given up and its copy is back.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);

/// Where the copy is.
#[derive(Debug)]
enum CopyState {
    Here(Box<HallCopy>),
    /// Entries are applied in a thread.
    Applying(JoinHandle<(Box<HallCopy>, Result<(), StoreError>)>),
    /// The hall's store has it.
    Lent,
    /// It is made again, from a snapshot.
    Fetching(JoinHandle<Result<Box<HallCopy>, MemberFault>>),
    /// It cannot be used.
    Lost,
}

/// What happened.
enum Happened {
    Command(Option<Command>),
    Answer(RequestId, Answer),
    Applied(Box<HallCopy>, Result<(), StoreError>),
    Fetched(Result<Box<HallCopy>, MemberFault>),
    Snapshot(Option<Done>),
    Panicked,
    Timeout,
}

pub(super) struct Runner {
    clock: MemberClock,
    node: String,
    log: HallLog,
    replica: Replica,
    /// Distinguishes the answers to this replica from those to one before it.
    generation: u64,
    answers: mpsc::UnboundedReceiver<(u64, RequestId, Answer)>,
    to_answers: mpsc::UnboundedSender<(u64, RequestId, Answer)>,
    commands: mpsc::UnboundedReceiver<Command>,
    to_commands: mpsc::UnboundedSender<Command>,
    events: mpsc::UnboundedSender<MemberEvent>,
    copy: CopyState,
    /// Outputs that wait for those before them.
    outputs: VecDeque<Output>,
    /// The bytes of the entries among them.
    backlog: usize,
    /// A read that waits until the backlog is shorter.
    held_read: Option<(RequestId, Request)>,
    /// A commit that has not begun.
    waiting: Option<Append>,
    /// Receives how the commit that runs ends.
    running: Option<Sender<Result<Reach, Released>>>,
    /// The last entry that the lent copy has, or is to have.
    place: Reach,
    snapshotting: Snapshotting,
    /// Whether the hall is open: from `Serve` to `Release`.
    serves: bool,
    /// Why it was closed last.
    released: Released,
    serving: Serving,
    claims: (bool, u64),
    status: watch::Sender<MemberStatus>,
    last: Sequence,
    stopping: Option<(Instant, oneshot::Sender<()>)>,
    fault: Option<MemberFault>,
}

impl Runner {
    pub(super) fn new(
        cluster: &Cluster,
        claims: (bool, u64),
        log: HallLog,
        copy: HallCopy,
        (snapshots, folder, every): (SnapshotStore, PathBuf, u64),
        (to_commands, commands): (mpsc::UnboundedSender<Command>, mpsc::UnboundedReceiver<Command>),
        events: mpsc::UnboundedSender<MemberEvent>,
    ) -> (Self, watch::Receiver<MemberStatus>) {
        let clock = MemberClock::start();
        let node = cluster.node().to_owned();
        let place = copy.place();
        let replica = new_replica(&node, claims, place, clock);
        let (to_answers, answers) = mpsc::unbounded_channel();
        let (sequence, epoch) = (place.sequence, place.epoch);
        let status = MemberStatus { role: Role::Follows, epoch, sequence, last: sequence };
        let (status, watched) = watch::channel(status);
        let runner = Self {
            clock,
            node,
            log,
            replica,
            generation: 0,
            answers,
            to_answers,
            commands,
            to_commands,
            events,
            copy: CopyState::Here(Box::new(copy)),
            outputs: VecDeque::new(),
            backlog: 0,
            held_read: None,
            waiting: None,
            running: None,
            place,
            snapshotting: Snapshotting::new(snapshots, clock, folder, every),
            serves: false,
            released: Released::Resigned,
            serving: Serving::new(clock),
            claims,
            status,
            last: sequence,
            stopping: None,
            fault: None,
        };
        (runner, watched)
    }

    /// Runs until the member is stopped.
    pub(super) async fn run(mut self) {
        loop {
            self.step();
            if self.is_over() {
                break;
            }
            match self.next().await {
                Happened::Command(Some(command)) => self.command(command),
                Happened::Command(None) => break,
                Happened::Answer(id, answer) => self.answered(id, answer),
                Happened::Applied(copy, Ok(())) => self.copy = CopyState::Here(copy),
                Happened::Applied(copy, Err(error)) => {
                    drop(copy);
                    self.fail(MemberFault::Copy(error));
                }
                Happened::Fetched(Ok(copy)) => self.restart(*copy),
                Happened::Fetched(Err(fault)) => self.fail(fault),
                Happened::Snapshot(done) => self.snapshotting.finished(done),
                Happened::Panicked => {
                    self.fail(MemberFault::Copy(StoreError::Failed("applying panicked".to_owned())));
                }
                Happened::Timeout => self.replica.handle_timeout(self.clock.now()),
            }
        }
        self.serving.set_until(None);
    }

    async fn next(&mut self) -> Happened {
        let due = match (&self.fault, self.replica.poll_timeout()) {
            (None, Some(at)) => Some(Instant::from_std(self.clock.instant(at))),
            _ => None,
        };
        let end = self.stopping.as_ref().map(|(end, _)| *end);
        let due = [due, end].into_iter().flatten().min();
        let copied = async {
            match &mut self.copy {
                CopyState::Applying(task) => task.await.map(|(copy, done)| Happened::Applied(copy, done)),
                CopyState::Fetching(task) => task.await.map(Happened::Fetched),
                CopyState::Here(_) | CopyState::Lent | CopyState::Lost => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            command = self.commands.recv() => Happened::Command(command),
            Some((generation, id, answer)) = self.answers.recv() => {
                if generation == self.generation { Happened::Answer(id, answer) } else { Happened::Timeout }
            }
            copied = copied => copied.unwrap_or(Happened::Panicked),
            done = self.snapshotting.next() => Happened::Snapshot(done),
            () = until(due) => Happened::Timeout,
        }
    }

    fn command(&mut self, command: Command) {
        let now = self.clock.now();
        match command {
            Command::Append(append) if self.serves => self.waiting = Some(append),
            Command::Append(Append { answer, .. }) => {
                // a store that is gone needs no answer
                let _ = answer.send(Err(self.released));
            }
            Command::Return(returned) => self.take_back(*returned),
            Command::Held(held) => self.snapshotting.held(held),
            Command::LetGo(let_go) => self.snapshotting.let_go(let_go),
            Command::SetClaims { claims, delay_ms } => {
                self.claims = (claims, delay_ms);
                self.replica.set_delay_ms(delay_ms);
                self.replica.set_claims(claims, now);
            }
            Command::Resign => {
                self.claims.0 = false;
                self.replica.resign(now);
            }
            Command::Stop(sender) => {
                self.claims.0 = false;
                self.replica.resign(now);
                self.stopping = Some((Instant::now() + STOP_TIMEOUT, sender));
            }
        }
    }

    fn take_back(&mut self, Returned { copy, is_behind }: Returned) {
        self.waiting = None;
        self.running = None;
        if matches!(self.copy, CopyState::Lost) {
            return;
        }
        if self.serves {
            // the hall is closed
            self.claims.0 = false;
            self.replica.resign(self.clock.now());
        }
        if is_behind {
            tracing::error!("the copy lacks a commit that is in the log; it follows again from before");
            self.restart(copy);
        } else {
            self.copy = CopyState::Here(Box::new(copy));
        }
    }

    /// Follows again, from the end of a copy.
    fn restart(&mut self, copy: HallCopy) {
        if std::mem::take(&mut self.serves) {
            self.serving.set_until(None);
            self.snapshotting.stop();
            self.event(MemberEvent::Release(Released::Resigned));
        }
        self.generation += 1;
        self.place = copy.place();
        self.replica = new_replica(&self.node, self.claims, self.place, self.clock);
        self.outputs.clear();
        (self.backlog, self.held_read) = (0, None);
        self.copy = CopyState::Here(Box::new(copy));
    }

    fn answered(&mut self, id: RequestId, answer: Answer) {
        if let Answer::Entries(read) = &answer {
            self.last = read.last;
        }
        self.replica.answer(id, answer, self.clock.now());
    }

    /// Carries out what the replica returns, as far as it can be now.
    fn step(&mut self) {
        loop {
            self.begin_commit();
            self.collect();
            let before = self.outputs.len();
            while self.fault.is_none() && self.carry_out() {}
            if self.outputs.len() == before {
                break;
            }
        }
        if self.serves {
            self.snapshotting.drive(self.place.sequence);
        }
        self.publish();
    }

    /// Sends requests, and queues the other outputs.
    fn collect(&mut self) {
        // before the lease is given up, and before anybody hears of a release
        self.update_serving();
        while let Some(output) = self.replica.poll() {
            let Output::Request(id, request) = output else {
                self.backlog += bytes_of(&output);
                self.outputs.push_back(output);
                continue;
            };
            if matches!(request, Request::Read { .. }) && self.backlog > BACKLOG_BYTES {
                self.held_read = Some((id, request));
            } else {
                self.send(id, request);
            }
        }
        if self.backlog <= BACKLOG_BYTES
            && let Some((id, request)) = self.held_read.take()
        {
            self.send(id, request);
        }
    }

    fn send(&mut self, id: RequestId, request: Request) {
        let (log, answers, generation) = (self.log.clone(), self.to_answers.clone(), self.generation);
        tokio::spawn(async move {
            let answer = log.answer(request).await;
            // the member may have ended
            let _ = answers.send((generation, id, answer));
        });
    }

    /// Carries out the next output. Returns false if there is none, or if it must wait.
    fn carry_out(&mut self) -> bool {
        let Some(output) = self.outputs.front() else { return false };
        match output {
            Output::Apply { .. } if self.serves => self.note_own_entry(),
            Output::Apply { .. } | Output::Serve(_) if !matches!(self.copy, CopyState::Here(_)) => {
                return false;
            }
            Output::Stop(_) if matches!(self.copy, CopyState::Applying(_) | CopyState::Lent) => return false,
            Output::Apply { .. } => {
                self.apply();
                return false;
            }
            Output::Request(..)
            | Output::Serve(_)
            | Output::Pause
            | Output::Resume(_)
            | Output::Committed
            | Output::Release(_)
            | Output::Stop(_) => {
                let output = self.outputs.pop_front();
                output.into_iter().for_each(|output| self.perform(output));
            }
        }
        true
    }

    /// While the hall is served, its store applies the commits itself.
    fn note_own_entry(&mut self) {
        if let Some(output) = self.outputs.pop_front() {
            self.backlog -= bytes_of(&output);
            if let Output::Apply { place, .. } = output {
                self.place = place;
                self.last = place.sequence;
            }
        }
    }

    /// Applies all entries at the front, in a thread.
    fn apply(&mut self) {
        let mut entries: Vec<Entry> = Vec::new();
        while let Some(Output::Apply { .. }) = self.outputs.front() {
            let Some(output) = self.outputs.pop_front() else { break };
            self.backlog -= bytes_of(&output);
            if let Output::Apply { place, payload } = output {
                self.place = place;
                entries.push((place, payload));
            }
        }
        let copy = std::mem::replace(&mut self.copy, CopyState::Lost);
        let CopyState::Here(mut copy) = copy else { return };
        self.copy = CopyState::Applying(tokio::task::spawn_blocking(move || {
            let result = copy.apply(&entries).map(drop);
            (copy, result)
        }));
    }

    fn perform(&mut self, output: Output) {
        match output {
            Output::Request(id, request) => self.send(id, request),
            Output::Apply { .. } => {}
            Output::Serve(epoch) => self.serve(epoch),
            Output::Pause => self.event(MemberEvent::Pause),
            Output::Resume(epoch) => self.event(MemberEvent::Resume(epoch)),
            Output::Committed => {
                if let Some(answer) = self.running.take() {
                    // a store that is gone needs no answer
                    let _ = answer.send(Ok(self.place));
                }
            }
            Output::Release(why) => {
                self.serves = false;
                self.update_serving();
                self.snapshotting.stop();
                tracing::info!(%why, "this node serves the hall no more");
                self.refuse_commits(why);
                self.event(MemberEvent::Release(why));
            }
            Output::Stop(fault @ Fault::Behind { .. }) => self.begin_anew(fault),
            Output::Stop(fault) => self.fail(MemberFault::Log(fault)),
        }
    }

    fn serve(&mut self, epoch: Epoch) {
        let copy = std::mem::replace(&mut self.copy, CopyState::Lent);
        let CopyState::Here(copy) = copy else { return };
        tracing::info!(epoch = epoch.0, sequence = copy.place().sequence.0, "this node serves the hall");
        self.serves = true;
        self.update_serving();
        let wishes = self.snapshotting.start();
        let store = Box::new(ClusterStore::new(*copy, self.to_commands.clone(), wishes));
        self.event(MemberEvent::Serve { epoch, store, serving: self.serving.clone() });
    }

    /// The log begins after the copy: a snapshot becomes the copy.
    fn begin_anew(&mut self, behind: Fault) {
        tracing::info!(%behind, "the copy is made again");
        let before = std::mem::replace(&mut self.copy, CopyState::Lost);
        let fetching = self.snapshotting.fetch();
        self.copy = CopyState::Fetching(tokio::spawn(async move {
            // closing it blocks
            let _ = tokio::task::spawn_blocking(move || drop(before)).await;
            fetching.await
        }));
    }

    /// Begins the commit that waits, if the replica can take it.
    fn begin_commit(&mut self) {
        let now = self.clock.now();
        if self.running.is_some() || self.replica.serves(now).is_none() {
            return;
        }
        let Some(Append { payload, answer }) = self.waiting.take_if(|_| self.serves) else { return };
        match self.replica.commit(payload.clone(), now) {
            Ok(()) => self.running = Some(answer),
            // a new epoch begins, or the hall is handed on
            Err(CommitError::Busy | CommitError::NotServing) => {
                self.waiting = Some(Append { payload, answer });
            }
            Err(error @ CommitError::TooLong(_)) => {
                tracing::error!(%error, "a part of a commit is too long");
            }
        }
    }

    fn refuse_commits(&mut self, why: Released) {
        self.released = why;
        let waiting = self.waiting.take().map(|append| append.answer);
        for answer in self.running.take().into_iter().chain(waiting) {
            let _ = answer.send(Err(why));
        }
    }

    /// The hall cannot be followed here any more.
    fn fail(&mut self, fault: MemberFault) {
        if std::mem::take(&mut self.serves) {
            self.snapshotting.stop();
            self.event(MemberEvent::Release(Released::Fenced));
        }
        self.refuse_commits(Released::Fenced);
        self.serving.set_until(None);
        self.copy = CopyState::Lost;
        tracing::error!(%fault, "this node cannot follow the hall; an operator must look");
        self.fault = Some(fault.clone());
        self.event(MemberEvent::Stop(fault));
    }

    fn event(&self, event: MemberEvent) {
        // who hears of an event finds its role in the status already
        self.publish();
        // nobody listens to a member that is about to be stopped
        let _ = self.events.send(event);
    }

    /// Says until when the hall is certainly served. Returns that time.
    fn update_serving(&self) -> Option<Timestamp> {
        let until = self.replica.serves_until(self.clock.now());
        let until = until.filter(|_| self.serves && self.fault.is_none());
        self.serving.set_until(until);
        until
    }

    /// Says how far this is.
    fn publish(&self) {
        let until = self.update_serving();
        let role = match (&self.fault, self.serves, until) {
            (Some(_), ..) => Role::Stopped,
            (None, false, _) => Role::Follows,
            (None, true, Some(_)) => Role::Serves,
            (None, true, None) => Role::Pauses,
        };
        let Reach { sequence, epoch, .. } = self.place;
        let status = MemberStatus { role, epoch, sequence, last: self.last.max(sequence) };
        self.status.send_if_modified(|known| std::mem::replace(known, status) != status);
    }

    /// Whether a member that is to stop has handed everything back.
    fn is_over(&self) -> bool {
        let Some((end, _)) = &self.stopping else { return false };
        let is_idle = !self.serves && !self.replica.may_hold_lease();
        is_idle && !matches!(self.copy, CopyState::Lent | CopyState::Applying(_)) || Instant::now() >= *end
    }
}

fn new_replica(node: &str, (claims, delay_ms): (bool, u64), place: Reach, clock: MemberClock) -> Replica {
    let config = Config { node: node.to_owned(), process: super::super::names::random(), claims, delay_ms };
    Replica::new(config, place, clock.now())
}

/// The bytes of an entry.
fn bytes_of(output: &Output) -> usize {
    if let Output::Apply { payload: Some(payload), .. } = output { payload.len() } else { 0 }
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
