//! Explains notices.

use super::Text;
use super::format::{short_fingerprint, whole_seconds};
use chuhe_model::exchange::event::HostFailure;
use chuhe_model::exchange::local_store::LocalEvent;
use chuhe_model::exchange::route::InvalidLink;
use chuhe_model::lobby::seek_answers::SeekNews;
use chuhe_model::notices::notice::{NotRated, Notice};
use chuhe_protocol::{ChallengeEnd, DeclineReason, InvitationEnd, limits};

/// Begins a text with a capital letter.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl Text {
    /// The words of a notice.
    pub fn notice(&self, notice: &Notice) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_notice` lists the others")]
        match notice {
            Notice::Illegal(why) => self.illegal_play(*why),
            Notice::Notation(why) => sentence(&self.notation_error(*why)),
            Notice::Formation(why) => self.illegal_formation(*why).to_owned(),
            Notice::TurnPassed { mine: true, passes, of, .. } => self.turn_passed_own(passes, of),
            Notice::TurnPassed { mine: false, by, passes, of } => {
                self.turn_passed(self.color(*by), passes, of)
            }
            Notice::FlagShown { mine: true, .. } => self.notice_own_flag_shown.to_owned(),
            Notice::FlagShown { mine: false, of } => self.notice_flag_shown(self.color(*of)),
            Notice::DrawNear { steps } => self.draw_near(*steps),
            Notice::Local(event) => self.local(event),
            Notice::Engine { name, failure } => self.engines.failure(name, failure),
            Notice::File(file) => self.file_notice(file),
            Notice::Record(record) => self.record_notice(record),
            Notice::Refused(refusal_) => self.refusal(*refusal_),
            Notice::Denied(denied_) => self.denied(*denied_),
            Notice::ChallengeEnded { name, how } => self.challenge_ended(&self.called(name), *how),
            Notice::ChallengeLapsed { name, how } => self.challenge_lapsed(&self.called(name), *how),
            Notice::OfferDeclined(kind) => self.offer_declined(*kind).to_owned(),
            Notice::OfferDeclinedByMove(kind) => self.move_declined(*kind).to_owned(),
            Notice::OfferWithdrawn(kind) => self.offer_withdrawn(*kind).to_owned(),
            Notice::Opponent(change) => self.opponent_change(*change).to_owned(),
            Notice::CertificatePinned(fingerprint) => {
                self.notice_certificate_pinned(&short_fingerprint(*fingerprint))
            }
            Notice::Interrupted { down_ms } => self.interrupted(*down_ms),
            Notice::InvitationEnded(InvitationEnd::Expired) => self.invitation.expired.to_owned(),
            Notice::InvitationEnded(InvitationEnd::Missed) => self.invitation.missed.to_owned(),
            Notice::InvitationEnded(_) => self.invitation.ended.to_owned(),
            Notice::WaitEnded(how) => self.invitation_closed(*how).to_owned(),
            Notice::Link(InvalidLink::Place) => self.link_unknown_place.to_owned(),
            Notice::Link(_) => self.link_unreadable.to_owned(),
            Notice::Seek(SeekNews::Kept(name)) => self.seek_kept(&self.called(name)),
            Notice::Seek(SeekNews::Answered(name)) => self.seek_answered(&self.called(name)),
            Notice::Seek(SeekNews::Here(name)) => self.seek_here(&self.called(name)),
            Notice::Seek(SeekNews::Declined(name)) => self.seek_declined(&self.called(name)),
            Notice::NotRated(NotRated::Guest(name)) => self.rating_opponent_guest(&self.called(name)),
            Notice::NotRated(NotRated::Unwilling(name)) => self.rating_opponent_unwilling(&self.called(name)),
            Notice::NotRated(NotRated::Unknown) => self.rating_not_this.to_owned(),
            Notice::NotOnline(name) => self.not_online(&self.called(name)),
            Notice::WatchEnded(why) => self.watch_ended(*why).to_owned(),
            Notice::HostFailed(why) => self.host_failure(why),
            Notice::Announcement(text) => self.notice_announcement(text),
            Notice::Library(notice) => self.library.notice(notice),
            Notice::Form(error) => self.form_error(*error),
            Notice::Password(error) => self.password_error(*error),
            Notice::Name(error) => self.name_error(*error),
            Notice::Evening(notice) => self.evening().notice(notice),
            Notice::NotificationsRefused => self.table.call_refused.to_owned(),
            plain => self.plain_notice(plain).unwrap_or_default().to_owned(),
        }
    }

    fn host_failure(&self, why: &HostFailure) -> String {
        match why {
            HostFailure::PortTaken => self.host_port_taken.to_owned(),
            HostFailure::Forbidden => self.host_port_forbidden.to_owned(),
            HostFailure::InUse => self.host_already_running.to_owned(),
            HostFailure::Unavailable => self.host_unavailable.to_owned(),
            HostFailure::Other(words) => self.host_failed(words),
        }
    }

    fn challenge_ended(&self, name: &str, how: ChallengeEnd) -> String {
        match how {
            ChallengeEnd::Accepted(_) => self.ended_accepted(name),
            ChallengeEnd::Declined(reason) => match reason {
                DeclineReason::Unspecified => self.ended_declined(name),
                DeclineReason::Busy => self.ended_declined_busy(name),
                DeclineReason::Later => self.ended_later(name),
                DeclineReason::TooFast => self.ended_too_fast(name),
                DeclineReason::TooSlow => self.ended_too_slow(name),
                DeclineReason::OtherTerms => self.ended_other_terms(name),
            },
            ChallengeEnd::Cancelled => self.ended_cancelled.to_owned(),
            ChallengeEnd::Expired => self.ended_expired(name),
            ChallengeEnd::Busy => self.ended_busy(name),
            ChallengeEnd::Gone => self.ended_gone(name),
            ChallengeEnd::ShuttingDown => self.refusal_shutting_down.to_owned(),
        }
    }

    fn challenge_lapsed(&self, name: &str, how: ChallengeEnd) -> String {
        match how {
            ChallengeEnd::Cancelled => self.lapsed_cancelled(name),
            ChallengeEnd::Expired => self.lapsed_expired(name),
            ChallengeEnd::Busy => self.lapsed_busy(name),
            ChallengeEnd::Gone => self.ended_gone(name),
            ChallengeEnd::ShuttingDown => self.refusal_shutting_down.to_owned(),
            ChallengeEnd::Accepted(_) | ChallengeEnd::Declined(_) => self.lapsed_closed(name),
        }
    }

    fn interrupted(&self, down_ms: u64) -> String {
        let credit = limits::INTERRUPTION_CREDIT_MS / 1000;
        match whole_seconds(down_ms) {
            seconds @ ..120 => self.interrupted_seconds(seconds, credit),
            seconds => self.interrupted_minutes(seconds.div_ceil(60), credit),
        }
    }

    fn local(&self, event: &LocalEvent) -> String {
        match event {
            LocalEvent::SetAside(path) => self.kept_set_aside(path),
            LocalEvent::Unavailable(why) => self.kept_unavailable(why),
            LocalEvent::Elsewhere => self.kept_elsewhere.to_owned(),
            LocalEvent::InUse => self.kept_in_use.to_owned(),
            LocalEvent::Full => self.kept_full.to_owned(),
            LocalEvent::Failed(why) => self.kept_failed(why),
        }
    }
}
