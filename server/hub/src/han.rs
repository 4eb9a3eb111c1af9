//! Folds traditional Chinese characters to simplified ones.
//!
//! Several traditional characters can share a simplified one, and some are simplified characters
//! too, so the direction matters: every character has one simplified form.

use std::sync::LazyLock;

/// Each line is a traditional character and its simplified form, in ascending order.
const VARIANTS: &str = include_str!("han_variants.txt");

static SIMPLIFIED: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let pair = |line: &str| {
        let mut characters = line.chars();
        Some((characters.next()?, characters.next()?))
    };
    VARIANTS.lines().filter(|line| !line.starts_with('#')).filter_map(pair).collect()
});

/// Returns the simplified form of a character, or the character if it has no other.
pub(super) fn simplified(character: char) -> char {
    if character.is_ascii() {
        return character;
    }
    let table = &*SIMPLIFIED;
    let found = table.binary_search_by_key(&character, |&(traditional, _)| traditional);
    found.map_or(character, |index| table[index].1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_leads_to_characters_that_stay() {
        assert!(SIMPLIFIED.len() > 3_000);
        assert!(SIMPLIFIED.is_sorted_by(|one, next| one.0 < next.0));
        for &(traditional, character) in &*SIMPLIFIED {
            assert_ne!(traditional, character);
            assert_eq!(simplified(character), character, "{traditional}");
        }
    }

    #[test]
    fn traditional_characters_have_simplified_forms() {
        let fold = |text: &str| text.chars().map(simplified).collect::<String>();
        assert_eq!(fold("雲中鶴 龍馬 頭髮 發財 後裡 Bo"), "云中鹤 龙马 头发 发财 后里 Bo");
        assert_eq!(fold("云中鹤"), "云中鹤");
    }
}
