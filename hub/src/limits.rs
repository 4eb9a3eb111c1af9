//! How much of what may be asked for, by one connection, one player, one address
//! and all together; and how much may wait for one that reads. Each number has a
//! name, by which it is set. It counts nothing itself.
//!
//! An address may be a school: what it may do suits some hundred players. What
//! one player may do suits one who is quick.

use super::rate::Rate;
use chuhe_protocol::limits;
use std::fmt::Write;
use std::str::FromStr;

macro_rules! limits {
    (
        rates { $($(#[doc = $rate_doc:literal])+ $rate:ident = $default:expr;)+ }
        counts { $($(#[doc = $count_doc:literal])+ $count:ident = $number:expr;)+ }
    ) => {
        /// The limits that the hub holds, and those of what waits for a reader,
        /// which the shell does.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Limits {
            $($(#[doc = $rate_doc])+ pub $rate: Rate,)+
            $($(#[doc = $count_doc])+ pub $count: u64,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($rate: $default,)+ $($count: $number,)+ }
            }
        }

        impl Limits {
            /// Every number, under its name and with what it is for.
            fn numbers(&mut self) -> Vec<(String, &'static str, &mut u64)> {
                let mut numbers = Vec::new();
                $(
                    let (name, what) = (named(stringify!($rate)), concat!($($rate_doc),+));
                    numbers.push((format!("{name}-ms"), "In so many milliseconds.", &mut self.$rate.within_ms));
                    numbers.push((name, what, &mut self.$rate.most));
                )+
                $(
                    let what = concat!($($count_doc),+);
                    numbers.push((named(stringify!($count)), what, &mut self.$count));
                )+
                numbers.sort_by(|one, other| one.0.cmp(&other.0));
                numbers
            }
        }
    };
}

limits! {
    rates {
        /// Requests over one connection; one more, and it is cut.
        connection_requests = Rate::new(limits::FLOOD_REQUESTS as u64, limits::FLOOD_WINDOW_MS);
        /// Attempts to join or resume over one connection.
        connection_entries = Rate::new(20, 10_000);
        /// Attempts to log in over one connection.
        connection_logins = Rate::new(5, 30_000);
        /// Lines of chat by one player, over all rooms.
        player_lines = Rate::new(limits::CHAT_BURST as u64, limits::CHAT_WINDOW_MS);
        /// Challenges by one player.
        player_challenges = Rate::new(30, 60_000);
        /// LoginThrottle of one player to register his name, change his password or sign out everywhere.
        player_registrations = Rate::new(5, 60_000);
        /// Requests of one player to watch a game.
        player_watches = Rate::new(limits::WATCH_BURST as u64, limits::WATCH_WINDOW_MS);
        /// Questions of one player for finished games.
        player_queries = Rate::new(40, 20_000);
        /// Requests from one address; beyond it a connection is cut that has
        /// spent half of its own.
        address_requests = Rate::new(20_000, 10_000);
        /// Attempts to join or resume from one address.
        address_entries = Rate::new(2_000, 60_000);
        /// Attempts to log in from one address.
        address_logins = Rate::new(200, 100_000);
        /// Lines of chat from one address.
        address_lines = Rate::new(500, 5_000);
        /// Challenges from one address.
        address_challenges = Rate::new(2_000, 60_000);
        /// Attempts to register, change a password or sign out everywhere from one address.
        address_registrations = Rate::new(300, 3_600_000);
        /// Requests to watch a game from one address.
        address_watches = Rate::new(2_000, 10_000);
        /// Questions for finished games from one address.
        address_queries = Rate::new(2_000, 20_000);
        /// Attempts to log in under one name from all addresses together, but
        /// for the one from which its player was last here.
        name_logins = Rate::new(20, 600_000);
    }
    counts {
        /// False passwords for one name from one address before each costs a wait.
        login_free_attempts = 3;
        /// The first such wait; each further one is twice as long, up to the longest.
        login_first_wait_ms = 2_000;
        /// The longest such wait.
        login_longest_wait_ms = 60_000;
        /// False passwords are forgotten after this.
        login_memory_ms = 15 * 60_000;
        /// The most names and addresses of which false passwords are remembered.
        login_memories = 50_000;
        /// The most addresses without a connection of which is remembered what they
        /// asked for lately.
        idle_addresses = 50_000;
        /// The most names that are registered; all are held in memory, each with
        /// its tokens in about two kilobytes.
        registered_names = 100_000;
        /// Frames that may wait for one connection; one more, and it is cut.
        send_queue_frames = limits::SEND_QUEUE_FRAMES as u64;
        /// Bytes that may wait for one connection, likewise.
        send_queue_bytes = limits::SEND_QUEUE_BYTES as u64;
        /// A connection that reads nothing of what waits for it is cut after this.
        unread_ms = limits::UNREAD_MS;
    }
}

/// A limit that is to be set: `NAME=NUMBER`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitSetting {
    name: String,
    number: u64,
}

/// Why a limit cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadLimit {
    /// There is no such limit.
    #[error("there is no limit {0:?}; there are {names}", names = names().join(", "))]
    UnknownName(String),
    /// There is no number after the name, or it is not from 1 to
    /// [`LimitSetting::MOST`].
    #[error("{0} takes a number from 1 to {most}, as in {0}=100", most = LimitSetting::MOST)]
    BadNumber(String),
}

impl LimitSetting {
    /// The greatest number that a limit takes.
    pub const MOST: u64 = 1_000_000_000;
}

impl FromStr for LimitSetting {
    type Err = BadLimit;

    fn from_str(text: &str) -> Result<Self, BadLimit> {
        let (name, number) = text.split_once('=').unwrap_or((text, ""));
        let name = name.trim().to_owned();
        if !names().contains(&name) {
            return Err(BadLimit::UnknownName(name));
        }
        match number.trim().parse() {
            Ok(number) if (1..=Self::MOST).contains(&number) => Ok(Self { name, number }),
            Ok(_) | Err(_) => Err(BadLimit::BadNumber(name)),
        }
    }
}

impl Limits {
    /// Sets one.
    pub fn set(&mut self, setting: &LimitSetting) {
        for (name, _, number) in self.numbers() {
            if name == setting.name {
                *number = setting.number;
            }
        }
    }

    /// The usual ones, a line each, for an operator.
    #[must_use]
    pub fn table() -> String {
        let mut table = String::new();
        for (name, what, number) in Self::default().numbers() {
            writeln!(table, "  {name}={number}\n         {}", what.trim()).expect("a text takes any line");
        }
        table
    }
}

fn names() -> Vec<String> {
    Limits::default().numbers().into_iter().map(|(name, ..)| name).collect()
}

fn named(field: &str) -> String {
    field.replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_set_by_its_name_and_no_other() {
        let names = names();
        assert_eq!(names.len(), 2 * 17 + 10);
        for name in &names {
            let setting: LimitSetting = format!("{name}=77").parse().expect("a limit");
            let mut limits = Limits::default();
            limits.set(&setting);
            let set: Vec<String> = limits
                .numbers()
                .into_iter()
                .zip(Limits::default().numbers())
                .filter_map(|(now, before)| (*now.2 != *before.2).then_some(now.0))
                .collect();
            assert_eq!(set, std::slice::from_ref(name));
        }
        let mut limits = Limits::default();
        limits.set(&" player-lines = 7".parse().expect("a limit"));
        limits.set(&"player-lines-ms=9000".parse().expect("a limit"));
        assert_eq!(limits, Limits { player_lines: Rate::new(7, 9_000), ..Limits::default() });
    }

    #[test]
    fn what_is_no_limit_is_told() {
        let bad = |text: &str| text.parse::<LimitSetting>().expect_err(text);
        assert_eq!(bad("moves=5"), BadLimit::UnknownName("moves".into()));
        assert_eq!(bad(""), BadLimit::UnknownName(String::new()));
        for text in ["player-lines", "player-lines=", "player-lines=-1", "player-lines=0", "player-lines=1e9"]
        {
            assert_eq!(bad(text), BadLimit::BadNumber("player-lines".into()), "{text}");
        }
        assert!(bad("help").to_string().contains("address-entries-ms, "));
        assert!(Limits::table().contains("player-lines=5\n         Lines of chat by one player"));
    }
}
