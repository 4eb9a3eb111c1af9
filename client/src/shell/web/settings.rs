//! The settings that the browser keeps.

use crate::core::exchange::settings::Settings;
use crate::shell::kept::Storage;

/// The name under which the settings are kept.
const KEY: &str = "chuhe.settings";
/// The name under which settings that cannot be read are set aside.
const BAD_KEY: &str = "chuhe.settings.bad";

/// Loads the settings; returns the defaults if there are none or they cannot be read.
pub(super) fn load(storage: &impl Storage) -> Settings {
    let Some(text) = storage.get(KEY) else { return Settings::default() };
    serde_json::from_str(&text).unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot parse the settings; using the defaults");
        // the next save would overwrite session tokens
        if let Err(error) = storage.set(BAD_KEY, &text) {
            tracing::warn!(%error, "cannot set the settings aside");
        }
        Settings::default()
    })
}

/// Keeps the settings for the next visit. A browser that keeps nothing has told the user so.
pub(super) fn save(storage: &impl Storage, settings: &Settings) {
    let kept = serde_json::to_string(settings)
        .map_err(|error| error.to_string())
        .and_then(|text| storage.set(KEY, &text).map_err(|error| error.to_string()));
    if let Err(error) = kept {
        tracing::warn!(error, "the settings are not kept");
    }
}
