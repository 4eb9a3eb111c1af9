//! Draws a [`Scene`]: the ground as one texture, every other shape as a small
//! texture of its own, both made from SVG at the window's own resolution.

use super::canvas::{self, Canvas};
use super::raster::{Pixels, Rasterizer};
use super::svg::{self, Picture};
use crate::core::scene::{Lift, Point, Rect, Scene, Shape};
use egui::{Color32, Vec2};
use macroquad::models::Mesh;
use macroquad::texture::{FilterMode, Texture2D};
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// While a window is being resized, the old picture of the ground is stretched for this long
/// rather than a new one made each frame.
const SETTLE: Duration = Duration::from_millis(120);

/// Keeps the textures and the meshes of the last scene: of what lies on the board, and of the
/// pieces in the air above it, which alone change on most frames that differ.
pub(super) struct Painter {
    raster: Rasterizer,
    scale: f32,
    ground: Option<Ground>,
    sprites: HashMap<String, Sprite>,
    scene: Scene,
    lying: Vec<Mesh>,
    flying: Vec<Mesh>,
}

/// A picture on the graphics card.
struct Sprite {
    texture: Texture2D,
    anchor: Vec2,
    size: Vec2,
}

struct Ground {
    /// What it is a picture of.
    shapes: Vec<Shape>,
    sprite: Sprite,
    /// Since when the scene's ground is another one.
    stale_since: Option<Instant>,
}

impl Painter {
    pub(super) fn new() -> Self {
        Self {
            raster: Rasterizer::new(),
            scale: 0.0,
            ground: None,
            sprites: HashMap::new(),
            scene: Scene::default(),
            lying: Vec::new(),
            flying: Vec::new(),
        }
    }

    /// The icon of the window.
    pub(super) fn icon(&mut self, pixels: u32) -> Vec<u8> {
        let svg = svg::icon(pixels, &mut self.raster);
        self.raster.rasterize(&svg).rgba
    }

    /// Takes over `scene`, in a window with `scale` pixels to a logical one. Says whether what
    /// lies on the board looks different from the last time.
    pub(super) fn update(&mut self, scene: Scene, scale: f32) -> bool {
        let rescaled = self.scale != scale;
        if !rescaled && !self.is_settling() && self.scene == scene {
            return false;
        }
        let lying = |scene: &Scene| -> Vec<Shape> {
            scene.shapes.iter().filter(|shape| !is_lifted(shape)).cloned().collect()
        };
        let changed = rescaled
            || self.is_settling()
            || self.scene.ground != scene.ground
            || lying(&self.scene) != lying(&scene);
        self.scale = scale;
        if changed {
            if self.refresh_ground(&scene, rescaled) {
                self.sprites.clear();
            }
            self.lying = self.ground_mesh(&scene).into_iter().collect();
            let meshes: Vec<Mesh> = scene
                .shapes
                .iter()
                .filter(|shape| !is_lifted(shape))
                .filter_map(|shape| self.mesh(shape))
                .collect();
            self.lying.extend(meshes);
        }
        self.flying = scene
            .shapes
            .iter()
            .filter(|shape| is_lifted(shape))
            .filter_map(|shape| self.mesh(shape))
            .collect();
        self.scene = scene;
        changed
    }

    /// Draws what lies on the board.
    pub(super) fn paint_lying(&self, canvas: &Canvas) {
        canvas.draw(self.lying.iter());
    }

    /// Draws the pieces in the air.
    pub(super) fn paint_flying(&self, canvas: &Canvas) {
        canvas.draw(self.flying.iter());
    }

    /// Whether a picture is still being stretched, and will soon be made anew.
    pub(super) fn is_settling(&self) -> bool {
        self.ground.as_ref().is_some_and(|ground| ground.stale_since.is_some())
    }

    fn ground_mesh(&self, scene: &Scene) -> Option<Mesh> {
        let ground = self.ground.as_ref().filter(|_| !scene.ground.is_empty())?;
        let rect = ground.place(scene, self.scale);
        Some(canvas::quad(rect, &ground.sprite.texture, Color32::WHITE))
    }

    /// Makes the picture of the ground anew when it has to be. Says whether it did.
    fn refresh_ground(&mut self, scene: &Scene, rescaled: bool) -> bool {
        if scene.ground.is_empty() {
            return false;
        }
        if let (Some(ground), false) = (&mut self.ground, rescaled) {
            if ground.shapes == scene.ground {
                ground.stale_since = None;
                return false;
            }
            let resized =
                wood(&ground.shapes).map(|rect| rect.size()) != wood(&scene.ground).map(|rect| rect.size());
            let since = *ground.stale_since.get_or_insert_with(Instant::now);
            if resized && since.elapsed() < SETTLE {
                return false;
            }
        }
        let picture = svg::ground(&scene.ground, self.scale);
        let sprite = Sprite::new(&picture, &self.raster.rasterize(&picture.svg));
        self.ground = Some(Ground { shapes: scene.ground.clone(), sprite, stale_since: None });
        true
    }

    fn mesh(&mut self, shape: &Shape) -> Option<Mesh> {
        let (center, alpha) = placed(shape);
        let picture = svg::sprite(shape, self.scale, &mut self.raster)?;
        let raster = &self.raster;
        let sprite = self.sprites.entry(picture.svg).or_insert_with_key(|svg| {
            let pixels = raster.rasterize(svg);
            Sprite::from_parts(picture.anchor, &pixels)
        });
        let rect = sprite.at(center, self.scale);
        Some(canvas::quad(rect, &sprite.texture, Color32::WHITE.gamma_multiply(alpha)))
    }
}

impl Ground {
    /// Where the picture goes: at its own place, or stretched over the new one.
    fn place(&self, scene: &Scene, scale: f32) -> Rect {
        let rect = self.sprite.at(Point::ZERO, scale);
        match (self.stale_since, wood(&self.shapes), wood(&scene.ground)) {
            (Some(_), Some(old), Some(new)) => {
                let ratio = new.size() / old.size();
                Rect::from_min_size(new.min + (rect.min - old.min) * ratio, rect.size() * ratio)
            }
            (None, _, _) | (Some(_), None, _) | (Some(_), _, None) => rect,
        }
    }
}

impl Sprite {
    fn new(picture: &Picture, pixels: &Pixels) -> Self {
        Self::from_parts(picture.anchor, pixels)
    }

    fn from_parts(anchor: Vec2, pixels: &Pixels) -> Self {
        let texture = Texture2D::from_rgba8(pixels.width, pixels.height, &pixels.rgba);
        texture.set_filter(FilterMode::Nearest);
        Self { texture, anchor, size: egui::vec2(f32::from(pixels.width), f32::from(pixels.height)) }
    }

    /// The logical rectangle with the anchor at `center`, on whole pixels.
    fn at(&self, center: Point, scale: f32) -> Rect {
        let min = (center.to_vec2() * scale - self.anchor).round();
        Rect::from_min_size((min / scale).to_pos2(), self.size / scale)
    }
}

fn wood(shapes: &[Shape]) -> Option<Rect> {
    shapes.iter().find_map(|shape| if let Shape::Wood { rect, .. } = shape { Some(*rect) } else { None })
}

/// Whether this is a piece in the air, or changes with every frame as one does.
fn is_lifted(shape: &Shape) -> bool {
    matches!(
        shape,
        Shape::Disc { lifted: true, .. }
            | Shape::Tile { lift: Lift::Air | Lift::Leaving, .. }
            | Shape::Burst { .. }
    )
}

/// Where a shape's middle is and how opaque it is.
fn placed(shape: &Shape) -> (Point, f32) {
    match shape {
        Shape::Disc { center, alpha, .. } | Shape::Tile { center, alpha, .. } => (*center, *alpha),
        Shape::Ring { center, .. }
        | Shape::BrokenRing { center, .. }
        | Shape::Dot { center, .. }
        | Shape::Glow { center, .. }
        | Shape::Burst { center, .. }
        | Shape::Text { center, .. } => (*center, 1.0),
        Shape::Outline { rect, .. }
        | Shape::BrokenOutline { rect, .. }
        | Shape::Wash { rect, .. }
        | Shape::Wood { rect, .. } => (rect.center(), 1.0),
        Shape::Line { from, .. } => (*from, 1.0),
        Shape::Polyline { points, .. } | Shape::Rail { points, .. } | Shape::Area { points, .. } => {
            (points.first().copied().unwrap_or(Point::ZERO), 1.0)
        }
    }
}
