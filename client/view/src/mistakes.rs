//! The user's own mistakes as puzzles: what the first screen offers, and a mistake beside its board.

use super::{Button, Fact, Field, Model, Part, Role, Tone, parts};
use chuhe_model::actions::action;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::mending::{MendReply, Mending};
use chuhe_model::table::MoveNotation;
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::xiangqi::Move;
use chuhe_texts::sentence;

/// Begins the next mistake, with how many there are; nothing while there is none.
pub(crate) fn offer(model: &Model<'_>) -> Option<(Fact, Button)> {
    let (text, desk) = (model.text.puzzle(), model.app.desk());
    let mistakes = desk.settings.puzzles.mistakes();
    let (open, due) = (mistakes.open() as u64, mistakes.due(desk.today(model.now)) as u64);
    let count = Fact::new("puzzles.mistakes.count", text.mistakes(open, due));
    let begin = Button::new("puzzles.mistakes", text.mend, PuzzleAction::Mend).hint(text.mend_hint);
    (open > 0).then_some((count, begin))
}

/// A mistake of the user's own, apart from its board.
#[derive(Clone, Debug, PartialEq)]
pub struct MistakeView {
    /// Its title.
    pub title: &'static str,
    /// How many others there are.
    pub about: Fact,
    /// What was played, and what to do.
    pub task: Fact,
    /// What is said to the last try.
    pub reply: Option<Fact>,
    /// The field for a typed move.
    pub typed: Field,
    /// Shows the best move.
    pub show: Button,
    /// Goes on to the next mistake.
    pub next: Button,
    /// Goes back to the first screen.
    pub leave: Button,
}

impl MistakeView {
    /// The mistake on the screen; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (it, desk) = (model.app.study().exercises.mending()?, model.app.desk());
        let text = model.text.puzzle();
        let mistakes = desk.settings.puzzles.mistakes();
        let counts = text.mistakes(mistakes.open() as u64, mistakes.due(desk.today(model.now)) as u64);
        let send = Button::new("puzzle.move.play", model.text.mirror.play, PuzzleAction::PlayTyped);
        let side = model.text.color(it.start().side_to_move());
        let role = if it.is_over() { Role::Primary } else { Role::Plain };
        let can_show = !it.is_over() && !it.is_thinking();
        Some(Self {
            title: text.mistake,
            about: Fact::new("mistake.about", counts).tone(Tone::Remark),
            task: Fact::new("mistake.task", text.mend_task(side, &written(model, it, it.played()))),
            reply: reply(model, it),
            typed: Field::new("puzzle.move", text.typed("h2e2"), action::Field::Move, it.typed()).send(send),
            show: Button::new("puzzle.show", text.mend_show, PuzzleAction::Show)
                .hint(text.mend_counts)
                .lacks(can_show, if it.is_thinking() { text.thinking } else { text.mend_shown }),
            next: Button::new("mistake.next", text.mend_next, PuzzleAction::Mend).role(role),
            leave: Button::new("puzzle.leave", text.leave, PuzzleAction::Leave),
        })
    }

    /// What the mistake says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let title = Fact::new("mistake.title", self.title);
        parts![title, self.about, self.task, self.reply]
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { about, task, reply, typed, show, next, leave, .. } = self;
        parts![about, task, reply, typed, next, show, leave]
    }
}

/// What is said to the user's last try.
fn reply(model: &Model<'_>, it: &Mending) -> Option<Fact> {
    let text = model.text.puzzle();
    if it.is_thinking() {
        return Some(Fact::new("mistake.reply", text.thinking).tone(Tone::Remark));
    }
    let (words, tone) = match it.reply()? {
        MendReply::Right(mv) => (text.mend_right(&written(model, it, *mv)), Tone::Good),
        MendReply::Same => (text.mend_same.to_owned(), Tone::Wrong),
        MendReply::Wrong(mv) => (text.mend_wrong(&written(model, it, *mv)), Tone::Wrong),
        MendReply::Shown(mv) => (text.mend_best(&written(model, it, *mv)), Tone::Plain),
        MendReply::Unjudged => (text.mend_unjudged.to_owned(), Tone::Warning),
        MendReply::Refused(notice) => (model.text.notice(notice), Tone::Wrong),
    };
    Some(Fact::new("mistake.reply", sentence(&words)).tone(tone))
}

fn written(model: &Model<'_>, it: &Mending, mv: Move) -> String {
    MoveNotation::of(it.start(), mv).text(model.app.desk().notation()).to_owned()
}
