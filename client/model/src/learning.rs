//! A lesson on the board: what the pupil does there, and how it looks.

use crate::choices::notation_choice::NotationChoice;
use crate::drawing::animation::{Animation, Animations};
use crate::drawing::board_scene;
use crate::drawing::scene::{Place, Point, Pointer, Rect, Scene, Shape, Size, TileFace};
use crate::drawing::theme::{GLIDE_MS, STAR, Theme};
use crate::exercise::{ANSWER_MS, Exercise, LONGEST_MOVE, arrow, discs_model, slide};
use crate::layout::table_layout::{BoardOf, Placed};
use crate::luzhanqi::{self, BoardModel as TileModel};
use crate::notices::notice::Notice;
use crate::table::typed_move::{MoveTyping, luzhanqi_names, xiangqi_names};
use crate::table::{Gesture, Selection, move_reader};
use chuhe_lessons::{Attempt, Board, Goal, Lesson, Outcome, Remark};
use chuhe_records::MarkColor;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{Battle, PieceView, Position, Station, Strength};
use chuhe_rules::xiangqi::{Piece, Square};
use chuhe_rules::{Color, GameMove, Viewer};

/// The size of a star in pieces: on an empty place, and beside a piece.
const STAR_SIZES: [f32; 2] = [0.8, 0.5];
/// The inner radius of a star, in outer ones, and the size of what is within its edge.
const INNER: f32 = 0.45;
const WITHIN: f32 = 0.72;

/// What the program says to the pupil's last move.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It was right.
    Right,
    /// Why it was not.
    Wrong(Remark),
    /// The typed text is no move.
    Unread(Notice),
}

/// A lesson on the board.
#[derive(Clone, Debug)]
pub struct Learning {
    attempt: Attempt,
    reply: Option<Reply>,
    /// The move that is being typed.
    typed: String,
    selection: Selection,
    last: Option<GameMove>,
    discs: Animations<Square, Piece>,
    tiles: Animations<Station, TileFace>,
}

impl Learning {
    /// Begins a lesson at its first step, or goes on at this one.
    #[must_use]
    pub fn at_step(lesson: &'static Lesson, step: usize) -> Option<Self> {
        Some(Self {
            attempt: Attempt::at_step(lesson, step)?,
            reply: None,
            typed: String::new(),
            selection: Selection::default(),
            last: None,
            discs: Animations::default(),
            tiles: Animations::default(),
        })
    }

    /// How far the pupil is.
    #[must_use]
    pub const fn attempt(&self) -> &Attempt {
        &self.attempt
    }

    /// What the program says to the last move.
    #[must_use]
    pub const fn reply(&self) -> Option<&Reply> {
        self.reply.as_ref()
    }

    /// Begins the step again.
    pub fn again(&mut self) {
        self.attempt.again();
        self.rest();
    }

    /// Goes on to the next step. Returns whether there is one.
    pub fn go_on(&mut self) -> bool {
        let goes = self.attempt.advance();
        if goes {
            self.rest();
        }
        goes
    }

    /// Chooses a mark for the hidden piece.
    pub fn choose(&mut self, strength: Strength) {
        let outcome = self.attempt.choose(strength);
        self.replied(outcome);
    }

    fn rest(&mut self) {
        (self.reply, self.last) = (None, None);
        self.selection.clear();
        self.discs.clear();
        self.tiles.clear();
    }

    fn replied(&mut self, outcome: Outcome) {
        self.reply = match outcome {
            Outcome::Done => Some(Reply::Right),
            Outcome::Progress => None,
            Outcome::Wrong(remark) => Some(Reply::Wrong(remark)),
        };
    }

    fn put(&mut self, at: Place) {
        let outcome = self.attempt.put(at);
        self.replied(outcome);
    }

    /// Plays a move of the pupil if the step wants it, and then the opponent's answer.
    fn try_move(&mut self, from: Place, to: Place, dropped_at: Option<Point>, now: Timestamp) {
        self.selection.clear();
        let before = self.attempt.board().clone();
        let outcome = self.attempt.try_move(from, to);
        let is_played = !matches!(outcome, Outcome::Wrong(_));
        let is_done = outcome == Outcome::Done;
        self.replied(outcome);
        let Some(mv) = Board::between(from, to).filter(|_| is_played) else { return };
        if matches!(self.attempt.step().goal, Goal::Swap(..)) {
            return;
        }
        self.last = Some(mv);
        self.animate(&before, mv, dropped_at, now);
        let between = self.attempt.board().clone();
        if let Some(answer) = self.attempt.answer().filter(|_| is_done) {
            self.last = Some(answer);
            self.animate(&between, answer, None, now.plus_ms(GLIDE_MS + ANSWER_MS));
        }
    }

    fn animate(&mut self, before: &Board, mv: GameMove, dropped_at: Option<Point>, since: Timestamp) {
        match (before, mv) {
            (Board::Xiangqi(position), GameMove::Xiangqi(mv)) => {
                slide(&mut self.discs, position, mv, dropped_at, since);
            }
            (Board::Luzhanqi(position), GameMove::Luzhanqi(mv)) => {
                let Some(mover) = self.face(position, mv.from) else { return };
                let path = position.path(mv).unwrap_or_else(|| vec![mv.from, mv.to]);
                let under = self.face(position, mv.to);
                let battle = before.after(GameMove::Luzhanqi(mv)).ok().and_then(|(_, battle)| battle);
                let falls = |falls: fn(Battle) -> bool| battle.is_some_and(falls);
                let attacker = Some(mover).filter(|_| falls(Battle::captures_attacker));
                let defender = under.filter(|_| falls(Battle::captures_defender));
                let removed = attacker.into_iter().chain(defender).collect();
                let along = Animation::along(mover, path, since);
                self.tiles.add(Animation { dropped_at, under, removed, ..along });
            }
            (Board::Xiangqi(_), GameMove::Luzhanqi(_)) | (Board::Luzhanqi(_), GameMove::Xiangqi(_)) => {}
        }
    }

    /// What the pupil sees of a piece of luzhanqi.
    #[must_use]
    pub fn seen_at(&self, position: &Position, station: Station) -> Option<PieceView> {
        let piece = position.piece_at(station)?;
        if self.attempt.step().is_open {
            return Some(PieceView::Known(piece));
        }
        position.view(Viewer::Player(self.bottom())).piece_at(station)
    }

    fn face(&self, position: &Position, station: Station) -> Option<TileFace> {
        let mark = self.attempt.mark().filter(|(at, _)| *at == Place::Station(station));
        Some(match self.seen_at(position, station)? {
            PieceView::Known(piece) => TileFace::Up(piece),
            PieceView::Unknown(color) => TileFace::Down { color, mark: mark.map(|(_, mark)| mark) },
        })
    }

    fn pressed(&mut self, place: Place, at: Point, now: Timestamp) {
        if self.attempt.places() {
            return self.put(place);
        }
        let swaps = matches!(self.attempt.step().goal, Goal::Swap(..));
        match self.selection.selected {
            Some(from) if from != place && (swaps || !self.is_own(place)) => {
                self.try_move(from, place, None, now)
            }
            _ if self.is_own(place) => self.selection.press(place, at),
            // that the piece is the opponent's, which the rules say
            None if self.attempt.board().color_at(place).is_some() => {
                let rule = match self.attempt.board() {
                    Board::Xiangqi(_) => {
                        IllegalPlay::Xiangqi(chuhe_rules::xiangqi::IllegalMove::NotYourPiece)
                    }
                    Board::Luzhanqi(_) => {
                        IllegalPlay::Luzhanqi(chuhe_rules::luzhanqi::IllegalMove::NotYourPiece)
                    }
                };
                self.reply = Some(Reply::Wrong(Remark::Illegal(rule)));
            }
            Some(_) | None => self.selection.clear(),
        }
    }

    /// Whether the step asks for a move, and not for a place, an exchange or a mark.
    fn asks_for_move(&self) -> bool {
        match self.attempt.step().goal {
            Goal::Read | Goal::Place(_) | Goal::Swap(..) | Goal::Mark { .. } => false,
            Goal::Stars(_)
            | Goal::Moves(_)
            | Goal::Legal
            | Goal::Check
            | Goal::Mate
            | Goal::Stalemate
            | Goal::Lasting
            | Goal::Capture => !self.attempt.is_done(),
        }
    }

    /// The places that the typed text names: those of a legal move of xiangqi, or any of luzhanqi.
    fn typed_places(&self, notation: NotationChoice) -> Result<Vec<Place>, Notice> {
        match self.attempt.board() {
            Board::Xiangqi(position) => move_reader::xiangqi(position, &self.typed, notation)
                .map(|mv| vec![Place::Square(mv.from), Place::Square(mv.to)]),
            Board::Luzhanqi(position) => {
                let stations = move_reader::stations(position.board(), &self.typed);
                Ok(stations.into_iter().map(Place::Station).collect())
            }
        }
    }

    fn hovered(&self) -> Option<Place> {
        self.selection.hovered.filter(|place| self.targets().contains(place))
    }

    fn split_targets(&self) -> (Vec<Place>, Vec<Place>) {
        let board = self.attempt.board();
        self.targets().into_iter().partition(|&place| board.color_at(place).is_some())
    }

    fn star(&self, place: Place, placed: &Placed) -> Vec<Shape> {
        let Some(center) = placed.point(place) else { return Vec::new() };
        let piece = match placed {
            Placed::Xiangqi(layout) => Size::splat(layout.disc()),
            Placed::Luzhanqi(layout) => layout.tile(),
        };
        let is_taken = self.attempt.board().color_at(place).is_some();
        let center = if is_taken { Rect::from_center_size(center, piece * 0.8).right_top() } else { center };
        let radius = piece.min_elem() * STAR_SIZES[usize::from(is_taken)] / 2.0;
        let corner = |index: i32, radius: f32| {
            let angle = std::f32::consts::PI * (index as f32 / 5.0 - 0.5);
            center + radius * emath::Vec2::angled(angle)
        };
        let star = |radius: f32, color| {
            let points =
                (0..10).map(|index| corner(index, radius * if index % 2 == 0 { 1.0 } else { INNER }));
            Shape::Area { points: points.collect(), color }
        };
        let [fill, edge] = STAR;
        vec![star(radius, edge), star(radius * WITHIN, fill)]
    }
}

impl MoveTyping for Learning {
    fn typed(&self) -> &str {
        &self.typed
    }

    fn may_type(&self) -> bool {
        self.asks_for_move()
    }

    fn is_users_turn(&self) -> bool {
        true
    }

    fn is_luzhanqi(&self) -> bool {
        matches!(self.attempt.board(), Board::Luzhanqi(_))
    }

    fn is_legal(&self, notation: NotationChoice) -> bool {
        let places = self.typed_places(notation).unwrap_or_default();
        let &[from, to] = &places[..] else { return false };
        Board::between(from, to).is_some_and(|mv| self.attempt.board().validate(mv).is_ok())
    }

    fn candidates(&self, notation: NotationChoice) -> Vec<String> {
        match self.attempt.board() {
            Board::Xiangqi(position) => xiangqi_names(position, &self.typed, notation),
            Board::Luzhanqi(position) => {
                luzhanqi_names(position.board(), position.legal_moves(), &self.typed)
            }
        }
    }
}

impl Exercise for Learning {
    fn board_of(&self) -> BoardOf {
        match self.attempt.board() {
            Board::Xiangqi(_) => BoardOf::Xiangqi,
            Board::Luzhanqi(position) => BoardOf::Luzhanqi(position.board()),
        }
    }

    fn bottom(&self) -> Color {
        self.attempt.side()
    }

    fn edit(&mut self, text: &str) {
        self.typed = text.chars().take(LONGEST_MOVE).collect();
    }

    fn play_typed(&mut self, notation: NotationChoice, now: Timestamp) {
        let places = self.typed_places(notation);
        self.typed.clear();
        match places {
            Ok(places) => match places[..] {
                [at] if self.attempt.places() => self.put(at),
                [from, to] if !self.attempt.is_done() => self.try_move(from, to, None, now),
                _ => {
                    self.reply = Some(Reply::Unread(Notice::Notation(
                        chuhe_records::notation::NotationError::Malformed,
                    )))
                }
            },
            Err(Notice::Illegal(rule)) => self.reply = Some(Reply::Wrong(Remark::Illegal(rule))),
            Err(notice) => self.reply = Some(Reply::Unread(notice)),
        }
    }

    fn selection(&self) -> &Selection {
        &self.selection
    }

    fn selection_mut(&mut self) -> &mut Selection {
        &mut self.selection
    }

    fn is_own(&self, place: Place) -> bool {
        let attempt = &self.attempt;
        !attempt.is_done() && !attempt.places() && attempt.board().color_at(place) == Some(attempt.side())
    }

    fn targets(&self) -> Vec<Place> {
        let Some(selected) = self.selection.selected.filter(|_| self.asks_for_move()) else {
            return Vec::new();
        };
        let moves = self.attempt.board().legal_moves().into_iter().map(Place::of_move);
        moves.filter(|[from, _]| *from == selected).map(|[_, to]| to).collect()
    }

    fn is_over_something(&self) -> bool {
        let places = self.attempt.places();
        let hovered = self.selection.hovered;
        hovered.is_some_and(|place| places || self.is_own(place) || self.targets().contains(&place))
    }

    fn animating(&self, now: Timestamp) -> bool {
        self.discs.any(now) || self.tiles.any(now) || self.selection.dragged().is_some()
    }

    fn pointer(&mut self, pointer: Pointer, layout: &Placed, now: Timestamp) {
        match self.selection.follow(pointer, layout) {
            Some(Gesture::Pressed(place, at)) if !self.attempt.is_done() => self.pressed(place, at, now),
            Some(Gesture::Pressed(..)) => self.selection.clear(),
            Some(Gesture::Dropped { from, on, at }) => self.try_move(from, on, Some(at), now),
            None => {}
        }
    }

    fn scene(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let mut scene = match (self.attempt.board(), placed) {
            (Board::Xiangqi(position), Placed::Xiangqi(layout)) => {
                let last = self.last.and_then(|mv| match mv {
                    GameMove::Xiangqi(mv) => Some(mv),
                    GameMove::Luzhanqi(_) => None,
                });
                let model = discs_model(position, &self.selection, &self.targets(), last, &self.discs, now);
                board_scene::scene(&model, layout, theme)
            }
            (Board::Luzhanqi(position), Placed::Luzhanqi(layout)) => {
                let of = |places: Vec<Place>| places.into_iter().filter_map(Place::station).collect();
                let (captures, quiet) = self.split_targets();
                let last = self.last.and_then(|mv| match mv {
                    GameMove::Luzhanqi(mv) => Some(vec![mv.from, mv.to]),
                    GameMove::Xiangqi(_) => None,
                });
                let marked =
                    if let Goal::Mark { at, .. } = self.attempt.step().goal { Some(at) } else { None };
                let marking = marked.and_then(Place::station);
                let faces = position.pieces().filter_map(|(at, _)| Some((at, self.face(position, at)?)));
                let model = TileModel {
                    pieces: faces.collect(),
                    selected: self.selection.selected.and_then(Place::station),
                    quiet: of(quiet),
                    captures: of(captures),
                    last: last.unwrap_or_default(),
                    dragged: self.selection.dragged().and_then(|(place, at)| Some((place.station()?, at))),
                    motions: self.tiles.motions(now),
                    hovered: self.hovered().and_then(Place::station),
                    marking,
                    ..TileModel::default()
                };
                luzhanqi::scene::scene(&model, layout, theme)
            }
            (Board::Xiangqi(_), Placed::Luzhanqi(_)) | (Board::Luzhanqi(_), Placed::Xiangqi(_)) => {
                return Scene::default();
            }
        };
        for &place in self.attempt.stars() {
            scene.shapes.extend(self.star(place, placed));
        }
        if let Some(Reply::Wrong(Remark::NoMate(mv) | Remark::CanMove(mv))) = self.reply {
            let [from, to] = Place::of_move(mv);
            scene.shapes.extend(arrow(from, to, MarkColor::Red, placed, theme));
        }
        scene
    }
}
