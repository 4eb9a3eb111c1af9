//! Why a button does nothing now.

use chuhe_protocol::Refusal;

/// Why an action is not possible now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The connection is lost.
    Offline,
    /// The server no longer has this game.
    GameGone,
    /// The user does not play in this game.
    NoSeat,
    /// Resigning is possible only after this many more steps.
    ResignLater {
        /// The number of steps.
        steps: u16,
    },
    /// The server would refuse it.
    Refused(Refusal),
}
