//! Tests of the SVG pictures.

use super::raster::Rasterizer;
use super::svg::{background, icon, sprite};
use super::svg_parts::hex;
use crate::core::board_layout::BoardLayout;
use crate::core::board_scene::{self, BoardModel};
use crate::core::scene::{Rect, Shape, TileFace};
use crate::core::theme::{Appearance, Theme};
use chuhe_rules::Color as Side;
use chuhe_rules::xiangqi::{Piece, PieceKind};
use egui::{Color32, pos2, vec2};

fn wood() -> Shape {
    let rect = Rect::from_min_size(pos2(30.0, 30.0), vec2(40.0, 40.0));
    Shape::Wood { rect, radius: 4.0, colors: [Color32::WHITE; 2], edge: Color32::WHITE }
}

#[test]
fn straight_lines_fill_whole_pixels_at_every_scale() {
    let raster = Rasterizer::new();
    for (scale, thick) in [(1.0, 1), (1.5, 2), (2.0, 3)] {
        let (from, to) = (pos2(40.0, 50.0), pos2(60.0, 50.0));
        let line = Shape::Line { from, to, width: 1.3, color: Color32::BLACK };
        let picture = background(&[wood(), line], scale);
        let pixels = raster.rasterize(&picture.svg);
        let x = (50.0 * scale + picture.anchor.x) as usize;
        let column = (0..usize::from(pixels.height)).map(|y| {
            let start = (y * usize::from(pixels.width) + x) * 4;
            &pixels.rgba[start..start + 4]
        });
        let dark: Vec<&[u8]> = column.filter(|pixel| pixel[3] == 255 && pixel[0] < 180).collect();
        assert_eq!(dark, vec![[0, 0, 0, 255]; thick], "{scale}");
    }
}

#[test]
fn every_shape_of_the_xiangqi_board_is_visible() {
    let mut raster = Rasterizer::new();
    let at = |index| chuhe_rules::xiangqi::Square::from_index(index).unwrap();
    let kinds = PieceKind::ALL.into_iter().enumerate();
    let model = BoardModel {
        pieces: kinds.map(|(index, kind)| (at(index), Piece::new(Side::Red, kind))).collect(),
        selected: Some(at(0)),
        quiet: vec![at(30)],
        captures: vec![at(1)],
        last_move: Some(chuhe_rules::xiangqi::Move::new(at(20), at(1))),
        check: Some(at(0)),
        dragged: Some((at(2), pos2(100.0, 100.0))),
        ..BoardModel::default()
    };
    let layout = BoardLayout::fit(Rect::from_min_size(pos2(36.0, 34.0), vec2(632.0, 710.0)), Side::Red);
    let scene = board_scene::scene(&model, &layout, &Theme::of(Appearance::Light));
    for shape in &scene.shapes {
        let picture = sprite(shape, 1.25, &mut raster).unwrap();
        let pixels = raster.rasterize(&picture.svg);
        assert!(pixels.rgba.iter().any(|byte| *byte != 0), "{shape:?} is invisible");
    }
    let pixels = raster.rasterize(&background(&scene.background, 1.0).svg);
    assert!(f32::from(pixels.width) > layout.panel.width());
}

#[test]
fn translucent_colour_keeps_its_hue() {
    let gold = Color32::from_rgb(0xc8, 0x96, 0x3e);
    assert_eq!(hex(gold), "#c8963e");
    let [r, g, b, _] = gold.gamma_multiply(0.5).to_array();
    assert!(hex(Color32::from_rgba_premultiplied(r, g, b, 128)).starts_with("#c"));
}

#[test]
fn icon_has_the_requested_size() {
    let mut raster = Rasterizer::new();
    let svg = icon(32, &mut raster);
    let pixels = raster.rasterize(&svg);
    assert_eq!((pixels.width, pixels.height), (32, 32));
}

#[test]
fn every_shape_of_the_luzhanqi_board_is_visible() {
    use crate::core::animation::Motion;
    use crate::core::luzhanqi::{self, Layout};
    use chuhe_rules::luzhanqi::{BoardKind, Piece, Strength};
    let mut raster = Rasterizer::new();
    let at = |name: &str| name.parse().unwrap();
    let up = |strength| TileFace::Up(Piece::new(Side::Red, strength));
    let back = |mark| TileFace::Down { color: Side::Black, mark };
    let room = Rect::from_min_size(pos2(36.0, 34.0), vec2(776.0, 710.0));
    for kind in BoardKind::ALL {
        let layout = Layout::fit(room, kind, Side::Red);
        let stations = kind.board().stations();
        let model = luzhanqi::BoardModel {
            tiles: stations
                .zip(Strength::ALL.map(up))
                .chain([(at("n11"), back(Some(Strength::Bomb)))])
                .collect(),
            selected: Some(at("s11")),
            quiet: vec![at("n12")],
            attacks: vec![at("n11")],
            last_path: vec![at("s15"), at("n11")],
            path: vec![at("s11"), at("n15")],
            motions: vec![Motion::Burst { at: at("n15"), removed: vec![back(None)], progress: 0.5 }],
            ..luzhanqi::BoardModel::default()
        };
        let scene = luzhanqi::scene::scene(&model, &layout, &Theme::of(Appearance::Light));
        for shape in &scene.shapes {
            let picture = sprite(shape, 1.25, &mut raster).unwrap();
            let pixels = raster.rasterize(&picture.svg);
            assert!(pixels.rgba.iter().any(|byte| *byte != 0), "{shape:?} is invisible");
        }
        let pixels = raster.rasterize(&background(&scene.background, 1.0).svg);
        assert!(f32::from(pixels.width) > layout.panel.width());
    }
}
