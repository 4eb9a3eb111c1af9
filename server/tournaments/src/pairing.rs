//! The next pairing of any system, and why it is as it is.

mod dead_end;
mod proposal;
mod why_not;

pub use dead_end::{DeadEnd, NoPairing, Remedy};
pub use proposal::{Proposal, explain_round, next_pairing};
pub use why_not::{WhyNot, why_not};
