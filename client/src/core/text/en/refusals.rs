//! Refusals and errors in English.

use super::super::format::{whole_minutes, whole_seconds};
use super::sides::color;
use super::times::time_part;
use crate::core::account::PasswordError;
use crate::core::challenge::FormError;
use crate::core::denied::Denied;
use chuhe_protocol::{InvalidFilter, InvalidTerms, NameError, Refusal, limits};
use chuhe_rules::clock::InvalidTimeControl;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{self, IllegalFormation, InvalidOptions, Options, SetupRefusal};
use chuhe_rules::offers::OfferRefusal;
use chuhe_rules::xiangqi::{FenError, IllegalMove};

pub(super) fn refusal(refusal: Refusal) -> String {
    let fixed = match refusal {
        Refusal::Name(error) => return name_error(error),
        Refusal::Illegal(reason) => return illegal_play(reason),
        Refusal::Formation(reason) => illegal_formation(reason),
        Refusal::Setup(reason) => setup_refusal(reason),
        Refusal::NoFormations => "This game has no set-up phase",
        Refusal::Offer(reason) => return offer_refusal(reason),
        Refusal::Terms(terms) => return invalid_terms(terms),
        Refusal::ClaimTooSoon { wait_ms } => {
            return format!("You can do this in {} s", whole_seconds(wait_ms));
        }
        Refusal::ChatTooFast { wait_ms } => {
            return format!("You are writing too fast; wait {} s", whole_seconds(wait_ms));
        }
        Refusal::NotJoined => "Join the server first",
        Refusal::AlreadyJoined => "You have already joined",
        Refusal::NameTaken => "This name is taken; choose another one",
        Refusal::UnknownToken => "Your last session has expired; join again",
        Refusal::ShuttingDown => "The server is shutting down: no new games",
        Refusal::NoSuchPlayer => "This player has left",
        Refusal::ChallengeSelf => "You cannot challenge yourself",
        Refusal::OpponentBusy => "This player is in a game",
        Refusal::YouAreBusy => "You are in a game",
        Refusal::AlreadyChallenged => "You have already challenged this player",
        Refusal::TooManyChallengesOut => "You have too many open challenges; cancel one or wait",
        Refusal::TooManyChallengesIn => "This player has too many open challenges; try again later",
        Refusal::NoSuchChallenge => "This challenge no longer exists",
        Refusal::NotYourChallenge => "This challenge is not yours",
        Refusal::NoSuchGame => "You are not a player in this game",
        Refusal::GameOver => "The game is over",
        Refusal::GameRunning => "The game is not over yet",
        Refusal::WrongPly { .. } => "The position has changed, so the move was not played",
        Refusal::ResignTooEarly => "You cannot resign yet",
        Refusal::AbortTooLate => "Both sides have moved, so the game can no longer be aborted",
        Refusal::NothingToClaim => "There is nothing to claim until both sides have moved",
        Refusal::OpponentNotAway => "Your opponent is not offline",
        Refusal::OpponentLeft => "Your opponent has left the board",
        Refusal::ChatEmpty => "Write something first",
        Refusal::ChatTooLong => "Too long: at most 200 characters",
        Refusal::TooManyOffers => "You have made too many offers in this game",
        Refusal::NameRegistered => "This name is registered; enter its password",
        Refusal::WrongPassword => "Wrong name or password",
        Refusal::InvalidPassword => "A password needs 8 to 128 characters",
        Refusal::AlreadyRegistered => "Your name is already registered",
        Refusal::RequestPending => "The last request is still in progress; please wait",
        Refusal::Paused => "Games are paused: the server cannot store them now",
        Refusal::ChallengerAway => "The challenger is offline; wait a moment",
        Refusal::CannotWatch => "This game cannot be watched",
        Refusal::TooManySpectators => "This game has too many spectators",
        Refusal::Unreadable => "The game record cannot be read",
        Refusal::RegistryFull => "This server cannot register more names",
        Refusal::NoChallenges => "This player does not accept challenges now",
        Refusal::RegisteredChallengersOnly => "This player accepts challenges from registered players only",
        Refusal::PlayerBlocked => "You have blocked this player; unblock them to play",
        Refusal::TooManyBlocks => {
            return format!("You can block at most {} players", limits::BLOCKED_PLAYERS);
        }
        Refusal::BlockSelf => "You cannot block yourself",
        Refusal::ChallengeTooSoon { wait_ms } => {
            return format!("You can challenge this player again in {} s", whole_seconds(wait_ms));
        }
        Refusal::Filter(filter) => invalid_filter(filter),
        Refusal::Silenced { wait_ms } => return silenced(wait_ms),
        Refusal::TooManyAttempts { wait_ms } => {
            return format!("Too many attempts; wait {} s", whole_seconds(wait_ms));
        }
    };
    fixed.to_owned()
}

fn silenced(wait_ms: Option<u64>) -> String {
    match wait_ms {
        None => "An operator has silenced you".to_owned(),
        Some(wait_ms) => format!("An operator has silenced you for another {} min", whole_minutes(wait_ms)),
    }
}

pub(super) fn illegal_play(illegal_: IllegalPlay) -> String {
    let fixed = match illegal_ {
        IllegalPlay::Xiangqi(reason) => illegal(reason),
        IllegalPlay::Luzhanqi(reason) => illegal_luzhanqi(reason),
        IllegalPlay::OtherGame => "This move belongs to another game",
    };
    fixed.to_owned()
}

fn offer_refusal(refusal: OfferRefusal) -> String {
    let fixed = match refusal {
        OfferRefusal::TooSoon { wait_ms } => {
            return format!("You can ask again in {} s", whole_seconds(wait_ms));
        }
        OfferRefusal::DrawTooOften { plies } => {
            return format!("You can offer a draw again in {plies} moves");
        }
        OfferRefusal::TakebackOff => "This game is played without takebacks",
        OfferRefusal::NothingToTakeBack => "You have not moved yet",
        OfferRefusal::Pending => "You have already asked; wait for the answer",
        OfferRefusal::BeforeBothMoved => "You can offer a draw once both sides have moved",
        OfferRefusal::GameOver => "The game is over",
        OfferRefusal::GameRunning => "The game is not over yet",
        OfferRefusal::NoOpenOffer => "This offer is no longer open",
    };
    fixed.to_owned()
}

const fn illegal(illegal: IllegalMove) -> &'static str {
    match illegal {
        IllegalMove::GameOver => "The game is over",
        IllegalMove::NotYourTurn => "It is not your turn",
        IllegalMove::NoPiece => "There is no piece there",
        IllegalMove::NotYourPiece => "This piece is not yours",
        IllegalMove::OwnPieceThere => "Your own piece is there",
        IllegalMove::NotItsMove => "This piece does not move like that",
        IllegalMove::HorseLegBlocked => "The horse's leg is blocked",
        IllegalMove::ElephantEyeBlocked => "The elephant's eye is blocked",
        IllegalMove::ElephantMayNotCrossRiver => "An elephant cannot cross the river",
        IllegalMove::OutsidePalace => "This piece cannot leave the palace",
        IllegalMove::PathBlocked => "A piece blocks the way",
        IllegalMove::CannonNoScreen => "A cannon captures by jumping over a piece",
        IllegalMove::CannonTooManyScreens => "A cannon jumps over exactly one piece",
        IllegalMove::PawnMayNotRetreat => "A pawn cannot move backwards",
        IllegalMove::PawnMayNotStepAsideYet => "A pawn moves sideways only after crossing the river",
        IllegalMove::GeneralInCheck => "Your general would be in check",
        IllegalMove::GeneralsWouldFace => "The generals would face each other",
        IllegalMove::SamePoint => "The piece would stay where it is",
    }
}

const fn illegal_luzhanqi(illegal: luzhanqi::IllegalMove) -> &'static str {
    use luzhanqi::IllegalMove;
    match illegal {
        IllegalMove::GameOver => "The game is over",
        IllegalMove::NotBegun => "Both players must confirm their layouts first",
        IllegalMove::OffTheBoard => "This board has no such station",
        IllegalMove::NoPiece => "There is no piece there",
        IllegalMove::NotYourPiece => "This piece is not yours",
        IllegalMove::NotYourTurn => "It is not your turn",
        IllegalMove::NeverMoves => "Mines and flags never move",
        IllegalMove::InHeadquarters => "A piece in a headquarters never moves again",
        IllegalMove::OwnPieceThere => "Your own piece is there",
        IllegalMove::CampOccupied => "An occupied camp cannot be entered",
        IllegalMove::PathBlocked => "A piece blocks the way",
        IllegalMove::OnlyEngineersTurn => "Only engineers turn on the railway",
        IllegalMove::NoPath => "This piece cannot get there",
    }
}

pub(super) const fn illegal_formation(illegal: IllegalFormation) -> &'static str {
    match illegal {
        IllegalFormation::TooMany(_) => "This is not a complete set of pieces",
        IllegalFormation::FlagOutsideHeadquarters(_) => "The flag must be in a headquarters",
        IllegalFormation::MineTooFarForward(_) => "Mines must be in the two back rows",
        IllegalFormation::BombInFront(_) => "Bombs cannot be in the front row",
    }
}

const fn setup_refusal(refusal: SetupRefusal) -> &'static str {
    match refusal {
        SetupRefusal::GameOver => "The game is over",
        SetupRefusal::AlreadyBegun => "The game has already begun",
        SetupRefusal::AlreadyConfirmed => "You have confirmed; withdraw first to change your layout",
        SetupRefusal::NotConfirmed => "You have not confirmed your layout yet",
        SetupRefusal::NothingPlaced => "You have not set up yet",
    }
}

pub(super) fn name_error(error: NameError) -> String {
    match error {
        NameError::Empty => "Enter a name".to_owned(),
        NameError::TooLong => format!("A name has at most {} characters", limits::NAME_CHARS),
        NameError::Character(' ') => "A name cannot contain spaces".to_owned(),
        NameError::Character(odd) if odd.is_control() => {
            "The name contains an invisible character".to_owned()
        }
        NameError::Character(odd) => format!("A name cannot contain “{odd}”; use letters, digits, _ and -"),
    }
}

const fn invalid_filter(filter: InvalidFilter) -> &'static str {
    match filter {
        InvalidFilter::OpponentTooLong => "The part of a name is too long",
        InvalidFilter::Position => "The position is not a legal one",
    }
}

fn invalid_terms(terms: InvalidTerms) -> String {
    let fixed = match terms {
        InvalidTerms::Options(bad) => return invalid_options(bad),
        InvalidTerms::Time(InvalidTimeControl::IncrementWithoutGameTime) => "An increment needs a game time",
        InvalidTerms::Time(InvalidTimeControl::ReadSecondsWithoutGameTime) => "Byo-yomi needs a game time",
        InvalidTerms::Time(InvalidTimeControl::TooLong) => "Each time is at most one day",
        InvalidTerms::Time(InvalidTimeControl::TooShort) => "Each time is at least one second",
        InvalidTerms::StartPosition => "The start position is not legal",
        InvalidTerms::StartIsOver => "The game is already over in this position",
        InvalidTerms::WatchDelay => "The spectator delay is at most 40 moves",
        InvalidTerms::NoTakeback => "Luzhanqi has no takebacks",
    };
    fixed.to_owned()
}

pub(super) fn invalid_options(bad: InvalidOptions) -> String {
    match bad {
        InvalidOptions::ResignTooLate => {
            format!("Resigning must be possible by move {}", Options::MAX_STEPS)
        }
        InvalidOptions::QuietSteps => {
            let (fewest, most) = (Options::MIN_QUIET_STEPS, Options::MAX_STEPS);
            format!("A draw needs {fewest} to {most} moves without a battle")
        }
        InvalidOptions::NoticeTooEarly => "The warning before a draw comes too early".to_owned(),
        InvalidOptions::Passes => {
            format!("A side must lose after 1 to {} passed turns", Options::MAX_PASSES)
        }
    }
}

pub(super) fn fen_error(error: FenError) -> String {
    let fixed = match error {
        FenError::RankCount { found } => return format!("The FEN has {found} ranks instead of 10"),
        FenError::RankLength { rank } => return format!("Rank {rank} of the FEN does not have 9 points"),
        FenError::AdjacentDigits { rank } => {
            return format!("Rank {rank} of the FEN has two numbers in a row");
        }
        FenError::UnknownLetter(letter) => return format!("{letter:?} in the FEN is not a piece"),
        FenError::KingCount { color: side, found } => return format!("{} has {found} generals", color(side)),
        FenError::TooMany(piece) => {
            return format!("{} has too many {:?}", color(piece.color), piece.fen_letter());
        }
        FenError::Misplaced { piece, square } => {
            return format!("{:?} of {} can never be on {square}", piece.fen_letter(), color(piece.color));
        }
        FenError::PawnsOnOneFile { color: side, square } => {
            return format!(
                "{} has two pawns on the file of {square} that have not crossed the river",
                color(side)
            );
        }
        FenError::GeneralsFacing => "The generals face each other",
        FenError::OpponentInCheck => "The side not to move is in check",
        FenError::InvalidSide => "The side to move must be w or b",
        FenError::InvalidDash => "The third and fourth fields of the FEN must be dashes",
        FenError::InvalidHalfmoveClock => "The fifth field of the FEN must be a number from 0 to 9999",
        FenError::InvalidFullmoveNumber => "The sixth field of the FEN must be a number from 1 to 9999",
        FenError::MissingField => "A field of the FEN is missing",
        FenError::TrailingField => "There is extra text after the FEN",
    };
    fixed.to_owned()
}

pub(super) fn password_error(error: PasswordError) -> String {
    match error {
        PasswordError::TooShort => format!("Too short: at least {} characters", limits::PASSWORD_CHARS_MIN),
        PasswordError::TooLong => "This password is too long".to_owned(),
        PasswordError::Differ => "The two passwords differ".to_owned(),
    }
}

pub(super) fn denied(denied: Denied) -> String {
    match denied {
        Denied::Offline => "The connection is lost; wait until it is back".to_owned(),
        Denied::GameGone => "The server no longer has this game".to_owned(),
        Denied::NoSeat => "You are not a player in this game".to_owned(),
        Denied::ResignLater { steps } => format!("You can resign after {steps} more moves"),
        Denied::Refused(reason) => refusal(reason),
    }
}

pub(super) fn form_error(error: FormError) -> String {
    match error {
        FormError::NotANumber(part) => format!("{}: not a number", time_part(part)),
        FormError::Terms(terms) => invalid_terms(terms),
        FormError::Start(fen) => fen_error(fen),
    }
}
