//! The flags for how many may come, and how much they may do.

use crate::shell::operate::settings::read_chat_words;
use chuhe_hub::{ChatWords, LimitSetting, Limits, ReservedNames};
use chuhe_protocol::limits;
use clap::builder::RangedU64ValueParser;

/// Upper bound of the connection limits; more than a machine has file descriptors for.
const MOST_CONNECTIONS: u64 = 1_000_000;

/// How many may come, and how much they may do.
#[derive(Clone, Debug, clap::Args)]
pub struct LimitArgs {
    /// Maximum number of open connections. Default: as many as fit, at most
    /// [`limits::CONNECTIONS`]
    #[arg(long, help = connections_help(), env = "CHUHE_CONNECTIONS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_CONNECTIONS))]
    pub connections: Option<usize>,
    /// Maximum number of open connections from one address
    #[arg(long, default_value_t = limits::ADDRESS_CONNECTIONS, env = "CHUHE_ADDRESS_CONNECTIONS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_CONNECTIONS))]
    pub address_connections: usize,
    /// Bar an address for a minute after this many failed greetings within a minute
    #[arg(long, default_value_t = limits::FAILED_GREETINGS, env = "CHUHE_FAILED_GREETINGS")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_CONNECTIONS))]
    pub failed_greetings: usize,
    /// Change a limit; may be given several times. --help lists all limits
    #[arg(long = "limit", value_name = "NAME=NUMBER", env = "CHUHE_LIMITS", value_delimiter = ',')]
    pub limits: Vec<LimitSetting>,
    /// Names that nobody can take or register, separated by commas, in any spelling, in place of the
    /// usual ones such as admin and 管理员; empty for none but those of computer players. Whoever has registered one
    /// keeps it
    #[arg(long, value_name = "NAME,NAME", env = "CHUHE_RESERVED_NAMES")]
    pub reserved_names: Option<ReservedNames>,
    /// Whether forms for challenges and searches begin as rated. A choice that a player has made goes before it
    #[arg(long, value_name = "BOOL", default_value_t = true, env = "CHUHE_RATED_BY_DEFAULT")]
    #[arg(action = clap::ArgAction::Set)]
    pub rated_by_default: bool,
    /// File with phrases, one a line, that mark a line of chat; clients hide marked lines unless their player shows
    /// them. A line that begins with ! is an ordinary word in which no phrase counts
    #[arg(long, value_name = "FILE", env = "CHUHE_CHAT_WORDS", value_parser = read_chat_words)]
    pub chat_words: Option<ChatWords>,
}

impl LimitArgs {
    /// Returns the default limits as changed by `--limit`, `--reserved-names`, `--rated-by-default` and `--chat-words`.
    #[must_use]
    pub fn all(&self) -> Limits {
        let mut limits = Limits { rated_by_default: self.rated_by_default, ..Limits::default() };
        for setting in &self.limits {
            limits.set(setting);
        }
        if let Some(names) = &self.reserved_names {
            limits.reserved_names = names.clone();
        }
        if let Some(words) = &self.chat_words {
            limits.chat_words = words.clone();
        }
        limits
    }
}

fn connections_help() -> String {
    let default = limits::CONNECTIONS;
    format!("Maximum number of open connections [default: {default}, or as many as files may be open]")
}
