//! The help page of luzhanqi.

use super::figure::{Figure, Item, Section};
use super::luzhanqi::{Content, StationFigure};
use super::topic::{ConductTopic, Heading, PlayTopic, SetupTopic, Topic};
use super::xiangqi_pages::without_figure;
use chuhe_rules::luzhanqi::{BoardKind, IllegalMove, Strength};

/// The sections of the page.
pub(super) const SECTIONS: &[Section] = &[
    Section { heading: Heading::Board, items: BOARD },
    Section {
        heading: Heading::Pieces,
        items: &[Item { topic: Topic::LuzhanqiSetup(SetupTopic::Set), piece: None, figures: &[Figure::Set] }],
    },
    Section {
        heading: Heading::SettingUp,
        items: &[
            Item {
                topic: Topic::LuzhanqiSetup(SetupTopic::Placing),
                piece: None,
                figures: &[slots(Strength::Flag), slots(Strength::Mine), slots(Strength::Bomb)],
            },
            without_figure(Topic::LuzhanqiSetup(SetupTopic::Layout)),
        ],
    },
    Section { heading: Heading::Moving, items: MOVING },
    Section { heading: Heading::Battle, items: BATTLE },
    Section { heading: Heading::Known, items: KNOWN },
    Section {
        heading: Heading::Ends,
        items: &[
            without_figure(Topic::LuzhanqiPlay(PlayTopic::Wins)),
            without_figure(Topic::LuzhanqiPlay(PlayTopic::Draws)),
        ],
    },
    Section {
        heading: Heading::Conduct,
        items: &[
            without_figure(Topic::Conduct(ConductTopic::Clocks)),
            without_figure(Topic::Conduct(ConductTopic::PassedTurn)),
            without_figure(Topic::Conduct(ConductTopic::NoTakeback)),
            without_figure(Topic::Conduct(ConductTopic::DrawOffer)),
            without_figure(Topic::Conduct(ConductTopic::LateResigning)),
            without_figure(Topic::Conduct(ConductTopic::Absence)),
        ],
    },
];

const fn empty(board: BoardKind, corners: [[u8; 2]; 2], cell: f32) -> Figure {
    Figure::Stations(StationFigure { board, corners, cell, content: Content::Empty })
}

const BOARD: &[Item] = &[
    Item {
        topic: Topic::LuzhanqiSetup(SetupTopic::Arm),
        piece: None,
        figures: &[empty(BoardKind::Classic, [[1, 7], [5, 12]], 42.0)],
    },
    Item {
        topic: Topic::LuzhanqiSetup(SetupTopic::Boards),
        piece: None,
        figures: &[
            empty(BoardKind::Classic, [[1, 1], [5, 12]], 19.0),
            empty(BoardKind::Cross, [[1, 1], [17, 17]], 13.5),
        ],
    },
];

/// The stations where this piece may be set up.
const fn slots(strength: Strength) -> Figure {
    let corners = [[1, 7], [5, 12]];
    let content = Content::Slots(strength);
    Figure::Stations(StationFigure { board: BoardKind::Classic, corners, cell: 30.0, content })
}

/// A part of a classic board on which a piece of red's is selected.
const fn chosen(
    text: &'static str,
    from: &'static str,
    to: Option<&'static str>,
    corners: [[u8; 2]; 2],
    crosses: &'static [IllegalMove],
) -> StationFigure {
    let content = Content::Position { text, from: Some(from), to, crosses };
    StationFigure { board: BoardKind::Classic, corners, cell: 34.0, content }
}

/// The same figure on the cross board.
const fn on_cross(figure: StationFigure, cell: f32) -> Figure {
    Figure::Stations(StationFigure { board: BoardKind::Cross, cell, ..figure })
}

const MOVING: &[Item] = &[
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Road),
        piece: None,
        figures: &[Figure::Stations(chosen(
            "classic red 0 0 Bs33 Fs62 fn62",
            "s33",
            None,
            [[1, 8], [5, 11]],
            &[],
        ))],
    },
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Rail),
        piece: None,
        figures: &[Figure::Stations(chosen(
            "classic red 0 0 Rs51 Cs54 Fs62 tn25 fn62",
            "s51",
            None,
            [[1, 5], [5, 12]],
            &[],
        ))],
    },
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Engineer),
        piece: None,
        figures: &[Figure::Stations(chosen(
            "classic red 0 0 Bs31 Es51 Fs62 cn13 fn62",
            "s51",
            Some("s13"),
            [[1, 5], [5, 12]],
            &[],
        ))],
    },
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Curve),
        piece: None,
        figures: &[on_cross(
            chosen("cross red 0 0 Rs41 Fs62 fn62", "s41", Some("w35"), [[3, 9], [9, 15]], &[]),
            30.0,
        )],
    },
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Centre),
        piece: None,
        figures: &[on_cross(
            chosen("cross red 0 0 Fs62 fn62 tc12 Rc32", "c32", None, [[5, 5], [13, 13]], &[]),
            26.0,
        )],
    },
    without_figure(Topic::LuzhanqiPlay(PlayTopic::Still)),
];

const BATTLE: &[Item] = &[
    Item { topic: Topic::LuzhanqiPlay(PlayTopic::Battles), piece: None, figures: &[Figure::Battles] },
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Camp),
        piece: None,
        figures: &[Figure::Stations(chosen(
            "classic red 0 0 Bs12 cs14 ts22 Fs62 fn62",
            "s12",
            None,
            [[1, 6], [5, 9]],
            &[IllegalMove::CampOccupied],
        ))],
    },
];

/// A position as red sees it.
const fn seen(text: &'static str) -> Figure {
    let content = Content::Position { text, from: None, to: None, crosses: &[] };
    let corners = [[1, 1], [5, 6]];
    Figure::Stations(StationFigure { board: BoardKind::Classic, corners, cell: 32.0, content })
}

const KNOWN: &[Item] = &[
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::Hidden),
        piece: None,
        figures: &[seen(
            "classic red 0 0 Ds11 Fs62 tn11 mn12 gn13 rn21 Bn25 cn33 xn43 ln52 ln53 ln61 fn62 en63",
        )],
    },
    Item {
        topic: Topic::LuzhanqiPlay(PlayTopic::FlagShown),
        piece: None,
        figures: &[seen("classic red 0 0 Fs62 tn11 gn13 rn21 Bn25 cn33 xn43 ln52 ln53 ln61 fn62 en63")],
    },
];
