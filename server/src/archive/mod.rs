//! The archive of finished games in PostgreSQL.
//!
//! [`export_cluster`] follows the logs of the halls of a cluster and adds each finished game to the
//! database; [`export_store`] does so once for the store of a stopped server. The schema is
//! `packaging/deploy/postgres.sql`, which the program runs itself.
//!
//! # Nothing twice, nothing lost
//!
//! A game is one row, with the hall and the game's number as its key, so no game is added twice. The
//! transaction that adds games also stores how far the hall's log has been exported. A kill may leave
//! the exporter's copy of the hall ahead of that place. Then the exporter compares every finished game in
//! the copy with the database. A loss of power may leave the copy behind; then it follows the log again.

mod connecting;
mod database_error;
mod exporting;
mod finished_game;
mod postgres;

pub use connecting::{PostgresConfig, PostgresConfigError};
pub use database_error::DatabaseError;
pub use exporting::{ExportConfig, ExportError, export_cluster, export_store};
