//! Refusals whose waiting time counts down.

use super::view::View;
use chuhe_model::notices::notice;
use chuhe_protocol::Refusal;
use chuhe_rules::clock::Timestamp;

/// Returns the text of a refusal received at `since`, or nothing once its waiting time is over.
pub(super) fn remaining_refusal(view: &View<'_>, reason: Refusal, since: Timestamp) -> Option<String> {
    notice::after(reason, view.now.since(since)).map(|reason| view.text.refusal(reason))
}
