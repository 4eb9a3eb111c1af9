//! A puzzle on the board: the user's moves, the replies to them, and how it looks.

use crate::disc_board::{DiscBoard, DiscExercise, Tried, against};
use crate::drawing::scene::{Place, Point, Scene};
use crate::drawing::theme::{GLIDE_MS, Theme};
use crate::exercise::{ANSWER_MS, arrow};
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use crate::table::drawn_marks;
use chuhe_puzzles::{Attempt, Hint, Puzzle, Verdict};
use chuhe_records::{Mark, MarkColor, MarkShape};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::xiangqi::{Move, Position, Square};

/// The positions that are visited between two frames. A page has one thread, which draws, too; they take some
/// milliseconds there.
const SLICE: u64 = 3_000;

/// What the program says to the user's last move.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It keeps the shortest mate.
    Right,
    /// It mates: the puzzle is solved.
    Solved,
    /// The program has played it, and it mates.
    Shown,
    /// The program has played it, as the user asked, and they go on.
    ShownMove,
    /// It also wins, in so many moves, and there is a shorter way.
    Longer(u8),
    /// It does not win. The opponent's reply prevents the mate.
    Wrong {
        /// The move.
        mv: Move,
        /// The reply, if one was found.
        reply: Option<Move>,
    },
    /// It gives no check, which each move must.
    NotCheck,
    /// It could not be judged within the limit.
    Undecided,
    /// It breaks a rule.
    Illegal(IllegalPlay),
    /// The typed text is no move.
    Unread(Notice),
}

/// What is being searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    /// Nothing.
    Nothing,
    /// The verdict on the user's move, which began to glide at this time.
    Verdict(Timestamp),
    /// The piece to move.
    Piece,
    /// The move to show.
    Move,
}

/// How much help the user has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Help {
    /// None.
    #[default]
    None,
    /// The theme.
    Theme,
    /// The piece to move. From here on, the puzzle counts as not solved.
    Piece,
    /// Moves.
    Moves,
}

/// A puzzle on the board.
#[derive(Clone, Debug)]
pub struct Solving {
    puzzle: &'static Puzzle,
    attempt: Attempt,
    /// The day whose puzzle it is.
    daily: Option<u32>,
    reply: Option<Reply>,
    help: Help,
    /// The piece that a hint names.
    hinted: Option<Square>,
    /// How the attempt ended, once that is certain: with the first mistake or hint, or solved.
    result: Option<bool>,
    is_recorded: bool,
    /// The user's rating before and after the puzzle.
    pub rated: Option<[u32; 2]>,
    wanted: Wanted,
    /// Whether the move that is judged is one that the program shows.
    is_shown: bool,
    board: DiscBoard,
}

impl Solving {
    /// Begins a puzzle, which may be that of a day.
    #[must_use]
    pub fn new(puzzle: &'static Puzzle, daily: Option<u32>) -> Self {
        Self {
            puzzle,
            attempt: Attempt::new(puzzle),
            daily,
            reply: None,
            help: Help::None,
            hinted: None,
            result: None,
            is_recorded: false,
            rated: None,
            wanted: Wanted::Nothing,
            is_shown: false,
            board: DiscBoard::default(),
        }
    }

    /// The puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &'static Puzzle {
        self.puzzle
    }

    /// How far the user is.
    #[must_use]
    pub const fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    /// The day whose puzzle it is.
    #[must_use]
    pub const fn daily(&self) -> Option<u32> {
        self.daily
    }

    /// What the program says to the last move.
    #[must_use]
    pub const fn reply(&self) -> Option<&Reply> {
        self.reply.as_ref()
    }

    /// How much help the user has had.
    #[must_use]
    pub const fn help(&self) -> Help {
        self.help
    }

    /// The piece that a hint names.
    #[must_use]
    pub const fn hinted(&self) -> Option<Square> {
        self.hinted
    }

    /// The position on the board: that after the move being judged.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.attempt.judged().map_or(self.attempt.position(), |(_, after)| after)
    }

    /// Whether the mate is on the board.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.attempt.is_solved()
    }

    /// Whether the program searches, so that [`Self::think`] must be called again.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.wanted != Wanted::Nothing
    }

    /// Takes how the attempt ended, once.
    pub fn take_result(&mut self) -> Option<bool> {
        self.result.filter(|_| !std::mem::replace(&mut self.is_recorded, self.result.is_some()))
    }

    /// The day whose puzzle the user has found all moves of, after mistakes and hints, too.
    #[must_use]
    pub fn solved_daily(&self) -> Option<u32> {
        self.daily.filter(|_| self.is_over() && self.help < Help::Moves)
    }

    /// Begins the puzzle again. What is certain of its result stays.
    pub fn again(&mut self) {
        self.attempt.again();
        (self.wanted, self.reply, self.hinted) = (Wanted::Nothing, None, None);
        self.board.clear();
    }

    /// Gives a hint: the theme if the puzzle has one, and then the piece to move.
    pub fn hint(&mut self, now: Timestamp) {
        if self.is_over() || self.is_thinking() {
            return;
        }
        if self.help == Help::None && !self.puzzle.themes.is_empty() {
            self.help = Help::Theme;
            return;
        }
        self.helped(Help::Piece);
        self.want(Wanted::Piece, now);
    }

    /// Plays the next right move for the user.
    pub fn show(&mut self, now: Timestamp) {
        if !self.is_over() && !self.is_thinking() {
            self.helped(Help::Moves);
            self.want(Wanted::Move, now);
        }
    }

    fn helped(&mut self, help: Help) {
        self.help = self.help.max(help);
        self.reply = None;
        self.ended(false);
    }

    fn ended(&mut self, is_solved: bool) {
        self.result.get_or_insert(is_solved);
    }

    fn want(&mut self, wanted: Wanted, now: Timestamp) {
        self.wanted = wanted;
        self.think(now);
    }

    /// Goes on to search for what is wanted, for some milliseconds.
    pub fn think(&mut self, now: Timestamp) {
        match self.wanted {
            Wanted::Nothing => {}
            Wanted::Verdict(began) => {
                let judged = self.attempt.judged().map(|(mv, after)| (mv, after.clone()));
                if let Some(verdict) = self.attempt.judge(SLICE) {
                    self.wanted = Wanted::Nothing;
                    self.judged(verdict, judged, began, now);
                }
            }
            Wanted::Piece | Wanted::Move => {
                let hint = self.attempt.hint(SLICE);
                let wanted = self.wanted;
                if hint != Hint::Searching {
                    self.wanted = Wanted::Nothing;
                }
                match hint {
                    Hint::Move(mv) if wanted == Wanted::Piece => self.hinted = Some(mv.from),
                    Hint::Move(mv) => {
                        self.is_shown = true;
                        self.try_move(mv, None, now);
                    }
                    Hint::Unknown => self.reply = Some(Reply::Undecided),
                    Hint::Searching => {}
                }
            }
        }
    }

    fn try_move(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        self.board.cancel();
        if self.is_thinking() {
            return;
        }
        self.reply = None;
        if let Some(verdict) = self.attempt.begin(mv) {
            return self.judged(verdict, None, now, now);
        }
        self.board.slide(self.attempt.position(), mv, dropped_at, now);
        self.want(Wanted::Verdict(now), now);
    }

    /// Takes the verdict on a move that began to glide at this time.
    fn judged(
        &mut self,
        verdict: Verdict,
        judged: Option<(Move, Position)>,
        began: Timestamp,
        now: Timestamp,
    ) {
        let is_played = matches!(verdict, Verdict::Right { .. } | Verdict::Solved);
        if is_played {
            (self.board.last, self.hinted) = (judged.as_ref().map(|(mv, _)| *mv), None);
        } else {
            self.board.rest();
        }
        self.reply = Some(match verdict {
            Verdict::Right { reply } => {
                if let Some((_, between)) = judged {
                    let since = now.max(began.plus_ms(GLIDE_MS)).plus_ms(ANSWER_MS);
                    self.board.slide(&between, reply, None, since);
                }
                self.board.last = Some(reply);
                if self.is_shown { Reply::ShownMove } else { Reply::Right }
            }
            Verdict::Solved => {
                self.ended(true);
                if self.help == Help::Moves { Reply::Shown } else { Reply::Solved }
            }
            Verdict::Longer { plies } => Reply::Longer(plies.div_ceil(2)),
            Verdict::Wrong { reply } => {
                self.ended(false);
                match judged {
                    Some((mv, _)) => Reply::Wrong { mv, reply },
                    None => Reply::Undecided,
                }
            }
            Verdict::NotCheck => Reply::NotCheck,
            Verdict::Illegal(rule) => Reply::Illegal(against(rule)),
            Verdict::Undecided => Reply::Undecided,
            Verdict::Over => return,
        });
    }
}

impl DiscExercise for Solving {
    fn discs(&self) -> &DiscBoard {
        &self.board
    }

    fn parts(&mut self) -> (&mut DiscBoard, &Position) {
        (&mut self.board, self.attempt.position())
    }

    fn user(&self) -> Color {
        self.puzzle.position.side_to_move()
    }

    fn own(&self) -> Option<Color> {
        (!self.is_over() && !self.is_thinking()).then(|| self.user())
    }

    fn asked(&self) -> &Position {
        self.attempt.position()
    }

    fn tried(&mut self, tried: Tried, now: Timestamp) {
        match tried {
            Tried::Move(mv, dropped_at) => {
                self.is_shown &= self.is_thinking();
                self.try_move(mv, dropped_at, now);
            }
            Tried::Refused(Notice::Illegal(rule)) => self.reply = Some(Reply::Illegal(rule)),
            Tried::Refused(notice) => self.reply = Some(Reply::Unread(notice)),
        }
    }

    fn drawn(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let last = self.attempt.judged().map_or(self.board.last, |(mv, _)| Some(mv));
        let mut scene = self.board.scene(self.position(), last, placed, theme, now);
        if let Some(square) = self.hinted {
            let at = drawn_marks::point_of(Place::Square(square));
            let mark = Mark { color: MarkColor::Green, shape: MarkShape::Circle(at) };
            scene.shapes.extend(drawn_marks::shape(mark, placed, theme));
        }
        if let Some(Reply::Wrong { mv, reply }) = self.reply {
            let tried = (mv, MarkColor::Yellow);
            for (Move { from, to }, color) in [tried].into_iter().chain(reply.map(|mv| (mv, MarkColor::Red)))
            {
                scene.shapes.extend(arrow(Place::Square(from), Place::Square(to), color, placed, theme));
            }
        }
        scene
    }
}
