//! The settings file: read at the start, written when the core asks for it.

use crate::core::settings::Settings;
use anyhow::Context;
use etcetera::BaseStrategy as _;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Where the settings are kept.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    path: Option<PathBuf>,
}

impl SettingsFile {
    /// This file, or the usual one of this user.
    #[must_use]
    pub fn at(path: Option<PathBuf>) -> Self {
        let usual = || {
            let strategy = etcetera::choose_base_strategy().ok()?;
            Some(strategy.config_dir().join("chuhe").join("settings.json"))
        };
        Self { path: path.or_else(usual) }
    }

    /// Where a server that is hosted here keeps its games: a directory beside the file.
    #[must_use]
    pub fn hosted(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_extension("hosted"))
    }

    /// The folder it is in.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        self.path.as_ref().and_then(|path| path.parent()).map(Path::to_owned)
    }

    /// What it holds; the defaults, if there is none or it cannot be read.
    #[must_use]
    pub fn load(&self) -> Settings {
        let Some(path) = &self.path else { return Settings::default() };
        match fs::read_to_string(path) {
            Ok(text) => serde_json::from_str(&text).unwrap_or_else(|error| {
                tracing::warn!(path = %path.display(), %error, "bad settings; the defaults are used");
                // what the next save would replace: by it servers are known and seats resumed
                if let Err(error) = fs::rename(path, path.with_extension("bad")) {
                    tracing::warn!(%error, "they are not kept aside");
                }
                Settings::default()
            }),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Settings::default(),
            Err(error) => {
                tracing::warn!(path = %path.display(), %error, "no settings; the defaults are used");
                Settings::default()
            }
        }
    }

    /// Replaces what it holds, whole or not at all.
    ///
    /// # Errors
    /// If the directory or the file cannot be written.
    pub fn save(&self, settings: &Settings) -> anyhow::Result<()> {
        let path = self.path.as_ref().context("this system has no directory for settings")?;
        let text = serde_json::to_string_pretty(settings)?;
        replace(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Writes a file beside `path` and puts it in its place. Only this user may read it: the
/// settings hold the tokens of his seats.
pub(super) fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let beside = path.with_file_name(name);
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    drop(file);
    fs::rename(&beside, path)
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
    fn what_is_saved_is_loaded() {
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
    fn a_bad_file_is_as_none_and_kept_aside() {
        let directory = directory("bad");
        fs::create_dir_all(&directory).unwrap();
        let path = directory.join("settings.json");
        fs::write(&path, "{ not json").unwrap();
        assert_eq!(SettingsFile::at(Some(path.clone())).load(), Settings::default());
        assert_eq!(fs::read_to_string(path.with_extension("bad")).unwrap(), "{ not json");
        fs::remove_dir_all(directory).unwrap();
    }
}
