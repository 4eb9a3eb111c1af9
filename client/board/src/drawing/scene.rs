//! The board as plain data: shapes in drawing order and the targets of the pointer, in logical pixels
//! from the window's top left corner.
//!
//! `shell::painter` draws it without any rule of a game.

use super::theme::{PieceStyle, Texture};
use crate::lang::Lang;
use chuhe_rules::GameMove;
use chuhe_rules::luzhanqi::{self, Station, Strength};
use chuhe_rules::xiangqi::{self, Piece, Square};
use ecolor::Color32;
use std::fmt;

/// A point of the window, in logical pixels.
pub type Point = emath::Pos2;
/// A width and a height, in logical pixels.
pub type Size = emath::Vec2;
/// A rectangle of the window, in logical pixels.
pub type Rect = emath::Rect;

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
    /// Another button came up.
    SecondaryReleased {
        /// Where the pointer was.
        at: Point,
        /// The keys that were held.
        modifiers: Modifiers,
    },
    /// It left the window, which cancels a drag.
    Cancelled,
    /// These keys are held from now on.
    Modifiers(Modifiers),
    /// The events from now on are those of this device.
    By(Device),
    /// A finger tapped the same place twice.
    DoubleTapped(Point),
    /// Two fingers moved.
    Pinched {
        /// The middle between them now.
        at: Point,
        /// How far the middle moved.
        by: Size,
        /// How much farther apart they are.
        factor: f32,
    },
}

/// The keys that are held while the pointer acts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    /// Alt.
    pub alt: bool,
    /// Ctrl.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
}

impl Modifiers {
    /// No key.
    pub const NONE: Self = Self { alt: false, ctrl: false, shift: false };
    /// Alt alone.
    pub const ALT: Self = Self { alt: true, ..Self::NONE };
    /// Shift alone.
    pub const SHIFT: Self = Self { shift: true, ..Self::NONE };
}

/// What moves the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// A mouse or a touch pad.
    Mouse,
    /// A finger. It hides what is below it, so a dragged piece is above it.
    Finger,
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

    /// The move from this place to another of the same board.
    #[must_use]
    pub const fn move_to(self, to: Self) -> Option<GameMove> {
        match (self, to) {
            (Self::Square(from), Self::Square(to)) => Some(GameMove::Xiangqi(xiangqi::Move::new(from, to))),
            (Self::Station(from), Self::Station(to)) => {
                Some(GameMove::Luzhanqi(luzhanqi::Move::new(from, to)))
            }
            (Self::Square(_), Self::Station(_)) | (Self::Station(_), Self::Square(_)) => None,
        }
    }

    /// Where a move begins and ends.
    #[must_use]
    pub const fn of_move(mv: GameMove) -> [Self; 2] {
        match mv {
            GameMove::Xiangqi(mv) => [Self::Square(mv.from), Self::Square(mv.to)],
            GameMove::Luzhanqi(mv) => [Self::Station(mv.from), Self::Station(mv.to)],
        }
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
        /// The user's guess at its strength.
        mark: Option<Strength>,
    },
    /// The back of a piece that the user did not mark, with what its history says about it.
    Ranged {
        /// The side that it belongs to.
        color: chuhe_rules::Color,
        /// The strengths that it can still have.
        range: TileRange,
    },
}

/// The strengths that a hidden piece can have, in short.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileRange {
    /// Neither a mine nor the flag: it moved.
    Movable,
    /// This strength or a higher one.
    AtLeast(Strength),
    /// This strength or a lower one.
    AtMost(Strength),
    /// From the first, higher strength to the second.
    Between(Strength, Strength),
    /// This strength.
    Only(Strength),
}

/// The height at which a tile is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lift {
    /// On the board.
    Lying,
    /// On the board, being removed.
    Leaving,
    /// Raised, while it is dragged.
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

/// The number of steps in which a burst fades.
pub const BURST_STEPS: u8 = 12;

/// How much of the board a veil covers.
const VEIL: f32 = 0.5;

/// What a mark says about a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BattleMark {
    /// The piece below it falls: ✕.
    Falls,
    /// Both pieces fall: ＝.
    BothFall,
}

/// One thing to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// The panel the board is drawn on, with its shadow.
    Panel {
        /// The panel.
        rect: Rect,
        /// The radius of the corners.
        radius: f32,
        /// The colours at the top left and bottom right corners.
        colors: [Color32; 2],
        /// The colour of the edge.
        edge: Color32,
        /// What covers it.
        texture: Texture,
    },
    /// A straight line.
    Line {
        /// The start.
        from: Point,
        /// The end.
        to: Point,
        /// The width of the line.
        width: f32,
        /// The colour.
        color: Color32,
    },
    /// A line through several points, with mitred corners.
    Polyline {
        /// The points.
        points: Vec<Point>,
        /// The width of the line.
        width: f32,
        /// The colour.
        color: Color32,
    },
    /// A short text, centred.
    Text {
        /// The centre of the text.
        center: Point,
        /// The text; only characters that the board's fonts have.
        text: String,
        /// The size of the letters.
        size: f32,
        /// The most width of the text: where it needs more, the letters are smaller.
        room: f32,
        /// The typeface.
        face: Face,
        /// The colour.
        color: Color32,
    },
    /// The outline of a rectangle, drawn inwards from its edge.
    Outline {
        /// The rectangle.
        rect: Rect,
        /// The radius of the corners.
        radius: f32,
        /// The width of the line.
        width: f32,
        /// The colour.
        color: Color32,
    },
    /// The dashed outline of a tile that can be attacked, drawn inwards from its edge.
    BrokenOutline {
        /// The rectangle.
        rect: Rect,
        /// The radius of the corners.
        radius: f32,
        /// The width of the line.
        width: f32,
        /// The colour.
        color: Color32,
    },
    /// A rectangle filled with a colour that lets the wood show.
    Wash {
        /// The rectangle.
        rect: Rect,
        /// The radius of the corners.
        radius: f32,
        /// The colour.
        color: Color32,
    },
    /// A light around a point, fading outwards.
    Glow {
        /// The centre.
        center: Point,
        /// The diameter at which the light ends.
        diameter: f32,
        /// The colour at the centre.
        color: Color32,
    },
    /// A piece.
    Disc {
        /// The piece.
        piece: Piece,
        /// The centre.
        center: Point,
        /// The diameter of the disc, without its shadow.
        diameter: f32,
        /// Whether the piece is dragged: it is larger, with a deeper shadow.
        lifted: bool,
        /// The opacity: 1 for a piece, less where a dragged piece came from.
        alpha: f32,
    },
    /// A tile of luzhanqi.
    Tile {
        /// The visible face.
        face: TileFace,
        /// The centre.
        center: Point,
        /// The size of the tile, without its shadow.
        size: Size,
        /// The height above the board.
        lift: Lift,
        /// The opacity: 1 for a tile, less where a dragged tile came from.
        alpha: f32,
        /// The language of the name; `None` for the Chinese characters of the game.
        names: Option<Lang>,
    },
    /// The light of a battle, which widens as it fades.
    Burst {
        /// The centre.
        center: Point,
        /// The greatest diameter.
        diameter: f32,
        /// The progress, 0 to [`BURST_STEPS`].
        step: u8,
    },
    /// What is known of the outcome of a battle.
    Outcome {
        /// The centre.
        center: Point,
        /// The diameter.
        diameter: f32,
        /// The outcome.
        mark: BattleMark,
    },
    /// A railway, dark with light sleepers.
    Rail {
        /// The points that it passes, or the start, the control point and the end of a bend.
        points: Vec<Point>,
        /// Whether it is a bend.
        bent: bool,
        /// The width of the line.
        width: f32,
        /// The colours of the edges and of the gaps between the sleepers.
        colors: [Color32; 2],
    },
    /// A filled polygon.
    Area {
        /// The corners.
        points: Vec<Point>,
        /// The colour.
        color: Color32,
    },
    /// A ring around a piece.
    Ring {
        /// The centre.
        center: Point,
        /// The diameter, measured to the middle of the line.
        diameter: f32,
        /// The width of the line.
        width: f32,
        /// The colour.
        color: Color32,
    },
    /// A ring of four arcs, around a piece that can be captured.
    BrokenRing {
        /// The centre.
        center: Point,
        /// The diameter, measured to the middle of the line.
        diameter: f32,
        /// The width of the line.
        width: f32,
        /// The colour.
        color: Color32,
    },
    /// A dot on an empty point.
    Dot {
        /// The centre.
        center: Point,
        /// The diameter.
        diameter: f32,
        /// The colour.
        color: Color32,
    },
}

/// A place that the pointer can hit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// The place.
    pub place: Place,
    /// The area that it covers. The areas of a scene do not overlap.
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
    /// Where the panel is while it is not enlarged. The background shows it there, and is stretched; all that
    /// is beyond it is cut off. `None` if the board is not enlarged.
    pub enlarged_from: Option<Rect>,
    /// How the pieces look.
    pub style: PieceStyle,
}

impl Scene {
    /// The place under this point, if any.
    #[must_use]
    pub fn target_at(&self, point: Point) -> Option<Place> {
        self.targets.iter().find(|target| target.area.contains(point)).map(|target| target.place)
    }

    /// Lays a veil of the colour of the window over the board.
    pub fn grey(&mut self, window: Color32) {
        if let Some(rect) = self.panel {
            self.shapes.push(Shape::Wash { rect, radius: 0.0, color: window.gamma_multiply(VEIL) });
        }
    }

    /// Shows the names on all tiles in this language.
    pub fn name_tiles(&mut self, lang: Lang) {
        for shape in &mut self.shapes {
            if let Shape::Tile { names, .. } = shape {
                *names = Some(lang);
            }
        }
    }

    /// Writes `new` in plain letters wherever the background has the text `old`.
    pub fn rename(&mut self, old: &str, new: &str) {
        for shape in &mut self.background {
            if let Shape::Text { text, face, .. } = shape
                && text == old
            {
                new.clone_into(text);
                *face = Face::Plain;
            }
        }
    }

    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.background.is_empty() && self.shapes.is_empty()
    }
}
