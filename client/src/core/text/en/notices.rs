//! Notices in English.

use super::super::format::{short_fingerprint, whole_seconds};
use super::luzhanqi::{draw_near, file_notice};
use super::records::record_notice;
use super::refusals::{
    denied, form_error, illegal_formation, illegal_play, name_error, password_error, refusal,
};
use super::sides::color;
use crate::core::event::HostFailure;
use crate::core::library::LibraryFailure;
use crate::core::local_store::LocalEvent;
use crate::core::notice::{LibraryNotice, Notice};
use chuhe_protocol::{ChallengeEnd, DeclineReason, WatchEnd, limits};
use chuhe_rules::offers::OfferKind;

pub(super) fn notice(notice: &Notice) -> String {
    match notice {
        Notice::Illegal(why) => illegal_play(*why),
        Notice::Formation(why) => illegal_formation(*why).to_owned(),
        Notice::OpponentReady => "Your opponent is ready".to_owned(),
        Notice::OpponentWithdrew => "Your opponent withdrew and is setting up again".to_owned(),
        Notice::PlayBegins => "Both players are ready: Red moves first".to_owned(),
        Notice::TurnPassed { mine, by, passes, of } => {
            let whose = if *mine { "Your".to_owned() } else { format!("{}'s", color(*by)) };
            format!("{whose} move time ran out, so the turn passes ({passes} of {of})")
        }
        Notice::FlagShown { mine: true, .. } => {
            "You lost your marshal: your opponent now sees your flag".to_owned()
        }
        Notice::FlagShown { mine: false, of } => {
            format!("{} lost the marshal: the flag is revealed", color(*of))
        }
        Notice::FlagsShown => "Both marshals fell: both flags are revealed".to_owned(),
        Notice::DrawNear { steps } => draw_near(*steps),
        Notice::Local(event) => local(event),
        Notice::File(file) => file_notice(file),
        Notice::Record(record) => record_notice(record),
        Notice::Refused(refusal_) => refusal(*refusal_),
        Notice::Denied(denied_) => denied(*denied_),
        Notice::ChallengeEnded { name, how } => challenge_ended(name, *how),
        Notice::ChallengeLapsed { name, how } => challenge_lapsed(name, *how),
        Notice::OfferDeclined(kind) => format!("Your opponent declined the {}", offer(*kind)),
        Notice::OfferWithdrawn(kind) => format!("Your opponent withdrew the {}", offer(*kind)),
        Notice::InCheck => "Check!".to_owned(),
        Notice::TakenBack => "Move taken back".to_owned(),
        Notice::OpponentAway => "Your opponent is offline".to_owned(),
        Notice::OpponentBack => "Your opponent is back".to_owned(),
        Notice::OpponentLeft => "Your opponent has left the board".to_owned(),
        Notice::Reconnected => "Reconnected".to_owned(),
        Notice::CertificatePinned(fingerprint) => {
            format!(
                "Encrypted. First visit to this server: its certificate {} is now remembered",
                short_fingerprint(*fingerprint)
            )
        }
        Notice::Interrupted { down_ms } => interrupted(*down_ms),
        Notice::WatchEnded(why) => watch_ended(*why).to_owned(),
        Notice::Copied => "Copied".to_owned(),
        Notice::HostFailed(HostFailure::PortTaken) => "This port is in use; try another one".to_owned(),
        Notice::HostFailed(HostFailure::Forbidden) => {
            "This port is not allowed; try one above 1024".to_owned()
        }
        Notice::HostFailed(HostFailure::InUse) => "A server is already running on this computer".to_owned(),
        Notice::HostFailed(HostFailure::Unavailable) => "This program cannot host a server".to_owned(),
        Notice::HostFailed(HostFailure::Other(words)) => format!("The server could not be started: {words}"),
        Notice::HostStopped => "Your server has stopped".to_owned(),
        Notice::GameSetAside => {
            "Your game could not be restored after the server restarted; it has no result".to_owned()
        }
        Notice::Announcement(text) => format!("Message from the server: {text}"),
        Notice::ShuttingDown => "The server is shutting down: no new games".to_owned(),
        Notice::Library(notice) => library(notice),
        Notice::BadDate => "Write dates as 2026-11-22".to_owned(),
        Notice::Form(error) => form_error(*error),
        Notice::Password(error) => password_error(*error),
        Notice::Registered => "Your name is registered".to_owned(),
        Notice::PasswordChanged => "Your password is changed. All other devices are signed out".to_owned(),
        Notice::SignedOutEverywhere => "Signed out everywhere else".to_owned(),
        Notice::Name(error) => name_error(*error),
        Notice::BadPort => "The port must be a number from 1 to 65535".to_owned(),
        Notice::NoHost => "Enter the server's address".to_owned(),
    }
}

const fn offer(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::Takeback => "takeback",
        OfferKind::Draw => "draw",
        OfferKind::Rematch => "rematch",
    }
}

fn challenge_ended(name: &str, how: ChallengeEnd) -> String {
    match how {
        ChallengeEnd::Accepted(_) => format!("{name} accepted"),
        ChallengeEnd::Declined(reason) => match reason {
            DeclineReason::Unspecified => format!("{name} declined"),
            DeclineReason::Busy => format!("{name} is busy"),
            DeclineReason::Later => format!("{name} would rather play later"),
            DeclineReason::TooFast => format!("{name} wants more time"),
            DeclineReason::TooSlow => format!("{name} wants less time"),
            DeclineReason::OtherTerms => format!("{name} wants different terms"),
        },
        ChallengeEnd::Cancelled => "The challenge was cancelled".to_owned(),
        ChallengeEnd::Expired => format!("{name} did not answer"),
        ChallengeEnd::Busy => format!("{name} is already in a game"),
        ChallengeEnd::Gone => format!("{name} has left"),
        ChallengeEnd::ShuttingDown => "The server is shutting down: no new games".to_owned(),
    }
}

fn challenge_lapsed(name: &str, how: ChallengeEnd) -> String {
    match how {
        ChallengeEnd::Cancelled => format!("{name} cancelled the challenge"),
        ChallengeEnd::Expired => format!("The challenge from {name} has expired"),
        ChallengeEnd::Busy => format!("{name} has started another game"),
        ChallengeEnd::Gone => format!("{name} has left"),
        ChallengeEnd::ShuttingDown => "The server is shutting down: no new games".to_owned(),
        ChallengeEnd::Accepted(_) | ChallengeEnd::Declined(_) => {
            format!("The challenge from {name} is closed")
        }
    }
}

fn interrupted(down_ms: u64) -> String {
    let away = match whole_seconds(down_ms) {
        seconds @ ..120 => format!("{seconds} s"),
        seconds => format!("{} min", seconds.div_ceil(60)),
    };
    format!("The server was down for {away}; each side gets {} s", limits::INTERRUPTION_CREDIT_MS / 1000)
}

const fn watch_ended(why: WatchEnd) -> &'static str {
    match why {
        WatchEnd::Left => "You stopped watching",
        WatchEnd::Elsewhere => "You are in another game, so you no longer watch this one",
        WatchEnd::Closed => "Both players have left, so the broadcast has ended",
    }
}

fn counted(games: usize) -> String {
    if games == 1 { "1 game".to_owned() } else { format!("{games} games") }
}

fn library(notice: &LibraryNotice) -> String {
    match notice {
        LibraryNotice::Exported { path, games, left_out: 0 } => {
            format!("{} exported to {path}", counted(*games))
        }
        LibraryNotice::Exported { path: _, games: 0, left_out } => {
            format!("Nothing exported: PGN cannot hold luzhanqi ({})", counted(*left_out))
        }
        LibraryNotice::Exported { path, games, left_out } => {
            format!("{} exported to {path}, without {} of luzhanqi", counted(*games), counted(*left_out))
        }
        LibraryNotice::SetAside(path) => {
            format!("The library was damaged and begins anew; the old one is {path}")
        }
        LibraryNotice::Failed(LibraryFailure::TooNew) => {
            "A newer version of Chuhe wrote the library".to_owned()
        }
        LibraryNotice::Failed(LibraryFailure::NoSuchGame) => {
            "The game is not in the library any more".to_owned()
        }
        LibraryNotice::Failed(LibraryFailure::NothingToExport) => "There is no game to export".to_owned(),
        LibraryNotice::Failed(LibraryFailure::Other(why)) => format!("The library cannot be used: {why}"),
    }
}

fn local(event: &LocalEvent) -> String {
    match event {
        LocalEvent::SetAside(path) => {
            format!("The game that you left could not be read. Its files are in {path} now")
        }
        LocalEvent::Unavailable(why) => {
            format!("The game that you left cannot be opened now. It stays for a later start: {why}")
        }
        LocalEvent::InUse => {
            "Another window keeps its game, so this one is lost when you close the program".to_owned()
        }
        LocalEvent::Failed(why) => format!("The game is not kept when you close the program: {why}"),
    }
}
