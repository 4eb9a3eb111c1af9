//! Decides from what people see whether something is wrong.

use super::driver::Fault;
use super::step::{Step, User};
use crate::driven::{Page, PlayerFacts};

/// What is wrong with what a window shows after a step; `before` is what it showed before.
pub(crate) fn of_page(_user: User, _step: &Step, _before: Option<&Page>, _page: &Page) -> Vec<Fault> {
    Vec::new()
}

/// What is wrong with what several windows show while everything is quiet.
///
/// `pages` are those of the connected clients, `listed` the players that the server lists.
pub(crate) fn of_quiet_pages(_pages: &[(User, &Page)], _listed: Option<&[PlayerFacts]>) -> Vec<Fault> {
    Vec::new()
}
