//! Refusals whose waiting time counts down.

use super::view::View;
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;

/// Returns the text of a refusal received at `since`, or nothing once its waiting time is over.
pub(super) fn remaining_refusal(view: &View<'_>, reason: Refusal, since: Timestamp) -> Option<String> {
    let Refusal::TooManyAttempts { wait_ms } = reason else { return Some((view.text.refusal)(reason)) };
    let wait_ms = wait_ms.saturating_sub(view.now.since(since));
    (wait_ms > 0).then(|| (view.text.refusal)(Refusal::TooManyAttempts { wait_ms }))
}
