//! Reads lessons from their text; `docs/lessons.md` describes the format.

use super::board::Board;
use super::game::Game;
use super::lesson::{Goal, Lesson, Step, Words};
use chuhe_board::drawing::scene::Place;
use chuhe_board::help::{PlayTopic, SetupTopic, Topic, XiangqiTopic};
use chuhe_board::lang::Lang;
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{Slot, Strength};

/// The most lessons of a text, and the most steps of a lesson.
const MOST_LESSONS: usize = 100;
const MOST_STEPS: usize = 50;

/// A mistake in the text of lessons.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LessonError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: Fault,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The first word is none of the format.
    #[error("a line does not begin with {0:?}")]
    UnknownWord(String),
    /// The line stands before the first lesson or step to which it could belong.
    #[error("this belongs into a lesson or a step")]
    Misplaced,
    /// The identifier has other characters than small letters, digits and hyphens, or stands twice.
    #[error("a lesson needs an identifier of its own, of small letters, digits and hyphens")]
    Id,
    /// The rules have no such passage.
    #[error("the rules have no passage {0:?}")]
    Topic(String),
    /// The text is not a position.
    #[error("not a position: {0}")]
    Position(String),
    /// The text is not a place of the game's board.
    #[error("the board has no place {0:?}")]
    Place(String),
    /// The text is not a move.
    #[error("not a move: {0:?}")]
    Move(String),
    /// The text is not a piece of luzhanqi.
    #[error("not a piece: {0:?}")]
    Piece(String),
    /// The program has no such language.
    #[error("not a language: {0:?}")]
    Language(String),
    /// The words stand twice in one language.
    #[error("these words stand twice")]
    Twice,
    /// The line lacks something.
    #[error("something is missing")]
    Missing,
    /// A step lacks a goal, or the first step of a lesson a board.
    #[error("the step before lacks a goal or a board")]
    Unfinished,
    /// The text has too many lessons, or a lesson too many steps.
    #[error("too many lessons or steps")]
    TooMany,
}

/// Reads the lessons of a game.
///
/// # Errors
/// The first mistake, with its line.
pub fn read(game: Game, text: &str) -> Result<Vec<Lesson>, LessonError> {
    let mut reader = Reader { game, lessons: Vec::new(), goal: None };
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        last = number;
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            reader.line(line).map_err(|fault| LessonError { line: number, fault })?;
        }
    }
    reader.finish().map_err(|fault| LessonError { line: last, fault })?;
    Ok(reader.lessons)
}

struct Reader {
    game: Game,
    lessons: Vec<Lesson>,
    /// The goal of the last step, once it was read; `None` also before the first step.
    goal: Option<Goal>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Fault> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "lesson" => self.lesson(rest),
            "about" => {
                let topic = topic(rest).ok_or_else(|| Fault::Topic(rest.to_owned()))?;
                self.open_lesson()?.about = Some(topic);
                Ok(())
            }
            "title" => add(&mut self.open_lesson()?.title, rest),
            "step" => self.step(),
            "board" => {
                let board = Board::read(self.game, rest).map_err(Fault::Position)?;
                self.open_step()?.board = Some(board);
                Ok(())
            }
            "played" => {
                let moves = self.moves(rest)?;
                self.open_step()?.played = moves;
                Ok(())
            }
            "open" => {
                self.open_step()?.is_open = true;
                Ok(())
            }
            "say" => add(&mut self.open_step()?.say, rest),
            "right" => add(&mut self.open_step()?.right, rest),
            "wrong" => self.wrong(rest),
            "answer" => {
                let answer = self.a_move(rest)?;
                self.open_step()?.answer = Some(answer);
                Ok(())
            }
            _ => {
                let goal = self.goal_of(word, rest)?;
                let step = self.open_step()?;
                step.goal = goal.clone();
                self.goal = Some(goal);
                Ok(())
            }
        }
    }

    fn goal_of(&self, word: &str, rest: &str) -> Result<Goal, Fault> {
        Ok(match word {
            "read" => Goal::Read,
            "legal" => Goal::Legal,
            "check" => Goal::Check,
            "mate" => Goal::Mate,
            "stalemate" => Goal::Stalemate,
            "lasting" => Goal::Lasting,
            "capture" => Goal::Capture,
            "stars" => Goal::Stars(some(rest, |word| self.place(word))?),
            "moves" => Goal::Moves(self.moves(rest)?),
            "place" => Goal::Place(strength(rest)?),
            "swap" => match some(rest, |word| self.slot(word))?[..] {
                [one, other] => Goal::Swap(one, other),
                _ => return Err(Fault::Missing),
            },
            "mark" => self.mark(rest)?,
            _ => return Err(Fault::UnknownWord(word.to_owned())),
        })
    }

    /// `n11 mine | marshal mine flag`: the piece, the right marks, and all of them.
    fn mark(&self, rest: &str) -> Result<Goal, Fault> {
        let (first, choices) = rest.split_once('|').ok_or(Fault::Missing)?;
        let (at, right) = first.trim().split_once(char::is_whitespace).ok_or(Fault::Missing)?;
        let (at, right, choices) = (self.place(at)?, some(right, strength)?, some(choices, strength)?);
        if right.iter().any(|right| !choices.contains(right)) {
            return Err(Fault::Missing);
        }
        Ok(Goal::Mark { at, choices, right })
    }

    fn lesson(&mut self, id: &str) -> Result<(), Fault> {
        self.finish()?;
        if self.lessons.len() >= MOST_LESSONS {
            return Err(Fault::TooMany);
        }
        let is_plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if id.is_empty() || !id.chars().all(is_plain) || self.lessons.iter().any(|lesson| lesson.id == id) {
            return Err(Fault::Id);
        }
        self.goal = None;
        self.lessons.push(Lesson {
            id: id.to_owned(),
            game: self.game,
            about: None,
            title: Words::default(),
            steps: Vec::new(),
        });
        Ok(())
    }

    fn step(&mut self) -> Result<(), Fault> {
        let is_first = self.open_lesson()?.steps.is_empty();
        if !is_first {
            self.finish()?;
        }
        self.goal = None;
        let steps = &mut self.open_lesson()?.steps;
        if steps.len() >= MOST_STEPS {
            return Err(Fault::TooMany);
        }
        steps.push(Step {
            board: None,
            played: Vec::new(),
            goal: Goal::Read,
            say: Words::default(),
            is_open: false,
            wrong: Vec::new(),
            right: Words::default(),
            answer: None,
        });
        Ok(())
    }

    /// Checks that the last lesson and its last step are complete.
    fn finish(&self) -> Result<(), Fault> {
        let Some(lesson) = self.lessons.last() else { return Ok(()) };
        let is_titled = lesson.about.is_some() || !lesson.title.is_empty();
        let begins = lesson.steps.first().is_some_and(|step| step.board.is_some());
        if is_titled && begins && self.goal.is_some() { Ok(()) } else { Err(Fault::Unfinished) }
    }

    /// `h2e2 en …`: a reply to a move.
    fn wrong(&mut self, rest: &str) -> Result<(), Fault> {
        let (mv, words) = rest.split_once(char::is_whitespace).ok_or(Fault::Missing)?;
        let mv = self.a_move(mv)?;
        let wrong = &mut self.open_step()?.wrong;
        let at = wrong.iter().position(|(known, _)| *known == mv);
        let at = at.unwrap_or_else(|| {
            wrong.push((mv, Words::default()));
            wrong.len() - 1
        });
        add(&mut wrong[at].1, words.trim())
    }

    fn open_lesson(&mut self) -> Result<&mut Lesson, Fault> {
        self.lessons.last_mut().ok_or(Fault::Misplaced)
    }

    fn open_step(&mut self) -> Result<&mut Step, Fault> {
        self.open_lesson()?.steps.last_mut().ok_or(Fault::Misplaced)
    }

    fn moves(&self, words: &str) -> Result<Vec<GameMove>, Fault> {
        some(words, |word| self.a_move(word))
    }

    fn a_move(&self, word: &str) -> Result<GameMove, Fault> {
        let mv = match self.game {
            Game::Xiangqi => word.parse().ok().map(GameMove::Xiangqi),
            Game::Luzhanqi => word.parse().ok().map(GameMove::Luzhanqi),
        };
        mv.ok_or_else(|| Fault::Move(word.to_owned()))
    }

    fn place(&self, word: &str) -> Result<Place, Fault> {
        let place = match self.game {
            Game::Xiangqi => word.parse().ok().map(Place::Square),
            Game::Luzhanqi => word.parse().ok().map(Place::Station),
        };
        place.ok_or_else(|| Fault::Place(word.to_owned()))
    }

    fn slot(&self, word: &str) -> Result<Slot, Fault> {
        let slot = self.place(word)?.station().and_then(|station| station.slot());
        slot.ok_or_else(|| Fault::Place(word.to_owned()))
    }
}

/// The things that words name, at least one.
fn some<T>(words: &str, read: impl Fn(&str) -> Result<T, Fault>) -> Result<Vec<T>, Fault> {
    let all = words.split_whitespace().map(read).collect::<Result<Vec<T>, Fault>>()?;
    if all.is_empty() { Err(Fault::Missing) } else { Ok(all) }
}

/// Adds words that begin with the tag of their language.
fn add(to: &mut Words, rest: &str) -> Result<(), Fault> {
    let (tag, words) = rest.split_once(char::is_whitespace).ok_or(Fault::Missing)?;
    let lang = Lang::ALL.into_iter().find(|lang| lang.tag() == tag);
    let lang = lang.ok_or_else(|| Fault::Language(tag.to_owned()))?;
    if to.add(lang, words.trim()) { Ok(()) } else { Err(Fault::Twice) }
}

/// A piece of luzhanqi by its English name, such as `major-general`.
fn strength(word: &str) -> Result<Strength, Fault> {
    let is_named = |strength: &Strength| strength.to_string().replace(' ', "-") == word;
    Strength::ALL.into_iter().find(is_named).ok_or_else(|| Fault::Piece(word.to_owned()))
}

/// The passages of the rules that a lesson can be about.
const TOPICS: &[(&str, Topic)] = &[
    ("board", Topic::Xiangqi(XiangqiTopic::Board)),
    ("general", Topic::Xiangqi(XiangqiTopic::King)),
    ("advisor", Topic::Xiangqi(XiangqiTopic::Advisor)),
    ("elephant", Topic::Xiangqi(XiangqiTopic::Elephant)),
    ("horse", Topic::Xiangqi(XiangqiTopic::Horse)),
    ("rook", Topic::Xiangqi(XiangqiTopic::Rook)),
    ("cannon", Topic::Xiangqi(XiangqiTopic::Cannon)),
    ("pawn", Topic::Xiangqi(XiangqiTopic::Pawn)),
    ("check", Topic::Xiangqi(XiangqiTopic::Check)),
    ("mate", Topic::Xiangqi(XiangqiTopic::Mate)),
    ("repetition", Topic::Xiangqi(XiangqiTopic::Repetition)),
    ("arm", Topic::LuzhanqiSetup(SetupTopic::Arm)),
    ("placing", Topic::LuzhanqiSetup(SetupTopic::Placing)),
    ("set", Topic::LuzhanqiSetup(SetupTopic::Set)),
    ("road", Topic::LuzhanqiPlay(PlayTopic::Road)),
    ("rail", Topic::LuzhanqiPlay(PlayTopic::Rail)),
    ("engineer", Topic::LuzhanqiPlay(PlayTopic::Engineer)),
    ("still", Topic::LuzhanqiPlay(PlayTopic::Still)),
    ("battles", Topic::LuzhanqiPlay(PlayTopic::Battles)),
    ("camp", Topic::LuzhanqiPlay(PlayTopic::Camp)),
    ("hidden", Topic::LuzhanqiPlay(PlayTopic::Hidden)),
    ("flag-shown", Topic::LuzhanqiPlay(PlayTopic::FlagShown)),
    ("wins", Topic::LuzhanqiPlay(PlayTopic::Wins)),
];

fn topic(name: &str) -> Option<Topic> {
    TOPICS.iter().find(|(known, _)| *known == name).map(|(_, topic)| *topic)
}
