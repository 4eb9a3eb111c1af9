//! Figures and sections: what a help page consists of.

use super::luzhanqi::StationFigure;
use super::topic::{Heading, Topic};
use super::xiangqi::BoardFigure;
use crate::drawing::scene::Size;
use chuhe_rules::xiangqi::PieceKind;

/// A section of a page.
#[derive(Debug)]
pub struct Section {
    /// What it is about.
    pub heading: Heading,
    /// Its passages, in order.
    pub items: &'static [Item],
}

/// A topic with its figures.
#[derive(Debug)]
pub struct Item {
    /// The topic, which has a passage in every language.
    pub topic: Topic,
    /// The piece of xiangqi that it is about, shown in both colours.
    pub piece: Option<PieceKind>,
    /// Its figures, in order.
    pub figures: &'static [Figure],
}

/// A figure beside a passage.
#[derive(Debug)]
pub enum Figure {
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
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        match self {
            Self::Board(figure) => Some(figure.size()),
            Self::Stations(figure) => Some(figure.size()),
            Self::Set | Self::Battles => None,
        }
    }
}
