//! Writes the shapes of luzhanqi as SVG: tiles, railways, and the burst of a battle.

use super::lettering::{Font, Lettering};
use super::svg_parts::{InkCenter, Picture, document, fill, hex, placed, soft_shadow, stroke};
use super::tile_name::TileName;
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::characters;
use chuhe_model::drawing::scene::{BURST_STEPS, BattleMark, Lift, Size, TileFace, TileRange};
use chuhe_model::drawing::theme::{DISC, DISC_EDGE, PieceStyle, Rings, TILE_INK, TILE_MARK};
use chuhe_records::notation::Script;
use chuhe_rules::Color as Side;
use chuhe_rules::luzhanqi::{Piece, Strength};
use chuhe_texts::Text;
use egui::{Color32, Pos2, Vec2, pos2, vec2};
use std::fmt::Write;

/// A tile to be drawn.
struct Tile<'a> {
    rect: egui::Rect,
    /// What is a pixel of a tile 40 pixels high.
    unit: f32,
    style: &'a PieceStyle,
    /// The language of the names; none for those in the characters of the style.
    names: Option<Lang>,
}

/// Draws a tile with its name in this language, or in the characters of the style. `size` is in pixels.
pub(super) fn tile(
    face: TileFace,
    names: Option<Lang>,
    style: &PieceStyle,
    size: Size,
    lift: Lift,
    ink: &mut impl InkCenter,
) -> Picture {
    let lifted = lift == Lift::Air;
    let size = size * if lifted { 1.06 } else { 1.0 };
    let unit = size.y / 40.0;
    let (drop, blur, shade) = if lifted { (5.5, 4.0, 0.40) } else { (1.8, 1.4, 0.42) };
    let half = (size / 2.0 + Vec2::splat((drop + 3.0 * blur) * unit)).ceil();
    let rect = egui::Rect::from_center_size(half.to_pos2(), size);
    let mut body = String::new();
    soft_shadow(&mut body, rect.translate(vec2(0.0, drop * unit)), 6.5 * unit, blur * unit, shade);
    let tile = Tile { rect, unit, style, names };
    match face {
        TileFace::Up(piece) => face_up(&mut body, &tile, piece, ink),
        TileFace::Down { color, mark } => face_down(&mut body, &tile, color, mark, ink),
        TileFace::Ranged { color, range } => ranged(&mut body, &tile, color, range),
    }
    Picture { svg: document(half * 2.0, &body), anchor: half }
}

fn face_up(body: &mut String, tile: &Tile<'_>, piece: Piece, ink: &mut impl InkCenter) {
    let &Tile { rect, unit, style, .. } = tile;
    let side = style.side(piece.color);
    let color = hex(side.ink);
    if has_ring(rect) {
        base(body, rect, unit, DISC, DISC_EDGE);
        let rings: &[(f32, f32)] = match side.rings {
            Rings::One => &[(3.2, 1.7)],
            Rings::Broad => &[(3.0, 2.6)],
            Rings::Two => &[(2.2, 0.9), (4.2, 0.9)],
        };
        for (inset, width) in rings {
            frame(body, rect.shrink(inset * unit), 4.2 * unit, width * unit, &color, 1.0);
        }
    } else {
        base(body, rect, unit, DISC, side.ink);
    }
    name(body, tile, piece.strength, &color, ink);
}

fn face_down(
    body: &mut String,
    tile: &Tile<'_>,
    color: Side,
    mark: Option<Strength>,
    ink: &mut impl InkCenter,
) {
    let &Tile { rect, unit, style, .. } = tile;
    let side = style.side(color);
    let pale = hex(TILE_INK);
    base(body, rect, unit, side.back, side.ink);
    if has_ring(rect) || mark.is_none() {
        frame(body, rect.shrink(3.4 * unit), 4.0 * unit, 1.0 * unit, &pale, 0.55);
    }
    match mark {
        Some(strength) => name(body, tile, strength, &hex(TILE_MARK), ink),
        None => star(body, rect.center(), 9.0 * unit, &pale),
    }
}

/// The most height of what the history says about a piece, in heights of its tile. The sign before the name must be as
/// plain as the name: without it, a bound looks like what the piece is.
pub(super) const RANGE: f32 = 0.60;

/// Draws the back of a tile with what the piece's history says about it.
fn ranged(body: &mut String, tile: &Tile<'_>, color: Side, range: TileRange) {
    let &Tile { rect, unit, style, names } = tile;
    let side = style.side(color);
    let pale = hex(TILE_INK);
    base(body, rect, unit, side.back, side.ink);
    frame(body, rect.shrink(3.4 * unit), 4.0 * unit, 1.0 * unit, &pale, 0.55);
    let named = |strength: Strength| match names {
        Some(lang) => Text::of(lang).short_strength(strength).to_owned(),
        // the first character tells the strengths apart
        None => characters::of_strength(strength, style.script).chars().take(1).collect(),
    };
    let text = match range {
        TileRange::Movable => {
            let (at, arm) = (rect.center(), 5.5 * unit);
            let _ = write!(
                body,
                r#"<path d="M{} {}l{arm} {arm}l-{arm} {arm}" fill="none" stroke="{pale}" stroke-opacity=".75" stroke-width="{}" stroke-linecap="round"/>"#,
                at.x - arm / 2.0,
                at.y - arm,
                2.6 * unit,
            );
            return;
        }
        TileRange::AtLeast(strength) => format!("≥{}", named(strength)),
        TileRange::AtMost(strength) => format!("≤{}", named(strength)),
        TileRange::Between(highest, lowest) => format!("{}–{}", named(highest), named(lowest)),
        TileRange::Only(strength) => format!("={}", named(strength)),
    };
    TileName::fit(&text, name_room(rect.size()), RANGE).write(body, rect, &pale, 1.0);
}

/// The room for a name: as wide as the rings of a tile leave it, and as high as the tile, in pixels.
pub(super) fn name_room(tile: Size) -> Size {
    let part = if tile.x >= LEAST_RINGED { 0.78 } else { 0.88 };
    vec2(tile.x * part, tile.y)
}

/// Draws the body of a tile, lit from the upper left.
fn base(body: &mut String, rect: egui::Rect, unit: f32, shades: [Color32; 3], edge: Color32) {
    let [light, middle, far] = shades.map(hex);
    let inner = rect.shrink(0.6 * unit);
    let _ = write!(
        body,
        r#"<defs><linearGradient id="p" x1=".2" y1="0" x2=".6" y2="1"><stop offset="0" stop-color="{light}"/><stop offset=".55" stop-color="{middle}"/><stop offset="1" stop-color="{far}"/></linearGradient></defs><rect {} fill="url(#p)" stroke="{}" stroke-width="{}"/>"#,
        placed(inner, 6.5 * unit),
        hex(edge),
        1.2 * unit,
    );
}

fn frame(body: &mut String, rect: egui::Rect, radius: f32, width: f32, color: &str, alpha: f32) {
    let _ = write!(
        body,
        r#"<rect {} fill="none" stroke="{color}" stroke-opacity="{alpha}" stroke-width="{width}"/>"#,
        placed(rect, radius),
    );
}

/// The least width of a tile with a ring around its name, in pixels. On a smaller one the ring would
/// take the room that the strokes of the characters need.
const LEAST_RINGED: f32 = 50.0;

/// The distance between the middles of the two characters of a name, in their widths.
const APART: f32 = 1.05;

/// The height of a traditional character at which each stroke of 團 has a pixel and a gap.
const LEAST_TRADITIONAL: f32 = 19.2;
/// How high a traditional character may be, in its widths.
const HIGHEST: f32 = 1.7;
/// The space beside and between the ink of two traditional characters where width is short, in pixels.
const BESIDE: f32 = 1.68;
const BETWEEN: f32 = 0.75;

fn has_ring(rect: egui::Rect) -> bool {
    rect.width() >= LEAST_RINGED
}

/// Returns the width and the height of a character's square on a tile, and the distance to the middle of the
/// other character of the name, in pixels. `ink` is the width of its ink at size 1.
///
/// Where width is short the characters are higher than wide: most strokes of the names lie one
/// above the other. Traditional characters have more of them, so that all are as wide as the tile allows.
pub(super) fn character_size(tile: Size, script: Script, ink: f32) -> (Size, f32) {
    let is_small = tile.x < LEAST_RINGED;
    let (edge, highest) = if is_small { (1.7, 1.3) } else { (0.085 * tile.x, 1.0) };
    let room = tile - Vec2::splat(2.0 * edge);
    let across = (room.x / (1.0 + APART)).min(tile.y * 0.62);
    let down = (across * highest).min(room.y * 0.84).max(across);
    if !is_small || script == Script::Simplified {
        return (vec2(across, down), APART * across);
    }
    let needed = LEAST_TRADITIONAL.min(across * HIGHEST).min(room.y * 0.84);
    let widest = (tile.x - 2.0 * BESIDE - BETWEEN) / 2.0;
    (vec2(widest / ink.max(0.5), down.max(needed)), widest + BETWEEN)
}

/// A small tile at least this much higher than wide, as on an upright phone, has the characters one above the other.
const TALL: f32 = 1.25;
/// How wide a character may be there, in its heights.
const WIDEST: f32 = 1.25;

/// Returns the width and the height of a character's square on a tall tile, and the distance to the middle of the
/// other character of the name, below it, in pixels; `None` if the tile is not tall.
pub(super) fn stacked_size(tile: Size) -> Option<(Size, f32)> {
    let is_tall = tile.x < LEAST_RINGED && tile.y >= tile.x * TALL;
    let down = (tile.y - 2.0 * BESIDE - BETWEEN) / 2.0;
    let across = (tile.x - 2.0 * BESIDE).min(down * WIDEST);
    is_tall.then_some((vec2(across, down), down + BETWEEN))
}

/// Draws the two characters of a piece's name side by side or one above the other, as large as the tile allows.
fn name(body: &mut String, tile: &Tile<'_>, strength: Strength, color: &str, ink: &mut impl InkCenter) {
    let &Tile { rect, style: &PieceStyle { script, .. }, names, .. } = tile;
    if let Some(lang) = names {
        let names = Strength::ALL.map(|it| Text::of(lang).short_strength(it));
        let text = Text::of(lang).short_strength(strength);
        return TileName::alike(text, &names, name_room(rect.size()), 0.5).write(body, rect, color, 1.0);
    }
    for (index, character) in characters::of_strength(strength, script).chars().enumerate() {
        let half = index as f32 - 0.5;
        let (size, from_middle) = match stacked_size(rect.size()) {
            Some((size, apart)) => (size, vec2(0.0, half * apart)),
            None => {
                let (size, apart) = character_size(rect.size(), script, ink.ink(character).width());
                (size, vec2(half * apart, 0.0))
            }
        };
        let middle = rect.center() + from_middle;
        let at = middle - ink.ink_center(character) * size;
        let line = Lettering::of(Font::BrushBold, character.encode_utf8(&mut [0; 4]));
        line.write(body, at, size, &format!(r#"fill="{color}""#));
    }
}

fn star(body: &mut String, center: Pos2, radius: f32, color: &str) {
    let mut path = String::new();
    for corner in 0..10_u8 {
        let out = if corner % 2 == 0 { radius } else { radius * 0.4 };
        let angle = (f32::from(corner) / 10.0 - 0.25) * std::f32::consts::TAU;
        let at = center + Vec2::angled(angle) * out;
        let _ = write!(path, "{}{} {}", if corner == 0 { 'M' } else { 'L' }, at.x, at.y);
    }
    let _ = write!(body, r#"<path d="{path}Z" fill="{color}" fill-opacity=".8"/>"#);
}

/// Draws a battle: a light that widens and fades, with sparks.
pub(super) fn burst(diameter: f32, step: u8) -> Picture {
    let half = (diameter / 2.0).ceil() + 1.0;
    let part = f32::from(step.min(BURST_STEPS)) / f32::from(BURST_STEPS);
    let (radius, fading) = (half * (0.45 + 0.5 * part), 1.0 - part);
    let mut body = format!(
        r##"<defs><radialGradient id="g"><stop offset="0" stop-color="#fff3cf" stop-opacity="{:.3}"/><stop offset=".6" stop-color="#e8a33a" stop-opacity="{:.3}"/><stop offset="1" stop-color="#b3261e" stop-opacity="0"/></radialGradient></defs><circle cx="{half}" cy="{half}" r="{radius}" fill="url(#g)"/>"##,
        0.95 * fading,
        0.6 * fading,
    );
    for spark in 0..8_u8 {
        let direction = Vec2::angled((f32::from(spark) + 0.5) / 8.0 * std::f32::consts::TAU);
        let (from, to) = (half + direction.x * radius * 0.75, half + direction.y * radius * 0.75);
        let end = pos2(half, half) + direction * radius;
        let _ = write!(
            body,
            r##"<path d="M{from} {to}L{} {}" stroke="#b3261e" stroke-opacity="{fading:.3}" stroke-width="{}" stroke-linecap="round"/>"##,
            end.x,
            end.y,
            diameter * 0.025,
        );
    }
    Picture { svg: document(Vec2::splat(2.0 * half), &body), anchor: Vec2::splat(half) }
}

/// Draws what is known of the outcome of a battle, on a pale disc.
pub(super) fn outcome(diameter: f32, mark: BattleMark, ink: Color32) -> Picture {
    let half = (diameter / 2.0).ceil() + 1.0;
    let (arm, width) = (diameter * 0.21, diameter * 0.13);
    let (near, far) = (half - arm, half + arm);
    let lines = match mark {
        BattleMark::Falls => format!("M{near} {near}L{far} {far}M{far} {near}L{near} {far}"),
        BattleMark::BothFall => {
            let (above, below) = (half - width * 0.95, half + width * 0.95);
            format!("M{near} {above}L{far} {above}M{near} {below}L{far} {below}")
        }
    };
    let body = format!(
        r#"<circle cx="{half}" cy="{half}" r="{}" {}/><path d="{lines}" stroke-linecap="round" {}/>"#,
        diameter / 2.0,
        fill(TILE_INK),
        stroke(ink, width),
    );
    Picture { svg: document(Vec2::splat(2.0 * half), &body), anchor: Vec2::splat(half) }
}

/// Draws the corners of a rectangle.
pub(super) fn broken_outline(size: Size, radius: f32, width: f32, color: Color32) -> Picture {
    let size = size.round();
    let inset = width / 2.0;
    let (across, down) = (size.x - width, size.y - width);
    let arm = |length: f32| length * 0.3;
    let mut path = String::new();
    for (right, below) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
        let corner = pos2(inset + across * right, inset + down * below);
        let (to_x, to_y) = (if right > 0.0 { -1.0 } else { 1.0 }, if below > 0.0 { -1.0 } else { 1.0 });
        let radius = radius.min(arm(across)).min(arm(down));
        let _ = write!(
            path,
            "M{} {}L{} {}Q{} {} {} {}L{} {}",
            corner.x + to_x * arm(across),
            corner.y,
            corner.x + to_x * radius,
            corner.y,
            corner.x,
            corner.y,
            corner.x,
            corner.y + to_y * radius,
            corner.x,
            corner.y + to_y * arm(down),
        );
    }
    let body = format!(r#"<path d="{path}" stroke-linecap="round" {}/>"#, stroke(color, width));
    Picture { svg: document(size, &body), anchor: size / 2.0 }
}

/// Draws a railway through points in pixels.
pub(super) fn rail(points: &[Pos2], bent: bool, width: f32, [edge, light]: [Color32; 2]) -> String {
    let mut path = String::new();
    for (index, point) in points.iter().enumerate() {
        let letter = match (index, bent) {
            (0, _) => "M",
            (1, true) => "Q",
            (_, true) => " ",
            (_, false) => "L",
        };
        let _ = write!(path, "{letter}{} {}", point.x, point.y);
    }
    let dash = width * 1.25;
    format!(
        r#"<path d="{path}" {}/><path d="{path}" stroke-dasharray="{dash}" stroke-dashoffset="{}" {}/>"#,
        stroke(edge, width),
        dash / 2.0,
        stroke(light, width * 0.56),
    )
}

/// Draws a polygon with its corners in pixels.
pub(super) fn area(points: &[Pos2], color: Color32) -> String {
    let corners: Vec<String> = points.iter().map(|point| format!("{} {}", point.x, point.y)).collect();
    format!(r#"<path d="M{}Z" {}/>"#, corners.join("L"), fill(color))
}
