//! The help pages: the rules of each game in passages and small boards.
//!
//! The texts are in `text`, one folder for each language, and the layout in `screens::help`.
//! `chuhe_rules` computes the marks on a board, so that a figure cannot contradict the rules.

mod figure;
mod luzhanqi;
mod luzhanqi_pages;
mod paint;
mod stations;
#[cfg(test)]
mod tests;
mod topic;
mod xiangqi;
mod xiangqi_pages;

pub(crate) use figure::{Figure, Item, Section};
pub(crate) use paint::scene as paint_scene;
pub(crate) use paint::{cross, dot, ring_in_arcs};
pub(crate) use stations::paint_tile;
pub(crate) use topic::{ConductTopic, Heading, Passage, PlayTopic, SetupTopic, Topic, XiangqiTopic};
pub use topic::{Help, Page};

impl Page {
    /// The sections of the page, in order.
    pub(crate) const fn sections(self) -> &'static [Section] {
        match self {
            Self::Xiangqi => xiangqi_pages::SECTIONS,
            Self::Luzhanqi => luzhanqi_pages::SECTIONS,
        }
    }
}
