//! The lobby: who is here, challenges, invitations, and the boards it shows.

use crate::{
    ChallengeId, ChallengePolicy, GameId, GameKind, HallName, Invitation, InvitationCode, InvitationEnd,
    PlayerId, PlayerName, Reach, Seek, SeekAnswer, ShownRating, Terms,
};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::luzhanqi::{BoardKind, Station};
use chuhe_rules::{Outcome, xiangqi};
use serde::{Deserialize, Serialize};

/// A request in the lobby.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum LobbyRequest {
    /// Challenges a player.
    Challenge {
        /// The player to challenge.
        opponent: PlayerId,
        /// The terms.
        terms: Terms,
    },
    /// Cancels the player's own challenge.
    CancelChallenge {
        /// Which.
        challenge: ChallengeId,
    },
    /// Accepts a challenge.
    AcceptChallenge {
        /// Which.
        challenge: ChallengeId,
    },
    /// Declines a challenge.
    DeclineChallenge {
        /// Which.
        challenge: ChallengeId,
        /// The reason.
        reason: DeclineReason,
    },
    /// Opens an invitation: a challenge to whoever has its code.
    ///
    /// The answer is [`LobbyMessage::InvitationOpened`]. A player who sits at a table is
    /// refused with [`crate::Refusal::YouAreBusy`].
    Invite {
        /// The terms, with the player as the challenger.
        terms: Terms,
    },
    /// Withdraws the player's own invitation.
    WithdrawInvitation {
        /// Which.
        code: InvitationCode,
    },
    /// Requests who invites, and the terms. A client may send it before it has joined.
    ///
    /// The answer is [`LobbyMessage::InvitationFound`], or, for the player who has accepted the
    /// invitation and waits, [`LobbyMessage::InvitationAccepted`]. It is refused as
    /// [`LobbyRequest::AcceptInvitation`] is, except that a player at a table may request it, and that
    /// blocks do not apply before joining. It counts as a challenge towards the rate limits.
    FindInvitation {
        /// Which.
        code: InvitationCode,
        /// The hall of the invitation, for a client that has not joined. The server ignores it after that.
        hall: Option<HallName>,
    },
    /// Accepts an invitation: the game begins, as soon as both players are there.
    ///
    /// While the inviting player is away, the requester holds the place and waits, for up to
    /// [`crate::limits::INVITATION_WAIT_MS`], and receives
    /// [`LobbyMessage::InvitationAccepted`]. A player holds one place: accepting another
    /// invitation leaves the first. Others are refused with [`crate::InvitationRefusal::Taken`]
    /// meanwhile, and with [`crate::InvitationRefusal::Closed`] once the game has begun. Refused with
    /// [`crate::Refusal::YouAreBusy`] at a table; and if one of the two has blocked the other, with
    /// [`crate::Refusal::PlayerBlocked`] or [`crate::Refusal::NoChallenges`].
    AcceptInvitation {
        /// Which.
        code: InvitationCode,
    },
    /// Leaves the wait for the player who invites: the invitation is open again.
    ///
    /// Refused with [`crate::InvitationRefusal::Unknown`] if the player does not hold its place.
    LeaveInvitation {
        /// Which.
        code: InvitationCode,
    },
    /// Requests the players who were on the server last.
    ///
    /// The answer is [`LobbyMessage::Visitors`].
    ListVisitors,
    /// Chooses the games whose boards the client shows in its lobby, in place of those before.
    ///
    /// The server sends a [`LobbyMessage::Preview`] of each, and another one when the board
    /// has changed, at most every [`crate::limits::PREVIEW_MS`]. It ends with an empty list, with the
    /// connection, and when the player sits down at a table. A player who sits at one is refused
    /// with [`crate::Refusal::YouAreBusy`]. Games that are not open are left out, without a refusal.
    PreviewGames {
        /// The games; the server ignores those beyond the first [`crate::limits::PREVIEWED_GAMES`].
        games: Vec<GameId>,
    },
    /// Seeks an opponent on one of these terms, in place of what the player sought before.
    ///
    /// If another player seeks fitting terms and their ratings are near enough, the game begins, on the first of the other's
    /// terms that fit: of several with somebody else than the last opponent, then with the nearest rating, then with the
    /// one who has sought longest. Ratings are near enough if both players have chosen to reach that far, and one of the
    /// two seeks reaches that far by now ([`Reach::after`]) or fewer than [`crate::limits::WIDENING_PLAYERS`] players are in the hall. Otherwise [`Player::seeking`] shows the seek to everyone. It ends with
    /// [`LobbyRequest::EndSeek`], with the connection, when the client goes to sleep ([`crate::DoorRequest::Sleep`]),
    /// and when the player begins any game. Two of whom one blocks the other do not meet, nor do a guest and a player
    /// who accepts challenges from registered players only. A player in a running game is refused with
    /// [`crate::Refusal::YouAreBusy`], and one who must wait with [`crate::SeekRefusal::Wait`]. It counts as a challenge
    /// towards the rate limits.
    Seek {
        /// The terms, the preferred ones first; at most [`crate::limits::SEEK_TERMS`], none with a start position or
        /// time odds.
        terms: Vec<Terms>,
        /// How far the rating of the opponent may be from the player's own.
        reach: Reach,
        /// Whether the seek outlives the connection, for [`crate::limits::LASTING_SEEK_MS`] from now: the player is told later
        /// who takes it ([`LobbyMessage::SeekAnswers`]). A guest is refused with [`crate::SeekRefusal::Guest`].
        ///
        /// It ends with [`LobbyRequest::EndSeek`], with another seek that does not last, and when the player begins any
        /// game.
        lasting: bool,
    },
    /// Withdraws the player's seek, if there is one.
    EndSeek,
    /// Plays somebody who seeks, on these of their terms: the game begins.
    ///
    /// If their seek is not [live](Seek::live), no game begins: the server keeps the answer, tells them, and answers with
    /// [`LobbyMessage::SeekAnswerKept`]. Another answer replaces the one before. It is refused with
    /// [`crate::SeekRefusal::TooManyAnswers`] if there are too many.
    ///
    /// Refused with [`crate::SeekRefusal::Gone`] if they no longer seek them or one of the two blocks the other, with
    /// [`crate::Refusal::RegisteredChallengersOnly`] for a guest whom their policy excludes, with
    /// [`crate::SeekRefusal::OutOfReach`] if the ratings are further apart than they have chosen, and with
    /// [`crate::Refusal::YouAreBusy`] for a player in a running game. A player who must wait is refused with
    /// [`crate::SeekRefusal::Wait`].
    TakeSeek {
        /// Who seeks.
        player: PlayerId,
        /// Which of their terms.
        terms: Terms,
    },
    /// Drops the answer between the requester and this player, whoever of the two has given it ([`SeekAnswer`]).
    DropSeekAnswer {
        /// The other player.
        player: PlayerId,
    },
    /// Chooses the page of the player list that the client receives while the list is sent in pages.
    ///
    /// The answer is [`LobbyMessage::Page`] with the players, or the whole list if the lobby is small. The server
    /// remembers the choice until the player sits down at a table or the connection ends. It counts as a query towards
    /// the rate limits. A player at a table is refused with [`crate::Refusal::YouAreBusy`].
    ListPlayers(PageRequest),
    /// Chooses the players whose presence the client receives beside its page, in place of those before.
    ///
    /// The answer is a [`LobbyMessage::Presence`] of those who are listed, and their changes follow as such while the list
    /// is sent in pages. The client's own player is always one of them. It ends with the connection, and when the player
    /// sits down at a table. A player who sits at one is refused with [`crate::Refusal::YouAreBusy`]. It counts as a query
    /// towards the rate limits.
    FollowPlayers {
        /// The players; the server ignores those beyond the first [`crate::limits::FOLLOWED_PLAYERS`].
        players: Vec<PlayerId>,
    },
    /// Requests the presence of the player with this name, on the client's page or not.
    ///
    /// The answer is [`LobbyMessage::Presence`]. Refused with [`crate::Refusal::NoSuchPlayer`] if nobody of that name is
    /// listed. It counts as a query towards the rate limits.
    FindPlayer {
        /// Their name.
        name: PlayerName,
    },
}

/// A page of the player list: [`crate::limits::LOBBY_PAGE`] of the players who match.
///
/// Players who seek an opponent come first, then other people who are connected, computer players, people away, and
/// players of running games, the oldest game first. Within each group they are in the order of their names in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PageRequest {
    /// Whether only the players of running games match.
    pub games: bool,
    /// Only names that contain this, in any case of their letters, match, and computer players of whose level in words,
    /// such as `电脑 3`, it is a part; at most [`crate::limits::NAME_CHARS`] characters of it count.
    pub find: String,
    /// The number of the page, from 0. A number beyond the last page means the last page.
    pub page: u32,
}

/// A message of the lobby.
///
/// New variants are appended, because order is wire format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
pub enum LobbyMessage {
    /// All players online, including the client's own, in one frame or several; after
    /// [`LobbyMessage::Page`] only those of a page.
    ///
    /// The first frame replaces the client's list. The server sends it to a player who joins
    /// or resumes outside a game, and to a player who leaves a game.
    Players {
        /// A part of the list.
        players: Vec<Player>,
        /// Whether this frame is the first.
        first: bool,
    },
    /// Players came online, went offline or changed their activity.
    ///
    /// Players in a game receive it only when they resume, for themselves and their opponent.
    Presence(Vec<PresenceChange>),
    /// A challenge by or to the client's player was opened.
    // boxed because it is larger than the messages of a game
    ChallengeOpened(Box<Challenge>),
    /// A challenge by or to the client's player was closed.
    ChallengeClosed {
        /// Which.
        challenge: ChallengeId,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// The player's own invitation is open: after [`LobbyRequest::Invite`], after
    /// [`crate::DoorMessage::Joined`] for each that is still open, and when the player who had accepted it
    /// leaves the wait.
    // boxed because it is larger than the messages of a game
    InvitationOpened(Box<Invitation>),
    /// An invitation that the player opened, or whose place they held, was closed.
    InvitationClosed {
        /// Which.
        code: InvitationCode,
        /// How it ended.
        how: InvitationEnd,
    },
    /// The invitation of another player; the response to [`LobbyRequest::FindInvitation`].
    InvitationFound(Box<Invitation>),
    /// The player holds the place of an invitation and waits for the one who invites: after
    /// [`LobbyRequest::AcceptInvitation`] while that player is away, and after
    /// [`crate::DoorMessage::Joined`].
    InvitationAccepted(Box<Invitation>),
    /// The players who were on the server last and are not online, latest first.
    ///
    /// The response to [`LobbyRequest::ListVisitors`]. Computer players are not among them.
    Visitors {
        /// At most [`crate::limits::LAST_VISITORS`] players.
        visitors: Vec<Visitor>,
    },
    /// The board of a game that the client has chosen with [`LobbyRequest::PreviewGames`].
    // boxed because it is larger than the messages of a game
    Preview(Box<Preview>),
    /// The server has kept that the player would play somebody who is away: the response to
    /// [`LobbyRequest::TakeSeek`] if the seek is not live.
    SeekAnswerKept {
        /// The name of the other player.
        name: PlayerName,
    },
    /// All answers to lasting seeks that concern the client's player, in place of those before.
    ///
    /// The server sends it after [`crate::DoorMessage::Joined`] if there are any, and whenever one of them changes.
    SeekAnswers(Vec<SeekAnswer>),
    /// The [`LobbyMessage::Players`] that follow are a page of the list, because more than
    /// [`crate::limits::CROWD`] players are listed.
    Page {
        /// How many players who match are listed before the page.
        skipped: u32,
        /// How many players match the request.
        matching: u32,
    },
    /// Changes to the client's page of the list.
    ///
    /// [`PresenceChange::Gone`] is a player who is not on the page any more: they left, or began or ended what lists them
    /// elsewhere. Presence that is not of the page comes as [`LobbyMessage::Presence`].
    PageChanges(Vec<PresenceChange>),
    /// The numbers of the whole list, which follow each page, and when they have changed, at most every
    /// [`crate::limits::LOBBY_TOTALS_MS`].
    Totals {
        /// How many listed players are connected.
        online: u32,
        /// How many are listed but away.
        away: u32,
        /// How many games are running.
        games: u32,
    },
}

/// A player online.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The player's number.
    pub id: PlayerId,
    /// Their name.
    pub name: PlayerName,
    /// Their activity.
    pub activity: Activity,
    /// Whether they are connected.
    ///
    /// A player without a connection is listed only while in a game, with an open challenge or with a lasting seek.
    pub connected: bool,
    /// The seconds from their join to the sending of this message.
    pub joined_ago_s: u32,
    /// Who may challenge them. They may block individual players besides.
    pub policy: ChallengePolicy,
    /// The level of a computer player of the server, 1 (a beginner) to 10; absent for all others.
    pub computer_level: Option<u8>,
    /// Whether their name is registered, so that nobody else can use it.
    pub registered: bool,
    /// The game that they watch, if they do. They are open to challenges meanwhile.
    pub watching: Option<GameId>,
    /// The opponent whom they seek, if they do.
    // boxed because few do
    pub seeking: Option<Box<Seek>>,
    /// Their ratings, in the order of their classes.
    pub ratings: Vec<ShownRating>,
}

/// A player's activity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Activity {
    /// In the lobby, and open to challenges.
    Idle,
    /// In a running game.
    Playing {
        /// Which game.
        game: GameId,
        /// The opponent.
        opponent: PlayerId,
        /// Which kind of game.
        kind: GameKind,
    },
    /// At the table of a finished game, and open to challenges.
    ///
    /// A player who begins another game leaves that table, and a rematch offer there is closed.
    AtBoard {
        /// Which game.
        game: GameId,
        /// The opponent of that game, who may have left the table.
        opponent: PlayerId,
        /// Which kind of game.
        kind: GameKind,
    },
}

impl Activity {
    /// The game at whose table the player sits, running or over, and their opponent there.
    #[must_use]
    pub const fn table(self) -> Option<(GameId, PlayerId)> {
        match self {
            Self::Idle => None,
            Self::Playing { game, opponent, .. } | Self::AtBoard { game, opponent, .. } => {
                Some((game, opponent))
            }
        }
    }

    /// Whether the player is in a running game, and so not open to challenges.
    #[must_use]
    pub const fn is_playing(self) -> bool {
        matches!(self, Self::Playing { .. })
    }
}

/// A change to the player list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PresenceChange {
    /// A player came online or changed their activity.
    Here(Player),
    /// A player went offline.
    Gone(PlayerId),
}

/// An open challenge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// Its number.
    pub id: ChallengeId,
    /// The challenger.
    pub from: PlayerId,
    /// The challenged player.
    pub to: PlayerId,
    /// The terms of the game.
    pub terms: Terms,
    /// The time until it expires, in milliseconds from the sending of this message.
    pub expires_in_ms: u32,
}

/// How a challenge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChallengeEnd {
    /// The opponent accepted it, and this game begins.
    Accepted(GameId),
    /// The opponent declined it.
    Declined(DeclineReason),
    /// The challenger withdrew it.
    Cancelled,
    /// It was not answered in time.
    Expired,
    /// One of the two players began another game.
    Busy,
    /// One of the two players went offline.
    Gone,
    /// The server is about to stop and starts no new games.
    ShuttingDown,
}

/// Why a player declines a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeclineReason {
    /// No reason given.
    Unspecified,
    /// The player is busy.
    Busy,
    /// The player prefers to play later.
    Later,
    /// The time control is too short.
    TooFast,
    /// The time control is too long.
    TooSlow,
    /// The player wants other terms.
    OtherTerms,
}

/// A player who was on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visitor {
    /// Their name.
    pub name: PlayerName,
    /// The seconds from the time when they were last seen to the sending of this message.
    ///
    /// After a restart of the server it counts from their last join.
    pub seen_ago_s: u32,
}

/// The board of a game as its spectators see it, with their delay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// Which game.
    pub game: GameId,
    /// The number of plies that led to this board.
    pub plies: u16,
    /// How the game ended, if it is over.
    pub outcome: Option<Outcome>,
    /// The board.
    pub board: PreviewBoard,
    /// Both clocks at the sending of this message. With a delay they stand as they were after the last event that
    /// spectators see, and are absent before there is one.
    pub clocks: Option<ClockReading>,
}

/// The pieces on the board of a preview. New variants are appended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PreviewBoard {
    /// A position of xiangqi.
    Xiangqi {
        /// The position, as FEN.
        fen: String,
        /// The last move, if there is one.
        last: Option<xiangqi::Move>,
    },
    /// A position of luzhanqi, in which strengths are hidden.
    Luzhanqi {
        /// The board.
        board: BoardKind,
        /// The stations with red pieces, in order; none while the pieces are set up.
        red: Vec<Station>,
        /// The stations with black pieces, in order.
        black: Vec<Station>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_sits_at_the_table_of_a_running_game_and_of_a_finished_one() {
        let (game, opponent, kind) = (GameId(3), PlayerId(7), GameKind::Xiangqi);
        let playing = Activity::Playing { game, opponent, kind };
        let at_board = Activity::AtBoard { game, opponent, kind };
        let activities = [Activity::Idle, playing, at_board];
        assert_eq!(activities.map(Activity::table), [None, Some((game, opponent)), Some((game, opponent))]);
        assert_eq!(activities.map(Activity::is_playing), [false, true, false]);
    }
}
