//! Words of several moves without spaces, as people paste them: `1、炮二平五，马8进7；`, `炮二平五马8进7`.
//!
//! A word is such a list only if all of it is moves, numbers and results: a sentence with a move in
//! it stays one word.

use super::move_number;
use crate::GameResult;
use crate::notation::is_move;

/// The characters of Chinese moves, the longest first: 前七兵进一, 炮二平五.
const MOVE_CHARACTERS: [usize; 2] = [5, 4];

/// Whether a word is a list of several parts, or one part with a mark after it.
pub(super) fn is_list(word: &str) -> bool {
    let may_be = word.contains(is_separator) || word.chars().nth(2 * MOVE_CHARACTERS[1] - 1).is_some();
    let mut rest = word;
    may_be
        && std::iter::from_fn(|| {
            (!rest.is_empty()).then(|| {
                let part = first(rest);
                rest = &rest[part.map_or(rest.len(), |(_, length)| length)..];
                part.is_some()
            })
        })
        .all(|is_known| is_known)
}

/// The length of the first part of a list, without and with the marks after it.
pub(super) fn first(list: &str) -> Option<(usize, usize)> {
    let number = move_number::length(list);
    if number > 0 {
        return Some((number, number));
    }
    // `1,炮二平五` in a table
    let digits = list.bytes().take_while(u8::is_ascii_digit).count();
    if digits > 0
        && list[digits..].strip_prefix(',').is_some_and(|rest| rest.starts_with(char::is_alphabetic))
    {
        return Some((digits, digits + ",".len()));
    }
    let end = list.find(is_separator).unwrap_or(list.len());
    let ends =
        MOVE_CHARACTERS.into_iter().filter_map(|count| list.char_indices().nth(count).map(|(end, _)| end));
    let is_known = |text: &str| is_move(text) || GameResult::from_words(text).is_some();
    let end =
        std::iter::once(end).chain(ends.filter(|&other| other < end)).find(|&end| is_known(&list[..end]))?;
    let marks = list[end..].find(|c| !is_separator(c)).unwrap_or(list.len() - end);
    Some((end, end + marks))
}

/// The length of a label before a list, such as `红：`.
pub(super) fn label(word: &str) -> Option<usize> {
    let (name, rest) = word.split_once(['：', ':'])?;
    (LABELS.contains(&name) && !rest.is_empty()).then_some(word.len() - rest.len())
}

/// Whether a word is such a label.
pub(super) fn is_label(word: &str) -> bool {
    LABELS.contains(&word.trim_end_matches(['：', ':']))
}

/// The names of sides, and of what ends a game.
const LABELS: [&str; 14] =
    ["红", "黑", "紅", "红方", "黑方", "紅方", "先手", "后手", "後手", "先", "后", "後", "结果", "結果"];

const fn is_separator(c: char) -> bool {
    matches!(c, ',' | '，' | '；' | '、' | '。' | '｜')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(word: &str) -> Vec<&str> {
        let mut rest = word;
        std::iter::from_fn(|| {
            let (length, whole) = first(rest).filter(|_| !rest.is_empty())?;
            let part = &rest[..length];
            rest = &rest[whole..];
            Some(part)
        })
        .collect()
    }

    #[test]
    fn lists_have_no_other_words() {
        for list in [
            "炮二平五，马8进7；2、马二进三",
            "炮二平五马8进72.马二进三",
            "卒7进1。红胜。",
            "h2e2,h9g7",
            "马8进7，",
        ] {
            assert!(is_list(list), "{list}");
        }
        for word in [
            "炮二平五",
            "改走炮二平五，马8进7",
            "炮二平五，红优",
            "C2.5",
            "炮二平五是中炮局",
            "A,B",
            "欢迎访问某某网站",
        ] {
            assert!(!is_list(word), "{word}");
        }
        assert_eq!(parts("炮二平五马8进72.马二进三"), ["炮二平五", "马8进7", "2.", "马二进三"]);
        assert_eq!(parts("卒7进1。红胜。"), ["卒7进1", "红胜"]);
    }
}
