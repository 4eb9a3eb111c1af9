//! What a server stores, without files: append-only journals, and tables of keys that are set by
//! compare-and-set.
//!
//! [`Store`] is the contract. It promises no more than a replicated log can: an append at an
//! expected number, a read from a number, a compare-and-set of a key, and several of these at once.
//! [`Memory`] implements it for as long as it lives; the store on disk is the server's.
//!
//! To a store everything is bytes. `records` decides which record has which key, and [`values`]
//! encodes and decodes what is stored there.

mod accounts;
mod commit_bytes;
mod contract;
mod erasure;
mod evenings;
mod examined;
mod examined_game;
mod finished_games;
mod memory;
mod outbox;
mod rated_log;
mod records;
mod scanning;
mod search;
#[cfg(feature = "sqlite")]
mod sqlite_error;
pub mod values;
pub mod warned;

pub use accounts::{
    AccountKey, account_players, account_removal, account_write, count_accounts, decode_account,
    decode_owner, encode_account, encode_owner, get_account_key,
};
pub use chuhe_hub::NAMELESS;
pub use commit_bytes::{InvalidCommit, decode_commit, encode_commit};
pub use contract::{
    Durability, KEY_BYTES, KeyValue, Order, Revision, Store, StoreError, Table, VALUE_BYTES, Write,
    check_lengths, end_of,
};
pub use erasure::{Erasure, Fate};
pub use examined::{examined_game, examined_of, examined_write};
pub use examined_game::{ExaminedGame, ExaminedSide};
pub use finished_games::{correction_of, game_of_list, games_of, has_listed, listed_games};
pub use memory::Memory;
pub use outbox::{Batch, Outbox};
pub use rated_log::{
    LogRow, NotCorrected, Replay, corrected_games, fold_log, game_of_log, last_rated_games, log_key,
    read_rated_log,
};
pub use records::{
    ACCOUNT_NAME, FAIR_PLAY, RATED_GAME, alive_at, correction_at, decode_alive, decode_entry,
    decode_fair_play, decode_listed, decode_player, decode_session, decode_standing, entries, erased_players,
    is_usable, last_alive, last_place, place_at, rating_of, restore, write_of,
};
pub use scanning::LOST_ROWS;
pub use search::{ListSearch, SearchPart, SearchRead, find_games};
