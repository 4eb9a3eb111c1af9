//! What is said at the clocks besides the time.

use super::super::Fact;
use chuhe_model::table::Table;
use chuhe_rules::Color;
use chuhe_texts::{Text, minutes_and_seconds};

/// What interruptions of the server have added to the clock of this side; the detail is why. `None` if they added nothing.
///
/// Without it nobody would know later why a clock stands above its start.
#[must_use]
pub fn interruption_credit(text: &Text, table: &Table, side: Color) -> Option<Fact> {
    let time = minutes_and_seconds(table.game().interruption_credit_ms(side)? / 1_000);
    let label = format!("+{time}");
    Some(Fact::new(format!("table.credit.{side:?}"), label).detail(text.interruption_credit(&time)))
}
