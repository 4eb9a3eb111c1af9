//! How a protocol numbers the ranks of the board.

use chuhe_rules::xiangqi::{Move, Position, Square};

/// How moves number the ranks, counted from red's back rank.
///
/// UCCI and most engines count from 0. Engines of many variants count from 1, as chess does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ranks {
    /// 0 to 9.
    #[default]
    FromZero,
    /// 1 to 10.
    FromOne,
}

impl Ranks {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::FromZero, Self::FromOne];

    const fn first(self) -> u8 {
        match self {
            Self::FromZero => 0,
            Self::FromOne => 1,
        }
    }

    /// Writes a move.
    ///
    /// ```
    /// use chuhe_uci::Ranks;
    /// let mv = "h2h9".parse()?;
    /// assert_eq!(Ranks::FromZero.write(mv), "h2h9");
    /// assert_eq!(Ranks::FromOne.write(mv), "h3h10");
    /// # Ok::<(), chuhe_rules::xiangqi::ParseSquareError>(())
    /// ```
    #[must_use]
    pub fn write(self, mv: Move) -> String {
        let file = |square: Square| char::from(b'a' + square.file());
        let rank = |square: Square| square.rank() + self.first();
        format!("{}{}{}{}", file(mv.from), rank(mv.from), file(mv.to), rank(mv.to))
    }

    /// Reads a move; `None` if the text is none.
    ///
    /// ```
    /// use chuhe_uci::Ranks;
    /// assert_eq!(Ranks::FromOne.read("a10b10"), Ranks::FromZero.read("a9b9"));
    /// assert_eq!(Ranks::FromZero.read("a10b10"), None);
    /// ```
    #[must_use]
    pub fn read(self, text: &str) -> Option<Move> {
        let (from, rest) = self.read_square(text)?;
        let (to, rest) = self.read_square(rest)?;
        rest.is_empty().then(|| Move::new(from, to))
    }

    fn read_square(self, text: &str) -> Option<(Square, &str)> {
        let file = *text.as_bytes().first()?;
        let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
        let digits = if self == Self::FromZero { digits.min(1) } else { digits };
        let rank: u8 = text.get(1..=digits)?.parse().ok()?;
        let square = Square::new(file.wrapping_sub(b'a'), rank.checked_sub(self.first())?)?;
        Some((square, &text[1 + digits..]))
    }

    /// The numbering in which `text` is a legal move of the start position.
    ///
    /// No text is one in both numberings: the pieces of a side stand on ranks 0, 2 and 3, and where
    /// cannons from 1 share a number with pawns from 0, their files differ.
    #[must_use]
    pub fn of_first_move(text: &str) -> Option<Self> {
        let start = Position::start();
        Self::ALL.into_iter().find(|ranks| ranks.read(text).is_some_and(|mv| start.validate(mv).is_ok()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numberings_round_trip() {
        for ranks in Ranks::ALL {
            for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
                let mv = Move::new(from, to);
                assert_eq!(ranks.read(&ranks.write(mv)), Some(mv));
            }
        }
    }

    #[test]
    fn each_first_move_has_one_numbering() {
        for mv in &Position::start().legal_moves() {
            for ranks in Ranks::ALL {
                assert_eq!(Ranks::of_first_move(&ranks.write(mv)), Some(ranks), "{mv} {ranks:?}");
            }
        }
        assert_eq!(Ranks::of_first_move("e2e4"), None, "a chess engine");
    }

    #[test]
    fn other_text_is_no_move() {
        for text in ["", "a", "a1", "a1b", "h2e2 ", "j0a0", "a0j0", "(none)", "0000", "将五平四", "h2e2q"]
        {
            assert_eq!(Ranks::FromZero.read(text), None, "{text}");
            assert_eq!(Ranks::FromOne.read(text), None, "{text}");
        }
        assert_eq!(Ranks::FromOne.read("a0b1"), None);
        assert_eq!(Ranks::FromOne.read("a11b1"), None);
    }
}
