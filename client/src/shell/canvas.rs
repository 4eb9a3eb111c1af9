//! Draws textured triangle meshes with macroquad, in logical pixels and premultiplied
//! colours.

use egui::{Color32, Pos2, Rect};
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::math::{Vec4, vec2, vec3};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, CullFace, Equation, PipelineParams, ShaderSource,
};
use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::texture::Texture2D;

/// Maximum number of vertices of one mesh; macroquad drops what exceeds it.
///
/// macroquad has buffers of this size for each draw call, of which a table needs about thirty: most of
/// them draw a picture of four vertices, so larger meshes would cost megabytes.
pub(super) const MAX_VERTICES: usize = 2000;
/// Maximum number of indices of one mesh, likewise.
pub(super) const MAX_INDICES: usize = 3000;

const VERTEX: &str = r#"#version 100
attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
varying highp vec2 uv;
varying lowp vec4 color;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    color = color0 / 255.0;
    uv = texcoord;
}"#;

const FRAGMENT: &str = r#"#version 100
precision mediump float;
varying highp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
void main() {
    gl_FragColor = color * texture2D(Texture, uv);
}"#;

/// Draws meshes.
pub(super) struct Canvas {
    premultiplied: Material,
}

impl Canvas {
    /// Creates the canvas. macroquad's window must be open.
    pub(super) fn new() -> Self {
        let blend = BlendState::new(
            Equation::Add,
            BlendFactor::One,
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let params = MaterialParams {
            pipeline_params: PipelineParams {
                color_blend: Some(blend),
                cull_face: CullFace::Nothing,
                ..PipelineParams::default()
            },
            uniforms: Vec::new(),
            textures: Vec::new(),
        };
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let premultiplied = load_material(source, params).expect("the shader is valid GLSL 1.00");
        Self { premultiplied }
    }

    /// Draws the meshes in order.
    pub(super) fn draw<'a>(&self, meshes: impl Iterator<Item = &'a Mesh>) {
        gl_use_material(&self.premultiplied);
        for mesh in meshes {
            draw_mesh(mesh);
        }
        gl_use_default_material();
    }
}

/// Builds a vertex.
pub(super) fn vertex(at: Pos2, uv: Pos2, color: Color32) -> Vertex {
    Vertex {
        position: vec3(at.x, at.y, 0.0),
        uv: vec2(uv.x, uv.y),
        color: color.to_array(),
        normal: Vec4::ZERO,
    }
}

/// Builds a mesh that shows a whole texture in a rectangle, as far as that is within `clip`.
pub(super) fn quad(rect: Rect, clip: Option<Rect>, texture: &Texture2D, tint: Color32) -> Option<Mesh> {
    let (shown, uv) = visible(rect, clip)?;
    let vertices = vec![
        vertex(shown.left_top(), uv.left_top(), tint),
        vertex(shown.right_top(), uv.right_top(), tint),
        vertex(shown.right_bottom(), uv.right_bottom(), tint),
        vertex(shown.left_bottom(), uv.left_bottom(), tint),
    ];
    Some(Mesh { vertices, indices: vec![0, 1, 2, 0, 2, 3], texture: Some(texture.clone()) })
}

/// The part of a rectangle within `clip`, and which part of its texture that is.
fn visible(rect: Rect, clip: Option<Rect>) -> Option<(Rect, Rect)> {
    let shown = clip.map_or(rect, |clip| rect.intersect(clip));
    let part = |at: Pos2| ((at - rect.min) / rect.size()).to_pos2();
    shown.is_positive().then(|| (shown, Rect::from_min_max(part(shown.min), part(shown.max))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn a_picture_is_cut_at_the_edge_of_its_place() {
        let rect = |x0, y0, x1, y1| Rect::from_min_max(pos2(x0, y0), pos2(x1, y1));
        let picture = rect(10.0, 20.0, 30.0, 60.0);
        let whole = rect(0.0, 0.0, 1.0, 1.0);
        assert_eq!(visible(picture, None), Some((picture, whole)));
        assert_eq!(visible(picture, Some(rect(0.0, 0.0, 99.0, 99.0))), Some((picture, whole)));
        let cut = visible(picture, Some(rect(15.0, 0.0, 99.0, 40.0)));
        assert_eq!(cut, Some((rect(15.0, 20.0, 30.0, 40.0), rect(0.25, 0.0, 1.0, 0.5))));
        assert_eq!(visible(picture, Some(rect(40.0, 0.0, 99.0, 99.0))), None);
    }
}
