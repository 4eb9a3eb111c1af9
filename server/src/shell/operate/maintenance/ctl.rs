//! `chuhe-server ctl`: sends a command to the server that uses a data directory.

use crate::shell::operate::control::{ControlClient, ControlRequest, ControlResponse, SOCKET};
use crate::shell::operate::operator_request::OperatorRequest;
use anyhow::{Context, bail};
use std::path::Path;

/// Sends a request to the server that uses `data`; returns the lines to print.
///
/// # Errors
/// If no server listens there, or the server refuses.
pub fn operate(data: &Path, request: OperatorRequest) -> anyhow::Result<Vec<String>> {
    let server = ControlClient::connect(data).context("cannot reach the running server")?;
    let mut server =
        server.with_context(|| format!("no server listens at {}", data.join(SOCKET).display()))?;
    match server.request(&ControlRequest::Operate(request))? {
        ControlResponse::Lines(lines) => Ok(lines),
        ControlResponse::Failed { why } => bail!("{why}"),
        other @ (ControlResponse::Done | ControlResponse::BackupBegun { .. }) => {
            bail!("the server answers with {other:?}")
        }
    }
}
