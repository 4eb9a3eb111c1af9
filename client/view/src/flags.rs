//! Puzzles of luzhanqi: what the first screen lists, and a puzzle beside its board.

use super::learn::tiles_legend;
use super::puzzle_list::PuzzleListView;
use super::{Button, Fact, Field, Group, Model, Part, Role, Tone, parts};
use chuhe_model::actions::action;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::hunting::{FlagReply, Hunting};
use chuhe_model::luzhanqi::notation;
use chuhe_model::puzzles::{self, FlagFact, FlagPuzzle, FlagWhy, HiddenPiece};
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::luzhanqi::{Move, Station, Strength};
use chuhe_texts::sentence;

/// The lists, by the number of moves.
const LISTS: [(u8, &str); 3] = [(1, "flags.1"), (2, "flags.2"), (3, "flags.3")];

/// Opens the list from among the puzzles.
pub(crate) fn offer(model: &Model<'_>) -> Button {
    let text = model.text.puzzle();
    Button::new("puzzles.flags", text.flags, PuzzleAction::ListFlags(true)).hint(text.flags_explained)
}

/// The puzzles of luzhanqi, on the first screen, by the number of moves.
pub(crate) fn listed(model: &Model<'_>) -> PuzzleListView {
    let (text, progress) = (model.text.puzzle(), &model.app.desk().settings.puzzles);
    let all = puzzles::flag_puzzles();
    let next = all.iter().position(|it| !progress.has_taken(it));
    let begin = |(index, it): (usize, &FlagPuzzle)| {
        let role = if next == Some(index) { Role::Primary } else { Role::Plain };
        let name = text.flag_number(index as u64 + 1);
        let begin = Button::new(format!("flags.{}", it.id), name, PuzzleAction::Flag(index)).role(role);
        Part::Button(begin.done(progress.has_taken(it), text.done))
    };
    let list = |(moves, id)| {
        let of_length = all.iter().enumerate().filter(|(_, it)| it.moves == moves);
        Group::section(id, text.flags_in(u32::from(moves)), of_length.map(&begin))
    };
    let done = all.iter().filter(|it| progress.has_taken(it)).count() as u64;
    PuzzleListView {
        heading: text.flags,
        explained: Fact::new("flags.explained", text.flags_explained).tone(Tone::Remark),
        progress: Fact::new("flags.progress", text.progress(done, all.len() as u64)),
        puzzles: Button::new("flags.puzzles", model.text.endgame().puzzles, PuzzleAction::ListFlags(false)),
        lists: LISTS.map(list).into(),
    }
}

/// A puzzle of luzhanqi, apart from its board.
#[derive(Clone, Debug, PartialEq)]
pub struct FlagView {
    /// Its number.
    pub title: String,
    /// Which pieces the opponent has left.
    pub about: Fact,
    /// What to do.
    pub task: Fact,
    /// What is known of the hidden pieces.
    pub known: Vec<Fact>,
    /// What is said to the last move.
    pub reply: Option<Fact>,
    /// The piece to move, once the user has asked.
    pub hinted: Option<Fact>,
    /// The moves so far, if there are any.
    pub moves: Option<Fact>,
    /// What the characters on the board mean.
    pub legend: Option<Fact>,
    /// Marks the piece to move.
    pub hint: Option<Button>,
    /// The field for a typed move.
    pub typed: Field,
    /// Begins the puzzle again.
    pub again: Button,
    /// Begins the next puzzle.
    pub next: Button,
    /// Goes back to the list.
    pub leave: Button,
}

impl FlagView {
    /// The puzzle of luzhanqi on the screen; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let hunting = model.app.study().exercises.hunting()?;
        let (text, puzzle) = (model.text.puzzle(), hunting.attempt().puzzle());
        let is_over = hunting.attempt().is_solved();
        let send = Button::new("puzzle.move.play", model.text.mirror.play, PuzzleAction::PlayTyped);
        let typed = Field::new("puzzle.move", text.typed("a6a7"), action::Field::Move, hunting.typed());
        let marked = |at| Fact::new("flag.piece", model.text.aside(text.marked, &place(hunting, at)));
        // after the last one, the first
        let next = PuzzleAction::Flag((hunting.index() + 1) % puzzles::flag_puzzles().len().max(1));
        let role = if is_over { Role::Primary } else { Role::Plain };
        let side = |side| model.text.color(side);
        Some(Self {
            title: text.flag_number(hunting.index() as u64 + 1),
            about: Fact::new(
                "flag.left",
                text.flag_left(side(puzzle.user().opponent()), &left(model, &puzzle.left)),
            ),
            task: Fact::new("flag.task", text.flag_task(side(puzzle.user()), u32::from(puzzle.moves))),
            known: puzzle.hidden.iter().flat_map(|piece| known(model, hunting, piece)).collect(),
            reply: reply(model, hunting),
            hinted: hunting.hinted().map(marked),
            moves: moves(hunting),
            legend: tiles_legend(model, "flag.legend", own(hunting)),
            hint: (!is_over).then(|| Button::new("puzzle.hint", text.hint_piece, PuzzleAction::Hint)),
            typed: typed.send(send),
            again: Button::new("puzzle.again", text.again, PuzzleAction::Again),
            next: Button::new("flag.next", text.next, next).role(role),
            leave: Button::new("puzzle.leave", text.leave, PuzzleAction::Leave),
        })
    }

    /// What the puzzle says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let title = Fact::new("flag.title", self.title);
        parts![title, self.task, self.about, self.known, self.hinted, self.moves, self.reply, self.legend]
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { about, task, known, reply, hinted, moves, legend, hint, typed, .. } = self;
        let Self { again, next, leave, .. } = self;
        parts![task, about, known, hinted, moves, reply, hint, typed, next, again, leave, legend]
    }
}

/// The user's own pieces.
fn own(hunting: &Hunting) -> impl Iterator<Item = Strength> {
    let (pieces, user) = (hunting.attempt().position().pieces(), hunting.attempt().user());
    pieces.filter(move |(_, piece)| piece.color == user).map(|(_, piece)| piece.strength)
}

/// The names of pieces, each with its number where there are several.
fn left(model: &Model<'_>, left: &[Strength]) -> String {
    let named = left.chunk_by(|one, other| one == other).filter_map(|same| {
        let name = model.text.strength(*same.first()?);
        Some(if same.len() > 1 { format!("{name} ×{}", same.len()) } else { name.to_owned() })
    });
    named.collect::<Vec<_>>().join(model.text.list_comma)
}

fn place(hunting: &Hunting, at: Station) -> String {
    notation::name(hunting.attempt().position().board(), at)
}

/// What is known of a hidden piece at the beginning, a fact for each.
fn known(model: &Model<'_>, hunting: &Hunting, piece: &HiddenPiece) -> Vec<Fact> {
    let (text, at) = (model.text.puzzle(), place(hunting, piece.station));
    let named = |strength: &Strength| model.text.strength(*strength).to_lowercase();
    let facts = piece.facts.iter().enumerate().map(|(number, fact)| {
        let words = match fact {
            FlagFact::Moved => text.flag_moved(&at),
            FlagFact::Took(own) => text.flag_took(&at, &named(own)),
            FlagFact::Held(own) => text.flag_held(&at, &named(own)),
        };
        Fact::new(format!("flag.known.{}.{number}", piece.station), words)
    });
    facts.collect()
}

/// What is said to the user's last move.
fn reply(model: &Model<'_>, hunting: &Hunting) -> Option<Fact> {
    let text = model.text.puzzle();
    let (words, tone) = match hunting.reply()? {
        FlagReply::Right => (text.right.to_owned(), Tone::Good),
        FlagReply::Solved => (text.solved.to_owned(), Tone::Good),
        FlagReply::Undecided => (text.undecided.to_owned(), Tone::Warning),
        FlagReply::Refused(notice) => (sentence(&model.text.notice(notice)), Tone::Wrong),
        FlagReply::Wrong(mv, why) => {
            let played = written(hunting, *mv);
            let words = match why {
                FlagWhy::Stands(strength) => {
                    text.flag_stands(&played, &model.text.strength(*strength).to_lowercase())
                }
                FlagWhy::Reply(reply) => text.flag_reply(&played, &written(hunting, *reply)),
                FlagWhy::Late => text.flag_late(&played),
                FlagWhy::Unsure => text.flag_unsure(&played),
            };
            (words, Tone::Wrong)
        }
    };
    // a station at the beginning stays small
    Some(Fact::new("flag.reply", words).tone(tone))
}

fn written(hunting: &Hunting, mv: Move) -> String {
    format!("{}–{}", place(hunting, mv.from), place(hunting, mv.to))
}

/// The moves so far, numbered by those of the user.
fn moves(hunting: &Hunting) -> Option<Fact> {
    let words: Vec<String> = hunting
        .attempt()
        .played()
        .chunks(2)
        .zip(1..)
        .map(|(pair, number)| {
            let pair: Vec<String> = pair.iter().map(|&mv| written(hunting, mv)).collect();
            format!("{number}. {}", pair.join(" "))
        })
        .collect();
    (!words.is_empty()).then(|| Fact::new("flag.moves", words.join(" ")))
}
