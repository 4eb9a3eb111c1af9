//! The pages of the settings dialog.

/// A page of the settings dialog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// The language and the notation.
    #[default]
    General,
    /// The board and the pieces.
    Board,
    /// Light or dark, the colours, the size.
    Display,
    /// Sounds and calls for attention.
    Sounds,
    /// Who may challenge, and the hosted server.
    Server,
}

impl SettingsPage {
    /// Every page, in display order.
    pub const ALL: [Self; 5] = [Self::General, Self::Board, Self::Display, Self::Sounds, Self::Server];

    /// The name of its tab in the trace of the screen.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::General => "settings.page.general",
            Self::Board => "settings.page.board",
            Self::Display => "settings.page.display",
            Self::Sounds => "settings.page.sounds",
            Self::Server => "settings.page.server",
        }
    }
}
