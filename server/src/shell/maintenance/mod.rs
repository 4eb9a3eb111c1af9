//! The commands that work on stored data: one file a command.

#[cfg(unix)]
mod backup;

#[cfg(unix)]
pub use backup::back_up;
