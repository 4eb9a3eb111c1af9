//! The commands of `chuhe-server` on the command line, each with its flags.

use super::data_directory::{DataDirectoryError, data_directory, stored_data_help};
use super::export_postgres_args::ExportPostgresArgs;
use super::maintenance::Health;
use super::operator_request::{OperatorRequest, parse_time_ms};
use crate::cluster_config::{ClusterConfig, DEFAULT_REPLICAS};
use crate::halls::hall_directory;
use chuhe_protocol::{HallName, PlayerName};
use clap::Subcommand;
use clap::builder::RangedU64ValueParser;
use std::net::SocketAddr;
use std::path::PathBuf;

/// The address of `--ops` in `packaging/deploy`.
const DEFAULT_OPS: &str = "127.0.0.1:9900";

/// The name of the connection to NATS of `account erase`.
const ERASER: &str = "account-erase";

/// A command on stored data.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Copy the database to a new file, also while the server runs
    Backup(BackupArgs),
    /// Verify every row and replay every game, without changes. Exit code 0: whole, 1:
    /// damaged, 2: not checked
    Check(DataArgs),
    /// Set aside what cannot be read, and keep the files as they were
    Repair(RepairArgs),
    /// Give up what earlier damage has set aside: among others, the names of lost players can be registered again
    AcceptLoss(AcceptLossArgs),
    /// Write players and finished games to a new file, one JSON object a line
    Export(ExportArgs),
    /// Add finished games to a PostgreSQL database: those of a cluster as they end, or those of a
    /// stopped server
    ExportPostgres(ExportPostgresArgs),
    /// Import an export into a directory without data
    Import(ImportArgs),
    /// Remove old finished games, while no server runs. Running games and accounts stay
    Prune(PruneArgs),
    /// Compute the ratings anew from the rated games, while no server runs
    Ratings(RatingsArgs),
    /// Export or erase what is stored of one player, while no server runs
    Account(AccountArgs),
    /// Send a command to the running server
    Ctl(CtlArgs),
    /// Ask a running server with --ops how it is, for health checks. Exit code 0: well, 1: not
    Probe(ProbeArgs),
}

/// The flags of `probe`.
#[derive(Clone, Debug, clap::Args)]
pub struct ProbeArgs {
    /// What to ask
    #[arg(value_enum, default_value_t)]
    pub health: Health,
    /// The address of --ops
    #[arg(long, value_name = "ADDR:PORT", default_value = DEFAULT_OPS, env = "CHUHE_OPS")]
    pub ops: SocketAddr,
}

/// The flags of `ctl`.
#[derive(Clone, Debug, clap::Args)]
pub struct CtlArgs {
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
    /// The request.
    #[command(subcommand)]
    pub request: OperatorRequest,
}

/// The flags of `backup`.
#[derive(Clone, Debug, clap::Args)]
pub struct BackupArgs {
    /// The new file
    #[arg(value_name = "FILE")]
    pub to: PathBuf,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// The flags of `repair`.
#[derive(Clone, Debug, clap::Args)]
pub struct RepairArgs {
    /// Report what would be set aside, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// The flags of `accept-loss`.
#[derive(Clone, Debug, clap::Args)]
pub struct AcceptLossArgs {
    /// Do it. Without this flag, only say what would be given up
    #[arg(long)]
    pub yes: bool,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// The flags of `export`.
#[derive(Clone, Debug, clap::Args)]
pub struct ExportArgs {
    /// The new file
    #[arg(value_name = "FILE")]
    pub to: PathBuf,
    /// Include the hashes of passwords
    #[arg(long)]
    pub passwords: bool,
    /// Include running games, and those that ended before both players had moved: they have
    /// hidden formations
    #[arg(long)]
    pub all_games: bool,
    /// Only games that ended on this day (UTC) or later
    #[arg(long = "from", value_name = "DATE", conflicts_with = "all_games")]
    pub first_day: Option<jiff::civil::Date>,
    /// Only games that ended on this day (UTC) or earlier
    #[arg(long = "to", value_name = "DATE", conflicts_with = "all_games")]
    pub last_day: Option<jiff::civil::Date>,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// The flags of `import`.
#[derive(Clone, Debug, clap::Args)]
pub struct ImportArgs {
    /// A file that `export` has written
    #[arg(value_name = "FILE")]
    pub from: PathBuf,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// The flags of `prune`.
#[derive(Clone, Debug, clap::Args)]
pub struct PruneArgs {
    /// Remove the games that ended longer ago than this, as 90d or 24h
    #[arg(long = "older-than", value_name = "TIME", value_parser = parse_time_ms)]
    pub older_than_ms: u64,
    /// Report what would be removed, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// The flags of `ratings`.
#[derive(Clone, Debug, clap::Args)]
pub struct RatingsArgs {
    /// What to do
    #[command(subcommand)]
    pub command: RatingsCommand,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// What `ratings` does.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum RatingsCommand {
    /// Put the ratings that follow from the rated games in place of those stored, in each hall or in that of --hall
    Recompute {
        /// Change nothing, and report what differs. Exit code 0: nothing, 1: something
        #[arg(long)]
        check: bool,
    },
}

/// The flags of `account`.
#[derive(Clone, Debug, clap::Args)]
pub struct AccountArgs {
    /// What to do
    #[command(subcommand)]
    pub command: AccountCommand,
    /// The stored data.
    #[command(flatten)]
    pub data: DataArgs,
}

/// What `account` does.
#[derive(Clone, Debug, Subcommand)]
pub enum AccountCommand {
    /// Write the account and the finished games of a player to a new file, one JSON object a line
    Export {
        /// The player
        #[arg(value_name = "NAME", value_parser = PlayerName::parse)]
        name: PlayerName,
        /// The new file
        #[arg(value_name = "FILE")]
        to: PathBuf,
    },
    /// Erase a player, from all halls: games keep a nameless player
    Erase {
        /// The player
        #[arg(value_name = "NAME", value_parser = PlayerName::parse)]
        name: PlayerName,
        /// Erase from the cluster that these NATS servers keep, as nats://HOST:PORT. No node may run
        #[arg(
            long,
            value_name = "URL",
            env = "CHUHE_CLUSTER",
            value_delimiter = ',',
            conflicts_with = "data"
        )]
        cluster: Vec<String>,
        /// File with what this program shows to NATS: a credentials file, the seed of an nkey, or
        /// USER:PASSWORD
        #[arg(long, value_name = "FILE", requires = "cluster", env = "CHUHE_CLUSTER_CREDENTIALS")]
        cluster_credentials: Option<PathBuf>,
        /// PEM file with the authorities that sign the certificates of the NATS servers
        #[arg(long, value_name = "FILE", requires = "cluster", env = "CHUHE_CLUSTER_CA")]
        cluster_ca: Option<PathBuf>,
        /// Replicas of the snapshots that this program stores
        #[arg(long, value_name = "NUMBER", default_value_t = DEFAULT_REPLICAS, env = "CHUHE_REPLICAS")]
        #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=5))]
        replicas: usize,
    },
}

impl AccountCommand {
    /// Returns the cluster from which to erase; `None` without `--cluster`.
    #[must_use]
    pub fn cluster(&self) -> Option<ClusterConfig> {
        let Self::Erase { name: _, cluster, cluster_credentials, cluster_ca, replicas } = self else {
            return None;
        };
        (!cluster.is_empty()).then(|| ClusterConfig {
            servers: cluster.clone(),
            node: ERASER.to_owned(),
            advertised: String::new(),
            credentials: cluster_credentials.clone(),
            ca: cluster_ca.clone(),
            replicas: *replicas,
        })
    }
}

/// The flags that name the data directory. They may stand before and after the request of `ctl`.
#[derive(Clone, Debug, clap::Args)]
pub struct DataArgs {
    /// Directory of players and games. Default: below the user's state directory
    #[arg(long, global = true, value_name = "DIR", help = stored_data_help(), env = "CHUHE_DATA")]
    pub data: Option<PathBuf>,
    /// The hall, if the server has halls
    #[arg(long, global = true, value_name = "NAME", value_parser = HallName::parse)]
    pub hall: Option<HallName>,
}

impl DataArgs {
    /// Returns the data directory, or that of the hall in it.
    ///
    /// # Errors
    /// [`DataDirectoryError`] for `:memory:`, for a file, or if `--data` is absent and the user has no
    /// state directory.
    pub fn directory(&self) -> Result<PathBuf, DataDirectoryError> {
        let directory = data_directory(self.data.as_deref())?.ok_or(DataDirectoryError::InMemory)?;
        Ok(match &self.hall {
            Some(hall) => hall_directory(&directory, hall),
            None => directory,
        })
    }
}
