//! Endgames against the engine: what the first screen lists, and an endgame beside its board.

use super::puzzle_list::PuzzleListView;
use super::{Button, Fact, Field, Group, Model, Part, Role, Tone, parts};
use chuhe_model::actions::action;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::endgame::{Ending, Practice, Trouble};
use chuhe_model::puzzles::{self, Endgame, Goal, MOVES_TO_HOLD};
use chuhe_model::table::MoveNotation;
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::Outcome;
use chuhe_texts::sentence;

/// Opens the list from among the puzzles.
pub(crate) fn offer(model: &Model<'_>) -> Button {
    let text = model.text.endgame();
    Button::new("puzzles.endgames", text.title, PuzzleAction::ListEndgames(true)).hint(text.explained)
}

/// The endgames, on the first screen: those to win, and those to hold.
pub(crate) fn listed(model: &Model<'_>) -> PuzzleListView {
    let (text, kept) = (model.text.endgame(), &model.app.desk().settings.puzzles.endgames);
    let all = puzzles::endgames();
    let next = all.iter().position(|it| !kept.has_kept(it));
    let begin = |(index, it): (usize, &Endgame)| {
        let is_kept = kept.has_kept(it);
        let role = if next == Some(index) { Role::Primary } else { Role::Plain };
        let begin = PuzzleAction::Endgame(index);
        let begin = Button::new(format!("endgames.{}", it.id), text.name(it), begin).role(role);
        Part::Button(begin.done(is_kept, text.done))
    };
    let list = |id: &'static str, heading, goal| {
        let of_goal = all.iter().enumerate().filter(|(_, it)| it.goal == goal);
        Group::section(id, heading, of_goal.map(&begin))
    };
    let done = all.iter().filter(|it| kept.has_kept(it)).count() as u64;
    PuzzleListView {
        heading: text.title,
        explained: Fact::new("endgames.explained", text.explained).tone(Tone::Remark),
        progress: Fact::new("endgames.progress", text.progress(done, all.len() as u64)),
        puzzles: Button::new("endgames.puzzles", text.puzzles, PuzzleAction::ListEndgames(false)),
        lists: vec![
            list("endgames.won", text.won, Goal::Win),
            list("endgames.drawn", text.drawn, Goal::Hold),
        ],
    }
}

/// An endgame, apart from its board.
#[derive(Clone, Debug, PartialEq)]
pub struct EndgameView {
    /// The pieces of both sides.
    pub title: String,
    /// The verdict of the books, and whether the user has mastered it.
    pub about: Fact,
    /// What to do.
    pub task: Fact,
    /// What became of the last move, or of the endgame.
    pub reply: Option<Fact>,
    /// The last moves of both.
    pub moves: Option<Fact>,
    /// The field for a typed move.
    pub typed: Field,
    /// Begins the endgame again.
    pub again: Button,
    /// Begins the next endgame.
    pub next: Button,
    /// Goes back to the list.
    pub leave: Button,
}

impl EndgameView {
    /// The endgame on the screen; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let practice = model.app.study().exercises.endgame()?;
        let (text, endgame) = (model.text.endgame(), practice.endgame());
        let (verdict, side) = (text.verdict(endgame.goal), model.text.color(endgame.user()));
        let is_kept = model.app.desk().settings.puzzles.endgames.has_kept(endgame);
        let about = if is_kept { format!("{verdict} · {}", text.done) } else { verdict.to_owned() };
        let task = match endgame.goal {
            Goal::Win => text.task_win(side),
            Goal::Hold => text.task_hold(side, MOVES_TO_HOLD),
        };
        let send = Button::new("puzzle.move.play", model.text.mirror.play, PuzzleAction::PlayTyped);
        let typed = model.text.puzzle().typed("h2e2");
        let [next, again] = match practice.ending() {
            Some(Ending::Lost(_)) => [Role::Plain, Role::Primary],
            Some(_) => [Role::Primary, Role::Plain],
            None => [Role::Plain, Role::Plain],
        };
        Some(Self {
            title: text.name(endgame),
            about: Fact::new("endgame.about", about).tone(Tone::Remark),
            task: Fact::new("endgame.task", task),
            reply: reply(model, practice),
            moves: last_moves(model, practice),
            typed: Field::new("puzzle.move", typed, action::Field::Move, practice.typed()).send(send),
            again: Button::new("puzzle.again", model.text.puzzle().again, PuzzleAction::Again).role(again),
            next: Button::new(
                "endgame.next",
                text.next,
                // after the last one, the first
                PuzzleAction::Endgame((practice.index() + 1) % puzzles::endgames().len()),
            )
            .role(next),
            leave: Button::new("puzzle.leave", model.text.puzzle().leave, PuzzleAction::Leave),
        })
    }

    /// What the endgame says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let title = Fact::new("endgame.title", self.title);
        parts![title, self.about, self.task, self.moves, self.reply]
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { about, task, reply, moves, typed, again, next, leave, .. } = self;
        parts![about, task, moves, reply, typed, next, again, leave]
    }
}

/// What became of the user's last move, or of the endgame.
fn reply(model: &Model<'_>, practice: &Practice) -> Option<Fact> {
    let text = model.text.endgame();
    if practice.is_thinking() {
        return Some(Fact::new("endgame.reply", text.thinking).tone(Tone::Remark));
    }
    let reason = |outcome: Outcome| sentence(&model.text.reason(outcome));
    let (words, tone) = match (practice.ending(), practice.trouble()) {
        (Some(Ending::Kept(outcome)), _) => (text.kept(&reason(outcome)), Tone::Good),
        (Some(Ending::Held), _) => (text.held(MOVES_TO_HOLD), Tone::Good),
        (Some(Ending::Lost(outcome)), _) => (text.lost(&reason(outcome)), Tone::Wrong),
        (None, Some(Trouble::Refused(notice))) => (model.text.notice(notice), Tone::Wrong),
        (None, Some(Trouble::NoReply)) => (text.no_reply.to_owned(), Tone::Warning),
        (None, None) => return None,
    };
    Some(Fact::new("endgame.reply", sentence(&words)).tone(tone))
}

/// The user's last move and the reply to it, with the number of the move.
fn last_moves(model: &Model<'_>, practice: &Practice) -> Option<Fact> {
    let (game, notation) = (practice.game(), model.app.desk().notation());
    let first = game.ply().checked_sub(1)? / 2 * 2;
    let mut position = game.position_at(first)?;
    let mut words = vec![format!("{}.", first / 2 + 1)];
    for &mv in &game.moves()[first..] {
        words.push(MoveNotation::of(&position, mv).text(notation).to_owned());
        // it was played
        position.make(mv);
    }
    Some(Fact::new("endgame.moves", words.join(" ")).tone(Tone::Remark))
}
