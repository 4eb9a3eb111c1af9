//! The configurable limits: rates per connection, player and address, queue sizes, and reserved names.
//!
//! Operators set each number by its name, and `--help` shows the doc comments of the fields below.
//! The defaults for an address suit a school with some hundred players; those for a player suit a
//! quick one.

use super::chat_words::ChatWords;
use super::rate::Rate;
use super::reserved_names::ReservedNames;
use chuhe_protocol::limits;
use chuhe_rules::clock::Timestamp;
use std::fmt::Write;
use std::str::FromStr;

/// The shortest period of a rate, in milliseconds.
const LEAST_PERIOD_MS: u64 = 100;

/// One number of the limits, by its name.
struct Number<'a> {
    name: String,
    what: &'static str,
    /// The lowest value with which players can still play.
    least: u64,
    value: &'a mut u64,
}

macro_rules! limits {
    (
        rates { $($(#[doc = $rate_doc:literal])+ $rate:ident = $default:expr, at least $fewest:expr;)+ }
        counts { $($(#[doc = $count_doc:literal])+ $count:ident = $number:expr, at least $least:expr;)+ }
    ) => {
        /// The limits that the hub enforces, and those of send queues, which the shell enforces.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Limits {
            $($(#[doc = $rate_doc])+ pub $rate: Rate,)+
            $($(#[doc = $count_doc])+ pub $count: u64,)+
            /// The names that pass for those of the staff.
            pub reserved_names: ReservedNames,
            /// Whether forms for challenges and searches begin as rated. It limits nothing, but changes as limits do.
            pub rated_by_default: bool,
            /// The phrases that mark a line of chat.
            pub chat_words: ChatWords,
        }

        impl Default for Limits {
            fn default() -> Self {
                Self {
                    $($rate: $default,)+
                    $($count: $number,)+
                    reserved_names: ReservedNames::default(),
                    rated_by_default: true,
                    chat_words: ChatWords::default(),
                }
            }
        }

        impl Limits {
            /// Returns every number with its name, its description and its lowest value.
            fn numbers(&mut self) -> Vec<Number<'_>> {
                let mut numbers = Vec::new();
                $(
                    let (name, what) = (option_name(stringify!($rate)), concat!($($rate_doc),+));
                    numbers.push(Number {
                        name: format!("{name}-ms"),
                        what: "The period of that limit, in milliseconds.",
                        least: LEAST_PERIOD_MS,
                        value: &mut self.$rate.within_ms,
                    });
                    numbers.push(Number { name, what, least: $fewest, value: &mut self.$rate.limit });
                )+
                $(
                    let (name, what) = (option_name(stringify!($count)), concat!($($count_doc),+));
                    numbers.push(Number { name, what, least: $least, value: &mut self.$count });
                )+
                numbers.sort_by(|one, other| one.name.cmp(&other.name));
                numbers
            }
        }
    };
}

limits! {
    rates {
        /// Requests on one connection; one more closes it.
        connection_requests = Rate::new(limits::FLOOD_REQUESTS as u64, limits::FLOOD_WINDOW_MS), at least 20;
        /// Attempts to join or resume on one connection.
        connection_entries = Rate::new(20, 10_000), at least 2;
        /// Attempts to log in on one connection.
        connection_logins = Rate::new(5, 30_000), at least 1;
        /// Lines of chat of one player, in all rooms together.
        player_lines = Rate::new(limits::CHAT_BURST as u64, limits::CHAT_WINDOW_MS), at least 1;
        /// Challenges of one player.
        player_challenges = Rate::new(30, 60_000), at least 1;
        /// Attempts of one player to register, change the password or sign out everywhere.
        player_registrations = Rate::new(5, 60_000), at least 1;
        /// Names that one player registers.
        player_names = Rate::new(3, Timestamp::DAY_MS), at least 1;
        /// Requests of one player to watch a game.
        player_watches = Rate::new(limits::WATCH_BURST as u64, limits::WATCH_WINDOW_MS), at least 1;
        /// Blocks, lifted blocks and changes of who may challenge, by one player.
        player_preferences = Rate::new(20, 60_000), at least 1;
        /// Reports by one player.
        player_reports = Rate::new(5, Timestamp::DAY_MS), at least 1;
        /// Requests of one player for finished games.
        player_queries = Rate::new(40, 20_000), at least 2;
        /// Pairings, and changes of the journal of a tournament that compute it anew, by one player.
        player_pairings = Rate::new(20, 60_000), at least 2;
        /// Journals of tournaments that one player begins to follow.
        player_journals = Rate::new(20, 60_000), at least 2;
        /// Requests from one address; one more closes its connection if that has used half of its
        /// own limit.
        address_requests = Rate::new(20_000, 10_000), at least 40;
        /// Attempts to join or resume from one address.
        address_entries = Rate::new(2_000, 60_000), at least 4;
        /// Attempts to log in from one address.
        address_logins = Rate::new(200, 100_000), at least 2;
        /// Lines of chat from one address.
        address_lines = Rate::new(500, 5_000), at least 2;
        /// Challenges from one address.
        address_challenges = Rate::new(2_000, 60_000), at least 2;
        /// Attempts to register, change the password or sign out everywhere from one address.
        address_registrations = Rate::new(300, 3_600_000), at least 2;
        /// Names that are registered from one address. A school with one address needs more.
        address_names = Rate::new(20, Timestamp::DAY_MS), at least 1;
        /// Requests to watch a game from one address.
        address_watches = Rate::new(2_000, 10_000), at least 2;
        /// Blocks, lifted blocks and changes of who may challenge, from one address.
        address_preferences = Rate::new(1_000, 60_000), at least 2;
        /// Reports from one address.
        address_reports = Rate::new(50, Timestamp::DAY_MS), at least 1;
        /// Requests for finished games from one address.
        address_queries = Rate::new(2_000, 20_000), at least 4;
        /// Pairings and such changes of the journal of a tournament from one address.
        address_pairings = Rate::new(100, 60_000), at least 4;
        /// Journals of tournaments that are followed from one address.
        address_journals = Rate::new(1_000, 60_000), at least 4;
        /// Attempts to log in under one name from all addresses together, except those from which
        /// its player has connected before. Further ones wait in a queue, or are refused after
        /// `login-free-attempts` wrong passwords from their address.
        name_logins = Rate::new(20, 600_000), at least 1;
    }
    counts {
        /// Wrong passwords for one name from one address before each further one costs a wait.
        login_free_attempts = 3, at least 1;
        /// The first wait, in milliseconds; each further one is twice as long, up to the longest.
        login_first_wait_ms = 2_000, at least 100;
        /// The longest wait, in milliseconds.
        login_longest_wait_ms = 60_000, at least 100;
        /// How long wrong passwords count, in milliseconds.
        login_memory_ms = 15 * 60_000, at least 1_000;
        /// How long an address with a wrong password for a name waits behind those without one, in
        /// milliseconds.
        login_address_memory_ms = Timestamp::DAY_MS, at least 1_000;
        /// The most pairs of name and address whose wrong passwords are counted.
        login_memories = 50_000, at least 100;
        /// The most attempts to log in under one name that wait in its queue.
        name_waiting_logins = 32, at least 1;
        /// The time between two attempts in the queue of a name, in milliseconds.
        name_login_interval_ms = 500, at least 100;
        /// The most addresses without a connection whose recent requests are counted.
        idle_addresses = 50_000, at least 100;
        /// The most registered names; each takes about two kilobytes of memory with its tokens.
        registered_names = 100_000, at least 1;
        /// Days after the last visit until a registered name with which no game was finished is free again.
        unplayed_name_days = 90, at least 1;
        /// How long each side has for its first move in a game with a time control, in milliseconds; then
        /// the game is aborted.
        first_move_ms = limits::FIRST_MOVE_MS, at least 5_000;
        /// The same in an untimed game.
        untimed_first_move_ms = limits::UNTIMED_FIRST_MOVE_MS, at least 5_000;
        /// Frames that may wait to be sent to one connection; one more closes it.
        send_queue_frames = limits::SEND_QUEUE_FRAMES as u64, at least 128;
        /// Bytes that may wait to be sent to one connection; one more closes it.
        send_queue_bytes = limits::SEND_QUEUE_BYTES as u64, at least 4 * limits::SERVER_FRAME_BYTES as u64;
        /// How long a connection may read nothing of what waits for it, in milliseconds; then it is closed.
        unread_ms = limits::UNREAD_MS, at least 1_000;
    }
}

/// A limit to set, as `NAME=NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitSetting {
    name: String,
    number: u64,
}

/// Why a limit setting is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLimit {
    /// No limit has this name.
    #[error("unknown limit {0:?}; the limits are {names}", names = names().join(", "))]
    UnknownName(String),
    /// The number is missing, below the limit's lowest value, or over [`LimitSetting::MAX`].
    #[error("{name} takes a number from {least} to {max}, as in {name}={default}", max = LimitSetting::MAX)]
    InvalidNumber {
        /// The name of the limit.
        name: String,
        /// Its lowest value. With a lower one, a player could not play.
        least: u64,
        /// Its default value.
        default: u64,
    },
}

impl LimitSetting {
    /// The greatest number that a limit accepts.
    pub const MAX: u64 = 1_000_000_000;
}

impl FromStr for LimitSetting {
    type Err = InvalidLimit;

    fn from_str(text: &str) -> Result<Self, InvalidLimit> {
        let (name, number) = text.split_once('=').unwrap_or((text, ""));
        let name = name.trim().to_owned();
        let mut defaults = Limits::default();
        let Some(limit) = defaults.numbers().into_iter().find(|limit| limit.name == name) else {
            return Err(InvalidLimit::UnknownName(name));
        };
        match number.trim().parse() {
            Ok(number) if (limit.least..=Self::MAX).contains(&number) => Ok(Self { name, number }),
            Ok(_) | Err(_) => {
                Err(InvalidLimit::InvalidNumber { name, least: limit.least, default: *limit.value })
            }
        }
    }
}

impl Limits {
    /// Returns when a registered name lapses whose player was last seen at a time; `None` if it does not,
    /// because the player has finished a game.
    #[must_use]
    pub fn name_lapses_at(&self, seen_at: Timestamp, has_played: bool) -> Option<Timestamp> {
        let after_ms = self.unplayed_name_days.saturating_mul(Timestamp::DAY_MS);
        (!has_played).then(|| seen_at.plus_ms(after_ms))
    }

    /// Sets one limit.
    pub fn set(&mut self, setting: &LimitSetting) {
        for limit in self.numbers() {
            if limit.name == setting.name {
                *limit.value = setting.number;
            }
        }
    }

    /// Returns the lowest numbers that a [`LimitSetting`] accepts. Two players can still play.
    #[must_use]
    pub fn lowest() -> Self {
        let mut limits = Self::default();
        for limit in limits.numbers() {
            *limit.value = limit.least;
        }
        limits
    }

    /// Returns the defaults with their lowest values and descriptions, for operators.
    #[must_use]
    pub fn table() -> String {
        let mut table = String::new();
        for Number { name, what, least, value } in Self::default().numbers() {
            writeln!(table, "  {name}={value}\n         {} At least {least}.", what.trim())
                .expect("writing to a string cannot fail");
        }
        table
    }
}

fn names() -> Vec<String> {
    Limits::default().numbers().into_iter().map(|limit| limit.name).collect()
}

fn option_name(field: &str) -> String {
    field.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_sets_its_number_and_no_other() {
        let names = names();
        assert_eq!(names.len(), 2 * 27 + 16);
        for name in &names {
            let setting: LimitSetting = format!("{name}=777777").parse().expect("a limit");
            let mut limits = Limits::default();
            limits.set(&setting);
            let set: Vec<String> = limits
                .numbers()
                .into_iter()
                .zip(Limits::default().numbers())
                .filter_map(|(now, before)| (*now.value != *before.value).then_some(now.name))
                .collect();
            assert_eq!(set, std::slice::from_ref(name));
        }
        let mut limits = Limits::default();
        limits.set(&" player-lines = 7".parse().expect("a limit"));
        limits.set(&"player-lines-ms=9000".parse().expect("a limit"));
        assert_eq!(limits, Limits { player_lines: Rate::new(7, 9_000), ..Limits::default() });
    }

    #[test]
    fn each_number_has_a_lowest_value_that_is_accepted_and_no_lower_one() {
        let mut lowest = Limits::lowest();
        let mut defaults = Limits::default();
        for (limit, default) in lowest.numbers().into_iter().zip(defaults.numbers()) {
            assert_eq!(*limit.value, limit.least);
            assert!((1..=*default.value).contains(&limit.least), "{}", limit.name);
            let parse = |number: u64| format!("{}={number}", limit.name).parse::<LimitSetting>();
            assert!(parse(limit.least).is_ok());
            let refused = parse(limit.least - 1).expect_err("below the lowest value").to_string();
            assert!(refused.contains(&format!("from {} to", limit.least)), "{refused}");
        }
    }

    #[test]
    fn an_invalid_setting_is_an_error_that_names_the_limits() {
        let bad = |text: &str| text.parse::<LimitSetting>().expect_err(text);
        assert_eq!(bad("moves=5"), InvalidLimit::UnknownName("moves".into()));
        assert_eq!(bad(""), InvalidLimit::UnknownName(String::new()));
        for text in ["player-lines", "player-lines=", "player-lines=-1", "player-lines=0", "player-lines=1e9"]
        {
            let expected = InvalidLimit::InvalidNumber { name: "player-lines".into(), least: 1, default: 5 };
            assert_eq!(bad(text), expected, "{text}");
        }
        let few = bad("send-queue-frames=1").to_string();
        assert_eq!(
            few,
            "send-queue-frames takes a number from 128 to 1000000000, as in send-queue-frames=1024"
        );
        assert!(bad("help").to_string().contains("address-entries-ms, "));
        assert!(Limits::table().contains("player-lines=5\n         Lines of chat of one player"));
    }
}
