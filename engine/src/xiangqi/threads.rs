//! The threads of one search.

use super::histories::Histories;
use super::worker::{Shared, Worker};
use super::{Answer, Report};
use chuhe_rules::xiangqi::Game;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Ends the helping threads when the first one is done, also if it panics.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Searches on this thread, which reports, while a further thread for each of `others` helps.
pub(super) fn search(
    shared: &Shared<'_>,
    first: &mut Histories,
    others: &mut [Histories],
    game: &Game,
    report: &mut dyn FnMut(&Report),
) -> Answer {
    thread::scope(|scope| {
        let _done = SetOnDrop(&shared.done);
        for (index, histories) in others.iter_mut().enumerate() {
            let help = move || {
                Worker::new(shared, index + 1, histories, game).iterate(&mut |_| {});
            };
            // the search goes on with fewer threads if the system has no more
            if thread::Builder::new().spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        Worker::new(shared, 0, first, game).iterate(report)
    })
}
