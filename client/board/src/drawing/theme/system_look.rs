//! How the system of the user is set up, as far as the window follows it.

use super::inks::rgb;
use super::{Accent, Appearance, Gold, Palette, Surface, Theme};
use ecolor::Color32;

/// How the system is set up: the user's own choices in the settings go before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SystemLook {
    /// Whether its windows are dark.
    pub is_dark: bool,
    /// Whether it shows strong contrasts.
    pub has_contrast: bool,
    /// Whether it shows no animations.
    pub reduces_motion: bool,
    /// The colours that it wants in every window, if it does.
    pub forced: Option<ForcedColors>,
}

/// The colours that a system wants in every window, as `0xrrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedColors {
    /// The background.
    pub canvas: u32,
    /// Text.
    pub text: u32,
    /// Text that cannot be used now.
    pub gray: u32,
    /// The background of what is chosen.
    pub highlight: u32,
    /// Text on it.
    pub highlight_text: u32,
    /// The background of buttons.
    pub button: u32,
}

impl SystemLook {
    /// Light or dark, as the background of the forced colours is where there are some.
    #[must_use]
    pub fn appearance(&self) -> Appearance {
        let is_dark = self.forced.map_or(self.is_dark, |forced| forced.is_dark());
        if is_dark { Appearance::Dark } else { Appearance::Light }
    }

    /// The palette that suits it.
    #[must_use]
    pub const fn palette(&self) -> Palette {
        if self.has_contrast || self.forced.is_some() { Palette::HighContrast } else { Palette::Usual }
    }
}

impl ForcedColors {
    fn is_dark(&self) -> bool {
        let color = rgb(self.canvas);
        // as bright as the eye sees it
        299 * u32::from(color.r()) + 587 * u32::from(color.g()) + 114 * u32::from(color.b()) < 128_000
    }
}

impl Theme {
    /// The same theme with these colours of the system in the window. The board keeps its own, as a picture does.
    #[must_use]
    pub fn forced(self, colors: &ForcedColors) -> Self {
        let [canvas, text, gray] = [colors.canvas, colors.text, colors.gray].map(rgb);
        let [highlight, highlight_text] = [colors.highlight, colors.highlight_text].map(rgb);
        let button = rgb(colors.button);
        let wash = |color: Color32| canvas.lerp_to_gamma(color, 0.2);
        Self {
            paper: canvas,
            panel: canvas,
            border: text,
            surface: Surface { fill: button, border: text, hover: button.lerp_to_gamma(text, 0.15) },
            ink: text,
            sub: text,
            hint: gray,
            jade: Accent {
                fill: highlight,
                hover: highlight.lerp_to_gamma(text, 0.2),
                text: highlight_text,
                wash: wash(highlight),
                border: highlight,
            },
            gold: Gold { wash: wash(self.gold.fill), ..self.gold },
            ..self
        }
    }
}
