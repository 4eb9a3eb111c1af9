//! What the board on the screen shows: the painter, the pointer and the cursor treat all of it alike.

use chuhe_model::drawing::scene::{Point, Scene};
use chuhe_model::drawing::theme::Theme;
use chuhe_model::exercise::Exercise;
use chuhe_model::guessing::LiveGuessing;
use chuhe_model::layout::form::Area;
use chuhe_model::layout::table_layout::{BoardOf, Placed, TableLayout};
use chuhe_model::review::Review;
use chuhe_model::review::set_up::SetUp;
use chuhe_model::table::Table;
use chuhe_rules::clock::Timestamp;

/// What the board on the screen shows.
#[derive(Clone, Copy)]
pub(crate) enum Subject<'a> {
    /// The position that is set up.
    SetUp(&'a SetUp),
    /// The lesson, the puzzle or the game to guess.
    Exercise(&'a dyn Exercise),
    /// The record under review.
    Review(&'a Review),
    /// The game at the table.
    Table(&'a Table),
    /// The same, whose next move the user guesses.
    Guessed(&'a Table, &'a LiveGuessing),
}

impl Subject<'_> {
    /// The number of the record or of the game.
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::SetUp(_) | Self::Exercise(_) => 0,
            Self::Review(it) => it.number.into(),
            Self::Table(it) | Self::Guessed(it, _) => it.game().id().0,
        }
    }

    /// The board in this area, as it is while it is not enlarged.
    pub(crate) fn board(self, area: Area) -> Placed {
        let (kind, bottom) = match self {
            Self::SetUp(it) => (BoardOf::Xiangqi, it.bottom()),
            Self::Exercise(it) => return TableLayout::of_exercise(area, it.board_of(), it.bottom()).board,
            Self::Review(it) => (it.record.board_of(), it.board.bottom),
            Self::Table(it) | Self::Guessed(it, _) => return it.layout(area).board,
        };
        TableLayout::of(area, kind, bottom).board
    }

    /// The board as shapes.
    pub(crate) fn scene(self, board: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        match self {
            Self::SetUp(it) => it.scene(board, theme),
            Self::Exercise(it) => it.scene(board, theme, now),
            Self::Review(it) => it.scene(board, theme, now),
            Self::Table(it) => it.scene(board, theme, now),
            Self::Guessed(_, guesses) if guesses.has_selection() => guesses.scene(board, theme, now),
            Self::Guessed(it, guesses) => {
                let mut scene = it.scene(board, theme, now);
                scene.shapes.extend(guesses.arrows(board, theme));
                scene
            }
        }
    }

    /// Whether an animation runs.
    pub(crate) fn animating(self, now: Timestamp) -> bool {
        match self {
            Self::SetUp(it) => it.is_dragging(),
            Self::Exercise(it) => it.animating(now),
            Self::Review(it) => it.board.animating(now),
            Self::Table(it) => it.animating(now),
            Self::Guessed(it, guesses) => it.animating(now) || guesses.animating(now),
        }
    }

    /// Whether the pointer is over something clickable.
    pub(crate) fn is_over_something(self) -> bool {
        match self {
            Self::SetUp(it) => it.is_over_something(),
            Self::Exercise(it) => it.is_over_something(),
            Self::Review(it) => it.is_over_something(),
            Self::Table(it) => it.board().is_over_something(),
            Self::Guessed(_, guesses) => guesses.is_over_something(),
        }
    }

    /// Whether a piece is selected. In a set-up only the cursor holds one.
    pub(crate) fn has_selection(self) -> bool {
        match self {
            Self::SetUp(_) => false,
            Self::Exercise(it) => it.has_selection(),
            Self::Review(it) => it.board.has_selection(),
            Self::Table(it) => it.interaction.has_selection(),
            Self::Guessed(_, guesses) => guesses.has_selection(),
        }
    }

    /// Whether a press here takes a piece.
    pub(crate) fn grips(self, at: Point, layout: &Placed) -> bool {
        match self {
            // a press puts a piece wherever it is
            Self::SetUp(_) => true,
            Self::Exercise(it) => it.grips(at, layout),
            Self::Review(it) => it.grips(at, layout),
            Self::Table(it) => it.board().grips(at, layout),
            Self::Guessed(_, guesses) => guesses.grips(at, layout),
        }
    }
}
