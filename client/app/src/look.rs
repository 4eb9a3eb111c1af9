//! How everything looks: the theme, and the scale of the window.

use super::App;
use chuhe_model::actions::action::ScaleChange;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::drawing::scene::Size;
use chuhe_model::drawing::theme::{Look, MotionChoice, Theme};
use chuhe_model::layout::form::Area;
use chuhe_model::layout::ui_scale;

impl App {
    /// Colours, board and pieces: as the user chose, or else as the system is set up.
    #[must_use]
    pub fn look(&self) -> Look {
        let (settings, system) = (&self.settings, &self.environment.look);
        Look {
            appearance: settings.appearance.unwrap_or_else(|| system.appearance()),
            palette: settings.palette.unwrap_or_else(|| system.palette()),
            board: settings.board,
            pieces: settings.pieces,
        }
    }

    /// The colours of the window and its boards.
    #[must_use]
    pub fn theme(&self) -> Theme {
        let theme =
            Theme::of_look(self.look()).numbered_for(self.notation()).written_in(self.lang().script());
        // who has chosen colours wants these
        let has_chosen = self.settings.appearance.is_some() || self.settings.palette.is_some();
        let forced = self.environment.look.forced.filter(|_| !has_chosen);
        let theme = forced.map_or(theme, |forced| theme.forced(&forced));
        Theme { reduces_motion: self.reduces_motion(), ..theme }
    }

    /// Whether nothing glides or fades: as the user chose, or as the system is set up.
    const fn reduces_motion(&self) -> bool {
        match self.settings.motion {
            MotionChoice::System => self.environment.look.reduces_motion,
            MotionChoice::Full => false,
            MotionChoice::Reduced => true,
        }
    }

    /// How large everything is, in per cent.
    #[must_use]
    pub fn scale(&self) -> u16 {
        ui_scale::percent(self.settings.scale, (self.window, self.free()), self.environment.fingers)
    }

    /// The size of the part of the window at 100 % that nothing but a keyboard covers.
    fn free(&self) -> Size {
        self.insets.free(self.window).size()
    }

    /// Handles a new size of the window at 100 %.
    pub(super) fn resized(&mut self, window: Size) {
        self.window = window;
        self.size = window / (f32::from(self.scale()) / 100.0);
    }

    /// Handles a change of what covers the edges of the window.
    pub(super) fn covered(&mut self, insets: Insets) {
        self.insets = insets;
        self.resized(self.window);
    }

    /// The part of a window of this size, in logical pixels, for the screens.
    #[must_use]
    pub fn area(&self, window: Size) -> Area {
        let scale = self.scale();
        let area = Area::of(window, &self.insets.scaled(f32::from(scale) / 100.0));
        let is_like_phone = ui_scale::is_like_phone((self.window, self.free()), self.environment.fingers);
        if is_like_phone { area.of_phone() } else { area }
    }

    pub(super) fn rescale(&mut self, change: ScaleChange) {
        self.settings.scale = match change {
            ScaleChange::Automatic => None,
            ScaleChange::To(percent) => Some(percent),
            ScaleChange::Larger => {
                let Some(larger) = ui_scale::larger(self.scale(), (self.window, self.free())) else { return };
                Some(larger)
            }
            ScaleChange::Smaller => {
                let Some(smaller) = ui_scale::smaller(self.scale()) else { return };
                Some(smaller)
            }
        };
        self.resized(self.window);
        self.save();
    }
}
