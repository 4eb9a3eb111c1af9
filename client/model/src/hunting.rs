//! A puzzle of luzhanqi on the board: the user's moves, the replies to them, and how it looks.

use crate::choices::notation_choice::NotationChoice;
use crate::drawing::animation::{Animation, Animations};
use crate::drawing::scene::{Place, Point, Pointer, Scene, TileFace};
use crate::drawing::theme::{GLIDE_MS, Theme};
use crate::exercise::{ANSWER_MS, Exercise, LONGEST_MOVE, arrow};
use crate::layout::table_layout::{BoardOf, Placed};
use crate::luzhanqi::{self, BoardModel, ranges};
use crate::notices::notice::Notice;
use crate::table::typed_move::{MoveTyping, luzhanqi_names};
use crate::table::{Gesture, Selection, drawn_marks, move_reader};
use chuhe_puzzles::{FlagAttempt, FlagCounter, FlagFact, FlagPuzzle, FlagVerdict, FlagWhy};
use chuhe_records::notation::NotationError;
use chuhe_records::{Mark, MarkColor, MarkShape};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{Battle, IllegalMove, Move, Position, Station};

/// What the program says to the user's last move.
#[derive(Clone, Debug, PartialEq)]
pub enum FlagReply {
    /// It takes the flag for certain, with the moves after it.
    Right,
    /// The puzzle is solved.
    Solved,
    /// It does not take the flag for certain. An arrangement in which it fails is on the board.
    Wrong(Move, FlagWhy),
    /// It could not be judged within the limit.
    Undecided,
    /// It breaks a rule, or the typed text is no move.
    Refused(Notice),
}

/// A puzzle of luzhanqi on the board.
#[derive(Clone, Debug)]
pub struct Hunting {
    index: usize,
    attempt: FlagAttempt,
    reply: Option<FlagReply>,
    /// The arrangement in which the last move fails.
    counter: Option<Box<FlagCounter>>,
    /// The piece that a hint names.
    hinted: Option<Station>,
    /// The move that is being typed.
    typed: String,
    selection: Selection,
    last: Option<Move>,
    tiles: Animations<Station, TileFace>,
}

impl Hunting {
    /// Begins the puzzle with this index; `None` if there is none.
    #[must_use]
    pub fn new(puzzles: &'static [FlagPuzzle], index: usize) -> Option<Self> {
        Some(Self {
            index,
            attempt: FlagAttempt::new(puzzles.get(index)?)?,
            reply: None,
            counter: None,
            hinted: None,
            typed: String::new(),
            selection: Selection::default(),
            last: None,
            tiles: Animations::default(),
        })
    }

    /// The index of the puzzle.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// How far the user is.
    #[must_use]
    pub const fn attempt(&self) -> &FlagAttempt {
        &self.attempt
    }

    /// What the program says to the last move.
    #[must_use]
    pub const fn reply(&self) -> Option<&FlagReply> {
        self.reply.as_ref()
    }

    /// The piece that a hint names.
    #[must_use]
    pub const fn hinted(&self) -> Option<Station> {
        self.hinted
    }

    /// The names of the user's legal moves that begin like `text`; none once the puzzle is solved.
    #[must_use]
    pub fn names_beginning_with(&self, text: &str) -> Vec<String> {
        if self.attempt.is_solved() {
            return Vec::new();
        }
        let position = self.attempt.position();
        luzhanqi_names(position.board(), position.legal_moves(), text)
    }

    /// The move that the typed text names, if it names one.
    fn typed_move(&self, typed: &str) -> Option<Move> {
        match move_reader::stations(self.attempt.position().board(), typed)[..] {
            [from, to] => Some(Move::new(from, to)),
            _ => None,
        }
    }

    /// Begins the puzzle again.
    pub fn again(&mut self) {
        if let Some(attempt) = FlagAttempt::new(self.attempt.puzzle()) {
            self.attempt = attempt;
        }
        (self.last, self.hinted) = (None, None);
        self.selection.clear();
        self.tiles.clear();
        self.forget_reply();
    }

    /// Marks the piece to move.
    pub fn hint(&mut self) {
        self.forget_reply();
        self.hinted = self.attempt.hint();
    }

    /// Forgets what was said to the last move, so that what is hidden is hidden again.
    fn forget_reply(&mut self) {
        (self.reply, self.counter) = (None, None);
    }

    /// The position on the board.
    fn position(&self) -> &Position {
        self.counter.as_ref().map_or(self.attempt.position(), |counter| &counter.world)
    }

    /// What the user sees of the piece on a station: all, once the flag has fallen or an arrangement is shown.
    #[must_use]
    pub fn face(&self, station: Station) -> Option<TileFace> {
        let (position, user) = (self.position(), self.attempt.user());
        let piece = position.piece_at(station)?;
        let is_open = self.attempt.is_solved() || self.counter.is_some();
        let is_shown = position.revealed_flag(piece.color) == Some(station);
        if is_open || is_shown || piece.color == user {
            return Some(TileFace::Up(piece));
        }
        Some(self.hidden_face(station))
    }

    /// The back of a piece of the opponent, with what is known of it.
    fn hidden_face(&self, station: Station) -> TileFace {
        let color = self.attempt.user().opponent();
        let has_moved = self.has_moved(station);
        match self.attempt.may_be(station).and_then(|may_be| ranges::range_of(may_be, has_moved)) {
            Some(range) => TileFace::Ranged { color, range },
            None => TileFace::Down { color, mark: None },
        }
    }

    /// Whether the opponent's piece on this station is known to have moved.
    fn has_moved(&self, station: Station) -> bool {
        let mut replies = self.attempt.played().iter().skip(1).step_by(2);
        let moved = |fact: &FlagFact| matches!(fact, FlagFact::Moved | FlagFact::Took(_));
        let mut hidden = self.attempt.puzzle().hidden.iter().filter(|piece| piece.station == station);
        replies.any(|mv| mv.to == station) || hidden.any(|piece| piece.facts.iter().any(moved))
    }

    fn refuse(&mut self, rule: IllegalMove) {
        self.reply = Some(FlagReply::Refused(Notice::Illegal(IllegalPlay::Luzhanqi(rule))));
    }

    fn try_move(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        self.selection.clear();
        self.forget_reply();
        let before = self.attempt.position().clone();
        let faces = [mv.from, mv.to].map(|at| self.face(at));
        match self.attempt.try_move(mv) {
            FlagVerdict::Right { reply, between } => {
                self.glide(&before, mv, faces, &between, dropped_at, now);
                let after = self.attempt.position().clone();
                let mover = self.hidden_face(reply.to);
                let met = between.piece_at(reply.to).map(TileFace::Up);
                let since = now.plus_ms(GLIDE_MS + ANSWER_MS);
                self.glide(&between, reply, [Some(mover), met], &after, None, since);
                (self.last, self.hinted, self.reply) = (Some(reply), None, Some(FlagReply::Right));
            }
            FlagVerdict::Solved => {
                let after = self.attempt.position().clone();
                self.glide(&before, mv, faces, &after, dropped_at, now);
                (self.last, self.hinted, self.reply) = (Some(mv), None, Some(FlagReply::Solved));
            }
            FlagVerdict::Wrong(counter) => {
                self.tiles.clear();
                self.reply = Some(FlagReply::Wrong(mv, counter.why));
                self.counter = Some(counter);
            }
            FlagVerdict::Illegal(rule) => self.refuse(rule),
            FlagVerdict::Undecided => self.reply = Some(FlagReply::Undecided),
            FlagVerdict::Over => {}
        }
    }

    /// Lets the piece of a move glide, and those fall that the position after it lacks.
    fn glide(
        &mut self,
        before: &Position,
        mv: Move,
        [mover, under]: [Option<TileFace>; 2],
        after: &Position,
        dropped_at: Option<Point>,
        since: Timestamp,
    ) {
        let (Some(mover), Some(piece)) = (mover, before.piece_at(mv.from)) else { return };
        let battle = under.map(|_| match after.piece_at(mv.to) {
            None => Battle::BothCaptured,
            Some(left) if left.color == piece.color => Battle::DefenderCaptured,
            Some(_) => Battle::AttackerCaptured,
        });
        let attacker = Some(mover).filter(|_| battle.is_some_and(Battle::captures_attacker));
        let defender = under.filter(|_| battle.is_some_and(Battle::captures_defender));
        let removed = attacker.into_iter().chain(defender).collect();
        let path = before.path(mv).unwrap_or_else(|| vec![mv.from, mv.to]);
        self.tiles.add(Animation { dropped_at, under, removed, ..Animation::along(mover, path, since) });
    }

    fn pressed(&mut self, place: Place, at: Point, now: Timestamp) {
        let selected = self.selection.selected.and_then(Place::station);
        match (selected, place.station()) {
            _ if self.is_own(place) => {
                self.forget_reply();
                self.selection.press(place, at);
            }
            (Some(from), Some(to)) => self.try_move(Move::new(from, to), None, now),
            (None, Some(station)) if self.position().piece_at(station).is_some() => {
                self.forget_reply();
                self.refuse(IllegalMove::NotYourPiece);
            }
            (Some(_) | None, None) | (None, Some(_)) => self.selection.clear(),
        }
    }

    fn model(&self, now: Timestamp) -> BoardModel {
        let position = self.position();
        let (captures, quiet): (Vec<Station>, Vec<Station>) = self
            .targets()
            .into_iter()
            .filter_map(Place::station)
            .partition(|&at| position.piece_at(at).is_some());
        let hovered = self.selection.hovered.and_then(Place::station);
        let is_target = |at: &Station| captures.contains(at) || quiet.contains(at);
        let faces = position.pieces().filter_map(|(at, _)| Some((at, self.face(at)?)));
        BoardModel {
            pieces: faces.collect(),
            selected: self.selection.selected.and_then(Place::station),
            hovered: hovered.filter(is_target),
            quiet,
            captures,
            last: self.last.map_or_else(Vec::new, |mv| vec![mv.from, mv.to]),
            dragged: self.selection.dragged().and_then(|(place, at)| Some((place.station()?, at))),
            motions: self.tiles.motions(now),
            ..BoardModel::default()
        }
    }
}

impl MoveTyping for Hunting {
    fn typed(&self) -> &str {
        &self.typed
    }

    fn may_type(&self) -> bool {
        !self.attempt.is_solved()
    }

    fn is_users_turn(&self) -> bool {
        true
    }

    fn is_luzhanqi(&self) -> bool {
        true
    }

    fn is_legal(&self, _: NotationChoice) -> bool {
        let mv = self.typed_move(&self.typed);
        mv.is_some_and(|mv| self.attempt.position().legal_moves().contains(&mv))
    }

    fn candidates(&self, _: NotationChoice) -> Vec<String> {
        self.names_beginning_with(&self.typed)
    }
}

impl Exercise for Hunting {
    fn board_of(&self) -> BoardOf {
        BoardOf::Luzhanqi(self.attempt.position().board())
    }

    fn bottom(&self) -> Color {
        self.attempt.user()
    }

    fn edit(&mut self, text: &str) {
        self.typed = text.chars().take(LONGEST_MOVE).collect();
    }

    fn play_typed(&mut self, _: NotationChoice, now: Timestamp) {
        let typed = std::mem::take(&mut self.typed);
        if self.attempt.is_solved() {
            return;
        }
        match self.typed_move(&typed) {
            Some(mv) => self.try_move(mv, None, now),
            None => {
                self.forget_reply();
                self.reply = Some(FlagReply::Refused(Notice::Notation(NotationError::Malformed)));
            }
        }
    }

    fn selection(&self) -> &Selection {
        &self.selection
    }

    fn selection_mut(&mut self) -> &mut Selection {
        &mut self.selection
    }

    fn is_own(&self, place: Place) -> bool {
        let piece = place.station().and_then(|at| self.attempt.position().piece_at(at));
        !self.attempt.is_solved() && piece.is_some_and(|piece| piece.color == self.attempt.user())
    }

    fn targets(&self) -> Vec<Place> {
        let Some(selected) = self.selection.selected.and_then(Place::station) else { return Vec::new() };
        let moves = self.attempt.position().legal_moves().into_iter();
        moves.filter(|mv| mv.from == selected).map(|mv| mv.to.into()).collect()
    }

    fn animating(&self, now: Timestamp) -> bool {
        self.tiles.any(now) || self.selection.dragged().is_some()
    }

    fn pointer(&mut self, pointer: Pointer, layout: &Placed, now: Timestamp) {
        match self.selection.follow(pointer, layout) {
            Some(Gesture::Pressed(place, at)) if !self.attempt.is_solved() => self.pressed(place, at, now),
            Some(Gesture::Pressed(..)) => self.selection.clear(),
            Some(Gesture::Dropped { from, on, at }) => {
                if let (Some(from), Some(to)) = (from.station(), on.station()) {
                    self.try_move(Move::new(from, to), Some(at), now);
                }
            }
            None => {}
        }
    }

    fn scene(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let Placed::Luzhanqi(layout) = placed else { return Scene::default() };
        let mut scene = luzhanqi::scene::scene(&self.model(now), layout, theme);
        if let Some(station) = self.hinted {
            let at = drawn_marks::point_of(Place::Station(station));
            let mark = Mark { color: MarkColor::Green, shape: MarkShape::Circle(at) };
            scene.shapes.extend(drawn_marks::shape(mark, placed, theme));
        }
        if let Some(FlagReply::Wrong(mv, why)) = self.reply {
            let reply = if let FlagWhy::Reply(reply) = why { Some((reply, MarkColor::Red)) } else { None };
            for (Move { from, to }, color) in [(mv, MarkColor::Yellow)].into_iter().chain(reply) {
                scene.shapes.extend(arrow(Place::Station(from), Place::Station(to), color, placed, theme));
            }
        }
        scene
    }
}
