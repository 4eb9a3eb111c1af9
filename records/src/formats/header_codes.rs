//! Codes of headers that XQF and CBR share: the result, and the kind of the game.

use crate::GameResult;
use chuhe_rules::Color;

/// The code of a result without its reason.
pub(super) const fn of_result(result: GameResult) -> u8 {
    match result {
        GameResult::Unknown | GameResult::Aborted(_) => 0,
        GameResult::Won { winner: Color::Red, .. } => 1,
        GameResult::Won { winner: Color::Black, .. } => 2,
        GameResult::Drawn(_) => 3,
    }
}

/// The result with this code.
pub(super) const fn result(code: u8) -> GameResult {
    match code {
        1 => GameResult::Won { winner: Color::Red, reason: None },
        2 => GameResult::Won { winner: Color::Black, reason: None },
        3 => GameResult::Drawn(None),
        _ => GameResult::Unknown,
    }
}

/// The code of a kind of `kinds`. The first is the usual one and stands in no tag.
pub(super) fn of_kind(kinds: &[&str], kind: &str) -> Option<u8> {
    let code = kinds.iter().position(|&known| known == kind)?;
    u8::try_from(code).ok().filter(|&code| code != 0)
}

/// The kind with this code, empty for the first and for an unknown one.
pub(super) fn kind<'a>(kinds: &[&'a str], code: u8) -> &'a str {
    let known = kinds.get(usize::from(code)).filter(|_| code != 0);
    known.copied().unwrap_or_default()
}
