//! The hub by script, in virtual time: how a game is conducted, sentence by
//! sentence, and what holds whatever is said to it.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod absence;
mod after;
mod challenges;
mod chat;
mod clocks;
mod kept;
mod limits;
mod names;
mod offers;
mod play;
mod resume;
mod shutdown;
mod tokens;
mod watchers;
mod watching;
mod watching_delay;
mod world;
