//! The help pages as data: the rules of each game in passages, and the figures beside them.
//!
//! The texts are in `text`. `chuhe_rules` computes the marks on a board, so that a figure cannot contradict the rules.

mod figure;
mod luzhanqi;
mod luzhanqi_pages;
mod stations;
#[cfg(test)]
mod tests;
mod topic;
mod xiangqi;
mod xiangqi_pages;

pub use figure::{Figure, Item, Section};
pub use luzhanqi::StationFigure;
pub use stations::{Lattice, Marks};
pub use topic::{ConductTopic, Heading, Help, Page, Passage, PlayTopic, SetupTopic, Topic, XiangqiTopic};
pub use xiangqi::{BoardFigure, BoardMarks};

impl Page {
    /// The sections of the page, in order.
    #[must_use]
    pub const fn sections(self) -> &'static [Section] {
        match self {
            Self::Xiangqi => xiangqi_pages::SECTIONS,
            Self::Luzhanqi => luzhanqi_pages::SECTIONS,
        }
    }
}
