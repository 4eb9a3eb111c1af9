//! The board of any game as a [`Scene`]: what lies on it, in which order it is drawn, and what marks it.
//!
//! The model holds the selection, the legal moves and the motions; a [`BoardStyle`] knows where a place is and
//! how a piece and a mark look. This file only draws them.

use super::animation::{Motion, ease_out};
use super::board_marks::{GHOST_ALPHA, PREMOVE_ALPHA, arrow};
use super::scene::{Lift, Place, Point, Rect, Scene, Shape, Target};
use super::theme::Theme;
use ecolor::Color32;

/// The contents of a board with places of type `P` and pieces with the appearance `F`.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardModel<P, F> {
    /// The pieces, each on the place where it is or will arrive.
    pub pieces: Vec<(P, F)>,
    /// The place of the selected piece.
    pub selected: Option<P>,
    /// The empty places to which it may move.
    pub quiet: Vec<P>,
    /// The places on which it may capture, or attack.
    pub captures: Vec<P>,
    /// The places passed by the last move, both ends included.
    pub last: Vec<P>,
    /// The places that the selected piece would pass on its way to the hovered one.
    pub path: Vec<P>,
    /// The place of the general in check.
    pub check: Option<P>,
    /// The place of the dragged piece, and where the pointer is.
    pub dragged: Option<(P, Point)>,
    /// The pieces in motion.
    pub motions: Vec<Motion<P, F>>,
    /// The place under the pointer, if the selected piece may go there.
    pub hovered: Option<P>,
    /// The place of the piece that the user is about to mark.
    pub marking: Option<P>,
    /// The places whose pieces are drawn faint, because they cannot be selected now.
    pub faint: Vec<P>,
    /// The moves that a ruling on a repetition is founded on.
    pub repeated: Vec<(P, P)>,
    /// The pieces that are chased in it.
    pub chased: Vec<P>,
    /// The move that is made as soon as it is legal.
    pub premove: Option<(P, P)>,
}

// a derived impl would require `P: Default` and `F: Default`
impl<P, F> Default for BoardModel<P, F> {
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            selected: None,
            quiet: Vec::new(),
            captures: Vec::new(),
            last: Vec::new(),
            path: Vec::new(),
            check: None,
            dragged: None,
            motions: Vec::new(),
            hovered: None,
            marking: None,
            faint: Vec::new(),
            repeated: Vec::new(),
            chased: Vec::new(),
            premove: None,
        }
    }
}

/// Why a place is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The last move ended here: the light below its piece.
    Light,
    /// The last move began here.
    From,
    /// The last move ended here: the line around its piece.
    To,
    /// Its piece is selected.
    Selected,
    /// The dragged piece, which hides what marks the place, may be dropped here.
    Target,
    /// The selected piece may move here; whether the pointer is there.
    Quiet(bool),
    /// The selected piece may capture here; whether the pointer is there.
    Capture(bool),
    /// The user is about to mark its piece.
    Marking,
    /// Its piece is chased.
    Chased,
    /// Its piece is faint: the ground below it, without what the board says there, which would shine through.
    Ground,
}

/// Where the places of a game are, and how its pieces and marks look.
pub trait BoardStyle {
    /// A place of the board.
    type Place: Copy + PartialEq + Into<Place>;
    /// The appearance of a piece.
    type Face: Copy;

    /// The colours.
    fn theme(&self) -> &Theme;

    /// The wooden panel.
    fn panel(&self) -> Rect;

    /// What is drawn of an empty board.
    fn background(&self) -> Vec<Shape>;

    /// Every place, with the area in which the pointer hits it.
    fn areas(&self) -> Vec<(Self::Place, Rect)>;

    /// The middle of a place.
    fn point(&self, place: Self::Place) -> Point;

    /// Whether this place is on the part of the board that is shown.
    fn shows(&self, _place: Self::Place) -> bool {
        true
    }

    /// The diameter of a piece, for arrows.
    fn diameter(&self) -> f32;

    /// A piece.
    fn piece(&self, face: Self::Face, center: Point, lift: Lift, alpha: f32) -> Shape;

    /// The mark of a place.
    fn mark(&self, place: Self::Place, mark: Mark) -> Shape;

    /// The light of a check.
    fn check(&self, _place: Self::Place) -> Option<Shape> {
        None
    }

    /// The dots along a path, if it shows the way.
    fn dots(&self, _path: &[Self::Place], _color: Color32) -> Vec<Shape> {
        Vec::new()
    }

    /// The sign of a last move that comes from a part of the board that is not shown.
    fn outside(&self, _path: &[Self::Place]) -> Vec<Shape> {
        Vec::new()
    }

    /// The point after this share of a path.
    fn along(&self, path: &[Self::Place], part: f32) -> Point;

    /// What a battle shows, which a captured piece of other games does without.
    fn burst(&self, _motion: &Motion<Self::Place, Self::Face>) -> Vec<Shape> {
        Vec::new()
    }
}

/// The scene of a board.
#[must_use]
pub fn scene<S: BoardStyle>(model: &BoardModel<S::Place, S::Face>, style: &S) -> Scene {
    let draw = Draw { model, style };
    let mut shapes = Vec::with_capacity(128);
    draw.last_move(&mut shapes);
    shapes.extend(model.check.and_then(|place| style.check(place)));
    draw.pieces(&mut shapes);
    draw.repetition(&mut shapes);
    draw.premove(&mut shapes);
    draw.choice(&mut shapes);
    draw.moving(&mut shapes);
    let target = |(place, area): (S::Place, Rect)| Target { place: place.into(), area };
    Scene {
        background: style.background(),
        shapes,
        targets: style.areas().into_iter().map(target).collect(),
        panel: Some(style.panel()),
        enlarged_from: None,
        style: style.theme().pieces,
    }
}

/// How much the dots of a path, and the marks of a repetition, cover: the pieces below them stay readable.
const PATH_ALPHA: f32 = 0.9;
pub(super) const REPETITION_ALPHA: f32 = 0.6;

struct Draw<'a, S: BoardStyle> {
    model: &'a BoardModel<S::Place, S::Face>,
    style: &'a S,
}

impl<S: BoardStyle> Draw<'_, S> {
    fn last_move(&self, shapes: &mut Vec<Shape>) {
        let (style, last) = (self.style, &self.model.last);
        shapes.extend(style.dots(last, style.theme().board.marks.last.gamma_multiply(PATH_ALPHA)));
        shapes.extend(style.outside(last));
        let shown = |place: Option<&S::Place>| place.copied().filter(|place| style.shows(*place));
        let (from, to) = (shown(last.first()), shown(last.last()));
        shapes.extend(to.map(|to| style.mark(to, Mark::Light)));
        shapes.extend(from.map(|from| style.mark(from, Mark::From)));
        shapes.extend(to.map(|to| style.mark(to, Mark::To)));
    }

    fn pieces(&self, shapes: &mut Vec<Shape>) {
        let arriving = |place| {
            self.motions().any(|motion| match motion {
                Motion::Glide { path, .. } => path.last() == Some(&place),
                Motion::Burst { .. } => false,
            })
        };
        for &(place, face) in &self.model.pieces {
            if arriving(place) || !self.style.shows(place) {
                continue;
            }
            let alpha = if self.model.dragged.is_some_and(|(from, _)| from == place) {
                0.35
            } else if self.model.faint.contains(&place) {
                shapes.push(self.style.mark(place, Mark::Ground));
                0.55
            } else {
                1.0
            };
            shapes.push(self.style.piece(face, self.style.point(place), Lift::Lying, alpha));
        }
    }

    /// The appearance of the piece on this place.
    fn face(&self, place: S::Place) -> Option<S::Face> {
        self.model.pieces.iter().find(|(at, _)| *at == place).map(|(_, face)| *face)
    }

    fn arrow(&self, from: S::Place, to: S::Place, color: Color32) -> Shape {
        arrow(self.style.point(from), self.style.point(to), self.style.diameter(), color)
    }

    fn repetition(&self, shapes: &mut Vec<Shape>) {
        let color = self.style.theme().board.marks.check.gamma_multiply(REPETITION_ALPHA);
        shapes.extend(self.model.repeated.iter().map(|&(from, to)| self.arrow(from, to, color)));
        shapes.extend(self.model.chased.iter().map(|&place| self.style.mark(place, Mark::Chased)));
    }

    /// Draws the piece faintly where it will go, and an arrow to it.
    fn premove(&self, shapes: &mut Vec<Shape>) {
        let Some((from, to)) = self.model.premove else { return };
        if !self.style.shows(from) || !self.style.shows(to) {
            return;
        }
        let ghost = |face| self.style.piece(face, self.style.point(to), Lift::Lying, GHOST_ALPHA);
        shapes.extend(self.face(from).map(ghost));
        let color = self.style.theme().board.marks.target.gamma_multiply(PREMOVE_ALPHA);
        shapes.push(self.arrow(from, to, color));
    }

    fn choice(&self, shapes: &mut Vec<Shape>) {
        let (model, style) = (self.model, self.style);
        shapes.extend(style.dots(&model.path, style.theme().board.marks.target.gamma_multiply(PATH_ALPHA)));
        shapes.extend(model.selected.map(|place| style.mark(place, Mark::Selected)));
        shapes.extend(model.marking.map(|place| style.mark(place, Mark::Marking)));
        let target = model.hovered.filter(|place| {
            model.dragged.is_some() && (model.quiet.contains(place) || model.captures.contains(place))
        });
        shapes.extend(target.map(|place| style.mark(place, Mark::Target)));
        let marked = |places: &[S::Place], mark: fn(bool) -> Mark| {
            let shown = places.iter().filter(|place| style.shows(**place));
            shown.map(|&place| style.mark(place, mark(model.hovered == Some(place)))).collect::<Vec<_>>()
        };
        shapes.extend(marked(&model.quiet, Mark::Quiet));
        shapes.extend(marked(&model.captures, Mark::Capture));
    }

    fn moving(&self, shapes: &mut Vec<Shape>) {
        let style = self.style;
        for motion in self.motions() {
            let Motion::Glide { piece, path, dropped_at, progress, under } = motion else {
                shapes.extend(style.burst(motion));
                continue;
            };
            let Some(&last) = path.last() else { continue };
            let (to, part) = (style.point(last), ease_out(*progress));
            let under = under.filter(|_| style.shows(last));
            shapes.extend(under.map(|captured| style.piece(captured, to, Lift::Lying, 1.0)));
            let at = dropped_at.map_or_else(|| style.along(path, part), |from| from + (to - from) * part);
            // a piece may come from a part of the board that is not shown
            if dropped_at.is_some() || style.panel().contains(at) {
                shapes.push(style.piece(*piece, at, Lift::Air, 1.0));
            }
        }
        let dragged = self.model.dragged.and_then(|(from, hand)| Some((self.face(from)?, hand)));
        shapes.extend(dragged.map(|(face, hand)| style.piece(face, hand, Lift::Air, 1.0)));
    }

    /// The motions to draw: where the user wants no motion, only battles, so that a piece is where it goes.
    fn motions(&self) -> impl Iterator<Item = &Motion<S::Place, S::Face>> {
        self.model.motions.iter().filter(|motion| match motion {
            Motion::Glide { .. } => !self.style.theme().reduces_motion,
            Motion::Burst { .. } => true,
        })
    }
}
