//! The board as plain data: shapes in drawing order and the targets of the pointer, in logical pixels
//! from the window's top left corner.
//!
//! `shell::painter` draws it without any rule of a game.

use chuhe_rules::luzhanqi::{self, Station, Strength};
use chuhe_rules::xiangqi::{Piece, Square};
use egui::Color32;
use std::fmt;

/// A point of the window, in logical pixels.
pub type Point = egui::Pos2;
/// A width and a height, in logical pixels.
pub type Size = egui::Vec2;
/// A rectangle of the window, in logical pixels.
pub type Rect = egui::Rect;

/// An event of the pointer (mouse or finger) over the board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pointer {
    /// It moved, with or without the button down.
    Moved(Point),
    /// The main button went down.
    Pressed(Point),
    /// The main button came up.
    Released(Point),
    /// Another button went down, which cancels a drag.
    Secondary(Point),
    /// It left the window, which cancels a drag.
    Cancelled,
}

/// A place on the board of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square of xiangqi.
    Square(Square),
    /// A station of luzhanqi.
    Station(Station),
}

impl Place {
    /// The square, if the place is one.
    #[must_use]
    pub const fn square(self) -> Option<Square> {
        let Self::Square(square) = self else { return None };
        Some(square)
    }

    /// The station, if the place is one.
    #[must_use]
    pub const fn station(self) -> Option<Station> {
        let Self::Station(station) = self else { return None };
        Some(station)
    }
}

impl From<Square> for Place {
    fn from(square: Square) -> Self {
        Self::Square(square)
    }
}

impl From<Station> for Place {
    fn from(station: Station) -> Self {
        Self::Station(station)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Square(square) => square.fmt(f),
            Self::Station(station) => station.fmt(f),
        }
    }
}

/// The visible face of a luzhanqi tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileFace {
    /// The front with its name.
    Up(luzhanqi::Piece),
    /// The back, with the user's mark.
    Down {
        /// The side that it belongs to.
        color: chuhe_rules::Color,
        /// The strength that the user takes it for.
        mark: Option<Strength>,
    },
}

/// The height at which a tile is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lift {
    /// On the board.
    Lying,
    /// On the board, while it is removed.
    Leaving,
    /// In the air.
    Air,
}

/// The typeface of a text on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The brush-like face of the river and of red's numerals.
    Brush,
    /// The plain face of black's digits.
    Plain,
}

/// The number of steps in which a burst goes out.
pub const BURST_STEPS: u8 = 12;

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The wooden panel the board is drawn on, with its shadow.
    Wood {
        /// The panel.
        rect: Rect,
        /// Of its corners.
        radius: f32,
        /// At its top left and its bottom right corner.
        colors: [Color32; 2],
        /// Of its edge.
        edge: Color32,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: Point,
        /// Where it ends.
        to: Point,
        /// How thick it is.
        width: f32,
        /// What colour it has.
        color: Color32,
    },
    /// A line through several points, with mitred corners.
    Polyline {
        /// The points.
        points: Vec<Point>,
        /// How thick it is.
        width: f32,
        /// What colour it has.
        color: Color32,
    },
    /// A short text, centred.
    Text {
        /// The middle of the text, both ways.
        center: Point,
        /// What it says; only characters that the board's fonts hold.
        text: String,
        /// The size of the letters.
        size: f32,
        /// What it is set in.
        face: Face,
        /// What colour it has.
        color: Color32,
    },
    /// The outline of a rectangle, drawn inwards from its edge.
    Outline {
        /// The rectangle.
        rect: Rect,
        /// Of its corners.
        radius: f32,
        /// How thick the line is.
        width: f32,
        /// What colour it has.
        color: Color32,
    },
    /// The outline of a rectangle in dashes, drawn inwards from its edge, round a tile that can be
    /// attacked.
    BrokenOutline {
        /// The rectangle.
        rect: Rect,
        /// Of its corners.
        radius: f32,
        /// How thick the line is.
        width: f32,
        /// What colour it has.
        color: Color32,
    },
    /// A rectangle filled with a colour that lets the wood show.
    Wash {
        /// The rectangle.
        rect: Rect,
        /// Of its corners.
        radius: f32,
        /// What colour it has.
        color: Color32,
    },
    /// A light round a point, fading outwards.
    Glow {
        /// The middle.
        center: Point,
        /// Where it has faded to nothing.
        diameter: f32,
        /// What colour it has in the middle.
        color: Color32,
    },
    /// A piece.
    Disc {
        /// Which one.
        piece: Piece,
        /// Its middle.
        center: Point,
        /// Of the disc, without its shadow.
        diameter: f32,
        /// Whether it is in the air: larger and with a deeper shadow.
        lifted: bool,
        /// 1 for a piece, less for the place it was taken from.
        alpha: f32,
    },
    /// A tile of luzhanqi.
    Tile {
        /// What is seen of it.
        face: TileFace,
        /// Its middle.
        center: Point,
        /// Of the tile, without its shadow.
        size: Size,
        /// How it lies.
        lift: Lift,
        /// 1 for a tile, less for the place it was taken from.
        alpha: f32,
    },
    /// The light of a battle, widening as it goes out.
    Burst {
        /// The middle.
        center: Point,
        /// When it is widest.
        diameter: f32,
        /// How far it has come, 0 to [`BURST_STEPS`].
        step: u8,
    },
    /// A railway, dark with light sleepers: through the points, or bent from the first past the
    /// second to the third.
    Rail {
        /// The points.
        points: Vec<Point>,
        /// Whether it is bent.
        bent: bool,
        /// How thick it is.
        width: f32,
        /// The colours of its edges and of the gaps between the sleepers.
        colors: [Color32; 2],
    },
    /// An area within straight edges.
    Area {
        /// Its corners.
        points: Vec<Point>,
        /// What colour it has.
        color: Color32,
    },
    /// A ring round a piece.
    Ring {
        /// The middle.
        center: Point,
        /// To the middle of the line.
        diameter: f32,
        /// How thick the line is.
        width: f32,
        /// What colour it has.
        color: Color32,
    },
    /// A ring in four arcs, round a piece that can be taken.
    BrokenRing {
        /// The middle.
        center: Point,
        /// To the middle of the line.
        diameter: f32,
        /// How thick the line is.
        width: f32,
        /// What colour it has.
        color: Color32,
    },
    /// A dot on an empty point.
    Dot {
        /// The middle.
        center: Point,
        /// Of the dot.
        diameter: f32,
        /// What colour it has.
        color: Color32,
    },
}

/// A place that the pointer can hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The place.
    pub place: Place,
    /// Where it is; the areas of one scene do not overlap.
    pub area: Rect,
}

/// The shapes of a board and the targets of the pointer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The shapes that change only with the window: the wood, the lines, the numerals. They are drawn
    /// first, as one picture.
    pub background: Vec<Shape>,
    /// The other shapes, in drawing order.
    pub shapes: Vec<Shape>,
    /// The targets of the pointer.
    pub targets: Vec<Target>,
    /// The panel of the board, empty when there is none.
    pub panel: Option<Rect>,
}

impl Scene {
    /// The place under this point, if any.
    #[must_use]
    pub fn target_at(&self, point: Point) -> Option<Place> {
        self.targets.iter().find(|target| target.area.contains(point)).map(|target| target.place)
    }

    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.background.is_empty() && self.shapes.is_empty()
    }
}
