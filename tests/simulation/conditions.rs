//! The random conditions of a run: delays, intervals, and the faults to inject.

use super::leavers::Habit;
use super::random::Random;

/// A range of milliseconds; the end is exclusive.
#[derive(Clone, Copy, Debug)]
pub(super) struct MsRange(pub(super) u64, pub(super) u64);

impl MsRange {
    /// Returns a random number of milliseconds in this range.
    pub(super) fn sample(self, random: &mut Random) -> u64 {
        random.between(self.0, self.1)
    }
}

/// The conditions of one run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Conditions {
    pub(super) users: usize,
    /// Whether the users search for opponents and some leave their games, for hours in which little else fails.
    pub(super) has_leavers: bool,
    /// How long faults are injected.
    pub(super) fault_phase_ms: u64,
    /// The minimum spectator delay of the server.
    pub(super) watch_delay_plies: u8,
    /// The one-way network latency.
    pub(super) latency: MsRange,
    /// How long the first user withholds an answer by which the server measures network delay.
    pub(super) echo_delay: MsRange,
    /// How long the writer takes to commit.
    pub(super) commit: MsRange,
    /// How late the server handles a timeout.
    pub(super) timer_delay: MsRange,
    /// The interval between two faults.
    pub(super) fault_interval: MsRange,
    /// The interval between two actions of a user.
    pub(super) action_interval: MsRange,
    /// The faults with their weights.
    pub(super) faults: [(u64, Fault); 13],
}

/// A fault to inject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// Breaks a connection; each end notices it after a delay of its own.
    Cut,
    /// Drops all messages in one direction; neither end gets an error.
    Blackhole,
    /// Delays everything sent in one direction.
    Delay,
    /// The client reads so slowly that the server closes the connection.
    SlowReader,
    /// A client sends a malformed frame.
    MalformedFrame,
    /// Makes the server unreachable for a user for a while.
    Unreachable,
    /// Kills the server.
    Kill,
    /// Kills the server just before its next commit, which is lost.
    KillBeforeCommit,
    /// Kills the server just after its next commit, before it sends any message about it.
    KillAfterCommit,
    /// Makes every commit fail for a while.
    StoreStall,
    /// Shuts the server down.
    Shutdown,
    /// Stops the server's process for a while, and continues it.
    Standstill,
    /// The server is killed, and nobody does anything for days.
    Holiday,
}

impl Conditions {
    /// Chooses the conditions of a run.
    pub(super) fn sample(random: &mut Random) -> Self {
        let any =
            |random: &mut Random, ranges: &[MsRange]| random.pick(ranges).expect("the list is not empty");
        let kills = random.weighted(&[(1, 0), (2, 2), (2, 6)]);
        let stalls = random.weighted(&[(1, 0), (2, 2), (1, 8)]);
        let network_faults = random.weighted(&[(1, 1), (2, 4), (1, 10)]);
        Self {
            users: usize::try_from(random.between(2, 6)).expect("a run has few users"),
            fault_phase_ms: random.between(30_000, 1_200_000),
            watch_delay_plies: random.weighted(&[(2, 0), (1, 2)]),
            latency: any(random, &[MsRange(1, 5), MsRange(5, 80), MsRange(20, 600)]),
            echo_delay: any(random, &[MsRange(0, 1), MsRange(0, 400), MsRange(600, 2_000)]),
            commit: any(random, &[MsRange(0, 2), MsRange(0, 30), MsRange(1, 900)]),
            timer_delay: any(random, &[MsRange(0, 1), MsRange(0, 3), MsRange(0, 200)]),
            fault_interval: any(random, &[MsRange(100, 3_000), MsRange(500, 12_000), MsRange(5_000, 30_000)]),
            action_interval: any(random, &[MsRange(50, 1_200), MsRange(200, 3_000), MsRange(500, 9_000)]),
            faults: [
                (3 * network_faults, Fault::Cut),
                (2 * network_faults, Fault::Blackhole),
                (2 * network_faults, Fault::Delay),
                (1, Fault::SlowReader),
                (1, Fault::MalformedFrame),
                (network_faults, Fault::Unreachable),
                (kills, Fault::Kill),
                (kills, Fault::KillBeforeCommit),
                (kills, Fault::KillAfterCommit),
                (stalls, Fault::StoreStall),
                (1, Fault::Shutdown),
                (stalls, Fault::Standstill),
                (0, Fault::Holiday),
            ],
            has_leavers: false,
        }
    }

    /// How the user of this number behaves.
    pub(super) fn habit(&self, user: usize) -> Habit {
        match user {
            _ if !self.has_leavers => Habit::Anything,
            0 => Habit::Leaves,
            _ => Habit::Searches,
        }
    }

    /// Chooses the conditions of a run with people who leave their games: a wait needs hours in which the server runs.
    pub(super) fn with_leavers(random: &mut Random) -> Self {
        let faults = [
            (6, Fault::Cut),
            (2, Fault::Unreachable),
            (2, Fault::Kill),
            (1, Fault::KillBeforeCommit),
            (1, Fault::KillAfterCommit),
            (1, Fault::StoreStall),
            (2, Fault::Standstill),
            (6, Fault::Holiday),
            (0, Fault::Blackhole),
            (0, Fault::Delay),
            (0, Fault::SlowReader),
            (0, Fault::MalformedFrame),
            (0, Fault::Shutdown),
        ];
        Self {
            users: usize::try_from(random.between(3, 5)).expect("a run has few users"),
            has_leavers: true,
            fault_phase_ms: random.between(2, 6) * 3_600_000,
            latency: MsRange(5, 80),
            echo_delay: MsRange(0, 1),
            commit: MsRange(0, 30),
            timer_delay: MsRange(0, 3),
            fault_interval: MsRange(600_000, 7_200_000),
            action_interval: MsRange(1_000, 8_000),
            faults,
            ..Self::sample(random)
        }
    }
}
