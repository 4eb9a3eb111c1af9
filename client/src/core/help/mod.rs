//! The rules of each game, for people: what is told, in which order, and with
//! which small boards beside it.
//!
//! The words stand in `text`, one file a language, and how it is laid out in
//! `screens::help`. What a board marks is asked of `chuhe_rules`, so that a
//! picture cannot say otherwise than the rules.

mod luzhanqi;
mod luzhanqi_pages;
mod paint;
mod stations;
#[cfg(test)]
mod tests;
mod xiangqi;
mod xiangqi_pages;

pub(crate) use luzhanqi::StationFigure;
pub(crate) use paint::{cross, dot, ring_in_arcs};
pub(crate) use stations::block;
pub(crate) use xiangqi::BoardFigure;

use crate::core::scene::{Point, Size};
use crate::core::theme::Theme;
use chuhe_rules::xiangqi::PieceKind;

/// Whether the rules are on the screen, and of which game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    /// Whether they are.
    pub open: bool,
    /// The game last looked at.
    pub page: Page,
}

/// The rules of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Page {
    /// 象棋.
    #[default]
    Xiangqi,
    /// 两国军旗.
    Luzhanqi,
}

impl Page {
    /// Every page, in the order of its tabs.
    pub const ALL: [Self; 2] = [Self::Xiangqi, Self::Luzhanqi];

    /// Its name, the same in every language.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xiangqi => "help.xiangqi",
            Self::Luzhanqi => "help.luzhanqi",
        }
    }

    /// What it tells, in order.
    pub(crate) const fn sections(self) -> &'static [Section] {
        match self {
            Self::Xiangqi => xiangqi_pages::SECTIONS,
            Self::Luzhanqi => luzhanqi_pages::SECTIONS,
        }
    }
}

/// What a section is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Heading {
    Board,
    Pieces,
    SettingUp,
    Moving,
    Battle,
    Known,
    Ends,
    Conduct,
}

/// A part of a page.
#[derive(Debug)]
pub(crate) struct Section {
    pub(crate) heading: Heading,
    pub(crate) items: &'static [Item],
}

/// One thing that is told, with what is shown beside it.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) topic: Topic,
    /// The piece of xiangqi it is about, which is shown as both sides have it.
    pub(crate) piece: Option<PieceKind>,
    pub(crate) figures: &'static [Figure],
}

/// Names each thing that is told; every language has a [`Passage`] on each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    Xiangqi(XiangqiTopic),
    Army(ArmyTopic),
    War(WarTopic),
    Conduct(ConductTopic),
}

/// What is told of xiangqi alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum XiangqiTopic {
    Board,
    King,
    Advisor,
    Elephant,
    Horse,
    Rook,
    Cannon,
    Pawn,
    Check,
    Mate,
    Draws,
}

/// What is told of luzhanqi up to the first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ArmyTopic {
    Arm,
    Boards,
    Set,
    Placing,
    Layout,
}

/// What is told of luzhanqi from the first move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WarTopic {
    Road,
    Rail,
    Engineer,
    Curve,
    Centre,
    Still,
    Battles,
    Camp,
    Hidden,
    FlagShown,
    Wins,
    Draws,
}

/// What is told of the terms between two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ConductTopic {
    Clocks,
    /// What happens in luzhanqi when the time for a move runs out.
    PassedTurn,
    Takeback,
    NoTakeback,
    DrawOffer,
    Resigning,
    /// In luzhanqi one resigns from a certain step on.
    LateResigning,
    Absence,
}

/// What one language says on a topic.
#[derive(Debug)]
pub(crate) struct Passage {
    pub(crate) title: &'static str,
    /// One or more paragraphs.
    pub(crate) body: String,
    /// What stands under each of the topic's figures.
    pub(crate) captions: &'static [&'static str],
}

impl Passage {
    pub(crate) fn new(
        title: &'static str,
        captions: &'static [&'static str],
        body: impl Into<String>,
    ) -> Self {
        Self { title, body: body.into(), captions }
    }
}

/// What is shown beside a passage.
#[derive(Debug)]
pub(crate) enum Figure {
    /// A part of a xiangqi board.
    Board(BoardFigure),
    /// A part of a luzhanqi board.
    Stations(StationFigure),
    /// The pieces of a side of luzhanqi, with how many there are.
    Set,
    /// Who goes when two pieces of luzhanqi meet.
    Battles,
}

impl Figure {
    /// How much room a drawn board takes; `None` for a table.
    pub(crate) fn size(&self) -> Option<Size> {
        match self {
            Self::Board(figure) => Some(figure.size()),
            Self::Stations(figure) => Some(figure.size()),
            Self::Set | Self::Battles => None,
        }
    }

    /// Draws a board with its top left corner here; a table is a screen's to lay out.
    pub(crate) fn paint(&self, painter: &egui::Painter, at: Point, theme: &Theme) {
        match self {
            Self::Board(figure) => figure.paint(painter, at, theme),
            Self::Stations(figure) => figure.paint(painter, at, theme),
            Self::Set | Self::Battles => {}
        }
    }
}
