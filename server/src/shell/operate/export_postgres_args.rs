//! The flags of `chuhe-server export-postgres`.

use chuhe_protocol::HallName;
use std::path::PathBuf;

/// The flags of `export-postgres`.
#[derive(Clone, Debug, clap::Args)]
pub struct ExportPostgresArgs {
    /// Address of the database, without a password: postgresql://USER@HOST/DATABASE, or
    /// "host=/run/postgresql user=USER dbname=DATABASE". A server on another machine must use TLS
    #[arg(long, value_name = "ADDRESS", env = "CHUHE_POSTGRES")]
    pub postgres: String,
    /// File with the password. Without it, the file that PGPASSFILE names is looked up
    #[arg(long, value_name = "FILE", env = "CHUHE_POSTGRES_PASSWORD_FILE")]
    pub postgres_password: Option<PathBuf>,
    /// PEM file with the authorities that sign the certificate of the database. Without it, those of
    /// the system
    #[arg(long, value_name = "FILE", env = "CHUHE_POSTGRES_CA")]
    pub postgres_ca: Option<PathBuf>,
    /// Follow the cluster that these NATS servers keep, as nats://HOST:PORT. Needs --copies
    #[arg(long, value_name = "URL", env = "CHUHE_CLUSTER", value_delimiter = ',', requires = "copies")]
    #[arg(required_unless_present = "data", conflicts_with = "data")]
    pub cluster: Vec<String>,
    /// File with what this program shows to NATS: a credentials file, the seed of an nkey, or
    /// USER:PASSWORD
    #[arg(long, value_name = "FILE", requires = "cluster", env = "CHUHE_CLUSTER_CREDENTIALS")]
    pub cluster_credentials: Option<PathBuf>,
    /// PEM file with the authorities that sign the certificates of the NATS servers
    #[arg(long, value_name = "FILE", requires = "cluster", env = "CHUHE_CLUSTER_CA")]
    pub cluster_ca: Option<PathBuf>,
    /// Directory for this program's copies of the halls; no node may use it
    #[arg(long, value_name = "DIR", requires = "cluster", env = "CHUHE_COPIES")]
    pub copies: Option<PathBuf>,
    /// Export the data of a stopped server without a cluster, and end
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Export this hall; may be given several times. Without it, all halls of a cluster, or the data of a
    /// server without halls
    #[arg(long = "hall", value_name = "NAME", value_parser = HallName::parse)]
    pub halls: Vec<HallName>,
    /// End when the database has every finished game
    #[arg(long, requires = "cluster")]
    pub once: bool,
    /// First compare all finished games with the database, and try those again that were left out
    #[arg(long, requires = "cluster")]
    pub again: bool,
    /// Log level or filter: error, warn, info, debug, trace, or for example
    /// chuhe_server=debug. The log goes to standard error
    #[arg(long, default_value = "info", env = "CHUHE_LOG")]
    pub log: String,
}
