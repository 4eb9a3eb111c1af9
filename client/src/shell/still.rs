//! A copy of the last frame, shown again while nothing changes but what is in the air.
//!
//! macroquad clears the window on every frame, so every frame must be drawn; in
//! software one opaque picture is a fraction of what the board and the screens cost.

use super::canvas;
use egui::{Color32, Rect, Vec2, pos2};
use macroquad::camera::set_default_camera;
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::miniquad::{CullFace, PipelineParams, ShaderSource};
use macroquad::models::{Mesh, draw_mesh};
use macroquad::texture::{FilterMode, Texture2D};

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

/// Holds the copy.
pub(super) struct Still {
    opaque: Material,
    texture: Option<Texture2D>,
    mesh: Option<Mesh>,
}

impl Still {
    /// Needs macroquad's window.
    pub(super) fn new() -> Self {
        let params = MaterialParams {
            pipeline_params: PipelineParams { cull_face: CullFace::Nothing, ..PipelineParams::default() },
            uniforms: Vec::new(),
            textures: Vec::new(),
        };
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let opaque = load_material(source, params).expect("the shader is valid GLSL 1.00");
        Self { opaque, texture: None, mesh: None }
    }

    /// Forgets the copy: the next frame differs.
    pub(super) fn forget(&mut self) {
        self.mesh = None;
    }

    /// Draws the copy, if there is one.
    pub(super) fn draw(&self) -> bool {
        let Some(mesh) = &self.mesh else { return false };
        gl_use_material(&self.opaque);
        draw_mesh(mesh);
        gl_use_default_material();
        true
    }

    /// Copies what was drawn, and draws the copy.
    pub(super) fn capture(&mut self, pixels: Vec2, scale: f32) {
        set_default_camera(); // draws what is still only queued
        let side = |length: f32| length as u16;
        let fits = |texture: &Texture2D| texture.width() == pixels.x && texture.height() == pixels.y;
        let texture = self.texture.take().filter(fits).unwrap_or_else(|| {
            let blank = vec![0; pixels.x as usize * pixels.y as usize * 4];
            let texture = Texture2D::from_rgba8(side(pixels.x), side(pixels.y), &blank);
            texture.set_filter(FilterMode::Nearest);
            texture
        });
        texture.grab_screen();
        // the window's rows are copied from the bottom up
        let mut mesh =
            canvas::quad(Rect::from_min_size(pos2(0.0, 0.0), pixels / scale), &texture, Color32::WHITE);
        for vertex in &mut mesh.vertices {
            vertex.uv.y = 1.0 - vertex.uv.y;
        }
        self.mesh = Some(mesh);
        self.texture = Some(texture);
        // the copy is bound behind macroquad's back; drawing with it puts its books in order
        self.draw();
    }
}
