//! The settings that the browser keeps.

use crate::shell::kept::Storage;
use chuhe_model::exchange::servers::{Playing, SavedSeat, Servers};
use chuhe_model::exchange::settings::Settings;

/// The name under which the settings are kept.
pub(super) const KEY: &str = "chuhe.settings";
/// The name under which settings that cannot be read are set aside.
const BAD_KEY: &str = "chuhe.settings.bad";

/// Loads the settings; returns the defaults if there are none or they cannot be read.
pub(super) fn load(storage: &impl Storage) -> Settings {
    let Some(text) = storage.get(KEY) else { return Settings::default() };
    Settings::read(&text).unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot parse the settings; using the defaults");
        // the next save would overwrite session tokens
        if let Err(error) = storage.set(BAD_KEY, &text) {
            tracing::warn!(%error, "cannot set the settings aside");
        }
        Settings::default()
    })
}

/// The settings of a page; other pages may change what is kept.
#[derive(Debug)]
pub(super) struct SharedSettings<S> {
    storage: S,
    /// What this page has kept or taken over last.
    before: Settings,
}

impl<S: Storage> SharedSettings<S> {
    pub(super) fn open(storage: S) -> Self {
        Self { before: load(&storage), storage }
    }

    /// Keeps the settings for the next visit, with what other pages have changed. Returns whether the browser did.
    pub(super) fn save(&mut self, settings: &Settings) -> bool {
        let kept = settings
            .merged(&self.before, &load(&self.storage))
            .map_err(|error| error.to_string())
            .and_then(|merged| serde_json::to_string(&merged).map_err(|error| error.to_string()))
            .and_then(|text| self.storage.set(KEY, &text).map_err(|error| error.to_string()));
        // what could not be kept is a change the next time, too
        if kept.is_ok() {
            self.before = settings.clone();
        }
        kept.inspect_err(|error| tracing::warn!(error, "the settings are not kept")).is_ok()
    }

    /// Where another page plays, if that has changed. From then on this page knows it, so that its next save keeps it.
    pub(super) fn playing_elsewhere(&mut self) -> Option<Option<Playing>> {
        self.changed_elsewhere(|servers| &mut servers.playing)
    }

    /// Where the user plays as far as this page knows, or played when the page that did was closed.
    pub(super) fn playing(&self) -> Option<Playing> {
        self.before.servers.playing.clone()
    }

    /// The session tokens, if another page has changed them.
    pub(super) fn seats_elsewhere(&mut self) -> Option<Vec<SavedSeat>> {
        self.changed_elsewhere(|servers| &mut servers.seats)
    }

    /// A part of what is known of servers, if another page has changed it; this page knows it then.
    fn changed_elsewhere<T: Clone + PartialEq>(&mut self, part: fn(&mut Servers) -> &mut T) -> Option<T> {
        let mut stored = load(&self.storage).servers;
        let (stored, known) = (part(&mut stored), part(&mut self.before.servers));
        if stored == known {
            return None;
        }
        known.clone_from(stored);
        Some(stored.clone())
    }
}
