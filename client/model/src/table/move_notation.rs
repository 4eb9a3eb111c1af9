//! The notation of a move of xiangqi.

use super::lead::Lead;
use crate::choices::notation_choice::NotationChoice;
use chuhe_records::notation::{ChineseStyle, DigitWidth, Notation, Script};
use chuhe_rules::xiangqi;

/// A move in each notation that players use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNotation {
    /// Chinese, as in 炮二平五. Black's digits are full width, as in 马８进７.
    pub chinese: String,
    /// Chinese in traditional characters, as in 馬８進７.
    pub traditional: String,
    /// WXF, as in C2.5.
    pub wxf: String,
    /// Vietnamese, as in P2-5.
    pub vietnamese: String,
    /// ICCS, as in H2-E2.
    pub iccs: String,
    /// Whether the move captures.
    pub captures: bool,
    /// Whether the move gives check.
    pub checks: bool,
    /// How far red is ahead after the move.
    pub lead: Lead,
}

impl MoveNotation {
    /// The notations of a legal move of `position`.
    #[must_use]
    pub fn of(position: &xiangqi::Position, mv: xiangqi::Move) -> Self {
        let chinese = |script| {
            let style = ChineseStyle { script, digits: DigitWidth::Full };
            Notation::Chinese(style).write(position, mv)
        };
        let mut after = position.clone();
        after.make(mv);
        Self {
            chinese: chinese(Script::Simplified),
            traditional: chinese(Script::Traditional),
            wxf: Notation::Wxf.write(position, mv),
            vietnamese: Notation::Vietnamese.write(position, mv),
            iccs: Notation::Iccs.write(position, mv),
            captures: position.piece_at(mv.to).is_some(),
            checks: after.in_check(),
            lead: Lead::in_position(&after),
        }
    }

    /// The move in this notation.
    #[must_use]
    pub fn text(&self, choice: NotationChoice) -> &str {
        match choice {
            NotationChoice::Simplified => &self.chinese,
            NotationChoice::Traditional => &self.traditional,
            NotationChoice::Wxf => &self.wxf,
            NotationChoice::Vietnamese => &self.vietnamese,
            NotationChoice::Iccs => &self.iccs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_written_in_every_notation() {
        let mut position = xiangqi::Position::start();
        position.play("h2e2".parse().unwrap()).unwrap();
        let written = MoveNotation::of(&position, "h9g7".parse().unwrap());
        let texts = NotationChoice::ALL.map(|choice| written.text(choice));
        assert_eq!(texts, ["马８进７", "馬８進７", "H8+7", "M8.7", "H9-G7"]);
        assert_eq!((written.captures, written.checks), (false, false));
    }

    #[test]
    fn captures_and_checks_are_marked() {
        for (fen, mv, marks) in [
            ("4k4/9/9/9/9/9/9/9/4A4/R3K4 w", "a0a8", (false, false)),
            ("4k4/9/9/9/9/9/9/9/4A4/R3K4 w", "a0a9", (false, true)),
            ("r3k4/9/9/9/9/9/9/9/4A4/R3K4 w", "a0a9", (true, true)),
        ] {
            let written = MoveNotation::of(&xiangqi::Position::from_fen(fen).unwrap(), mv.parse().unwrap());
            assert_eq!((written.captures, written.checks), marks, "{fen} {mv}");
        }
    }
}
