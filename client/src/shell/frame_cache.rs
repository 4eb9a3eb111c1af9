//! Caches the static part of a frame as one texture.
//!
//! macroquad clears the window before every frame, so every frame must be drawn. While only
//! moving pieces change, drawing one opaque texture costs a fraction of drawing the board
//! and the screens, above all with a software renderer.

use super::canvas;
use egui::{Color32, Rect, Vec2, pos2};
use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::math::vec2;
use macroquad::miniquad::{CullFace, PipelineParams, ShaderSource};
use macroquad::models::{Mesh, draw_mesh};
use macroquad::texture::{FilterMode, RenderTarget, render_target};

const VERTEX: &str = r#"#version 100
attribute vec3 position;
attribute vec2 texcoord;
varying highp vec2 uv;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    uv = texcoord;
}"#;

const FRAGMENT: &str = r#"#version 100
precision mediump float;
varying highp vec2 uv;
uniform sampler2D Texture;
void main() {
    gl_FragColor = texture2D(Texture, uv);
}"#;

/// The static part of the last frame.
pub(super) struct FrameCache {
    opaque: Material,
    picture: Option<Picture>,
}

/// A render target and the mesh that shows it.
struct Picture {
    target: RenderTarget,
    pixels: Vec2,
    scale: f32,
    mesh: Option<Mesh>,
}

impl FrameCache {
    /// Creates an empty cache. macroquad's window must be open.
    pub(super) fn new() -> Self {
        let params = MaterialParams {
            pipeline_params: PipelineParams { cull_face: CullFace::Nothing, ..PipelineParams::default() },
            uniforms: Vec::new(),
            textures: Vec::new(),
        };
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let opaque = load_material(source, params).expect("the shader is valid GLSL 1.00");
        Self { opaque, picture: None }
    }

    /// Records what `draw` draws, for a window of this size in pixels.
    pub(super) fn record(&mut self, pixels: Vec2, scale: f32, draw: impl FnOnce()) {
        let fits = |picture: &Picture| picture.pixels == pixels && picture.scale == scale;
        let picture = self.picture.take().filter(fits).unwrap_or_else(|| Picture::new(pixels, scale));
        set_camera(&picture.camera());
        draw();
        set_default_camera();
        self.picture = Some(picture);
    }

    /// Draws the recorded picture over the whole window, and what `above` draws over it.
    pub(super) fn draw(&self, above: impl FnOnce()) {
        let Some(picture) = &self.picture else { return };
        set_camera(&Camera2D { render_target: None, ..picture.camera() });
        gl_use_material(&self.opaque);
        picture.mesh.iter().for_each(draw_mesh);
        gl_use_default_material();
        above();
        set_default_camera();
    }
}

impl Picture {
    fn new(pixels: Vec2, scale: f32) -> Self {
        let target = render_target(pixels.x as u32, pixels.y as u32);
        target.texture.set_filter(FilterMode::Nearest);
        let rect = Rect::from_min_size(pos2(0.0, 0.0), pixels / scale);
        let mesh = canvas::quad(rect, None, &target.texture, Color32::WHITE);
        Self { target, pixels, scale, mesh }
    }

    /// Returns a camera in logical pixels, as in the window.
    fn camera(&self) -> Camera2D {
        let size = self.pixels / self.scale;
        Camera2D {
            target: vec2(size.x / 2.0, size.y / 2.0),
            zoom: vec2(2.0 / size.x, 2.0 / size.y),
            render_target: Some(self.target.clone()),
            ..Camera2D::default()
        }
    }
}
