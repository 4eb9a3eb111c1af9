//! How the shell keeps the game without a server.

use crate::choices::local_choice::SavedLocal;
use chuhe_hub::Record;

/// A request to the shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalRequest {
    /// Keep these records of the hub behind those kept before.
    Keep(Vec<Record>),
    /// Keep this with the records, in place of what was kept before.
    KeepSeats(SavedLocal),
    /// Delete the records: the game is over or was dropped.
    Clear,
    /// The records do not give a game: set them aside. Answered by [`LocalEvent::SetAside`].
    SetAside,
}

/// What the shell reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalEvent {
    /// The records could not be used, and are in this folder now.
    SetAside(String),
    /// The records cannot be read now and stay where they are, with the message of the system.
    Unavailable(String),
    /// The game that is kept is another window's.
    Elsewhere,
    /// The game is not kept, because another window keeps one.
    InUse,
    /// The game is not kept any longer, because there is no more space for it.
    Full,
    /// The game is not kept any longer, with the message of the system.
    Failed(String),
}
