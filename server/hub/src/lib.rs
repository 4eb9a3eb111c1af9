//! The server's decisions, as state machines without input, output or a clock.
//!
//! The [`Hub`] receives inputs with the time at which they arrive, and returns outputs. It routes
//! between its parts: the `door` (connections, accounts, queries), the `lobby` (presence, challenges,
//! invitations, previews, visitors), the `floor` (rooms, spectators, chat) and the `evenings` (tournaments).
//!
//! No code here uses a socket, a file, a runtime or the machine's clock. The same seed and the same
//! inputs give the same outputs, byte for byte.

// the tests of this crate and those in tests/hub share helpers that name the crate
#[cfg(test)]
extern crate self as chuhe_hub;

mod accounts;
mod actions;
mod address;
mod admission;
mod archive;
mod boundary;
mod caller;
mod challenge_waits;
mod challenges;
mod chat_log;
mod chat_words;
mod connection_id;
mod connections;
mod door;
mod effects;
mod evenings;
mod expiring_map;
mod fair_play;
mod floor;
mod game_event;
mod game_search;
mod han;
mod hashes;
mod hub;
mod invitations;
mod journal;
mod lag;
mod lasting_seeks;
mod lifecycle;
mod limits;
mod lobby;
mod lobby_subscribers;
mod login_gate;
mod login_queue;
mod login_throttle;
#[cfg(any(feature = "look-alikes", test))]
mod look_alikes;
mod moderation;
mod names;
mod player_order;
mod preferences;
mod presence;
mod previews;
mod queries;
mod random;
mod rate;
mod rated_game;
mod rated_journal;
mod rated_log;
mod recent_games;
mod record;
mod report;
mod reports;
mod reserved_names;
mod restored;
mod room;
mod rooms;
mod sanction;
mod seeks;
mod sent_rating;
mod shared_accounts;
mod spectator_delay;
mod spectators;
mod step;
mod timers;
mod tokens;
mod turn_times;
mod visitors;

pub use accounts::UNMATCHABLE_HASH;
pub use address::Address;
pub use admission::{Admission, NotAdmitted};
pub use boundary::{Input, Output, SecurityEvent};
pub use chat_words::{ChatWords, InvalidChatWords};
pub use connection_id::ConnectionId;
pub use evenings::row::{EveningBoardRow, EveningRow, KeptObjection, KeptPause, StoredEvening, scrub_record};
pub use evenings::search::find_pairing;
pub use fair_play::{Conduct, CountedGame, FairPlayRow, PastWait};
pub use game_event::{GameEvent, SecretEvent};
pub use game_search::{GameFinder, GameSearch, SearchStep, main_line};
pub use hashes::{PasswordHash, TokenHash};
pub use hub::gauges::Gauges;
pub use hub::listing::{ListedAccount, ListedEvening, ListedGame, ListedPlayer};
pub use hub::operators::{ActionRefusal, Operators};
pub use hub::{Hub, HubConfig};
pub use limits::{InvalidLimit, LimitSetting, Limits};
pub use login_gate::LoginGate;
pub use login_throttle::{Subject as LoginSubject, Turn as LoginTurn};
pub use names::{NAMELESS, NameKeys, NamePart, spelling_distance};
pub use preferences::Preferences;
pub use rate::Rate;
pub use rated_log::{AppliedCorrection, Correction, LoggedGame};
pub use record::{
    Answer, ChallengeRow, HeldPlace, InvitationRow, JournalEntry, KeptAnswer, LastingSeekRow, PlayerRow,
    Query, QueryId, Record, SessionRow,
};
pub use report::{Decision, ReportRow, Verdict};
pub use reserved_names::ReservedNames;
pub use restored::{Restored, SetAside, StoredGame, StoredValue, Unusable};
pub use room::{InvalidEvent, InvalidJournal};
pub use sanction::{AccountAction, OperatorAction, Sanction, SanctionKind, SanctionTarget};
pub use shared_accounts::{
    AccountAnswer, AccountChange, AccountQuery, AccountRefusal, AccountRow, Removal, SharedAccount,
};
pub use turn_times::TurnTimes;
