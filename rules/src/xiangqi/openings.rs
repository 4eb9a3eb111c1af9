//! What players call the first moves of a game.
//!
//! A side is said to choose an opening: red by its first move, black by its reply. The board is symmetric, so an opening
//! and its mirror image have one name. Names that the [kept moves](FirstMoves) do not decide are not given.

use super::{Game, Move, Position, Square};
use crate::Color;
use alloc::vec::Vec;

/// The first moves of a game from the usual position, at most [`Self::MOST`].
///
/// There are none of other games, and none of games from another position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Vec<Move>", into = "Vec<Move>"))]
pub struct FirstMoves(Vec<Move>);

/// There are more moves than are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are more first moves than are kept")]
pub struct TooManyMoves;

/// What red opens with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Opening {
    /// 中炮.
    CentralCannon,
    /// 士角炮.
    PalcornerCannon,
    /// 过宫炮.
    CrossPalaceCannon,
    /// 金钩炮.
    GoldenHookCannon,
    /// 飞相局.
    Elephant,
    /// 起马局.
    Horse,
    /// 边马局.
    EdgeHorse,
    /// 仙人指路.
    Pawn,
    /// 边兵局.
    EdgePawn,
    /// 上仕局.
    Advisor,
}

/// How black meets an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reply {
    /// The move of this opening.
    With(Opening),
    /// 顺炮, against the central cannon.
    SameDirectionCannons,
    /// 列炮, against the central cannon.
    OppositeDirectionCannons,
    /// 屏风马, against the central cannon.
    ScreenHorses,
    /// 反宫马, against the central cannon.
    SandwichHorses,
    /// 单提马, against the central cannon.
    SingleHorse,
    /// 对兵局, against the pawn.
    OpposingPawns,
    /// 卒底炮, against the pawn.
    CannonBehindPawn,
}

/// What one side chose in the first moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// Red's opening.
    Opening(Opening),
    /// The opening that black met, and the reply.
    Reply(Opening, Reply),
    /// Moves without a name: red's first one, and for black the reply. Of them and their mirror image, these come first.
    Unnamed(Move, Option<Move>),
}

impl FirstMoves {
    /// How many moves are kept: with three moves of black, most replies to the central cannon have their name.
    pub const MOST: usize = 6;

    /// Returns the first moves of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let is_usual = game.start().key() == Position::start().key();
        Self(if is_usual { game.moves().iter().take(Self::MOST).copied().collect() } else { Vec::new() })
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.0
    }

    /// Returns whether there are no moves.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns what a side chose; `None` if it has not moved.
    ///
    /// ```
    /// use chuhe_rules::Color;
    /// use chuhe_rules::openings::{Choice, FirstMoves, Opening, Reply};
    /// let moves = ["b2e2", "b9c7", "b0c2", "h9g7"].map(|mv| mv.parse().unwrap());
    /// let moves = FirstMoves::try_from(moves.to_vec())?;
    /// assert_eq!(moves.choice(Color::Red), Some(Choice::Opening(Opening::CentralCannon)));
    /// let reply = Choice::Reply(Opening::CentralCannon, Reply::ScreenHorses);
    /// assert_eq!(moves.choice(Color::Black), Some(reply));
    /// # Ok::<(), chuhe_rules::openings::TooManyMoves>(())
    /// ```
    #[must_use]
    pub fn choice(&self, color: Color) -> Option<Choice> {
        let first = *self.0.first()?;
        let opening = Opening::of(first, Color::Red);
        let (reply, named) = match color {
            Color::Red => (None, opening.map(Choice::Opening)),
            Color::Black => {
                let reply = *self.0.get(1)?;
                let named = opening.and_then(|met| Some(Choice::Reply(met, self.reply(met, first, reply)?)));
                (Some(reply), named)
            }
        };
        let [these, mirrored] = [(first, reply), (first.mirrored(), reply.map(Move::mirrored))];
        let unnamed = these.min(mirrored);
        Some(named.unwrap_or(Choice::Unnamed(unnamed.0, unnamed.1)))
    }

    fn reply(&self, opening: Opening, first: Move, reply: Move) -> Option<Reply> {
        use Opening::{CentralCannon, Pawn};
        let with = Opening::of(reply, Color::Black);
        let faces = first.to.file() == reply.to.file();
        match (opening, with) {
            (CentralCannon, Some(CentralCannon)) if first.from.file() == reply.from.file() => {
                Some(Reply::SameDirectionCannons)
            }
            (CentralCannon, Some(CentralCannon)) => Some(Reply::OppositeDirectionCannons),
            (CentralCannon, _) => self.horses().or(with.map(Reply::With)),
            (Pawn, Some(Pawn)) => (!faces).then_some(Reply::OpposingPawns),
            // the cannon on the file beside its own, behind the pawn that faces red's
            (Pawn, None) => {
                (faces && folded(reply, Color::Black) == *b"b2c2").then_some(Reply::CannonBehindPawn)
            }
            (_, with) => with.map(Reply::With),
        }
    }

    /// Returns how black's horses stand after the kept moves, as far as that has a name against the central cannon.
    fn horses(&self) -> Option<Reply> {
        let moves =
            self.0.iter().skip(1).step_by(2).map(|&mv| (folded(mv, Color::Black), mv.from.file() < 4));
        let has = |wanted: &[u8; 4]| {
            let mut sides = [false; 2];
            for (mv, is_left) in moves.clone() {
                sides[usize::from(is_left)] |= mv == *wanted;
            }
            sides
        };
        let (inward, outward) = (has(b"b0c2"), has(b"b0a2"));
        // a cannon that has left its file sideways is what other systems are named after
        let sideways = moves.clone().filter(|(mv, _)| mv.starts_with(b"b2") && mv[3] == b'2').count();
        let palcorner = has(b"b2d2").into_iter().filter(|&has| has).count();
        match (inward, outward) {
            ([true, true], _) if sideways == 0 => Some(Reply::ScreenHorses),
            ([true, true], _) if palcorner == 1 && sideways == 1 => Some(Reply::SandwichHorses),
            ([left, right], outward) if left != right && outward == [right, left] => Some(Reply::SingleHorse),
            _ => None,
        }
    }
}

impl TryFrom<Vec<Move>> for FirstMoves {
    type Error = TooManyMoves;

    fn try_from(moves: Vec<Move>) -> Result<Self, TooManyMoves> {
        if moves.len() <= Self::MOST { Ok(Self(moves)) } else { Err(TooManyMoves) }
    }
}

impl From<FirstMoves> for Vec<Move> {
    fn from(FirstMoves(moves): FirstMoves) -> Self {
        moves
    }
}

impl Opening {
    /// Returns the opening whose move this is by `color`.
    fn of(mv: Move, color: Color) -> Option<Self> {
        Some(match &folded(mv, color) {
            b"b2e2" => Self::CentralCannon,
            b"b2d2" => Self::PalcornerCannon,
            b"b2f2" => Self::CrossPalaceCannon,
            b"b2g2" => Self::GoldenHookCannon,
            b"c0e2" => Self::Elephant,
            b"b0c2" => Self::Horse,
            b"b0a2" => Self::EdgeHorse,
            b"c3c4" => Self::Pawn,
            b"a3a4" => Self::EdgePawn,
            b"d0e1" => Self::Advisor,
            _ => return None,
        })
    }
}

/// A move as red would make it from the left half of the board, as text.
fn folded(mv: Move, color: Color) -> [u8; 4] {
    let mv = if mv.from.file() > 4 { mv.mirrored() } else { mv };
    let name = |square: Square| {
        let rank = match color {
            Color::Red => square.rank(),
            Color::Black => Square::RANKS - 1 - square.rank(),
        };
        [b'a' + square.file(), b'0' + rank]
    };
    let ([file, rank], [to_file, to_rank]) = (name(mv.from), name(mv.to));
    [file, rank, to_file, to_rank]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> FirstMoves {
        let moves: Vec<Move> = text.split_whitespace().map(|mv| mv.parse().unwrap()).collect();
        let mut position = Position::start();
        for &mv in &moves {
            position.play(mv).unwrap_or_else(|why| panic!("{text}: {mv}: {why}"));
        }
        FirstMoves::try_from(moves).unwrap()
    }

    /// Checks moves and their mirror image.
    fn check(color: Color, text: &str, expected: Option<Choice>) {
        let these = moves(text);
        let mirrored = FirstMoves(these.0.iter().copied().map(Move::mirrored).collect());
        for moves in [these, mirrored] {
            let choice = moves.choice(color).filter(|choice| !matches!(choice, Choice::Unnamed(..)));
            assert_eq!(choice, expected, "{text}: {moves:?}");
        }
    }

    #[test]
    fn a_first_move_of_red_has_its_name_on_either_side() {
        use Opening as O;
        let named = [
            ("h2e2", O::CentralCannon),
            ("h2f2", O::PalcornerCannon),
            ("h2d2", O::CrossPalaceCannon),
            ("h2c2", O::GoldenHookCannon),
            ("g0e2", O::Elephant),
            ("h0g2", O::Horse),
            ("h0i2", O::EdgeHorse),
            ("g3g4", O::Pawn),
            ("i3i4", O::EdgePawn),
            ("f0e1", O::Advisor),
        ];
        for (mv, opening) in named {
            check(Color::Red, mv, Some(Choice::Opening(opening)));
        }
        let names = |mv: &Move| FirstMoves(alloc::vec![*mv]).choice(Color::Red);
        let legal = Position::start().legal_moves();
        let is_named = |mv: &&Move| matches!(names(mv), Some(Choice::Opening(_)));
        assert_eq!(legal.iter().filter(is_named).count(), 2 * named.len(), "and no other has one");
    }

    #[test]
    fn a_reply_has_a_name_as_far_as_the_moves_decide_it() {
        use Opening::{CentralCannon, Elephant, GoldenHookCannon, Horse, PalcornerCannon, Pawn};
        let against = |opening, reply| Some(Choice::Reply(opening, reply));
        let cannon = |reply| against(CentralCannon, reply);
        for (text, expected) in [
            ("h2e2 h7e7", cannon(Reply::SameDirectionCannons)),
            ("h2e2 b7e7", cannon(Reply::OppositeDirectionCannons)),
            ("h2e2 h9g7", cannon(Reply::With(Horse))),
            ("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7", cannon(Reply::ScreenHorses)),
            ("h2e2 b9c7 h0g2 h9g7", cannon(Reply::ScreenHorses)),
            ("h2e2 h9g7 h0g2 h7h3 b0c2 b9c7", cannon(Reply::ScreenHorses)),
            ("h2e2 b9c7 h0g2 h7f7", cannon(Reply::With(Horse))),
            ("h2e2 b9c7 h0g2 h7f7 i0h0 h9g7", cannon(Reply::SandwichHorses)),
            ("h2e2 h7f7 h0g2 h9g7 i0h0 b9c7", cannon(Reply::SandwichHorses)),
            ("h2e2 h7f7", cannon(Reply::With(PalcornerCannon))),
            ("h2e2 b9c7 h0g2 h9i7", cannon(Reply::SingleHorse)),
            ("h2e2 b9a7 h0g2 h9g7", cannon(Reply::SingleHorse)),
            // the system with the cannon on the edge is no screen
            ("h2e2 h9g7 h0g2 h7i7 i0h0 b9c7", cannon(Reply::With(Horse))),
            ("h2e2 a9a8", None),
            ("g3g4 c6c5", against(Pawn, Reply::OpposingPawns)),
            ("g3g4 g6g5", None),
            ("g3g4 h7g7", against(Pawn, Reply::CannonBehindPawn)),
            ("g3g4 b7c7", None),
            ("g3g4 b7g7", against(Pawn, Reply::With(GoldenHookCannon))),
            ("g3g4 g9e7", against(Pawn, Reply::With(Elephant))),
            ("g0e2 h7e7", against(Elephant, Reply::With(CentralCannon))),
            ("g0e2 c6c5", against(Elephant, Reply::With(Pawn))),
            ("h0g2 b9c7", against(Horse, Reply::With(Horse))),
            ("a0a1 h7e7", None),
        ] {
            check(Color::Black, text, expected);
        }
    }

    #[test]
    fn moves_without_a_name_are_one_with_their_mirror_image() {
        let unnamed = |text: &str, color| moves(text).choice(color);
        let both = |one: &str, other: &str| {
            assert_eq!(unnamed(one, Color::Black), unnamed(other, Color::Black), "{one} and {other}");
        };
        both("a0a1 a9a8", "i0i1 i9i8");
        both("e3e4 b7b6", "e3e4 h7h6");
        assert_ne!(unnamed("a0a1 a9a8", Color::Black), unnamed("a0a1 i9i8", Color::Black));
        assert_eq!(unnamed("a0a1", Color::Red), unnamed("i0i1 h7e7", Color::Red));
        assert_eq!(unnamed("a0a1", Color::Black), None, "black has not moved");
        assert_eq!(FirstMoves::default().choice(Color::Red), None);
    }

    #[test]
    fn only_games_from_the_usual_position_have_first_moves() {
        let start = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1").unwrap();
        for (start, mv, kept) in [(start, "a0a9", 0), (Position::start(), "h2e2", 1)] {
            let mut game = Game::new(start, super::super::Rules::default());
            game.play(Color::Red, mv.parse().unwrap()).unwrap();
            assert_eq!(FirstMoves::of(&game).moves().len(), kept);
        }
        let mv = "h2e2".parse().unwrap();
        assert_eq!(FirstMoves::try_from(alloc::vec![mv; FirstMoves::MOST + 1]), Err(TooManyMoves));
    }
}
