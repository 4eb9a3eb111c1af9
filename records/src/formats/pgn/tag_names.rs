//! The tags that the reader and the writer know, and their values.

use crate::tag;

/// The tags that the reader turns into other parts of a game.
pub(super) const GAME: &str = "Game";
pub(super) const RESULT: &str = "Result";
pub(super) const REASON: &str = "Termination";
pub(super) const FEN: &str = "FEN";
pub(super) const SETUP: &str = "SetUp";
pub(super) const FORMAT: &str = "Format";
/// The tag in which programs of chess name the game.
pub(super) const VARIANT: &str = "Variant";
/// The values of the tag `Format` for Vietnamese notation and for WXF.
pub(super) const VIETNAMESE: &str = "Vietnamese";
pub(super) const WXF: &str = "WXF";
/// The number of these tags: a game has as many more than its tree.
pub(super) const OWN_TAGS: usize = [GAME, RESULT, REASON, FEN, SETUP, FORMAT].len();
/// The tags that the reader recognizes even without their quotes.
const COMMON_TAGS: [&str; 10] =
    [GAME, RESULT, FEN, FORMAT, tag::EVENT, tag::SITE, tag::DATE, tag::ROUND, tag::RED, tag::BLACK];
/// The value of the tag `Game`.
pub(super) const XIANGQI: &str = "Chinese Chess";

/// Whether a tag with this name is one even without its quotes.
pub(super) fn is_common_tag(name: &str) -> bool {
    COMMON_TAGS.contains(&name)
}
