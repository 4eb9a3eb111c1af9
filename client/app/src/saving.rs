//! Saving a game of the library with what the user has added to it.
//!
//! The library replaces the game only if it still is as it was opened: another window may have changed it. The
//! review counts as saved once the library has answered.

use crate::desk::Desk;
use crate::kept_record::Saving;
use crate::sessions::Sessions;
use crate::study::Study;
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::library::{Edited, EditedGame, LibraryCopy, LibraryFailure, LibraryRequest};
use chuhe_model::notices::notice::{LibraryNotice, Notice};
use chuhe_model::review::reviewing::RecordDialog;

impl Study {
    /// Saves the record under review as the game of the library that was opened.
    pub(crate) fn save_to_library(&mut self, desk: &mut Desk) {
        let Some(reviewing) = self.reviewing.as_ref().filter(|_| self.saving.is_none()) else { return };
        let review = &reviewing.review;
        let Some(copy) = review.file.library else { return };
        let user = review.seen.and_then(|seen| seen.own);
        let Some(Edited { game, omitted }) = EditedGame::of(copy, review.record.tree(), user) else {
            return desk.out.notice(Notice::Library(LibraryNotice::Failed(LibraryFailure::TooLarge)));
        };
        self.saving = Some(Saving { edition: (review.number, review.record.edition()), omitted });
        desk.out.push(StorageEffect::Library(LibraryRequest::Save(Box::new(game))));
    }

    /// Handles that the record was saved to the library, and goes on with what the user was asked about.
    pub(crate) fn saved_to_library(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        copy: LibraryCopy,
        is_new: bool,
    ) {
        let Some(Saving { edition: (number, edition), omitted }) = self.saving.take() else { return };
        let is_whole = omitted.is_empty();
        desk.out.notice(Notice::Library(LibraryNotice::Saved { is_new, omitted }));
        let Some(reviewing) = self.reviewing.as_mut().filter(|it| it.review.number == number) else { return };
        let review = &mut reviewing.review;
        review.file.library = Some(copy);
        // what the format does not hold exists only on the screen, and so do later changes
        if review.record.edition() == edition && is_whole {
            review.record.saved();
            review.library_is_older = false;
        }
        let next = match reviewing.dialog.take() {
            Some(RecordDialog::Save { then, .. }) => then,
            Some(RecordDialog::Discard(with)) => Some(with),
            other => {
                reviewing.dialog = other;
                None
            }
        };
        if let Some(next) = next {
            self.replace_record(sessions, desk, *next);
        }
    }
}
