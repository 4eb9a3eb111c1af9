//! The shown position as a scene, drawn by the same code as the board of a table.

use super::motions::{Motions, path};
use super::state::Review;
use crate::coaching::Reason;
use crate::drawing::board_scene::{self, BoardModel};
use crate::drawing::scene::{Place, Scene, TileFace};
use crate::drawing::theme::Theme;
use crate::layout::table_layout::Placed;
use crate::luzhanqi::{self, BoardModel as TileModel};
use crate::table::drawn_marks as marks;
use crate::table::repetition::Repetition;
use chuhe_records::{Mark, MarkColor, MarkShape, Ply};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Move as TileMove, Position as TilePosition, Station};
use chuhe_rules::xiangqi::{Position, Square};

/// The colour of the arrow that says why a move is a mistake: red for the opponent's reply, green for a better move.
const fn color_of(reason: &Reason) -> MarkColor {
    if reason.shows_reply() { MarkColor::Red } else { MarkColor::Green }
}

impl Review {
    /// The board as shapes; empty if the layout is of another game.
    #[must_use]
    pub fn scene(&self, placed: &Placed, theme: &Theme, now: Timestamp) -> Scene {
        let mut scene = match (placed, self.shown.replay().xiangqi(), self.shown.replay().luzhanqi()) {
            (Placed::Xiangqi(layout), Some(position), _) => {
                board_scene::scene(&self.xiangqi_board(position, now), layout, theme)
            }
            (Placed::Luzhanqi(layout), _, Some(game)) => {
                luzhanqi::scene::scene(&self.luzhanqi_board(game.position(), now), layout, theme)
            }
            _ => return Scene::default(),
        };
        let best = self
            .analysis
            .lines(self.shown.node())
            .first()
            .and_then(|line| line.moves.first())
            .map(|(mv, _)| *mv);
        let best = best.or_else(|| self.solution()).map(|mv| (mv, MarkColor::Blue));
        let reason = || self.reason().map(|(reason, _)| (reason.shown, color_of(&reason)));
        if let Some((mv, color)) = best.or_else(reason) {
            let (from, to) = (marks::point_of(mv.from.into()), marks::point_of(mv.to.into()));
            let arrow = Mark { color, shape: MarkShape::Arrow(from, to) };
            scene.shapes.extend(marks::shape(arrow, placed, theme));
        }
        let drawn = &self.record.tree.annotation(self.shown.node()).marks;
        scene.shapes.extend(drawn.iter().filter_map(|mark| marks::shape(*mark, placed, theme)));
        scene.shapes.extend(self.board.pen.shape(placed, theme));
        scene
    }

    fn xiangqi_board(&self, position: &Position, now: Timestamp) -> BoardModel {
        let selected = self.board.selection.selected.and_then(Place::square);
        let targets: Vec<Square> = selected.map_or(Vec::new(), |from| {
            let moves = position.legal_moves();
            moves.into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
        });
        let hovered = self.board.selection.hovered.and_then(Place::square).filter(|it| targets.contains(it));
        let (captures, quiet) = targets.into_iter().partition(|&to| position.piece_at(to).is_some());
        let motions = match &self.board.motions {
            Motions::Xiangqi(animations) => animations.motions(now),
            Motions::Luzhanqi(_) => Vec::new(),
        };
        let last = self.record.tree.played(self.shown.node()).and_then(Ply::xiangqi);
        let (repeated, chased) = self.shown.repetition().map(Repetition::marks).unwrap_or_default();
        BoardModel {
            pieces: position.board().iter().collect(),
            selected,
            quiet,
            captures,
            last: last.map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
            check: position.in_check().then(|| position.king(position.side_to_move())),
            dragged: self.board.selection.dragged().and_then(|(place, at)| Some((place.square()?, at))),
            motions,
            hovered,
            repeated,
            chased,
            ..BoardModel::default()
        }
    }

    fn luzhanqi_board(&self, position: Option<&TilePosition>, now: Timestamp) -> TileModel {
        let Some(position) = position else { return TileModel::default() };
        let selected = self.board.selection.selected.and_then(Place::station);
        let targets: Vec<Station> = selected.map_or(Vec::new(), |from| {
            position.legal_moves().into_iter().filter(|mv| mv.from == from).map(|mv| mv.to).collect()
        });
        let hovered = self.board.selection.hovered.and_then(Place::station).filter(|it| targets.contains(it));
        let path = selected.zip(hovered).map(|(from, to)| path(position, TileMove::new(from, to)));
        let (captures, quiet) = targets.into_iter().partition(|&to| position.piece_at(to).is_some());
        let motions = match &self.board.motions {
            Motions::Luzhanqi(animations) => animations.motions(now),
            Motions::Xiangqi(_) => Vec::new(),
        };
        let last = self.record.tree.played(self.shown.node()).and_then(Ply::luzhanqi);
        TileModel {
            pieces: position.pieces().map(|(station, piece)| (station, TileFace::Up(piece))).collect(),
            selected,
            quiet,
            captures,
            last: last.map_or(Vec::new(), |mv| vec![mv.from, mv.to]),
            path: path.unwrap_or_default(),
            dragged: self.board.selection.dragged().and_then(|(place, at)| Some((place.station()?, at))),
            motions,
            hovered,
            ..TileModel::default()
        }
    }
}
