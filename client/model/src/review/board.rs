//! The shown position as a scene, drawn by the same code as the board of a table.

use super::labels::battle;
use super::motions::Motions;
use super::state::Review;
use crate::drawing::animation::Animation;
use crate::drawing::board_scene::{self, BoardModel};
use crate::drawing::scene::{Place, Point, Scene, TileFace};
use crate::drawing::theme::Theme;
use crate::layout::table_layout::Placed;
use crate::luzhanqi::{self, BoardModel as TileModel};
use crate::table::drawn_marks as marks;
use crate::table::repetition::Repetition;
use chuhe_records::{Mark, MarkColor, MarkShape, NodeId, Ply};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Battle, Move as TileMove, Position as TilePosition, Station};
use chuhe_rules::xiangqi::{Position, Square};
use chuhe_rules::{Color, GameMove};

impl Review {
    /// Starts the animation of the move of `node`, a child of the shown node.
    pub(super) fn animate_forward(&mut self, node: NodeId, dropped_at: Option<Point>, now: Timestamp) {
        self.motions.clear();
        match (self.tree.played(node), &mut self.motions) {
            (Some(Ply::Move(GameMove::Xiangqi(mv))), Motions::Xiangqi(animations)) => {
                let Some(position) = self.replay.xiangqi() else { return };
                let Some(piece) = position.piece_at(mv.from) else { return };
                let under = position.piece_at(mv.to);
                let along = Animation::along(piece, vec![mv.from, mv.to], now);
                animations.add(Animation { dropped_at, under, ..along });
            }
            (Some(Ply::Move(GameMove::Luzhanqi(mv))), Motions::Luzhanqi(animations)) => {
                let Some(game) = self.replay.luzhanqi() else { return };
                let Some(position) = game.position() else { return };
                let Some(mover) = position.piece_at(mv.from).map(TileFace::Up) else { return };
                let under = position.piece_at(mv.to).map(TileFace::Up);
                let removed = under.zip(battle(game, mv));
                let removed =
                    removed.map_or(Vec::new(), |(defender, battle)| removed_by(battle, mover, defender));
                let along = Animation::along(mover, path(position, mv), now);
                animations.add(Animation { dropped_at, under, removed, ..along });
            }
            _ => {}
        }
    }

    /// Starts the animation of undoing the move of the shown node.
    pub(super) fn animate_back(&mut self, now: Timestamp) {
        self.motions.clear();
        match (self.tree.played(self.node()), &mut self.motions) {
            (Some(Ply::Move(GameMove::Xiangqi(mv))), Motions::Xiangqi(animations)) => {
                let piece = self.replay.xiangqi().and_then(|position| position.piece_at(mv.to));
                if let Some(piece) = piece {
                    animations.add(Animation::along(piece, vec![mv.to, mv.from], now));
                }
            }
            (Some(Ply::Move(GameMove::Luzhanqi(mv))), Motions::Luzhanqi(animations)) => {
                // after a battle the mover may be gone, and it just reappears
                let position = self.replay.luzhanqi().and_then(|game| game.position());
                let piece = position.and_then(|position| position.piece_at(mv.to));
                let by = position.map(|position| position.side_to_move().opponent());
                if let Some(piece) = piece.filter(|piece| Some(piece.color) == by) {
                    animations.add(Animation::along(TileFace::Up(piece), vec![mv.to, mv.from], now));
                }
            }
            _ => {}
        }
    }

    /// The board as shapes; empty if the layout is of another game.
    #[must_use]
    pub fn scene(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let mut scene = match (placed, self.replay.xiangqi(), self.replay.luzhanqi()) {
            (Placed::Xiangqi(layout), Some(position), _) => {
                board_scene::scene(&self.xiangqi_board(position, now), layout, theme)
            }
            (Placed::Luzhanqi(layout), _, Some(game)) => {
                luzhanqi::scene::scene(&self.luzhanqi_board(game.position(), now), layout, theme)
            }
            _ => return Scene::default(),
        };
        let best = self.lines().first().and_then(|line| line.moves.first()).map(|(mv, _)| *mv);
        if let Some(mv) = best.or_else(|| self.solution()) {
            let (from, to) = (marks::point_of(mv.from.into()), marks::point_of(mv.to.into()));
            let best = Mark { color: MarkColor::Blue, shape: MarkShape::Arrow(from, to) };
            scene.shapes.extend(marks::shape(best, placed, theme));
        }
        let drawn = &self.tree.annotation(self.node()).marks;
        scene.shapes.extend(drawn.iter().filter_map(|mark| marks::shape(*mark, placed, theme)));
        scene.shapes.extend(self.pen.shape(placed, theme));
        scene
    }

    fn xiangqi_board(&self, position: &Position, now: Timestamp) -> BoardModel {
        let selected = self.selection.selected.and_then(Place::square);
        let targets: Vec<Square> = selected.map_or(Vec::new(), |from| {
            let moves = position.legal_moves();
            moves.into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
        });
        let hovered = self.selection.hovered.and_then(Place::square).filter(|it| targets.contains(it));
        let (captures, quiet) = targets.into_iter().partition(|&to| position.piece_at(to).is_some());
        let motions = match &self.motions {
            Motions::Xiangqi(animations) => animations.motions(now),
            Motions::Luzhanqi(_) => Vec::new(),
        };
        let last = self.tree.played(self.node()).and_then(Ply::xiangqi);
        let (repeated, chased) = self.repetition().map(Repetition::marks).unwrap_or_default();
        BoardModel {
            pieces: position.board().iter().collect(),
            selected,
            quiet,
            captures,
            last: last.map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
            check: position.in_check().then(|| position.king(position.side_to_move())),
            dragged: self.selection.dragged().and_then(|(place, at)| Some((place.square()?, at))),
            motions,
            hovered,
            repeated,
            chased,
            ..BoardModel::default()
        }
    }

    fn luzhanqi_board(&self, position: Option<&TilePosition>, now: Timestamp) -> TileModel {
        let Some(position) = position else { return TileModel::default() };
        let selected = self.selection.selected.and_then(Place::station);
        let targets: Vec<Station> = selected.map_or(Vec::new(), |from| {
            position.legal_moves().into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
        });
        let hovered = self.selection.hovered.and_then(Place::station).filter(|it| targets.contains(it));
        let path = selected.zip(hovered).map(|(from, to)| path(position, TileMove::new(from, to)));
        let (captures, quiet) = targets.into_iter().partition(|&to| position.piece_at(to).is_some());
        let motions = match &self.motions {
            Motions::Luzhanqi(animations) => animations.motions(now),
            Motions::Xiangqi(_) => Vec::new(),
        };
        let last = self.tree.played(self.node()).and_then(Ply::luzhanqi);
        TileModel {
            pieces: position.pieces().map(|(station, piece)| (station, TileFace::Up(piece))).collect(),
            selected,
            quiet,
            captures,
            last: last.map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
            path: path.unwrap_or_default(),
            dragged: self.selection.dragged().and_then(|(place, at)| Some((place.station()?, at))),
            motions,
            hovered,
            ..TileModel::default()
        }
    }

    /// The side of the piece on a place of the shown position.
    pub(super) fn color_at(&self, place: Place) -> Option<Color> {
        match place {
            Place::Square(square) => Some(self.replay.xiangqi()?.piece_at(square)?.color),
            Place::Station(station) => Some(self.replay.luzhanqi()?.position()?.piece_at(station)?.color),
        }
    }

    /// Whether the pointer is over a piece that can move or a place where the selected one can go.
    #[must_use]
    pub fn is_over_something(&self) -> bool {
        let Some(place) = self.selection.hovered else { return false };
        let turn = self.replay.side_to_move();
        let own = turn.is_some() && self.color_at(place) == turn;
        let mv = self.selection.selected.and_then(|from| crate::table::move_between(from, place));
        own || mv.is_some_and(|mv| self.replay.validate(Ply::Move(mv)).is_ok())
    }
}

/// The stations that a move passes, both ends included.
fn path(position: &TilePosition, mv: TileMove) -> Vec<Station> {
    position.path(mv).unwrap_or_else(|| vec![mv.from, mv.to])
}

/// The tiles that a battle removes.
fn removed_by(battle: Battle, attacker: TileFace, defender: TileFace) -> Vec<TileFace> {
    let attacker = battle.captures_attacker().then_some(attacker);
    let defender = battle.captures_defender().then_some(defender);
    attacker.into_iter().chain(defender).collect()
}
