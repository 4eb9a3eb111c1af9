//! The rows of a move list, the same for a game at the table and for a record with variations.

use chuhe_records::{GameTree, NodeId, Visit};
use chuhe_rules::Color;

/// The deepest level that is indented; variations within it are shown at its depth.
const MAX_DEPTH: u8 = 6;

/// A row of a move list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<K> {
    /// A move of each side, red's first.
    Moves {
        /// How many variations it lies in, limited for display.
        depth: u8,
        /// The number of the round.
        number: usize,
        /// The moves of red and black; `None` for a move that another row has.
        cells: [Option<K>; 2],
    },
    /// A comment.
    Comment {
        /// How many variations it lies in, limited for display.
        depth: u8,
        /// The move that it is about.
        of: K,
        /// Whether it stands before the move.
        before: bool,
    },
}

impl<K: PartialEq> Row<K> {
    /// Whether the row has this move.
    pub fn has(&self, key: &K) -> bool {
        match self {
            Self::Moves { cells, .. } => cells.iter().flatten().any(|cell| cell == key),
            Self::Comment { .. } => false,
        }
    }
}

/// The rows of a move list, by index.
pub trait MoveRows {
    /// What identifies a move.
    type Key: Copy + PartialEq;

    /// The number of rows.
    fn count(&self) -> usize;

    /// The row at this index, which is less than `count()`.
    fn row(&self, index: usize) -> Row<Self::Key>;

    /// The index of the row that shows this move.
    fn find(&self, key: Self::Key) -> Option<usize>;
}

/// The moves of a game without variations, identified by their ply from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineRows {
    /// The side that moves first.
    pub first: Color,
    /// The number of the first round.
    pub number: usize,
    /// The number of plies.
    pub plies: usize,
}

impl LineRows {
    fn offset(&self) -> usize {
        usize::from(self.first == Color::Black)
    }
}

impl MoveRows for LineRows {
    type Key = usize;

    fn count(&self) -> usize {
        (self.plies + self.offset()).div_ceil(2)
    }

    fn row(&self, index: usize) -> Row<usize> {
        let ply = |column: usize| (index * 2 + column + 1).checked_sub(self.offset());
        let cell = |column| ply(column).filter(|ply| (1..=self.plies).contains(ply));
        Row::Moves { depth: 0, number: self.number + index, cells: [cell(0), cell(1)] }
    }

    fn find(&self, ply: usize) -> Option<usize> {
        (1..=self.plies).contains(&ply).then(|| (ply + self.offset() - 1) / 2)
    }
}

/// The moves and comments of a record, each variation indented after the move that it replaces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeRows(Vec<Row<NodeId>>);

impl TreeRows {
    /// The rows of `tree`, whose first round has this number.
    #[must_use]
    pub fn of(tree: &GameTree, first: Color, number: usize) -> Self {
        let mut rows = Vec::new();
        let offset = usize::from(first == Color::Black);
        let mut depth: usize = 0;
        // the row with red's move, while black's reply may join it
        let mut open: Option<usize> = None;
        let shown = |depth: usize| u8::try_from(depth).unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        if !tree.annotation(NodeId::ROOT).comment.is_empty() {
            rows.push(Row::Comment { depth: 0, of: NodeId::ROOT, before: false });
        }
        for visit in tree.walk() {
            let node = match visit {
                Visit::VariationStart => {
                    (depth, open) = (depth + 1, None);
                    continue;
                }
                Visit::VariationEnd => {
                    (depth, open) = (depth.saturating_sub(1), None);
                    continue;
                }
                Visit::Ply(node) => node,
            };
            let annotation = tree.annotation(node);
            if !annotation.before.is_empty() {
                rows.push(Row::Comment { depth: shown(depth), of: node, before: true });
                open = None;
            }
            let ply = tree.ply(node) + offset - 1;
            let column = ply % 2;
            if let (1, Some(Row::Moves { cells, .. })) = (column, open.and_then(|index| rows.get_mut(index)))
            {
                cells[1] = Some(node);
            } else {
                let mut cells = [None; 2];
                cells[column] = Some(node);
                rows.push(Row::Moves { depth: shown(depth), number: number + ply / 2, cells });
            }
            open = (column == 0).then_some(rows.len() - 1);
            if !annotation.comment.is_empty() {
                rows.push(Row::Comment { depth: shown(depth), of: node, before: false });
                open = None;
            }
        }
        Self(rows)
    }
}

impl MoveRows for TreeRows {
    type Key = NodeId;

    fn count(&self) -> usize {
        self.0.len()
    }

    fn row(&self, index: usize) -> Row<NodeId> {
        self.0[index]
    }

    fn find(&self, node: NodeId) -> Option<usize> {
        self.0.iter().position(|row| row.has(&node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_records::Start;
    use chuhe_rules::xiangqi::Move;

    fn mv(text: &str) -> Move {
        text.parse().unwrap()
    }

    #[test]
    fn rounds_are_rows_also_when_black_moves_first() {
        let line = |first, plies| LineRows { first, number: 1, plies };
        let cells = |line: LineRows, index| match line.row(index) {
            Row::Moves { number, cells, .. } => (number, cells),
            Row::Comment { .. } => panic!("a line has no comments"),
        };
        assert_eq!(line(Color::Red, 3).count(), 2);
        assert_eq!(cells(line(Color::Red, 3), 1), (2, [Some(3), None]));
        assert_eq!(line(Color::Black, 3).count(), 2);
        assert_eq!(cells(line(Color::Black, 3), 0), (1, [None, Some(1)]));
        assert_eq!(cells(line(Color::Black, 3), 1), (2, [Some(2), Some(3)]));
        for first in Color::ALL {
            for ply in 1..=9 {
                let line = line(first, 9);
                assert!(line.row(line.find(ply).unwrap()).has(&ply), "{first:?} {ply}");
            }
            assert_eq!(line(first, 9).find(0).or(line(first, 9).find(10)), None);
        }
    }

    #[test]
    fn a_variation_is_indented_after_the_move_that_it_replaces() {
        let mut tree = GameTree::new(Start::xiangqi());
        let first = tree.play(NodeId::ROOT, mv("h2e2")).unwrap();
        let reply = tree.play(first, mv("h9g7")).unwrap();
        let second = tree.play(reply, mv("h0g2")).unwrap();
        let other = tree.play(first, mv("h7e7")).unwrap();
        tree.set_comment(second, "好棋").unwrap();
        let answer = tree.play(second, mv("i9h9")).unwrap();
        let rows = TreeRows::of(&tree, Color::Red, 1);
        let moves = |depth, number, cells| Row::Moves { depth, number, cells };
        let wanted = [
            moves(0, 1, [Some(first), Some(reply)]),
            moves(1, 1, [None, Some(other)]),
            moves(0, 2, [Some(second), None]),
            Row::Comment { depth: 0, of: second, before: false },
            moves(0, 2, [None, Some(answer)]),
        ];
        assert_eq!(rows.0, wanted);
        assert_eq!(rows.find(other), Some(1));
        assert_eq!(TreeRows::of(&tree, Color::Black, 5).row(0), moves(0, 5, [None, Some(first)]));
    }
}
