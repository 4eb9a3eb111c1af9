//! The table of a game of a tournament, which nobody aborts, and the tournament over it.

use crate::sessions::Sessions;
use chuhe_model::table::Table;

/// Whether the game at a table is one of a tournament, as far as the user was called to it or follows it.
#[must_use]
pub fn is_of_evening(sessions: &Sessions, table: &Table) -> bool {
    sessions.local().is_none() && sessions.server.evenings.of_game(table.game().id()).is_some()
}

/// Whether the tournament is shown over this table.
#[must_use]
pub fn is_below(sessions: &Sessions, table: &Table) -> bool {
    sessions.local().is_none() && sessions.server.evenings.lies_over(table.game().id())
}
