//! Limits on what either side of a conversation accepts.

use std::time::Duration;

/// The longest line in bytes, without its end; a longer one is malformed.
///
/// It holds a position with 13,000 moves.
pub const MAX_LINE_BYTES: usize = 65_536;
/// The characters of foreign text that a message quotes, and the longest name that is kept.
pub const MAX_TEXT_CHARS: usize = 200;
/// The options of an engine that are kept.
pub const MAX_OPTIONS: usize = 500;
/// The values of an option that are kept.
pub const MAX_OPTION_VALUES: usize = 500;
/// The moves of a line of play that are kept.
pub const MAX_LINE_MOVES: usize = 200;
/// The greatest depth that `go perft` counts to: it takes hours.
pub const MAX_PERFT_DEPTH: u8 = 12;

/// The longest time that a command may set, about three years; a longer one becomes this.
///
/// A search can multiply it without an overflow.
pub const MAX_TIME: Duration = Duration::from_secs(100_000_000);
/// The time that an engine has to answer the first command.
pub const START_LIMIT: Duration = Duration::from_secs(10);
/// The time after which an engine that has not answered `uci` is tried with `ucci`.
///
/// On a busy machine engines take seconds to start.
pub const DETECTION_LIMIT: Duration = Duration::from_secs(5);
/// The time that an engine may exceed its own by before it counts as hung.
pub const MOVE_GRACE: Duration = Duration::from_secs(5);
/// The time that an engine has for a search limited by depth or nodes, before it counts as hung.
///
/// It is long enough for any such search of a match, and ends the match if an engine is silent.
pub const SEARCH_LIMIT: Duration = Duration::from_secs(600);
/// The time that an engine has to answer `stop`.
pub const STOP_LIMIT: Duration = Duration::from_secs(5);
/// The time that an engine has to end after `quit` before it is killed.
pub const QUIT_LIMIT: Duration = Duration::from_millis(300);
/// The lines of an engine that wait to be read; the engine waits when there are more.
pub const QUEUED_LINES: usize = 1_024;
