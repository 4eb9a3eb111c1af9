//! What keys do in the organiser's list of boards: they mark one, and type its result.

use super::dialogs::results;
use super::words::Words;
use crate::{Button, Fact, Model, Tone};
use chuhe_model::actions::evening_action::{EveningAction, OrganiseAction};
use chuhe_model::actions::keys::KeyUse;
use chuhe_model::evening::Evening;
use chuhe_rules::Color;
use chuhe_tournaments::{Absent, BoardId, Outcome, Phase};

/// What the keys type, in the order of the list of keys.
const TYPED: [Outcome; 4] =
    [Outcome::Won(Color::Red), Outcome::Drawn, Outcome::Won(Color::Black), Outcome::Forfeited(Absent::Both)];

/// What keys do in the organiser's list of boards.
#[derive(Clone, Debug, PartialEq)]
pub struct ResultKeys {
    /// Which keys there are, for users with a keyboard; absent without boards.
    pub explained: Option<Fact>,
    /// The place of the marked board in the list.
    pub marked: Option<usize>,
    /// Marks the board before and after it; the first if none is.
    steps: [Option<Button>; 2],
    /// Records each of the results that are typed: at the board whose dialog is open, or at the marked one.
    results: Vec<Button>,
    /// Marks none any more.
    let_go: Option<Button>,
    /// Pauses the marked board, or all, or lets them go on.
    pause: Option<Button>,
}

impl ResultKeys {
    pub(super) fn of(model: &Model<'_>, evening: &Evening) -> Self {
        let (text, boards) = (model.text.evening(), evening.result_boards());
        let marked = evening.chosen.marked.and_then(|id| boards.iter().position(|it| *it == id));
        let mark = |board: Option<BoardId>| {
            let action = EveningAction::Organise(OrganiseAction::Mark(board));
            Button::new("evening.mark", text.results, action)
        };
        let last = boards.len().checked_sub(1);
        let [before, after] = match marked {
            Some(at) => [at.checked_sub(1), Some(at + 1).filter(|next| Some(*next) <= last)],
            None => [last, last.map(|_| 0)],
        };
        let step = |at: Option<usize>| at.and_then(|at| boards.get(at)).map(|id| mark(Some(*id)));
        let may = evening.tournament().state().phase == Phase::Running;
        let marked_board = marked.and_then(|at| boards.get(at));
        let board = evening.chosen.board.as_ref().or(marked_board).filter(|_| may);
        let results = board.map(|id| results(model, *id, &TYPED, &Words::of(model, evening)));
        let explained = (may && last.is_some()).then(|| Fact::new("evening.results.keys", text.results_keys));
        Self {
            explained: explained.map(|it| it.tone(Tone::Remark)),
            marked,
            steps: [step(before), step(after)],
            results: results.unwrap_or_default(),
            let_go: marked.map(|_| mark(None)),
            pause: super::pauses::by_key(model, evening),
        }
    }

    /// What a key does here. `at` is the place of a key among those that type results.
    #[must_use]
    #[expect(clippy::wildcard_enum_match_arm, reason = "other keys do nothing here")]
    pub fn button(&self, key: KeyUse, at: usize) -> Option<&Button> {
        match key {
            KeyUse::PreviousBoard => self.steps[0].as_ref(),
            KeyUse::NextBoard => self.steps[1].as_ref(),
            KeyUse::TypeResult => self.results.get(at),
            KeyUse::LetGo => self.let_go.as_ref(),
            KeyUse::Pause => self.pause.as_ref(),
            _ => None,
        }
    }
}
