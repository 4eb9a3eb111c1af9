//! Keeping the record under review, so that a reload, a crash or the end of the program does not lose it.
//!
//! The shell keeps one review, as text. It is written soon after each change, at once when the program may
//! end, and deleted when the user closes the record. The next start offers it.

use crate::desk::Desk;
use crate::study::Study;
use chuhe_model::review::kept::KeptReview;
use chuhe_rules::clock::Timestamp;

impl Study {
    /// The name of the review that an earlier run of the program kept.
    #[must_use]
    pub fn left_review_name(&self, desk: &Desk) -> Option<String> {
        let kept = self.keeping.left.as_ref()?;
        let text = desk.text();
        Some(kept.name(|name| text.called(name)).unwrap_or_else(|| text.game_choice(kept.game()).to_owned()))
    }

    /// Opens the review that an earlier run of the program kept, with the guesses at its moves.
    pub(crate) fn resume_review(&mut self, now: Timestamp) {
        let Some(kept) = self.open_left_review() else { return };
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.guessing = kept.guessing(&reviewing.review, now).map(Box::new);
        }
        self.keeping.take_over(self.reviewing.as_ref(), self.set_up.as_ref());
    }

    fn open_left_review(&mut self) -> Option<KeptReview> {
        let kept = self.keeping.left.take()?;
        self.aside = false;
        self.show_records(kept.opened().into());
        self.set_up = kept.set_up();
        if let Some(reviewing) = &mut self.reviewing {
            kept.restore(&mut reviewing.review);
        }
        self.keeping.take_over(self.reviewing.as_ref(), self.set_up.as_ref());
        Some(kept)
    }

    /// Opens the review that an earlier run kept if it has unsaved changes, so that the user is asked
    /// before another record replaces it; otherwise drops it.
    pub(crate) fn settle_left_review(&mut self) {
        if self.reviewing.is_none() && self.keeping.left.as_ref().is_some_and(KeptReview::is_unsaved) {
            self.open_left_review();
        } else {
            self.keeping.left = None;
        }
    }

    /// Whether changes of the record are in no file, and the shell does not keep them.
    pub fn loses_record(&self) -> bool {
        let review = self.reviewing.as_ref().map(|reviewing| &reviewing.review);
        review.is_some_and(|review| {
            review.record.unsaved && self.keeping.kept != Some((review.number, review.record.edition()))
        })
    }

    /// Lets the shell keep the review if it has changed, once that is due.
    pub(crate) fn keep_review(&mut self, desk: &mut Desk, now: Timestamp) {
        self.keeping.keep(self.reviewing.as_ref(), self.set_up.as_ref(), desk, now);
    }

    /// Lets the shell keep the review now, because the program may end.
    pub(crate) fn keep_review_now(&mut self, desk: &mut Desk) {
        self.keeping.keep_now(self.reviewing.as_ref(), self.set_up.as_ref(), desk);
    }

    /// Lets the window close once the shell has answered, if it may yet keep what would be lost. Returns
    /// whether it waits.
    pub(crate) fn closes_when_kept(&mut self, desk: &mut Desk) -> bool {
        self.keep_review_now(desk);
        self.keeping.closes = self.keeping.is_waiting && self.loses_record();
        self.keeping.closes
    }
}
