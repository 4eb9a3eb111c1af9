//! The directory of a server's data, as `--data` and the system name it.

use etcetera::BaseStrategy as _;
use std::path::{Path, PathBuf};

/// Value of `--data` that stores everything in memory.
pub(crate) const IN_MEMORY: &str = ":memory:";

/// The description of `--data` for commands on stored data.
pub(crate) fn stored_data_help() -> String {
    format!("Directory of players and games [default: {}]", describe_default())
}

/// Describes the directory of a server without `--data`, or why there is none.
pub(crate) fn describe_default() -> String {
    let default = default_data_directory();
    default.map_or_else(|error| error.to_string(), |directory| directory.display().to_string())
}

/// The data directory for a value of `--data`; `None` for `:memory:`.
pub(crate) fn data_directory(data: Option<&Path>) -> Result<Option<PathBuf>, DataDirectoryError> {
    match data {
        Some(directory) if directory.as_os_str() == IN_MEMORY => Ok(None),
        Some(path) if path.is_file() => Err(DataDirectoryError::IsFile(path.to_owned())),
        Some(directory) => Ok(Some(directory.to_owned())),
        None => default_data_directory().map(Some),
    }
}

/// Returns the data directory of a server without `--data`: below the user's state directory, or what is local data on Windows.
fn default_data_directory() -> Result<PathBuf, DataDirectoryError> {
    let system = etcetera::choose_base_strategy().map_err(|_| DataDirectoryError::NoDefault)?;
    // Windows may copy the directory of `data_dir` to other machines at each login
    let without_state = || if cfg!(windows) { system.cache_dir() } else { system.data_dir() };
    Ok(system.state_dir().unwrap_or_else(without_state).join("chuhe-server"))
}

/// Why there is no directory for the data.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DataDirectoryError {
    /// `--data` is absent, and the user has no state directory.
    #[error("the user has no state directory; name one with --data, or use --data :memory:")]
    NoDefault,
    /// A command cannot work on the data in a server's memory.
    #[error("--data :memory: names no stored data")]
    InMemory,
    /// `--data` names a file.
    #[error("{} is a file; --data takes a directory", .0.display())]
    IsFile(PathBuf),
}
