//! The commands that work on stored data: one file a command.

mod account;
#[cfg(unix)]
mod backup;
#[cfg(unix)]
mod ctl;
mod export;
mod export_postgres;
mod new_file;
mod probe;
mod progress;
mod prune;
mod verify;

pub use account::{erase_account, erase_from_cluster, export_account};
#[cfg(unix)]
pub use backup::back_up;
#[cfg(unix)]
pub use ctl::operate;
pub use export::{export_to, import_from, range_of_days};
pub use export_postgres::export_postgres;
pub use probe::{Health, probe};
pub use prune::prune;
pub use verify::{Outcome, accept_loss, check, repair};
