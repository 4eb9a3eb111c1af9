//! A notation for the plies of luzhanqi; there is no standard one.
//!
//! Columns are letters from red's left, rows are counted from red's side; on the cross board both
//! begin in the corner on red's left.

use super::history::SeenPly;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Arm, Battle, BoardKind, Station, Strength};

/// The notation of a ply, without any text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyNotation {
    /// A move, as in c7–c8, or c7×c8 with the outcome of the battle.
    Moved {
        /// The piece that moved, if the viewer knows it.
        piece: Option<Strength>,
        /// The piece on the other station, if the viewer knows it.
        met: Option<Strength>,
        /// The stations of the move.
        squares: String,
        /// The outcome of the battle.
        battle: Option<Battle>,
    },
    /// A pass.
    Passed,
}

/// The notation of a ply, with the pieces that moved and that it met, where the viewer knows them.
#[must_use]
pub fn write(board: BoardKind, ply: &SeenPly, [piece, met]: [Option<Strength>; 2]) -> PlyNotation {
    match ply {
        SeenPly::Moved { mv, battle, .. } => {
            let between = if battle.is_some() { '×' } else { '–' };
            let squares = format!("{}{between}{}", name(board, mv.from), name(board, mv.to));
            PlyNotation::Moved { piece, met, squares, battle: *battle }
        }
        SeenPly::Passed { .. } => PlyNotation::Passed,
    }
}

/// The name of a station: its column as a letter and its row as a number.
#[must_use]
pub fn name(board: BoardKind, station: Station) -> String {
    board.name_of(station).unwrap_or_else(|| station.to_string())
}

/// The names of two stations on which this side sets up pieces, as an example of a swap.
#[must_use]
pub fn swap_example(board: BoardKind, side: Color) -> [String; 2] {
    let own = |station: &Station| station.arm() == Some(Arm::of(side)) && station.slot().is_some();
    let mut own = board.board().stations().filter(own).map(|station| name(board, station));
    std::array::from_fn(|_| own.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stations_are_named_from_the_corner_on_reds_left() {
        for (board, station, wanted) in [
            (BoardKind::Classic, "s61", "a1"),
            (BoardKind::Classic, "s15", "e6"),
            (BoardKind::Classic, "n61", "e12"),
            (BoardKind::Cross, "s61", "g1"),
            (BoardKind::Cross, "c22", "i9"),
            (BoardKind::Cross, "w61", "a11"),
        ] {
            assert_eq!(name(board, station.parse().unwrap()), wanted, "{station}");
        }
        for board in BoardKind::ALL {
            let mut names: Vec<String> =
                board.board().stations().map(|station| name(board, station)).collect();
            let all = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), all);
        }
    }

    #[test]
    fn notation_shows_battles_and_passes() {
        let moved = |battle| {
            let ply = SeenPly::Moved { by: Color::Red, mv: "s11n15".parse().unwrap(), path: vec![], battle };
            write(BoardKind::Classic, &ply, [Some(Strength::Engineer), None])
        };
        let written = |squares: &str, battle| PlyNotation::Moved {
            piece: Some(Strength::Engineer),
            met: None,
            squares: squares.into(),
            battle,
        };
        assert_eq!(moved(None), written("a6–a7", None));
        let both = Some(Battle::BothCaptured);
        assert_eq!(moved(both), written("a6×a7", both));
        let passed = write(BoardKind::Classic, &SeenPly::Passed { by: Color::Red }, [None, None]);
        assert_eq!(passed, PlyNotation::Passed);
    }
}
