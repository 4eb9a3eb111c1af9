//! Codes of headers that XQF and CBR share: the result, and the kind of the game.

use super::output::{Omission, Omissions, without_zeros};
use crate::{GameResult, GameTree};
use chuhe_rules::Color;

/// Where a header has the kind of the game, its result and its texts.
pub(super) struct HeaderTags<'a> {
    pub(super) kind: usize,
    /// The tag of the kind, and the kinds by their code.
    pub(super) kind_tag: &'a str,
    pub(super) kinds: &'a [&'a str],
    pub(super) result: usize,
    /// The offset, the size and the tag of each text.
    pub(super) texts: &'a [(usize, usize, &'a str)],
}

impl HeaderTags<'_> {
    /// Writes the tags and the result of a game. `encode` makes the bytes of a text for a field of a size.
    pub(super) fn write(
        &self,
        header: &mut [u8],
        omissions: &mut Omissions,
        tree: &GameTree,
        encode: impl Fn(&mut Omissions, &str, usize) -> Vec<u8>,
    ) {
        for (name, value) in tree.tags().iter() {
            let kind = if name == self.kind_tag { of_kind(self.kinds, value) } else { None };
            let text = self.texts.iter().find(|&&(_, _, known)| known == name);
            match (kind, text) {
                (Some(kind), _) => header[self.kind] = kind,
                (None, Some(&(offset, size, _))) => {
                    let value = without_zeros(omissions, value);
                    let bytes = encode(omissions, &value, size);
                    header[offset..][..bytes.len()].copy_from_slice(&bytes);
                }
                (None, None) => omissions.add_if(true, Omission::Tag(name.to_owned())),
            }
        }
        header[self.result] = of_result(tree.result());
        omissions.add_beyond_score(tree.result());
    }
}

/// The code of a result without its reason.
const fn of_result(result: GameResult) -> u8 {
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
fn of_kind(kinds: &[&str], kind: &str) -> Option<u8> {
    let code = kinds.iter().position(|&known| known == kind)?;
    u8::try_from(code).ok().filter(|&code| code != 0)
}

/// The kind with this code, empty for the first and for an unknown one.
pub(super) fn kind<'a>(kinds: &[&'a str], code: u8) -> &'a str {
    let known = kinds.get(usize::from(code)).filter(|_| code != 0);
    known.copied().unwrap_or_default()
}
