//! The course: the list of lessons on the first screen, and a lesson beside its board.

use super::settings::tile_names;
use super::{Button, Choice, Fact, Model, Part, Role, Tone, parts};
use chuhe_model::actions::action::{self, SettingsAction};
use chuhe_model::actions::learn_action::LearnAction;
use chuhe_model::drawing::characters;
use chuhe_model::drawing::theme::PieceSet;
use chuhe_model::help::{Topic, XiangqiTopic};
use chuhe_model::learning::{Learning, Reply};
use chuhe_model::lessons::{self, Board, Game, Goal, Lesson, Remark, Step};
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Battle, PieceView, Strength};
use chuhe_rules::xiangqi::{Piece, PieceKind, Position};
use chuhe_texts::{Text, sentence};
use std::collections::BTreeSet;

/// The sets of pieces from which newcomers choose. Those who read no Chinese need no choice between its characters.
pub const PIECE_SETS: [PieceSet; 2] = [PieceSet::Traditional, PieceSet::Western];

/// Between the pieces of a legend, and the facts of a line.
const BETWEEN: &str = " · ";

/// The lessons of a game, on the first screen.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonsView {
    /// What the lessons are for.
    pub heading: &'static str,
    /// How to do them.
    pub explained: Fact,
    /// The game.
    pub game: Choice,
    /// How many lessons are done.
    pub progress: Fact,
    /// The lessons in their order, each with whether it is done. The first that is not is likeliest.
    pub lessons: Vec<Button>,
    /// Begins a game.
    pub play: Button,
}

impl LessonsView {
    /// The lessons as they are.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Self {
        let (text, learned) = (model.text.learn, model.app.study().exercises.learned);
        let (course, known) = (lessons::course(learned), &model.app.desk().settings.experience);
        let done = course.iter().filter(|lesson| known.has_done(lesson)).count();
        let next = course.iter().position(|lesson| !known.has_done(lesson));
        let lesson = |(index, lesson): (usize, &Lesson)| {
            let label = format!("{}. {}", index + 1, title(model, lesson));
            let is_done = known.has_done(lesson);
            let role = if next == Some(index) { Role::Primary } else { Role::Plain };
            let begin =
                Button::new(format!("learn.{}", lesson.id), label, LearnAction::Begin(learned, index));
            begin.role(role).done(is_done, text.done)
        };
        Self {
            heading: text.title,
            explained: Fact::new("learn.explained", text.explained).tone(Tone::Remark),
            game: Choice::among("learn.game", model.text.game, Game::ALL, learned, |game| {
                let (id, label) = match game {
                    Game::Xiangqi => {
                        ("learn.game.xiangqi", model.text.help.page(chuhe_model::help::Page::Xiangqi))
                    }
                    Game::Luzhanqi => {
                        ("learn.game.luzhanqi", model.text.help.page(chuhe_model::help::Page::Luzhanqi))
                    }
                };
                Button::new(id, label, LearnAction::List(game))
            }),
            progress: Fact::new("learn.progress", text.progress(done as u64, course.len() as u64)),
            lessons: course.iter().enumerate().map(lesson).collect(),
            play: Button::new("learn.play", text.play, LearnAction::PlayComputer),
        }
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { explained, game, progress, lessons, play, .. } = self;
        parts![explained, game, progress, lessons, play]
    }
}

/// Begins the first lesson that is not done, for who has not played; `None` for others.
pub(crate) fn for_newcomer(model: &Model<'_>, game: Game) -> Option<Button> {
    let known = &model.app.desk().settings.experience;
    let index = lessons::course(game).iter().position(|lesson| !known.has_done(lesson))?;
    let begin = Button::new("learn.newcomer", model.text.learn.short, LearnAction::Begin(game, index));
    known.is_newcomer().then(|| begin.hint(model.text.learn.newcomer))
}

/// A lesson, apart from its board.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonView {
    /// Its title.
    pub title: String,
    /// Which step it is.
    pub step: Fact,
    /// The words of the rules, on the first step.
    pub rule: Vec<Fact>,
    /// What to do.
    pub task: Fact,
    /// What is said to the last move.
    pub reply: Option<Fact>,
    /// The marks for a hidden piece.
    pub marks: Vec<Button>,
    /// The sets of pieces, for those who read no Chinese: of xiangqi in the order of [`PIECE_SETS`].
    pub pieces: Option<Choice>,
    /// What the characters on the board mean.
    pub legend: Option<Fact>,
    /// The field for a typed move.
    pub typed: super::Field,
    /// Begins the step again.
    pub again: Button,
    /// Goes on.
    pub next: Button,
    /// Goes back to the list.
    pub list: Button,
    /// Begins a game, once the last lesson is done.
    pub play: Option<Button>,
}

impl LessonView {
    /// The lesson on the screen; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let learning = model.app.study().exercises.learning()?;
        let (text, attempt) = (model.text.learn, learning.attempt());
        let (lesson, step) = (attempt.lesson(), attempt.step());
        let is_last = lessons::course(lesson.game).last().is_some_and(|last| last.id == lesson.id);
        let number = attempt.step_index() as u64 + 1;
        let next = if !attempt.is_over() {
            text.next
        } else if is_last {
            text.list
        } else {
            text.next_lesson
        };
        let role = if attempt.is_done() { Role::Primary } else { Role::Plain };
        let permit = if attempt.is_done() { Ok(()) } else { Err(task(model, step)) };
        let example = if lesson.game == Game::Xiangqi { "h2e2" } else { "a6a7" };
        let send = Button::new("lesson.move.play", model.text.mirror.play, LearnAction::PlayTyped);
        Some(Self {
            title: title(model, lesson),
            step: Fact::new("lesson.step", text.step(number, lesson.steps.len() as u64)).tone(Tone::Remark),
            rule: if number == 1 { rule(model, lesson) } else { Vec::new() },
            task: Fact::new("lesson.task", task(model, step)),
            reply: learning.reply().map(|reply| self::reply(model, step, reply)),
            marks: marks(model.text, learning),
            pieces: pieces(model, lesson.game),
            legend: legend(model, learning),
            typed: super::Field::new(
                "lesson.move",
                text.typed(example),
                action::Field::Move,
                learning.typed(),
            )
            .send(send),
            again: Button::new("lesson.again", text.again, LearnAction::Again),
            next: Button::new("lesson.next", next, LearnAction::Next).role(role).permit(permit),
            list: Button::new("lesson.list", text.list, LearnAction::Leave),
            play: (is_last && attempt.is_over())
                .then(|| Button::new("lesson.play", text.play, LearnAction::PlayComputer)),
        })
    }

    /// What the lesson says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let title = Fact::new("lesson.title", self.title);
        parts![title, self.step, self.rule, self.task, self.reply, self.legend]
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { step, rule, task, reply, marks, pieces, legend, typed, again, next, list, play, .. } =
            self;
        parts![step, rule, task, reply, marks, typed, next, again, play, list, legend, pieces]
    }
}

/// The title of a lesson.
fn title(model: &Model<'_>, lesson: &Lesson) -> String {
    let own = lesson.title.best(model.app.desk().lang());
    let of_rule = || lesson.about.map_or("", |topic| model.text.help.passage(topic).title);
    own.unwrap_or_else(of_rule).to_owned()
}

/// The passage of the rules that a lesson is about.
fn rule(model: &Model<'_>, lesson: &Lesson) -> Vec<Fact> {
    let Some(topic) = lesson.about else { return Vec::new() };
    let body = model.text.help.passage(topic).body;
    // what is not on the board of the lesson is in the rules
    let lines = body.lines().take(2).enumerate();
    lines.map(|(at, line)| Fact::new(format!("lesson.rule.{at}"), line)).collect()
}

/// What to do in a step.
fn task(model: &Model<'_>, step: &Step) -> String {
    let text = model.text.learn;
    if let Some(own) = step.say.best(model.app.desk().lang()) {
        return own.to_owned();
    }
    let usual = match &step.goal {
        Goal::Read => "",
        Goal::Stars(_) => text.goal_stars,
        Goal::Moves(_) => text.goal_moves,
        Goal::Legal => text.goal_legal,
        Goal::Check => text.goal_check,
        Goal::Mate => text.goal_mate,
        Goal::Stalemate => text.goal_stalemate,
        Goal::Lasting => text.goal_lasting,
        Goal::Capture => text.goal_capture,
        Goal::Place(strength) => return text.place(model.text.strength(*strength)),
        Goal::Swap(..) => text.goal_swap,
        Goal::Mark { .. } => text.goal_mark,
    };
    usual.to_owned()
}

/// What is said to the pupil's last move.
fn reply(model: &Model<'_>, step: &Step, reply: &Reply) -> Fact {
    let (text, lang) = (model.text.learn, model.app.desk().lang());
    let remark = match reply {
        Reply::Right => {
            let own = step.right.best(lang).map_or_else(String::new, |own| format!(" {own}"));
            return Fact::new("lesson.reply", format!("{}{own}", text.right)).tone(Tone::Good);
        }
        Reply::Unread(notice) => model.text.notice(notice),
        Reply::Wrong(remark) => match remark {
            Remark::Illegal(rule) => model.text.illegal_play(*rule),
            Remark::Formation(rule) => model.text.illegal_formation(*rule).to_owned(),
            Remark::Words(words) => words.best(lang).unwrap_or_default().to_owned(),
            Remark::NotTheStars => text.not_the_stars.to_owned(),
            Remark::Other => text.other.to_owned(),
            Remark::NoCheck => text.no_check.to_owned(),
            Remark::NoMate(_) => text.no_mate.to_owned(),
            Remark::CanMove(_) => text.can_move.to_owned(),
            Remark::Repeats => text.repeats.to_owned(),
            Remark::NoBattle => text.no_battle.to_owned(),
            Remark::Falls(Battle::BothCaptured) => text.both_fall.to_owned(),
            Remark::Falls(Battle::AttackerCaptured | Battle::DefenderCaptured) => text.loses.to_owned(),
            Remark::NotASlot => text.not_a_slot.to_owned(),
            Remark::OtherMark => text.other_mark.to_owned(),
        },
    };
    Fact::new("lesson.reply", sentence(&remark)).tone(Tone::Wrong)
}

fn marks(text: &Text, learning: &Learning) -> Vec<Button> {
    let attempt = learning.attempt();
    let Goal::Mark { choices, .. } = &attempt.step().goal else { return Vec::new() };
    let chosen = attempt.mark().map(|(_, mark)| mark);
    let mark = |&strength: &Strength| {
        let id = format!("lesson.mark.{}", strength.letter());
        let button = Button::new(id, text.strength(strength), LearnAction::Mark(strength));
        button.chosen(chosen == Some(strength))
    };
    choices.iter().map(mark).collect()
}

/// The two kinds of pieces, for those who read no Chinese.
fn pieces(model: &Model<'_>, game: Game) -> Option<Choice> {
    if model.app.desk().lang().is_chinese() {
        return None;
    }
    Some(match game {
        Game::Xiangqi => piece_sets(model, "lesson.pieces"),
        Game::Luzhanqi => tile_names(model, "lesson.tiles"),
    })
}

/// The sets of pieces of xiangqi, in the order of [`PIECE_SETS`].
pub(crate) fn piece_sets(model: &Model<'_>, id: &'static str) -> Choice {
    let (text, look) = (model.text, &model.app.desk().settings.look);
    let option = |set| {
        let id = format!("{id}.{set:?}").to_lowercase();
        (Button::new(id, text.look.piece_set(set), SettingsAction::Pieces(set)), look.pieces == set)
    };
    Choice::new(id, text.local.pieces, PIECE_SETS.map(option))
}

/// What the characters on the board mean, those of the pupil's pieces first, for those who read no Chinese.
fn legend(model: &Model<'_>, learning: &Learning) -> Option<Fact> {
    let id = "lesson.legend";
    match learning.attempt().board() {
        Board::Xiangqi(position) => {
            named(model, id, characters_of_xiangqi(model, position, learning.attempt().side()))
        }
        Board::Luzhanqi(position) => {
            let seen = position.pieces().filter_map(|(at, _)| match learning.seen_at(position, at)? {
                PieceView::Known(piece) => Some(piece.strength),
                PieceView::Unknown(_) => None,
            });
            tiles_legend(model, id, seen)
        }
    }
}

/// What the characters on these pieces and the places of luzhanqi mean, unless tiles have names in the user's language.
pub(crate) fn tiles_legend(
    model: &Model<'_>,
    id: &'static str,
    seen: impl Iterator<Item = Strength>,
) -> Option<Fact> {
    let (text, desk) = (model.text, model.app.desk());
    if desk.tile_names().is_some() {
        return None;
    }
    let script = desk.theme().pieces.script;
    let strengths: BTreeSet<Strength> = seen.collect();
    let pieces = strengths.into_iter().map(|it| (characters::of_strength(it, script), text.strength(it)));
    let places = [
        (characters::of_camp(script), text.short_camp),
        (characters::of_headquarters(script), text.short_headquarters),
    ];
    named(model, id, pieces.chain(places).map(|(character, name)| format!("{character} {name}")).collect())
}

/// What characters mean, for those who read no Chinese.
fn named(model: &Model<'_>, id: &'static str, shown: Vec<String>) -> Option<Fact> {
    let is_needed = !shown.is_empty() && !model.app.desk().lang().is_chinese();
    is_needed.then(|| Fact::new(id, shown.join(BETWEEN)).tone(Tone::Remark))
}

/// The kinds of pieces on a board of xiangqi with their characters: most differ from side to side.
fn characters_of_xiangqi(model: &Model<'_>, position: &Position, side: Color) -> Vec<String> {
    let set = model.app.desk().settings.look.pieces;
    if set == PieceSet::Western {
        return Vec::new();
    }
    let mut kinds: Vec<(PieceKind, String)> = Vec::new();
    for side in [side, side.opponent()] {
        // not in the order of the points, or a move would change it
        for kind in PieceKind::ALL {
            let piece = Piece { color: side, kind };
            let is_there = position.board().iter().any(|(_, it)| it == piece);
            let Some(character) = characters::on_piece(piece, set).filter(|_| is_there) else { continue };
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, shown)) if shown.contains(character) => {}
                Some((_, shown)) => shown.push(character),
                None => kinds.push((kind, character.to_string())),
            }
        }
    }
    kinds.into_iter().map(|(kind, shown)| format!("{shown} {}", name_of(model, kind))).collect()
}

fn name_of(model: &Model<'_>, kind: PieceKind) -> &'static str {
    let topic = match kind {
        PieceKind::King => XiangqiTopic::King,
        PieceKind::Advisor => XiangqiTopic::Advisor,
        PieceKind::Elephant => XiangqiTopic::Elephant,
        PieceKind::Horse => XiangqiTopic::Horse,
        PieceKind::Rook => XiangqiTopic::Rook,
        PieceKind::Cannon => XiangqiTopic::Cannon,
        PieceKind::Pawn => XiangqiTopic::Pawn,
    };
    model.text.help.passage(Topic::Xiangqi(topic)).title
}
