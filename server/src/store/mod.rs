//! The store on disk, and the commands on it; [`chuhe_store`] says what is stored.
//!
//! [`Sqlite`] implements the contract of [`chuhe_store::Store`].

mod export;
mod import;
mod problem;
mod sqlite;
mod verify;

pub use export::{EndedRange, ExportError, ExportOptions, Exported, export};
pub use import::{ImportError, Imported, import};
pub use problem::Problem;
pub(crate) use sqlite::OfflineStore;
pub use sqlite::{Opened, Repair, Sqlite};
pub use verify::{Verdict, repair, verify};
