//! The records under review, the library, and the position that is set up.

use super::analyst::Analyst;
use super::kept_record::{Keeping, Saving};
use chuhe_model::learning::Learning;
use chuhe_model::lessons::Game;
use chuhe_model::lobby::library_list::Library;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::review::set_up::SetUp;
use chuhe_records::formats::Omission;

/// The records under review, the library, and the position that is set up.
#[derive(Debug, Default)]
pub struct Study {
    pub(crate) reviewing: Option<Reviewing>,
    pub(crate) set_up: Option<SetUp>,
    /// Whether the record and the set-up are hidden: from the start of a game of the user's own
    /// until they leave its table.
    pub(crate) aside: bool,
    /// The number of records opened so far.
    pub(crate) opened: u32,
    // large, and an app is moved about
    pub(crate) keeping: Box<Keeping>,
    /// Whether the user played a game after the last event.
    pub(crate) was_playing: bool,
    /// The library.
    pub library: Library,
    /// What the format of the record being saved does not hold.
    pub(crate) omitted_on_save: Vec<Omission>,
    /// The record that is being saved to the library.
    pub(crate) saving: Option<Saving>,
    pub(crate) analyst: Analyst,
    pub(crate) learning: Option<Learning>,
    /// The game whose lessons are listed.
    pub(crate) learned: Game,
}
