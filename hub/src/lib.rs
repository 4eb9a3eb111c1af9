//! The server's decisions, as state machines that are told their inputs and the
//! time: who is here (`session`, `players`), with whom he plays (`lobby`), and
//! what happened (`room`, `journal`). The [`Hub`] routes between them.
//!
//! Nothing here names a socket, a file, a runtime or the clock of the machine;
//! the same seed and the same inputs give the same outputs, byte for byte.

// the tests' helpers are shared with tests/hub, which is another crate
#[cfg(test)]
extern crate self as chuhe_hub;

mod accounts;
mod actions;
mod admission;
mod boundary;
mod challenges;
mod connections;
mod effects;
mod expiring_map;
mod game_event;
mod hub;
mod journal;
mod lifecycle;
mod limits;
mod lobby_subscribers;
mod login_throttle;
mod names;
mod presence;
mod queries;
mod random;
mod rate;
mod record;
mod restored;
mod room;
mod rooms;
mod spectator_delay;
mod spectators;
mod timers;
mod tokens;

pub use accounts::NOBODYS_HASH;
pub use admission::{Admission, NotAdmitted};
pub use boundary::{Address, ConnectionId, Input, Output};
pub use game_event::{GameEvent, SecretEvent};
pub use hub::{Gauges, Hub, HubConfig};
pub use limits::{BadLimit, LimitSetting, Limits};
pub use rate::Rate;
pub use record::{
    Answer, ChallengeRow, JournalEntry, PasswordHash, PlayerRow, Query, QueryId, Record, SessionRow,
    TokenHash,
};
pub use restored::{Restored, SetAside, StoredGame, StoredValue, Unusable};
pub use room::{InvalidEvent, InvalidJournal};
