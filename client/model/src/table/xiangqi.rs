//! Xiangqi on the board: its moves, the move previewed from the list, and its pieces in motion.

use super::contract::{BoardContext, Change, OutOfSync, Reception};
use super::move_notation::MoveNotation;
use super::reach::reach;
use crate::drawing::animation::{Animation, Animations};
use crate::drawing::board_scene::BoardModel;
use crate::drawing::scene::{Place, Point};
use crate::notices::notice::Notice;
use crate::table::repetition::Repetition;
use chuhe_protocol::Event;
use chuhe_protocol::limits::GAME_PLIES;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, IllegalMove, Move, Piece, PieceKind, Position, Square};
use chuhe_rules::{Color, GameMove};

/// A game of xiangqi on the board.
#[derive(Clone, Debug)]
pub struct XiangqiPlay {
    game: Game,
    /// The notation of each move.
    notations: Vec<MoveNotation>,
    /// A move chosen from the list, shown on the board before it is played.
    pub(super) preview: Option<Move>,
    animations: Animations<Square, Piece>,
}

impl XiangqiPlay {
    pub(super) fn new(game: Game) -> Self {
        Self { game, notations: Vec::new(), preview: None, animations: Animations::default() }
    }

    /// The game by the rules.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The notation of each move played.
    #[must_use]
    pub fn notations(&self) -> &[MoveNotation] {
        &self.notations
    }

    pub(super) fn played(&mut self, by: Color, mv: Move, reception: &Reception) -> Result<Change, OutOfSync> {
        if self.game.ply() >= GAME_PLIES || self.game.validate(by, mv).is_err() {
            return Err(OutOfSync);
        }
        let captured = self.game.position().piece_at(mv.to);
        self.notations.push(MoveNotation::of(self.game.position(), mv));
        self.game.play(by, mv).map_err(|_| OutOfSync)?;
        self.preview = None;
        let mut change = Change { moved: Some(by), new_turn: true, ..Change::default() };
        if !reception.confirmed {
            self.animations.clear();
            if reception.animate {
                self.animate(mv, mv.to, None, captured, reception.now);
            }
            change = Change::of_position(Some(by));
        }
        let answers_check = reception.seat == Some(by.opponent()) && self.game.outcome().is_none();
        change.notice = (answers_check && self.game.position().in_check()).then_some(Notice::InCheck);
        Ok(change)
    }

    /// Checks what the server says of a repetition.
    pub(super) fn judged(&self, judged: &Event) -> Result<Change, OutOfSync> {
        let Event::RepetitionJudged { verdict, from_ply, to_ply, is_final } = *judged else {
            return Err(OutOfSync);
        };
        let ruling = self.game.repetition().ok_or(OutOfSync)?;
        let agrees = ruling.verdict == verdict
            && ruling.from_ply == usize::from(from_ply)
            && ruling.to_ply == usize::from(to_ply)
            && self.game.ruling().is_some() == is_final;
        if agrees { Ok(Change::default()) } else { Err(OutOfSync) }
    }

    /// The ruling on the current position, or the warning.
    pub(super) fn repetition(&self) -> Option<Repetition> {
        Repetition::of(&self.game)
    }

    pub(super) fn taken_back(&mut self, ply: usize, reception: &Reception) -> Result<Change, OutOfSync> {
        let undone = self.game.moves().get(ply..).ok_or(OutOfSync)?.to_vec();
        self.game.take_back_to(ply);
        self.notations.truncate(ply);
        self.animations.clear();
        if reception.animate {
            for (from, to) in undo_glides(&undone) {
                self.animate(Move::new(from, to), to, None, None, reception.now);
            }
        }
        Ok(Change::of_position(None))
    }

    /// Animates a piece along this move. The piece is on `stands_on` now.
    fn animate(
        &mut self,
        mv: Move,
        stands_on: Square,
        dropped_at: Option<Point>,
        under: Option<Piece>,
        since: Timestamp,
    ) {
        if let Some(piece) = self.game.position().piece_at(stands_on) {
            let path = vec![mv.from, mv.to];
            self.animations.add(Animation { dropped_at, under, ..Animation::along(piece, path, since) });
        }
    }

    pub(super) fn show_own_move(&mut self, mv: Move, dropped_at: Option<Point>, now: Timestamp) {
        let captured = self.game.position().piece_at(mv.to);
        self.preview = None;
        // after a premove, the opponent's move goes on
        self.animations.stop_at(mv.from);
        self.animate(mv, mv.from, dropped_at, captured, now);
    }

    pub(super) fn undo_own_move(&mut self, mv: Move, now: Timestamp) {
        self.animations.clear();
        self.animate(Move::new(mv.to, mv.from), mv.from, None, None, now);
    }

    pub(super) fn return_piece(&mut self, to: Square, at: Point, context: &BoardContext, now: Timestamp) {
        if let Some(piece) = self.shown_position(context).piece_at(to) {
            let back = Animation { dropped_at: Some(at), ..Animation::along(piece, vec![to], now) };
            self.animations.add(back);
        }
    }

    pub(super) fn stop_animations(&mut self) {
        self.animations.clear();
    }

    pub(super) fn is_animating(&self, now: Timestamp) -> bool {
        self.animations.any(now)
    }

    /// The shown position: the reviewed one, or the current one with the pending move.
    pub(super) fn shown_position(&self, context: &BoardContext) -> Position {
        if let Some(position) = context.review.and_then(|ply| self.game.position_at(ply)) {
            return position;
        }
        let mut position = self.game.position().clone();
        if let Some(mv) = pending(context) {
            position.play(mv).expect("a pending move is legal in the current position");
        }
        position
    }

    /// The side of the piece on this square.
    pub(super) fn color_at(&self, square: Square, context: &BoardContext) -> Option<Color> {
        self.shown_position(context).piece_at(square).map(|piece| piece.color)
    }

    pub(super) fn is_actionable(&self, square: Square, context: &BoardContext) -> bool {
        let over = self.game.position().piece_at(square);
        let own = over.is_some_and(|piece| Some(piece.color) == context.viewpoint.seat());
        let from = context.selection.selected.and_then(Place::square);
        context.open
            && context.review.is_none()
            && (own || from.is_some_and(|from| self.targets_of(from, context).contains(&square)))
    }

    /// The squares to which the piece on `from` may move now.
    fn targets_of(&self, from: Square, context: &BoardContext) -> Vec<Square> {
        if !context.my_turn {
            return self.premove_targets(from, context);
        }
        let moves = self.game.position().legal_moves();
        moves.into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
    }

    /// The squares to which the user's piece on `from` may be premoved by a click.
    fn premove_targets(&self, from: Square, context: &BoardContext) -> Vec<Square> {
        let position = self.shown_position(context);
        let own = |square| position.piece_at(square).filter(|it| Some(it.color) == context.viewpoint.seat());
        let piece = own(from).filter(|_| context.open);
        let squares = piece.map(|piece| reach(piece, from)).into_iter().flatten();
        squares.filter(|&square| own(square).is_none()).collect()
    }

    /// Checks whether the user's piece can make this move in some position.
    pub(super) fn validate_premove(&self, mv: Move, context: &BoardContext) -> Result<(), IllegalMove> {
        let now = BoardContext { review: None, ..*context };
        let piece = self.shown_position(&now).piece_at(mv.from).ok_or(IllegalMove::NoPiece)?;
        if Some(piece.color) != context.viewpoint.seat() {
            return Err(IllegalMove::NotYourPiece);
        }
        if reach(piece, mv.from).contains(mv.to) { Ok(()) } else { Err(IllegalMove::NotItsMove) }
    }

    /// The square of the piece that is selected or previewed, and its targets.
    fn choice(&self, context: &BoardContext) -> (Option<Square>, Vec<Square>) {
        if context.review.is_some() {
            return (None, Vec::new());
        }
        if let Some(mv) = self.preview {
            return (Some(mv.from), vec![mv.to]);
        }
        let Some(from) = context.selection.selected.and_then(Place::square) else {
            return (None, Vec::new());
        };
        (Some(from), self.targets_of(from, context))
    }

    fn last_move(&self, context: &BoardContext) -> Option<Move> {
        let moves = self.game.moves();
        match (context.review, pending(context)) {
            (Some(ply), _) => moves.get(ply.checked_sub(1)?).copied(),
            (None, Some(pending)) => Some(pending),
            (None, None) => moves.last().copied(),
        }
    }

    /// The contents of the board now.
    pub(super) fn board(&self, context: &BoardContext, now: Timestamp) -> BoardModel {
        let position = self.shown_position(context);
        let (selected, targets) = self.choice(context);
        let (captures, quiet) = targets.iter().partition(|&&to| position.piece_at(to).is_some());
        let hovered = match self.preview {
            Some(mv) => Some(mv.to),
            None => context.selection.hovered.and_then(Place::square).filter(|it| targets.contains(it)),
        };
        let is_current = context.review.is_none_or(|ply| ply == self.game.ply()) && context.pending.is_none();
        let repetition = self.repetition().filter(|it| is_current && (it.is_final || context.open));
        let (repeated, chased) = repetition.map(|it| it.marks()).unwrap_or_default();
        BoardModel {
            pieces: position.board().iter().collect(),
            selected,
            quiet,
            captures,
            last: self.last_move(context).map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
            check: position.in_check().then(|| position.king(position.side_to_move())),
            dragged: context.selection.dragged().and_then(|(place, at)| Some((place.square()?, at))),
            motions: self.animations.motions(now),
            hovered,
            repeated,
            chased,
            premove: premove(context).filter(|_| context.review.is_none()).map(|mv| (mv.from, mv.to)),
            ..BoardModel::default()
        }
    }

    /// The legal moves with their notations, for a list seen from the side of `seat`.
    pub(super) fn available(&self, seat: Color) -> Vec<(Move, MoveNotation)> {
        let position = self.game.position();
        let write = |mv| (mv, MoveNotation::of(position, mv));
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(write).collect();
        // ordered by kind of piece, then from the player's right
        let rank = |mv: Move| position.piece_at(mv.from).map(|piece| list_rank(piece.kind));
        let from_right = |mv: Move| match seat {
            Color::Red => Square::FILES - 1 - mv.from.file(),
            Color::Black => mv.from.file(),
        };
        moves.sort_by_key(|(mv, _)| (rank(*mv), from_right(*mv), mv.from, mv.to));
        moves
    }
}

/// The pending move, if it is one of xiangqi.
fn pending(context: &BoardContext) -> Option<Move> {
    let GameMove::Xiangqi(mv) = context.pending? else { return None };
    Some(mv)
}

/// The premove, if it is one of xiangqi.
fn premove(context: &BoardContext) -> Option<Move> {
    let GameMove::Xiangqi(mv) = context.premove? else { return None };
    Some(mv)
}

/// The start and end of each piece's animation when these moves are undone.
fn undo_glides(undone: &[Move]) -> Vec<(Square, Square)> {
    let mut ways: Vec<(Square, Square)> = Vec::new();
    for mv in undone.iter().rev() {
        // a piece that moved twice glides to its first place
        match ways.iter_mut().find(|(_, to)| *to == mv.to) {
            Some((_, to)) => *to = mv.from,
            None => ways.push((mv.to, mv.from)),
        }
    }
    ways
}

/// The order in which kinds of pieces are listed: the most mobile first.
const fn list_rank(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Rook => 0,
        PieceKind::Horse => 1,
        PieceKind::Cannon => 2,
        PieceKind::Pawn => 3,
        PieceKind::Elephant => 4,
        PieceKind::Advisor => 5,
        PieceKind::King => 6,
    }
}
