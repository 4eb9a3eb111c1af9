//! Colours that every board shares: pieces, discs and tiles.

use ecolor::Color32;

/// The usual red side's ring and character, in both appearances: discs are wood.
pub const PIECE_RED: Color32 = Color32::from_rgb(0xb3, 0x26, 0x1e);
/// The usual black side's ring and character.
pub const PIECE_BLACK: Color32 = Color32::from_rgb(0x23, 0x20, 0x1c);
/// The colours of a disc, from the lit side to the far edge.
pub const DISC: [Color32; 3] = [
    Color32::from_rgb(0xff, 0xf8, 0xe6),
    Color32::from_rgb(0xf3, 0xdf, 0xb4),
    Color32::from_rgb(0xd9, 0xb9, 0x80),
];
/// The edge of a disc.
pub const DISC_EDGE: Color32 = Color32::from_rgb(0xa6, 0x7c, 0x43);

/// The drawing on the back of a tile.
pub const TILE_INK: Color32 = Color32::from_rgb(0xfb, 0xee, 0xd2);
/// The user's mark on the back of a tile.
pub const TILE_MARK: Color32 = Color32::from_rgb(0xf4, 0xd0, 0x7c);

/// A star of a lesson, and its edge: one of them stands out from any board.
pub const STAR: [Color32; 2] = [Color32::from_rgb(0xff, 0xd5, 0x4a), Color32::from_rgb(0x3a, 0x25, 0x08)];

/// The colour of these six hexadecimal digits.
pub(super) const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}
