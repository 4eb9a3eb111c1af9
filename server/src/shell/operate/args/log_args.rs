//! The flags of the log, and the file of what a running server reads again.

use clap::builder::FalseyValueParser;
use std::path::PathBuf;

/// The default level of the log.
pub(super) const DEFAULT_LOG: &str = "info";

/// What is logged, and the file that is read again.
#[derive(Clone, Debug, clap::Args)]
pub struct LogArgs {
    /// Log level or filter: error, warn, info, debug, trace, or for example
    /// chuhe_server=debug. The log goes to standard error
    #[arg(long = "log", value_name = "LOG", default_value = DEFAULT_LOG, env = "CHUHE_LOG")]
    pub filter: String,
    /// File with CHUHE_LOG, CHUHE_LIMITS, CHUHE_RESERVED_NAMES and CHUHE_CHAT_WORDS, as lines NAME=VALUE, that SIGHUP
    /// reads again. It replaces these environment variables; flags come first
    #[arg(long, value_name = "FILE", env = "CHUHE_SETTINGS")]
    pub settings: Option<PathBuf>,
    /// Log one JSON object per line
    #[arg(long = "log-json", env = "CHUHE_LOG_JSON", value_parser = FalseyValueParser::new())]
    pub json: bool,
}
