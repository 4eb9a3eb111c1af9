//! What a bot does in each situation, and that no order of messages confuses it.

#![expect(clippy::wildcard_enum_match_arm, reason = "a test looks for one output and passes over the rest")]

mod any_order;
mod at_the_table;
mod entering;
mod script;
