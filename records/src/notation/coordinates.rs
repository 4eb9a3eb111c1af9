//! Moves as origin and target: ICCS and UCI.

use chuhe_rules::xiangqi::{Move, Square};

/// Reads ICCS or UCI with ranks from 0, in any case, with or without a hyphen.
pub(super) fn read(text: &str) -> Option<Move> {
    let (from, to) = match *text.as_bytes() {
        [a, b, c, d] | [a, b, b'-', c, d] => ([a, b], [c, d]),
        _ => return None,
    };
    let square = |[file, rank]: [u8; 2]| {
        Square::new(file.to_ascii_lowercase().wrapping_sub(b'a'), rank.wrapping_sub(b'0'))
    };
    Some(Move::new(square(from)?, square(to)?))
}

/// Reads UCI or ICCS with ranks from 1, of one or two digits, in any case, with or without a hyphen.
pub(super) fn read_from_one(text: &str) -> Option<Move> {
    let split = text.get(1..)?.find(|c: char| c.is_ascii_alphabetic())? + 1;
    let square = |text: &str| {
        let (file, rank) = text.split_at_checked(1)?;
        let canonical = !rank.starts_with(['0', '+']);
        let rank: u8 = rank.parse().ok().filter(|&rank| canonical && rank > 0)?;
        Square::new(file.bytes().next()?.to_ascii_lowercase().wrapping_sub(b'a'), rank - 1)
    };
    let (from, to) = text.split_at_checked(split)?;
    Some(Move::new(square(from.strip_suffix('-').unwrap_or(from))?, square(to)?))
}

pub(super) fn write_iccs(mv: Move) -> String {
    format!("{}-{}", mv.from, mv.to).to_ascii_uppercase()
}

pub(super) fn write_uci_from_one(mv: Move) -> String {
    let file = |square: Square| char::from(b'a' + square.file());
    format!("{}{}{}{}", file(mv.from), mv.from.rank() + 1, file(mv.to), mv.to.rank() + 1)
}
