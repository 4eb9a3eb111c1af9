//! Draws egui's output with the same canvas as the board.
//!
//! Triangles are clipped here and not on the graphics card, so that a whole screen of
//! widgets takes one or two draw calls. (The alternative, egui-miniquad, needs macroquad's
//! internal context, which is accessible only to unsafe code.)

use super::canvas::{self, Canvas, MAX_INDICES, MAX_VERTICES};
use egui::epaint::{ClippedPrimitive, ClippedShape, ImageData, ImageDelta, Primitive, Vertex};
use egui::{Color32, Rect, TextureId, TexturesDelta, pos2};
use macroquad::models::Mesh;
use macroquad::texture::{FilterMode, Image, Texture2D};
use std::collections::HashMap;

/// egui's textures, and the meshes of the last frame.
#[derive(Default)]
pub(super) struct EguiPainter {
    textures: HashMap<TextureId, Texture2D>,
    shapes: Vec<ClippedShape>,
    scale: f32,
    meshes: Vec<Mesh>,
    free: Vec<TextureId>,
}

impl EguiPainter {
    /// Updates the meshes from egui's output; returns whether the frame looks different.
    pub(super) fn update(
        &mut self,
        ctx: &egui::Context,
        shapes: Vec<ClippedShape>,
        delta: TexturesDelta,
        scale: f32,
    ) -> bool {
        let is_same = delta.is_empty() && self.scale == scale && self.shapes == shapes;
        if is_same {
            return false;
        }
        self.scale = scale;
        self.shapes.clone_from(&shapes);
        self.replace(ctx.tessellate(shapes, scale), delta);
        true
    }

    fn replace(&mut self, primitives: Vec<ClippedPrimitive>, delta: TexturesDelta) {
        for id in self.free.drain(..) {
            self.textures.remove(&id);
        }
        for (id, image) in &delta.set {
            self.set_texture(*id, image);
        }
        self.free = delta.free;
        self.meshes.clear();
        for ClippedPrimitive { clip_rect, primitive } in primitives {
            match primitive {
                Primitive::Mesh(mesh) => {
                    let Some(texture) = self.textures.get(&mesh.texture_id) else {
                        tracing::warn!(id = ?mesh.texture_id, "egui uses an unknown texture");
                        continue;
                    };
                    append(&mut self.meshes, &mesh, clip_rect, texture);
                }
                Primitive::Callback(_) => tracing::warn!("paint callbacks are not supported"),
            }
        }
    }

    /// Returns the shapes of the last frame.
    pub(super) fn shapes(&self) -> &[ClippedShape] {
        &self.shapes
    }

    /// Draws the last frame.
    pub(super) fn paint(&self, canvas: &Canvas) {
        canvas.draw(self.meshes.iter());
    }

    fn set_texture(&mut self, id: TextureId, delta: &ImageDelta) {
        let colors: Vec<Color32> = match &delta.image {
            ImageData::Color(image) => image.pixels.clone(),
            ImageData::Font(image) => image.srgba_pixels(None).collect(),
        };
        let side = |length: usize| u16::try_from(length).expect("egui's textures are at most 8192 wide");
        let [width, height] = delta.image.size();
        let bytes: Vec<u8> = colors.iter().flat_map(|color| color.to_array()).collect();
        match (delta.pos, self.textures.get(&id)) {
            (Some([x, y]), Some(texture)) => {
                let image = Image { bytes, width: side(width), height: side(height) };
                let whole = |length: usize| i32::from(side(length));
                texture.update_part(&image, whole(x), whole(y), whole(width), whole(height));
            }
            (Some(_) | None, _) => {
                let texture = Texture2D::from_rgba8(side(width), side(height), &bytes);
                // egui aligns glyphs to whole pixels, and with a software renderer, blending
                // four texels per pixel would be most of a frame's cost
                texture.set_filter(FilterMode::Nearest);
                self.textures.insert(id, texture);
            }
        }
    }
}

/// Clips egui's mesh and appends it to `meshes`, to the last one if it fits.
fn append(meshes: &mut Vec<Mesh>, mesh: &egui::Mesh, clip: Rect, texture: &Texture2D) {
    let inside = mesh.vertices.iter().all(|vertex| clip.contains(vertex.pos));
    let mut builder = Builder::new(meshes, texture, mesh.vertices.len());
    for triangle in mesh.indices.chunks_exact(3) {
        let corners = [triangle[0], triangle[1], triangle[2]];
        if inside {
            builder.triangle(corners, mesh);
            continue;
        }
        let points = corners.map(|index| mesh.vertices[index as usize]);
        if points.iter().all(|vertex| clip.contains(vertex.pos)) {
            builder.triangle(corners, mesh);
        } else {
            builder.polygon(&clipped(points, clip));
        }
    }
}

/// Builds meshes within macroquad's size limits.
struct Builder<'a> {
    meshes: &'a mut Vec<Mesh>,
    texture: &'a Texture2D,
    /// Index of each source vertex in the last mesh.
    places: Vec<Option<u16>>,
}

impl<'a> Builder<'a> {
    fn new(meshes: &'a mut Vec<Mesh>, texture: &'a Texture2D, vertices: usize) -> Self {
        let mut builder = Self { meshes, texture, places: vec![None; vertices] };
        let joins = builder.meshes.last().is_some_and(|last| last.texture.as_ref() == Some(texture));
        if !joins {
            builder.begin();
        }
        builder
    }

    fn begin(&mut self) {
        self.places.fill(None);
        let texture = Some(self.texture.clone());
        self.meshes.push(Mesh { vertices: Vec::new(), indices: Vec::new(), texture });
    }

    /// Makes room for `vertices` more, in a new mesh if the last one is full.
    fn reserve(&mut self, vertices: usize) {
        let full = self.meshes.last().is_none_or(|last| {
            last.vertices.len() + vertices >= MAX_VERTICES || last.indices.len() + 3 * vertices >= MAX_INDICES
        });
        if full {
            self.begin();
        }
    }

    fn triangle(&mut self, corners: [u32; 3], source: &egui::Mesh) {
        self.reserve(3);
        for corner in corners {
            let index = corner as usize;
            let place = match self.places[index] {
                Some(place) => place,
                None => {
                    let place = self.push(&source.vertices[index]);
                    self.places[index] = Some(place);
                    place
                }
            };
            self.index(place);
        }
    }

    fn polygon(&mut self, corners: &[Vertex]) {
        if corners.len() < 3 {
            return;
        }
        self.reserve(corners.len());
        let places: Vec<u16> = corners.iter().map(|corner| self.push(corner)).collect();
        for pair in places[1..].windows(2) {
            for place in [places[0], pair[0], pair[1]] {
                self.index(place);
            }
        }
    }

    fn push(&mut self, vertex: &Vertex) -> u16 {
        let mesh = self.meshes.last_mut().expect("reserve was called");
        mesh.vertices.push(canvas::vertex(vertex.pos, vertex.uv, vertex.color));
        u16::try_from(mesh.vertices.len() - 1).expect("a mesh has at most MAX_VERTICES")
    }

    fn index(&mut self, place: u16) {
        self.meshes.last_mut().expect("reserve was called").indices.push(place);
    }
}

/// Clips a triangle to a rectangle (Sutherland and Hodgman 1974); returns a convex polygon.
fn clipped(triangle: [Vertex; 3], clip: Rect) -> Vec<Vertex> {
    // distance of a vertex to each edge of the rectangle, positive inside
    let insides: [&dyn Fn(&Vertex) -> f32; 4] = [
        &|vertex| vertex.pos.x - clip.left(),
        &|vertex| clip.right() - vertex.pos.x,
        &|vertex| vertex.pos.y - clip.top(),
        &|vertex| clip.bottom() - vertex.pos.y,
    ];
    let mut polygon = triangle.to_vec();
    for inside in insides {
        let corners = std::mem::take(&mut polygon);
        for (index, corner) in corners.iter().enumerate() {
            let previous = &corners[(index + corners.len() - 1) % corners.len()];
            let (from, to) = (inside(previous), inside(corner));
            if (from < 0.0) != (to < 0.0) {
                polygon.push(between(previous, corner, from / (from - to)));
            }
            if to >= 0.0 {
                polygon.push(*corner);
            }
        }
    }
    polygon
}

/// Interpolates between two vertices.
fn between(from: &Vertex, to: &Vertex, part: f32) -> Vertex {
    let mix = |a: f32, b: f32| a + (b - a) * part;
    let [a, b] = [from, to].map(|vertex| vertex.color.to_array());
    let channel = |index: usize| mix(f32::from(a[index]), f32::from(b[index])).round() as u8;
    Vertex {
        pos: from.pos + (to.pos - from.pos) * part,
        uv: pos2(mix(from.uv.x, to.uv.x), mix(from.uv.y, to.uv.y)),
        color: Color32::from_rgba_premultiplied(channel(0), channel(1), channel(2), channel(3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: f32, y: f32) -> Vertex {
        Vertex { pos: pos2(x, y), uv: pos2(x / 10.0, y / 10.0), color: Color32::WHITE }
    }

    fn area(polygon: &[Vertex]) -> f32 {
        let pairs = (0..polygon.len()).map(|i| (polygon[i].pos, polygon[(i + 1) % polygon.len()].pos));
        pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>().abs() / 2.0
    }

    #[test]
    fn triangle_is_clipped_to_the_rectangle() {
        let triangle = [corner(0.0, 0.0), corner(10.0, 0.0), corner(0.0, 10.0)];
        let clip = |left, right| Rect::from_min_max(pos2(left, -1.0), pos2(right, 20.0));
        assert_eq!(area(&clipped(triangle, clip(-1.0, 20.0))), 50.0);
        assert_eq!(area(&clipped(triangle, clip(5.0, 20.0))), 12.5);
        assert_eq!(area(&clipped(triangle, clip(-1.0, 5.0))), 37.5);
        assert!(clipped(triangle, clip(11.0, 20.0)).len() < 3);
    }

    #[test]
    fn clipping_interpolates_texture_coordinates() {
        let triangle = [corner(0.0, 0.0), corner(10.0, 0.0), corner(0.0, 10.0)];
        let clip = Rect::from_min_max(pos2(2.0, 3.0), pos2(4.0, 20.0));
        for vertex in clipped(triangle, clip) {
            assert!((vertex.uv.to_vec2() * 10.0 - vertex.pos.to_vec2()).length() < 1e-4);
        }
    }
}
