//! The words of the pinyin composer. They are searched where they stand: nothing is read at start.

use chuhe_records::notation::Script;

/// Sorted lines of a key and its words; `client/assets/pinyin/README.md` describes them.
#[cfg(not(target_family = "wasm"))]
static DICTIONARY: &str = include_str!("../../../assets/pinyin/dictionary.txt");
/// A page has none: the input methods of the system work there.
#[cfg(target_family = "wasm")]
static DICTIONARY: &str = "";

/// The words for exactly this key, the most frequent first.
pub(super) fn words(key: &str, script: Script) -> Vec<&'static str> {
    let start = lower_bound(key);
    let line = DICTIONARY[start..].lines().next().unwrap_or_default();
    match line.split_once(' ') {
        Some((found, words)) if found == key => written(words, script),
        Some(_) | None => Vec::new(),
    }
}

/// The first word of each key that begins with `start`, at most `most`, the shortest keys first.
pub(super) fn completions(start: &str, script: Script, most: usize) -> Vec<&'static str> {
    let lines = DICTIONARY[lower_bound(start)..].lines().take_while(|line| line.starts_with(start));
    let mut entries: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(' ')).collect();
    entries.sort_by_key(|(key, _)| key.len());
    entries.truncate(most);
    entries.into_iter().filter_map(|(_, words)| written(words, script).first().copied()).collect()
}

/// The offset of the first line whose key is not less than `key`.
fn lower_bound(key: &str) -> usize {
    let (mut low, mut high) = (0, DICTIONARY.len());
    while low < high {
        let middle = (low + high) / 2;
        let start = DICTIONARY.as_bytes()[..middle].iter().rposition(|&byte| byte == b'\n');
        let start = start.map_or(0, |at| at + 1).max(low);
        let line = DICTIONARY.as_bytes()[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let found = line.split(|&byte| byte == b' ').next().unwrap_or_default();
        if found < key.as_bytes() {
            low = start + line.len() + 1;
        } else {
            high = start;
        }
    }
    low.min(DICTIONARY.len())
}

/// The words of a line in this script.
fn written(words: &'static str, script: Script) -> Vec<&'static str> {
    let forms = |word: &'static str| match (script, word.split_once('/')) {
        (_, None) => vec![word],
        (Script::Simplified, Some((simplified, _))) => vec![simplified],
        (Script::Traditional, Some((_, traditional))) => traditional.split(',').collect(),
    };
    words.split(' ').flat_map(forms).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_by_their_keys_in_both_scripts() {
        assert_eq!(words("nihao", Script::Simplified)[0], "你好");
        assert_eq!(words("zlyj", Script::Simplified), ["再来一局"]);
        assert_eq!(words("zlyj", Script::Traditional), ["再來一局"]);
        assert_eq!(words("xiangqi", Script::Traditional)[0], "象棋");
        let fa = words("fa", Script::Traditional);
        assert!(fa.contains(&"發") && fa.contains(&"髮") && !fa.contains(&"发"), "{fa:?}");
        assert!(words("lv", Script::Simplified).contains(&"绿"));
        for unknown in ["", "a1", "zzz", "niha"] {
            assert_eq!(words(unknown, Script::Simplified), [""; 0], "{unknown}");
        }
        assert!(completions("niha", Script::Simplified, 9).contains(&"你好"));
    }

    #[test]
    fn the_lines_are_sorted_and_every_key_is_found() {
        let keys: Vec<&str> = DICTIONARY.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert!(keys.is_sorted());
        for key in keys {
            assert!(!words(key, Script::Simplified).is_empty(), "{key}");
        }
    }

    #[test]
    fn the_fonts_have_every_character() {
        let font = ttf_parser::Face::parse(include_bytes!("../../../assets/fonts/NotoSansSC-Regular.otf"), 0)
            .unwrap();
        let missing: Vec<char> = DICTIONARY
            .chars()
            .filter(|letter| !letter.is_ascii() && font.glyph_index(*letter).is_none())
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
