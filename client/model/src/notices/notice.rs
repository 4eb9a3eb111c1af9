//! Notices: lines of text that disappear by themselves.

use super::evening_notice::EveningNotice;
use super::record_notice::RecordNotice;
use crate::engines::EngineFailure;
use crate::exchange::event::HostFailure;
use crate::exchange::files::FileNotice;
use crate::exchange::local_store::LocalEvent;
use crate::exchange::route::InvalidLink;
use crate::library::{LibraryFailure, PgnCounts};
use crate::lobby::account::PasswordError;
use crate::lobby::challenge::FormError;
use crate::lobby::seek_answers::SeekNews;
use crate::notices::denied::Denied;
use chuhe_protocol::{ChallengeEnd, Fingerprint, InvitationEnd, NameError, Refusal, WatchEnd};
use chuhe_records::formats::Omission;
use chuhe_records::notation::NotationError;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::IllegalFormation;
use chuhe_rules::offers::OfferKind;
use std::collections::VecDeque;

/// How long a notice stays, in milliseconds.
const SHOWN_MS: u64 = 4_500;
/// How long a notice is shown that names what is wrong with a file: its path may be long, and nothing else says it.
const FILE_SHOWN_MS: u64 = 15_000;
/// How long a notice is shown that a game is not rated: it begins beside much that is new, and nothing else says it.
const NOT_RATED_SHOWN_MS: u64 = 12_000;
/// How long a notice is shown that a round is paired: whoever waits for it may look elsewhere.
const CALLED_SHOWN_MS: u64 = 20_000;
/// How long a notice is shown that a link leads nowhere: a page that it opened may show its first frame late, and
/// nothing else says it.
const LINK_SHOWN_MS: u64 = 20_000;
/// How long a refusal is shown at least, even if its waiting time is over: long enough to read it.
const READING_MS: u64 = 2_000;

/// How many notices are kept for the text mode; one update makes fewer.
const RECENT: usize = 16;

/// The content of a notice about the library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryNotice {
    /// Games were exported.
    Exported {
        /// The path of the file.
        path: String,
        /// What became of the games.
        counts: PgnCounts,
    },
    /// So many games were deleted.
    Deleted(usize),
    /// So many games that were deleted are back.
    Undeleted(usize),
    /// A changed game was saved.
    Saved {
        /// Whether it is a new game, because the one that was opened has changed since or is gone.
        is_new: bool,
        /// What the library does not hold of it.
        omitted: Vec<Omission>,
    },
    /// The library was damaged. Its file is here now, and a new library begins.
    SetAside(String),
    /// So many games of the library could not be read and are not in it any more.
    GamesSetAside(usize),
    /// The request failed.
    Failed(LibraryFailure),
}

/// How the presence of the opponent at the table has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentChange {
    /// They lost their connection.
    Away,
    /// Their program went to sleep, and their connection is lost.
    Asleep,
    /// They are back.
    Back,
    /// They have left the table.
    Left,
}

/// Why a game that a search began is not rated, although the user had wished it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRated {
    /// The opponent of this name is a guest.
    Guest(String),
    /// The opponent of this name is registered, and did not wish it.
    Unwilling(String),
    /// The list has not said who the opponent is.
    Unknown,
}

/// A notice as data; `text` turns it into words.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A move breaks this rule.
    Illegal(IllegalPlay),
    /// A premove of a piece whose battle is not decided yet.
    BattleUndecided,
    /// A typed move cannot be read.
    Notation(NotationError),
    /// A formation breaks this rule.
    Formation(IllegalFormation),
    /// The opponent has confirmed their formation, and the user has not.
    OpponentReady,
    /// The opponent has withdrawn their formation.
    OpponentWithdrew,
    /// Both players have confirmed.
    PlayBegins,
    /// A player ran out of move time and passed.
    TurnPassed {
        /// Whether that player is the user.
        mine: bool,
        /// The side that passed.
        by: Color,
        /// The number of passes so far.
        passes: u8,
        /// The number of passes that loses the game.
        of: u8,
    },
    /// A marshal was captured, so its side's flag is revealed.
    FlagShown {
        /// Whether it is the user's flag.
        mine: bool,
        /// The side of the flag.
        of: Color,
    },
    /// Both marshals were captured, so both flags are revealed.
    FlagsShown,
    /// The game will be drawn after this many more steps without a battle.
    DrawNear {
        /// The number of steps.
        steps: u16,
    },
    /// The game without a server is not kept, or could not be resumed.
    Local(LocalEvent),
    /// An engine failed; the name is empty for that of this program.
    Engine {
        /// The name of the engine.
        name: String,
        /// Why.
        failure: EngineFailure,
    },
    /// The result of a file operation.
    File(FileNotice),
    /// A record was saved, opened or copied, or could not be.
    Record(RecordNotice),
    /// The server refused a request.
    Refused(Refusal),
    /// The button cannot be used now.
    Denied(Denied),
    /// The user's challenge to this player has ended.
    ChallengeEnded {
        /// The other player's name.
        name: String,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// A challenge from this player has ended without the user's answer.
    ChallengeLapsed {
        /// The challenger's name.
        name: String,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// The user's invitation has ended without a game.
    InvitationEnded(InvitationEnd),
    /// The invitation for whose game the user waited has ended.
    WaitEnded(InvitationEnd),
    /// A link cannot be followed.
    Link(InvalidLink),
    /// A link cannot be followed while the user plays a game on a server.
    LinkDuringGame,
    /// One of two who were not here together would play the other.
    Seek(SeekNews),
    /// The search for a rated game has begun one that is not.
    NotRated(NotRated),
    /// The player whom the user wants to challenge is not online.
    NotOnline(String),
    /// The server has marked the user's line of chat, so that others may not see it.
    ChatMarked,
    /// The server has stored the user's report.
    Reported,
    /// The opponent declined this offer.
    OfferDeclined(OfferKind),
    /// The user's own move declined this offer of the opponent.
    OfferDeclinedByMove(OfferKind),
    /// The opponent withdrew this offer.
    OfferWithdrawn(OfferKind),
    /// The user is in check.
    InCheck,
    /// There is no space to keep the settings, and what the user has done with lessons and puzzles.
    NotKept,
    /// A takeback was accepted.
    TakenBack,
    /// The opponent came or went.
    Opponent(OpponentChange),
    /// The lost connection is restored.
    Reconnected,
    /// It is restored, and what the user had asked for last was sent again.
    SentAgain,
    /// The server of the page does not answer; the page keeps asking.
    ServerSilent,
    /// It answers again.
    ServerAnswers,
    /// The page has no server, to which a link leads.
    NoServer,
    /// The browser shows no notifications of this page.
    NotificationsRefused,
    /// The certificate of a new server was pinned.
    CertificatePinned(Fingerprint),
    /// The server was down; each side gets some seconds more.
    Interrupted {
        /// How long the server was down, in milliseconds.
        down_ms: u64,
    },
    /// A game of the user could not be restored when the server started.
    GameSetAside,
    /// Watching a game has ended.
    WatchEnded(WatchEnd),
    /// A text was copied to the clipboard.
    Copied,
    /// The hosted server could not be started.
    HostFailed(HostFailure),
    /// The hosted server has stopped.
    HostStopped,
    /// A message from the server's operator.
    Announcement(String),
    /// The server is shutting down.
    ShuttingDown,
    /// The result of a request to the library.
    Library(LibraryNotice),
    /// A date in the filter of games cannot be read.
    BadDate,
    /// The challenge form has an error.
    Form(FormError),
    /// The new password is not acceptable.
    Password(PasswordError),
    /// The name was registered.
    Registered,
    /// This device is signed out, as the user wished.
    SignedOut,
    /// All other devices are signed out.
    SignedOutEverywhere,
    /// The password was changed, and all other devices are signed out.
    PasswordChanged,
    /// The name is not acceptable.
    Name(NameError),
    /// The port is not a number from 1 to 65535.
    BadPort,
    /// The host is missing.
    NoHost,
    /// What concerns a tournament.
    Evening(EveningNotice),
}

impl Notice {
    /// Whether it says what is wrong in the form that joins a server: it goes with the form.
    const fn is_of_join_form(&self) -> bool {
        matches!(self, Self::Name(_) | Self::BadPort | Self::NoHost)
    }

    /// Whether it says how an offer ended.
    pub(crate) const fn is_about_offer(&self) -> bool {
        matches!(self, Self::OfferDeclined(_) | Self::OfferWithdrawn(_) | Self::TakenBack)
    }

    /// How long it is shown.
    const fn shown_ms(&self) -> u64 {
        if matches!(self, Self::Link(_)) {
            return LINK_SHOWN_MS;
        }
        if matches!(self, Self::Evening(EveningNotice::Called { .. })) {
            return CALLED_SHOWN_MS;
        }
        if matches!(self, Self::NotRated(_)) {
            return NOT_RATED_SHOWN_MS;
        }
        if matches!(self, Self::File(FileNotice::Unopened(_))) { FILE_SHOWN_MS } else { SHOWN_MS }
    }
}

/// The notice on the screen.
#[derive(Debug, Default)]
pub struct Notices {
    /// The notice, and since when it is shown.
    last: Option<(Notice, Timestamp)>,
    /// The latest notices with their numbers, from 0, oldest first.
    recent: VecDeque<(u64, Notice)>,
    /// The number of notices so far.
    count: u64,
}

impl Notices {
    /// Shows a notice, replacing the current one.
    pub fn show(&mut self, notice: Notice, now: Timestamp) {
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.count, notice.clone()));
        self.count += 1;
        self.last = Some((notice, now));
    }

    /// The number of notices so far.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The notices after the first `seen` with their numbers, from 0, oldest first, as far as they are kept.
    pub fn since(&self, seen: u64) -> impl Iterator<Item = (u64, &Notice)> {
        let new = self.recent.iter().skip_while(move |(number, _)| *number < seen);
        new.map(|(number, notice)| (*number, notice))
    }

    /// Forgets what was wrong in the form that joins a server: the form is gone.
    pub fn leave_join_form(&mut self) {
        self.last.take_if(|(notice, _)| notice.is_of_join_form());
        self.recent.retain(|(_, notice)| !notice.is_of_join_form());
    }

    /// The notice to show now, and since when.
    ///
    /// A refusal that says how long to wait disappears when that time is over and it could be read.
    pub fn shown(&self, now: Timestamp) -> Option<(&Notice, Timestamp)> {
        let (notice, since) = self.last.as_ref()?;
        let is_shown = now < since.plus_ms(notice.shown_ms());
        let passed_ms = now.since(*since);
        let is_over = |reason| passed_ms >= READING_MS && after(reason, passed_ms).is_none();
        let matters = !matches!(notice, Notice::Refused(reason) if is_over(*reason));
        (is_shown && matters).then_some((notice, *since))
    }

    /// Whether the notice says how long to wait.
    pub fn counts_down(&self, now: Timestamp) -> bool {
        let Some((Notice::Refused(reason), _)) = self.shown(now) else { return false };
        after(*reason, 1) != Some(*reason)
    }

    /// When the current notice disappears.
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.last
            .as_ref()
            .map(|(notice, since)| since.plus_ms(notice.shown_ms()))
            .filter(|until| now < *until)
    }

    /// Hides the current notice.
    pub fn dismiss(&mut self) {
        self.last = None;
    }
}

/// Returns a refusal some milliseconds later, or nothing once its waiting time is over.
pub fn after(mut refusal: Refusal, passed_ms: u64) -> Option<Refusal> {
    if let Refusal::TooManyAttempts { wait_ms }
    | Refusal::ChallengeTooSoon { wait_ms }
    | Refusal::ChatTooFast { wait_ms } = &mut refusal
    {
        *wait_ms = wait_ms.saturating_sub(passed_ms);
        if *wait_ms == 0 {
            return None;
        }
    }
    Some(refusal)
}
