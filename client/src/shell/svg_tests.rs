//! Tests of the SVG pictures.

use super::lettering::{Font, Lettering};
use super::raster::Rasterizer;
use super::svg::{background, icon, sprite};
use super::svg_luzhanqi::{character_size, stacked_size};
use super::svg_parts::{InkCenter, hex, single_character};
use chuhe_model::drawing::board_layout::BoardLayout;
use chuhe_model::drawing::board_scene::{self, BoardModel};
use chuhe_model::drawing::scene::{Lift, Rect, Scene, Shape, TileFace};
use chuhe_model::drawing::theme::{
    Appearance, BoardStyle, Look, Palette, PieceSet, PieceStyle, Texture, Theme,
};
use chuhe_rules::Color as Side;
use chuhe_rules::xiangqi::{Piece, PieceKind};
use egui::{Color32, pos2, vec2};

fn wood() -> Shape {
    let rect = Rect::from_min_size(pos2(30.0, 30.0), vec2(40.0, 40.0));
    let (colors, edge) = ([Color32::WHITE; 2], Color32::WHITE);
    Shape::Panel { rect, radius: 4.0, colors, edge, texture: Texture::Grain }
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

/// Asserts that each shape has pixels, and that the background covers the panel.
fn assert_visible(scene: &Scene, panel: Rect) {
    let mut raster = Rasterizer::new();
    for shape in &scene.shapes {
        let picture = sprite(shape, 1.25, &scene.style, &mut raster).unwrap();
        let pixels = raster.rasterize(&picture.svg);
        assert!(pixels.rgba.iter().any(|byte| *byte != 0), "{shape:?} is invisible");
    }
    let pixels = raster.rasterize(&background(&scene.background, 1.0).svg);
    assert!(f32::from(pixels.width) > panel.width());
}

#[test]
fn every_shape_of_the_xiangqi_board_is_visible() {
    let at = |index| chuhe_rules::xiangqi::Square::from_index(index).unwrap();
    let kinds = PieceKind::ALL.into_iter().enumerate();
    let model = BoardModel {
        pieces: kinds.map(|(index, kind)| (at(index), Piece::new(Side::Red, kind))).collect(),
        selected: Some(at(0)),
        quiet: vec![at(30)],
        captures: vec![at(1)],
        last: vec![at(20), at(1)],
        check: Some(at(0)),
        dragged: Some((at(2), pos2(100.0, 100.0))),
        ..BoardModel::default()
    };
    let layout = BoardLayout::fit(Rect::from_min_size(pos2(36.0, 34.0), vec2(632.0, 710.0)), Side::Red);
    let scene = board_scene::scene(&model, &layout, &Theme::of(Appearance::Light));
    assert_visible(&scene, layout.panel);
}

#[test]
fn every_piece_of_every_set_has_a_picture_of_its_own_inside_its_ring() {
    let mut raster = Rasterizer::new();
    for (set, palette) in PieceSet::ALL.into_iter().flat_map(|set| Palette::ALL.map(|it| (set, it))) {
        let style = PieceStyle::of(set, palette);
        let mut pictures = Vec::new();
        for piece in Side::ALL.into_iter().flat_map(|side| PieceKind::ALL.map(|kind| Piece::new(side, kind)))
        {
            let center = pos2(50.0, 50.0);
            let disc = Shape::Disc { piece, center, diameter: 44.0, lifted: false, alpha: 1.0 };
            let picture = sprite(&disc, 1.0, &style, &mut raster).unwrap();
            pictures.push(raster.rasterize(&picture.svg).rgba);
        }
        for (index, one) in pictures.iter().enumerate() {
            assert!(!pictures[index + 1..].contains(one), "{style:?}: {index}");
        }
    }
}

#[test]
fn every_board_is_drawn_in_both_appearances() {
    let raster = Rasterizer::new();
    let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 220.0));
    for (appearance, board) in [Appearance::Light, Appearance::Dark]
        .into_iter()
        .flat_map(|it| BoardStyle::ALL.map(|board| (it, board)))
    {
        let theme = Theme::of_look(Look { board, ..Look::usual(appearance) });
        let layout = BoardLayout::fit(rect, Side::Red);
        let scene = board_scene::scene(&BoardModel::default(), &layout, &theme);
        let picture = background(&scene.background, 1.0);
        let pixels = raster.rasterize(&picture.svg);
        let at = (picture.anchor + layout.panel.center().to_vec2() + vec2(4.0, 3.0)).round();
        let start = (at.y as usize * usize::from(pixels.width) + at.x as usize) * 4;
        let middle = theme.board.surface[0].lerp_to_gamma(theme.board.surface[1], 0.5);
        for (shown, expected) in pixels.rgba[start..start + 3].iter().zip(middle.to_array()) {
            assert!(shown.abs_diff(expected) < 40, "{appearance:?} {board:?}: {shown} {expected}");
        }
    }
}

#[test]
fn a_board_is_rendered_in_small_steps_and_looks_as_if_it_were_rendered_at_once() {
    let raster = Rasterizer::new();
    let rect = Rect::from_min_size(pos2(36.0, 34.0), vec2(632.0, 710.0));
    for board in BoardStyle::ALL {
        let theme = Theme::of_look(Look { board, ..Look::usual(Appearance::Light) });
        let scene = board_scene::scene(&BoardModel::default(), &BoardLayout::fit(rect, Side::Red), &theme);
        let svg = background(&scene.background, 1.0).svg;
        let whole = raster.rasterize(&svg);
        let mut drawing = raster.begin(&svg);
        let mut steps = 1;
        let pixels = loop {
            match drawing.go_on() {
                Some(pixels) => break pixels,
                None => steps += 1,
            }
        };
        assert!(steps >= 16, "{board:?}: {steps}");
        assert_eq!((pixels.width, pixels.height), (whole.width, whole.height));
        // curves that a strip cuts are rounded differently there
        let differs = |(one, other): (&u8, &u8)| one.abs_diff(*other) > 4;
        let different = pixels.rgba.iter().zip(&whole.rgba).filter(|both| differs(*both)).count();
        assert!(different * 1_000 < whole.rgba.len(), "{board:?}: {different} of {}", whole.rgba.len());
    }
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
    use chuhe_model::drawing::animation::Motion;
    use chuhe_model::luzhanqi::{self, Layout};
    use chuhe_rules::luzhanqi::{BoardKind, Piece, Strength};
    let at = |name: &str| name.parse().unwrap();
    let up = |strength| TileFace::Up(Piece::new(Side::Red, strength));
    let back = |mark| TileFace::Down { color: Side::Black, mark };
    let room = Rect::from_min_size(pos2(36.0, 34.0), vec2(776.0, 710.0));
    for kind in BoardKind::ALL {
        let layout = Layout::fit(room, kind, Side::Red);
        let stations = kind.board().stations();
        let model = luzhanqi::BoardModel {
            pieces: stations
                .zip(Strength::ALL.map(up))
                .chain([(at("n11"), back(Some(Strength::Bomb)))])
                .collect(),
            selected: Some(at("s11")),
            quiet: vec![at("n12")],
            captures: vec![at("n11")],
            last: vec![at("s15"), at("n11")],
            path: vec![at("s11"), at("n15")],
            motions: vec![Motion::Burst {
                at: at("n15"),
                from: at("s11"),
                attacker: up(Strength::Bomb),
                removed: vec![back(None)],
                progress: 0.5,
            }],
            ..luzhanqi::BoardModel::default()
        };
        let scene = luzhanqi::scene::scene(&model, &layout, &Theme::of(Appearance::Light));
        assert_visible(&scene, layout.panel);
    }
}

/// Whether each point of a character at size 100 is ink, in rows, without the rows and columns
/// around it.
fn ink_of(raster: &Rasterizer, character: char) -> Vec<Vec<bool>> {
    let pixels = raster.rasterize(&single_character(character));
    let rows = pixels.rgba.chunks_exact(usize::from(pixels.width) * 4);
    let rows: Vec<Vec<bool>> =
        rows.map(|row| row.chunks_exact(4).map(|pixel| pixel[3] > 127).collect()).collect();
    let inked = |column: usize| rows.iter().any(|row| row[column]);
    let columns: Vec<usize> = (0..usize::from(pixels.width)).filter(|&column| inked(column)).collect();
    let (left, right) = (columns[0], columns[columns.len() - 1]);
    let used = rows.iter().filter(|row| row.contains(&true));
    used.map(|row| row[left..=right].to_vec()).collect()
}

/// The strokes that the fullest lines cross. Lines that only graze a stroke do not count.
fn strokes(lines: &[Vec<bool>]) -> usize {
    let starts =
        |line: &Vec<bool>| usize::from(line[0]) + line.windows(2).filter(|pair| !pair[0] && pair[1]).count();
    let mut counts: Vec<usize> = lines.iter().map(starts).collect();
    counts.sort_unstable();
    counts[counts.len() - 1 - lines.len() / 20]
}

/// The pixels that show this many strokes: one for each and one for each gap, as a glyph of 7 pixels
/// shows 4 strokes.
fn pixels_for(strokes: usize) -> f32 {
    2.0 * strokes as f32 - 1.0
}

#[test]
fn every_stroke_of_a_name_has_a_pixel_and_a_gap_in_the_smallest_window() {
    use chuhe_model::drawing::characters;
    use chuhe_model::layout::table_layout::{BoardOf, MIN_WINDOW, Placed, TableLayout};
    use chuhe_model::luzhanqi::Layout;
    use chuhe_records::notation::Script;
    use chuhe_rules::luzhanqi::{BoardKind, Strength};
    let mut raster = Rasterizer::new();
    let tile = |kind| match TableLayout::of(MIN_WINDOW, BoardOf::Luzhanqi(kind), Side::Red).board {
        Placed::Luzhanqi(layout) => Layout::tile(&layout),
        Placed::Xiangqi(_) => panic!("the board of luzhanqi"),
    };
    for tile in BoardKind::ALL.map(tile) {
        let scripts = [Script::Simplified, Script::Traditional].into_iter();
        let names =
            scripts.flat_map(|script| Strength::ALL.map(|it| (characters::of_strength(it, script), script)));
        let characters =
            names.flat_map(|(name, script)| name.chars().map(move |character| (character, script)));
        for (character, script) in characters {
            let (size, apart) = character_size(tile, script, raster.ink(character).width());
            let rows = ink_of(&raster, character);
            let columns: Vec<Vec<bool>> =
                (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
            let ink = vec2(columns.len() as f32, rows.len() as f32) / 100.0 * size;
            let needed = vec2(pixels_for(strokes(&rows)), pixels_for(strokes(&columns)));
            assert!(ink.x >= needed.x && ink.y >= needed.y, "{character} on {tile}: {ink} < {needed}");
            let (side, between) = ((tile.x - apart - ink.x) / 2.0, apart - ink.x);
            assert!(side >= 1.6 && between >= 0.5, "{character} on {tile}: {side} {between}");
            assert!((tile.y - ink.y) / 2.0 >= 2.0, "{character} on {tile}: {ink}");
        }
    }
}

#[test]
fn the_characters_on_the_tall_tiles_of_an_upright_phone_are_larger_and_inside() {
    use chuhe_model::layout::table_layout::{BoardOf, Placed, TableLayout};
    use chuhe_model::luzhanqi::BoardPart;
    use chuhe_records::notation::Script;
    use chuhe_rules::luzhanqi::BoardKind;
    for (window, is_tall) in [((390.0, 844.0), true), ((412.0, 915.0), true), ((640.0, 360.0), false)] {
        let (board, window) = (BoardOf::Luzhanqi(BoardKind::Cross), vec2(window.0, window.1));
        let Placed::Luzhanqi(layout) = TableLayout::of_part(window, board, Side::Red, BoardPart::Whole).board
        else {
            panic!("the board of luzhanqi");
        };
        let tile = layout.tile();
        assert_eq!(stacked_size(tile).is_some(), is_tall, "{tile}");
        let Some((size, apart)) = stacked_size(tile) else { continue };
        let (beside, _) = character_size(tile, Script::Simplified, 1.0);
        assert!(
            size.min_elem() > beside.min_elem() && size.x * size.y > 1.4 * beside.x * beside.y,
            "{tile}: {size}"
        );
        assert!(size.x <= tile.x - 3.0 && apart + size.y <= tile.y - 3.0 && apart > size.y, "{tile}: {size}");
    }
}

/// Checks that a font has every character of these texts.
fn assert_has<'a>(bytes: &[u8], texts: impl Iterator<Item = &'a str>) {
    let font = ttf_parser::Face::parse(bytes, 0).unwrap();
    for character in texts.flat_map(str::chars) {
        assert!(font.glyph_index(character).is_some(), "{character}");
    }
}

#[test]
fn all_that_is_written_on_boards_is_in_their_font() {
    use chuhe_model::drawing::characters;
    use chuhe_records::notation::Script;
    use chuhe_ui::widgets::fonts;
    for script in [Script::Simplified, Script::Traditional] {
        let names = [characters::of_camp(script), characters::of_headquarters(script), "楚河漢界"];
        assert_has(fonts::BRUSH, names.into_iter().chain(characters::of_cross_board(script)));
    }
    let numerals: String = (0..9).map(|file| characters::of_file(Side::Red, file)).collect();
    assert_has(fonts::BRUSH, [numerals.as_str()].into_iter());
}

#[test]
fn traditional_characters_are_on_tiles_and_in_the_font_of_the_pieces() {
    use chuhe_model::choices::lang::Lang;
    use chuhe_model::drawing::characters;
    use chuhe_records::notation::Script;
    use chuhe_rules::luzhanqi::Strength;
    use chuhe_texts::Text;
    use chuhe_ui::widgets::fonts;
    let traditional =
        [characters::of_camp, characters::of_headquarters].map(|name| name(Script::Traditional));
    let names = Strength::ALL.map(|strength| {
        let name = characters::of_strength(strength, Script::Traditional);
        assert_eq!(name, Text::of(Lang::ZhHant).strength(strength));
        name
    });
    let corners = characters::of_cross_board(Script::Traditional);
    let of_board = traditional.into_iter().chain(corners);
    let of_pieces = names.into_iter().chain(of_board.clone());
    assert_has(fonts::BRUSH, of_board);
    assert_has(fonts::BRUSH_BOLD, of_pieces);
    let mut raster = Rasterizer::new();
    let style = Theme::of(Appearance::Light).written_in(Lang::ZhHant.script()).pieces;
    let face = TileFace::Up(chuhe_rules::luzhanqi::Piece::new(Side::Red, Strength::MajorGeneral));
    let (center, size, lift) = (pos2(50.0, 50.0), vec2(64.0, 40.0), Lift::Lying);
    let shape = Shape::Tile { face, center, size, lift, alpha: 1.0, names: None };
    let svg = sprite(&shape, 1.0, &style, &mut raster).unwrap().svg;
    for character in ["師", "長"] {
        let outline = Lettering::of(Font::BrushBold, character).path;
        assert!(!outline.is_empty() && svg.contains(&outline), "{character}: {svg}");
    }
}

#[test]
fn a_translated_name_stays_inside_the_ring_of_its_tile() {
    use chuhe_model::choices::lang::Lang;
    use chuhe_rules::luzhanqi::{self, Strength};
    let mut raster = Rasterizer::new();
    let style = PieceStyle::of(PieceSet::Traditional, Palette::Usual);
    for (lang, side) in
        [Lang::En, Lang::Vi].into_iter().flat_map(|lang| [52.0, 60.0].map(|side| (lang, side)))
    {
        let [first, others @ ..] = Strength::ALL.map(|strength| {
            let face = TileFace::Up(luzhanqi::Piece::new(Side::Red, strength));
            let (center, size, names) = (pos2(50.0, 50.0), vec2(side, side), Some(lang));
            let shape = Shape::Tile { face, center, size, lift: Lift::Lying, alpha: 1.0, names };
            let picture = sprite(&shape, 1.0, &style, &mut raster).unwrap();
            (picture.anchor, raster.rasterize(&picture.svg))
        });
        let (anchor, first) = first;
        // the pictures differ in the names alone; the ring ends at a tenth of the tile
        let room = anchor.x - side * 0.4..anchor.x + side * 0.4;
        for (strength, (_, other)) in Strength::ALL[1..].iter().zip(&others) {
            let pixels = first.rgba.chunks_exact(4).zip(other.rgba.chunks_exact(4)).enumerate();
            for (index, _) in pixels.filter(|(_, (one, other))| one != other) {
                let x = (index % first.width as usize) as f32 + 0.5;
                assert!(room.contains(&x), "{lang:?} {side}: {strength:?} at {x}, not in {room:?}");
            }
        }
    }
}
