//! The store on disk, and the commands on it; [`chuhe_store`] says what is stored.
//!
//! [`Sqlite`] implements the contract of [`chuhe_store::Store`].

mod acceptance;
mod account;
mod export;
mod import;
mod problem;
mod pruning;
mod ratings;
mod remedy;
mod rewriting;
mod sqlite;
mod verify;

pub use acceptance::accept_loss;
pub use account::{EraseError, Erased, erase, find_players};
pub(crate) use account::{check_idle, erase_from_copy, erase_pending, find_players_in};
pub use export::{EndedRange, ExportError, ExportOptions, Exported, export};
pub use import::{ImportError, Imported, import};
pub use problem::Problem;
pub use pruning::{Pruned, prune};
pub use ratings::{Recomputed, recompute};
pub use remedy::remedy;
pub use rewriting::RewriteError;
pub(crate) use sqlite::offline::OfflineStore;
pub use sqlite::{Opened, Repair, Sqlite};
pub use verify::{Verdict, repair, verify};
