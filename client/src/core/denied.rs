//! Why a button does nothing now.

use chuhe_protocol::Refusal;

/// Why something cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// The connection is lost.
    Offline,
    /// The server does not know this game any more.
    Forgotten,
    /// One does not play in this game.
    NoSeat,
    /// One may resign only after so many more steps.
    ResignLater {
        /// How many.
        steps: u16,
    },
    /// The server would refuse it.
    Refused(Refusal),
}
