//! Puzzles: what the first screen says of them, and a puzzle beside its board.

use super::puzzle_list::PuzzleListView;
use super::{Button, Fact, Field, Model, Part, Role, Tone, endgames, flags, mistakes, parts};
use chuhe_app::exercises::PuzzleList;
use chuhe_model::actions::action;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::puzzles::{self, Puzzle, Theme};
use chuhe_model::solving::{Help, Reply, Solving};
use chuhe_model::table::MoveNotation;
use chuhe_model::table::typed_move::MoveTyping as _;
use chuhe_rules::xiangqi::{Move, Position};
use chuhe_texts::sentence;

/// Between the facts of a line.
const BETWEEN: &str = " · ";

/// Puzzles, on the first screen.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzlesView {
    /// What they are.
    pub heading: &'static str,
    /// How they work.
    pub explained: Fact,
    /// The days in a row, if there are any.
    pub streak: Option<Fact>,
    /// The user's rating, and what they have solved.
    pub progress: Vec<Fact>,
    /// Begins the puzzle of today, where the date is known, and says how difficult it is, and whether it is solved.
    pub daily: Option<Button>,
    /// Begins the next puzzle.
    pub next: Button,
    /// How many mistakes of the user's own come back, if there are any.
    pub mistakes: Option<Fact>,
    /// Begins the next of them.
    pub mend: Option<Button>,
    /// Lists the endgames instead.
    pub endgames: Button,
    /// Lists the puzzles of luzhanqi instead.
    pub flags: Button,
}

impl PuzzlesView {
    /// The puzzles as they are.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Self {
        let (text, desk) = (model.text.puzzle(), model.app.desk());
        let (progress, all, today) = (&desk.settings.puzzles, puzzles::collection(), desk.today(model.now));
        let is_done = today.is_some_and(|day| progress.has_solved_daily(day));
        let role = |is_first: bool| if is_first { Role::Primary } else { Role::Plain };
        let daily = |puzzle: usize| {
            let difficulty = text.difficulty(u32::from(all[puzzle].difficulty));
            let label = [text.today.to_owned(), difficulty].join(BETWEEN);
            let daily = Button::new("puzzles.daily", label, PuzzleAction::Daily).role(role(!is_done));
            daily.done(is_done, text.done)
        };
        let daily = today.and_then(|day| puzzles::daily(day, all)).map(daily);
        let streak = today.map_or(0, |today| progress.streak(today));
        let streak = (streak > 0).then(|| Fact::new("puzzles.streak", text.streak(streak)).tone(Tone::Good));
        let rating = Fact::new("puzzles.rating", text.rating(progress.rating()));
        let (solved, due) = (progress.solved(all) as u64, progress.due(all, today) as u64);
        let solved = Fact::new("puzzles.solved", text.progress(solved, all.len() as u64));
        let due = (due > 0).then(|| Fact::new("puzzles.due", text.due(due)));
        let next = Button::new("puzzles.next", text.next, PuzzleAction::Next);
        let (mistakes, mend) = mistakes::offer(model).unzip();
        Self {
            heading: model.text.local.puzzles,
            explained: Fact::new("puzzles.explained", text.explained).tone(Tone::Remark),
            streak,
            progress: [Some(rating), Some(solved), due].into_iter().flatten().collect(),
            next: next.role(role(is_done || daily.is_none())),
            daily,
            mistakes,
            mend,
            endgames: endgames::offer(model),
            flags: flags::offer(model),
        }
    }

    /// All parts, in the order in which they are read.
    fn parts(self) -> Vec<Part> {
        let Self { explained, streak, progress, daily, next, mistakes, mend, endgames, flags, .. } = self;
        parts![explained, streak, progress, daily, next, mistakes, mend, endgames, flags]
    }

    /// The endgames or the puzzles of luzhanqi, where the first screen lists them instead.
    #[must_use]
    pub fn instead(model: &Model<'_>) -> Option<PuzzleListView> {
        match model.app.study().exercises.puzzle_list {
            PuzzleList::Puzzles => None,
            PuzzleList::Endgames => Some(endgames::listed(model)),
            PuzzleList::Flags => Some(flags::listed(model)),
        }
    }

    /// All parts of what the first screen lists.
    pub(crate) fn listed(model: &Model<'_>) -> Vec<Part> {
        Self::instead(model).map_or_else(|| Self::of(model).parts(), PuzzleListView::parts)
    }
}

/// A puzzle, apart from its board.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleView {
    /// Its title.
    pub title: String,
    /// How difficult it is, and the days in a row.
    pub about: Fact,
    /// What to do.
    pub task: Fact,
    /// What is said to the last move.
    pub reply: Option<Fact>,
    /// What the puzzle did to the user's rating.
    pub rated: Option<Fact>,
    /// The theme, and the piece to move, once the user has asked or the puzzle is over.
    pub hints: Vec<Fact>,
    /// Gives a hint, and plays a move for the user.
    pub help: Vec<Button>,
    /// The moves so far, if there are any.
    pub moves: Option<Fact>,
    /// The field for a typed move.
    pub typed: Field,
    /// Begins the puzzle again.
    pub again: Button,
    /// Begins the next puzzle.
    pub next: Button,
    /// Goes back to the first screen.
    pub leave: Button,
}

impl PuzzleView {
    /// The puzzle on the screen; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let solving = model.app.study().exercises.solving()?;
        let text = model.text.puzzle();
        let (puzzle, is_over) = (solving.puzzle(), solving.is_over());
        let send = Button::new("puzzle.move.play", model.text.mirror.play, PuzzleAction::PlayTyped);
        let typed = Field::new("puzzle.move", text.typed("h2e2"), action::Field::Move, solving.typed());
        let role = if is_over { Role::Primary } else { Role::Plain };
        Some(Self {
            title: title(model, solving),
            about: Fact::new("puzzle.about", about(model, solving)).tone(Tone::Remark),
            task: Fact::new("puzzle.task", task(model, puzzle)),
            reply: reply(model, solving),
            rated: solving.rated.map(|[before, after]| {
                Fact::new("puzzle.rated", text.rated(before, after)).tone(Tone::Remark)
            }),
            hints: hints(model, solving),
            help: if is_over { Vec::new() } else { help(model, solving) },
            moves: moves(model, solving),
            typed: typed.send(send),
            again: Button::new("puzzle.again", text.again, PuzzleAction::Again),
            next: Button::new("puzzle.next", text.next, PuzzleAction::Next).role(role),
            leave: Button::new("puzzle.leave", text.leave, PuzzleAction::Leave),
        })
    }

    /// What the puzzle says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let title = Fact::new("puzzle.title", self.title);
        parts![title, self.about, self.task, self.hints, self.moves, self.reply, self.rated]
    }

    /// All parts, in the order in which they are read.
    pub(crate) fn parts(self) -> Vec<Part> {
        let Self { about, task, reply, rated, hints, help, moves, typed, again, next, leave, .. } = self;
        parts![about, task, hints, moves, reply, rated, help, typed, next, again, leave]
    }
}

/// The name of a puzzle: in Chinese that of the book that it is from, where it has one.
fn title(model: &Model<'_>, solving: &Solving) -> String {
    let (text, puzzle) = (model.text.puzzle(), solving.puzzle());
    if solving.daily().is_some() {
        return text.today.to_owned();
    }
    let of_book = puzzle.title.as_ref().filter(|_| model.app.desk().lang().is_chinese());
    let number = || puzzles::collection().iter().position(|it| it.id == puzzle.id).map_or(0, |at| at + 1);
    of_book.cloned().unwrap_or_else(|| text.number(number() as u64))
}

fn about(model: &Model<'_>, solving: &Solving) -> String {
    let (text, desk) = (model.text.puzzle(), model.app.desk());
    let difficulty = text.difficulty(u32::from(solving.puzzle().difficulty));
    let streak = solving.daily().map_or(0, |day| desk.settings.puzzles.streak(day));
    if streak == 0 { difficulty } else { [difficulty, text.streak(streak)].join(BETWEEN) }
}

fn task(model: &Model<'_>, puzzle: &Puzzle) -> String {
    let (side, moves) = (model.text.color(puzzle.position.side_to_move()), u32::from(puzzle.moves()));
    if puzzle.is_by_checks() {
        model.text.puzzle().task_checks(side, moves)
    } else {
        model.text.puzzle().task(side, moves)
    }
}

/// What is said to the user's last move.
fn reply(model: &Model<'_>, solving: &Solving) -> Option<Fact> {
    let text = model.text.puzzle();
    if solving.is_thinking() {
        return Some(Fact::new("puzzle.reply", text.thinking).tone(Tone::Remark));
    }
    let (words, tone) = match solving.reply()? {
        Reply::Right => (text.right.to_owned(), Tone::Good),
        Reply::Solved => (text.solved.to_owned(), Tone::Good),
        Reply::ShownMove => (text.shown_move.to_owned(), Tone::Plain),
        Reply::Shown => (text.shown.to_owned(), Tone::Plain),
        Reply::Longer(moves) => (text.longer(u32::from(*moves)), Tone::Warning),
        Reply::Wrong { mv, reply } => (wrong(model, solving.position(), *mv, *reply), Tone::Wrong),
        Reply::NotCheck => (text.not_check.to_owned(), Tone::Wrong),
        Reply::Undecided => (text.undecided.to_owned(), Tone::Warning),
        Reply::Illegal(rule) => (model.text.illegal_play(*rule), Tone::Wrong),
        Reply::Unread(notice) => (model.text.notice(notice), Tone::Wrong),
    };
    Some(Fact::new("puzzle.reply", sentence(&words)).tone(tone))
}

/// The moves so far, numbered by those of the user.
fn moves(model: &Model<'_>, solving: &Solving) -> Option<Fact> {
    let played = solving.attempt().played();
    let mut position = solving.puzzle().position.clone();
    let mut words = Vec::new();
    for (ply, &mv) in played.iter().enumerate() {
        let number = if ply % 2 == 0 { format!("{}. ", ply / 2 + 1) } else { String::new() };
        words.push(format!("{number}{}", written(model, &position, mv)));
        // it was played
        position.make(mv);
    }
    (!words.is_empty()).then(|| Fact::new("puzzle.moves", words.join(" ")))
}

fn written(model: &Model<'_>, position: &Position, mv: Move) -> String {
    MoveNotation::of(position, mv).text(model.app.desk().notation()).to_owned()
}

/// Says which move does not win, and what the opponent replies to it.
fn wrong(model: &Model<'_>, position: &Position, mv: Move, reply: Option<Move>) -> String {
    let text = model.text.puzzle();
    let played = written(model, position, mv);
    let Some(reply) = reply else { return text.wrong(&played) };
    let mut after = position.clone();
    // a reply was searched after the move
    after.make(mv);
    text.wrong_reply(&played, &written(model, &after, reply))
}

fn hints(model: &Model<'_>, solving: &Solving) -> Vec<Fact> {
    let (text, puzzle) = (model.text.puzzle(), solving.puzzle());
    let knows_theme = (solving.help() > Help::None || solving.is_over()) && !puzzle.themes.is_empty();
    let theme = knows_theme.then(|| {
        let names: Vec<&str> = puzzle.themes.iter().map(|&theme: &Theme| text.theme_name(theme)).collect();
        Fact::new("puzzle.theme", text.theme(&names.join(BETWEEN)))
    });
    let piece = solving
        .hinted()
        .map(|square| Fact::new("puzzle.piece", model.text.aside(text.marked, &square.to_string())));
    theme.into_iter().chain(piece).collect()
}

fn help(model: &Model<'_>, solving: &Solving) -> Vec<Button> {
    let text = model.text.puzzle();
    let has_theme = solving.help() == Help::None && !solving.puzzle().themes.is_empty();
    let hint = if has_theme {
        Button::new("puzzle.hint", text.hint, PuzzleAction::Hint)
    } else {
        Button::new("puzzle.hint", text.hint_piece, PuzzleAction::Hint).hint(text.counts)
    };
    let show = Button::new("puzzle.show", text.show, PuzzleAction::Show).hint(text.counts);
    let permit = || if solving.is_thinking() { Err(text.thinking.to_owned()) } else { Ok(()) };
    [hint, show].map(|button| button.permit(permit())).into()
}
