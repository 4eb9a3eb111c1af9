//! Explains why there is no connection.

use super::Text;
use super::format::whole_minutes;
use chuhe_model::connection::link::OfflineReason;
use chuhe_model::exchange::event::{Closed, ConnectFailure};
use chuhe_protocol::CloseReason;

impl Text {
    /// Why there is no connection.
    pub fn offline_reason(&self, reason: &OfflineReason) -> String {
        match reason {
            OfflineReason::ConnectFailed(failure) => self.connect_failure(failure),
            OfflineReason::ChooseHall => self.choose_hall.to_owned(),
            OfflineReason::Version { oldest, newest } if oldest == newest => self.offline_one_version(oldest),
            OfflineReason::Version { oldest, newest } => self.offline_version(oldest, newest),
            OfflineReason::Refused(reason) => self.refusal(*reason),
            OfflineReason::Closed(reason) => self.close_reason(*reason),
            OfflineReason::Broke(Closed::ByServer) => self.offline_by_server.to_owned(),
            OfflineReason::Broke(Closed::Broken) => self.offline_broken.to_owned(),
            OfflineReason::Broke(Closed::Failed(words)) => self.offline_failed(words),
        }
    }

    fn connect_failure(&self, failure: &ConnectFailure) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_connect_failure` lists the others")]
        match failure {
            ConnectFailure::TlsFailed(words) => self.connect_tls_failed(words),
            ConnectFailure::Other(words) => self.connect_other(words),
            plain => self.plain_connect_failure(plain).unwrap_or_default().to_owned(),
        }
    }

    fn close_reason(&self, reason: CloseReason) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_close_reason` lists the others")]
        match reason {
            CloseReason::Banned { wait_ms: None } => self.closed_banned.to_owned(),
            CloseReason::Banned { wait_ms: Some(wait_ms) } => self.closed_banned_for(whole_minutes(wait_ms)),
            plain => self.plain_close_reason(plain).unwrap_or_default().to_owned(),
        }
    }
}
