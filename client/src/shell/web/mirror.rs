//! Passes the tree for screen readers to the page, and what the user does there to the program.

use super::page;
use chuhe_page::messages::ToPage;
use chuhe_rules::clock::Timestamp;
use chuhe_web::Mirror;
use std::collections::VecDeque;

/// The least time between two trees, in milliseconds. A screen reader needs no more, and a tree takes a
/// part of a frame.
const INTERVAL_MS: u64 = 250;

/// What the page shows of the tree.
#[derive(Debug, Default)]
pub(super) struct MirrorFeed {
    /// The tree that the page has, as JSON.
    sent: String,
    /// When the tree was made last.
    made_at: Option<Timestamp>,
    /// Whether a frame was drawn since then, so that the tree may have changed.
    is_due: bool,
    /// What the user did, as names of nodes with texts.
    acts: VecDeque<(String, String)>,
}

impl MirrorFeed {
    /// Takes what the user did at a node.
    pub(super) fn add(&mut self, id: String, text: String) {
        self.acts.push_back((id, text));
        // the answer to an input comes with the next frame
        self.made_at = None;
    }

    /// Returns what the user did next.
    pub(super) fn next_act(&mut self) -> Option<(String, String)> {
        self.acts.pop_front()
    }

    /// Whether it is time for the next tree, at a frame.
    pub(super) fn wants_tree(&mut self, now: Timestamp) -> bool {
        self.is_due = self.made_at.is_some_and(|at| now < at.plus_ms(INTERVAL_MS));
        if !self.is_due {
            self.made_at = Some(now);
        }
        !self.is_due
    }

    /// When a frame is needed for the next tree, if the last one may be out of date.
    pub(super) fn next_wakeup(&self) -> Option<Timestamp> {
        self.made_at.filter(|_| self.is_due).map(|at| at.plus_ms(INTERVAL_MS))
    }

    /// Passes a tree to the page if it differs from the one there.
    pub(super) fn show(&mut self, tree: &Mirror) {
        match serde_json::to_string(tree) {
            Ok(tree) if tree != self.sent => {
                page::tell(&ToPage::Mirror { tree: &tree });
                self.sent = tree;
            }
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "the mirror has no text"),
        }
    }
}
