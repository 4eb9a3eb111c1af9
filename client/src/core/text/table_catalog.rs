//! The list of the texts of the table that follow the connection and the turn.

use super::define::texts;

texts! {
    /// The texts of the table that follow the connection and the turn.
    TableText
    fixed {
        // while there is no connection
        state_unknown,
    }
    listed {}
    computed {
        cut_off: fn(since: &str, mine: Option<bool>) -> String,
    }
}
