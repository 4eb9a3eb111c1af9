//! Guessing the moves of a record: the question, what a guess is worth, and the summary.

use super::{Button, Choice, Fact, Field, Model, Part, Role, Tone, parts};
use chuhe_app::live_guessing::{guesses, may_guess};
use chuhe_app::visit::Visit;
use chuhe_app::{App, Screen};
use chuhe_model::actions::action;
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::choices::guessed_sides::GuessedSides;
use chuhe_model::guessing::{Grade, Guess, GuessStep, Guessing, LiveGuessing};
use chuhe_model::review::Review;
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_model::table::{MoveNotation, Table};
use chuhe_rules::xiangqi::{Move, Position};
use chuhe_texts::{Text, sentence};

/// Between the facts of a line.
const BETWEEN: &str = " · ";

/// Begins to guess the moves of a record; `None` for luzhanqi, and where there is no move.
#[inline(never)]
pub(crate) fn offer(model: &Model<'_>, review: &Review) -> Option<Button> {
    let text = model.text.guess();
    let can_guess = review.record.can_be_analysed() && review.record.tree().ply_count() > 0;
    can_guess.then(|| Button::new("review.guess", text.begin, GuessAction::Begin).hint(text.begin_hint))
}

/// The game that the user guesses, if it is on the screen.
#[must_use]
pub fn guessing(app: &App) -> Option<&Guessing> {
    app.study().reviewing()?.guessing.as_deref()
}

/// The button that begins to guess the moves of a game that is watched, or ends it; `None` where nothing can be guessed.
#[inline(never)]
pub(crate) fn live_button(model: &Model<'_>, visit: &Visit, table: &Table) -> Option<Button> {
    let text = model.text.guess();
    if guesses(visit, table).is_some() {
        return Some(Button::new("watch.guess", text.live_end, GuessAction::ToggleLive));
    }
    let begin = Button::new("watch.guess", text.begin, GuessAction::ToggleLive).hint(text.live_hint);
    may_guess(visit, table).then_some(begin)
}

/// What is said of the guesses of a game that is watched: what the last one is worth or what to do, and the points so far.
#[inline(never)]
pub(crate) fn live_state(model: &Model<'_>, visit: &Visit, table: &Table) -> Option<String> {
    let it = guesses(visit, table)?;
    let text = model.text.guess();
    let points = live_points(model, it);
    let said = match (it.refused(), it.guess(), it.answered()) {
        (Some(refused), ..) => vec![sentence(&model.text.notice(refused))],
        (None, Some(mv), _) => {
            vec![text.tried(&written(model, it.position(), mv)), text.live_waits.to_owned()]
        }
        (None, None, _) if it.judges() => vec![text.judging.to_owned()],
        (None, None, Some((guess, before))) => {
            let worth = model.text.labelled(&text.worth(guess.grade.points()), text.grade(guess.grade));
            let other = guess.guess.filter(|mv| *mv != guess.played);
            let tried = other.map(|mv| text.tried(&written(model, &before, mv)));
            [worth].into_iter().chain(tried).collect()
        }
        (None, None, None) if it.asks() => {
            vec![text.live_task(model.text.color(it.position().side_to_move()))]
        }
        (None, None, None) => Vec::new(),
    };
    Some(said.into_iter().chain(points).collect::<Vec<_>>().join(BETWEEN))
}

/// The same as a fact, where the state of the broadcast is not shown.
#[must_use]
pub fn live_said(model: &Model<'_>) -> Option<Fact> {
    let visit = model.app.sessions().visit().filter(|_| model.app.screen() == Screen::Table)?;
    let said = live_state(model, visit, visit.table()?).filter(|it| !it.is_empty())?;
    Some(Fact::new("watch.guess.state", said))
}

/// The points of the guesses of a game that is watched, once there are any.
fn live_points(model: &Model<'_>, it: &LiveGuessing) -> Option<String> {
    let sum = it.summary();
    (sum.guesses > 0).then(|| model.text.guess().points(sum.points, sum.most))
}

/// What the guesses of a watched game that is over are worth; `None` if there are none.
#[inline(never)]
pub(crate) fn live_summary(model: &Model<'_>, visit: &Visit, table: &Table) -> Option<String> {
    let sum = guesses(visit, table)?.summary();
    let summary = || model.text.guess().summary(sum.guesses, sum.hits, sum.points, sum.most);
    (sum.guesses > 0).then(summary)
}

/// The field for a typed guess of the next move of a game that is watched.
#[inline(never)]
pub(crate) fn live_typed(model: &Model<'_>, visit: &Visit, table: &Table) -> Option<Field> {
    let it = guesses(visit, table).filter(|it| it.asks() && table.interaction.review().is_none())?;
    let text = model.text.guess();
    let send = Button::new("guess.move.play", text.live_choose, GuessAction::PlayTyped);
    Some(Field::new("guess.move", text.typed("h2e2"), action::Field::Move, it.typed()).send(send))
}

/// A record whose moves the user guesses, apart from its board.
#[derive(Clone, Debug, PartialEq)]
pub struct GuessView {
    /// Its title.
    pub title: String,
    /// The move that is asked about, among all of them, and the points so far.
    pub about: Fact,
    /// What to do.
    pub task: Fact,
    /// What the guess is worth, or why it is none.
    pub reply: Option<Fact>,
    /// The guess, what was played, and what the engine prefers.
    pub moves: Vec<Fact>,
    /// What all guesses are worth, at the end.
    pub summary: Option<Fact>,
    /// The worst guesses, at the end. A press shows one on the board.
    pub worst: Vec<Button>,
    /// Whose moves the user guesses.
    pub sides: Choice,
    /// The field for a typed move.
    pub typed: Field,
    /// Goes on to the next move, or begins again.
    pub next: Button,
    /// Shows the move of the game instead of a guess.
    pub show: Button,
    /// Goes back to the record.
    pub leave: Button,
}

impl GuessView {
    /// The game to guess on the screen; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let it = guessing(model.app)?;
        let text = model.text.guess();
        let is_done = *it.step() == GuessStep::Done;
        let is_asked = *it.step() == GuessStep::Asked;
        let send = Button::new("guess.move.play", model.text.mirror.play, GuessAction::PlayTyped);
        let next = if is_done {
            Button::new("guess.next", text.again, GuessAction::Again)
        } else {
            Button::new("guess.next", text.next, GuessAction::Next)
                .lacks(*it.step() == GuessStep::Answered, text.guess_first)
        };
        let role = if next.permit.is_ok() { Role::Primary } else { Role::Plain };
        Some(Self {
            title: text.title.to_owned(),
            about: Fact::new("guess.about", about(model, it)).tone(Tone::Remark),
            task: Fact::new("guess.task", task(model, it)),
            reply: reply(model, it),
            moves: it.shown().map_or_else(Vec::new, |guess| moves(model, it, guess)),
            summary: is_done.then(|| Fact::new("guess.summary", summary(model, it))),
            worst: if is_done { worst(model, it) } else { Vec::new() },
            sides: sides(model.text, it),
            typed: Field::new("guess.move", text.typed("h2e2"), action::Field::Move, it.typed()).send(send),
            next: next.role(role),
            show: Button::new("guess.show", text.show, GuessAction::Show)
                .hint(text.show_hint)
                .lacks(is_asked, text.nothing_to_show),
            leave: Button::new("guess.leave", text.leave, GuessAction::Leave),
        })
    }

    /// What is said of the guess, without what is offered.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let title = Fact::new("guess.title", self.title);
        parts![title, self.about, self.task, self.reply, self.moves, self.summary]
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { about, task, reply, moves, summary, worst, sides, typed, next, show, leave, .. } = self;
        parts![about, task, reply, moves, summary, worst, typed, next, show, sides, leave]
    }
}

fn about(model: &Model<'_>, it: &Guessing) -> String {
    let text = model.text.guess();
    let ((past, all), sum) = (it.progress(), it.summary());
    let place = if *it.step() == GuessStep::Answered { past } else { (past + 1).min(all) };
    [text.place(place as u64, all as u64), text.points(sum.points, sum.most)].join(BETWEEN)
}

fn task(model: &Model<'_>, it: &Guessing) -> String {
    let text = model.text.guess();
    let side = || model.text.color(it.position().side_to_move());
    match it.step() {
        GuessStep::Asked => text.task(side()),
        GuessStep::Judging(..) => text.judging.to_owned(),
        GuessStep::Answered => text.go_on.to_owned(),
        GuessStep::Done => text.done.to_owned(),
    }
}

/// What the last guess is worth, or why the last try was none.
fn reply(model: &Model<'_>, it: &Guessing) -> Option<Fact> {
    if let Some(refused) = it.refused() {
        let why = sentence(&model.text.notice(refused));
        return Some(Fact::new("guess.reply", why).tone(Tone::Wrong));
    }
    let (text, guess) = (model.text.guess(), it.shown()?);
    let tone = match guess.grade.points() {
        _ if guess.grade == Grade::Shown => Tone::Remark,
        _ if guess.grade == Grade::Unjudged => Tone::Warning,
        0 => Tone::Wrong,
        1..=5 => Tone::Warning,
        _ => Tone::Good,
    };
    let points = text.worth(guess.grade.points());
    Some(Fact::new("guess.reply", model.text.labelled(&points, text.grade(guess.grade))).tone(tone))
}

/// The guess, what was played, and what the engine prefers, each once.
fn moves(model: &Model<'_>, it: &Guessing, shown: &Guess) -> Vec<Fact> {
    let (text, before) = (model.text.guess(), it.before(shown));
    let write = |mv| written(model, &before, mv);
    let guess = shown.guess.filter(|guess| *guess != shown.played);
    let best = shown.best.filter(|best| *best != shown.played && Some(*best) != shown.guess);
    let loss = shown.loss.filter(|_| shown.grade.has_loss()).map(percent).filter(|percent| *percent > 0);
    let guess = guess.map(|mv| match loss {
        Some(percent) => text.tried_loses(&write(mv), percent),
        None => text.tried(&write(mv)),
    });
    let said = [
        guess.map(|guess| Fact::new("guess.tried", guess)),
        Some(Fact::new("guess.played", text.played(&write(shown.played)))),
        best.map(|best| Fact::new("guess.best", text.best(&write(best)))),
    ];
    said.into_iter().flatten().collect()
}

fn summary(model: &Model<'_>, it: &Guessing) -> String {
    let text = model.text.guess();
    let sum = it.summary();
    if sum.guesses == 0 {
        return text.no_guesses.to_owned();
    }
    text.summary(sum.guesses, sum.hits, sum.points, sum.most)
}

fn worst(model: &Model<'_>, it: &Guessing) -> Vec<Button> {
    let text = model.text.guess();
    let shown = it.shown();
    let button = |(place, guess): (usize, &Guess)| {
        let before = it.before(guess);
        let number = u32::from(before.fullmove_number());
        let tried = guess.guess.map_or_else(String::new, |mv| written(model, &before, mv));
        let label = text.look(number, &tried, guess.loss.map_or(0, percent));
        let is_shown = shown.is_some_and(|shown| shown.ply == guess.ply);
        Button::new(format!("guess.look.{place}"), label, GuessAction::Look(place)).chosen(is_shown)
    };
    it.worst().map(button).collect()
}

fn sides(text: &Text, it: &Guessing) -> Choice {
    let guess = text.guess();
    Choice::among("guess.sides", guess.sides, GuessedSides::ALL, it.sides(), |sides| {
        let (id, label) = match sides {
            GuessedSides::One(side) => (format!("guess.sides.{side:?}").to_lowercase(), text.color(side)),
            GuessedSides::Both => ("guess.sides.both".to_owned(), guess.both),
        };
        Button::new(id, label, GuessAction::For(sides))
    })
}

fn written(model: &Model<'_>, position: &Position, mv: Move) -> String {
    MoveNotation::of(position, mv).text(model.app.desk().notation()).to_owned()
}

/// A part of a win in percent.
fn percent(loss: f32) -> u32 {
    (loss * 100.0).round() as u32
}
