//! Stands in for the store of the game without a server in a program built without the feature `host`.

use chuhe_hub::Restored;
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::exchange::local_store::{LocalEvent, LocalRequest};
use std::path::PathBuf;

/// Keeps nothing: the game lasts as long as the program.
#[derive(Debug)]
pub(super) struct LocalStore {}

/// Takes the same argument as the real one and returns nothing.
pub(super) fn open(_folder: Option<PathBuf>) -> (LocalStore, Option<(SavedLocal, Restored)>) {
    (LocalStore {}, None)
}

impl LocalStore {
    /// Does nothing.
    pub(super) fn request(&mut self, _request: LocalRequest) {}

    /// Returns nothing.
    pub(super) fn poll(&mut self) -> Option<LocalEvent> {
        None
    }
}
