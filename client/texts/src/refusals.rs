//! Explains refusals and errors.

use super::Text;
use super::format::{whole_minutes, whole_seconds};
use super::times::time_field;
use chuhe_model::lobby::account::PasswordError;
use chuhe_model::lobby::challenge::FormError;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{InvalidTerms, InvitationRefusal, NameError, Refusal, SeekRefusal, limits, text};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{InvalidOptions, Options};
use chuhe_rules::offers::OfferRefusal;
use chuhe_rules::xiangqi::FenError;

impl Text {
    /// Why the server refuses a request.
    pub fn refusal(&self, refusal: Refusal) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_refusal` lists the others")]
        match refusal {
            Refusal::Name(error) => self.name_error(error),
            Refusal::Illegal(reason) => self.illegal_play(reason),
            Refusal::Formation(reason) => self.illegal_formation(reason).to_owned(),
            Refusal::Setup(reason) => self.setup_refusal(reason).to_owned(),
            Refusal::Offer(reason) => self.offer_refusal(reason),
            Refusal::Terms(terms) => self.invalid_terms(terms),
            Refusal::ClaimTooSoon { wait_ms } => self.refusal_claim_too_soon(whole_seconds(wait_ms)),
            Refusal::ChatTooFast { wait_ms } => self.refusal_chat_too_fast(whole_seconds(wait_ms)),
            Refusal::TooManyBlocks => self.refusal_too_many_blocks(limits::BLOCKED_PLAYERS),
            Refusal::Invitation(reason) => self.invitation_refusal(reason).to_owned(),
            Refusal::Seek(reason) => self.seek_refusal(reason),
            Refusal::Profile(reason) => self.profile().refusal(reason).to_owned(),
            Refusal::Report(reason) => self.report().refusal(reason).to_owned(),
            Refusal::Evening(reason) => self.evening().refusal(reason),
            Refusal::ChallengeTooSoon { wait_ms } => self.refusal_challenge_too_soon(whole_seconds(wait_ms)),
            Refusal::Filter(filter) => self.invalid_filter(filter).to_owned(),
            Refusal::Silenced { wait_ms } => self.silenced(wait_ms),
            Refusal::TooManyAttempts { wait_ms } => self.refusal_too_many_attempts(whole_seconds(wait_ms)),
            plain => self.plain_refusal(plain).unwrap_or_default().to_owned(),
        }
    }

    fn invitation_refusal(&self, refusal: InvitationRefusal) -> &'static str {
        match refusal {
            InvitationRefusal::Unknown => self.refusal_no_such_invitation,
            InvitationRefusal::Closed { how } => self.invitation_closed(how),
            InvitationRefusal::Own => self.refusal_own_invitation,
            InvitationRefusal::TooMany => self.refusal_too_many_invitations,
            InvitationRefusal::Full => self.refusal_invitations_full,
            InvitationRefusal::Taken => self.refusal_invitation_taken,
        }
    }

    fn seek_refusal(&self, refusal: SeekRefusal) -> String {
        match refusal {
            SeekRefusal::Count => self.seek_refused_count(limits::SEEK_TERMS),
            SeekRefusal::StartPosition => self.seek_refused_start.to_owned(),
            SeekRefusal::Odds => self.seek_refused_odds.to_owned(),
            SeekRefusal::Full => self.seek_refused_full.to_owned(),
            SeekRefusal::Gone => self.seek_refused_gone.to_owned(),
            SeekRefusal::OutOfReach => self.seek_refused_reach.to_owned(),
            SeekRefusal::Guest => self.seek_refused_guest.to_owned(),
            SeekRefusal::TooManyAnswers => self.seek_refused_answers.to_owned(),
            SeekRefusal::Asleep => self.seek_refused_asleep.to_owned(),
            SeekRefusal::Wait(wait) => self.fair().search_wait(wait),
        }
    }

    fn silenced(&self, wait_ms: Option<u64>) -> String {
        match wait_ms {
            None => self.silenced.to_owned(),
            Some(wait_ms) => self.silenced_for(whole_minutes(wait_ms)),
        }
    }

    /// The rule that forbids a move.
    pub fn illegal_play(&self, illegal_: IllegalPlay) -> String {
        let fixed = match illegal_ {
            IllegalPlay::Xiangqi(reason) => self.illegal(reason),
            IllegalPlay::Luzhanqi(reason) => self.illegal_luzhanqi(reason),
            IllegalPlay::OtherGame => self.illegal_other_game,
        };
        fixed.to_owned()
    }

    fn offer_refusal(&self, refusal: OfferRefusal) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_offer_refusal` lists the others")]
        match refusal {
            OfferRefusal::TooSoon { wait_ms } => self.offer_too_soon(whole_seconds(wait_ms)),
            OfferRefusal::DrawTooOften { plies } => self.offer_draw_too_often(plies),
            plain => self.plain_offer_refusal(plain).unwrap_or_default().to_owned(),
        }
    }

    pub(super) fn name_error(&self, error: NameError) -> String {
        match error {
            NameError::Empty => self.name_empty.to_owned(),
            NameError::TooLong => self.name_too_long(limits::NAME_CHARS),
            NameError::Character(' ') => self.name_space.to_owned(),
            NameError::Character(odd) if text::is_invisible(odd) => self.name_invisible.to_owned(),
            NameError::Character(odd) => self.name_character(&odd.to_string()),
        }
    }

    fn invalid_terms(&self, terms: InvalidTerms) -> String {
        let fixed = match terms {
            InvalidTerms::Options(bad) => return self.invalid_options(bad),
            InvalidTerms::Time(bad) => self.invalid_time(bad),
            InvalidTerms::StartPosition => self.terms_start_position,
            InvalidTerms::StartIsOver => self.terms_start_is_over,
            InvalidTerms::WatchDelay => self.terms_watch_delay,
            InvalidTerms::NoTakeback => self.terms_no_takeback,
            InvalidTerms::Unratable(why) => self.unratable(why),
        };
        fixed.to_owned()
    }

    pub(super) fn invalid_options(&self, bad: InvalidOptions) -> String {
        match bad {
            InvalidOptions::ResignTooLate => self.options_resign_too_late(Options::MAX_STEPS),
            InvalidOptions::QuietSteps => {
                let (fewest, most) = (Options::MIN_QUIET_STEPS, Options::MAX_STEPS);
                self.options_quiet_steps(fewest, most)
            }
            InvalidOptions::NoticeTooEarly => self.options_notice_too_early.to_owned(),
            InvalidOptions::Passes => self.options_passes(Options::MAX_PASSES),
        }
    }

    pub(super) fn fen_error(&self, error: FenError) -> String {
        #[expect(clippy::wildcard_enum_match_arm, reason = "`plain_fen_error` lists the others")]
        match error {
            FenError::RankCount { found } => self.fen_rank_count(found),
            FenError::RankLength { rank } => self.fen_rank_length(rank, 10 - rank),
            FenError::AdjacentDigits { rank } => self.fen_adjacent_digits(rank, 10 - rank),
            FenError::UnknownLetter(letter) => self.fen_unknown_letter(&format!("{letter:?}")),
            FenError::KingCount { color, found } => self.fen_king_count(self.color(color), found),
            FenError::TooMany(piece) => self.fen_too_many(self.console().piece(piece)),
            FenError::Misplaced { piece, square } => {
                self.fen_misplaced(self.console().piece(piece), &square.to_string())
            }
            FenError::PawnsOnOneFile { color, square } => {
                self.fen_pawns_on_one_file(self.color(color), &square.to_string())
            }
            plain => self.plain_fen_error(plain).unwrap_or_default().to_owned(),
        }
    }

    /// What is wrong with a password.
    pub fn password_error(&self, error: PasswordError) -> String {
        match error {
            PasswordError::TooShort => self.password_too_short(limits::PASSWORD_CHARS_MIN),
            PasswordError::TooLong => self.password_too_long.to_owned(),
            PasswordError::Differ => self.password_differ.to_owned(),
        }
    }

    /// Why the user cannot do something now.
    pub fn denied(&self, denied: Denied) -> String {
        match denied {
            Denied::Offline => self.denied_offline.to_owned(),
            Denied::GameGone => self.denied_game_gone.to_owned(),
            Denied::NoSeat => self.refusal_not_your_game.to_owned(),
            Denied::ResignLater { steps } => self.denied_resign_later(steps),
            Denied::Refused(reason) => self.refusal(reason),
        }
    }

    /// What is wrong with a form.
    pub fn form_error(&self, error: FormError) -> String {
        match error {
            FormError::NotANumber(part) => self.form_not_a_number(&time_field(self, part)),
            FormError::Terms(terms) => self.invalid_terms(terms),
            FormError::Start(fen) => self.fen_error(fen),
            FormError::ComputerClock => self.form_computer_clock.to_owned(),
            FormError::TooMany => self.form_too_many(limits::SEEK_TERMS),
        }
    }
}
