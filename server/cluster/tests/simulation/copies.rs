//! Snapshots of the nodes' copies, and nodes that begin from one.

use crate::faults::Mutation;
use crate::world::{Event, World};
use chuhe_cluster::{Epoch, SnapshotAnswer, SnapshotId, SnapshotStep, Snapshots};
use chuhe_rules::clock::Timestamp;

/// The number of entries between two snapshots.
const EVERY: u64 = 25;
/// The longest time of a step, in milliseconds.
const STEP_MS: u64 = 800;

impl World {
    pub(crate) fn new_snapshots(&self, node: usize, now: Timestamp) -> Snapshots {
        Snapshots::new(EVERY, self.nodes[node].process, now)
    }

    pub(crate) fn begin_snapshot(&mut self, node: usize) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        let Some(epoch) = it.serving else { return };
        let step = it.snapshots.as_mut().and_then(|snapshots| snapshots.begin(it.place.sequence, now));
        self.take_step(node, epoch, step);
    }

    fn take_step(&mut self, node: usize, epoch: Epoch, step: Option<SnapshotStep>) {
        if let Some(step) = step {
            let delay = 1 + self.below(STEP_MS);
            self.schedule(delay, Event::Snapshot { node, epoch, step });
        }
    }

    /// Carries a step out, also that of a node which has let the hall go since.
    pub(crate) fn snapshot(&mut self, node: usize, epoch: Epoch, step: SnapshotStep) -> Result<(), String> {
        let now = self.clock(node);
        if step == SnapshotStep::Make {
            let it = &mut self.nodes[node];
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
        let fails = self.nodes[node].is_cut || !self.model.has_quorum || self.below(20) == 0;
        let mut answer = SnapshotAnswer::Failed;
        if !fails {
            answer = self.remote_step(node, step)?;
        }
        if self.below(20) == 0 {
            // it is done, and the answer is lost
            answer = SnapshotAnswer::Failed;
        }
        let it = &mut self.nodes[node];
        let next = it.snapshots.as_mut().filter(|_| it.serving == Some(epoch));
        let next = next.and_then(|snapshots| snapshots.answered(answer, now));
        self.take_step(node, epoch, next);
        Ok(())
    }

    fn remote_step(&mut self, node: usize, step: SnapshotStep) -> Result<SnapshotAnswer, String> {
        Ok(match step {
            SnapshotStep::Make => return Err("a snapshot is made by the node".to_owned()),
            SnapshotStep::ReadPointer => {
                SnapshotAnswer::Pointer(self.model.pointer, self.model.pointer_revision)
            }
            SnapshotStep::Store(id) => {
                let made = self.nodes[node].made.remove(&id.place.sequence);
                let made = made.ok_or("a snapshot is stored that was not made")?;
                if self.mutation != Some(Mutation::PurgeUnstored)
                    && self.model.objects.insert(id.to_string(), made).is_some()
                {
                    return Err(format!("two snapshots have the name {id}"));
                }
                SnapshotAnswer::Done
            }
            SnapshotStep::Point(pointer, revision) => match self.model.point(pointer, revision) {
                Some(revision) => SnapshotAnswer::Pointed(revision),
                None => SnapshotAnswer::Failed,
            },
            SnapshotStep::Purge(to) => {
                self.model.purged = self.model.purged.max(to.0 as usize).min(self.model.log.len());
                SnapshotAnswer::Done
            }
            SnapshotStep::Delete(before) => {
                let deletes_all = self.mutation == Some(Mutation::DeletePointedAt);
                let objects = &mut self.model.objects;
                let count = objects.len();
                objects.retain(|name, _| SnapshotId::sequence_of(name) >= Some(before) && !deletes_all);
                self.counts.deleted += (count - objects.len()) as u64;
                SnapshotAnswer::Done
            }
        })
    }

    /// A copy is too old for the log, and begins anew.
    pub(crate) fn begin_restore(&mut self, node: usize) {
        self.nodes[node].replica = None;
        self.nodes[node].forget();
        let process = self.new_process(node);
        self.schedule(1, Event::Restore { node, process, id: None });
    }

    /// Reads the pointer, and some time later the snapshot that it named.
    pub(crate) fn restore(
        &mut self,
        node: usize,
        process: u64,
        id: Option<SnapshotId>,
    ) -> Result<(), String> {
        if self.nodes[node].process != process {
            return Ok(());
        }
        let latest = self.model.pointer.latest;
        let is_reachable = !self.nodes[node].is_cut && self.model.has_quorum;
        let delay = 1 + self.below(2_000);
        let next = match id {
            _ if !is_reachable => id,
            None => Some(latest.ok_or("entries were purged before a snapshot was stored")?),
            Some(id) => match self.model.objects.get(&id.to_string()) {
                Some(items) => {
                    let it = &mut self.nodes[node];
                    (it.copy, it.place) = (items.clone(), id.place);
                    it.recount();
                    self.counts.restored += 1;
                    return self.boot(node);
                }
                None if latest == Some(id) => return Err(format!("the snapshot {id} is missing")),
                None => {
                    self.counts.vanished += 1;
                    None
                }
            },
        };
        self.schedule(delay, Event::Restore { node, process, id: next });
        Ok(())
    }
}
