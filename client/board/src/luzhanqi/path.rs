//! The line on which a piece moves over the stations that it passes: straight, and along the bends.

use super::empty_board::bend;
use super::layout::Layout;
use crate::drawing::scene::Point;
use chuhe_rules::luzhanqi::{Link, LinkKind, Station};

/// The number of straight segments that draw a bend.
const BEND_PIECES: u8 = 8;

/// The points of the line through these stations.
#[must_use]
pub fn line(layout: &Layout, stations: &[Station]) -> Vec<Point> {
    let mut points: Vec<Point> = stations.first().map(|&first| layout.point(first)).into_iter().collect();
    for pair in stations.windows(2) {
        let (from, to) = (layout.point(pair[0]), layout.point(pair[1]));
        match curve(layout, pair[0], pair[1]) {
            Some(link) => {
                let pull = bend(layout, link);
                points.extend((1..=BEND_PIECES).map(|piece| {
                    let part = f32::from(piece) / f32::from(BEND_PIECES);
                    let (first, second) = (from.lerp(pull, part), pull.lerp(to, part));
                    first.lerp(second, part)
                }));
            }
            None => points.push(to),
        }
    }
    points
}

/// The bend that joins two stations, if there is one.
fn curve(layout: &Layout, a: Station, b: Station) -> Option<Link> {
    let wanted = Link { a: a.min(b), b: a.max(b), kind: LinkKind::Curve };
    layout.kind.board().links().binary_search(&wanted).ok().map(|_| wanted)
}

/// The length of a line, in pixels.
#[must_use]
pub fn length(line: &[Point]) -> f32 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// The point after this share of the line's length; the origin for a line without points.
#[must_use]
pub fn along(line: &[Point], part: f32) -> Point {
    let mut left = length(line) * part.clamp(0.0, 1.0);
    for pair in line.windows(2) {
        let step = pair[0].distance(pair[1]);
        if left <= step && step > 0.0 {
            return pair[0].lerp(pair[1], left / step);
        }
        left -= step;
    }
    line.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::scene::Rect;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;
    use emath::{pos2, vec2};

    fn layout() -> Layout {
        Layout::fit(Rect::from_min_size(pos2(0.0, 0.0), vec2(776.0, 710.0)), BoardKind::Cross, Color::Red)
    }

    fn at(name: &str) -> Station {
        name.parse().unwrap()
    }

    #[test]
    fn a_bend_has_more_points_than_a_straight_path() {
        let layout = layout();
        assert_eq!(line(&layout, &[at("s51"), at("s41"), at("s31")]).len(), 3);
        let bent = line(&layout, &[at("s21"), at("s11"), at("w15")]);
        assert_eq!(bent.len(), 2 + usize::from(BEND_PIECES));
        assert_eq!((bent[0], bent.last()), (layout.point(at("s21")), Some(&layout.point(at("w15")))));
    }

    #[test]
    fn shares_of_a_line_are_measured_by_its_length() {
        let line = [pos2(0.0, 0.0), pos2(10.0, 0.0), pos2(10.0, 30.0)];
        assert_eq!(length(&line), 40.0);
        assert_eq!(along(&line, 0.5), pos2(10.0, 10.0));
        assert_eq!((along(&line, 0.0), along(&line, 1.0), along(&line, 7.0)), (line[0], line[2], line[2]));
        assert_eq!(along(&[], 0.5), Point::ZERO);
    }
}
