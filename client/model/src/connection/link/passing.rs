//! Which reasons for a lost connection pass.

use super::OfflineReason;
use crate::exchange::event::ConnectFailure;
use chuhe_protocol::CloseReason;

impl OfflineReason {
    /// Whether another attempt may succeed.
    pub(super) const fn is_passing(&self) -> bool {
        match self {
            Self::ConnectFailed(ConnectFailure::NoTls | ConnectFailure::CertificateChanged(_)) => false,
            Self::ConnectFailed(_) | Self::Broke(_) => true,
            Self::Version { .. } | Self::Refused(_) | Self::ChooseHall => false,
            Self::Closed(reason) => matches!(
                reason,
                CloseReason::Silent
                    | CloseReason::SlowReader
                    | CloseReason::ShuttingDown
                    | CloseReason::ServerFull
                    | CloseReason::AddressFull
                    | CloseReason::HallMoved
            ),
        }
    }
}
