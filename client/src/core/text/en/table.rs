//! The table while there is no connection, in English.

use crate::core::text::table_catalog::TableText;

pub(super) static TEXT: TableText = TableText {
    state_unknown: "state unknown",
    cut_off: |since, mine| match mine {
        Some(true) => format!("No connection for {since}. Your clock runs on."),
        Some(false) => format!("No connection for {since}. Your opponent's clock runs on."),
        None => format!("No connection for {since}"),
    },
};
