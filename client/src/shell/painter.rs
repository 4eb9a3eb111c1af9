//! Draws a [`Scene`].
//!
//! The background is one texture and every other shape a small one, rendered from SVG at
//! the window's resolution. The background is rendered strip by strip, so that no frame takes long.

use super::canvas::{self, Canvas};
use super::machine::Instant;
use super::raster::{Drawing, Pixels, Rasterizer};
use super::svg;
use chuhe_model::drawing::scene::{Lift, Point, Rect, Scene, Shape};
use egui::{Color32, Vec2};
use macroquad::models::Mesh;
use macroquad::texture::{FilterMode, Texture2D};
use std::collections::HashMap;
use std::mem;
use std::time::Duration;

/// How long the old background is stretched while the window is being resized: rendering a new
/// one in every frame would be slow.
const RESIZE_DELAY: Duration = Duration::from_millis(120);
/// How long an update goes on rendering the pieces of a new board. The rest of them follow in the next frames: all of them
/// take a slow phone seconds, in which it would neither draw nor talk to the server.
const RENDERING: Duration = Duration::from_millis(40);
/// How long it goes on rendering strips of the board. A fast machine has all of them by then: meanwhile a new board is not
/// there, and another one is stretched.
const STRIPS: Duration = Duration::from_millis(200);
/// How many pictures of shapes there may be before those that a scene does not need are dropped.
const MOST_SPRITES: usize = 256;
/// The longest side of the picture of an enlarged board, in pixels: a larger one takes a phone a second, and 20 MB.
const MOST_PIXELS: f32 = 2_048.0;

/// The textures and meshes of the last scene.
///
/// The meshes of static shapes and of moving pieces are separate: in most frames that differ,
/// only the moving pieces change.
pub(super) struct Painter {
    raster: Rasterizer,
    scale: f32,
    background: Option<Background>,
    /// The next background, of which strips are missing.
    coming: Option<Coming>,
    /// The pictures of shapes by their SVG, with the number of the update that last used them.
    sprites: HashMap<String, (Sprite, u64)>,
    updates: u64,
    /// How far the last update came.
    progress: Progress,
    scene: Scene,
    static_meshes: Vec<Mesh>,
    moving_meshes: Vec<Mesh>,
}

/// A texture and its anchor.
struct Sprite {
    texture: Texture2D,
    anchor: Vec2,
    size: Vec2,
}

/// What a picture of a background shows.
struct Look {
    shapes: Vec<Shape>,
    /// The number of pixels per logical pixel of the window.
    window: f32,
    /// That of the picture, which is more while the board is enlarged.
    scale: f32,
}

/// The rendered background of a scene.
struct Background {
    look: Look,
    sprite: Sprite,
    /// When the scene's background first differed.
    stale_since: Option<Instant>,
}

/// A background that is being rendered.
struct Coming {
    look: Look,
    anchor: Vec2,
    drawing: Drawing,
}

/// How far an update has come with the shapes that it has to render.
struct Progress {
    begun: Instant,
    /// Whether the board is new: that it comes bit by bit is better than a pause. A board that changes would flicker.
    is_gradual: bool,
    has_rendered: bool,
    /// Whether shapes were left out, for the next update.
    is_partial: bool,
}

impl Painter {
    pub(super) fn new() -> Self {
        Self {
            raster: Rasterizer::new(),
            scale: 0.0,
            background: None,
            coming: None,
            sprites: HashMap::new(),
            updates: 0,
            progress: Progress::begin(false),
            scene: Scene::default(),
            static_meshes: Vec::new(),
            moving_meshes: Vec::new(),
        }
    }

    /// Renders the window's icon.
    pub(super) fn icon(&mut self, pixels: u32) -> Vec<u8> {
        let svg = svg::icon(pixels, &mut self.raster);
        self.raster.rasterize(&svg).rgba
    }

    /// Updates the meshes for `scene`; returns whether the static part looks different.
    ///
    /// `scale` is the number of pixels per logical pixel.
    pub(super) fn update(&mut self, scene: Scene, scale: f32) -> bool {
        let rescaled = self.scale != scale;
        if !rescaled && !self.is_unfinished() && self.scene == scene {
            return false;
        }
        let static_shapes = |scene: &Scene| -> Vec<Shape> {
            scene.shapes.iter().filter(|shape| !is_moving(shape)).cloned().collect()
        };
        let changed = rescaled
            || self.is_unfinished()
            || self.scene.background != scene.background
            || self.scene.style != scene.style
            || (self.scene.panel, self.scene.enlarged_from) != (scene.panel, scene.enlarged_from)
            || static_shapes(&self.scene) != static_shapes(&scene);
        self.scale = scale;
        let is_new =
            self.static_meshes.is_empty() || !is_same_board(&self.scene.background, &scene.background);
        self.progress = Progress::begin(is_new || self.progress.is_partial);
        self.updates += 1;
        let mut outdates = false;
        if changed {
            outdates = self.refresh_background(&scene) || self.sprites.len() > MOST_SPRITES;
            self.static_meshes = self.background_mesh(&scene).into_iter().collect();
        }
        // pieces without their board would be in the air
        let shows = self.coming.is_none() || !self.static_meshes.is_empty();
        let shapes = scene.shapes.iter().filter(|_| shows);
        if changed {
            let still = shapes.clone().filter(|shape| !is_moving(shape));
            let meshes: Vec<Mesh> = still.filter_map(|shape| self.mesh(shape, &scene)).collect();
            self.static_meshes.extend(meshes);
        }
        self.moving_meshes =
            shapes.filter(|shape| is_moving(shape)).filter_map(|shape| self.mesh(shape, &scene)).collect();
        if outdates && !self.progress.is_partial {
            let updates = self.updates;
            self.sprites.retain(|_, (_, used)| *used == updates);
        }
        self.scene = scene;
        changed
    }

    /// Draws the background and the static shapes.
    pub(super) fn paint_static(&self, canvas: &Canvas) {
        canvas.draw(self.static_meshes.iter());
    }

    /// Draws the moving pieces.
    pub(super) fn paint_moving(&self, canvas: &Canvas) {
        canvas.draw(self.moving_meshes.iter());
    }

    /// Whether the next frame must go on: shapes or strips are missing, or the background is stretched and soon rendered
    /// again.
    pub(super) fn is_unfinished(&self) -> bool {
        self.progress.is_partial
            || self.coming.is_some()
            || self.background.as_ref().is_some_and(|background| background.stale_since.is_some())
    }

    /// The picture of the board; `None` until there is one of this board.
    fn background_mesh(&self, scene: &Scene) -> Option<Mesh> {
        let shows = |it: &&Background| is_same_board(&it.look.shapes, &scene.background);
        let background = self.background.as_ref().filter(|_| !scene.background.is_empty()).filter(shows)?;
        let rect = background.place(scene);
        canvas::quad(rect, scene.enlarged_from, &background.sprite.texture, Color32::WHITE)
    }

    /// Renders strips of the background if it changed; returns whether it is new.
    fn refresh_background(&mut self, scene: &Scene) -> bool {
        let scale = picture_scale(scene, self.scale);
        if scene.background.is_empty()
            || self.background.as_ref().is_some_and(|it| it.look.is_of(scene, self.scale, scale))
        {
            self.abandon();
            return false;
        }
        if self.coming.as_ref().is_some_and(|it| !it.look.is_of(scene, self.scale, scale)) {
            // it changes again, so it may go on changing
            self.abandon();
        }
        if let Some(background) = &mut self.background {
            let look = &background.look;
            let resized = look.window == self.scale
                && is_same_board(&look.shapes, &scene.background)
                && (look.scale != scale
                    || board_rect(&look.shapes).map(|rect| rect.size())
                        != board_rect(&scene.background).map(|rect| rect.size()));
            let since = *background.stale_since.get_or_insert_with(Instant::now);
            if resized && since.elapsed() < RESIZE_DELAY {
                return false;
            }
        }
        self.render_strips(scene, scale)
    }

    /// Gives up a background of which strips are missing.
    #[inline(never)]
    fn abandon(&mut self) {
        self.coming = None;
        self.background.iter_mut().for_each(|it| it.stale_since = None);
    }

    /// Renders strips of the background for a while; returns whether the last one was among them.
    #[inline(never)]
    fn render_strips(&mut self, scene: &Scene, scale: f32) -> bool {
        let window = self.scale;
        let mut coming = self.coming.take().unwrap_or_else(|| {
            let picture = svg::background(&scene.background, scale);
            let look = Look { shapes: scene.background.clone(), window, scale };
            Coming { look, anchor: picture.anchor, drawing: self.raster.begin(&picture.svg) }
        });
        while self.progress.renders_strip() {
            let Some(pixels) = coming.drawing.go_on() else { continue };
            let sprite = Sprite::new(coming.anchor, &pixels);
            if scene.enlarged_from.is_some() {
                // its pixels need not be those of the window
                sprite.texture.set_filter(FilterMode::Linear);
            }
            self.background = Some(Background { look: coming.look, sprite, stale_since: None });
            return true;
        }
        self.coming = Some(coming);
        false
    }

    /// The mesh of a shape; `None` if it has none, or none yet.
    fn mesh(&mut self, shape: &Shape, scene: &Scene) -> Option<Mesh> {
        let (center, alpha) = placed(shape);
        let picture = svg::sprite(shape, self.scale, &scene.style, &mut self.raster)?;
        if !self.sprites.contains_key(&picture.svg) && !self.progress.renders_another() {
            return None;
        }
        let raster = &self.raster;
        let (sprite, used) = self.sprites.entry(picture.svg).or_insert_with_key(|svg| {
            let pixels = raster.rasterize(svg);
            (Sprite::new(picture.anchor, &pixels), 0)
        });
        *used = self.updates;
        let rect = sprite.at(center, self.scale);
        let tint = Color32::WHITE.gamma_multiply(alpha);
        canvas::quad(rect, scene.enlarged_from, &sprite.texture, tint)
    }
}

impl Progress {
    fn begin(is_gradual: bool) -> Self {
        Self { begun: Instant::now(), is_gradual, has_rendered: false, is_partial: false }
    }

    /// Whether the update renders another strip of the board: the first one always.
    fn renders_strip(&mut self) -> bool {
        !mem::replace(&mut self.has_rendered, true) || self.begun.elapsed() < STRIPS
    }

    /// Whether the update renders another shape: the first one always, so that each update brings the board forward.
    fn renders_another(&mut self) -> bool {
        let renders = !self.is_gradual || !self.has_rendered || self.begun.elapsed() < RENDERING;
        self.has_rendered = true;
        self.is_partial |= !renders;
        renders
    }
}

impl Look {
    /// Whether it is that of this scene.
    fn is_of(&self, scene: &Scene, window: f32, scale: f32) -> bool {
        self.window == window && self.scale == scale && self.shapes == scene.background
    }
}

impl Background {
    /// Returns where to draw the background: in place, or stretched over the new one or the enlarged board.
    fn place(&self, scene: &Scene) -> Rect {
        let rect = self.sprite.at(Point::ZERO, self.look.scale);
        let new = if scene.enlarged_from.is_some() { scene.panel } else { board_rect(&scene.background) };
        let is_stretched = self.stale_since.is_some() || scene.enlarged_from.is_some();
        match (board_rect(&self.look.shapes), new) {
            (Some(old), Some(new)) if is_stretched => {
                let ratio = new.size() / old.size();
                Rect::from_min_size(new.min + (rect.min - old.min) * ratio, rect.size() * ratio)
            }
            (Some(_) | None, _) => rect,
        }
    }
}

/// The number of pixels per logical pixel for the picture of the background: the larger the board, the more.
fn picture_scale(scene: &Scene, window: f32) -> f32 {
    let (Some(from), Some(panel)) = (scene.enlarged_from, scene.panel) else { return window };
    let most = (MOST_PIXELS / (from.size().max_elem() * window)).max(1.0);
    window * (panel.width() / from.width()).min(most)
}

impl Sprite {
    fn new(anchor: Vec2, pixels: &Pixels) -> Self {
        let texture = Texture2D::from_rgba8(pixels.width, pixels.height, &pixels.rgba);
        texture.set_filter(FilterMode::Nearest);
        Self { texture, anchor, size: egui::vec2(f32::from(pixels.width), f32::from(pixels.height)) }
    }

    /// Returns the logical rectangle with the anchor at `center`, aligned to pixels.
    fn at(&self, center: Point, scale: f32) -> Rect {
        let min = (center.to_vec2() * scale - self.anchor).round();
        Rect::from_min_size((min / scale).to_pos2(), self.size / scale)
    }
}

fn board_rect(shapes: &[Shape]) -> Option<Rect> {
    shapes.iter().find_map(|shape| if let Shape::Panel { rect, .. } = shape { Some(*rect) } else { None })
}

/// Whether these are two sizes of one board. The picture of another board would show lines that its pieces are not on.
fn is_same_board(one: &[Shape], other: &[Shape]) -> bool {
    let kinds = |shapes: &[Shape]| shapes.iter().map(mem::discriminant).collect::<Vec<_>>();
    kinds(one) == kinds(other)
}

/// Whether a shape changes with every frame, like a piece in motion.
fn is_moving(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Disc { lifted: true, .. }
            | Shape::Tile { lift: Lift::Air | Lift::Leaving, .. }
            | Shape::Burst { .. }
            | Shape::Outcome { .. }
    )
}

/// Returns the center and the opacity of a shape.
pub(super) fn placed(shape: &Shape) -> (Point, f32) {
    match shape {
        Shape::Disc { center, alpha, .. } | Shape::Tile { center, alpha, .. } => (*center, *alpha),
        Shape::Ring { center, .. }
        | Shape::BrokenRing { center, .. }
        | Shape::Dot { center, .. }
        | Shape::Glow { center, .. }
        | Shape::Burst { center, .. }
        | Shape::Outcome { center, .. }
        | Shape::Text { center, .. } => (*center, 1.0),
        Shape::Outline { rect, .. }
        | Shape::BrokenOutline { rect, .. }
        | Shape::Wash { rect, .. }
        | Shape::Panel { rect, .. } => (rect.center(), 1.0),
        Shape::Line { from, .. } => (*from, 1.0),
        Shape::Polyline { points, .. } | Shape::Rail { points, .. } | Shape::Area { points, .. } => {
            (points.first().copied().unwrap_or(Point::ZERO), 1.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_app::testing::World;
    use chuhe_app::testing::luzhanqi::FullGame;
    use chuhe_model::drawing::scene::Size;
    use chuhe_rules::Color;
    use chuhe_rules::luzhanqi::BoardKind;

    #[test]
    fn the_picture_of_one_board_is_never_stretched_over_another() {
        let shown = |world: &World, window: Size| world.app.view(window, world.now).background;
        let worlds = [
            World::at_board(Color::Red),
            FullGame::begun(Color::Red, BoardKind::Classic).world,
            FullGame::begun(Color::Red, BoardKind::Cross).world,
        ];
        let sizes = [Size::new(1_280.0, 780.0), Size::new(1_000.0, 700.0)];
        for (one, world) in worlds.iter().enumerate() {
            for (other, second) in worlds.iter().enumerate() {
                let [before, after] = [shown(world, sizes[0]), shown(second, sizes[1])];
                assert_eq!(is_same_board(&before, &after), one == other, "{one} {other}");
            }
        }
    }

    #[test]
    fn an_update_that_takes_long_leaves_strips_of_any_board_to_the_next_one_but_renders_one() {
        let long_ago = Instant::now().checked_sub(STRIPS).expect("the machine runs for longer");
        for is_gradual in [false, true] {
            let mut slow = Progress { begun: long_ago, ..Progress::begin(is_gradual) };
            assert!(slow.renders_strip(), "the first strip");
            assert!(!slow.renders_strip() && !slow.is_partial, "the old board stays until then");
        }
        let mut quick = Progress::begin(true);
        assert!(quick.renders_strip() && quick.renders_strip());
    }

    #[test]
    fn an_update_that_takes_long_leaves_shapes_to_the_next_one_but_renders_at_least_one() {
        let mut quick = Progress::begin(true);
        assert!(quick.renders_another() && !quick.is_partial);
        let long_ago = Instant::now().checked_sub(RENDERING).expect("the machine runs for longer");
        let mut slow = Progress { begun: long_ago, ..Progress::begin(true) };
        assert!(slow.renders_another(), "the first shape");
        assert!(!slow.is_partial);
        assert!(!slow.renders_another());
        assert!(slow.is_partial, "the next update goes on");
        let mut changing = Progress { begun: long_ago, ..Progress::begin(false) };
        assert!(
            changing.renders_another() && changing.renders_another() && !changing.is_partial,
            "no flicker"
        );
    }
}
