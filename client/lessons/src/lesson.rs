//! What a lesson is.

use super::board::Board;
use super::game::Game;
use chuhe_board::drawing::scene::Place;
use chuhe_board::help::Topic;
use chuhe_board::lang::Lang;
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{Slot, Strength};

/// A lesson.
#[derive(Clone, Debug, PartialEq)]
pub struct Lesson {
    /// Its name in the settings, which never changes.
    pub id: String,
    /// The game.
    pub game: Game,
    /// The passage of the rules that it is about. Its words are the first that the pupil reads.
    pub about: Option<Topic>,
    /// Its title; empty if that of the passage will do.
    pub title: Words,
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson: a position, and what to do in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// The position; `None` means that of the step before, as it was left.
    pub board: Option<Board>,
    /// The moves that led to the position, the first of them from [`Self::board`].
    pub played: Vec<GameMove>,
    /// What to do.
    pub goal: Goal,
    /// What the pupil reads; empty if the usual words for the goal will do.
    pub say: Words,
    /// Whether the opponent's pieces are face up.
    pub is_open: bool,
    /// Replies of the lesson's own to certain wrong moves.
    pub wrong: Vec<(GameMove, Words)>,
    /// What the pupil reads once they have done it; empty if praise will do.
    pub right: Words,
    /// The opponent's move after it.
    pub answer: Option<GameMove>,
}

/// What to do in a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Nothing but to read.
    Read,
    /// To come to each of these places, in any order and by any number of moves. The opponent waits.
    Stars(Vec<Place>),
    /// One of these moves.
    Moves(Vec<GameMove>),
    /// Any legal move.
    Legal,
    /// Any move that gives check.
    Check,
    /// Any move that mates.
    Mate,
    /// Any move after which the opponent is not in check, and cannot move.
    Stalemate,
    /// Any move by which the pupil does not lose for a repetition.
    Lasting,
    /// Any move that removes a piece of the opponent and keeps the pupil's.
    Capture,
    /// To put a piece of this strength on any slot that may have it.
    Place(Strength),
    /// To exchange the pieces on these slots.
    Swap(Slot, Slot),
    /// To choose a right one of these marks for a hidden piece.
    Mark {
        /// Where the piece is.
        at: Place,
        /// The marks to choose from.
        choices: Vec<Strength>,
        /// Those that are right.
        right: Vec<Strength>,
    },
}

/// A text in several languages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<(Lang, String)>);

impl Words {
    /// Adds the text in a language. Returns whether it lacked one.
    pub(crate) fn add(&mut self, lang: Lang, text: &str) -> bool {
        let is_new = self.of(lang).is_none();
        if is_new {
            self.0.push((lang, text.to_owned()));
        }
        is_new
    }

    /// Whether there is no text.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text in exactly this language.
    #[must_use]
    pub fn of(&self, lang: Lang) -> Option<&str> {
        self.0.iter().find(|(of, _)| *of == lang).map(|(_, text)| text.as_str())
    }

    /// The text in this language, or else in the first one that it has.
    #[must_use]
    pub fn best(&self, lang: Lang) -> Option<&str> {
        self.of(lang).or_else(|| self.0.first().map(|(_, text)| text.as_str()))
    }
}
