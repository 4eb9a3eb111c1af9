//! The cursor on a board, for players without a mouse: geometry only.

use crate::actions::cursor_action::Direction;
use crate::drawing::scene::{Place, Point, Rect, Scene, Shape, Size};
use crate::drawing::theme::Theme;
use crate::layout::table_layout::Placed;
use chuhe_rules::xiangqi::Square;

/// The cursor, while the board has the keyboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardCursor {
    /// Where it is.
    pub place: Place,
    /// Where a piece was picked that a second press drops, on boards where pieces are only dragged.
    pub picked: Option<Place>,
}

impl BoardCursor {
    /// A cursor in the middle of the side at the bottom; `None` without a place to be.
    #[must_use]
    pub fn on(board: &Placed) -> Option<Self> {
        let bottom = board.panel().center_bottom();
        let nearest = places(board)
            .min_by(|(_, one), (_, other)| one.distance_sq(bottom).total_cmp(&other.distance_sq(bottom)));
        nearest.map(|(place, _)| Self { place, picked: None })
    }

    /// Moves to the nearest place in a direction; places beside the line count as farther.
    pub fn step(&mut self, board: &Placed, direction: Direction) {
        let Some(from) = board.point(self.place) else { return };
        let step = unit(direction);
        let cost = |at: Point| {
            let way = at - from;
            let (ahead, aside) = (way.dot(step), way.dot(step.rot90()).abs());
            (ahead > 1.0 && aside <= ahead + 0.5).then_some(ahead + 2.0 * aside)
        };
        let reached = places(board).filter_map(|(place, at)| Some((place, cost(at)?)));
        let nearest = reached.min_by(|(_, one), (_, other)| one.total_cmp(other));
        if let Some((place, _)) = nearest {
            self.place = place;
        }
    }

    /// Draws the cursor, and a thinner frame where a piece was picked.
    pub fn draw(&self, scene: &mut Scene, board: &Placed, theme: &Theme) {
        if let Some(area) = self.picked.and_then(|place| area(board, place)) {
            let outline = Shape::Outline { rect: area, radius: 6.0, width: 2.0, color: theme.jade.fill };
            scene.shapes.push(outline);
        }
        let Some(area) = area(board, self.place) else { return };
        // light within dark: one of them stands out from any wood, piece or tile
        for (rect, width, color) in
            [(area.expand(2.0), 4.0, theme.jade.fill), (area.shrink(1.5), 1.5, theme.jade.text)]
        {
            scene.shapes.push(Shape::Outline { rect, radius: 6.0, width, color });
        }
    }
}

/// The unit vector of a direction.
const fn unit(direction: Direction) -> Size {
    match direction {
        Direction::Left => Size::new(-1.0, 0.0),
        Direction::Right => Size::new(1.0, 0.0),
        Direction::Up => Size::new(0.0, -1.0),
        Direction::Down => Size::new(0.0, 1.0),
    }
}

/// The places that are shown, with their points.
fn places(board: &Placed) -> impl Iterator<Item = (Place, Point)> {
    let all: Vec<Place> = match board {
        Placed::Xiangqi(_) => Square::all().map(Place::Square).collect(),
        Placed::Luzhanqi(layout) => layout.kind.board().stations().map(Place::Station).collect(),
    };
    let shown = board.panel();
    let placed = all.into_iter().filter_map(move |place| Some((place, board.point(place)?)));
    placed.filter(move |(_, at)| shown.contains(*at))
}

/// The area of a place.
fn area(board: &Placed, place: Place) -> Option<Rect> {
    let at = board.point(place)?;
    Some(match (board, place) {
        (Placed::Luzhanqi(layout), Place::Station(station)) => layout.area(station),
        (Placed::Xiangqi(layout), _) => Rect::from_center_size(at, Size::splat(layout.cell - 4.0)),
        (Placed::Luzhanqi(_), Place::Square(_)) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::table_layout::{BoardOf, TableLayout};
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;
    use emath::vec2;

    const BOARDS: [BoardOf; 3] =
        [BoardOf::Xiangqi, BoardOf::Luzhanqi(BoardKind::Classic), BoardOf::Luzhanqi(BoardKind::Cross)];
    const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    fn board(of: BoardOf, bottom: Color) -> Placed {
        TableLayout::of(vec2(1280.0, 820.0), of, bottom).board
    }

    #[test]
    fn the_arrows_move_the_cursor_as_the_board_is_turned() {
        for (bottom, start, right, up) in [(Color::Red, "e0", "f0", "f1"), (Color::Black, "e9", "d9", "d8")] {
            let board = board(BoardOf::Xiangqi, bottom);
            let mut cursor = BoardCursor::on(&board).unwrap();
            assert_eq!(cursor.place.to_string(), start);
            for (direction, wanted) in
                [(Direction::Right, right), (Direction::Up, up), (Direction::Down, right)]
            {
                cursor.step(&board, direction);
                assert_eq!(cursor.place.to_string(), wanted, "{bottom:?} {direction:?}");
            }
            cursor.step(&board, Direction::Down);
            assert_eq!(cursor.place.to_string(), right, "the edge holds it");
        }
    }

    #[test]
    fn every_place_of_every_board_is_reached() {
        for of in BOARDS {
            let board = board(of, Color::Red);
            let all = places(&board).count();
            let mut reached = vec![BoardCursor::on(&board).unwrap().place];
            let mut next = 0;
            while next < reached.len() {
                for direction in ALL {
                    let mut cursor = BoardCursor { place: reached[next], picked: None };
                    cursor.step(&board, direction);
                    if !reached.contains(&cursor.place) {
                        reached.push(cursor.place);
                    }
                }
                next += 1;
            }
            assert_eq!(reached.len(), all, "{of:?}");
        }
    }

    #[test]
    fn the_cursor_is_drawn_on_its_place() {
        let board = board(BoardOf::Xiangqi, Color::Red);
        let mut scene = Scene::default();
        let place = Place::Square("h2".parse().unwrap());
        BoardCursor { place, picked: None }.draw(&mut scene, &board, &Theme::of(Default::default()));
        let at = board.point(place).unwrap();
        assert_eq!(scene.shapes.len(), 2);
        for shape in scene.shapes {
            let Shape::Outline { rect, .. } = shape else { panic!("{shape:?}") };
            assert!(rect.center().distance(at) < 1.0);
        }
    }
}
