//! The desktop's client and the page: a thin shell around the pure core.
//!
//! The shell owns the window, the painter and the socket.

pub mod shell;
