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
            OfflineReason::Version { oldest, newest } => self.offline_version(oldest, newest),
            OfflineReason::Refused(reason) => self.refusal(*reason),
            OfflineReason::Closed(reason) => self.close_reason(*reason),
            OfflineReason::Broke(Closed::ByServer) => self.offline_by_server.to_owned(),
            OfflineReason::Broke(Closed::Broken) => self.offline_broken.to_owned(),
            OfflineReason::Broke(Closed::Failed(words)) => self.offline_failed(words),
        }
    }

    fn connect_failure(&self, failure: &ConnectFailure) -> String {
        let fixed = match failure {
            ConnectFailure::UnknownHost => self.connect_unknown_host,
            ConnectFailure::Refused => self.connect_refused,
            ConnectFailure::TimedOut => self.connect_timed_out,
            ConnectFailure::Unreachable => self.connect_unreachable,
            ConnectFailure::NotChuhe => self.connect_not_chuhe,
            ConnectFailure::NoTls => self.connect_no_tls,
            ConnectFailure::CertificateChanged(_) => self.connect_certificate_changed,
            ConnectFailure::TlsFailed(words) => return self.connect_tls_failed(words),
            ConnectFailure::Other(words) => return self.connect_other(words),
        };
        fixed.to_owned()
    }

    fn close_reason(&self, reason: CloseReason) -> String {
        let fixed = match reason {
            CloseReason::Quit => self.closed_quit,
            CloseReason::Superseded => self.closed_superseded,
            CloseReason::NoGreeting => self.closed_no_greeting,
            CloseReason::Silent => self.closed_silent,
            CloseReason::Flood => self.closed_flood,
            CloseReason::SlowReader => self.closed_slow_reader,
            CloseReason::BrokenFrame => self.closed_broken_frame,
            CloseReason::ShuttingDown => self.closed_shutting_down,
            CloseReason::ServerFull => self.closed_server_full,
            CloseReason::SignedOut => self.closed_signed_out,
            CloseReason::AddressFull => self.closed_address_full,
            CloseReason::TlsRequired => self.closed_tls_required,
            CloseReason::Kicked => self.closed_kicked,
            CloseReason::NameRegistered => self.closed_name_registered,
            CloseReason::Banned { wait_ms: None } => self.closed_banned,
            CloseReason::HallMoved => self.closed_hall_moved,
            CloseReason::Banned { wait_ms: Some(wait_ms) } => {
                return self.closed_banned_for(whole_minutes(wait_ms));
            }
        };
        fixed.to_owned()
    }
}
