//! The archive of finished games in PostgreSQL.
//!
//! [`export_cluster`] follows the logs of the halls of a cluster and adds each finished game to the
//! database; [`export_store`] does so once for the store of a stopped server. The schema is
//! `deploy/postgres.sql`, which the program runs itself.
//!
//! # Nothing twice, nothing lost
//!
//! A game is one row with the hall and the game's number as its key, and a game that is there is not
//! added again. How far a hall's log has been exported is stored in the transaction that adds the games
//! up to there. The exporter's own copy of the hall may be ahead of that place after a kill, or behind it
//! after a loss of power: if it is ahead, every finished game in it is compared with the database once.

mod connecting;
mod exporting;
mod finished_game;
mod postgres;

pub use connecting::{PostgresConfig, PostgresConfigError};
pub use exporting::{ExportConfig, ExportError, export_cluster, export_store};
pub use postgres::DatabaseError;
