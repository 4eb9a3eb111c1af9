//! A character for which the program's own fonts have no glyph.

/// A character, and whether it is in the heavy face.
pub(super) type Missing = (char, bool);
