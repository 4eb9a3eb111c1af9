//! Start positions in texts: one reader of FENs for every format.

use super::NoteKind;
use chuhe_rules::xiangqi::{FenError, Position};

/// Reads a FEN, and what to note if it lacks fields or has impossible ones.
pub(super) fn read_fen(text: &str) -> Result<(Position, Option<NoteKind>), FenError> {
    let text = text.trim();
    match Position::from_fen(text) {
        Ok(position) => Ok((position, None)),
        Err(error) => {
            let position = Position::from_loose_fen(text).map_err(|_| error)?;
            Ok((position, Some(NoteKind::CompletedPosition)))
        }
    }
}

/// Splits a line after its FEN, of which the fields after the placement may be missing.
pub(super) fn split_fen(line: &str) -> (&str, &str) {
    let mut end = 0;
    for (index, word) in line.split_whitespace().enumerate() {
        let is_field = match index {
            0 => true,
            1 => matches!(word, "w" | "r" | "b" | "W" | "R" | "B" | "-"),
            2 | 3 => word == "-" || word.bytes().all(|byte| b"KQkq".contains(&byte)),
            4 | 5 => word.bytes().all(|byte| byte.is_ascii_digit()),
            _ => false,
        };
        if !is_field {
            break;
        }
        end = word.as_ptr().addr() - line.as_ptr().addr() + word.len();
    }
    line.split_at(end)
}

/// Whether a word is the placement of a FEN: ten ranks.
pub(super) fn is_placement(word: &str) -> bool {
    word.bytes().filter(|&byte| byte == b'/').count() == 9
}
