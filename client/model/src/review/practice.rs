//! The mistakes that the user learns from, and the one that is asked about.

use chuhe_records::NodeId;

/// The mistakes of one side, one after another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Practice {
    /// The mistake that is asked about.
    pub(super) mistake: NodeId,
    /// Those after it, the next one last.
    pub(super) later: Vec<NodeId>,
    pub(super) total: usize,
    /// How many the user has found at the first try.
    pub(super) found: usize,
    /// Whether the user has neither tried a worse move at this mistake nor seen the better one.
    pub(super) is_first_try: bool,
    pub(super) step: PracticeStep,
    pub(super) before: Before,
}

/// The record before an attempt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Before {
    /// The number of its moves.
    pub(super) plies: usize,
    /// The number of edits that could be undone.
    pub(super) edits: usize,
}

/// What the user does about a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PracticeStep {
    /// They look for a better move.
    Asked,
    /// The engine checks the attempt that leads to this node.
    Checking(NodeId),
    /// The attempt is not good enough.
    Wrong,
    /// The attempt is good.
    Right,
    /// The better move is shown.
    Solved,
    /// The user has looked at all mistakes.
    Done,
}

impl Practice {
    /// What the user does about the mistake.
    #[must_use]
    pub const fn step(&self) -> PracticeStep {
        self.step
    }

    /// The mistake that is asked about.
    #[must_use]
    pub const fn mistake(&self) -> NodeId {
        self.mistake
    }

    /// The number of this mistake, from 1, and of all.
    #[must_use]
    pub const fn place(&self) -> (usize, usize) {
        (self.total - self.later.len(), self.total)
    }

    /// How many mistakes the user has found a better move for at the first try, and the number of all.
    #[must_use]
    pub const fn score(&self) -> (usize, usize) {
        (self.found, self.total)
    }

    /// Enters a step, and counts a better move that is found at the first try.
    pub(super) const fn enter(&mut self, step: PracticeStep) {
        self.found += (self.is_first_try && matches!(step, PracticeStep::Right)) as usize;
        self.is_first_try &= matches!(step, PracticeStep::Asked | PracticeStep::Checking(_));
        self.step = step;
    }

    /// The attempt that the engine must check.
    pub(super) const fn to_check(&self) -> Option<NodeId> {
        if let PracticeStep::Checking(node) = self.step { Some(node) } else { None }
    }
}
