//! Why the database cannot be used.

use std::error::Error as _;
use tokio_postgres::error::SqlState;

/// Why the database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// There is no connection, it has ended, or the server cannot work now. A retry may succeed.
    #[error("PostgreSQL cannot be used now: {0}")]
    Unreachable(String),
    /// The server refuses the connection or a statement.
    #[error("PostgreSQL refuses: {0}")]
    Refused(String),
    /// A newer program made the schema.
    #[error(
        "the schema chuhe has version {found}, and this program writes version {writes}: use a newer one"
    )]
    TooNew {
        /// The version of the schema.
        found: i32,
        /// The version that this program writes.
        writes: i32,
    },
    /// The schema is another program's.
    #[error(
        "the schema chuhe of the database is not the archive: it has no table schema_version with one row"
    )]
    Foreign,
    /// A number of the store does not fit into the database.
    #[error("{0} does not fit into a number of the database")]
    Number(u64),
}

impl DatabaseError {
    /// Whether a retry may succeed.
    pub(super) const fn may_pass(&self) -> bool {
        matches!(self, Self::Unreachable(_))
    }
}

impl From<tokio_postgres::Error> for DatabaseError {
    fn from(error: tokio_postgres::Error) -> Self {
        match error.as_db_error() {
            // the connection was ended, or the server is starting or stopping
            Some(refused) if may_pass(refused.code()) => Self::Unreachable(refused.message().to_owned()),
            Some(refused) => Self::Refused(refused.message().to_owned()),
            None => Self::Unreachable(match error.source() {
                Some(cause) => format!("{error}: {cause}"),
                None => error.to_string(),
            }),
        }
    }
}

/// Whether a statement that failed with this code may succeed later.
fn may_pass(code: &SqlState) -> bool {
    // classes 08 (connection), 40 (rollback), 53 (resources), 57P0 (shutdown), 58 (system)
    ["08", "40", "53", "57P0", "58"].iter().any(|class| code.code().starts_with(class))
}
