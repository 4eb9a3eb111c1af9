//! What is to be drawn of a table, and what can be listed: derived, nothing is changed here.

use super::{Table, WrittenMove};
use crate::core::board_layout::BoardLayout;
use crate::core::board_scene::{self, BoardModel};
use crate::core::scene::Scene;
use crate::core::theme::Theme;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Piece, PieceKind, Position, Square};

impl Table {
    /// The position on the board: the one looked back at, or the present one with the move that
    /// is on its way to the server.
    #[must_use]
    pub(crate) fn shown_position(&self) -> Position {
        let game = self.record.xiangqi();
        if let Some(position) = self.review.and_then(|ply| game.position_at(ply)) {
            return position;
        }
        let mut position = game.position().clone();
        if let Some(pending) = self.pending {
            position
                .play(pending.mv)
                .expect("a move is sent only if it is legal, and forgotten with its position");
        }
        position
    }

    fn last_move(&self) -> Option<Move> {
        let moves = self.record.xiangqi().moves();
        match (self.review, self.pending) {
            (Some(ply), _) => moves.get(ply.checked_sub(1)?).copied(),
            (None, Some(pending)) => Some(pending.mv),
            (None, None) => moves.last().copied(),
        }
    }

    /// The square of the piece in hand or previewed, and where it may go.
    fn choice(&self) -> (Option<Square>, Vec<Square>) {
        if self.review.is_some() {
            return (None, Vec::new());
        }
        if let Some(mv) = self.preview {
            return (Some(mv.from), vec![mv.to]);
        }
        let Some(from) = self.hand.selected else { return (None, Vec::new()) };
        (Some(from), self.targets_of(from))
    }

    /// Where the piece on `from` may go now.
    pub(crate) fn targets_of(&self, from: Square) -> Vec<Square> {
        if !self.is_my_turn() {
            return Vec::new();
        }
        let moves = self.record.xiangqi().position().legal_moves();
        moves.into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
    }

    /// What is on the board now.
    #[must_use]
    pub(crate) fn board(&self, now: Timestamp) -> BoardModel {
        let position = self.shown_position();
        let (selected, targets) = self.choice();
        let (captures, quiet) = targets.iter().partition(|&&to| position.piece_at(to).is_some());
        let hovered = match self.preview {
            Some(mv) => Some(mv.to),
            None => self.hand.hovered.filter(|square| targets.contains(square)),
        };
        BoardModel {
            pieces: position.board().iter().collect(),
            selected,
            quiet,
            captures,
            last_move: self.last_move(),
            check: position.in_check().then(|| position.king(position.side_to_move())),
            dragged: self.hand.dragged(),
            glides: self.glides.shown(now),
            hovered,
        }
    }

    /// The board as shapes.
    #[must_use]
    pub(crate) fn scene(&self, layout: &BoardLayout, theme: &Theme, now: Timestamp) -> Scene {
        board_scene::scene(&self.board(now), layout, theme)
    }

    /// Whether something on the board moves.
    #[must_use]
    pub(crate) fn animating(&self, now: Timestamp) -> bool {
        self.glides.any(now) || self.hand.dragged().is_some()
    }

    /// Whether the pointer is over something that can be chosen or played.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        let Some(square) = self.hand.hovered.filter(|_| self.is_my_turn() && self.review.is_none()) else {
            return false;
        };
        let own = self
            .record
            .xiangqi()
            .position()
            .piece_at(square)
            .is_some_and(|piece| Some(piece.color) == self.seat());
        own || self.hand.selected.is_some_and(|from| self.targets_of(from).contains(&square))
    }

    /// The moves the user may play now, as people write them; empty when it is not his turn.
    #[must_use]
    pub fn available(&self) -> Vec<(Move, WrittenMove)> {
        if !self.is_my_turn() {
            return Vec::new();
        }
        let position = self.record.xiangqi().position();
        let write = |mv| (mv, WrittenMove::of(position, mv));
        let mut moves: Vec<_> = position.legal_moves().into_iter().map(write).collect();
        // the pieces that reach furthest first, each from its player's right
        let rank = |mv: Move| position.piece_at(mv.from).map(|piece| reach(piece.kind));
        let from_right = |mv: Move| match self.me() {
            Color::Red => Square::FILES - 1 - mv.from.file(),
            Color::Black => mv.from.file(),
        };
        moves.sort_by_key(|(mv, _)| (rank(*mv), from_right(*mv), mv.from, mv.to));
        moves
    }

    /// The pieces of `color` that were taken in the position shown, with how many of each kind,
    /// those that reach furthest first.
    #[must_use]
    pub fn captured(&self, color: Color) -> Vec<(Piece, u32)> {
        let position = self.shown_position();
        let start = self.record.xiangqi().start();
        let count = |position: &Position, kind| position.board().pieces(color, kind).count();
        let mut kinds = PieceKind::ALL;
        kinds.sort_by_key(|&kind| reach(kind));
        let taken = kinds
            .map(|kind| (Piece::new(color, kind), count(start, kind).saturating_sub(count(&position, kind))));
        taken.into_iter().filter(|&(_, taken)| taken > 0).collect()
    }
}

/// The order in which kinds of pieces are listed: those that reach furthest first.
const fn reach(kind: PieceKind) -> u8 {
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
