//! What was typed in questions and forms of an evening that were closed before they were sent.

use super::dialog::{About, EveningDialog};
use chuhe_tournaments::Tournament;

/// What was typed, of each kind the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Drafts {
    /// The lines of players.
    entries: String,
    /// The words, and what they are about.
    words: Option<(About, String)>,
    /// The reason of a pairing.
    pairing: String,
}

impl Drafts {
    /// Keeps what was typed in a question or form.
    pub(super) fn keep(&mut self, dialog: EveningDialog) {
        match dialog {
            EveningDialog::Question(question) => {
                if !question.words.is_empty() {
                    self.words = Some((question.about, question.words));
                }
            }
            EveningDialog::Entries(form) => self.entries = form.text,
            EveningDialog::Pairing(form) => self.pairing = form.words,
        }
    }

    /// Puts into a new question or form what was typed in the same one before.
    pub(super) fn restore(&mut self, dialog: &mut EveningDialog, tournament: &Tournament) {
        match dialog {
            EveningDialog::Question(question) => {
                if let Some((_, words)) = self.words.take_if(|(about, _)| *about == question.about) {
                    question.edit(&words);
                }
            }
            EveningDialog::Entries(form) => form.edit(&std::mem::take(&mut self.entries), tournament.state()),
            EveningDialog::Pairing(form) => form.edit(&std::mem::take(&mut self.pairing)),
        }
    }
}
