//! What an operator asks of a running server, with `chuhe-server ctl`.

use super::account_request::AccountRequest;
use super::argument_parsers::parse_reason;
pub(crate) use super::argument_parsers::parse_time_ms;
use super::report_request::{ModeratorRequest, ReportRequest};
use chuhe_hub::Correction;
use chuhe_protocol::{CountsAs, GameId};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use clap::Subcommand;
use serde::{Deserialize, Serialize};

/// A request of an operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum OperatorRequest {
    /// List connections, players, games, bans, waits or evenings
    List {
        /// What to list
        what: Listing,
    },
    /// Close a player's connection; they may join again
    Kick {
        /// The player
        name: String,
    },
    /// Keep a name, an address or a network out, and close its connections
    Ban {
        /// A name, an address, or a network such as 203.0.113.0/24
        target: String,
        /// For how long, as 30m, 12h or 7d; without it, until it is lifted
        #[arg(long = "for", value_name = "TIME", value_parser = parse_time_ms)]
        for_ms: Option<u64>,
        /// Also a network wider than /8, or /32 of IPv6
        #[arg(long)]
        #[serde(default)]
        yes: bool,
    },
    /// Refuse the chat of a name, an address or a network
    Silence {
        /// A name, an address, or a network such as 203.0.113.0/24
        target: String,
        /// For how long, as 30m, 12h or 7d; without it, until it is lifted
        #[arg(long = "for", value_name = "TIME", value_parser = parse_time_ms)]
        for_ms: Option<u64>,
        /// Also a network wider than /8, or /32 of IPv6
        #[arg(long)]
        #[serde(default)]
        yes: bool,
    },
    /// End a ban or silence, by its number in the list
    Lift {
        /// The number
        number: u64,
    },
    /// End a player's wait before the next search
    EndWait {
        /// The player
        name: String,
    },
    /// Remove an evening with its journal, by its code in the list
    CloseEvening {
        /// The code
        code: String,
    },
    /// Send a message to all players
    Announce {
        /// The message
        text: String,
    },
    /// Start no new games, and stop the server, or the hall of --hall, when the last one is over
    Drain,
    /// List the halls: name, players, games, capacity
    Halls,
    /// Decide about a finished game
    Game {
        /// What to do
        #[command(subcommand)]
        request: GameRequest,
    },
    /// List the reports of players, show one, or decide it
    #[command(args_conflicts_with_subcommands = true)]
    Reports {
        /// Only those that are not decided
        #[arg(long)]
        #[serde(default)]
        open: bool,
        /// What to do; without it, list them
        #[command(subcommand)]
        request: Option<ReportRequest>,
    },
    /// Choose the moderators, who decide reports in the client
    Moderator {
        /// What to do
        #[command(subcommand)]
        request: ModeratorRequest,
    },
    /// Show, rename or erase a registered account, or give it another password
    Account {
        /// What to do
        #[command(subcommand)]
        request: AccountRequest,
    },
}

impl OperatorRequest {
    /// Returns whether the request changes what is stored.
    pub(crate) const fn is_stored(&self) -> bool {
        match self {
            Self::Ban { .. } | Self::Silence { .. } | Self::Lift { .. } | Self::EndWait { .. } => true,
            Self::CloseEvening { .. } => true,
            Self::Game { request: GameRequest::Correction(_) } => true,
            Self::Account { request } => request.is_stored(),
            Self::Game { request: GameRequest::Agreement { .. } } => false,
            Self::Reports { request, .. } => matches!(request, Some(ReportRequest::Decide { .. })),
            Self::Moderator { request } => !matches!(request, ModeratorRequest::List),
            Self::List { .. } | Self::Kick { .. } | Self::Announce { .. } | Self::Drain | Self::Halls => {
                false
            }
        }
    }
}

/// What an operator decides about a finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum GameRequest {
    /// Say how the moves of a game of xiangqi agree with those of the engine, beside what is usual
    Agreement {
        /// The number of the game, as the list of games and the log have it
        game: u64,
    },
    /// Decide how it counts
    #[command(flatten)]
    #[serde(untagged)]
    Correction(CorrectionRequest),
}

/// How an operator lets a rated game count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Subcommand)]
#[serde(rename_all = "snake_case")]
pub enum CorrectionRequest {
    /// Let a rated game count for nothing. The ratings become those without it
    Annul(FinishedGame),
    /// Let a rated game count with another result. The ratings become those with it
    Correct {
        /// The game
        #[command(flatten)]
        #[serde(flatten)]
        of: FinishedGame,
        /// Who has won
        result: CorrectedResult,
    },
    /// Let a rated game that was annulled or corrected count as it was played again
    Restore(FinishedGame),
}

/// A finished game, and why an operator decides about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
pub struct FinishedGame {
    /// The number of the game, as the list of games and the log have it
    game: u64,
    /// Why: both players read it, and so does whoever asks again
    #[arg(long, value_name = "TEXT", default_value_t, value_parser = parse_reason)]
    #[serde(default)]
    reason: String,
}

/// The result that an operator gives a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum CorrectedResult {
    /// Red has won.
    Red,
    /// Black has won.
    Black,
    /// It is a draw.
    Draw,
}

impl CorrectionRequest {
    /// Returns the game, and how it counts from `at` on; without a correction as it was played.
    ///
    /// # Errors
    /// If the reason is too long.
    pub(crate) fn correction(&self, at: Timestamp) -> Result<(GameId, Option<Correction>), String> {
        let (of, counts_as) = match self {
            Self::Annul(of) => (of, Some(CountsAs::Nothing)),
            Self::Correct { of, result } => (of, Some(result.counts_as())),
            Self::Restore(of) => (of, None),
        };
        let reason = parse_reason(&of.reason)?;
        let changes = None; // the replay has them
        let correction = counts_as.map(|counts_as| Correction { at, reason, counts_as, changes });
        Ok((GameId(of.game), correction))
    }
}

impl CorrectedResult {
    const fn counts_as(self) -> CountsAs {
        match self {
            Self::Red => CountsAs::Won(Color::Red),
            Self::Black => CountsAs::Won(Color::Black),
            Self::Draw => CountsAs::Drawn,
        }
    }
}

/// What can be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Listing {
    /// Open connections: number, address, player.
    Connections,
    /// Known players: number, name, guest or registered, connection, game.
    Players,
    /// Open games: number, kind, red, black, moves, running or over.
    Games,
    /// Bans and silences: number, kind, target, remaining time.
    Bans,
    /// Players who wait before their next search: name, unfinished games, remaining time.
    Waits,
    /// Evenings: code, how far, players, organisers, title.
    Evenings,
}
