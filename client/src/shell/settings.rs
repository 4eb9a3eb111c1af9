//! The settings file: read at the start, written when the core requests it.

use crate::core::settings::Settings;
use anyhow::Context;
use etcetera::BaseStrategy as _;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The path of the settings file.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    path: Option<PathBuf>,
}

impl SettingsFile {
    /// Uses `path`, or the user's default settings file.
    #[must_use]
    pub fn at(path: Option<PathBuf>) -> Self {
        let default = || {
            let strategy = etcetera::choose_base_strategy().ok()?;
            Some(strategy.config_dir().join("chuhe").join("settings.json"))
        };
        Self { path: path.or_else(default) }
    }

    /// Returns the data directory of a server hosted by this client, next to the file.
    #[must_use]
    pub fn hosted(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_extension("hosted"))
    }

    /// Returns the folder of the file.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        self.path.as_ref().and_then(|path| path.parent()).map(Path::to_owned)
    }

    /// Loads the settings; returns the defaults if there are none or they cannot be read.
    #[must_use]
    pub fn load(&self) -> Settings {
        let Some(path) = &self.path else { return Settings::default() };
        match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).unwrap_or_else(|error| {
                tracing::warn!(path = %path.display(), %error, "cannot parse the settings; using the defaults");
                // the next save would overwrite session tokens and pinned certificates
                if let Err(error) = fs::rename(path, path.with_extension("bad")) {
                    tracing::warn!(%error, "cannot back up the settings");
                }
                Settings::default()
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Settings::default(),
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "cannot read the settings; using the defaults");
                Settings::default()
            }
        }
    }

    /// Saves the settings atomically.
    ///
    /// # Errors
    /// If the directory or the file cannot be written.
    pub fn save(&self, settings: &Settings) -> anyhow::Result<()> {
        let path = self.path.as_ref().context("this system has no directory for settings")?;
        let text = serde_json::to_string_pretty(settings)?;
        replace(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Replaces a file atomically.
///
/// Only the current user can read it, because the settings contain session tokens.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let temporary = path.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&temporary)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&temporary, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn directory(name: &str) -> PathBuf {
        let directory = std::env::temp_dir().join(format!("chuhe-settings-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        directory
    }

    #[test]
    fn saved_settings_are_loaded() {
        let directory = directory("saved");
        let file = SettingsFile::at(Some(directory.join("deep/settings.json")));
        assert_eq!(file.load(), Settings::default());
        let settings = Settings { name: "云中鹤".into(), port: 7, ..Settings::default() };
        file.save(&settings).unwrap();
        file.save(&settings).unwrap();
        assert_eq!(file.load(), settings);
        assert_eq!(fs::read_dir(directory.join("deep")).unwrap().count(), 1);
        fs::remove_dir_all(directory).unwrap();
    }

    #[test]
    fn malformed_file_is_backed_up_and_yields_the_defaults() {
        let directory = directory("bad");
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("settings.json");
        fs::write(&path, "{ not json").unwrap();
        assert_eq!(SettingsFile::at(Some(path.clone())).load(), Settings::default());
        assert_eq!(fs::read_to_string(path.with_extension("bad")).unwrap(), "{ not json");
        fs::remove_dir_all(directory).unwrap();
    }
}
