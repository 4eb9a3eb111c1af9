//! The course: lessons on a board, and the game against the computer after them.

use super::{App, Screen};
use crate::desk::Desk;
use crate::exercises::Exercises;
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{Handicap, StartEntry};
use chuhe_model::exercise::Exercise;
use chuhe_model::learning::Learning;
use chuhe_model::lessons::{self, Game};
use chuhe_protocol::ColorChoice;
use chuhe_rules::clock::Timestamp;

impl App {
    /// The lesson, the puzzle or the game to guess on the screen.
    #[must_use]
    pub fn exercise(&self) -> Option<&dyn Exercise> {
        self.study
            .exercise()
            .filter(|_| matches!(self.screen(), Screen::Lesson | Screen::Puzzle | Screen::Guess))
    }

    pub(crate) fn act_learn(&mut self, action: LearnAction, now: Timestamp) {
        match action {
            LearnAction::List(game) => self.study.exercises.learned = game,
            LearnAction::Begin(game, index) if self.screen() == Screen::Join => {
                self.study.exercises.learned = game;
                self.study.exercises.begin_lesson(&mut self.desk, index);
            }
            // the board is taken
            LearnAction::Begin(..) => {}
            LearnAction::Leave => self.study.exercises.leave(&mut self.desk),
            LearnAction::PlayComputer => self.play_after_lesson(now),
            LearnAction::Again => self.study.exercises.learn(&mut self.desk, Learning::again),
            LearnAction::Mark(strength) => {
                self.study.exercises.learn(&mut self.desk, |it| it.choose(strength))
            }
            LearnAction::PlayTyped => {
                let notation = self.desk.notation();
                self.study.practise(&mut self.desk, now, |it| it.play_typed(notation, now));
            }
            LearnAction::Next => self.study.exercises.next_step(&mut self.desk),
        }
    }

    /// Begins a game of the lesson's kind against the weakest computer.
    fn play_after_lesson(&mut self, now: Timestamp) {
        self.study.exercises.learning = None;
        let game = GameChoice::of_course(self.study.exercises.learned);
        for action in [
            StartAction::Show(StartEntry::Computer),
            StartAction::Game(game),
            StartAction::Level(1),
            StartAction::Side(ColorChoice::Red),
            StartAction::Handicap(Handicap::None),
            StartAction::Engine(None),
            StartAction::Play,
        ] {
            self.sessions.act_start(action, &self.entrance.join.name, &mut self.desk, now);
        }
    }
}

impl Exercises {
    /// The lesson on the screen.
    #[must_use]
    pub const fn learning(&self) -> Option<&Learning> {
        self.learning.as_ref()
    }

    /// Changes the lesson, and keeps what is done with it.
    pub(crate) fn learn(&mut self, desk: &mut Desk, change: impl FnOnce(&mut Learning)) {
        self.learning.as_mut().map(change);
        self.keep_lesson(desk);
    }

    /// Keeps at which step of the lesson the user is, or that the lesson is done, once its last step is.
    pub(crate) fn keep_lesson(&self, desk: &mut Desk) {
        let Some(learning) = &self.learning else { return };
        let (attempt, known) = (learning.attempt(), &mut desk.settings.experience);
        let is_new = if attempt.is_over() {
            known.do_lesson(attempt.lesson())
        } else {
            known.reach_step(attempt.lesson(), attempt.step_index())
        };
        if is_new {
            desk.save();
        }
    }

    /// Begins a lesson, or goes on where the user left it.
    fn begin_lesson(&mut self, desk: &mut Desk, index: usize) {
        let known = &desk.settings.experience;
        let lesson = lessons::course(self.learned).get(index);
        self.learning = lesson.and_then(|lesson| Learning::at_step(lesson, known.step_of(lesson)));
        self.keep_lesson(desk);
    }

    /// Opens the lesson at which the user was when the page was loaded again.
    pub(crate) fn resume_lesson(&mut self, desk: &mut Desk) {
        for game in Game::ALL {
            let known = &desk.settings.experience;
            if let Some(index) = lessons::course(game).iter().position(|lesson| known.is_at(lesson)) {
                self.learned = game;
                return self.begin_lesson(desk, index);
            }
        }
    }

    /// Goes on to the next step or lesson, or from the last one to the list.
    fn next_step(&mut self, desk: &mut Desk) {
        let Some(learning) = self.learning.as_ref().filter(|it| it.attempt().is_done()) else { return };
        if !learning.attempt().is_over() {
            return self.learn(desk, |it| {
                it.go_on();
            });
        }
        let lesson = learning.attempt().lesson();
        let at = lessons::course(lesson.game).iter().position(|it| it.id == lesson.id);
        self.begin_lesson(desk, at.map_or(0, |at| at + 1));
    }
}
