//! What stands beside a game in a text: it is kept aside with a note, and is no fault of the game.
//!
//! Texts come from pages, mail and other programs, with headings, rules of equals signs and
//! addresses around the games. Every reader of texts notes them here.

use super::{Location, MAX_NOTES, Note, NoteKind};

/// The most notes of one game that are no faults.
pub(super) const NOTES_PER_GAME: usize = 100;
/// The most characters of a text in a note.
const NOTED_CHARACTERS: usize = 40;

/// How many notes on a file are still kept.
pub(super) struct NotesLeft {
    faults: usize,
    others: usize,
}

impl Default for NotesLeft {
    fn default() -> Self {
        Self { faults: MAX_NOTES, others: MAX_NOTES }
    }
}

impl NotesLeft {
    /// How many faults are still noted.
    pub(super) const fn faults(&self) -> usize {
        self.faults
    }

    /// Counts the notes of a game, and drops those beyond the limit that are no faults.
    pub(super) fn count(&mut self, notes: &mut Vec<Note>) {
        let faults = notes.iter().filter(|note| note.kind.is_fault()).count();
        self.faults -= faults.min(self.faults);
        if notes.len() - faults > self.others {
            notes.retain(|note| note.kind.is_fault());
        } else {
            self.others -= notes.len() - faults;
        }
    }

    /// Keeps a note on a text between games.
    pub(super) fn keep(&mut self, note: Note, notes: &mut Vec<Note>) {
        if self.others > 0 {
            self.others -= 1;
            notes.push(note);
        }
    }
}

/// The note on a text that is no part of a game.
pub(super) fn note(at: Location, text: &str) -> Note {
    Note::new(at, NoteKind::Aside { text: beginning(text) })
}

/// Whether a note tells of the same line as the last one; both texts then have one note.
pub(super) fn continues(last: Option<&Note>, note: &Note) -> bool {
    let is_aside = |note: &Note| matches!(note.kind, NoteKind::Aside { .. });
    is_aside(note) && last.is_some_and(|last| is_aside(last) && last.at == note.at)
}

/// The beginning of a text, for a note.
pub(super) fn beginning(text: &str) -> String {
    let mut characters = text.trim().chars();
    let mut beginning: String = characters.by_ref().take(NOTED_CHARACTERS).collect();
    if characters.next().is_some() {
        beginning.push('…');
    }
    beginning
}
