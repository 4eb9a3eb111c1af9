//! What stands beside a game in a text: it is kept aside with a note, and is no fault of the game.
//!
//! Texts come from pages, mail and other programs, with headings, rules of equals signs and
//! addresses around the games. Every reader of texts notes them here.

use super::{Location, Note, NoteKind};

/// The most notes of one game that are no faults.
pub(super) const NOTES_PER_GAME: usize = 100;
/// The most characters of a text in a note.
const NOTED_CHARACTERS: usize = 40;

/// The note on a text that is no part of a game.
pub(super) fn note(at: Location, text: &str) -> Note {
    Note { at, kind: NoteKind::Aside { text: beginning(text) } }
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
