//! Figures and sections: what a help page consists of.

use super::luzhanqi::StationFigure;
use super::topic::{Heading, Topic};
use super::xiangqi::BoardFigure;
use crate::core::drawing::scene::{Point, Size};
use crate::core::drawing::theme::Theme;
use chuhe_rules::xiangqi::PieceKind;

/// A section of a page.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) heading: Heading,
    pub(crate) items: &'static [Item],
}

/// A topic with its figures.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) topic: Topic,
    /// The piece of xiangqi that it is about, shown in both colours.
    pub(crate) piece: Option<PieceKind>,
    pub(crate) figures: &'static [Figure],
}

/// A figure beside a passage.
#[derive(Debug)]
pub(crate) enum Figure {
    /// A part of a xiangqi board.
    Board(BoardFigure),
    /// A part of a luzhanqi board.
    Stations(StationFigure),
    /// The pieces of a side of luzhanqi, with their numbers.
    Set,
    /// The outcomes of battles in luzhanqi.
    Battles,
}

impl Figure {
    /// The size of a board; `None` for a table, which the screen lays out.
    pub(crate) fn size(&self) -> Option<Size> {
        match self {
            Self::Board(figure) => Some(figure.size()),
            Self::Stations(figure) => Some(figure.size()),
            Self::Set | Self::Battles => None,
        }
    }

    /// Draws a board with its top left corner here. Does nothing for a table: the screen draws it.
    pub(crate) fn paint(&self, painter: &egui::Painter, at: Point, theme: &Theme) {
        match self {
            Self::Board(figure) => figure.paint(painter, at, theme),
            Self::Stations(figure) => figure.paint(painter, at, theme),
            Self::Set | Self::Battles => {}
        }
    }
}
