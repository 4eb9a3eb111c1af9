//! Keeping the record under review, so that a reload, a crash or the end of the program does not lose it.
//!
//! The shell keeps one review, as text. It is written soon after each change, at once when the program may
//! end, and deleted when the user closes the record. The next start offers it.

use super::App;
use super::kept_record::{Edition, Stamp};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::kept_review::{KeepReview, ReviewKept};
use chuhe_model::review::Review;
use chuhe_model::review::kept::{KeptReview, Unreadable, WrittenRecord};
use chuhe_model::review::set_up::{Purpose, SetUp};
use chuhe_records::Start;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Position;

/// How long after a change of the record it is kept, in milliseconds.
const RECORD_MS: u64 = 1_000;
/// How long after a change of the place, or a finding of the engine, it is kept, in milliseconds.
const PLACE_MS: u64 = 5_000;

impl App {
    /// Takes over the review that an earlier run of the program kept: offers it, or opens it at once if the
    /// page was loaded again.
    ///
    /// # Errors
    /// If the text is damaged, or of another version.
    pub fn restore_review(
        &mut self,
        text: &str,
        opens: bool,
        now: Timestamp,
    ) -> Result<Vec<Effect>, Unreadable> {
        self.keeping.left = Some(KeptReview::read(text)?);
        if opens {
            self.resume_review();
            self.keep_review(now);
        } else {
            self.desk.settings.start = chuhe_model::choices::local_choice::StartEntry::Review;
        }
        Ok(self.take_effects())
    }

    /// The review that an earlier run of the program kept, until the user opens a record.
    #[must_use]
    pub fn left_review(&self) -> Option<&KeptReview> {
        self.keeping.left.as_ref()
    }

    /// The name of the review that an earlier run of the program kept.
    #[must_use]
    pub fn left_review_name(&self) -> Option<String> {
        let kept = self.left_review()?;
        Some(kept.name().unwrap_or_else(|| self.desk.text().game_choice(kept.game()).to_owned()))
    }

    /// Opens the review that an earlier run of the program kept.
    pub(super) fn resume_review(&mut self) {
        let Some(kept) = self.keeping.left.take() else { return };
        self.records_aside = false;
        self.show_records(kept.opened().into());
        self.set_up = kept.set_up();
        if let Some(reviewing) = &mut self.reviewing {
            kept.restore(&mut reviewing.review);
        }
        // the shell has it
        self.keeping.requested = self.stamp();
        self.keeping.kept = self.keeping.requested.as_ref().map(|stamp| stamp.edition);
    }

    /// Opens the review that an earlier run kept if it has unsaved changes, so that the user is asked
    /// before another record replaces it; otherwise drops it.
    pub(super) fn settle_left_review(&mut self) {
        if self.reviewing.is_none() && self.left_review().is_some_and(KeptReview::is_unsaved) {
            self.resume_review();
        } else {
            self.keeping.left = None;
        }
    }

    fn stamp(&self) -> Option<Stamp> {
        let review = &self.reviewing.as_ref()?.review;
        let set_up = self.set_up_to_keep();
        (set_up.is_some() || !is_blank(review)).then(|| Stamp {
            edition: (review.number, review.edition()),
            is_unsaved: review.unsaved,
            path: review.path.to_owned(),
            node: review.node(),
            bottom: review.bottom(),
            findings: review.analysis().findings(),
            set_up: set_up.map(|set_up| (set_up.fen().to_owned(), set_up.bottom())),
        })
    }

    fn set_up_to_keep(&self) -> Option<&SetUp> {
        self.set_up.as_ref().filter(|set_up| set_up.purpose() == Purpose::Review)
    }

    /// Lets the shell keep the review if it has changed, once that is due.
    pub(super) fn keep_review(&mut self, now: Timestamp) {
        let stamp = self.stamp();
        if stamp == self.keeping.requested {
            self.keeping.due = None;
            return;
        }
        let edition = |stamp: &Option<Stamp>| stamp.as_ref().map(|stamp| stamp.edition);
        let delay = match &stamp {
            None => 0,
            Some(_) if edition(&stamp) == edition(&self.keeping.requested) => PLACE_MS,
            Some(_) => RECORD_MS,
        };
        let due = self.keeping.due.into_iter().chain([now.plus_ms(delay)]).min();
        self.keeping.due = due;
        if due.is_some_and(|due| due <= now) {
            self.request_to_keep(stamp);
        }
    }

    /// Lets the shell keep the review now, because the program may end.
    pub(super) fn keep_review_now(&mut self) {
        let stamp = self.stamp();
        if stamp != self.keeping.requested {
            self.request_to_keep(stamp);
        }
    }

    fn request_to_keep(&mut self, stamp: Option<Stamp>) {
        self.keeping.due = None;
        let text = match &stamp {
            Some(stamp) => match self.text_to_keep(stamp.edition) {
                Some(text) => Some(text),
                None => {
                    // what was kept of it before stays
                    self.keeping.requested = Some(stamp.clone());
                    self.keeping.kept = None;
                    return;
                }
            },
            None => None,
        };
        self.keeping.requested = stamp;
        self.keeping.number = self.keeping.number.wrapping_add(1);
        self.keeping.is_waiting = true;
        let number = self.keeping.number;
        self.desk.out.push(Effect::KeepReview(KeepReview { number, text }));
    }

    /// The text of the review; `None` if it is too large to be kept.
    fn text_to_keep(&mut self, edition: Edition) -> Option<String> {
        let review = &self.reviewing.as_ref()?.review;
        if self.keeping.written.as_ref().is_none_or(|(written, _)| *written != edition) {
            self.keeping.written = Some((edition, WrittenRecord::of(review.tree())));
        }
        let (_, written) = self.keeping.written.as_ref()?;
        written.as_ref()?.text(review, self.set_up_to_keep())
    }

    /// Handles an answer of the shell.
    pub(super) fn review_kept(&mut self, ReviewKept { number, is_kept }: ReviewKept) {
        if number != self.keeping.number {
            return;
        }
        self.keeping.is_waiting = false;
        let requested = self.keeping.requested.as_ref();
        self.keeping.kept = requested.filter(|_| is_kept).map(|stamp| stamp.edition);
        if std::mem::take(&mut self.keeping.closes) {
            self.close_requested();
        }
    }

    /// Whether changes of the record are in no file, and the shell does not keep them.
    pub fn loses_record(&self) -> bool {
        let review = self.reviewing.as_ref().map(|reviewing| &reviewing.review);
        review.is_some_and(|review| {
            review.unsaved && self.keeping.kept != Some((review.number, review.edition()))
        })
    }

    /// Whether the end of the program loses something that the shell could not keep. A browser then asks
    /// the user.
    #[must_use]
    pub fn loses_something(&self) -> bool {
        self.loses_record() || self.sessions.loses_local_game()
    }

    /// Lets the window close once the shell has answered, if it may yet keep what would be lost. Returns
    /// whether it waits.
    pub(super) fn closes_when_kept(&mut self) -> bool {
        self.keep_review_now();
        self.keeping.closes = self.keeping.is_waiting && self.loses_record();
        self.keeping.closes
    }

    /// When the review is to be kept next.
    pub(super) const fn keeping_wakeup(&self) -> Option<Timestamp> {
        self.keeping.due
    }
}

/// Whether a record has nothing that the user would miss.
fn is_blank(review: &Review) -> bool {
    let tree = review.tree();
    let is_start = matches!(tree.start(), Start::Xiangqi(start) if **start == Position::start());
    is_start && !review.unsaved && tree.ply_count() == 0 && tree.tags().is_empty() && review.file.is_empty()
}
