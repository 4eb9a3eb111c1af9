//! Rows of the forms in which a game begins, and the one that asks which pieces a newcomer reads.

use super::learn::piece_sets;
use super::settings::tile_names;
use super::{Button, Choice, Model};
use chuhe_model::choices::game_choice::GameChoice;

/// A choice of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalRow {
    /// The choice.
    pub choice: Choice,
    /// How its options are shown.
    pub shape: RowShape,
    /// Where to find more.
    pub more: Option<Button>,
}

/// How the options of a row are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowShape {
    /// By their names.
    Names,
    /// As steps of one scale, each named by its number.
    Scale,
    /// As drawn pieces of the sets in [`PIECE_SETS`](super::start::PIECE_SETS).
    Pieces,
}

impl From<Choice> for LocalRow {
    fn from(choice: Choice) -> Self {
        Self { choice, shape: RowShape::Names, more: None }
    }
}

/// The pieces of xiangqi or the names on tiles of luzhanqi for somebody who reads no Chinese, before they have finished a
/// game of that kind: on every way to a first game. Later they are in the settings.
pub(crate) fn pieces(model: &Model<'_>, game: GameChoice) -> Option<LocalRow> {
    let desk = model.app.desk();
    let is_asked = desk.settings.experience.is_new_to(game) && !desk.lang().is_chinese();
    if game != GameChoice::Xiangqi {
        let label = model.text.local.pieces.to_owned();
        return is_asked.then(|| Choice { label, ..tile_names(model, "start.tiles") }.into());
    }
    is_asked.then(|| LocalRow { shape: RowShape::Pieces, ..piece_sets(model, "start.pieces").into() })
}
