//! An endgame on the board: the user plays it against the engine, and must keep its result.

use crate::analysis::{AsksEngine, Finding, JudgedPosition};
use crate::disc_board::{DiscBoard, DiscExercise, Tried, against};
use crate::drawing::scene::{Point, Scene};
use crate::drawing::theme::{GLIDE_MS, Theme};
use crate::exercise::ANSWER_MS;
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use chuhe_engine::xiangqi::Answer;
use chuhe_puzzles::Endgame;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use chuhe_rules::{Color, Outcome};

/// How an endgame ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The user kept its result: the game ended so.
    Kept(Outcome),
    /// The user has held the draw for [`chuhe_puzzles::MOVES_TO_HOLD`] moves, and the engine sees no mate.
    Held,
    /// The user lost its result: the game ended so.
    Lost(Outcome),
}

/// Why the user's last try was no move, or why there is no reply to it.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// It breaks a rule, or the typed text is no move.
    Refused(Notice),
    /// The engine has failed. The user's move is taken back, so that they can try it again.
    NoReply,
}

/// An endgame on the board.
#[derive(Clone, Debug)]
pub struct Practice {
    index: usize,
    endgame: &'static Endgame,
    game: Game,
    ending: Option<Ending>,
    trouble: Option<Trouble>,
    /// When the user's last piece comes to rest.
    rests_at: Timestamp,
    board: DiscBoard,
}

impl Practice {
    /// Begins the endgame with this index; `None` if there is none.
    #[must_use]
    pub fn new(endgames: &'static [Endgame], index: usize) -> Option<Self> {
        let endgame = endgames.get(index)?;
        Some(Self {
            index,
            endgame,
            game: Game::new(endgame.position.clone(), Rules::default()),
            ending: None,
            trouble: None,
            rests_at: Timestamp::default(),
            board: DiscBoard::default(),
        })
    }

    /// The index of the endgame.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The endgame.
    #[must_use]
    pub const fn endgame(&self) -> &'static Endgame {
        self.endgame
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// How it ended, once it has.
    #[must_use]
    pub const fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Why the last try was no move, or why there is no reply.
    #[must_use]
    pub const fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// The number of the user's moves so far.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.game.moves().len().div_ceil(2) as u32
    }

    /// Whether the engine is waited for.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.wanted().is_some()
    }

    /// Whether the endgame has ended, and the user has kept its result.
    #[must_use]
    pub const fn is_kept(&self) -> bool {
        matches!(self.ending, Some(Ending::Kept(_) | Ending::Held))
    }

    /// Begins the endgame again.
    pub fn again(&mut self) {
        self.game.take_back_to(0);
        (self.ending, self.trouble) = (None, None);
        self.board.clear();
    }

    fn play(&mut self, mv: Move, dropped_at: Option<Point>, since: Timestamp) -> Result<(), Notice> {
        let before = self.game.position().clone();
        let played = self.game.play(before.side_to_move(), mv);
        let played = played.map_err(|rule| Notice::Illegal(against(rule)))?;
        self.board.slide(&before, mv, dropped_at, since);
        self.board.last = Some(mv);
        self.ending = played.outcome.map(|outcome| {
            if self.endgame.is_kept_by(outcome) { Ending::Kept(outcome) } else { Ending::Lost(outcome) }
        });
        Ok(())
    }

    /// Plays the engine's move, unless the draw is held by now.
    fn answered(&mut self, answer: &Answer, now: Timestamp) {
        if self.endgame.is_held_after(self.game.ply(), answer.score) {
            self.ending = Some(Ending::Held);
            return;
        }
        let since = now.max(self.rests_at).plus_ms(ANSWER_MS);
        let played = answer.best.map(|mv| self.play(mv, None, since));
        if !matches!(played, Some(Ok(()))) {
            self.failed();
        }
    }

    fn failed(&mut self) {
        self.game.take_back_to(self.game.ply().saturating_sub(1));
        self.board.clear();
        self.trouble = Some(Trouble::NoReply);
    }
}

impl AsksEngine for Practice {
    fn wanted(&self) -> Option<JudgedPosition> {
        let is_engines = self.game.turn() == Some(self.user().opponent());
        (is_engines && self.ending.is_none()).then(|| JudgedPosition::last_of(&self.game))
    }

    fn game_to(&self, position: JudgedPosition) -> Option<Game> {
        (JudgedPosition::last_of(&self.game) == position).then(|| self.game.clone())
    }

    fn found(&mut self, position: JudgedPosition, finding: &Finding, now: Timestamp) {
        if self.wanted() != Some(position) {
            return;
        }
        match finding {
            Finding::Line(_) => {}
            Finding::End(answer) => self.answered(answer, now),
            Finding::Failed(_) => self.failed(),
        }
    }
}

impl DiscExercise for Practice {
    fn discs(&self) -> &DiscBoard {
        &self.board
    }

    fn parts(&mut self) -> (&mut DiscBoard, &Position) {
        (&mut self.board, self.game.position())
    }

    fn user(&self) -> Color {
        self.endgame.user()
    }

    fn own(&self) -> Option<Color> {
        (self.ending.is_none() && !self.is_thinking()).then(|| self.user())
    }

    fn asked(&self) -> &Position {
        self.game.position()
    }

    fn tried(&mut self, tried: Tried, now: Timestamp) {
        self.board.cancel();
        if self.own().is_none() {
            return;
        }
        let played = match tried {
            Tried::Move(mv, dropped_at) => self.play(mv, dropped_at, now),
            Tried::Refused(notice) => Err(notice),
        };
        self.rests_at = now.plus_ms(GLIDE_MS);
        self.trouble = played.err().map(Trouble::Refused);
    }

    fn drawn(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        self.board.scene(self.game.position(), self.board.last, placed, theme, now)
    }
}
