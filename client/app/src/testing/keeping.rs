//! Reviews that are kept for the next run.

use crate::testing::*;
use crate::*;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};

impl World {
    /// The requests to keep the review since the last call.
    pub(crate) fn take_kept(&mut self) -> Vec<KeepReview> {
        let request = |effect| {
            let Effect::Storage(StorageEffect::KeepReview(request)) = effect else { return None };
            Some(request)
        };
        self.effects.drain(..).filter_map(request).collect()
    }

    /// Waits until the review is kept; returns its text.
    pub(crate) fn kept_review(&mut self, is_kept: bool) -> Option<String> {
        self.wait(10_000);
        let request = self.take_kept().pop()?;
        self.update(Event::ReviewKept(ReviewKept { number: request.number, is_kept }));
        request.text
    }
}

/// A client that starts with this review of an earlier run.
pub(crate) fn started_with(text: &str, opens: bool) -> World {
    let mut world = World::new();
    let effects = world.app.restore_review(text, opens, world.now).unwrap();
    world.effects.extend(effects);
    world
}

/// A client that starts with a review of an earlier run, whose file has a long name.
pub fn left_review() -> World {
    let mut world = World::new();
    let file = "第十九届五羊杯全国象棋冠军邀请赛 决赛 第二局.pgn".to_owned();
    let game = FilesEvent::Game { file, path: String::new(), bytes: b"h2e2 h9g7".to_vec() };
    world.update(Event::Files(game));
    let text = world.kept_review(true).unwrap();
    started_with(&text, false)
}
