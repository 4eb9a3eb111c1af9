//! Why something cannot be done, in English.

use super::super::whole_seconds;
use super::color;
use crate::core::account::PasswordError;
use chuhe_protocol::{InvalidTerms, NameError, Refusal, limits};
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
        Refusal::NoFormations => "In this game nobody sets up",
        Refusal::Offer(reason) => return offer_refusal(reason),
        Refusal::Terms(terms) => return bad_terms(terms),
        Refusal::ClaimTooSoon { wait_ms } => return format!("Wait {} s more", whole_seconds(wait_ms)),
        Refusal::ChatTooFast { wait_ms } => {
            return format!("Not so fast: wait {} s", whole_seconds(wait_ms));
        }
        Refusal::NotJoined => "Join first",
        Refusal::AlreadyJoined => "You have joined already",
        Refusal::NameTaken => "That name is taken; choose another",
        Refusal::UnknownToken => "The server does not remember your seat",
        Refusal::ShuttingDown => "The server is about to stop; no new games",
        Refusal::NoSuchPlayer => "That player has gone",
        Refusal::ChallengeSelf => "You cannot challenge yourself",
        Refusal::OpponentBusy => "That player is at a board",
        Refusal::YouAreBusy => "You are at a board",
        Refusal::ChallengeStands => "You have challenged that player already",
        Refusal::TooManyChallengesOut => "You have too many challenges open",
        Refusal::TooManyChallengesIn => "That player has too many challenges open",
        Refusal::NoSuchChallenge => "That challenge is gone",
        Refusal::NotYourChallenge => "That challenge is not yours",
        Refusal::NoSuchGame => "You do not play in that game",
        Refusal::GameOver => "The game is over",
        Refusal::GameRunning => "The game is not over",
        Refusal::WrongPly { .. } => "The position had changed; the move was not played",
        Refusal::ResignTooEarly => "You may not resign yet",
        Refusal::AbortTooLate => "Both have moved; the game can no longer be aborted",
        Refusal::OpponentNotAway => "Your opponent is not offline",
        Refusal::OpponentLeft => "Your opponent has left the board",
        Refusal::ChatEmpty => "There is nothing to say",
        Refusal::ChatTooLong => "Too long: at most 200 characters",
        Refusal::TooManyOffers => "You have made too many offers in this game",
        Refusal::NameRegistered => "That name is registered; enter its password",
        Refusal::WrongPassword => "Wrong name or password",
        Refusal::InvalidPassword => "A password has 8 to 128 characters",
        Refusal::AlreadyRegistered => "Your name is registered already",
        Refusal::StillBusy => "One thing at a time, please wait",
        Refusal::Paused => "The server cannot keep games for now; they stand still",
        Refusal::ChallengerAway => "The challenger is offline; wait a moment",
        Refusal::CannotWatch => "That game cannot be watched",
        Refusal::TooManySpectators => "Too many are watching that game",
        Refusal::Unreadable => "The record cannot be read",
        Refusal::RegistryFull => "No more names can be registered here",
        Refusal::TooManyAttempts { wait_ms } => {
            return format!("Too many attempts: wait {} s", whole_seconds(wait_ms));
        }
    };
    fixed.to_owned()
}

pub(super) fn illegal_play(illegal_: IllegalPlay) -> String {
    let fixed = match illegal_ {
        IllegalPlay::Xiangqi(reason) => illegal(reason),
        IllegalPlay::Luzhanqi(reason) => illegal_luzhanqi(reason),
        IllegalPlay::OtherGame => "That is a move of another game",
    };
    fixed.to_owned()
}

fn offer_refusal(refusal: OfferRefusal) -> String {
    let fixed = match refusal {
        OfferRefusal::TooSoon { wait_ms } => {
            return format!("You may ask again in {} s", whole_seconds(wait_ms));
        }
        OfferRefusal::DrawTooOften { plies } => {
            return format!("You may offer a draw again in {plies} plies");
        }
        OfferRefusal::TakebackOff => "This game is played without takebacks",
        OfferRefusal::NothingToTakeBack => "You have not moved yet",
        OfferRefusal::Pending => "Already asked; wait for the answer",
        OfferRefusal::BeforeBothMoved => "A draw may be offered once both have moved",
        OfferRefusal::GameOver => "The game is over",
        OfferRefusal::GameRunning => "The game is not over",
        OfferRefusal::NoneStanding => "That offer no longer stands",
    };
    fixed.to_owned()
}

const fn illegal(illegal: IllegalMove) -> &'static str {
    match illegal {
        IllegalMove::GameOver => "The game is over",
        IllegalMove::NotYourTurn => "It is not your turn",
        IllegalMove::NoPiece => "There is no piece there",
        IllegalMove::NotYourPiece => "That piece is not yours",
        IllegalMove::OwnPieceThere => "A piece of your own stands there",
        IllegalMove::NotItsMove => "That piece does not move like that",
        IllegalMove::HorseLegBlocked => "The horse's leg is blocked",
        IllegalMove::ElephantEyeBlocked => "The elephant's eye is blocked",
        IllegalMove::ElephantMayNotCrossRiver => "An elephant may not cross the river",
        IllegalMove::OutsidePalace => "It may not leave the palace",
        IllegalMove::PathBlocked => "The path is blocked",
        IllegalMove::CannonNoScreen => "A cannon captures over one piece",
        IllegalMove::CannonTooManyScreens => "A cannon jumps over one piece only",
        IllegalMove::PawnMayNotRetreat => "A pawn may not retreat",
        IllegalMove::PawnMayNotStepAsideYet => "A pawn steps aside only beyond the river",
        IllegalMove::GeneralInCheck => "Your general would be in check",
        IllegalMove::GeneralsWouldFace => "The generals would face each other",
    }
}

const fn illegal_luzhanqi(illegal: luzhanqi::IllegalMove) -> &'static str {
    use luzhanqi::IllegalMove;
    match illegal {
        IllegalMove::GameOver => "The game is over",
        IllegalMove::NotBegun => "Both must have set up before anyone moves",
        IllegalMove::OffTheBoard => "This board has no such station",
        IllegalMove::NoPiece => "There is no piece there",
        IllegalMove::NotYourPiece => "That piece is not yours",
        IllegalMove::NotYourTurn => "It is not your turn",
        IllegalMove::NeverMoves => "Mines and flags never move",
        IllegalMove::InHeadquarters => "What stands in a headquarters never moves again",
        IllegalMove::OwnPieceThere => "A piece of your own stands there",
        IllegalMove::CampOccupied => "An occupied camp cannot be entered",
        IllegalMove::PathBlocked => "Something stands in the way",
        IllegalMove::OnlyEngineersTurn => "Only an engineer turns on the railway",
        IllegalMove::NoWay => "No way leads there",
    }
}

pub(super) const fn illegal_formation(illegal: IllegalFormation) -> &'static str {
    match illegal {
        IllegalFormation::TooMany(_) => "That is not a full set of pieces",
        IllegalFormation::FlagOutsideHeadquarters(_) => "The flag stands in a headquarters",
        IllegalFormation::MineTooFarForward(_) => "Mines stand in the two rows at the back",
        IllegalFormation::BombInFront(_) => "No bomb stands in the front row",
    }
}

const fn setup_refusal(refusal: SetupRefusal) -> &'static str {
    match refusal {
        SetupRefusal::GameOver => "The game is over",
        SetupRefusal::AlreadyBegun => "Play has begun",
        SetupRefusal::AlreadyConfirmed => "You have confirmed your formation; withdraw it first",
        SetupRefusal::NotConfirmed => "You have not confirmed your formation",
        SetupRefusal::NothingPlaced => "You have not set up",
    }
}

pub(super) fn name_error(error: NameError) -> String {
    match error {
        NameError::Empty => "Enter a name".to_owned(),
        NameError::TooLong => format!("A name has at most {} characters", limits::NAME_CHARS),
        NameError::Character(' ') => "A name has no spaces".to_owned(),
        NameError::Character(odd) if odd.is_control() => "The name has an invisible character".to_owned(),
        NameError::Character(odd) => format!("A name may not contain “{odd}”: only letters, digits, _ and -"),
    }
}

pub(super) fn bad_terms(terms: InvalidTerms) -> String {
    let fixed = match terms {
        InvalidTerms::Options(bad) => return bad_options(bad),
        InvalidTerms::Time(InvalidTimeControl::IncrementWithoutGameTime) => "An increment needs a game time",
        InvalidTerms::Time(InvalidTimeControl::ReadSecondsWithoutGameTime) => "Read-seconds need a game time",
        InvalidTerms::Time(InvalidTimeControl::TooLong) => "A time is at most a day",
        InvalidTerms::Time(InvalidTimeControl::TooShort) => "A time is at least a second",
        InvalidTerms::StartPosition => "The start position is not legal",
        InvalidTerms::StartIsOver => "In that position the game is over",
        InvalidTerms::WatchDelay => "Spectators are told at most 40 plies later",
        InvalidTerms::NoTakeback => "In luzhanqi nothing is taken back",
    };
    fixed.to_owned()
}

fn bad_options(bad: InvalidOptions) -> String {
    match bad {
        InvalidOptions::ResignTooLate => {
            format!("One must be able to resign by step {}", Options::MOST_STEPS)
        }
        InvalidOptions::QuietSteps => {
            let (fewest, most) = (Options::FEWEST_QUIET_STEPS, Options::MOST_STEPS);
            format!("A draw comes after {fewest} to {most} steps")
        }
        InvalidOptions::NoticeTooEarly => "The notice of the draw comes too early".to_owned(),
        InvalidOptions::Passes => format!("A side loses with its 1st to {}th pass", Options::MOST_PASSES),
    }
}

pub(super) fn fen_error(error: FenError) -> String {
    let fixed = match error {
        FenError::RankCount { found } => return format!("The FEN has {found} ranks instead of 10"),
        FenError::RankLength { rank } => return format!("Rank {rank} of the FEN does not have 9 points"),
        FenError::AdjacentGaps { rank } => {
            return format!("Rank {rank} of the FEN has two gaps side by side");
        }
        FenError::UnknownLetter(letter) => return format!("{letter:?} in the FEN is no piece"),
        FenError::KingCount { color: side, found } => return format!("{} has {found} generals", color(side)),
        FenError::TooMany(piece) => {
            return format!("{} has too many {:?}", color(piece.color), piece.fen_letter());
        }
        FenError::Misplaced { piece, square } => {
            return format!("{:?} of {} can never stand on {square}", piece.fen_letter(), color(piece.color));
        }
        FenError::GeneralsFacing => "The generals face each other",
        FenError::OpponentInCheck => "The side not to move is in check",
        FenError::InvalidSide => "The side to move is w or b",
        FenError::InvalidDash => "The third and fourth field of the FEN are dashes",
        FenError::InvalidHalfmoveClock => "The fifth field of the FEN is a number from 0 to 9999",
        FenError::InvalidFullmoveNumber => "The sixth field of the FEN is a number from 1 to 9999",
        FenError::MissingField => "A field of the FEN is missing",
        FenError::TrailingField => "Something follows the FEN",
    };
    fixed.to_owned()
}

pub(super) fn password_error(error: PasswordError) -> String {
    match error {
        PasswordError::TooShort => format!("Too short: at least {} characters", limits::PASSWORD_CHARS_MIN),
        PasswordError::TooLong => "Too long".to_owned(),
        PasswordError::Differ => "The two are not the same".to_owned(),
    }
}
