//! The sizes and durations of all screens.

/// The radius of cards.
pub const RADIUS_CARD: u8 = 12;
/// The radius of buttons and text fields.
pub const RADIUS_BUTTON: u8 = 9;
/// The radius of a mark in a list.
pub const RADIUS_MARK: u8 = 7;

/// The space between related elements.
pub const SPACE_SMALL: f32 = 8.0;
/// The space between cards.
pub const SPACE: f32 = 14.0;
/// The space within a card.
pub const SPACE_CARD: f32 = 20.0;

/// The height of a button and of a text field.
pub const HEIGHT_BUTTON: f32 = 38.0;

/// The least width and height of what a finger can hit.
pub const TOUCH: f32 = 44.0;

/// The size of secondary text.
pub const TEXT_SMALL: f32 = 13.0;
/// The size of text in lists and on buttons.
pub const TEXT: f32 = 15.0;
/// The size of prominent text.
pub const TEXT_LARGE: f32 = 17.0;
/// The size of names.
pub const TEXT_NAME: f32 = 18.0;
/// The size of headings.
pub const TEXT_HEADING: f32 = 19.0;
/// The size of clocks.
pub const TEXT_CLOCK: f32 = 32.0;

/// How long a piece glides, in milliseconds.
pub const GLIDE_MS: u64 = 150;
/// The duration of the animation that shows which pieces a battle removes, in milliseconds.
pub const BURST_MS: u64 = 1000;
