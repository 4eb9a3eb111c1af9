//! The commands that work on stored data: one file a command.

mod account;
#[cfg(unix)]
mod backup;
#[cfg(unix)]
mod ctl;
#[cfg(feature = "cluster")]
mod erase_from_cluster;
mod export;
#[cfg(feature = "archive")]
mod export_postgres;
#[cfg(not(all(feature = "cluster", feature = "archive")))]
mod missing;
mod new_file;
mod probe;
mod progress;
mod prune;
mod ratings;
mod verify;

pub use account::{erase_account, export_account};
#[cfg(unix)]
pub use backup::back_up;
#[cfg(unix)]
pub use ctl::operate;
#[cfg(feature = "cluster")]
pub use erase_from_cluster::erase_from_cluster;
pub use export::{export_to, import_from, range_of_days};
#[cfg(feature = "archive")]
pub use export_postgres::export_postgres;
#[cfg(not(feature = "cluster"))]
pub use missing::erase_from_cluster;
#[cfg(not(feature = "archive"))]
pub use missing::export_postgres;
pub use probe::{Health, probe};
pub use prune::prune;
pub use ratings::recompute_ratings;
pub use verify::{Outcome, accept_loss, check, repair};
