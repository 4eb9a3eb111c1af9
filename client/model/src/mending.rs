//! A mistake of the user's own on the board: they look for a better move, and the engine judges it.

use crate::analysis::{AS_GOOD, AsksEngine, Finding, JudgedPosition, MoveJudge};
use crate::disc_board::{DiscBoard, DiscExercise, Tried, against};
use crate::drawing::scene::{Place, Point, Scene};
use crate::drawing::theme::Theme;
use crate::exercise::arrow;
use crate::layout::table_layout::Placed;
use crate::notices::notice::Notice;
use chuhe_records::MarkColor;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};

/// What the program says to the user's last try.
#[derive(Clone, Debug, PartialEq)]
pub enum MendReply {
    /// It is as good as the best move.
    Right(Move),
    /// It is what was played.
    Same,
    /// It is not good enough.
    Wrong(Move),
    /// The best move is shown.
    Shown(Move),
    /// The engine could not judge it.
    Unjudged,
    /// It breaks a rule, or the typed text is no move.
    Refused(Notice),
}

/// A mistake of the user's own on the board.
#[derive(Clone, Debug)]
pub struct Mending {
    position: Position,
    /// The mistake.
    played: Move,
    judge: MoveJudge,
    /// The try that is judged, and the position after it.
    judged: Option<(Move, Position)>,
    /// Whether the best move is shown once it is known.
    shows: bool,
    reply: Option<MendReply>,
    /// Whether a better move was found, once that is certain: at the first try.
    result: Option<bool>,
    is_recorded: bool,
    board: DiscBoard,
}

impl Mending {
    /// Asks for a better move than this one.
    #[must_use]
    pub fn new(position: Position, played: Move) -> Self {
        Self {
            judge: MoveJudge::new(Game::new(position.clone(), Rules::default())),
            position,
            played,
            judged: None,
            shows: false,
            reply: None,
            result: None,
            is_recorded: false,
            board: DiscBoard::default(),
        }
    }

    /// The position in which the mistake was made.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.position
    }

    /// The mistake.
    #[must_use]
    pub const fn played(&self) -> Move {
        self.played
    }

    /// The position on the board: that after the try that is judged, or the good move.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.judged.as_ref().map_or(&self.position, |(_, after)| after)
    }

    /// What the program says to the last try.
    #[must_use]
    pub const fn reply(&self) -> Option<&MendReply> {
        self.reply.as_ref()
    }

    /// Whether the engine is waited for.
    #[must_use]
    pub const fn is_thinking(&self) -> bool {
        (self.judged.is_some() && self.reply.is_none()) || self.shows
    }

    /// Whether a good move is on the board, or is shown.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self.reply, Some(MendReply::Right(_) | MendReply::Shown(_)))
    }

    /// Takes whether a better move was found at the first try, once.
    pub fn take_result(&mut self) -> Option<bool> {
        self.result.filter(|_| !std::mem::replace(&mut self.is_recorded, self.result.is_some()))
    }

    /// Shows the best move. The mistake then counts as not mended.
    pub fn show(&mut self) {
        if !self.is_over() && !self.is_thinking() {
            self.result.get_or_insert(false);
            (self.reply, self.shows) = (None, true);
            self.judge.measure_position();
            self.settle();
        }
    }

    /// Answers what is asked once the engine has measured it.
    fn settle(&mut self) {
        if !self.judge.has_ended() {
            return;
        }
        let best = self.judge.best().first().copied();
        if std::mem::take(&mut self.shows) {
            self.reply = Some(best.map_or(MendReply::Unjudged, MendReply::Shown));
        } else if self.reply.is_none()
            && let Some((mv, _)) = self.judged
        {
            self.judge_try(mv);
        }
    }

    fn judge_try(&mut self, mv: Move) {
        let reply = match self.judge.loss(mv) {
            None => MendReply::Unjudged,
            Some(loss) if loss < AS_GOOD => MendReply::Right(mv),
            Some(_) => MendReply::Wrong(mv),
        };
        if let MendReply::Right(_) = reply {
            self.result.get_or_insert(true);
            self.board.last = Some(mv);
        } else {
            if let MendReply::Wrong(_) = reply {
                self.result.get_or_insert(false);
            }
            self.judged = None;
            self.board.rest();
        }
        self.reply = Some(reply);
    }

    fn try_move(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        if self.own().is_none() {
            return;
        }
        if let Err(rule) = self.position.validate(mv) {
            let notice = Notice::Illegal(against(rule));
            self.reply = Some(MendReply::Refused(notice));
        } else if mv == self.played {
            self.result.get_or_insert(false);
            self.reply = Some(MendReply::Same);
        } else {
            let mut after = self.position.clone();
            after.make(mv);
            self.board.slide(&self.position, mv, dropped_at, now);
            (self.judged, self.reply) = (Some((mv, after)), None);
            self.judge.judge(mv);
            self.settle();
        }
    }
}

impl AsksEngine for Mending {
    fn wanted(&self) -> Option<JudgedPosition> {
        self.judge.wanted()
    }

    fn game_to(&self, position: JudgedPosition) -> Option<Game> {
        self.judge.game_to(position)
    }

    fn found(&mut self, position: JudgedPosition, finding: &Finding, _: Timestamp) {
        self.judge.found(position, finding);
        self.settle();
    }
}

impl DiscExercise for Mending {
    fn discs(&self) -> &DiscBoard {
        &self.board
    }

    fn parts(&mut self) -> (&mut DiscBoard, &Position) {
        (&mut self.board, &self.position)
    }

    fn user(&self) -> Color {
        self.position.side_to_move()
    }

    fn own(&self) -> Option<Color> {
        (!self.is_over() && !self.is_thinking()).then(|| self.user())
    }

    fn asked(&self) -> &Position {
        &self.position
    }

    fn tried(&mut self, tried: Tried, now: Timestamp) {
        self.board.cancel();
        match tried {
            Tried::Move(mv, dropped_at) => self.try_move(mv, dropped_at, now),
            Tried::Refused(notice) => self.reply = Some(MendReply::Refused(notice)),
        }
    }

    fn drawn(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let last = self.judged.as_ref().map(|(mv, _)| *mv);
        let mut scene = self.board.scene(self.position(), last, placed, theme, now);
        // what was played stays in sight, so that nobody looks for it
        let played = self.judged.is_none().then_some((self.played, MarkColor::Red));
        let shown = match self.reply {
            Some(MendReply::Shown(mv)) => Some((mv, MarkColor::Green)),
            Some(MendReply::Wrong(mv)) => Some((mv, MarkColor::Yellow)),
            _ => None,
        };
        for (Move { from, to }, color) in played.into_iter().chain(shown) {
            scene.shapes.extend(arrow(Place::Square(from), Place::Square(to), color, placed, theme));
        }
        scene
    }
}
