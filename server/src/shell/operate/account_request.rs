//! What an operator asks of registered accounts, with `chuhe-server ctl account`.

use chuhe_protocol::PlayerName;
use clap::Subcommand;
use serde::{Deserialize, Serialize};

/// What an operator reads without `--yes`.
pub(crate) const NOT_ERASED: &str = "nothing is changed; --yes erases it";
/// What an operator reads after an erasure.
pub(crate) const ERASED: &str = "erased; the name in finished games goes when the server starts again";
/// How many accounts are listed, unless the operator says otherwise.
const LISTED: usize = 20;

/// A request about registered accounts.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum AccountRequest {
    /// Show an account: number, name, last visit, whether it has finished a game
    Show {
        /// The player
        #[arg(value_parser = PlayerName::parse)]
        name: PlayerName,
    },
    /// List accounts by their last visit, the latest first
    List {
        /// The one that was away for longest first
        #[arg(long)]
        oldest: bool,
        /// The most accounts to list
        #[arg(long, value_name = "NUMBER", default_value_t = LISTED)]
        limit: usize,
    },
    /// Give a player another name; the old one is free then
    Rename {
        /// The player
        #[arg(value_parser = PlayerName::parse)]
        old: PlayerName,
        /// The new name
        #[arg(value_parser = PlayerName::parse)]
        new: PlayerName,
    },
    /// Replace a password by a random one, print it, and sign the player out everywhere
    ResetPassword {
        /// The player
        #[arg(value_parser = PlayerName::parse)]
        name: PlayerName,
    },
    /// Erase an account. The name in finished games goes when the server starts again
    Erase {
        /// The player
        #[arg(value_parser = PlayerName::parse)]
        name: PlayerName,
        /// Do it. Without this flag, only say what would be erased
        #[arg(long)]
        #[serde(default)]
        yes: bool,
    },
}

/// Shows no name: the log must not name a player whom it says to be erased.
impl std::fmt::Debug for AccountRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Show { .. } => "Show",
            Self::List { .. } => "List",
            Self::Rename { .. } => "Rename",
            Self::ResetPassword { .. } => "ResetPassword",
            Self::Erase { yes: true, .. } => "Erase",
            Self::Erase { yes: false, .. } => "Erase without --yes",
        })
    }
}

impl AccountRequest {
    /// Returns whether the request changes what is stored.
    pub(crate) const fn is_stored(&self) -> bool {
        match self {
            Self::Rename { .. } | Self::ResetPassword { .. } | Self::Erase { yes: true, .. } => true,
            Self::Show { .. } | Self::List { .. } | Self::Erase { yes: false, .. } => false,
        }
    }
}
