//! The algebraic notation of xboard and its relatives: `Che2`, `Hg7`, `g5`, `Ch2-e2`.
//!
//! A capital letter names the piece and is missing for pawns; the file, the rank or both of its
//! origin follow where several pieces could go to the target. It is only read. Ranks are counted
//! from 0, or from 1 as some programs have it.

use super::NotationError;
use super::wxf::kind_of_capital;
use chuhe_rules::xiangqi::{Move, PieceKind, Position, Square};

/// The parts of a move.
struct Description {
    kind: PieceKind,
    file: Option<u8>,
    rank: Option<u8>,
    to: Square,
}

/// Reads a legal move of `position`; `first_rank` is the number of the first rank.
pub(super) fn read(position: &Position, text: &str, first_rank: u8) -> Result<Move, NotationError> {
    let Description { kind, file, rank, to } = described(text, first_rank).ok_or(NotationError::Malformed)?;
    let mut found = Err(NotationError::NoSuchPiece);
    for from in position.board().pieces(position.side_to_move(), kind) {
        if file.is_some_and(|file| file != from.file()) || rank.is_some_and(|rank| rank != from.rank()) {
            continue;
        }
        let mv = Move::new(from, to);
        found = match (found, position.validate(mv)) {
            (Ok(_), Ok(())) => return Err(NotationError::Ambiguous),
            (_, Ok(())) => Ok(mv),
            (Err(NotationError::NoSuchPiece), Err(rule)) => Err(NotationError::Illegal(rule)),
            (before, Err(_)) => before,
        };
    }
    found
}

/// Whether a text is a move in this notation, whatever the position and the number of the first rank.
pub(super) fn has_form(text: &str) -> bool {
    described(text, 0).is_some() || described(text, 1).is_some()
}

fn described(text: &str, first_rank: u8) -> Option<Description> {
    let text = text.trim_end_matches(['+', '#']);
    let (kind, text) = match kind_of_capital(*text.as_bytes().first()?) {
        Some(kind) => (kind, text.get(1..)?),
        None => (PieceKind::Pawn, text),
    };
    let (from, to) = text.split_at(text.rfind(|c: char| c.is_ascii_lowercase() && c != 'x')?);
    let from = from.strip_suffix(['x', '-', ':']).unwrap_or(from);
    let (file, to_rank) = to.split_at_checked(1)?;
    let to = Square::new(file_index(file)?, rank_index(to_rank, first_rank)?)?;
    let begins_with_file = from.starts_with(|c: char| c.is_ascii_lowercase());
    let (file, rank) = from.split_at(usize::from(begins_with_file));
    let file = if file.is_empty() { None } else { Some(file_index(file)?) };
    let rank = if rank.is_empty() { None } else { Some(rank_index(rank, first_rank)?) };
    Some(Description { kind, file, rank, to })
}

fn file_index(text: &str) -> Option<u8> {
    text.bytes().next()?.checked_sub(b'a').filter(|&file| file < Square::FILES)
}

fn rank_index(text: &str, first_rank: u8) -> Option<u8> {
    let is_number = matches!(text.len(), 1 | 2) && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_canonical = text.len() == 1 || !text.starts_with('0');
    let number: u8 = text.parse().ok().filter(|_| is_number && is_canonical)?;
    number.checked_sub(first_rank).filter(|&rank| rank < Square::RANKS)
}
