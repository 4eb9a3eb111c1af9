//! How bad a run is, and what goes wrong in it.

use super::dice::Dice;

/// From and up to how many milliseconds something takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(pub(super) u64, pub(super) u64);

impl Span {
    pub(super) fn draw(self, dice: &mut Dice) -> u64 {
        dice.between(self.0, self.1)
    }
}

/// What a run is like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weather {
    pub(super) users: usize,
    /// Until when something goes wrong.
    pub(super) storm_ms: u64,
    /// How late the host lets spectators be told.
    pub(super) watch_delay_plies: u8,
    pub(super) wire: Span,
    pub(super) commit: Span,
    /// How late the server comes to what is due.
    pub(super) late: Span,
    /// Between two things that go wrong.
    pub(super) fault: Span,
    /// Between two things that a user does.
    pub(super) deed: Span,
    pub(super) faults: [(u64, Fault); 11],
}

/// Something that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A connection breaks; either end comes to know it some time.
    Cut,
    /// What is sent one way never arrives, and nobody is told.
    Mute,
    /// What is sent one way is held up.
    HoldUp,
    /// The server has had enough of a connection that reads too slowly.
    Stalled,
    /// A client sends what is no frame.
    Broken,
    /// A user does not reach the server for a while.
    Unreachable,
    /// The server is killed.
    Kill,
    /// It is killed as soon as it would commit something, which is lost.
    KillBeforeCommit,
    /// It is killed as soon as it has committed something, of which nobody is told.
    KillAfterCommit,
    /// Nothing can be committed for a while.
    StoreStall,
    /// The server is told to stop.
    Shutdown,
}

impl Weather {
    pub(super) fn draw(dice: &mut Dice) -> Self {
        let spans = |dice: &mut Dice, spans: &[Span]| dice.pick(spans).expect("there are some");
        let kills = dice.weighed(&[(1, 0), (2, 2), (2, 6)]);
        let stalls = dice.weighed(&[(1, 0), (2, 2), (1, 8)]);
        let wires = dice.weighed(&[(1, 1), (2, 4), (1, 10)]);
        Self {
            users: usize::try_from(dice.between(2, 6)).expect("few"),
            storm_ms: dice.between(30_000, 1_200_000),
            watch_delay_plies: dice.weighed(&[(2, 0), (1, 2)]),
            wire: spans(dice, &[Span(1, 5), Span(5, 80), Span(20, 600)]),
            commit: spans(dice, &[Span(0, 2), Span(0, 30), Span(1, 900)]),
            late: spans(dice, &[Span(0, 1), Span(0, 3), Span(0, 200)]),
            fault: spans(dice, &[Span(100, 3_000), Span(500, 12_000), Span(5_000, 30_000)]),
            deed: spans(dice, &[Span(50, 1_200), Span(200, 3_000), Span(500, 9_000)]),
            faults: [
                (3 * wires, Fault::Cut),
                (2 * wires, Fault::Mute),
                (2 * wires, Fault::HoldUp),
                (1, Fault::Stalled),
                (1, Fault::Broken),
                (wires, Fault::Unreachable),
                (kills, Fault::Kill),
                (kills, Fault::KillBeforeCommit),
                (kills, Fault::KillAfterCommit),
                (stalls, Fault::StoreStall),
                (1, Fault::Shutdown),
            ],
        }
    }
}
