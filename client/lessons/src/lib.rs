//! The course for newcomers: lessons of a few steps each, in which the pupil moves pieces on a board.
//!
//! Lessons are texts in `client/assets/lessons`, in the format of `docs/lessons.md`; [`course`] reads those of a game. An
//! [`Attempt`] is one pupil's way through a lesson: it takes their moves, and replies to each.

mod attempt;
mod board;
mod format;
mod game;
mod lesson;
mod solve;

pub use attempt::{Attempt, Outcome, Remark};
pub use board::Board;
pub use format::{Fault, LessonError, read};
pub use game::Game;
pub use lesson::{Goal, Lesson, Step, Words};
pub use solve::{Unsolvable, solve};

use std::sync::OnceLock;

static XIANGQI: OnceLock<Vec<Lesson>> = OnceLock::new();
static LUZHANQI: OnceLock<Vec<Lesson>> = OnceLock::new();

/// The lessons of a game, in their order.
#[must_use]
pub fn course(game: Game) -> &'static [Lesson] {
    let (read_once, text) = match game {
        Game::Xiangqi => (&XIANGQI, include_str!("../../assets/lessons/xiangqi.txt")),
        Game::Luzhanqi => (&LUZHANQI, include_str!("../../assets/lessons/luzhanqi.txt")),
    };
    // a test reads them
    read_once.get_or_init(|| read(game, text).unwrap_or_default())
}
