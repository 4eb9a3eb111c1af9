//! The settings file: read at the start, written when the core requests it.

use anyhow::Context;
use chuhe_model::exchange::servers::SavedSeat;
use chuhe_model::exchange::settings::Settings;
use etcetera::BaseStrategy as _;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
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

    /// Returns the folder of the game without a server, next to the file.
    #[must_use]
    pub fn local(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_extension("local"))
    }

    /// Returns the file with the review that is kept, next to the file.
    #[must_use]
    pub fn review(&self) -> Option<PathBuf> {
        self.path.as_ref().map(|path| path.with_extension("review"))
    }

    /// Returns the folder of the file.
    #[must_use]
    pub fn folder(&self) -> Option<PathBuf> {
        self.path.as_ref().and_then(|path| path.parent()).map(Path::to_owned)
    }

    /// Locks the file for this window until the result is dropped; `None` if another window has it.
    #[must_use]
    pub fn lock(&self) -> Option<File> {
        let path = self.path.as_ref()?.with_extension("lock");
        let file = OpenOptions::new().create(true).write(true).truncate(false).open(path).ok()?;
        file.try_lock().ok().map(|()| file)
    }

    /// Loads the settings; returns the defaults if there are none or they cannot be read.
    #[must_use]
    pub fn load(&self) -> Settings {
        let Some(path) = &self.path else { return Settings::default() };
        match fs::read_to_string(path) {
            Ok(text) => Settings::read(&text).unwrap_or_else(|error| {
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
        // the settings contain session tokens
        replace(path, text.as_bytes(), Access::Owner)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// The settings of a window whose file other windows may change.
#[derive(Debug)]
pub(super) struct SharedSettings {
    file: SettingsFile,
    /// What this window has kept or taken over last.
    before: Settings,
}

impl SharedSettings {
    pub(super) fn open(file: SettingsFile) -> Self {
        Self { before: file.load(), file }
    }

    /// Saves the settings of this window, with what other windows have changed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn save(&mut self, settings: &Settings) -> anyhow::Result<()> {
        let merged = settings.merged(&self.before, &self.file.load())?;
        // what could not be saved is a change the next time, too
        self.file.save(&merged)?;
        self.before = settings.clone();
        Ok(())
    }

    /// The session tokens, if another window has changed them.
    pub(super) fn seats_elsewhere(&mut self) -> Option<Vec<SavedSeat>> {
        let seats = self.file.load().servers.seats;
        if seats == self.before.servers.seats {
            return None;
        }
        self.before.servers.seats.clone_from(&seats);
        Some(seats)
    }
}

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Only the current user.
    Owner,
    /// Those who could read the file before, or as the system has it for new files.
    Usual,
}

/// Replaces a file atomically. A symbolic link stays, and the file that it leads to is replaced.
pub(super) fn replace(path: &Path, bytes: &[u8], access: Access) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    let temporary = path.with_file_name(name);
    let permissions = match access {
        Access::Owner => None,
        Access::Usual => fs::metadata(&path).ok().map(|before| before.permissions()),
    };
    let written =
        write_new(&temporary, bytes, access, permissions).and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // it may not exist
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8], access: Access, permissions: Option<Permissions>) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if access == Access::Owner {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = access;
    let mut file = options.open(path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::exchange::servers::{RecentServer, Servers};
    use chuhe_protocol::SessionToken;

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
        let settings = Settings {
            servers: Servers { name: "云中鹤".into(), port: 7, ..Servers::default() },
            ..Settings::default()
        };
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

    #[test]
    fn two_windows_keep_the_newest_token_of_a_session() {
        let directory = directory("shared");
        let file = SettingsFile::at(Some(directory.join("settings.json")));
        let server = RecentServer { host: "h".into(), port: 1, name: "a".into() };
        let token = |n: u8| SessionToken([n; 16]);
        let mut settings = Settings::default();
        settings.servers.joined(&server, token(1));
        file.save(&settings).unwrap();
        let [mut one, mut two] = [SharedSettings::open(file.clone()), SharedSettings::open(file.clone())];
        let mut of_two = settings.clone();
        of_two.servers.joined(&server, token(2));
        two.save(&of_two).unwrap();
        // a change of something else keeps the token of the other window
        settings.attention.sound.muted = true;
        one.save(&settings).unwrap();
        assert_eq!(file.load().servers.token(&server), Some(token(2)));
        let seats = one.seats_elsewhere().expect("the other window has a newer token");
        assert_eq!((seats[0].token, one.seats_elsewhere()), (token(2), None));
        settings.servers.seats = seats;
        settings.servers.joined(&server, token(3));
        one.save(&settings).unwrap();
        assert_eq!(two.seats_elsewhere().map(|seats| seats[0].token), Some(token(3)));
        assert!(file.load().attention.sound.muted);
        fs::remove_dir_all(directory).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_keeps_its_permissions_and_the_link_to_it() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("a.pgn"), directory.path().join("link.pgn"));
        fs::write(&file, "one").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        replace(&link, b"two", Access::Usual).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"two");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&file), 0o640);
        replace(&link, b"three", Access::Owner).unwrap();
        assert_eq!(mode(&file), 0o600);
    }

    #[test]
    fn a_failed_write_leaves_no_temporary_file() {
        let directory = tempfile::tempdir().unwrap();
        let folder = directory.path().join("folder");
        fs::create_dir_all(folder.join("full")).unwrap();
        assert!(replace(&folder, b"one", Access::Usual).is_err());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
