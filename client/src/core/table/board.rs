//! What is to be drawn of a table, and what can be listed: derived, nothing is changed here.

use super::{MoveNotation, Table};
use crate::core::board_scene::{self, BoardModel};
use crate::core::luzhanqi;
use crate::core::scene::{Place, Scene, Size};
use crate::core::table_layout::{Placed, TableLayout};
use crate::core::theme::Theme;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Game, Move, Piece, PieceKind, Position, Square};
use chuhe_rules::{Color, GameMove};

impl Table {
    /// The position of xiangqi on the board: the one looked back at, or the present one with the
    /// move that is on its way to the server.
    pub(super) fn shown_position(&self, game: &Game) -> Position {
        if let Some(position) = self.review.and_then(|ply| game.position_at(ply)) {
            return position;
        }
        let mut position = game.position().clone();
        if let Some(mv) = self.pending_xiangqi() {
            position.play(mv).expect("a move is sent only if it is legal, and forgotten with its position");
        }
        position
    }

    fn pending_xiangqi(&self) -> Option<Move> {
        match self.pending?.mv {
            GameMove::Xiangqi(mv) => Some(mv),
            GameMove::Luzhanqi(_) => None,
        }
    }

    fn last_move(&self, game: &Game) -> Option<Move> {
        let moves = game.moves();
        match (self.review, self.pending_xiangqi()) {
            (Some(ply), _) => moves.get(ply.checked_sub(1)?).copied(),
            (None, Some(pending)) => Some(pending),
            (None, None) => moves.last().copied(),
        }
    }

    /// The square of the piece in hand or previewed, and where it may go.
    fn choice(&self, game: &Game) -> (Option<Square>, Vec<Square>) {
        if self.review.is_some() {
            return (None, Vec::new());
        }
        if let Some(mv) = self.preview {
            return (Some(mv.from), vec![mv.to]);
        }
        let Some(from) = self.hand.selected.and_then(Place::square) else { return (None, Vec::new()) };
        (Some(from), self.targets_of(game, from))
    }

    /// Where the piece on `from` may go now.
    fn targets_of(&self, game: &Game, from: Square) -> Vec<Square> {
        if !self.is_my_turn() {
            return Vec::new();
        }
        let moves = game.position().legal_moves();
        moves.into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
    }

    /// What is on the board of xiangqi now.
    pub(super) fn xiangqi_board(&self, game: &Game, now: Timestamp) -> BoardModel {
        let position = self.shown_position(game);
        let (selected, targets) = self.choice(game);
        let (captures, quiet) = targets.iter().partition(|&&to| position.piece_at(to).is_some());
        let hovered = match self.preview {
            Some(mv) => Some(mv.to),
            None => self.hand.hovered.and_then(Place::square).filter(|square| targets.contains(square)),
        };
        let in_hand = self.hand.dragged().and_then(|(place, at)| Some((place.square()?, at)));
        BoardModel {
            pieces: position.board().iter().collect(),
            selected,
            quiet,
            captures,
            last_move: self.last_move(game),
            check: position.in_check().then(|| position.king(position.side_to_move())),
            dragged: in_hand,
            glides: self.glides.shown(now),
            hovered,
        }
    }

    /// The board as shapes.
    #[must_use]
    pub(crate) fn scene(&self, layout: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        match layout {
            Placed::Xiangqi(layout) => match self.game.xiangqi() {
                Some(game) => board_scene::scene(&self.xiangqi_board(game, now), layout, theme),
                None => Scene::default(),
            },
            Placed::Luzhanqi(layout) => match (self.game.luzhanqi(), &self.desk) {
                (Some(history), Some(desk)) => {
                    luzhanqi::scene::scene(&self.luzhanqi_board(history, desk, now), layout, theme)
                }
                (Some(_) | None, _) => Scene::default(),
            },
        }
    }

    /// Where the board goes in a window of this size.
    #[must_use]
    pub fn layout(&self, window: Size) -> TableLayout {
        TableLayout::of(window, self.game.board(), self.bottom())
    }

    /// Whether something on the board moves.
    #[must_use]
    pub(crate) fn animating(&self, now: Timestamp) -> bool {
        let tiles = self.desk.as_ref().is_some_and(|desk| desk.motions.any(now));
        self.glides.any(now) || tiles || self.hand.dragged().is_some()
    }

    /// Whether the pointer is over something that can be chosen or played.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        match self.hand.hovered {
            Some(Place::Square(square)) => self.game.xiangqi().is_some_and(|game| {
                let over = game.position().piece_at(square);
                let own = over.is_some_and(|piece| Some(piece.color) == self.seat());
                let from = self.hand.selected.and_then(Place::square);
                self.is_my_turn()
                    && self.review.is_none()
                    && (own || from.is_some_and(|from| self.targets_of(game, from).contains(&square)))
            }),
            Some(Place::Station(station)) => self.is_over_a_tile(station),
            None => false,
        }
    }

    /// The moves of xiangqi the user may play now, as people write them; empty when it is not his
    /// turn.
    #[must_use]
    pub fn available(&self) -> Vec<(Move, MoveNotation)> {
        let Some(game) = self.game.xiangqi().filter(|_| self.is_my_turn()) else { return Vec::new() };
        let position = game.position();
        let write = |mv| (mv, MoveNotation::of(position, mv));
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
    /// those that reach furthest first. In luzhanqi there are losses instead.
    #[must_use]
    pub fn captured(&self, color: Color) -> Vec<(Piece, u32)> {
        let Some(game) = self.game.xiangqi() else { return Vec::new() };
        let position = self.shown_position(game);
        let start = game.start();
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
