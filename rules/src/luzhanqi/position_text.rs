//! The text format of positions; see [`Position::from_text`].

use super::{Arm, BoardKind, Piece, Position, Station, Strength};
use crate::Color;
use alloc::{collections::BTreeMap, format, string::String};

/// Why a text is not a legal position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PositionError {
    /// The board is neither `classic` nor `cross`.
    #[error("the board must be classic or cross")]
    InvalidBoard,
    /// The side to move is neither `red` nor `black`.
    #[error("the side to move must be red or black")]
    InvalidSide,
    /// The steps are not a number up to 65535 without leading zeros.
    #[error("the steps must be a number from 0 to 65535")]
    InvalidSteps,
    /// The quiet steps are not a number up to that of all steps without leading zeros.
    #[error("the steps without a battle must be a number up to that of all steps")]
    InvalidQuietSteps,
    /// A piece is not a letter followed by the name of a station.
    #[error("piece {number} must be a letter and a station")]
    InvalidPiece {
        /// The number of the piece, from 1.
        number: usize,
    },
    /// The station is not on this board.
    #[error("the board has no station {0}")]
    OffTheBoard(Station),
    /// The station does not follow that of the previous piece.
    #[error("{0} is out of order")]
    OutOfOrder(Station),
    /// A side has more pieces of a strength than the set.
    #[error("{} has too many {}s", .0.color, .0.strength)]
    TooMany(Piece),
    /// A mine or flag stands where it cannot have been set up.
    #[error("a {piece} cannot stand on {station}")]
    Misplaced {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        station: Station,
    },
    /// Neither side has a flag.
    #[error("no flag is left")]
    NoFlag,
}

/// Parses a position; see [`Position::from_text`].
pub(super) fn read(text: &str) -> Result<Position, PositionError> {
    let mut fields = text.split(' ');
    let board = match fields.next() {
        Some("classic") => BoardKind::Classic,
        Some("cross") => BoardKind::Cross,
        _ => return Err(PositionError::InvalidBoard),
    };
    let side_to_move = match fields.next() {
        Some("red") => Color::Red,
        Some("black") => Color::Black,
        _ => return Err(PositionError::InvalidSide),
    };
    let steps = fields.next().and_then(read_counter).ok_or(PositionError::InvalidSteps)?;
    let quiet_steps = fields.next().and_then(read_counter);
    let quiet_steps = quiet_steps.filter(|&quiet| quiet <= steps).ok_or(PositionError::InvalidQuietSteps)?;
    let mut pieces = BTreeMap::new();
    for (number, field) in (1..).zip(fields) {
        let (station, piece) = read_piece(field).ok_or(PositionError::InvalidPiece { number })?;
        if !board.has(station) {
            return Err(PositionError::OffTheBoard(station));
        }
        if pieces.last_key_value().is_some_and(|(&last, _)| last >= station) {
            return Err(PositionError::OutOfOrder(station));
        }
        pieces.insert(station, piece);
    }
    check(&pieces)?;
    Ok(Position { board, side_to_move, steps, quiet_steps, pieces })
}

fn read_counter(text: &str) -> Option<u16> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| canonical)
}

fn read_piece(field: &str) -> Option<(Station, Piece)> {
    let letter = field.chars().next()?;
    let station = field[letter.len_utf8()..].parse().ok()?;
    Some((station, Piece::from_letter(letter)?))
}

/// Checks the numbers of pieces, the places of mines and flags, and that a flag is left.
fn check(pieces: &BTreeMap<Station, Piece>) -> Result<(), PositionError> {
    for color in Color::ALL {
        for strength in Strength::ALL {
            let piece = Piece::new(color, strength);
            if pieces.values().filter(|&&other| other == piece).count() > strength.count_in_set() {
                return Err(PositionError::TooMany(piece));
            }
        }
    }
    for (&station, &piece) in pieces {
        let at_home = station.arm() == Some(Arm::of(piece.color))
            && station.slot().is_some_and(|slot| slot.admits(piece.strength));
        if !piece.strength.moves() && !at_home {
            return Err(PositionError::Misplaced { piece, station });
        }
    }
    if pieces.values().all(|piece| piece.strength != Strength::Flag) {
        return Err(PositionError::NoFlag);
    }
    Ok(())
}

/// Returns the text of a position.
pub(super) fn write(position: &Position) -> String {
    let board = match position.board {
        BoardKind::Classic => "classic",
        BoardKind::Cross => "cross",
    };
    let side = match position.side_to_move {
        Color::Red => "red",
        Color::Black => "black",
    };
    let mut text = format!("{board} {side} {} {}", position.steps, position.quiet_steps);
    for (station, piece) in position.pieces() {
        text.push_str(&format!(" {}{station}", piece.letter()));
    }
    text
}
