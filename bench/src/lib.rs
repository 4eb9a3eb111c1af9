//! Measures how fast and how many: the server against the baseline, a relay of the same frames
//! that judges and keeps nothing. Both are programs of their own; the load on them is made
//! here, by real clients that play recorded legal games and check every answer.
//!
//! It measures on this machine alone, and compares: figures of two machines, or of two runs
//! on one that does other things too, say little.

pub mod allocations;
pub mod baseline;
pub mod figures;
pub mod line;
pub mod load;
pub mod lobby;
pub mod machine;
pub mod masses;
pub mod moves;
pub mod pace;
pub mod pair;
pub mod plot;
pub mod process;
pub mod record;
pub mod report;
pub mod seat;
pub mod soak;
pub mod watched;
