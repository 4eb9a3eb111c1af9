//! The help page of xiangqi.

use super::figure::{Figure, Item, Section};
use super::topic::{ConductTopic, Heading, Topic, XiangqiTopic};
use super::xiangqi::BoardFigure;
use chuhe_rules::xiangqi::{IllegalMove, PieceKind};

/// The sections of the page.
pub(super) const SECTIONS: &[Section] = &[
    Section {
        heading: Heading::Board,
        items: &[Item {
            topic: Topic::Xiangqi(XiangqiTopic::Board),
            piece: None,
            figures: &[Figure::Board(BoardFigure {
                fen: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                from: None,
                corners: None,
                crosses: &[],
                cell: 28.0,
            })],
        }],
    },
    Section { heading: Heading::Pieces, items: PIECES },
    Section { heading: Heading::Ends, items: ENDS },
    Section {
        heading: Heading::Conduct,
        items: &[
            without_figure(Topic::Conduct(ConductTopic::Clocks)),
            without_figure(Topic::Conduct(ConductTopic::Takeback)),
            without_figure(Topic::Conduct(ConductTopic::DrawOffer)),
            without_figure(Topic::Conduct(ConductTopic::Resigning)),
            without_figure(Topic::Conduct(ConductTopic::Absence)),
        ],
    },
];

/// A topic without figures.
pub(super) const fn without_figure(topic: Topic) -> Item {
    Item { topic, piece: None, figures: &[] }
}

/// A part of a board on which a piece is selected.
const fn chosen(
    fen: &'static str,
    from: &'static str,
    corners: [&'static str; 2],
    crosses: &'static [IllegalMove],
) -> Figure {
    Figure::Board(BoardFigure { fen, from: Some(from), corners: Some(corners), crosses, cell: 34.0 })
}

const PIECES: &[Item] = &[
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::King),
        piece: Some(PieceKind::King),
        figures: &[
            chosen("4k4/9/4b4/9/9/9/9/9/4K4/9 w - - 0 1", "e1", ["c0", "g3"], &[]),
            Figure::Board(BoardFigure {
                fen: "3k5/9/9/9/9/9/9/9/4K4/9 w - - 0 1",
                from: Some("e1"),
                corners: Some(["c0", "g9"]),
                crosses: &[IllegalMove::GeneralsWouldFace],
                cell: 26.0,
            }),
        ],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Advisor),
        piece: Some(PieceKind::Advisor),
        figures: &[chosen("4k4/9/4b4/9/9/9/9/9/4A4/4K4 w - - 0 1", "e1", ["c0", "g3"], &[])],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Elephant),
        piece: Some(PieceKind::Elephant),
        figures: &[
            chosen(
                "3k5/9/9/9/9/9/3N5/4B4/9/4K4 w - - 0 1",
                "e2",
                ["c0", "g4"],
                &[IllegalMove::ElephantEyeBlocked],
            ),
            chosen(
                "3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1",
                "c4",
                ["a2", "e6"],
                &[IllegalMove::ElephantMayNotCrossRiver],
            ),
        ],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Horse),
        piece: Some(PieceKind::Horse),
        figures: &[chosen(
            "3k5/9/9/9/4p1c2/4N4/9/9/9/4K4 w - - 0 1",
            "e4",
            ["c2", "g6"],
            &[IllegalMove::HorseLegBlocked],
        )],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Rook),
        piece: Some(PieceKind::Rook),
        figures: &[chosen("3k5/9/9/4P4/9/2n1R4/9/9/9/4K4 w - - 0 1", "e4", ["c2", "g6"], &[])],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Cannon),
        piece: Some(PieceKind::Cannon),
        figures: &[chosen(
            "3k5/9/9/2p6/9/2C1P1r2/9/9/9/4K4 w - - 0 1",
            "c4",
            ["b2", "g6"],
            &[IllegalMove::CannonNoScreen],
        )],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Pawn),
        piece: Some(PieceKind::Pawn),
        figures: &[
            chosen(
                "3k5/9/9/9/9/9/4P4/9/9/4K4 w - - 0 1",
                "e3",
                ["c2", "g5"],
                &[IllegalMove::PawnMayNotStepAsideYet],
            ),
            chosen("3k5/9/9/4P4/9/9/9/9/9/4K4 w - - 0 1", "e6", ["c4", "g7"], &[]),
        ],
    },
];

/// The end of a game, with black to move.
const fn ending(fen: &'static str, from: &'static str) -> Figure {
    let corners = Some(["b6", "g9"]);
    Figure::Board(BoardFigure { fen, from: Some(from), corners, crosses: ENDING_CROSSES, cell: 30.0 })
}

/// The reasons for which a general may not move, marked with crosses.
const ENDING_CROSSES: &[IllegalMove] = &[IllegalMove::GeneralInCheck, IllegalMove::GeneralsWouldFace];

const ENDS: &[Item] = &[
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Check),
        piece: None,
        figures: &[ending("4k4/9/3N5/9/9/9/9/9/9/3K5 b - - 0 1", "e9")],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Mate),
        piece: None,
        figures: &[
            ending("1R1k5/6R2/9/9/9/9/9/9/9/4K4 b - - 0 1", "d9"),
            ending("3k5/9/3PR4/9/9/9/9/9/9/5K3 b - - 0 1", "d9"),
        ],
    },
    Item {
        topic: Topic::Xiangqi(XiangqiTopic::Repetition),
        piece: None,
        figures: &[
            repeating("3k5/R8/9/9/9/9/9/9/9/4K4 w - - 0 1", "a8", ["a7", "e9"]),
            repeating("3k5/9/9/9/c3R4/9/9/9/9/4K4 w - - 0 1", "e5", ["a4", "f7"]),
        ],
    },
    without_figure(Topic::Xiangqi(XiangqiTopic::Draws)),
];

/// A part of a board on which a piece checks or chases.
const fn repeating(fen: &'static str, from: &'static str, corners: [&'static str; 2]) -> Figure {
    let corners = Some(corners);
    Figure::Board(BoardFigure { fen, from: Some(from), corners, crosses: &[], cell: 30.0 })
}
