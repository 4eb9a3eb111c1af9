//! The colours of the window, by palette and appearance.

use super::inks::rgb;
use super::{Appearance, Palette, Theme};

impl Theme {
    /// The same theme with the colours of the window in this palette.
    pub(super) const fn painted(self, palette: Palette) -> Self {
        match (palette, self.appearance) {
            (Palette::Usual, Appearance::Light | Appearance::Dark) => self,
            (Palette::ColorBlind, Appearance::Light) => self.color_blind_light(),
            (Palette::ColorBlind, Appearance::Dark) => self.color_blind_dark(),
            (Palette::HighContrast, Appearance::Light) => self.contrast_light(),
            (Palette::HighContrast, Appearance::Dark) => self.contrast_dark(),
        }
    }

    const fn color_blind_light(self) -> Self {
        Self {
            jade: rgb(0x1a5fa8),
            jade_hover: rgb(0x154d89),
            jade_wash: rgb(0xeaf1f9),
            jade_border: rgb(0xb4cde8),
            gold: rgb(0xd08a1e),
            gold_ink: rgb(0x8a5200),
            gold_wash: rgb(0xf3dfb8),
            red: rgb(0xb8380a),
            red_border: rgb(0xe0b09a),
            ..self
        }
    }

    const fn color_blind_dark(self) -> Self {
        Self {
            jade: rgb(0x5aa5ea),
            jade_hover: rgb(0x79b8f0),
            on_jade: rgb(0x0d1b2a),
            jade_wash: rgb(0x1f2c3a),
            jade_border: rgb(0x3a5a7c),
            gold: rgb(0xe0a040),
            gold_ink: rgb(0xf0b860),
            red: rgb(0xff9a5c),
            red_border: rgb(0x8a5a3c),
            ..self
        }
    }

    const fn contrast_light(self) -> Self {
        Self {
            paper: rgb(0xffffff),
            panel: rgb(0xffffff),
            border: rgb(0x6b6b6b),
            surface: rgb(0xffffff),
            surface_border: rgb(0x4a4a4a),
            surface_hover: rgb(0xe8e8e8),
            ink: rgb(0x000000),
            sub: rgb(0x333333),
            hint: rgb(0x4f4f4f),
            jade: rgb(0x00543a),
            jade_hover: rgb(0x003d2a),
            on_jade: rgb(0xffffff),
            jade_wash: rgb(0xe3f2ea),
            jade_border: rgb(0x00543a),
            gold: rgb(0x8a5a00),
            gold_ink: rgb(0x5c3d00),
            gold_wash: rgb(0xf5dfae),
            red: rgb(0x9b0000),
            red_border: rgb(0x9b0000),
            ..self
        }
    }

    const fn contrast_dark(self) -> Self {
        Self {
            paper: rgb(0x000000),
            panel: rgb(0x0b0b0b),
            border: rgb(0x8c8c8c),
            surface: rgb(0x161616),
            surface_border: rgb(0xb5b5b5),
            surface_hover: rgb(0x2e2e2e),
            ink: rgb(0xffffff),
            sub: rgb(0xdddddd),
            hint: rgb(0xbdbdbd),
            jade: rgb(0x5fe0a8),
            jade_hover: rgb(0x8cf0c4),
            on_jade: rgb(0x000000),
            jade_wash: rgb(0x0d2b1f),
            jade_border: rgb(0x5fe0a8),
            gold: rgb(0xffc44d),
            gold_ink: rgb(0xffd27a),
            gold_wash: rgb(0x4a3a10),
            red: rgb(0xff9d94),
            red_border: rgb(0xff9d94),
            ..self
        }
    }
}
