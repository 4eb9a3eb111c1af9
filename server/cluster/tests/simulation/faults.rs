//! What goes wrong with nodes and with the network.

use crate::model::Harm;
use crate::world::{Event, NODES, World};
use chuhe_cluster::Reach;

/// Random faults happen until then; afterwards everything must recover.
const FAULTS_MS: u64 = 60_000;
/// The longest fault, but for those that a node waits for.
const FAULT_MS: u64 = 10_000;
/// The longest cut of the log, longer than a node keeps a lease without it.
const LOG_CUT_MS: u64 = 35_000;

/// A rule of the protocol that is broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    AppendWithoutFence,
    ServeAfterLapse,
    AnswerBeforeAcknowledgement,
    SnapshotAhead,
    PurgeUnstored,
    PlaceApart,
    DeletePointedAt,
}

/// What goes wrong for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Pause,
    Kill,
    Cut,
    /// The node reaches the lease, and not the log.
    LogCut,
    NoQuorum,
    StaleReads,
    StaleLease,
    Slow,
    /// An operator lets the node hand its hall on.
    Resign,
    /// An operator lets the node claim nothing.
    NoClaims,
}

impl Fault {
    pub(crate) const ALL: [Self; 10] = [
        Self::Pause,
        Self::Kill,
        Self::Cut,
        Self::LogCut,
        Self::NoQuorum,
        Self::StaleReads,
        Self::StaleLease,
        Self::Slow,
        Self::Resign,
        Self::NoClaims,
    ];
}

/// Which nodes a planned fault concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// The one that serves.
    Owner,
    All,
}

/// A fault that is to happen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) fault: Fault,
    pub(crate) target: Target,
    pub(crate) lasts: u64,
}

impl World {
    /// A random fault, and later the next one.
    pub(crate) fn random_fault(&mut self) -> Result<(), String> {
        if self.now() > FAULTS_MS {
            return Ok(());
        }
        let fault = Fault::ALL[self.below(Fault::ALL.len() as u64) as usize];
        let node = self.below(NODES as u64) as usize;
        let longest = match (self.below(3), fault) {
            (0, Fault::LogCut) => LOG_CUT_MS,
            (0, _) => FAULT_MS,
            _ => 1_500,
        };
        let lasts = 100 + self.below(longest);
        self.begin_fault(fault, node, lasts)?;
        let delay = 300 + self.below(4_000);
        self.schedule(delay, Event::Fault);
        Ok(())
    }

    pub(crate) fn planned_fault(&mut self, planned: Planned) -> Result<(), String> {
        for node in 0..NODES {
            if planned.target == Target::All || self.nodes[node].serving.is_some() {
                self.begin_fault(planned.fault, node, planned.lasts)?;
            }
        }
        Ok(())
    }

    fn begin_fault(&mut self, fault: Fault, node: usize, lasts: u64) -> Result<(), String> {
        self.counts.faults[fault as usize] += 1;
        let (until, now) = (self.now() + lasts, self.clock(node));
        match fault {
            Fault::Pause => self.nodes[node].paused_until = until,
            Fault::Kill => self.kill(node),
            Fault::Cut => self.nodes[node].is_cut = true,
            Fault::LogCut => self.nodes[node].is_log_cut = true,
            Fault::NoQuorum => self.model.has_quorum = false,
            Fault::StaleReads => self.has_stale_reads = true,
            Fault::StaleLease => self.has_stale_lease = true,
            Fault::Slow => self.is_slow = true,
            Fault::Resign | Fault::NoClaims => {
                if let Some(replica) = &mut self.nodes[node].replica {
                    if fault == Fault::Resign {
                        replica.resign(now);
                    } else {
                        replica.set_claims(false, now);
                    }
                }
                self.settle(node)?;
            }
        }
        self.schedule(lasts, Event::Heal(fault, node));
        Ok(())
    }

    pub(crate) fn heal(&mut self, fault: Fault, node: usize) -> Result<(), String> {
        let now = self.clock(node);
        match fault {
            Fault::Pause => {}
            Fault::Kill if self.nodes[node].replica.is_none() => return self.boot(node),
            Fault::Kill => {}
            Fault::Cut => self.nodes[node].is_cut = false,
            Fault::LogCut => self.nodes[node].is_log_cut = false,
            Fault::NoQuorum => self.model.restore_quorum(self.now()),
            Fault::StaleReads => self.has_stale_reads = false,
            Fault::StaleLease => self.has_stale_lease = false,
            Fault::Slow => self.is_slow = false,
            Fault::Resign | Fault::NoClaims => {
                if let Some(replica) = &mut self.nodes[node].replica {
                    replica.set_claims(true, now);
                }
                return self.settle(node);
            }
        }
        Ok(())
    }

    /// The node's process ends. Its copy may lose what was written last: it need not be synced.
    fn kill(&mut self, node: usize) {
        let lost = match self.below(8) {
            0 => usize::MAX,
            1..=3 => self.below(40) as usize,
            _ => 0,
        };
        let keeps_place = self.mutation == Some(Mutation::PlaceApart);
        let it = &mut self.nodes[node];
        it.replica = None;
        it.stopped = None;
        it.forget();
        it.copy.truncate(it.copy.len().saturating_sub(lost));
        it.recount();
        if !keeps_place {
            it.place = it.copy.last().map_or_else(Reach::default, |(place, _)| *place);
        }
    }

    /// The log breaks its promises.
    pub(crate) fn harm(&mut self, harm: Harm) {
        let count = 1 + self.below(6) as usize;
        self.model.harm(harm, count, self.now());
        self.is_harmed = true;
    }
}
