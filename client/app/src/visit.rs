//! A visit to a server: the player's identity there, the lobby, and the tables.

use super::snapshot::Snapshot;
use chuhe_model::actions::action::TableAction;
use chuhe_model::guessing::LiveGuessing;
use chuhe_model::lobby::Lobby;
use chuhe_model::lobby::account::AccountDialog;
use chuhe_model::lobby::challenge::ChallengeForm;
use chuhe_model::lobby::chat_marks::ChatMarks;
use chuhe_model::lobby::fair_play::FairPlay;
use chuhe_model::lobby::games::Games;
use chuhe_model::lobby::invitation::{FollowedInvitation, OpenInvitation};
use chuhe_model::lobby::past_games::PastGames;
use chuhe_model::lobby::preferences::Preferences;
use chuhe_model::lobby::profiles::Profiles;
use chuhe_model::lobby::watch::Watch;
use chuhe_model::review::EveningGames;
use chuhe_model::table::{Table, Tables};
use chuhe_protocol::{ChatRoom, GameId, InvitationCode, PagePort, PlayerId, PlayerName};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// A visit to a server, from joining it to leaving it. It outlives lost connections.
#[derive(Debug)]
pub struct Visit {
    /// The player's id.
    pub me: PlayerId,
    /// The player's account.
    pub account: Account,
    /// The lobby.
    pub lobby: Lobby,
    /// The finished games that the server sends.
    pub games: FinishedGames,
    /// The open challenge form.
    pub form: Option<ChallengeForm>,
    /// The invitations of the user, and those that they follow.
    pub invitations: Invitations,
    /// The tables where the user plays, watches or reads.
    pub(crate) tables: Tables,
    /// What is watched.
    pub watch: Watching,
    /// A snapshot that is arriving in frames.
    pub(crate) snapshot: Snapshot,
    /// Whether games are paused because the server cannot store events.
    pub paused: bool,
    /// The table that the user left last.
    pub(crate) departure: LeftTable,
    /// The finished game last kept in the library.
    pub(crate) kept: Option<GameId>,
    /// The player's preferences.
    pub preferences: Preferences,
    /// What counts against the player.
    pub fair_play: FairPlay,
    /// The lines of chat that the server marks.
    pub marks: ChatMarks,
    /// The last requests of which the server has not said what became of them.
    pub(crate) sent: LastRequests,
}

/// The last requests of a visit, until the server is known to have handled them.
#[derive(Debug, Default)]
pub(crate) struct LastRequests {
    /// The challenge, with the number of its request.
    pub(crate) challenge: Option<(u32, PlayerId)>,
    /// What was asked about the game at the table.
    pub(crate) about_game: Option<Unconfirmed>,
    /// The line of chat with its request, restored as a draft if the server refuses it.
    pub(crate) line: Option<(u32, ChatRoom, String)>,
}

/// The player's account at a server.
#[derive(Debug)]
pub struct Account {
    /// The player's name.
    pub name: PlayerName,
    /// Whether the name is registered.
    pub is_registered: bool,
    /// The open dialog of the account.
    pub dialog: Option<AccountDialog>,
}

/// The finished games that the server sends, to one request at a time.
#[derive(Debug, Default)]
pub struct FinishedGames {
    /// The list of the player's games, and the game that is opened from it.
    pub list: Games,
    /// The games for the recent opponents and the card of a player.
    pub past: PastGames,
    /// The profile and the leaderboard that are open.
    pub profiles: Profiles,
    /// The games of a tournament on their way to a file.
    pub evening: EveningGames,
}

/// The invitations of a visit.
#[derive(Debug, Default)]
pub struct Invitations {
    /// The user's own invitation.
    pub own: Option<OpenInvitation>,
    /// The invitation whose link the user has followed.
    pub followed: Option<FollowedInvitation>,
    /// Whether the link to the user's invitation is shown as a QR code.
    pub(crate) shows_code: bool,
    /// The user's invitation that somebody has accepted last, for which the user is called once.
    pub(crate) accepted: Option<InvitationCode>,
    /// Whether the game of an invitation is about to begin, for which the user is called even if they have
    /// only just come back.
    pub(crate) awaits_game: bool,
    /// Where the server's page is, if the server knows no address of it.
    pub(crate) page: Option<PagePort>,
    /// The requests that ask how invitations ended, after a lost connection.
    pub(crate) asked: Vec<AskedInvitation>,
}

impl Invitations {
    /// Whether the link to the user's invitation is shown as a QR code.
    #[must_use]
    pub const fn shows_code(&self) -> bool {
        self.shows_code && self.own.is_some()
    }

    /// The invitation that the user has accepted, while they wait for the player who invites.
    #[must_use]
    pub fn awaited(&self) -> Option<&OpenInvitation> {
        self.followed.as_ref().and_then(FollowedInvitation::awaited)
    }
}

/// What a visit watches.
#[derive(Debug, Default)]
pub struct Watching {
    /// The game being watched.
    pub game: Option<Watch>,
    /// The pending request to watch a game.
    pub(crate) asked: Option<(GameId, u32)>,
    /// The game the user stopped watching: late messages about it are ignored.
    pub(crate) left: Option<GameId>,
    /// The guesses of the moves of the watched game.
    pub(crate) guessing: Option<Box<LiveGuessing>>,
}

/// The table that the user left last.
#[derive(Debug, Default)]
pub(crate) struct LeftTable {
    /// Its game: late messages about it are ignored.
    pub(crate) game: Option<GameId>,
    /// The request to leave it, until the server answers it.
    pub(crate) request: Option<Leaving>,
}

/// A request for an invitation that was open before the connection was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskedInvitation {
    /// The number of the request.
    pub(crate) request: u32,
    /// Whether it is the user's own, and not one for whose game they waited.
    pub(crate) is_own: bool,
}

/// A request about a game, which is sent again if the connection is lost before the server is known to have handled it.
#[derive(Debug)]
pub(crate) struct Unconfirmed {
    /// The number of the request.
    pub(crate) number: u32,
    /// The game.
    pub(crate) game: GameId,
    /// How many plies had been played.
    pub(crate) ply: usize,
    /// What the user did.
    pub(crate) action: TableAction,
}

/// The state of a request to leave a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// Sent, with this number.
    Confirmation(u32),
    /// To be sent again when games resume.
    Again,
}

impl Visit {
    pub(crate) fn new(me: PlayerId, name: PlayerName) -> Self {
        Self {
            me,
            account: Account { name, is_registered: false, dialog: None },
            lobby: Lobby::default(),
            games: FinishedGames::default(),
            form: None,
            invitations: Invitations::default(),
            tables: Tables::default(),
            watch: Watching::default(),
            snapshot: Snapshot::default(),
            paused: false,
            departure: LeftTable::default(),
            kept: None,
            preferences: Preferences::default(),
            fair_play: FairPlay::default(),
            marks: ChatMarks::default(),
            sent: LastRequests::default(),
        }
    }

    /// The table on the screen.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.tables.shown()
    }

    /// Whether the user plays a game now, on the screen or not.
    #[must_use]
    pub fn plays(&self) -> bool {
        self.tables.plays()
    }

    /// The game of the table on the screen.
    pub(crate) fn shown_game(&self) -> Option<GameId> {
        self.table().map(|table| table.game().id())
    }

    /// The rematch of the watched game on the screen, while it can be watched.
    #[must_use]
    pub fn rematch(&self) -> Option<GameId> {
        let game = self.table()?;
        let (rematch, game) = (game.rematch?, game.game());
        let plays = |side| self.lobby.plays_rematch(game.seats()[side].player, rematch, game.id());
        Color::ALL.into_iter().all(plays).then_some(rematch)
    }

    /// Whether the user sits at the board of a finished game, where they can be challenged.
    #[must_use]
    pub fn is_at_finished_board(&self) -> bool {
        self.table().is_some_and(|table| table.game().seat().is_some() && table.game().is_over())
    }

    /// Whether challenges, waits before them, or the search for an opponent count on the screen.
    pub fn counts_down(&self, now: Timestamp) -> bool {
        let mut challenges = self.lobby.incoming(self.me).chain(self.lobby.outgoing(self.me));
        let has_invitation = self.invitations.own.is_some() || self.invitations.followed.is_some();
        challenges.next().is_some()
            || has_invitation
            || self.lobby.sought.is_some()
            || self.lobby.has_waits(now)
    }
}
