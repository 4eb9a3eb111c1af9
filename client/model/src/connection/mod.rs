//! The connection to a server, on this machine or another.

pub mod hall_choice;
pub mod join_form;
pub mod link;
#[cfg(test)]
mod link_tests;
pub mod local;
pub mod nearby;
pub mod nodes;
