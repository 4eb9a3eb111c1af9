//! When a connection is given up, and when the link must be called next.

use super::{Link, Phase};
use crate::connection::nodes::NODE_ANSWER_MS;
use chuhe_protocol::limits::{HEARTBEAT_MS, SILENCE_MS};
use chuhe_rules::clock::Timestamp;

impl Link {
    /// When [`Link::tick`] must be called.
    #[must_use]
    pub fn next_wakeup(&self) -> Option<Timestamp> {
        let silent_at = self.heartbeat.last_heard.plus_ms(self.silence_ms());
        match self.phase {
            Phase::Off => None,
            Phase::Waiting { retry_at } => Some(retry_at),
            Phase::Connecting { since } => Some(since.plus_ms(self.nodes.answer_ms())),
            Phase::Greeting { .. } => Some(silent_at),
            Phase::Joined => {
                let next = silent_at.min(self.heartbeat.next_ping);
                Some(self.heartbeat.stalls_at().map_or(next, |at| at.min(next)))
            }
        }
    }

    /// The silence after which the connection is given up.
    ///
    /// Where another node can take over, that is soon after a ping should have been answered.
    pub(super) fn silence_ms(&self) -> u64 {
        let may_move = matches!(self.phase, Phase::Joined | Phase::Greeting { resuming: true, .. });
        if may_move && self.nodes.count() > 1 { HEARTBEAT_MS + NODE_ANSWER_MS } else { SILENCE_MS }
    }
}
