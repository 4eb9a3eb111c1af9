//! The board of xiangqi as a [`Scene`].

use super::board::{self, BoardStyle, Mark, REPETITION_ALPHA};
use super::board_layout::BoardLayout;
use super::characters;
use super::scene::{Face, Lift, Point, Rect, Scene, Shape, Size};
use super::theme::Theme;
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Piece, Square};
use ecolor::Color32;
use emath::{pos2, vec2};

/// The contents of the board.
pub type BoardModel = board::BoardModel<Square, Piece>;

const DOT_ALPHA: f32 = 0.78;
/// The diameter of the light of a check, and how far it lies from the edge of the board, in cells.
const GLOW: f32 = 1.5;
const GLOW_SHIFT: f32 = 0.27;
/// The least size of the numbers of the files, in logical pixels.
const LEAST_NUMERAL: f32 = 10.0;

/// The scene of a board placed by `layout`.
#[must_use]
pub fn scene(model: &BoardModel, layout: &BoardLayout, theme: &Theme) -> Scene {
    board::scene(model, &Discs { layout, theme })
}

/// Discs on the crossings of lines.
struct Discs<'a> {
    layout: &'a BoardLayout,
    theme: &'a Theme,
}

impl Discs<'_> {
    fn around(&self, square: Square, size: f32) -> Rect {
        Rect::from_center_size(self.layout.point(square), Size::splat(self.layout.scaled(size).round()))
    }

    fn outline(&self, square: Square, size: f32) -> Shape {
        Shape::Outline {
            rect: self.around(square, size),
            radius: self.layout.scaled(10.0),
            width: self.layout.scaled(2.5).max(1.5),
            color: self.theme.board.marks.outline,
        }
    }

    fn ring(&self, square: Square, diameter: f32, width: f32, color: Color32) -> Shape {
        let (diameter, width) = (self.layout.scaled(diameter), self.layout.scaled(width));
        Shape::Ring { center: self.layout.point(square), diameter, width, color }
    }
}

impl BoardStyle for Discs<'_> {
    type Place = Square;
    type Face = Piece;

    fn theme(&self) -> &Theme {
        self.theme
    }

    fn panel(&self) -> Rect {
        self.layout.panel
    }

    fn background(&self) -> Vec<Shape> {
        empty_board(self.layout, self.theme)
    }

    fn areas(&self) -> Vec<(Square, Rect)> {
        Square::all().map(|square| (square, self.layout.area(square))).collect()
    }

    fn point(&self, square: Square) -> Point {
        self.layout.point(square)
    }

    fn diameter(&self) -> f32 {
        self.layout.disc()
    }

    fn piece(&self, piece: Piece, center: Point, lift: Lift, alpha: f32) -> Shape {
        Shape::Disc { piece, center, diameter: self.layout.disc(), lifted: lift == Lift::Air, alpha }
    }

    fn mark(&self, square: Square, mark: Mark) -> Shape {
        let (center, marks) = (self.layout.point(square), &self.theme.board.marks);
        match mark {
            Mark::Light => Shape::Wash {
                rect: self.around(square, 68.0),
                radius: self.layout.scaled(11.0),
                color: self.theme.board.marks.last.gamma_multiply(0.42),
            },
            Mark::From => self.outline(square, 56.0),
            Mark::To => self.outline(square, 68.0),
            Mark::Selected => self.ring(square, 66.0, 4.0, marks.target),
            Mark::Target => self.ring(square, 80.0, 5.0, marks.target),
            Mark::Marking => self.ring(square, 66.0, 4.0, marks.last),
            Mark::Chased => self.ring(square, 66.0, 4.0, marks.check.gamma_multiply(REPETITION_ALPHA)),
            Mark::Quiet(hovered) => Shape::Dot {
                center,
                diameter: self.layout.scaled(if hovered { 24.0 } else { 16.0 }),
                color: marks.target.gamma_multiply(DOT_ALPHA),
            },
            Mark::Capture(hovered) => Shape::BrokenRing {
                center,
                diameter: self.layout.scaled(65.0),
                width: self.layout.scaled(if hovered { 6.0 } else { 4.0 }),
                color: marks.target,
            },
            Mark::Ground => {
                Shape::Dot { center, diameter: self.layout.disc(), color: self.theme.board.surface[0] }
            }
        }
    }

    fn check(&self, square: Square) -> Option<Shape> {
        let mut center = self.layout.point(square);
        // at the edge, the light would cover the number of the file
        if Color::ALL.iter().any(|&side| square.rank() == home_rank(side)) {
            let inwards = (self.layout.grid().center().y - center.y).signum();
            center.y += inwards * self.layout.cell * GLOW_SHIFT;
        }
        let color = self.theme.board.marks.check;
        Some(Shape::Glow { center, diameter: self.layout.cell * GLOW, color })
    }

    fn along(&self, path: &[Square], part: f32) -> Point {
        let ends = path.first().zip(path.last()).map(|(&from, &to)| (self.point(from), self.point(to)));
        ends.map_or(Point::ZERO, |(from, to)| from.lerp(to, part))
    }
}

/// The empty board: wood, lines, marks, river and numerals.
fn empty_board(layout: &BoardLayout, theme: &Theme) -> Vec<Shape> {
    let mut shapes = vec![Shape::Panel {
        rect: layout.panel,
        radius: layout.scaled(14.0),
        colors: theme.board.surface,
        edge: theme.board.edge,
        texture: theme.board.texture,
    }];
    lines(layout, theme.board.lines, &mut shapes);
    marks(layout, theme.board.lines, &mut shapes);
    river(layout, theme.board.lines, &mut shapes);
    numerals(layout, theme, &mut shapes);
    shapes
}

fn lines(layout: &BoardLayout, color: Color32, shapes: &mut Vec<Shape>) {
    let frame_width = layout.scaled(2.6);
    shapes.push(Shape::Outline {
        rect: layout.grid().expand(layout.scaled(7.0).round() + frame_width / 2.0),
        radius: 0.0,
        width: frame_width,
        color,
    });
    let mut line = |from: (f32, f32), to: (f32, f32)| {
        let [from, to] = [from, to].map(|(column, row)| layout.intersection(column, row));
        shapes.push(Shape::Line { from, to, width: layout.scaled(1.3), color });
    };
    for row in 0..10_u8 {
        line((0.0, f32::from(row)), (8.0, f32::from(row)));
    }
    line((0.0, 0.0), (0.0, 9.0));
    line((8.0, 0.0), (8.0, 9.0));
    for column in 1..8_u8 {
        line((f32::from(column), 0.0), (f32::from(column), 4.0));
        line((f32::from(column), 5.0), (f32::from(column), 9.0));
    }
    for top in [0.0, 7.0] {
        line((3.0, top), (5.0, top + 2.0));
        line((5.0, top), (3.0, top + 2.0));
    }
}

/// Draws the corners around the points where cannons and pawns begin.
fn marks(layout: &BoardLayout, color: Color32, shapes: &mut Vec<Shape>) {
    let cannons = [1.0, 7.0].into_iter().flat_map(|column| [2.0, 7.0].map(|row| (column, row)));
    let pawns = [0.0, 2.0, 4.0, 6.0, 8.0].into_iter().flat_map(|column| [3.0, 6.0].map(|row| (column, row)));
    let (near, far) = (layout.scaled(5.0).round(), layout.scaled(14.0).round());
    for (column, row) in cannons.chain(pawns) {
        let at = layout.intersection(column, row);
        for right in [-1.0, 1.0] {
            if (column == 0.0 && right < 0.0) || (column == 8.0 && right > 0.0) {
                continue;
            }
            for down in [-1.0, 1.0] {
                let corner = |x: f32, y: f32| at + vec2(right * x, down * y);
                shapes.push(Shape::Polyline {
                    points: vec![corner(near, far), corner(near, near), corner(far, near)],
                    width: layout.scaled(1.3),
                    color,
                });
            }
        }
    }
}

fn river(layout: &BoardLayout, color: Color32, shapes: &mut Vec<Shape>) {
    for (column, text) in [(1.32, "楚"), (2.44, "河"), (5.32, "漢"), (6.44, "界")] {
        shapes.push(Shape::Text {
            center: layout.intersection(column, 4.5),
            text: text.to_owned(),
            size: layout.scaled(31.0),
            room: f32::INFINITY,
            face: Face::Brush,
            color,
        });
    }
}

/// Draws the numbers of the files along each side's edge, in that side's numerals.
fn numerals(layout: &BoardLayout, theme: &Theme, shapes: &mut Vec<Shape>) {
    let room = layout.beyond_pieces();
    // closer to the pieces than to the edge, if there is a choice
    let above = layout.panel.top() + room / 2.0 + layout.scaled(3.0).min((room - LEAST_NUMERAL) / 2.0);
    let below = layout.panel.bottom() + layout.panel.top() - above;
    for file in 0..Square::FILES {
        for side in Color::ALL {
            let Some(square) = Square::new(file, home_rank(side)) else { continue };
            let y = if side == layout.bottom { below } else { above };
            let (size, face) = match side {
                Color::Red if !theme.has_digits => (15.0, Face::Brush),
                Color::Red | Color::Black => (14.0, Face::Plain),
            };
            let number = if theme.has_digits {
                characters::digit_of_file(side, file)
            } else {
                characters::of_file(side, file)
            };
            shapes.push(Shape::Text {
                center: pos2(layout.point(square).x, y),
                text: number.to_string(),
                size: layout.scaled(size).max(LEAST_NUMERAL),
                room: f32::INFINITY,
                face,
                color: theme.board.numerals,
            });
        }
    }
}

/// The rank at the edge of this side.
const fn home_rank(side: Color) -> u8 {
    match side {
        Color::Red => 0,
        Color::Black => Square::RANKS - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::animation::Motion;
    use crate::drawing::theme::Appearance;
    use crate::layout::table_layout::{BoardOf, Placed, TableLayout};
    use crate::luzhanqi::BoardPart;
    use crate::notation_choice::NotationChoice;
    use chuhe_rules::xiangqi::PieceKind;

    fn at(name: &str) -> Square {
        name.parse().unwrap()
    }

    fn show(model: &BoardModel, bottom: Color) -> (BoardLayout, Scene) {
        let layout = BoardLayout::fit(Rect::from_min_size(pos2(36.0, 34.0), vec2(632.0, 710.0)), bottom);
        (layout, scene(model, &layout, &Theme::of(Appearance::Light)))
    }

    fn rooks() -> BoardModel {
        let rook = |color| Piece::new(color, PieceKind::Rook);
        BoardModel {
            pieces: vec![(at("a0"), rook(Color::Red)), (at("a9"), rook(Color::Black))],
            ..BoardModel::default()
        }
    }

    fn texts(scene: &Scene) -> Vec<(String, Point)> {
        let text = |shape: &Shape| {
            let Shape::Text { text, center, .. } = shape else { return None };
            Some((text.clone(), *center))
        };
        scene.background.iter().filter_map(text).collect()
    }

    #[test]
    fn pieces_are_drawn_on_their_squares() {
        for bottom in Color::ALL {
            let (layout, scene) = show(&rooks(), bottom);
            let discs: Vec<Shape> = scene.shapes.clone();
            let disc = |color, square: &str| Shape::Disc {
                piece: Piece::new(color, PieceKind::Rook),
                center: layout.point(at(square)),
                diameter: 58.0,
                lifted: false,
                alpha: 1.0,
            };
            assert_eq!(discs, [disc(Color::Red, "a0"), disc(Color::Black, "a9")]);
        }
    }

    #[test]
    fn every_square_is_one_target() {
        let (layout, scene) = show(&rooks(), Color::Black);
        assert_eq!(scene.targets.len(), Square::COUNT);
        for square in Square::all() {
            assert_eq!(scene.target_at(layout.point(square)), Some(square.into()));
            assert_eq!(layout.square(layout.point(square)), Some(square));
        }
        assert_eq!(scene.target_at(layout.panel.min), None);
    }

    #[test]
    fn each_side_has_its_numerals_at_its_edge() {
        for bottom in Color::ALL {
            let (layout, scene) = show(&BoardModel::default(), bottom);
            let place = |wanted: &str| texts(&scene).into_iter().find(|(text, _)| text == wanted).unwrap().1;
            let middle = layout.panel.center().y;
            assert_eq!(place("九").y > middle, bottom == Color::Red);
            assert_eq!(place("9").y > middle, bottom == Color::Black);
            assert_eq!(place("九").x, place("1").x);
        }
    }

    #[test]
    fn the_board_of_a_phone_has_the_numbers_of_the_files_beyond_its_pieces() {
        let phones = [(360, 640), (375, 667), (390, 664), (390, 844), (412, 915)];
        let on_their_sides = [(640, 360), (667, 375), (844, 340), (844, 390), (932, 430)];
        for (width, height) in phones.into_iter().chain(on_their_sides) {
            let window = vec2(width as f32, height as f32);
            let placed = TableLayout::of_part(window, BoardOf::Xiangqi, Color::Red, BoardPart::Whole);
            let Placed::Xiangqi(layout) = placed.board else { panic!("{:?}", placed.board) };
            let scene = scene(&BoardModel::default(), &layout, &Theme::of(Appearance::Light));
            let mut numbers = 0;
            for shape in &scene.background {
                let Shape::Text { center, size, .. } = shape else { continue };
                if layout.grid().y_range().contains(center.y) {
                    continue;
                }
                numbers += 1;
                // the ink of a letter is lower than its size
                let number = Rect::from_center_size(*center, Size::splat(0.8 * size));
                assert!(*size >= LEAST_NUMERAL && layout.panel.contains_rect(number), "{window}: {number}");
                let pieces = layout.grid().expand(layout.disc() / 2.0);
                assert!(!pieces.intersects(number), "{window}: {number} {pieces}");
            }
            assert_eq!(numbers, 18, "{window}");
        }
    }

    #[test]
    fn both_sides_have_digits_for_a_notation_with_letters() {
        let layout = BoardLayout::fit(Rect::from_min_size(pos2(0.0, 0.0), vec2(632.0, 710.0)), Color::Red);
        let theme = Theme::of(Appearance::Light).numbered_for(NotationChoice::Wxf);
        let below: Vec<(String, Point)> = texts(&scene(&BoardModel::default(), &layout, &theme))
            .into_iter()
            .filter(|(text, at)| text.len() == 1 && at.y > layout.panel.center().y)
            .collect();
        let mut from_left = below;
        from_left.sort_by(|one, other| one.1.x.total_cmp(&other.1.x));
        let read: String = from_left.into_iter().map(|(text, _)| text).collect();
        assert_eq!(read, "987654321");
    }

    #[test]
    fn the_empty_board_has_its_lines_and_marks() {
        let (_, scene) = show(&BoardModel::default(), Color::Red);
        let count =
            |wanted: fn(&Shape) -> bool| scene.background.iter().filter(|shape| wanted(shape)).count();
        assert_eq!(count(|shape| matches!(shape, Shape::Line { .. })), 10 + 2 + 14 + 4);
        assert_eq!(count(|shape| matches!(shape, Shape::Polyline { .. })), 4 * 4 + 6 * 4 + 4 * 2);
        assert_eq!(count(|shape| matches!(shape, Shape::Text { .. })), 18 + 4);
        assert!(scene.shapes.is_empty());
    }

    #[test]
    fn the_light_of_a_check_leaves_the_number_of_the_file_free() {
        for (king, number) in [("e0", "五"), ("e9", "5")] {
            let model = BoardModel { check: Some(at(king)), ..BoardModel::default() };
            for bottom in Color::ALL {
                let (layout, scene) = show(&model, bottom);
                let (_, number) = texts(&scene).into_iter().find(|(text, _)| text == number).unwrap();
                let [Shape::Glow { center, diameter, .. }] = &scene.shapes[..] else {
                    panic!("{:?}", scene.shapes);
                };
                let free = center.distance(number) - diameter / 2.0;
                assert!(free > layout.scaled(7.0), "{king} {bottom:?}: {free}");
            }
        }
    }

    #[test]
    fn a_dragged_piece_is_drawn_last_and_its_square_shows_it_faint() {
        let hand = pos2(300.0, 300.0);
        let model = BoardModel { dragged: Some((at("a0"), hand)), ..rooks() };
        let (layout, scene) = show(&model, Color::Red);
        let placed: Vec<(Point, bool, f32)> = scene
            .shapes
            .iter()
            .filter_map(|shape| {
                let Shape::Disc { center, lifted, alpha, .. } = shape else { return None };
                Some((*center, *lifted, *alpha))
            })
            .collect();
        let points = [layout.point(at("a0")), layout.point(at("a9")), hand];
        assert_eq!(placed, [(points[0], false, 0.35), (points[1], false, 1.0), (points[2], true, 1.0)]);
    }

    #[test]
    fn the_target_of_a_dragged_piece_is_marked_around_it() {
        let target = at("e2");
        let still = BoardModel { quiet: vec![target], hovered: Some(target), ..rooks() };
        let dragged = BoardModel { dragged: Some((at("a0"), pos2(1.0, 1.0))), ..still.clone() };
        for (model, count) in [(still, 0), (dragged, 1)] {
            let (layout, scene) = show(&model, Color::Red);
            let is_around = |shape: &&Shape| {
                let Shape::Ring { center, diameter, .. } = shape else { return false };
                *center == layout.point(target) && *diameter > layout.disc()
            };
            assert_eq!(scene.shapes.iter().filter(is_around).count(), count);
        }
    }

    #[test]
    fn without_motion_a_piece_is_where_it_goes_at_once() {
        let mut model = rooks();
        model.motions = vec![Motion::Glide {
            piece: Piece::new(Color::Black, PieceKind::Rook),
            path: vec![at("a0"), at("a9")],
            dropped_at: None,
            progress: 0.1,
            under: None,
        }];
        let (layout, moving) = show(&model, Color::Red);
        let theme = Theme { reduces_motion: true, ..Theme::of(Appearance::Light) };
        let still = scene(&model, &layout, &theme);
        model.motions.clear();
        assert_eq!(still, scene(&model, &layout, &theme));
        assert_ne!(still.shapes, moving.shapes);
    }

    #[test]
    fn a_gliding_piece_covers_the_piece_that_it_captures() {
        let mut model = rooks();
        model.pieces.retain(|(square, _)| *square == at("a9"));
        let glide = |progress| Motion::Glide {
            piece: Piece::new(Color::Black, PieceKind::Rook),
            path: vec![at("a0"), at("a9")],
            dropped_at: None,
            progress,
            under: Some(Piece::new(Color::Red, PieceKind::Rook)),
        };
        for (progress, y) in [(0.0, 0.0), (1.0, 1.0)] {
            model.motions = vec![glide(progress)];
            let (layout, scene) = show(&model, Color::Red);
            let (from, to) = (layout.point(at("a0")), layout.point(at("a9")));
            let [Shape::Disc { center: under, .. }, Shape::Disc { center, .. }] = &scene.shapes[..] else {
                panic!("two discs: {:?}", scene.shapes);
            };
            assert_eq!((*under, *center), (to, from + (to - from) * y));
        }
    }
}
