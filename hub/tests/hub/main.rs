//! Scripted tests of the hub in virtual time, and properties that hold for any input.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one message and passes over the rest")]

mod absence;
mod accounts;
mod after;
mod bans;
mod challenge_waits;
mod challenges;
mod chat;
mod clocks;
mod computers;
mod guessing;
mod lag;
mod limits;
mod long_game;
mod luzhanqi;
mod luzhanqi_early_ends;
mod luzhanqi_journals;
mod luzhanqi_restart;
mod luzhanqi_secrets;
mod luzhanqi_table;
mod names;
mod offers;
mod oracle;
mod outputs;
mod pause;
mod play;
mod preferences;
mod presence;
mod previews;
mod records;
mod repetition;
mod restart;
mod resume;
mod searches;
mod secrets;
mod set_aside;
mod shutdown;
mod snapshot;
mod spectators;
mod stored;
mod tokens;
mod visitors;
mod watching;
mod watching_delay;
mod world;
