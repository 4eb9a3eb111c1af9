//! The table while there is no connection, in Simplified Chinese.

use crate::core::text::table_catalog::TableText;

pub(super) static TEXT: TableText = TableText {
    state_unknown: "状态未知",
    cut_off: |since, mine| match mine {
        Some(true) => format!("已断线 {since}，你的用时照常计算"),
        Some(false) => format!("已断线 {since}，对手的用时照常计算"),
        None => format!("已断线 {since}"),
    },
};
