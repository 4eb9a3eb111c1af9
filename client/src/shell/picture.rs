//! Renders a board to a picture of its own, as pixels and as a PNG file.

use super::raster::{Pixels, Rasterizer};
use super::svg;
use chuhe_model::drawing::scene::Scene;
use chuhe_model::drawing::theme::{Appearance, Theme};

/// The width of the paper around the board, in pixels.
const MARGIN: f32 = 24.0;

/// Renders a board on paper, opaque; `None` for an empty scene.
pub(super) fn pixels(scene: &Scene) -> Option<Pixels> {
    let panel = scene.panel?.expand(MARGIN);
    let mut raster = Rasterizer::new();
    let paper = Theme::of(Appearance::Light).paper;
    let mut canvas = raster.canvas(panel.size(), paper)?;
    let background = svg::background(&scene.background, 1.0);
    raster.draw(&mut canvas, &background, (egui::Pos2::ZERO - panel.min).to_pos2());
    for shape in &scene.shapes {
        if let Some(picture) = svg::sprite(shape, 1.0, &scene.style, &mut raster) {
            let (center, _) = super::painter::placed(shape);
            raster.draw(&mut canvas, &picture, (center - panel.min).to_pos2());
        }
    }
    Some(Pixels::of(canvas))
}

/// Renders a board on paper and encodes it as PNG; `None` for an empty scene. A browser encodes the pixels itself.
#[cfg(not(target_family = "wasm"))]
pub(super) fn png(scene: &Scene) -> Option<Vec<u8>> {
    let Pixels { width, height, rgba } = pixels(scene)?;
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width.into(), height.into());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&rgba).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::drawing::board_layout::BoardLayout;
    use chuhe_model::drawing::board_scene::{self, BoardModel};
    use chuhe_rules::Color;
    use chuhe_rules::xiangqi::Position;
    use egui::{Rect, pos2, vec2};

    #[test]
    fn a_board_is_rendered_as_an_opaque_png_of_its_size() {
        let layout = BoardLayout::fit(Rect::from_min_size(pos2(0.0, 0.0), vec2(400.0, 440.0)), Color::Red);
        let start = Position::start();
        let model = BoardModel { pieces: start.board().iter().collect(), ..BoardModel::default() };
        let theme = Theme::of(Appearance::Light);
        let bytes = png(&board_scene::scene(&model, &layout, &theme)).unwrap();
        let mut reader = png::Decoder::new(&bytes[..]).read_info().unwrap();
        let mut rgba = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut rgba).unwrap();
        let wanted = layout.panel.size() + vec2(2.0 * MARGIN, 2.0 * MARGIN);
        assert_eq!((info.width as f32, info.height as f32), (wanted.x, wanted.y));
        assert!(rgba.chunks(4).all(|pixel| pixel[3] == 255));
        let red = rgba.chunks(4).any(|pixel| pixel[0] > 150 && pixel[1] < 60);
        assert!(red, "the red pieces are drawn");
        assert_eq!(png(&Scene::default()), None);
    }
}
