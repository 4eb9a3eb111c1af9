//! What the user is told in passing: a line that goes away by itself.

use super::account::PasswordError;
use super::challenge::FormError;
use super::event::HostFailure;
use super::files::FileNotice;
use crate::core::denied::Denied;
use chuhe_protocol::{ChallengeEnd, Fingerprint, NameError, Refusal, WatchEnd};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::IllegalFormation;
use chuhe_rules::offers::OfferKind;

/// How long a notice is shown, in milliseconds.
const SHOWN_MS: u64 = 4_500;

/// Something the user is told, in no language yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Notice {
    /// A move was refused here, by this rule.
    Illegal(IllegalPlay),
    /// Pieces may not be set up like that, by this rule.
    Formation(IllegalFormation),
    /// The opponent has set up, and the user has not.
    OpponentReady,
    /// The opponent sets up anew.
    OpponentWithdrew,
    /// Both have set up.
    PlayBegins,
    /// A turn has passed.
    TurnPassed {
        /// Whether it was the user's.
        mine: bool,
        /// Whose it was.
        by: Color,
        /// How often it has.
        passes: u8,
        /// How often is too often.
        of: u8,
    },
    /// A marshal fell, and its side's flag is shown.
    FlagShown {
        /// Whether it is the user's.
        mine: bool,
        /// Whose it is.
        of: Color,
    },
    /// Both marshals fell, and both flags are shown.
    FlagsShown,
    /// So many more steps without a battle make a draw.
    DrawNear {
        /// How many.
        steps: u16,
    },
    /// Something was done with a file.
    File(FileNotice),
    /// The server refused what was asked for.
    Refused(Refusal),
    /// It cannot be done now.
    Denied(Denied),
    /// A challenge to this player has ended.
    ChallengeEnded {
        /// Whom it was to.
        name: String,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// A challenge by this player has ended, and not by the user's answer.
    ChallengeLapsed {
        /// Who had challenged the user.
        name: String,
        /// How it ended.
        how: ChallengeEnd,
    },
    /// The opponent declined this offer.
    OfferDeclined(OfferKind),
    /// The opponent withdrew this offer.
    OfferWithdrawn(OfferKind),
    /// The user's general is in check.
    InCheck,
    /// A takeback was accepted.
    TakenBack,
    /// The opponent went away.
    OpponentAway,
    /// He is back.
    OpponentBack,
    /// He has left the board.
    OpponentLeft,
    /// The connection was lost and stands again.
    Reconnected,
    /// This server is met for the first time, and is known by this certificate from now on.
    CertificatePinned(Fingerprint),
    /// The server was away for so long, in milliseconds; each side has a little more time.
    Interrupted {
        /// How long, in milliseconds.
        down_ms: u64,
    },
    /// A game of the user could not be restored when the server started.
    GameSetAside,
    /// The user no longer watches a game.
    WatchEnded(WatchEnd),
    /// What was copied is on the clipboard.
    Copied,
    /// No server could be started here.
    HostFailed(HostFailure),
    /// The server here was stopped.
    HostStopped,
    /// The server is about to stop.
    ShuttingDown,
    /// The challenge cannot be sent as it is.
    Form(FormError),
    /// The password is none.
    Password(PasswordError),
    /// The name is registered now.
    Registered,
    /// The user is signed out everywhere but here.
    SignedOutEverywhere,
    /// The name has its new password, and all other devices are signed out.
    PasswordChanged,
    /// The name is none.
    Name(NameError),
    /// The port is none.
    BadPort,
    /// The host is none.
    NoHost,
}

/// The notice on the screen.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    last: Option<(Notice, Timestamp)>,
}

impl Notices {
    /// Shows this one in place of the last.
    pub(crate) fn show(&mut self, notice: Notice, now: Timestamp) {
        self.last = Some((notice, now.plus_ms(SHOWN_MS)));
    }

    /// The one to show.
    pub(crate) fn shown(&self, now: Timestamp) -> Option<&Notice> {
        self.last.as_ref().filter(|(_, until)| now < *until).map(|(notice, _)| notice)
    }

    /// When it goes away.
    pub(crate) fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.last.as_ref().map(|(_, until)| *until).filter(|until| now < *until)
    }

    /// Puts it away.
    pub(crate) fn dismiss(&mut self) {
        self.last = None;
    }
}
