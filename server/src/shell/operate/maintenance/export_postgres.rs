//! `chuhe-server export-postgres`: adds finished games to a PostgreSQL database.

use crate::archive::{ExportConfig, PostgresConfig, PostgresConfigError, export_cluster, export_store};
use crate::cluster_config::{ClusterConfig, DEFAULT_REPLICAS};
use crate::halls::hall_directory;
use crate::shell::operate::export_postgres_args::ExportPostgresArgs;
use crate::shell::operate::logging::Log;
use crate::shell::operate::signals::Signals;
use anyhow::Context;
use chuhe_protocol::HallName;
use std::path::PathBuf;

/// The name of the exporter's connection to NATS.
const NAME: &str = "export-postgres";

/// Adds the finished games of a cluster, or of a stopped server, to the database. Returns how many it added;
/// `None` if a signal ended it.
///
/// # Errors
/// If the flags are invalid, or the export fails.
#[tokio::main(flavor = "current_thread")]
pub async fn export_postgres(args: &ExportPostgresArgs) -> anyhow::Result<Option<u64>> {
    let postgres = args.postgres()?;
    let _log = Log::start(&args.log, false).context("--log is not a valid filter")?;
    let (signalled, _) = Signals::new().context("cannot receive signals")?.first_and_second();
    let exporting = async {
        let Some(config) = args.of_cluster(postgres.clone()) else {
            let mut added = 0;
            for (folder, hall) in stores(args) {
                added += export_store(&postgres, &folder, &hall).await?;
            }
            return Ok(added);
        };
        anyhow::Ok(export_cluster(&config).await?)
    };
    // a transaction that is cut off here never happened
    tokio::select! {
        added = exporting => added.map(Some),
        () = signalled => Ok(None),
    }
}

/// The folders of the stores, with the names of their halls.
fn stores(args: &ExportPostgresArgs) -> Vec<(PathBuf, String)> {
    let Some(data) = &args.data else { return Vec::new() };
    if args.halls.is_empty() {
        return vec![(data.clone(), String::new())];
    }
    let of = |hall: &HallName| (hall_directory(data, hall), hall.as_str().to_owned());
    args.halls.iter().map(of).collect()
}

impl ExportPostgresArgs {
    /// Returns how to reach the database.
    fn postgres(&self) -> Result<PostgresConfig, PostgresConfigError> {
        let passwords = std::env::var_os("PGPASSFILE").map(PathBuf::from);
        let (password, ca) = (self.postgres_password.as_deref(), self.postgres_ca.as_deref());
        PostgresConfig::new(&self.postgres, password, passwords.as_deref(), ca)
    }

    /// Returns what is exported from a cluster; `None` with `--data`.
    fn of_cluster(&self, postgres: PostgresConfig) -> Option<ExportConfig> {
        let copies = self.copies.clone().filter(|_| !self.cluster.is_empty())?;
        let cluster = ClusterConfig {
            servers: self.cluster.clone(),
            node: NAME.to_owned(),
            advertised: String::new(),
            credentials: self.cluster_credentials.clone(),
            ca: self.cluster_ca.clone(),
            // it creates no streams
            replicas: DEFAULT_REPLICAS,
        };
        let (halls, once, again) = (self.halls.clone(), self.once, self.again);
        Some(ExportConfig { cluster, postgres, copies, halls, once, again })
    }
}
