//! The boards of the last round that are shown side by side, a page at a time: the highest boards first.

use super::live::LiveBoard;
use super::one::Evening;
use crate::drawing::scene::Size;
use crate::layout::form::{Area, Form};
use chuhe_protocol::GameId;
use chuhe_protocol::limits::PREVIEWED_GAMES;
use std::ops::Range;

/// The size of a board with its names and clocks below which a further one beside it is not legible, in logical pixels.
const LEAST: Size = Size::new(250.0, 290.0);
/// The least width on a phone on its side, whose height is always too small.
const LEAST_OF_PHONE: f32 = 280.0;
/// The height of what is above and below the boards, in logical pixels.
const AROUND: f32 = 110.0;
/// The most columns.
const COLUMNS: f32 = 3.0;

/// A page of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page<'a> {
    /// Which, from 0.
    pub number: u16,
    /// How many there are; at least 1.
    pub pages: u16,
    /// Which boards it shows, of all that are played on the server.
    pub places: Range<usize>,
    /// How many those are.
    pub all: usize,
    /// The boards.
    pub boards: &'a [LiveBoard],
}

/// How many boards are legible at once in a window.
#[must_use]
pub fn at_once(area: &Area) -> usize {
    let room = area.free.size();
    match area.form {
        Form::Portrait => 1,
        Form::Landscape => ((room.x / LEAST_OF_PHONE) as usize).clamp(1, 2),
        Form::Wide => {
            let columns = (room.x / LEAST.x).clamp(1.0, COLUMNS) as usize;
            let rows = ((room.y - AROUND) / LEAST.y).clamp(1.0, 2.0) as usize;
            (columns * rows).min(PREVIEWED_GAMES)
        }
    }
}

/// The page of this number, or the last one that there is.
#[must_use]
pub fn page<'a>(evening: &'a Evening, number: u16, area: &Area) -> Page<'a> {
    let (boards, at_once) = (evening.live().boards.as_slice(), at_once(area));
    let last = boards.len().div_ceil(at_once).max(1) - 1;
    let chosen = usize::from(number).min(last);
    let places = chosen * at_once..boards.len().min((chosen + 1) * at_once);
    Page {
        number: u16::try_from(chosen).unwrap_or(u16::MAX),
        pages: u16::try_from(last + 1).unwrap_or(u16::MAX),
        boards: boards.get(places.clone()).unwrap_or_default(),
        places,
        all: boards.len(),
    }
}

/// The first page from this number on where a game runs.
#[must_use]
pub fn running_page(evening: &Evening, from: u16, area: &Area) -> Option<u16> {
    let boards = evening.live().boards.as_slice();
    let state = evening.tournament().state();
    let runs = |it: &LiveBoard| {
        it.game.is_some() && state.board(it.board).is_some_and(|board| board.outcome.is_none())
    };
    let mut pages = (0u16..).zip(boards.chunks(at_once(area))).skip(usize::from(from));
    pages.find(|(_, page)| page.iter().any(runs)).map(|(number, _)| number)
}

/// The games whose boards are shown.
#[must_use]
pub fn games(evening: &Evening, area: &Area) -> Vec<GameId> {
    let Some(number) = evening.chosen.boards_page() else { return Vec::new() };
    page(evening, number, area).boards.iter().filter_map(|it| it.game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use emath::vec2;

    #[test]
    fn a_window_has_as_many_boards_as_are_legible() {
        for (width, height, boards) in [
            (390.0, 844.0, 1),
            (844.0, 390.0, 2),
            (640.0, 500.0, 2),
            (800.0, 600.0, 3),
            (1_280.0, 720.0, 6),
            (1_024.0, 1_366.0, 6),
            (1_920.0, 1_080.0, 6),
            (3_840.0, 2_160.0, 6),
        ] {
            assert_eq!(at_once(&vec2(width, height).into()), boards, "{width} × {height}");
        }
    }
}
