//! The client: a pure core that turns events into effects, and a thin shell around it.
//!
//! The shell owns the window, the painter and the socket.

pub mod core;
pub mod shell;
