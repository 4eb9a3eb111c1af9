//! What happened in a world.

use crate::faults::Fault;
use chuhe_cluster::Released;

#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) acknowledged: u64,
    pub(crate) epochs: u64,
    pub(crate) fenced: u64,
    pub(crate) lease_taken: u64,
    pub(crate) resigned: u64,
    pub(crate) pauses: u64,
    pub(crate) restored: u64,
    /// Snapshots that were deleted while a node was about to read them.
    pub(crate) vanished: u64,
    pub(crate) wrong_sequences: u64,
    pub(crate) late_appends: u64,
    /// Appends that landed after their process had ended.
    pub(crate) posthumous: u64,
    /// Repeated appends whose identity the log had forgotten.
    pub(crate) forgotten: u64,
    pub(crate) deleted: u64,
    /// Leases that were given up.
    pub(crate) drops: u64,
    /// The longest time without an acknowledgement, in milliseconds.
    pub(crate) longest_gap: u64,
    pub(crate) faults: [u64; Fault::ALL.len()],
}

impl Counts {
    pub(crate) fn released(&mut self, why: Released) {
        match why {
            Released::Fenced => self.fenced += 1,
            Released::LeaseTaken => self.lease_taken += 1,
            Released::Resigned => self.resigned += 1,
        }
    }

    /// How often a node let the hall go.
    pub(crate) const fn released_count(&self) -> u64 {
        self.fenced + self.lease_taken + self.resigned
    }

    /// What must have happened often, for the simulation to mean something.
    pub(crate) fn named(&self) -> [(&'static str, u64); 10] {
        [
            ("lease taken", self.lease_taken),
            ("resigned", self.resigned),
            ("pauses", self.pauses),
            ("restored", self.restored),
            ("doubtful appends", self.wrong_sequences),
            ("late appends", self.late_appends),
            ("posthumous appends", self.posthumous),
            ("forgotten identities", self.forgotten),
            ("deleted snapshots", self.deleted),
            ("given up leases", self.drops),
        ]
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.acknowledged += other.acknowledged;
        self.epochs += other.epochs;
        self.fenced += other.fenced;
        self.lease_taken += other.lease_taken;
        self.resigned += other.resigned;
        self.pauses += other.pauses;
        self.restored += other.restored;
        self.vanished += other.vanished;
        self.wrong_sequences += other.wrong_sequences;
        self.late_appends += other.late_appends;
        self.posthumous += other.posthumous;
        self.forgotten += other.forgotten;
        self.deleted += other.deleted;
        self.drops += other.drops;
        self.longest_gap = self.longest_gap.max(other.longest_gap);
        for (sum, one) in self.faults.iter_mut().zip(other.faults) {
            *sum += one;
        }
    }
}
