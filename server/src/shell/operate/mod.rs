//! What operators use: flags, settings, commands, metrics, logs and maintenance.

#[cfg(unix)]
pub(crate) mod account_control;
pub(crate) mod account_lines;
pub mod account_request;
pub mod args;
mod argument_parsers;
pub mod command_args;
pub(crate) mod config;
#[cfg(unix)]
pub mod control;
#[cfg(unix)]
pub(crate) mod control_response;
pub mod data_directory;
pub mod export_postgres_args;
#[cfg(unix)]
pub(crate) mod hall_control;
pub(crate) mod live;
pub(crate) mod log_limits;
pub mod logging;
pub mod maintenance;
pub(crate) mod metrics;
pub mod operator_request;
pub(crate) mod ops;
pub mod report_request;
pub(crate) mod security_log;
pub mod settings;
pub mod signals;
pub mod systemd;
