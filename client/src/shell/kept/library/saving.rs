//! Saves a changed game of the library.

use super::super::{Refused, Storage};
use super::{Failure, Library, MAX_KEPT_BYTES, hash_of, parse, record_of, text_of};
use chuhe_model::library::{EditedGame, LibraryCopy, LibraryEvent, LibraryId, NewGame};

impl<S: Storage> Library<S> {
    /// Saves a changed game: as a new one if another page has changed or deleted the game that was opened.
    pub(super) fn save(&mut self, edited: EditedGame) -> Result<LibraryEvent, Failure> {
        let copy = edited.copy;
        let entry = self.index.games.iter().find(|((_, number), _)| *number == copy.game.0);
        let text = entry.and_then(|(_, entry)| self.storage.get(&entry.key));
        let stored = text.and_then(|text| parse(&text));
        // the answer did not arrive before the program ended
        if stored.as_ref().is_some_and(|(_, _, stored)| stored.record == edited.game.record) {
            let copy = LibraryCopy::of(copy.game, &edited.game.record);
            return Ok(LibraryEvent::Saved { copy, is_new: false });
        }
        let game = edited.after(stored.as_ref().map(|(_, summary, _)| summary));
        let old = stored.filter(|(_, _, stored)| copy.has(&stored.record));
        let is_new = old.is_none();
        let id = match old {
            Some((number, _, _)) => self.replace(copy.game, number, game)?,
            None => self.add_new(&edited, &game)?,
        };
        Ok(LibraryEvent::Saved { copy: LibraryCopy::of(id, &edited.game.record), is_new })
    }

    /// Replaces the text of a game, which has this number in it.
    fn replace(&mut self, id: LibraryId, number: i64, game: NewGame) -> Result<LibraryId, Failure> {
        let mut games = self.index.games.iter_mut();
        let Some((_, entry)) = games.find(|((_, number), _)| *number == id.0) else {
            return Err(Failure::Full);
        };
        let text = text_of(number, &game.summary, &game.record, game.extension);
        let bytes = entry.key.len() + text.len();
        if self.index.bytes - entry.bytes + bytes > MAX_KEPT_BYTES {
            return Err(Failure::Full);
        }
        // a storage that refuses the new text keeps the old one
        self.storage.set(&entry.key, &text).map_err(|Refused| Failure::Full)?;
        self.index.bytes = self.index.bytes - entry.bytes + bytes;
        (entry.bytes, entry.hash, entry.summary) = (bytes, hash_of(&text), game.summary);
        entry.positions = Some(game.positions.into_iter().collect());
        Ok(id)
    }

    /// Adds a game under the first origin that is free, or has the same record; returns its number.
    fn add_new(&mut self, edited: &EditedGame, game: &NewGame) -> Result<LibraryId, Failure> {
        for origin in edited.origins() {
            if self.add(NewGame { origin: origin.clone(), ..game.clone() })? {
                return Ok(LibraryId(self.index.last));
            }
            let of_origin =
                self.index.games.iter().find(|(_, entry)| entry.key.ends_with(&format!(".{origin}")));
            if let Some((place, entry)) = of_origin
                && record_of(&self.storage, &entry.key).is_some_and(|it| it.record == game.record)
            {
                return Ok(LibraryId(place.1));
            }
        }
        Err(Failure::Full)
    }
}
