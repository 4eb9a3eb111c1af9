//! Explains refusals and errors.

use super::Text;
use super::format::{whole_minutes, whole_seconds};
use chuhe_model::lobby::account::PasswordError;
use chuhe_model::lobby::challenge::FormError;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{
    InvalidFilter, InvalidTerms, InvitationEnd, InvitationRefusal, NameError, Refusal, limits,
};
use chuhe_rules::clock::InvalidTimeControl;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, IllegalFormation, InvalidOptions, Options, SetupRefusal};
use chuhe_rules::offers::OfferRefusal;
use chuhe_rules::xiangqi::{FenError, IllegalMove};

impl Text {
    /// Why the server refuses a request.
    pub fn refusal(&self, refusal: Refusal) -> String {
        let fixed = match refusal {
            Refusal::Name(error) => return self.name_error(error),
            Refusal::Illegal(reason) => return self.illegal_play(reason),
            Refusal::Formation(reason) => self.illegal_formation(reason),
            Refusal::Setup(reason) => self.setup_refusal(reason),
            Refusal::NoFormations => self.refusal_no_formations,
            Refusal::Offer(reason) => return self.offer_refusal(reason),
            Refusal::Terms(terms) => return self.invalid_terms(terms),
            Refusal::ClaimTooSoon { wait_ms } => return self.refusal_claim_too_soon(whole_seconds(wait_ms)),
            Refusal::ChatTooFast { wait_ms } => return self.refusal_chat_too_fast(whole_seconds(wait_ms)),
            Refusal::NotJoined => self.refusal_not_joined,
            Refusal::AlreadyJoined => self.refusal_already_joined,
            Refusal::NameTaken => self.refusal_name_taken,
            Refusal::UnknownToken => self.refusal_unknown_token,
            Refusal::ShuttingDown => self.refusal_shutting_down,
            Refusal::NoSuchPlayer => self.refusal_no_such_player,
            Refusal::ChallengeSelf => self.refusal_challenge_self,
            Refusal::OpponentBusy => self.refusal_opponent_busy,
            Refusal::YouAreBusy => self.refusal_you_are_busy,
            Refusal::AlreadyChallenged => self.refusal_already_challenged,
            Refusal::TooManyChallengesOut => self.refusal_too_many_challenges_out,
            Refusal::TooManyChallengesIn => self.refusal_too_many_challenges_in,
            Refusal::NoSuchChallenge => self.refusal_no_such_challenge,
            Refusal::NotYourChallenge => self.refusal_not_your_challenge,
            Refusal::NoSuchGame => self.refusal_no_such_game,
            Refusal::NotYourGame => self.refusal_not_your_game,
            Refusal::NotWatching => self.refusal_not_watching,
            Refusal::GameOver => self.refusal_game_over,
            Refusal::GameRunning => self.refusal_game_running,
            Refusal::WrongPly { .. } => self.refusal_wrong_ply,
            Refusal::ResignTooEarly => self.refusal_resign_too_early,
            Refusal::AbortTooLate => self.refusal_abort_too_late,
            Refusal::NothingToClaim => self.refusal_nothing_to_claim,
            Refusal::OpponentNotAway => self.refusal_opponent_not_away,
            Refusal::OpponentLeft => self.refusal_opponent_left,
            Refusal::ChatEmpty => self.refusal_chat_empty,
            Refusal::ChatTooLong => self.refusal_chat_too_long,
            Refusal::TooManyOffers => self.refusal_too_many_offers,
            Refusal::NameRegistered => self.refusal_name_registered,
            Refusal::WrongPassword => self.refusal_wrong_password,
            Refusal::InvalidPassword => self.refusal_invalid_password,
            Refusal::AlreadyRegistered => self.refusal_already_registered,
            Refusal::RequestPending => self.refusal_request_pending,
            Refusal::Paused => self.refusal_paused,
            Refusal::ChallengerAway => self.refusal_challenger_away,
            Refusal::CannotWatch => self.refusal_cannot_watch,
            Refusal::TooManySpectators => self.refusal_too_many_spectators,
            Refusal::Unreadable => self.refusal_unreadable,
            Refusal::RegistryFull => self.refusal_registry_full,
            Refusal::NoChallenges => self.refusal_no_challenges,
            Refusal::RegisteredChallengersOnly => self.refusal_registered_challengers_only,
            Refusal::PlayerBlocked => self.refusal_player_blocked,
            Refusal::TooManyBlocks => return self.refusal_too_many_blocks(limits::BLOCKED_PLAYERS),
            Refusal::BlockSelf => self.refusal_block_self,
            Refusal::NoSuchHall => self.refusal_no_such_hall,
            Refusal::HallFull => self.refusal_hall_full,
            Refusal::OtherHall => self.refusal_other_hall,
            Refusal::NameReserved => self.refusal_name_reserved,
            Refusal::NoRegistration => self.refusal_no_registration,
            Refusal::HallElsewhere => self.refusal_hall_elsewhere,
            Refusal::Invitation(reason) => self.invitation_refusal(reason),
            Refusal::ChallengeTooSoon { wait_ms } => return self.challenge_too_soon(wait_ms),
            Refusal::Filter(filter) => self.invalid_filter(filter),
            Refusal::Silenced { wait_ms } => return self.silenced(wait_ms),
            Refusal::TooManyAttempts { wait_ms } => return self.too_many_attempts(wait_ms),
        };
        fixed.to_owned()
    }

    fn challenge_too_soon(&self, wait_ms: u64) -> String {
        self.refusal_challenge_too_soon(whole_seconds(wait_ms))
    }

    fn too_many_attempts(&self, wait_ms: u64) -> String {
        self.refusal_too_many_attempts(whole_seconds(wait_ms))
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

    /// Why an invitation is open no more.
    pub fn invitation_closed(&self, how: InvitationEnd) -> &'static str {
        match how {
            InvitationEnd::Accepted => self.refusal_invitation_accepted,
            InvitationEnd::Withdrawn => self.refusal_invitation_withdrawn,
            InvitationEnd::Expired => self.refusal_invitation_expired,
            InvitationEnd::Busy => self.refusal_invitation_busy,
            InvitationEnd::Gone => self.refusal_invitation_gone,
            InvitationEnd::ShuttingDown => self.refusal_shutting_down,
            InvitationEnd::Missed => self.refusal_invitation_missed,
            InvitationEnd::Left => self.refusal_invitation_left,
        }
    }

    fn silenced(&self, wait_ms: Option<u64>) -> String {
        match wait_ms {
            None => self.silenced.to_owned(),
            Some(wait_ms) => self.silenced_for(whole_minutes(wait_ms)),
        }
    }

    pub(super) fn illegal_play(&self, illegal_: IllegalPlay) -> String {
        let fixed = match illegal_ {
            IllegalPlay::Xiangqi(reason) => self.illegal(reason),
            IllegalPlay::Luzhanqi(reason) => self.illegal_luzhanqi(reason),
            IllegalPlay::OtherGame => self.illegal_other_game,
        };
        fixed.to_owned()
    }

    fn offer_refusal(&self, refusal: OfferRefusal) -> String {
        let fixed = match refusal {
            OfferRefusal::TooSoon { wait_ms } => {
                return self.offer_too_soon(whole_seconds(wait_ms));
            }
            OfferRefusal::DrawTooOften { plies } => {
                return self.offer_draw_too_often(plies);
            }
            OfferRefusal::TakebackOff => self.offer_takeback_off,
            OfferRefusal::NothingToTakeBack => self.offer_nothing_to_take_back,
            OfferRefusal::Pending => self.offer_pending,
            OfferRefusal::BeforeBothMoved => self.offer_before_both_moved,
            OfferRefusal::GameOver => self.refusal_game_over,
            OfferRefusal::GameRunning => self.refusal_game_running,
            OfferRefusal::NoOpenOffer => self.offer_no_open_offer,
        };
        fixed.to_owned()
    }

    fn illegal(&self, illegal: IllegalMove) -> &'static str {
        match illegal {
            IllegalMove::GameOver => self.refusal_game_over,
            IllegalMove::NotYourTurn => self.illegal_not_your_turn,
            IllegalMove::NoPiece => self.illegal_no_piece,
            IllegalMove::NotYourPiece => self.illegal_not_your_piece,
            IllegalMove::OwnPieceThere => self.illegal_own_piece_there,
            IllegalMove::NotItsMove => self.illegal_not_its_move,
            IllegalMove::HorseLegBlocked => self.illegal_horse_leg_blocked,
            IllegalMove::ElephantEyeBlocked => self.illegal_elephant_eye_blocked,
            IllegalMove::ElephantMayNotCrossRiver => self.illegal_elephant_may_not_cross_river,
            IllegalMove::OutsidePalace => self.illegal_outside_palace,
            IllegalMove::PathBlocked => self.illegal_path_blocked,
            IllegalMove::CannonNoScreen => self.illegal_cannon_no_screen,
            IllegalMove::CannonTooManyScreens => self.illegal_cannon_too_many_screens,
            IllegalMove::PawnMayNotRetreat => self.illegal_pawn_may_not_retreat,
            IllegalMove::PawnMayNotStepAsideYet => self.illegal_pawn_may_not_step_aside_yet,
            IllegalMove::GeneralInCheck => self.illegal_general_in_check,
            IllegalMove::GeneralsWouldFace => self.illegal_generals_would_face,
            IllegalMove::SamePoint => self.illegal_same_point,
        }
    }

    fn illegal_luzhanqi(&self, illegal: luzhanqi::IllegalMove) -> &'static str {
        use luzhanqi::IllegalMove;
        match illegal {
            IllegalMove::GameOver => self.refusal_game_over,
            IllegalMove::NotBegun => self.illegal_not_begun,
            IllegalMove::OffTheBoard => self.illegal_off_the_board,
            IllegalMove::NoPiece => self.illegal_no_piece,
            IllegalMove::NotYourPiece => self.illegal_not_your_piece,
            IllegalMove::NotYourTurn => self.illegal_not_your_turn,
            IllegalMove::NeverMoves => self.illegal_never_moves,
            IllegalMove::InHeadquarters => self.illegal_in_headquarters,
            IllegalMove::OwnPieceThere => self.illegal_own_piece_there,
            IllegalMove::CampOccupied => self.illegal_camp_occupied,
            IllegalMove::PathBlocked => self.illegal_path_blocked,
            IllegalMove::OnlyEngineersTurn => self.illegal_only_engineers_turn,
            IllegalMove::NoPath => self.illegal_no_path,
        }
    }

    pub(super) fn illegal_formation(&self, illegal: IllegalFormation) -> &'static str {
        match illegal {
            IllegalFormation::TooMany(_) => self.formation_too_many,
            IllegalFormation::FlagOutsideHeadquarters(_) => self.formation_flag_outside_headquarters,
            IllegalFormation::MineTooFarForward(_) => self.formation_mine_too_far_forward,
            IllegalFormation::BombInFront(_) => self.formation_bomb_in_front,
        }
    }

    fn setup_refusal(&self, refusal: SetupRefusal) -> &'static str {
        match refusal {
            SetupRefusal::GameOver => self.refusal_game_over,
            SetupRefusal::AlreadyBegun => self.setup_already_begun,
            SetupRefusal::AlreadyConfirmed => self.setup_already_confirmed,
            SetupRefusal::NotConfirmed => self.setup_not_confirmed,
            SetupRefusal::NothingPlaced => self.setup_nothing_placed,
        }
    }

    pub(super) fn name_error(&self, error: NameError) -> String {
        match error {
            NameError::Empty => self.name_empty.to_owned(),
            NameError::TooLong => self.name_too_long(limits::NAME_CHARS),
            NameError::Character(' ') => self.name_space.to_owned(),
            NameError::Character(odd) if odd.is_control() => self.name_invisible.to_owned(),
            NameError::Character(odd) => self.name_character(&odd.to_string()),
        }
    }

    fn invalid_filter(&self, filter: InvalidFilter) -> &'static str {
        match filter {
            InvalidFilter::OpponentTooLong => self.filter_opponent_too_long,
            InvalidFilter::Position => self.filter_position,
        }
    }

    fn invalid_terms(&self, terms: InvalidTerms) -> String {
        let fixed = match terms {
            InvalidTerms::Options(bad) => return self.invalid_options(bad),
            InvalidTerms::Time(InvalidTimeControl::IncrementWithoutGameTime) => {
                self.terms_increment_without_game_time
            }
            InvalidTerms::Time(InvalidTimeControl::ReadSecondsWithoutGameTime) => {
                self.terms_read_seconds_without_game_time
            }
            InvalidTerms::Time(InvalidTimeControl::TooLong) => self.terms_too_long,
            InvalidTerms::Time(InvalidTimeControl::TooShort) => self.terms_too_short,
            InvalidTerms::StartPosition => self.terms_start_position,
            InvalidTerms::StartIsOver => self.terms_start_is_over,
            InvalidTerms::WatchDelay => self.terms_watch_delay,
            InvalidTerms::NoTakeback => self.terms_no_takeback,
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
        let fixed = match error {
            FenError::RankCount { found } => return self.fen_rank_count(found),
            FenError::RankLength { rank } => return self.fen_rank_length(rank, 10 - rank),
            FenError::AdjacentDigits { rank } => {
                return self.fen_adjacent_digits(rank, 10 - rank);
            }
            FenError::UnknownLetter(letter) => return self.fen_unknown_letter(&format!("{:?}", letter)),
            FenError::KingCount { color: side, found } => {
                return self.fen_king_count(self.color(side), found);
            }
            FenError::TooMany(piece) => {
                return self.fen_too_many(self.color(piece.color), &format!("{:?}", piece.fen_letter()));
            }
            FenError::Misplaced { piece, square } => {
                return self.fen_misplaced(
                    &format!("{:?}", piece.fen_letter()),
                    self.color(piece.color),
                    &square.to_string(),
                );
            }
            FenError::PawnsOnOneFile { color: side, square } => {
                return self.fen_pawns_on_one_file(self.color(side), &square.to_string());
            }
            FenError::GeneralsFacing => self.fen_generals_facing,
            FenError::OpponentInCheck => self.fen_opponent_in_check,
            FenError::InvalidSide => self.fen_invalid_side,
            FenError::InvalidDash => self.fen_invalid_dash,
            FenError::InvalidHalfmoveClock => self.fen_invalid_halfmove_clock,
            FenError::InvalidFullmoveNumber => self.fen_invalid_fullmove_number,
            FenError::MissingField => self.fen_missing_field,
            FenError::TrailingField => self.fen_trailing_field,
        };
        fixed.to_owned()
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
            FormError::NotANumber(part) => self.form_not_a_number(self.time_part(part)),
            FormError::Terms(terms) => self.invalid_terms(terms),
            FormError::Start(fen) => self.fen_error(fen),
        }
    }
}
