//! English texts for the reasons why there is no connection.

use super::super::format::whole_minutes;
use super::refusals::refusal;
use crate::core::event::{Closed, ConnectFailure};
use crate::core::link::OfflineReason;
use chuhe_protocol::CloseReason;

pub(super) fn offline_reason(reason: &OfflineReason) -> String {
    match reason {
        OfflineReason::ConnectFailed(failure) => connect_failure(failure),
        OfflineReason::Version { oldest, newest } => {
            format!("The server needs version {oldest} to {newest}; please update the program")
        }
        OfflineReason::Refused(reason) => refusal(*reason),
        OfflineReason::Closed(reason) => close_reason(*reason),
        OfflineReason::Broke(Closed::ByServer) => "The server closed the connection".to_owned(),
        OfflineReason::Broke(Closed::Broken) => "The server sent malformed data".to_owned(),
        OfflineReason::Broke(Closed::Failed(words)) => format!("The connection failed: {words}"),
    }
}

fn connect_failure(failure: &ConnectFailure) -> String {
    let fixed = match failure {
        ConnectFailure::UnknownHost => "This address does not exist",
        ConnectFailure::Refused => "No server is running at this address",
        ConnectFailure::TimedOut => "The server does not respond",
        ConnectFailure::Unreachable => "This address cannot be reached from your network",
        ConnectFailure::NotChuhe => "This is not a Chuhe server",
        ConnectFailure::NoTls => "Not connected: the server does not support TLS",
        ConnectFailure::CertificateChanged(_) => "Not connected: the server's certificate has changed",
        ConnectFailure::TlsFailed(words) => return format!("TLS failed: {words}"),
        ConnectFailure::Other(words) => return format!("Could not connect: {words}"),
    };
    fixed.to_owned()
}

fn close_reason(reason: CloseReason) -> String {
    let fixed = match reason {
        CloseReason::Quit => "You left the server",
        CloseReason::Superseded => "You joined from elsewhere, which closed this connection",
        CloseReason::NoGreeting => "The server closed the connection: no name arrived in time",
        CloseReason::Silent => "The server closed the connection: it received nothing for too long",
        CloseReason::Flood => "The server closed the connection: too many requests",
        CloseReason::SlowReader => "The server closed the connection: your network is too slow",
        CloseReason::BrokenFrame => "The server closed the connection: it received malformed data",
        CloseReason::ShuttingDown => "The server has shut down",
        CloseReason::ServerFull => "The server is full; try again later",
        CloseReason::SignedOut => "You signed out everywhere",
        CloseReason::AddressFull => "Too many connections from your address",
        CloseReason::TlsRequired => "This server accepts TLS connections only",
        CloseReason::Kicked => "The server's operator closed your connection",
        CloseReason::Banned { wait_ms: None } => "You are banned from this server",
        CloseReason::Banned { wait_ms: Some(wait_ms) } => {
            return format!("You are banned from this server for another {} min", whole_minutes(wait_ms));
        }
    };
    fixed.to_owned()
}
