//! The colours of the window, by palette and appearance.

use super::inks::rgb;
use super::{Accent, Appearance, Gold, Palette, Surface, Theme};

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
            jade: Accent {
                fill: rgb(0x1a5fa8),
                hover: rgb(0x154d89),
                wash: rgb(0xeaf1f9),
                border: rgb(0xb4cde8),
                ..self.jade
            },
            gold: Gold { fill: rgb(0xd08a1e), ink: rgb(0x8a5200), wash: rgb(0xf3dfb8) },
            red: rgb(0xb8380a),
            red_border: rgb(0xe0b09a),
            ..self
        }
    }

    const fn color_blind_dark(self) -> Self {
        Self {
            jade: Accent {
                fill: rgb(0x5aa5ea),
                hover: rgb(0x79b8f0),
                text: rgb(0x0d1b2a),
                wash: rgb(0x1f2c3a),
                border: rgb(0x3a5a7c),
            },
            gold: Gold { fill: rgb(0xe0a040), ink: rgb(0xf0b860), ..self.gold },
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
            surface: Surface { fill: rgb(0xffffff), border: rgb(0x4a4a4a), hover: rgb(0xe8e8e8) },
            ink: rgb(0x000000),
            sub: rgb(0x333333),
            hint: rgb(0x4f4f4f),
            jade: Accent {
                fill: rgb(0x00543a),
                hover: rgb(0x003d2a),
                text: rgb(0xffffff),
                wash: rgb(0xe3f2ea),
                border: rgb(0x00543a),
            },
            gold: Gold { fill: rgb(0x8a5a00), ink: rgb(0x5c3d00), wash: rgb(0xf5dfae) },
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
            surface: Surface { fill: rgb(0x161616), border: rgb(0xb5b5b5), hover: rgb(0x2e2e2e) },
            ink: rgb(0xffffff),
            sub: rgb(0xdddddd),
            hint: rgb(0xbdbdbd),
            jade: Accent {
                fill: rgb(0x5fe0a8),
                hover: rgb(0x8cf0c4),
                text: rgb(0x000000),
                wash: rgb(0x0d2b1f),
                border: rgb(0x5fe0a8),
            },
            gold: Gold { fill: rgb(0xffc44d), ink: rgb(0xffd27a), wash: rgb(0x4a3a10) },
            red: rgb(0xff9d94),
            red_border: rgb(0xff9d94),
            ..self
        }
    }
}
