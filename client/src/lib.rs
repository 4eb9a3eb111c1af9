//! The client: a pure core that is told what happened and says what to do, and
//! a thin shell of window, painter and socket around it.

pub mod core;
pub mod shell;
