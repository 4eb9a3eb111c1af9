//! The player of luzhanqi: what it may know, and how well it plays.

mod knowledge;
mod match_play;
mod set_up;
mod strength;
mod twins;
