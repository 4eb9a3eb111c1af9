//! The computer players: they choose a move from what a player may know.
//!
//! Nothing here reads a clock, a file or a socket. The caller passes the time and a flag that stops
//! the search.

pub mod luzhanqi;
pub mod xiangqi;
