//! Writes the panel of a board as SVG: its shadow, its surface and what covers it.

use super::svg::{Pen, SHADOW_REACH};
use super::svg_parts::hex;
use chuhe_model::drawing::scene::{Point, Rect};
use chuhe_model::drawing::theme::Texture;
use egui::{Color32, Vec2, vec2};
use std::fmt::Write;

/// Pseudo-random numbers from a fixed seed, so that a board always looks the same.
struct Dice(u32);

impl Dice {
    const fn new() -> Self {
        Self(0x2545_f491)
    }

    /// Returns a number of at least 0 and below 1.
    fn roll(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / (1 << 24) as f32
    }
}

impl Pen {
    /// Draws a panel with its shadow.
    pub(super) fn panel(
        &mut self,
        rect: Rect,
        radius: f32,
        [from, to]: [Color32; 2],
        edge: Color32,
        texture: Texture,
    ) {
        let (min, max) = (self.place(rect.min).round(), self.place(rect.max).round());
        let (size, radius) = (max - min, radius * self.scale);
        self.shadow(Rect::from_min_max(min, max), radius);
        let (from, to, edge) = (hex(from), hex(to), hex(edge));
        let line = match texture {
            Texture::Grain | Texture::Fibres => 1.5 * self.scale,
            Texture::Cloth => 7.0 * self.scale,
        };
        let frame = format!(
            r#"x="{}" y="{}" width="{}" height="{}" rx="{radius}""#,
            min.x + line / 2.0,
            min.y + line / 2.0,
            size.x - line,
            size.y - line
        );
        let _ = write!(
            self.svg,
            r#"<defs><linearGradient id="w" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="{from}"/><stop offset="1" stop-color="{to}"/></linearGradient><clipPath id="c"><rect {frame}/></clipPath></defs><rect {frame} fill="url(#w)"/>"#
        );
        match texture {
            Texture::Grain => self.grain(Rect::from_min_max(min, max), radius),
            Texture::Cloth => self.weave(min, size),
            Texture::Fibres => self.fibres(min, size),
        }
        let _ = write!(self.svg, r#"<rect {frame} fill="none" stroke="{edge}" stroke-width="{line}"/>"#);
        if texture == Texture::Cloth {
            self.bevel(Rect::from_min_max(min, max), radius, line);
        }
    }

    /// Draws the light on the wooden frame of a cloth, and its shadow on the cloth.
    fn bevel(&mut self, rect: Rect, radius: f32, width: f32) {
        for (inset, color, alpha, line) in
            [(0.12, "#fff0d0", 0.35, 0.14), (0.86, "#2a1a06", 0.45, 0.2), (1.2, "#04140d", 0.35, 0.4)]
        {
            let rect = rect.shrink(inset * width);
            let _ = write!(
                self.svg,
                r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{}" fill="none" stroke="{color}" stroke-opacity="{alpha}" stroke-width="{}"/>"#,
                rect.left(),
                rect.top(),
                rect.width(),
                rect.height(),
                (radius - inset * width).max(1.0),
                line * width,
            );
        }
    }

    /// Draws the threads of a cloth: many fine lines, some lighter and some darker.
    fn weave(&mut self, min: Point, size: Vec2) {
        let mut dice = Dice::new();
        let step = 3.0 * self.scale;
        self.svg.push_str(r#"<g clip-path="url(#c)" fill="none">"#);
        for (length, across) in [(size.x, size.y), (size.y, size.x)] {
            let is_row = length == size.x;
            for index in 0..(across / step) as u32 {
                let at = (index as f32 + dice.roll() * 0.6) * step;
                let (from, to) = if is_row {
                    (min + vec2(0.0, at), min + vec2(length, at))
                } else {
                    (min + vec2(at, 0.0), min + vec2(at, length))
                };
                let color = if index % 2 == 0 { "#ffffff" } else { "#00150c" };
                let _ = write!(
                    self.svg,
                    r#"<path d="M{} {}L{} {}" stroke="{color}" stroke-opacity="{:.3}" stroke-width="{}"/>"#,
                    from.x,
                    from.y,
                    to.x,
                    to.y,
                    0.02 + 0.03 * dice.roll(),
                    self.scale,
                );
            }
        }
        self.svg.push_str("</g>");
    }

    /// Draws the fibres of rice paper, and hills in thin ink behind the river.
    fn fibres(&mut self, min: Point, size: Vec2) {
        let mut dice = Dice::new();
        self.svg.push_str(r#"<g clip-path="url(#c)" fill="none">"#);
        for (x, peak, height, alpha) in
            [(0.14, 0.34, 0.13, 0.07), (0.46, 0.62, 0.09, 0.05), (0.62, 0.85, 0.16, 0.06)]
        {
            let (foot, wide) = (min.y + size.y * 0.56, size.x * 0.36);
            let (left, top) = (min.x + size.x * (x - 0.18), foot - size.y * height);
            let middle = min.x + size.x * (peak - 0.1);
            let _ = write!(
                self.svg,
                r##"<defs><linearGradient id="h{alpha}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#2c3b40" stop-opacity="{alpha}"/><stop offset="1" stop-color="#2c3b40" stop-opacity="0"/></linearGradient></defs><path d="M{left} {foot}Q{} {} {middle} {top}Q{} {} {} {foot}Z" fill="url(#h{alpha})"/>"##,
                left + wide * 0.3,
                foot - size.y * height * 0.4,
                middle + wide * 0.18,
                top + size.y * height * 0.25,
                left + wide * 1.5,
            );
        }
        for _ in 0..260 {
            let at = min + vec2(dice.roll(), dice.roll()) * size;
            let turn =
                Vec2::angled(dice.roll() * std::f32::consts::TAU) * (6.0 + 14.0 * dice.roll()) * self.scale;
            let bend = turn.rot90() * (dice.roll() - 0.5) * 0.6;
            let (pull, to) = (at + turn * 0.5 + bend, at + turn);
            let _ = write!(
                self.svg,
                r##"<path d="M{} {}Q{} {} {} {}" stroke="#8a7a5c" stroke-opacity="{:.3}" stroke-width="{:.2}"/>"##,
                at.x,
                at.y,
                pull.x,
                pull.y,
                to.x,
                to.y,
                0.06 + 0.12 * dice.roll(),
                (0.4 + 0.5 * dice.roll()) * self.scale,
            );
        }
        self.svg.push_str("</g>");
    }

    /// Draws a soft shadow around a panel, from gradients. Blurring a picture of this size would
    /// delay the first frame.
    fn shadow(&mut self, panel: Rect, radius: f32) {
        let reach = (SHADOW_REACH - 6.0) * self.scale;
        let drop = 4.0 * self.scale;
        let inset = radius + 2.0 * self.scale;
        let inner = panel.shrink(inset).translate(vec2(0.0, drop));
        let outer = inner.expand(inset + reach);
        let mut stops = String::new();
        for step in 0..=8_u8 {
            // the shadow fades from full at the inset to none at its reach
            let part = f32::from(step) / 8.0;
            let from_edge = (part * (inset + reach) - inset) / reach;
            let shade = 0.30 * (1.0 - from_edge.clamp(0.0, 1.0)).powi(3);
            let _ =
                write!(stops, r##"<stop offset="{part}" stop-color="#3b2a12" stop-opacity="{shade:.4}"/>"##);
        }
        let side = |id: &str, x1: u8, y1: u8, x2: u8, y2: u8| {
            format!(
                r#"<linearGradient id="{id}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{stops}</linearGradient>"#
            )
        };
        let corner = |id: &str, x: u8, y: u8| {
            format!(r#"<radialGradient id="{id}" cx="{x}" cy="{y}" r="1">{stops}</radialGradient>"#)
        };
        let _ = write!(
            self.svg,
            "<defs>{}{}{}{}{}{}{}{}</defs>",
            side("n", 0, 1, 0, 0),
            side("s", 0, 0, 0, 1),
            side("e", 0, 0, 1, 0),
            side("o", 1, 0, 0, 0),
            corner("no", 1, 1),
            corner("ne", 0, 1),
            corner("so", 1, 0),
            corner("se", 0, 0),
        );
        let columns = [outer.left(), inner.left(), inner.right(), outer.right()];
        let rows = [outer.top(), inner.top(), inner.bottom(), outer.bottom()];
        let parts = [["no", "n", "ne"], ["o", "", "e"], ["so", "s", "se"]];
        for (row, ids) in parts.iter().enumerate() {
            for (column, id) in ids.iter().enumerate().filter(|(_, id)| !id.is_empty()) {
                let (x, y) = (columns[column], rows[row]);
                let (width, height) = (columns[column + 1] - x, rows[row + 1] - y);
                let _ = write!(
                    self.svg,
                    r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="url(#{id})"/>"#
                );
            }
        }
    }

    /// Draws the grain: long, slightly bent strokes, some lighter and some darker than the wood.
    ///
    /// They end at the rounded edge by themselves: a group that is clipped would be rendered as a picture of its own.
    fn grain(&mut self, panel: Rect, radius: f32) {
        let mut dice = Dice::new();
        let mut next = || dice.roll();
        let (size, inner) = (panel.size(), panel.shrink(2.0 * self.scale));
        self.svg.push_str(r#"<g fill="none">"#);
        let strokes = 70;
        for index in 0..strokes {
            let y = panel.top() + size.y * (index as f32 + next()) / strokes as f32;
            let bent = |amount: f32| inner.y_range().clamp(y + (amount - 0.5) * size.y * 0.035);
            let [start, a, b, end] = [0.5, next(), next(), next()].map(bent);
            let width = (0.6 + 3.4 * next() * next()) * self.scale;
            let (color, alpha) = if index % 3 == 0 {
                ("#fff3d6", 0.04 + 0.07 * next())
            } else {
                ("#7a4d17", 0.02 + 0.05 * next())
            };
            let (left, right) =
                (panel.left() + corner(panel, radius, start), panel.right() - corner(panel, radius, end));
            let third = (right - left) / 3.0;
            let _ = write!(
                self.svg,
                r#"<path d="M{left} {start}C{} {a} {} {b} {right} {end}" stroke="{color}" stroke-opacity="{alpha:.3}" stroke-width="{width:.2}"/>"#,
                left + third,
                right - third,
            );
        }
        self.svg.push_str("</g>");
    }
}

/// How far the rounded edge of a panel is inside its sides at this height.
fn corner(panel: Rect, radius: f32, y: f32) -> f32 {
    let from_edge = (y - panel.top()).min(panel.bottom() - y);
    let above = (radius - from_edge).clamp(0.0, radius);
    radius - (radius * radius - above * above).sqrt()
}
