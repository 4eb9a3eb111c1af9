//! Saves a changed game of the library.

use super::super::{Refused, Storage};
use super::{Failure, Library, MAX_KEPT_BYTES, hash_of, parse, record_of, text_of};
use chuhe_model::library::{EditedGame, LibraryCopy, LibraryEvent, LibraryId, NewGame, Placed, origins};

impl<S: Storage> Library<S> {
    /// Saves a changed game: as a new one if another page has changed or deleted the game that was opened.
    pub(super) fn save(&mut self, edited: EditedGame) -> Result<LibraryEvent, Failure> {
        let game = edited.copy.game;
        let copy = LibraryCopy::of(game, &edited.game.record);
        let entry = self.index.games.iter().find(|((_, number), _)| *number == game.0);
        let text = entry.and_then(|(_, entry)| self.storage.get(&entry.key));
        let stored = text.and_then(|text| parse(&text));
        let opened = stored.as_ref().map(|(_, summary, stored)| (summary, &stored.record[..]));
        let (id, is_new) = match edited.placed(opened) {
            Placed::Saved => (game, false),
            Placed::Replacing(changed) => {
                // the number in its text may be another one than here
                let number = stored.map_or(game.0, |(number, _, _)| number);
                (self.replace(game, number, changed)?, false)
            }
            Placed::New(changed) => (self.add_new(&changed)?, true),
        };
        Ok(LibraryEvent::Saved { copy: LibraryCopy { game: id, ..copy }, is_new })
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
    fn add_new(&mut self, game: &NewGame) -> Result<LibraryId, Failure> {
        for origin in origins(&game.origin) {
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
