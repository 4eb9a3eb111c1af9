//! The store on disk, and the commands on it; [`chuhe_store`] says what is stored.
//!
//! [`Sqlite`] implements the contract of [`chuhe_store::Store`].

mod acceptance;
mod account;
mod export;
mod import;
mod problem;
mod remedy;
mod sqlite;
mod verify;

pub use acceptance::accept_loss;
pub use account::{EraseError, Erased, erase, find_players};
pub use export::{EndedRange, ExportError, ExportOptions, Exported, export};
pub use import::{ImportError, Imported, import};
pub use problem::Problem;
pub use remedy::remedy;
pub(crate) use sqlite::OfflineStore;
pub use sqlite::{Opened, Repair, Sqlite};
pub use verify::{Verdict, repair, verify};
